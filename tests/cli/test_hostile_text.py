"""What files, paths and arguments hold is printed without being obeyed, on any terminal.

Every command meets names with escape sequences, line breaks and a turned direction of writing: it
prints them written out, never ends in a traceback, and its JSON stays JSON.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EVIL = "x\x1b[31m\nVALID (valid)\u202e\u00e9"
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f\u202e]|^VALID", re.MULTILINE)
GAME, BAD, CHART, TABLE, SAVED, ACCEPTED, MISSING = (
    f"{EVIL}{ending}" for ending in (".toml", "-bad.toml", ".csv", ".json", ".save", ".acc", "")
)
QUOTED = json.dumps(EVIL)
FILES = {
    GAME: 'schema = 1\n[game]\nname = "S\u00e9 \u2660"\n[shoe]\ncounts = { A = 6, 5 = 3, T = 12 }\n'
    "[split]\nmax_hands = 2\n",
    BAD: f'schema = {QUOTED}\n[game]\nname = {QUOTED}\n{QUOTED} = 1\n[shoe]\n"{{}}" = {QUOTED}\n',
    CHART: f'row,up,symbol\n"{EVIL}",2,H\n8,"{EVIL}",H\n8,3,"{EVIL}"\n',
    TABLE: json.dumps({"cells": {EVIL: {"2": "H"}, "8": {EVIL: "H", "2": EVIL}}}),
    SAVED: json.dumps({"format": EVIL, "seed": EVIL, "blocks": EVIL, "tallies": [EVIL]}),
    ACCEPTED: f"[[accepted]]\ngame = {QUOTED}\n{QUOTED} = 3\n",
}
COMMANDS = (
    *([command, file] for command in ("rtp", "audit") for file in (GAME, BAD, MISSING)),
    *([command, GAME] for command in ("chart", "report", "sidebets", "outcomes")),
    ["hand", GAME, "--cards", EVIL, "--up", "6"],
    ["hand", GAME, "--cards", "A,5", "--up", "T"],
    ["formula", GAME, EVIL],
    ["formula", EVIL],
    ["paytables", GAME, EVIL, "--rtp", "90"],
    ["tolerance", GAME, "--rounds", EVIL],
    ["diff", GAME, BAD],
    ["evaluate", GAME, CHART],
    ["evaluate", GAME, TABLE],
    ["simulate", GAME, "--rounds", "100", "--checkpoint", SAVED],
    ["simulate", GAME, "--rounds", "100"],
    ["audit", GAME, "--accepted", ACCEPTED],
    ["audit", GAME, "--claim", EVIL],
    ["rtp", GAME, "--set", EVIL],
    ["rtp", GAME, "--set", f"dealer.soft17={QUOTED}"],
    ["rtp", GAME, "--reading", EVIL],
    ["rtp", GAME, f"--{EVIL}"],
    ["chart", GAME, "-o", f"{EVIL}.md"],
    ["chart", GAME, "-o", EVIL],
    ["verify", GAME],
    ["verify", MISSING, "--signature", EVIL],
    ["verify", GAME, "--signer", CHART],
    ["certify", GAME, "-o", f"{EVIL}-folder"],
    ["certify", GAME, "-o", CHART],
    ["certify", GAME, "-o", f"{EVIL}-folder", "--sign", CHART],
    ["keygen", "-o", f"{EVIL}-key"],
    ["keygen", "-o", CHART],
    ["new", f"{EVIL}-new"],
    ["new", CHART],
    [EVIL],
    ["games", EVIL],
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        Path(name).write_text(content)
    return tmp_path


SCRIPT = """
import importlib, json, os, sys
from bjcalc.cli.main import COMMANDS, run
for module in COMMANDS.values():
    importlib.import_module(f"bjcalc.cli.{module}")
for number, command in enumerate(json.load(open("commands"))):
    child = os.fork()
    if not child:
        os.dup2(os.open(f"{number}.out", os.O_CREAT | os.O_WRONLY), 1)
        os.dup2(os.open(f"{number}.err", os.O_CREAT | os.O_WRONLY), 2)
        run(command)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.parametrize("encoding, more", [("utf-8", []), ("ascii", ["--json"])])
def test_nothing_is_obeyed(encoding: str, more: list[str], folder: Path) -> None:
    commands = [[*command, *more] for command in COMMANDS]
    Path("commands").write_text(json.dumps(commands))
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    statuses = [int(line) for line in done.stdout.split()]
    assert len(statuses) == len(COMMANDS) and set(statuses) == {0, 2}
    for number, (command, status) in enumerate(zip(commands, statuses, strict=True)):
        out, err = (Path(f"{number}.{name}").read_bytes() for name in ("out", "err"))
        printed = (out + b"\n" + err).decode(encoding)
        assert "Traceback" not in printed and not RAW.search(printed), (command, printed)
        assert out or err, command
        if more and status < 2 and command[0] != "new":
            json.loads(out)
