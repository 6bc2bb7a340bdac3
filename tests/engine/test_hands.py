"""Hands whose values were worked out by hand, asked of the engine and of the slow twin."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bjcalc import hand_values
from bjcalc.rules import Rules, rules_from_dict
from bjcalc.rules.actions import Action
from bjcalc.shoe import ACE, TEN, VALUES, Shoe, parse_value, split_cards
from bjcalc.witness.twin import add, hand_of, is_ace_and_ten, solve_reference

HANDS = tomllib.loads(Path(__file__).with_name("hands.toml").read_text())["hand"]
every_hand = pytest.mark.parametrize("case", HANDS, ids=lambda case: case["why"][:50])


def values_of(text: str) -> list[int]:
    return sorted(parse_value(card) for card in split_cards(text))


def rules_of(case: dict[str, Any]) -> Rules:
    shoe = Shoe.of_decks(8)
    if "shoe" in case:
        cards = [*values_of(case["shoe"]), *[TEN] * case["tens"]]
        shoe = Shoe(values=[cards.count(value) for value in range(len(VALUES))])
    return rules_from_dict({**case["rules"], "shoe": shoe})


def assert_so(case: dict[str, Any], found: dict[str, Any], best: str) -> None:
    """The actions of a hand are what was worked out."""
    for action, value in case.get("values", {}).items():
        assert found[action] == Fraction(value)
    assert set(found) == set(case.get("offered", found))
    assert best == case.get("best", best)


@every_hand
def test_the_engine(case: dict[str, Any]) -> None:
    answer = hand_values(rules_of(case), case["cards"], case["up"])
    found = {str(one): value for one, value in answer.actions.items() if value is not None}
    assert_so(case, found, answer.best)
    for action, value in case.get("before", {}).items():
        assert answer.unconditional[Action(action)] == Fraction(value)
    insurance = case.get("insurance", answer.insurance)
    assert answer.insurance == (None if insurance in ("none", None) else Fraction(insurance))
    assert answer.insurance_taken == (answer.insurance is not None and answer.insurance > 0)
    taken = case.get("even_money", answer.even_money)
    assert answer.even_money is (None if taken == "none" else taken)


@every_hand
def test_the_twin(case: dict[str, Any]) -> None:
    twin, hand, up = (
        solve_reference(rules_of(case)),
        hand_of(*values_of(case["cards"])),
        parse_value(case["up"]),
    )
    found = twin.actions(hand, up)
    assert_so(case, found, twin.best(hand, up))
    chance = 1 - twin._in_play(up, add(hand, up))
    for action, value in case.get("before", {}).items():
        toll = 0 if is_ace_and_ten(hand) else chance
        assert found[action] * (1 - chance) - toll == Fraction(value)
    if "insurance" in case:
        offered = case["insurance"] != "none"
        assert twin.insures(hand, up) == (offered and Fraction(case["insurance"]) > 0)
    if up == ACE and "even_money" in case:
        assert twin.takes_even_money(up) is (case["even_money"] is True)
