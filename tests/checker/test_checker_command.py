"""The command: exit status, what it prints, and that quick checks are honest about themselves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from make import as_bytes, body_of, put_at
from test_checker_game import GAMES

from bjcalc.checker.__main__ import main


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("certificates")
    body = body_of(GAMES["two hands"])
    contents = {
        "valid": as_bytes(body),
        "refuted": as_bytes(body, put_at("totals", "ev", "0/1")),
        "unreadable": b"no certificate",
    }
    for name, data in contents.items():
        (folder / name).write_bytes(data)
    return {name: str(folder / name) for name in contents}


@pytest.mark.parametrize(
    ("name", "status", "head"),
    [
        ("valid", 0, "VALID (valid): "),
        ("refuted", 1, "REFUTED (wrong-total): "),
        ("unreadable", 2, "UNREADABLE (not-json): "),
    ],
)
def test_status_and_text(
    files: dict[str, str],
    capsys: pytest.CaptureFixture[str],
    name: str,
    status: int,
    head: str,
) -> None:
    assert main([files[name]]) == status
    out, err = capsys.readouterr()
    assert out.startswith(head)
    assert err == ""  # no progress where nobody looks
    assert main([files[name], "--json"]) == status
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["result", "status", "code", "sentence", "digest", "lines"]
    assert answer["result"] == head.split(maxsplit=1)[0].lower()
    assert answer["status"] == status


def test_quick_says_what_it_left_out(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([files["valid"]]) == 0
    full = capsys.readouterr().out
    assert "signature" in full
    assert "left out" not in full
    assert main([files["valid"], "--quick"]) == 0
    quick = capsys.readouterr().out
    assert "left out (quick): " in quick
    assert main([files["valid"], "--quick"]) == 0
    assert capsys.readouterr().out == quick  # the same sample again
    assert main([files["refuted"], "--quick"]) == 1


def test_as_a_program_and_into_a_closed_pipe(files: dict[str, str]) -> None:
    command = f"{sys.executable} -m bjcalc.checker {files['valid']}"
    run = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} | true"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (run.returncode, run.stderr) == (0, "")
