"""The checker stands alone: the standard library, and nothing else of bjcalc."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import bjcalc.checker

FOLDER = Path(bjcalc.checker.__file__).parent


def imported_names(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: relative import"
            names.add(node.module or "")
    return names


def test_imports_are_of_the_standard_library_or_the_checker() -> None:
    files = sorted(FOLDER.glob("**/*.py"))
    assert len(files) > 5
    for path in files:
        for name in imported_names(path):
            own = name == "bjcalc.checker" or name.startswith("bjcalc.checker.")
            assert own or name.split(".")[0] in sys.stdlib_module_names, f"{path.name}: {name}"


def test_nothing_else_of_bjcalc_is_loaded() -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        "import bjcalc.checker.__main__\n"
        "print('\\n'.join(sorted(set(sys.modules) - before)))"
    )
    # -S: without site-packages, so that nothing but the standard library can be found.
    run = subprocess.run(
        [sys.executable, "-S", "-c", program],
        cwd=FOLDER.parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = run.stdout.split()
    assert "bjcalc.checker.game" in loaded
    for name in loaded:
        inside = name == "bjcalc" or name.startswith("bjcalc.checker")
        assert inside or name.split(".")[0] in sys.stdlib_module_names, name
