"""`bjcalc hand`, as a user meets it: every action's value, conditions, splits, removed cards."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from running import bjcalc, bjcalc_json

GAME = "borgata-blackjack-pro"
ACTIONS = ["stand", "hit", "double", "split", "surrender"]


def hand(capsys: pytest.CaptureFixture[str], cards: str, up: str, *options: str) -> Any:
    return bjcalc_json(capsys, "hand", GAME, "--cards", cards, "--up", up, *options)


def exact(data: Any, action: str, table: str = "actions") -> Fraction:
    return Fraction(data[table][action]["exact"])


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = hand(capsys, "10,2", "4")
    assert list(data["actions"]) == list(data["unconditional"]) == ACTIONS
    assert data["actions"]["stand"] == {
        "exact": "-6579974301463657/31169962967698170",
        "decimal": "-0.211099843406",
    }
    assert data["actions"]["hit"]["decimal"] == "-0.211160808178"
    assert data["actions"]["split"] is None
    assert data["actions"]["surrender"]["exact"] == "-1/2"
    assert (data["best"], data["hand"], data["up"]) == ("stand", "2,T", "4")
    assert data["given_no_natural"] is False and data["condition"] == "given the cards seen"
    assert data["insurance"] is None and data["even_money"] is None


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = bjcalc(capsys, "hand", GAME, "--cards", "10,2", "--up", "4")
    assert (status, err) == (0, "")
    lines = [re.sub(" +", " ", line) for line in out.splitlines()]
    assert "10,2 against 4: stand" in lines
    assert "stand * -0.211099843406 -6579974301463657/31169962967698170" in lines
    assert "surrender -0.500000000000 -1/2" in lines
    assert not [line for line in lines if line.startswith("split")]


def test_an_action_that_could_need_a_missing_card(capsys: pytest.CaptureFixture[str]) -> None:
    shoe = ("--set", "shoe.counts={2=4,3=4,4=2,7=2,T=7}", "--set", "split.max_hands=4")
    asked = ("blackjack-seven-card-charlie", "--cards", "2,2", "--up", "7", *shoe)
    data = bjcalc_json(capsys, "hand", *asked)
    assert data["actions"]["split"] is data["unconditional"]["split"] is None
    assert data["best"] == "hit"
    assert list(data["missing"]) == ["split"]
    assert "2,2 against 7 is split into 4 hands" in data["missing"]["split"]
    status, out, _ = bjcalc(capsys, "hand", *asked)
    assert status == 0
    assert "2,2 against 7: hit, of the actions below" in out
    assert "split has no value: the shoe of 19 cards is too small" in out
    status, _, err = bjcalc(capsys, "rtp", "blackjack-seven-card-charlie", *shoe)
    assert status == 2
    assert "the shoe of 19 cards is too small: when 2,2 against 7 is split into 4 hands" in err


def test_a_peek_gives_both_values(capsys: pytest.CaptureFixture[str]) -> None:
    """Given no dealer natural, and before the peek: a natural takes the one unit at stake."""
    data = hand(capsys, "10,6", "A")
    assert data["given_no_natural"] and "no blackjack" in data["condition"]
    natural = Fraction(127, 413)
    for action in ("stand", "hit", "double", "surrender"):
        before = exact(data, action, "unconditional")
        assert before == exact(data, action) * (1 - natural) - natural
    assert data["best"] == "surrender"
    assert Fraction(data["insurance"]["ev"]["exact"]) == (2 * natural - (1 - natural)) / 2
    assert data["insurance"]["taken"] is False
    _, out, _ = bjcalc(capsys, "hand", GAME, "--cards", "10,6", "--up", "A")
    assert "EV, no dealer blackjack" in out and "EV before the peek" in out
    assert "insurance (not taken): EV -0.038740920097 = -16/413" in out


def test_even_money(capsys: pytest.CaptureFixture[str]) -> None:
    declined = hand(capsys, "A,K", "A")
    assert declined["even_money"] is False
    taken = hand(capsys, "A,K", "A", "--set", "blackjack.pays=6:5")
    assert taken["even_money"] is True
    assert exact(taken, "stand", "unconditional") == Fraction(1716, 2065)
    _, out, _ = bjcalc(
        *(capsys, "hand", GAME, "--cards", "A,K", "--up", "A", "--set", "blackjack.pays=6:5")
    )
    assert "even money: taken" in out


def test_early_surrender(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--reading", "surrender-against-ten=early")
    data = hand(capsys, "10,5", "10", *options)
    assert data["early_surrender"] is True and data["best"] == "surrender"
    assert exact(data, "surrender") == exact(data, "surrender", "unconditional") == Fraction(-1, 2)
    _, out, _ = bjcalc(capsys, "hand", GAME, "--cards", "10,5", "--up", "10", *options)
    assert "Surrender is early" in out


def test_many_cards(capsys: pytest.CaptureFixture[str]) -> None:
    data = hand(capsys, "A,A,A,2,3,4,2", "9")
    assert [name for name, value in data["actions"].items() if value] == ["stand", "hit"]


def test_after_a_split(capsys: pytest.CaptureFixture[str]) -> None:
    plain = hand(capsys, "8,3", "6")
    after = hand(capsys, "8,3", "6", "--after-split")
    sibling = hand(capsys, "8,3", "6", "--split-of", "8")
    removed = hand(capsys, "8,3", "6", "--after-split", "--removed", "8")
    assert plain["actions"]["surrender"] and not after["actions"]["surrender"]
    for action in ("stand", "hit", "double"):
        assert after["actions"][action] == plain["actions"][action]
        assert sibling["actions"][action] == removed["actions"][action]
        assert sibling["actions"][action] != plain["actions"][action]
    assert "one hand of a split 8" in sibling["about"]
    aces = hand(capsys, "A,5", "6", "--split-of", "A")
    assert [name for name, value in aces["actions"].items() if value] == ["stand"]


def test_removed_cards(capsys: pytest.CaptureFixture[str]) -> None:
    full = hand(capsys, "10,6", "10")
    fives = ",".join(["5"] * 20)
    without = hand(capsys, "10,6", "10", "--removed", fives)
    assert exact(without, "hit") < exact(full, "hit")
    assert f"out of the shoe: {fives}" in without["about"]


@pytest.mark.parametrize(
    ("cards", "up", "options", "message"),
    [
        ("7", "4", [], "7 is one card: a hand has two cards at least; write such as 7,2"),
        ("", "4", [], "no card is named: a hand has two cards at least; write such as 10,2"),
        ("16", "4", [], "'16' is not a card: write A, 2 to 10"),
        ("16", "4", [], "; a hand of 16 is written by its cards, such as 10,6"),
        ("11", "4", [], "; a hand of 11 is written by its cards, such as 9,2"),
        ("106", "4", [], "; cards stand apart, with commas: 10,6"),
        ("t6", "4", [], "; cards stand apart, with commas: T,6"),
        ("A-10-3", "4", [], "; cards stand apart, with commas: A,10,3"),
        ("10h,2c", "4", [], "'10h' is not a card"),
        ("10h,2c", "4", [], "(without its suit: 10)"),
        ("10,6", "Q\u2665", [], "(without its suit: Q)"),
        ("10,6,9", "4", [], "6,9,T is a bust hand"),
        ("10,Z", "4", [], "'Z' is not a card"),
        ("10,6", "1", [], "'1' is not a card"),
        ("10,6", "4", ["--split-of", "8"], "a hand of a split 8 holds one"),
        ("A,5,2", "4", ["--split-of", "A"], "split aces take one card each"),
        ("10,6", "4", ["--removed", ",".join(["6"] * 32)], "not enough of 6"),
    ],
)
def test_impossible_hands(
    capsys: pytest.CaptureFixture[str], cards: str, up: str, options: list[str], message: str
) -> None:
    status, out, err = bjcalc(capsys, "hand", GAME, "--cards", cards, "--up", up, *options)
    assert (status, out) == (2, "")
    assert message in err and "Traceback" not in err


def test_cards_and_up_card_are_required(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = bjcalc(capsys, "hand", GAME, "--cards", "10,6")
    assert (status, out) == (2, "") and "--up" in err


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = bjcalc(capsys, "hand", "--help")
    assert status == 0
    assert "bjcalc hand borgata-blackjack-pro --cards 10,2 --up 4" in out
    for option in ("--after-split", "--split-of", "--removed", "--json"):
        assert option in out
