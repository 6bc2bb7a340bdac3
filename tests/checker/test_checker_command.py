"""The command: exit status, what it prints, and that quick checks are honest about themselves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from make import Body, as_bytes, body_of, put_at
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


@pytest.mark.parametrize(
    ("name", "shell", "status", "words"),
    [
        ("valid", "{}", 0, ""),
        ("valid", "{} > /dev/full", 2, "the answer cannot be written: No space left on device\n"),
        ("valid", "{} --json > /dev/full", 2, "cannot be written"),
        ("valid", "{} | true", 2, "the answer cannot be written: Broken pipe\n"),
        ("valid", "{} >&-", 2, "the answer cannot be written: stdout is closed\n"),
        ("refuted", "{} 2>&-", 1, ""),
        ("refuted", "{} > /dev/full 2>&-", 2, ""),
    ],
)
def test_as_a_program(
    files: dict[str, str], name: str, shell: str, status: int, words: str
) -> None:
    command = f"{sys.executable} -m bjcalc.checker {files[name]}"
    run = subprocess.run(
        ["bash", "-c", "set -o pipefail; " + shell.format(command)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert run.returncode == status
    assert words in run.stderr if words else run.stderr == ""


ODD = "VALID\n\x1b[2J\u202e\u0410"


def test_what_the_file_says_is_escaped(tmp_path: Path) -> None:
    """A terminal that knows ASCII alone, and one that obeys what it is shown."""

    def put_odd(body: Body) -> None:
        body["side_bets"] = [{"kind": ODD}]
        body["rules"][ODD] = ODD

    body = body_of(GAMES["two hands"])
    contents = [
        as_bytes(body, put_at("game", "name", ODD)),
        as_bytes(body, put_at("claims", [{"about": ODD}])),
        as_bytes(body, put_odd),
        as_bytes(body).replace(b'"format": "', b'"format": "\\u001b[2J\xd0\x90'),
        json.dumps({"header": {ODD: ODD}, "body": {}}).encode(),
        b"{" + json.dumps(ODD).encode() + b": 1}",
        b"",
    ]
    for number, data in enumerate(contents):
        path = tmp_path / f"\u0410\x1b[2J\n{number}.json"
        if data:
            path.write_bytes(data)
        for options in ([], ["--json"]):
            run = subprocess.run(
                [sys.executable, "-m", "bjcalc.checker", str(path), *options],
                capture_output=True,
                check=False,
                cwd=Path(__file__).parents[2],
                env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"},
            )
            assert (run.returncode, run.stderr) == (2, b"")
            (line,) = run.stdout.decode("ascii").splitlines()
            assert line.isprintable()
            assert line.startswith(("UNREADABLE (", '{"result": "unreadable"'))
