"""Builds the Cython kernel; everything else about the package stands in pyproject.toml.

BJCALC_CHECKED=1 builds it for the tests, with bounds checks and the address and undefined-behaviour
sanitizers; the interpreter must then have their runtime loaded (.ci/run shows how).
"""

import os
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

CHECKED = os.environ.get("BJCALC_CHECKED", "") not in ("", "0")
MODULES = sorted(path.stem for path in Path("bjcalc_ext").glob("*.pyx"))

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "initializedcheck": CHECKED,
    "cdivision": True,
}


class BuildKernel(build_ext):
    """build_ext on all processors, which says in one sentence when there is no C compiler."""

    def finalize_options(self) -> None:
        """Compile as many modules at a time as there are processors, unless told otherwise."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

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
    link_flags = []
    if CHECKED:
        link_flags = ["-fsanitize=address,undefined"]
        if "clang" in os.environ.get("CC", ""):
            link_flags.append("-shared-libsan")
        flags = ["-O1", "-g", "-fno-sanitize-recover=all", *link_flags]
    headers = sorted(map(str, Path("bjcalc_ext").glob("*.h")))
    extensions = [
        Extension(
            f"bjcalc_ext.{name}",
            [f"bjcalc_ext/{name}.pyx"],
            include_dirs=["bjcalc_ext"],
            depends=headers,
            extra_compile_args=flags,
            extra_link_args=link_flags,
        )
        for name in MODULES
    ]
    return cythonize(extensions, compiler_directives=DIRECTIVES, force=CHECKED)


setup(ext_modules=kernel(), cmdclass={"build_ext": BuildKernel})
