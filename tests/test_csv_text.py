"""CSV: no cell that a spreadsheet would compute, and numbers as they are."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from bjcalc import load_game
from bjcalc.certificate.body import certify
from bjcalc.certificate.folder import folder_files
from bjcalc.cli.main import cli
from bjcalc.csv_text import csv_text

FORMULAS = (
    *(
        "=1+1",
        "+1+cmd",
        "-2+3",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        " =1",
        "\u00a0+x",
        "\uff1d1",
        "\uff20x",
    ),
    *("-", "-1/2/3", "+1e5", "-x", "-1 %", "=", "-\u0661"),
)
PLAIN = ("", "a=b", "A,A", "x@y", "-1/2", "-0.5", "+3", "7", "12/5", "'=1", '"=1"', "5-card")


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas_become_texts(text: str) -> None:
    read = next(csv.reader(io.StringIO(csv_text([text]), newline="")))
    assert read == ["'" + text.replace("\r", "\n")]


def test_other_cells_stay_as_they_are() -> None:
    text = csv_text(["a", "b"], [PLAIN, [-1, 2]])
    assert list(csv.reader(io.StringIO(text))) == [["a", "b"], list(PLAIN), ["-1", "2"]]
    assert csv_text([]) == "\n"


GAME = """
schema = 1
[game]
name = "=Formula"
[shoe]
counts = { Ac = 6, 5h = 3, 6s = 4, 10d = 11 }
[split]
max_hands = 2
[[side_bets]]
name = "=cmd"
id = "cmd"
cards = ["player1", "player2"]
[[side_bets.categories]]
name = "@SUM(1)"
when = "same rank"
pays = 11
"""


def test_commands_write_no_formula(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(GAME)
    tables = [
        data.decode()
        for name, data in folder_files(certify(load_game(path))).items()
        if name.endswith(".csv")
    ]
    chart = tmp_path / "chart.csv"
    assert CliRunner().invoke(cli, ["chart", str(path), "-o", str(chart)]).exit_code == 0
    assert CliRunner().invoke(cli, ["evaluate", str(path), str(chart)]).exit_code == 0
    arguments = ["paytables", str(path), "=cmd", "--rtp", "80", "--all"]
    tables += [chart.read_text(), CliRunner().invoke(cli, arguments).stdout]
    cells = [cell for table in tables for row in csv.reader(io.StringIO(table)) for cell in row]
    assert {"'@SUM(1)"} <= set(cells)
    for cell in cells:
        assert cell[:1] not in ("=", "+", "@")
        assert (
            not cell.startswith("-") or cell.strip("-").replace("/", "").replace(".", "").isdigit()
        )
