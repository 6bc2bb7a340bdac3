"""`bjcalc audit`, as a user meets it: output, messages, files, exit status."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from bjcalc.cli.main import run

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


def bjcalc(capsys: pytest.CaptureFixture[str], *args: str | Path) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        run([str(arg) for arg in args])
    out, err = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, out, err


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


def test_a_right_claim_passes(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    status, out, err = bjcalc(capsys, "audit", game)
    assert (status, err) == (0, "")
    assert out.startswith("PASS  Pair Bet (pair-bet): 1 claim: 1 confirmed\n")
    assert "PASS: RTP of Pair: printed 96 %\n  Verdict: confirmed\n" in out
    assert "as a fraction: 24/25" in out


def test_a_false_claim_fails(capsys: pytest.CaptureFixture[str], false_game: Path) -> None:
    status, out, _ = bjcalc(capsys, "audit", false_game)
    assert status == 1
    assert "FAIL: RTP of Pair: printed 97 %\n  Verdict: refuted\n" in out


def test_a_game_without_claims_passes_and_says_so(
    capsys: pytest.CaptureFixture[str], game: Path
) -> None:
    game.write_text(game.read_text().split("[[claims]]")[0])
    status, out, _ = bjcalc(capsys, "audit", game)
    assert status == 0
    assert "no printed number to check" in out
    status, out, _ = bjcalc(capsys, "audit", game, "--claim", "pair=95.5")
    assert status == 1
    assert "Where it is printed: --claim pair=95.5" in out


def test_allowed_verdicts(capsys: pytest.CaptureFixture[str], false_game: Path) -> None:
    status, out, _ = bjcalc(capsys, "audit", false_game, "--allow", "truncation, refuted")
    assert status == 0
    assert "1 refuted (allowed)" in out
    assert bjcalc(capsys, "audit", false_game, "--allow", "truncation")[0] == 1


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


def test_limits(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    status, out, _ = bjcalc(capsys, "audit", game, "--jurisdiction", "Malta")
    assert status == 1, "this shoe cannot be played, so the main game's return is not known"
    assert "PASS: MT: RTP at least 85 %: Pair" in out
    assert "NOT DECIDABLE: MT: RTP at least 85 %: main game" in " ".join(out.split())
    assert "MT" not in bjcalc(capsys, "audit", game)[1]


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (["--claim", "main"], "write SUBJECT=NUMBER"),
        (["--claim", "pear=96 %"], "there are: main, pair"),
        (["--claim", "pair=96 % or so"], "'or so' is not understood"),
        (["--claim", "main=.9957"], "a digit is missing before the decimal point"),
        (["--claim", "main=99."], "a digit is missing after the decimal point"),
        (["--claim", "main=99.57%%"], "has its unit twice"),
        (["--claim", "pair=96 % per unit wagered"], "total wagered"),
        (["--allow", "confirmd"], "not a verdict that can be allowed"),
        (["--jurisdiction", "XX"], "NJ (New Jersey), MT (Malta)"),
        (["-o", "report.pdf"], "is no form of a report; write .md or .html"),
        (["--accepted", "/nowhere/accepted.toml"], "cannot be read"),
        (["--set", "shoe.deck=6"], "did you mean"),
        (["no-such-game"], "neither a shipped game nor a file"),
    ],
)
def test_what_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], game: Path, options: list[str], part: str
) -> None:
    status, out, err = bjcalc(capsys, "audit", game, *options)
    assert (status, out) == (2, "")
    assert part in err


def test_claims_that_cannot_be_read_are_named_with_their_line(
    capsys: pytest.CaptureFixture[str], game: Path
) -> None:
    game.write_text(GAME % "95 to 96 %")
    status, _, err = bjcalc(capsys, "audit", game)
    assert status == 2
    line = game.read_text().split("\n").index('printed = "95 to 96 %"') + 1
    assert err.startswith(f"{game}:{line}: claims[0].printed: '95 to 96 %' is more than one number")


def test_a_claim_goes_with_one_game(
    capsys: pytest.CaptureFixture[str], game: Path, false_game: Path
) -> None:
    status, _, err = bjcalc(capsys, "audit", game, false_game, "--claim", "pair=96 %")
    assert status == 2
    assert "one game" in err


def test_a_game_named_twice_is_judged_once(capsys: pytest.CaptureFixture[str], game: Path) -> None:
    out = bjcalc(capsys, "audit", game, game)[1]
    assert out.count("1 claim: 1 confirmed") == 1


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = bjcalc(capsys, "audit", "--help")
    assert status == 0
    assert "bjcalc audit shipped --json --junit out.xml" in out


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
