"""The commands sidebets, paytables and formula, and what they say to bad input."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from bjcalc.cli.main import run
from bjcalc.numbers import decimal_text
from bjcalc.shoe import Shoe
from bjcalc.sidebets import count, find_known_bet

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
    assert "pays: ASSUMED, in place of what the rules state" in out
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
    lines = out.split("\n")
    first = next(number for number, line in enumerate(lines) if "yes" in line)
    assert lines[first + 1] == "    21+3 100-40-30-10-5; this game's pays (inferred)"
    assert lines[first].split()[:5] == ["100", "40", "30", "10", "5"]
    assert "  A: Suited three of a kind" in lines
    assert max(map(len, lines)) <= 80


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


LIMITED = ("paytables", "borgata-blackjack-pro", "perfect-pairs", "--rtp", "95.9", "--max", "5")


def test_known_tables_outside_the_limits_are_marked_and_do_not_count(call: Any) -> None:
    status, out, _ = call(*LIMITED)
    assert status == 1
    assert out.endswith(
        "    Perfect Pairs 25-12-6; this game's pays (inferred); outside the limits asked\n"
        "    for\n"
    )
    status, out, _ = call(*LIMITED, "--json")
    assert status == 1
    (known,) = json.loads(out)["known"]
    assert (known["pays"], known["within_limits"]) == (["25/1", "12/1", "6/1"], False)
    assert call(*LIMITED, "--all")[0] == 1
    status, out, _ = call(*LIMITED[:-1], "25", "--json")
    assert status == 0
    assert json.loads(out)["known"][0]["within_limits"] is True


def test_a_known_table_out_of_order_is_marked(call: Any, tmp_path: Path) -> None:
    known = find_known_bet("lucky-lucky")
    shoe = Shoe.of_decks(6)
    counts = count(known.bet(known.versions[0]), shoe)
    pays = known.versions[0].amounts
    pairs = [*zip(counts.categories, pays, strict=True)]
    assert any(rare < often and pay < more for rare, pay in pairs for often, more in pairs)
    head, _, _ = GAME.partition("[[side_bets]]")
    text = head.replace("decks = 2", "decks = 6") + (
        '[[side_bets]]\nname = "Mine"\ncards = ["player1", "player2", "up"]\npaid = "best"\n'
        'pays_source = "unknown"\n'
    )
    for number, (_, when) in enumerate(known.categories):
        text += f'[[side_bets.categories]]\nname = "c{number}"\nwhen = "{when}"\n'
    path = tmp_path / "lucky.toml"
    path.write_text(text)
    rtp = decimal_text(100 * counts.rtp, 4)
    command = ("paytables", str(path), "mine", "--rtp", rtp, "--first", "0")
    for order, inside in (((), False), (("--any-order",), True)):
        status, out, _ = call(*command, *order)
        assert status == 0
        assert ("outside the limits asked for" not in out) is inside
        status, out, _ = call(*command, *order, "--json")
        tables = {table["name"]: table["within_limits"] for table in json.loads(out)["known"]}
        assert tables[f"{known.name} {known.versions[0].id}"] is inside


@pytest.mark.parametrize(
    "args",
    [
        ("sidebets", "borgata-blackjack-pro"),
        ("sidebets", "--library"),
        ("paytables", "borgata-blackjack-pro", "perfect-pairs", "--rtp", "95.95"),
    ],
)
def test_prose_fits_a_screen(call: Any, args: tuple[str, ...]) -> None:
    _, out, _ = call(*args)
    # A line of a table may need more: it has columns, two spaces apart.
    long = [line for line in out.split("\n") if len(line) > 80 and "  " not in line.strip()]
    assert long == []


def test_columns_add_up_to_what_their_head_says(call: Any) -> None:
    _, out, _ = call("sidebets", "borgata-blackjack-pro")
    assert out.count("adds to RTP") == 3
    assert "share of RTP" not in out


def test_notes_on_inferred_pays_are_shown_where_they_hold(call: Any) -> None:
    holds = "which no whole-number pays give"
    _, out, _ = call("sidebets", "borgata-blackjack-pro")
    assert holds in " ".join(out.split())
    for change in (
        ("--set", "shoe.decks=1"),
        ("--set", "side_bets.perfect-pairs.pays=[25,12,6]"),
        ("--set", "side_bets.perfect-pairs.categories[0].pays=30"),
    ):
        _, out, _ = call("sidebets", "borgata-blackjack-pro", *change)
        assert holds not in " ".join(out.split()), change
    _, out, _ = call(
        "sidebets", "borgata-blackjack-pro", "--set", "side_bets.21+3.pays=[9,9,9,9,9]", "--json"
    )
    assert [bool(bet["note"]) for bet in json.loads(out)["side_bets"]] == [True, True, False]
    _, out, _ = call("sidebets", "borgata-blackjack-pro", "--reading", "straight-ace=high")
    assert "96.2961 %" not in out
    # A note on lost pays holds whatever is assumed in their place.
    _, out, _ = call(
        "sidebets", "bonus-pairs-blackjack", "--set", "side_bets.bonus-pairs.pays=[12]"
    )
    assert "note: The pay table is lost" in out


def test_pays_assumed_in_the_file_are_not_said_to_be_asked_for(call: Any, game: Path) -> None:
    game.write_text(GAME.replace('impossible = "warn"', 'impossible = "warn"\npays = [7, 3]'))
    _, out, _ = call("sidebets", str(game))
    assert "pays: ASSUMED, in place of what the rules state" in out


def test_a_formula_says_what_has_no_effect_on_it(call: Any) -> None:
    command = ("formula", "21+3", "--game", "borgata-blackjack-pro")
    asked = (
        *("--set", "shoe.decks=2", "--set", "dealer.soft17=hit"),
        *("--reading", "straight-ace=high", "--reading", "stand-on-21=no"),
    )
    status, _, err = call(*command, *asked)
    assert status == 0
    said = " ".join(err.split())
    assert "setting shoe.decks=2 changes nothing here: the formula holds for n standard" in said
    assert "setting dealer.soft17=hit changes nothing here" in said
    assert "reading stand-on-21=no changes nothing here" in said
    assert "straight-ace" not in said
    assert call(*command, "--set", "side_bets[2].pays=[9,9,9,9,9]")[2] == ""
    assert call(*command)[2] == ""


@pytest.mark.parametrize(
    ("rtp", "message"),
    [
        ("0", "an RTP of zero needs no pay table"),
        ("-3", "'-3' is negative"),
        ("99999", "'99999' is above 9999 percent, the most that can be asked"),
        ("96." + "1" * 31, "has 31 digits after the point: 30 are the most"),
        ("0.9629", "'0.9629' percent is hardly an RTP"),
    ],
)
def test_a_wrong_rtp_is_told_which_limit_it_breaks(call: Any, rtp: str, message: str) -> None:
    status, _, err = call("paytables", "borgata-blackjack-pro", "21+3", f"--rtp={rtp}")
    assert status == 2
    assert message in err
