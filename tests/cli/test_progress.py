"""Every long command shows within a second what it does, on a terminal alone, and takes it away."""

from __future__ import annotations

import os
import pty
import queue
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bjcalc.cli import progress
from bjcalc.cli.common import say
from bjcalc.cli.main import cli

ROOT = Path(__file__).parent.parent
GAME = str(ROOT / "report" / "game.toml")
VALID = str(next((ROOT / "certificates" / "valid").glob("*.json")))
CLEAR = "\r\x1b[K"


class Terminal:
    """Stands in place of stderr; `read` returns what was written since the last time."""

    def __enter__(self) -> Terminal:
        self._end, writer = pty.openpty()
        self._stream = os.fdopen(writer, "w", buffering=1)
        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(sys, "stderr", self._stream)
        self._written: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._pump, daemon=True).start()
        return self

    def _pump(self) -> None:
        with suppress(OSError):  # the other end is closed
            while chunk := os.read(self._end, 4096):
                self._written.put(chunk)

    def __exit__(self, *_: object) -> None:
        self._patch.undo()
        self._stream.close()

    def read(self) -> str:
        time.sleep(0.05)
        chunks = []
        while not self._written.empty():
            chunks.append(self._written.get())
        return b"".join(chunks).decode()


def test_it_is_there_within_a_second_moves_and_goes() -> None:
    with Terminal() as terminal:
        with progress.running("name"):
            time.sleep(0.95)
            first = terminal.read()
            progress.steps("next\x1b[31m")(3, 4)
            say("said", err=True)
            time.sleep(0.5)
        rest = terminal.read()
    assert first.startswith(f"{CLEAR}name, ")
    assert f"{CLEAR}said\r\n" in rest
    assert f"{CLEAR}next\\u001b[31m 75 %, 1 s" in rest
    assert rest.endswith(CLEAR)


def test_a_line_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_FIRST", 0.0)
    monkeypatch.setenv("COLUMNS", "30")
    with Terminal() as terminal, progress.running("long words " * 9):
        time.sleep(0.1)
        line = terminal.read().split(CLEAR)[1]
    assert line == "long words long words lo, 0 s"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("combine GAME", "combine"),
        ("outcomes GAME", "distribution"),
        ("certify GAME -o certificate", "tables"),
        ("audit GAME --claim main=99.5 --no-explain", "Small &"),
        ("report GAME --rounds 500 -o x.md", "strategy classes"),
        ("simulate GAME --rounds 500 --seed 1", "rounds"),
        ("verify VALID", "checking"),
        ("chart GAME", "chart"),
        ("compare GAME", "compare"),
    ],
)
def test_commands(
    words: str,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(progress, "_FIRST", 0.0)
    monkeypatch.setattr(progress, "_AGAIN", 0.001)
    monkeypatch.chdir(tmp_path)
    paths = {"GAME": GAME, "VALID": VALID}
    with Terminal() as terminal:
        cli.main([paths.get(word, word) for word in words.split()], standalone_mode=False)
        seen = terminal.read()
    assert says in seen
    assert CLEAR in seen and not seen.endswith(" s")
    assert CLEAR not in capsys.readouterr().out
