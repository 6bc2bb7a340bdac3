"""`bjcalc audit`, as a user meets it: output, messages, files, exit status."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from running import bjcalc

# Two cards of five: both are the ace of clubs with chance 3/5, so the RTP is 3/5 * 1.6 = 96 %.
GAME = """
schema = 1
[game]
name = "Pair Bet"
source = { document = "Pair Bet, help text" }
[shoe]
counts = { Ac = 4, Kd = 1 }
[[side_bets]]
name = "Pair"
cards = ["player1", "player2"]
pays_source = "stated"
[[side_bets.categories]]
name = "Pair"
when = "same card"
pays = 0.6
[[claims]]
about = "side_bets.pair"
what = "rtp"
printed = "%s"
source = "Section Return"
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "pair-bet.toml"
    path.write_text(GAME % "96 %")
    return path


@pytest.fixture
def false_game(tmp_path: Path) -> Path:
    path = tmp_path / "false.toml"
    path.write_text(GAME % "97 %")
    return path


def test_accepted_findings(
    capsys: pytest.CaptureFixture[str], false_game: Path, tmp_path: Path
) -> None:
    accepted = tmp_path / "accepted.toml"
    assert bjcalc(capsys, "audit", false_game, "--write-accepted", accepted)[0] == 1
    status, _, err = bjcalc(capsys, "audit", false_game, "--accepted", accepted)
    assert status == 2
    assert "has no reason" in err
    accepted.write_text(accepted.read_text().replace('reason = ""', 'reason = "text is changed"'))
    good = accepted.read_text()
    accepted.write_text(good.replace('exact = "24/25"', 'exact = "0.96"'))
    line = good.split("\n").index('exact = "24/25"') + 1
    status, _, err = bjcalc(capsys, "audit", false_game, "--accepted", accepted)
    assert status == 2
    assert err.startswith(f"{accepted}:{line}: accepted[0].exact: '0.96' is no exact value")
    accepted.write_text(good)
    status, out, _ = bjcalc(capsys, "audit", false_game, "--accepted", accepted)
    assert status == 0
    assert "ACCEPTED as known: RTP of Pair: printed 97 %" in out
    false_game.write_text(GAME.replace("0.6", "0.601") % "97 %")
    assert bjcalc(capsys, "audit", false_game, "--accepted", accepted)[0] == 1
    status, _, err = bjcalc(capsys, "audit", false_game, "--write-accepted", accepted)
    assert status == 2
    assert "exists already" in err


def test_files_are_written(
    capsys: pytest.CaptureFixture[str], game: Path, false_game: Path, tmp_path: Path
) -> None:
    names = [tmp_path / name for name in ("r.md", "r.html", "r.xml")]
    options = ["-o", names[0], "-o", names[1], "--junit", names[2]]
    status, out, _ = bjcalc(capsys, "audit", game, false_game, "--json", *options)
    assert status == 1
    data = json.loads(out)
    assert [one["passes"] for one in data["games"]] == [True, False]
    assert data["passes"] is False
    assert names[0].read_text().startswith("# Audit of printed numbers")
    assert names[1].read_text().startswith("<!DOCTYPE html>")
    assert ET.parse(names[2]).getroot().get("failures") == "1"


@pytest.mark.slow
def test_the_shipped_games(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = bjcalc(capsys, "audit", "shipped", "--no-explain")
    assert status == 1
    assert out.split("\n\n")[0].split("\n") == [
        "PASS  Atlantic City Blackjack Gold (atlantic-city-blackjack-gold): "
        "no printed number to check",
        "FAIL  BetMGM Blackjack Pro (betmgm-blackjack-pro): 3 claims: 1 refuted, 2 consistent",
        "PASS  Blackjack (7-card Charlie) (blackjack-seven-card-charlie): "
        "no printed number to check",
        "FAIL  Bonus Pairs Blackjack (bonus-pairs-blackjack): 1 claim: 1 refuted",
        "FAIL  Borgata Blackjack Pro (borgata-blackjack-pro): 3 claims: 1 refuted, 2 consistent",
    ]
