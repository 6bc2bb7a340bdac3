"""Builds the Cython kernel; everything else about the package stands in pyproject.toml.

BJCALC_CHECKED=1 builds it with bounds checks and C assertions on, for the tests.
"""

import os

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

CHECKED = os.environ.get("BJCALC_CHECKED", "") not in ("", "0")
MODULES = ("hands", "dealer", "player", "outcomes")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "initializedcheck": CHECKED,
    "cdivision": True,
}


class BuildKernel(build_ext):
    """build_ext that says in one sentence what is missing when there is no C compiler."""

    def build_extension(self, ext: Extension) -> None:
        """Compile one module."""
        try:
            super().build_extension(ext)
        except (CCompilerError, ExecError, PlatformError) as error:
            raise SystemExit(
                "bjcalc needs a C compiler with __int128 (gcc or clang) and Python's headers to "
                f"build its kernel, and compiling {ext.name} failed: {error}"
            ) from None


def kernel() -> list[Extension]:
    """Return the extension modules, translated from Cython."""
    from Cython.Build import cythonize

    flags = ["-O3", "-fno-strict-aliasing", "-Wno-unused-function"]
    if CHECKED:
        flags = ["-O1", "-g", "-UNDEBUG", "-fsanitize=address,undefined", "-fno-sanitize-recover"]
    extensions = [
        Extension(
            f"bjcalc_ext.{name}",
            [f"bjcalc_ext/{name}.pyx"],
            include_dirs=["bjcalc_ext"],
            depends=["bjcalc_ext/wide.h", "bjcalc_ext/limbs.h"],
            extra_compile_args=flags,
        )
        for name in MODULES
    ]
    return cythonize(extensions, compiler_directives=DIRECTIVES, force=CHECKED)


setup(ext_modules=kernel(), cmdclass={"build_ext": BuildKernel})
