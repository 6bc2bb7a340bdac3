"""The package as it is installed: what it imports, what it ships, and (slow) that it builds."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib import resources
from pathlib import Path

import pytest

import bjcalc

ROOT = Path(__file__).parent.parent

# Data flows one way: a package may import from itself, from earlier lines, and from plain modules.
LAYERS = (
    {"bjcalc_ext", "documents"},
    {"rules"},
    {"sidebets"},
    {"gamefile"},
    {"engine", "witness"},
    {"strategy", "outcomes"},
    {"claims"},
    {"checker"},  # which imports nothing of these: tests/checker has a test
    {"certificate", "charts", "simulate"},
    {"report"},
    {"cli"},
)
PLAIN = {"errors", "shoe", "numbers", "files", "csv_text", "shown", "nesting"}
TOP = {"__init__", "__main__", "selftest"}  # may import everything


def python_run(code: str, *options: str) -> str:
    run = subprocess.run(
        [sys.executable, *options, "-c", code], capture_output=True, text=True, check=True
    )
    return run.stdout


def imported(path: Path) -> set[str]:
    """The modules that a file imports, at the top or inside functions, as dotted names."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def part_of(name: str) -> str | None:
    """The part of bjcalc that a dotted name belongs to; None for another project's."""
    first, _, rest = name.partition(".")
    if first == "bjcalc_ext":
        return first
    return (rest.split(".")[0] or "__init__") if first == "bjcalc" else None


def test_nothing_imports_what_comes_later() -> None:
    rank = {part: number for number, layer in enumerate(LAYERS) for part in layer}
    for path in sorted((ROOT / "bjcalc").rglob("*.py")):
        part = path.relative_to(ROOT / "bjcalc").with_suffix("").parts[0]
        if part in TOP or part in ("games", "checker"):
            continue
        assert part in rank or part in PLAIN, f"{path}: {part} has no place in LAYERS"
        for name in imported(path):
            other = part_of(name)
            if other is None or other == part or other in PLAIN or name == "bjcalc.__version__":
                continue
            assert part not in PLAIN, f"{path} imports {name}"
            assert other in rank, f"{path} imports {name}"
            assert rank[other] < rank[part], f"{path} imports {name}, which comes later"


def test_public_names() -> None:
    for name in bjcalc.__all__:
        public = getattr(bjcalc, name)
        assert name == "__version__" or public.__doc__, f"bjcalc.{name} has no docstring"
    assert set(bjcalc.__all__) <= set(dir(bjcalc))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = bjcalc.no_such_name


def test_version_is_the_distribution_s() -> None:
    assert importlib.metadata.version("bjcalc") == bjcalc.__version__


def test_importing_bjcalc_is_light() -> None:
    heavy = python_run(
        "import sys, bjcalc; print(*[m for m in sys.modules if m.split('.')[0] in "
        "('bjcalc_ext', 'click', 'rich', 'sympy', 'mpmath', 'jsonschema', 'pandas', 'numpy')])"
    )
    assert heavy.split() == []


def test_rtp_and_hand_import_nothing_slow() -> None:
    """A cold command loads its own modules; sympy alone would take a second."""
    loaded = python_run(
        "import sys\n"
        "from bjcalc.cli.main import run\n"
        "for args in (['rtp', 'borgata-blackjack-pro'],\n"
        "             ['hand', 'borgata-blackjack-pro', '--cards', '10,2', '--up', '4']):\n"
        "    try:\n"
        "        run(args)\n"
        "    except SystemExit as left:\n"
        "        assert left.code == 0\n"
        "print('loaded', *sorted({m.split('.')[0] for m in sys.modules}))"
    )
    last = loaded.splitlines()[-1].split()
    assert last[0] == "loaded" and "click" in last
    assert not {"sympy", "mpmath", "rich", "pandas", "numpy"} & set(last)


def test_installed_data() -> None:
    package = resources.files("bjcalc")
    assert (package / "py.typed").is_file()
    assert (package / "gamefile" / "game.schema.json").is_file()
    assert [file for file in (package / "games").iterdir() if file.name.endswith(".toml")]
    assert (resources.files("bjcalc_ext") / "py.typed").is_file()


def test_every_kernel_module_is_typed_and_can_be_imported() -> None:
    modules = sorted((ROOT / "bjcalc_ext").glob("*.pyx"))
    assert modules
    for path in modules:
        assert path.with_suffix(".pyi").is_file(), f"{path.name} has no .pyi"
        importlib.import_module(f"bjcalc_ext.{path.stem}")


# Building: each of these makes an isolated build environment, by pip.


def source_copy(folder: Path) -> Path:
    """The sources as an archive of them holds them: no .git, nothing that was built."""
    shutil.copytree(
        ROOT,
        folder,
        ignore=shutil.ignore_patterns(
            *(".*", "*.egg-info", "build", "dist", "__pycache__", "*.so", "*.c")
        ),
    )
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an sdist and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("build")
    source = source_copy(folder / "source")
    out = folder / "dist"
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(out), str(source)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return out


@pytest.mark.slow
def test_sdist_holds_the_sources(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for kernel in (ROOT / "bjcalc_ext").glob("*.pyx"):
        assert f"bjcalc_ext/{kernel.name}" in names
    assert {
        "bjcalc_ext/wide.h",
        "bjcalc/gamefile/game.schema.json",
        "tests/test_package.py",
    } <= names
    assert not [name for name in names if name.endswith((".c", ".so", ".pyc"))]


@pytest.mark.slow
def test_wheel_holds_what_is_needed_and_no_more(built: Path) -> None:
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
    assert not [name for name in names if name.endswith((".c", ".pyx", ".h"))]
    assert {name.split("/")[0].split("-")[0] for name in names} == {"bjcalc", "bjcalc_ext"}
    source = built.parent / "source"
    for file in (*(source / "bjcalc").rglob("*"), *(source / "bjcalc_ext").iterdir()):
        if file.is_file() and file.suffix not in (".so", ".c", ".pyx", ".h"):
            assert str(file.relative_to(source)) in names
    for kernel in (ROOT / "bjcalc_ext").glob("*.pyx"):
        assert [name for name in names if name.startswith(f"bjcalc_ext/{kernel.stem}.cpython")]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
def test_installs_in_an_empty_environment(built: Path, kind: str, tmp_path: Path) -> None:
    (path,) = built.glob(kind)
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", path], check=True)
    command = [str(tmp_path / "venv" / "bin" / "bjcalc"), "rtp", "borgata-blackjack-pro"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert "-0.004099625669" in printed.stdout
    subprocess.run([python, "-m", "bjcalc.selftest"], check=True, cwd=tmp_path)


@pytest.mark.slow
def test_a_missing_compiler_is_explained(tmp_path: Path) -> None:
    source = source_copy(tmp_path / "source")
    (tmp_path / "empty").mkdir()
    environment = {name: value for name, value in os.environ.items() if name not in ("CC", "CXX")}
    environment["PATH"] = str(tmp_path / "empty")
    run = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--no-deps", f"--target={tmp_path}", str(source)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert run.returncode != 0
    told = [line for line in run.stderr.splitlines() if "bjcalc needs a C compiler" in line]
    assert len(told) == 1 and "No such file or directory" in told[0]
    assert "Traceback" not in run.stderr
