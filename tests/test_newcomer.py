"""The commands of the README and of docs/, as a newcomer runs them: one after the other, in a fresh
environment that has what the pages say, and nothing else.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_readme import DOCUMENTS, ROOT, WRONG_GAME

COMMANDS = ("bjcalc ", "python -m bjcalc", "$ bjcalc ", "jq ", "python3 -m venv")
# Long or in the folder of the sources: each has tests of its own.
ELSEWHERE = ("bjcalc.certificate.tables", "for file in tables", ".venv/bin/pytest", "forge.py")


def parts(page: str) -> Iterator[tuple[str, str]]:
    """Yield ("extras", names) and ("block", commands) in the order of the page."""
    found = re.finditer(r"pip install '\.\[([a-z,]+)\]'|^```(\w*)\n(.*?)^```", page, re.M | re.S)
    for one in found:
        if one[1]:
            yield "extras", one[1]
        elif one[2] in ("", "sh", "console") and one[3].startswith(COMMANDS):
            yield "block", one[3]


def commands(block: str) -> list[str]:
    """The commands of a block; of a console block only what stands behind a $."""
    lines = block.replace("\\\n", " ").splitlines()
    if block.startswith("$ "):
        lines = [line[2:] for line in lines if line.startswith("$ ")]
    if block.startswith("jq "):
        return ["set -e\n" + "\n".join(lines)]
    return [line for line in lines if line and not any(part in line for part in ELSEWHERE)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder)]
    subprocess.run([*pip, str(ROOT)], check=True)
    return next(folder.glob("bjcalc-*.whl"))


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_runs(document: Path, wheel: Path, tmp_path: Path) -> None:
    page = document.read_text()
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    programs = environment / "bin"

    def install(extras: str) -> None:
        what = f"{wheel}[{extras}]" if extras else str(wheel)
        subprocess.run([programs / "pip", "install", "--quiet", what], check=True)

    def run(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"},
        )

    install("")
    folder = tmp_path / "folder"
    (folder / "games").mkdir(parents=True)
    (folder / "wrong.toml").write_text(WRONG_GAME)
    for name in ("my-game.toml", "games/my-game.toml"):
        assert run(f"bjcalc new {name}").returncode == 0
    ran = 0
    for kind, content in parts(page.replace("$ bjcalc new my-game.toml", "$ bjcalc new new.toml")):
        if kind == "extras" and content != "test":
            install(content)
        for command in commands(content) if kind == "block" else ():
            done = run(command)
            wrong = "wrong.toml" in command or "--write-accepted" in command
            allowed = (0, 1, 2) if wrong else (0, 1)
            said = f"{document.name}: {command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
            assert done.returncode in allowed and "Traceback" not in done.stderr, said
            ran += 1
            for accepted in folder.glob("games/accepted.toml"):
                accepted.write_text(accepted.read_text().replace('reason = ""', 'reason = "x"'))
    assert ran or not re.search(r"^\$? ?bjcalc ", page, re.M), "no command was found"
