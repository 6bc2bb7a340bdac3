"""`bjcalc hand`, as a user meets it: every action's value, conditions, splits, removed cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from running import bjcalc, bjcalc_json

GAME = "borgata-blackjack-pro"


def hand(capsys: pytest.CaptureFixture[str], cards: str, up: str, *options: str) -> Any:
    return bjcalc_json(capsys, "hand", GAME, "--cards", cards, "--up", up, *options)


def exact(data: Any, action: str, table: str = "actions") -> Fraction:
    return Fraction(data[table][action]["exact"])


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


def test_an_action_that_a_certain_natural_forestalls_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shoe = ("--set", "shoe.counts={A=1,5=1,T=3}", "--set", "split.max_hands=1")
    asked = ("blackjack-seven-card-charlie", "--cards", "5,T", "--up", "A", *shoe)
    found = bjcalc_json(capsys, "hand", *asked, "--set", "dealer.peek=[ace,ten]")
    assert set(found["actions"].values()) == {None}
    assert found["missing"]["stand"].startswith("the dealer's natural is certain")
    assert found["unconditional"]["stand"]["exact"] == "-1/1"
