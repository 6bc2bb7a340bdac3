"""`bjcalc report` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bjcalc.cli.main import cli
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import shipped_games

GAME = str(Path(__file__).parent / "game.toml")
FORMS = (".pdf", ".html", ".md", ".json")


def test_all_forms_at_once_and_the_same_again(tmp_path: Path) -> None:
    contents = []
    for run in ("one", "two"):
        files = [tmp_path / f"{run}{form}" for form in FORMS]
        options = [word for file in files for word in ("-o", str(file))]
        result = CliRunner().invoke(cli, ["report", GAME, "--rounds", "3000", *options])
        said = "".join(f"report written to {file}\n" for file in files)
        assert (result.exit_code, result.output) == (0, said)
        contents.append([file.read_bytes() for file in files])
    assert contents[0] == contents[1]
    assert contents[0][0].startswith(b"%PDF-")
    assert contents[0][1].startswith(b"<!DOCTYPE html>")


def test_readings_and_settings_are_in_the_commands_to_reproduce() -> None:
    asked = ("--reading", "soft-17=hit", "--set", "blackjack.pays=6:5", "--no-simulation")
    result = CliRunner().invoke(cli, ["report", GAME, "--json", *asked])
    assert result.exit_code == 0
    data = json.loads(result.output)
    command = data["sections"]["verification"]["blocks"][1]["lines"][0]
    assert command == f"bjcalc report game.toml {' '.join(asked)} -o report.pdf"
    taken = data["sections"]["rules"]["parts"]["interpretations"]["blocks"][3]["rows"]
    assert [row["reading"] for row in taken] == ["stand", "hit (taken, not the default)"]


def test_an_ending_that_is_no_form(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["report", GAME, "-o", str(tmp_path / "x.doc")])
    assert isinstance(result.exception, BjcalcError)
    assert "the ending .doc is no form of a report; write .pdf, .html, .md or .json" in str(
        result.exception
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("game", shipped_games())
def test_every_shipped_game_has_a_report(game: str, tmp_path: Path) -> None:
    file = tmp_path / "report.pdf"
    result = CliRunner().invoke(cli, ["report", game, "--rounds", "200000", "-o", str(file)])
    assert (result.exit_code, result.output) == (0, f"report written to {file}\n")
    assert file.stat().st_size > 50_000


def test_a_file_with_a_shipped_game_s_name_is_told_from_it(tmp_path: Path) -> None:
    file = tmp_path / "borgata-blackjack-pro.toml"
    file.write_text(Path(GAME).read_text())
    result = CliRunner().invoke(cli, ["report", str(file), "--no-simulation"])
    assert result.exit_code == 0
    assert "bjcalc certify borgata-blackjack-pro.toml -o certificate\n" in result.output


@pytest.mark.parametrize("setting", ["split.max_hands=2", "split.max_hands=4"])
def test_the_tolerances_are_those_of_the_command(setting: str) -> None:
    """Few rounds by the exact law where it is known, which both say; digit for digit the same."""
    options = ["--set", setting, "--set", f"split.max_hands_aces={setting[-1]}"]
    result = CliRunner().invoke(cli, ["report", GAME, "--no-simulation", "--json", *options])
    parts = json.loads(result.output)["sections"]["volatility"]["parts"]
    laws = {}
    for per in ("initial", "wagered"):
        table = parts[f"tolerance-{per}"]["blocks"][1]["rows"]
        command = ["tolerance", GAME, "--per", per, *options]
        lines = CliRunner().invoke(cli, command).output.splitlines()
        start = next(i for i, line in enumerate(lines) if line.split()[:1] == ["rounds"])
        for row, line in zip(table, lines[start + 1 :], strict=False):
            assert " ".join(row.values()).split() == line.split()
        laws[per] = [row["law"] for row in table]
    assert laws["initial"] == ["exact law", *["normal law"] * 6]
    assert laws["wagered"] == ["normal law"] * 7
