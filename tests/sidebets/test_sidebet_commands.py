"""The commands sidebets, paytables and formula, and what they say to bad input."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from bjcalc.cli.main import run

GAME = """
schema = 1

[game]
name = "Test game"

[shoe]
decks = 2

[[side_bets]]
id = "pairs"
name = "Pairs"
cards = ["player1", "player2"]
paid = "best"
impossible = "warn"

[[side_bets.categories]]
name = "Perfect"
when = "same card"
pays = 25

[[side_bets.categories]]
name = "Mixed"
when = "same rank"
pays = "5:2"
"""


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Any:
    def calling(*args: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            run(list(args))
        out, err = capsys.readouterr()
        return int(left.value.code or 0), out, err

    return calling


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.toml"
    path.write_text(GAME)
    return path


def test_the_side_bets_of_a_shipped_game(call: Any) -> None:
    status, out, err = call("sidebets", "borgata-blackjack-pro")
    assert (status, err) == (0, "")
    assert "RTP 95.9036144578 % = 398/415" in out
    assert "RTP 96.2960873595 % = 119489/124085" in out
    assert out.count("INFERRED") == 3
    assert "11912160 unordered deals of player1, player2, up" in out


def test_json_carries_every_figure_as_text(call: Any) -> None:
    status, out, _ = call("sidebets", "borgata-blackjack-pro", "--json", "--digits", "30")
    assert status == 0
    data = json.loads(out)
    bet = next(bet for bet in data["side_bets"] if bet["id"] == "21+3")
    assert bet["pays_source"] == "inferred"
    assert bet["deals"]["total"] == "11912160"
    assert [c["combinations"] for c in bet["categories"]] == [
        *("2912", "24576", "61568", "368640", "700928")
    ]
    assert bet["rtp"]["exact"] == "119489/124085"
    assert bet["ev"]["exact"] == "-4596/124085"
    assert bet["standard_deviation"].startswith("3.98299204")
    assert len(bet["standard_deviation"].partition(".")[2]) == 30
    assert data["readings"]["straight-ace"] == "both"


def test_lost_pays_stay_symbols(call: Any) -> None:
    status, out, _ = call("sidebets", "bonus-pairs-blackjack")
    assert status == 0
    assert "RTP = 31/415 * (1 + pair)" in out
    status, out, _ = call(
        "sidebets", "bonus-pairs-blackjack", "--set", "side_bets.bonus-pairs.pays=[12]"
    )
    assert status == 0
    assert "assumed (given when asking)" in out
    assert "403/415" in out


def test_a_reading_changes_the_counts(call: Any) -> None:
    _, out, _ = call("sidebets", "borgata-blackjack-pro", "--reading", "straight-ace=high")
    assert "RTP 92.85" in out


def test_an_impossible_category_of_a_shipped_bet_is_a_warning(call: Any) -> None:
    status, out, err = call("sidebets", "borgata-blackjack-pro", "--set", "shoe.decks=1")
    assert status == 0
    assert "warning: Perfect Pairs: 'Perfect pair' can never happen with 1 deck" in err
    assert "never" in out
    assert "-8/17" in out


def test_a_game_without_side_bets(call: Any) -> None:
    status, out, _ = call("sidebets", "atlantic-city-blackjack-gold")
    assert status == 0
    assert "no side bets" in out


def test_the_library(call: Any) -> None:
    status, out, _ = call("sidebets", "--library", "--decks", "6")
    assert status == 0
    assert "100/40/30/10/5" in out
    status, out, _ = call("sidebets", "--library", "--json")
    entries = json.loads(out)["side_bets"]
    assert all(entry["source"] and entry["rtp"] for entry in entries)
    assert {"insurance", "hot-3", "match-the-dealer"} <= {entry["id"] for entry in entries}


@pytest.mark.parametrize(
    "args",
    [
        ("sidebets",),
        ("sidebets", "--library", "borgata-blackjack-pro"),
        ("sidebets", "borgata-blackjack-pro", "--decks", "6"),
        ("sidebets", "--library", "--decks", "0"),
        ("sidebets", "no-such-game"),
        ("sidebets", "borgata-blackjack-pro", "--set", "side_bets.21+3.ace=around"),
        ("sidebets", "borgata-blackjack-pro", "--set", "side_bets.21+3.pays=[1]"),
        ("sidebets", "borgata-blackjack-pro", "--digits", "-1"),
        ("paytables", "borgata-blackjack-pro", "21+3"),
        ("paytables", "borgata-blackjack-pro", "22+3", "--rtp", "96.29"),
        ("paytables", "borgata-blackjack-pro", "21+3", "--rtp", "0.9629"),
        ("paytables", "borgata-blackjack-pro", "21+3", "--rtp", "many"),
        (
            "paytables",
            "borgata-blackjack-pro",
            "21+3",
            "--rtp",
            "96.29",
            "--min",
            "9",
            "--max",
            "8",
        ),
        ("paytables", "borgata-blackjack-pro", "21+3", "--rtp", "96.29", "--all", "--json"),
        ("formula", "no such bet"),
        ("formula", "pairs", "--game", "borgata-blackjack-pro"),
        ("formula", "perfect-pairs", "--set", "shoe.decks=2"),
    ],
)
def test_bad_input_leaves_with_status_2_and_a_sentence(call: Any, args: tuple[str, ...]) -> None:
    status, out, err = call(*args)
    assert status == 2
    assert out == ""
    assert err.strip()
    assert "Traceback" not in err


def test_mistakes_in_a_file_come_with_their_lines(call: Any, game: Path) -> None:
    text = GAME.replace("same card", "sam card").replace('"5:2"', "-5")
    game.write_text(text)
    status, _, err = call("sidebets", str(game))
    assert status == 2
    lines = text.split("\n")
    when = lines.index('when = "sam card"') + 1
    pays = lines.index("pays = -5") + 1
    assert f"game.toml:{when}: side_bets[0].categories[0].when" in err
    assert f"game.toml:{pays}: side_bets[0].categories[1].pays" in err
    assert "did you mean 'same'" in err


def test_pay_tables_of_a_claim(call: Any) -> None:
    status, out, _ = call("paytables", "borgata-blackjack-pro", "21+3", "--rtp", "96.29")
    assert status == 0
    assert "92524 tables" in out
    first = next(line for line in out.split("\n") if "yes" in line)
    assert "21+3 100-40-30-10-5; this game's pays (inferred)" in first
    assert first.split()[:5] == ["100", "40", "30", "10", "5"]


def test_an_unreachable_claim_is_proved(call: Any) -> None:
    status, out, _ = call("paytables", "borgata-blackjack-pro", "Perfect Pairs", "--rtp", "95.91")
    assert status == 0, "reached by rounding up"
    assert "398/415 = 95.90361446 %" in out
    assert "399/415 = 96.14457831 %" in out
    status, out, _ = call("paytables", "borgata-blackjack-pro", "perfect-pairs", "--rtp", "95.95")
    assert status == 1
    status, out, _ = call(
        *("paytables", "borgata-blackjack-pro", "perfect-pairs", "--rtp", "95.95", "--json")
    )
    assert status == 1
    nearest = json.loads(out)["roundings"]["nearest"]
    assert nearest["tables"] == "0"
    assert nearest["neighbours"]["below"]["rtp"]["exact"] == "398/415"


def test_every_table_as_csv(call: Any) -> None:
    status, out, err = call(
        *("paytables", "betmgm-blackjack-pro", "players-pair", "--rtp", "95.90", "--all")
    )
    assert (status, err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 21
    known = [row for row in rows if "25-12-6" in row["remark"]]
    assert len(known) == 1
    assert known[0]["rtp"] == "398/415"
    assert (known[0]["nearest"], known[0]["truncated"], known[0]["up"]) == ("1", "1", "0")


def test_pay_tables_of_a_users_game(call: Any, game: Path) -> None:
    # A pay that is no whole number is no table of the search, but still the game's own.
    status, out, _ = call("paytables", str(game), "PAIRS", "--rtp", "90", "--first", "3", "--json")
    data = json.loads(out)
    assert status in (0, 1)
    assert len(data["ranked"]) <= 3
    assert [c["name"] for c in data["categories"]] == ["Perfect", "Mixed"]


def test_formulas(call: Any, game: Path) -> None:
    status, out, _ = call("formula", "Perfect Pairs")
    assert status == 0
    assert "P(Perfect pair) = (n - 1)/(52*n - 1)" in out
    assert "(53*n - 26)/(52*n - 1)" in out
    status, out, _ = call("formula", "pairs", "--game", str(game), "--json")
    data = json.loads(out)
    assert status == 0
    assert data["degree_bound"] == 2
    assert data["tables"][0]["name"] == "this game's pays (stated)"
    assert data["probabilities"][1]["probability"] == "3*n/(52*n - 1)"
