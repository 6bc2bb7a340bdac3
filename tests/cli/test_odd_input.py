"""Files of a kind that no program writes: refused at once, in words, never a traceback."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from running import bjcalc

GAME = "atlantic-city-blackjack-gold"
COLUMNS = "row,2,3,4,5,6,7,8,9,T,A\n"
DEEP = "nested more than 32 deep"

FILES = {
    "chart.csv: a long field": (
        f"{COLUMNS}hard 16,{'S' * 140_000}\n",
        "2: is not CSV: field larger",
    ),
    "chart.csv: a long row name": (f"{COLUMNS}{'x' * 100_000},S\n", "is not a row"),
    "chart.csv: many wrong rows": (COLUMNS + "q,S\n" * 20_000, "more"),
    "chart.csv: an open quote": (f'{COLUMNS}hard 16,"{"S" * 140_000}', "is not CSV"),
    "chart.json: unclosed": ("[" * 100_000, DEEP),
    "chart.json: a deep play": (
        f'{{"cells": {{"hard 16": {{"2": {"[" * 900}{"]" * 900}}}}}}}',
        DEEP,
    ),
    "chart.json: a long number": (
        f'{{"cells": {{"hard 16": {{"2": {"9" * 5000}}}}}}}',
        "is not a play",
    ),
    "chart.json: a large exponent": ('{"cells": {"hard 16": {"2": 1e999999999}}}', "is not a play"),
    "accepted.toml: a key of many parts": ("a" + ".a" * 1000 + " = 1", DEEP),
    "accepted.toml: a key of very many parts": ("a" + ".a" * 100_000 + " = 1", DEEP),
    "accepted.toml: unclosed": ("k = " + "[" * 100_000, DEEP),
    "accepted.toml: a long number": ("k = " + "9" * 5000, "is not TOML in UTF-8"),
    "accepted.toml: a large exponent": ("k = 1e999999999", "unknown key"),
    "accepted.toml: a long exact value": (
        f'[[accepted]]\ngame = "x"\nexact = "{"9" * 5000}/1"\n',
        "accepted[0].exact: has 5002 characters; no exact value has as many",
    ),
    "rounds.json: unclosed": ("[" * 100_000, DEEP),
    "rounds.json: a long number": (f'{{"digest": {"9" * 5000}}}', "is no checkpoint"),
}


@pytest.mark.parametrize(("content", "message"), FILES.values(), ids=FILES)
def test_odd_files(
    content: str,
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    name = request.node.callspec.id.partition(":")[0]
    file = tmp_path / name
    file.write_text(content)
    words = {
        "chart": ["evaluate", GAME, str(file)],
        "accepted": ["audit", GAME, "--accepted", str(file)],
        "rounds": ["simulate", GAME, "--rounds", "10", "--checkpoint", str(file)],
    }[file.stem]
    started = process_time()
    status, out, err = bjcalc(capsys, *words)
    assert process_time() - started < 2
    assert (status, out) == (2, "")
    assert err.startswith(f"{file}:") or f" {file}" in err
    assert message in err
    assert len(err) < 40_000
    assert file.read_text() == content


NINES, ZEROS = "9" * 5000, "0" * 5000


@pytest.mark.parametrize(
    ("command", "option", "value"),
    [
        (["simulate", GAME], "--rounds", NINES),
        (["tolerance", GAME], "--rounds", f"1.{NINES}"),
        (["tolerance", GAME], "--rounds", f"{ZEROS}x"),
        (["tolerance", GAME, "--rounds", "10"], "--level", NINES),
        (["combine", GAME], "--bets", f"main={NINES}"),
        (["combine", GAME], "--hands", NINES),
        (["combine", GAME], "--bets", "main=1e999999999"),
        (["paytables", "borgata-blackjack-pro", "21+3"], "--rtp", ZEROS),
        (["outcomes", GAME], "--digits", NINES),
    ],
)
def test_long_numbers_of_options(
    capsys: pytest.CaptureFixture[str], command: list[str], option: str, value: str
) -> None:
    started = process_time()
    status, _, err = bjcalc(capsys, *command, option, value)
    assert status == 2
    assert "Traceback" not in err
    assert process_time() - started < 2
