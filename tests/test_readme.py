"""The README's examples, run: every command and its printed lines, every line of Python.

In a console block a line "..." stands for any lines, as in doctest.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

WRONG_GAME = """schema = 1
[game]
name = "Wrong"
[shoe]
decks = "6"
[dealer]
soft17 = "hti"
[blackjack]
pay = "3:2"
"""


def console_blocks() -> list[tuple[str, str]]:
    blocks = []
    for document in DOCUMENTS:
        for number, block in enumerate(
            re.findall(r"```console\n(.*?)```", document.read_text(), re.DOTALL), start=1
        ):
            blocks.append((f"{document.name}-{number}", block))
    return blocks


def steps(block: str) -> list[tuple[str, str]]:
    """Return the (command, expected output) pairs of a console block."""
    found: list[tuple[str, str]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        else:
            command, expected = found[-1]
            found[-1] = (command, f"{expected}{line}\n")
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("readme")
    (path / "wrong.toml").write_text(WRONG_GAME)
    return path


def matches(expected: str, printed: str) -> bool:
    if expected in ("", "...\n"):
        return "Traceback" not in printed
    return doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)


@pytest.mark.parametrize(
    ("name", "block"), console_blocks(), ids=[name for name, _ in console_blocks()]
)
def test_commands_print_what_the_documents_show(name: str, block: str, folder: Path) -> None:
    for command, expected in steps(block):
        words = shlex.split(command)
        assert words[0] == "bjcalc", f"{name}: only bjcalc commands can be shown: {command}"
        run = subprocess.run(
            [sys.executable, "-m", "bjcalc", *words[1:]],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        printed = run.stdout + run.stderr
        assert matches(expected, printed), f"{name}: $ {command}\n{printed}"


def test_python_examples() -> None:
    for document in DOCUMENTS:
        result = doctest.testfile(str(document), module_relative=False)
        assert result.failed == 0, document


def test_the_readme_shows_python_and_commands() -> None:
    assert ">>> import bjcalc" in (ROOT / "README.md").read_text()
    assert len(console_blocks()) >= 5
