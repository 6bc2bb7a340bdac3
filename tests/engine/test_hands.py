"""Hands whose values were worked out by hand, asked of the engine and of the slow twin."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from strategies import hand, shoe

from bjcalc import ActionValues, hand_values
from bjcalc.errors import ImpossibleHandError
from bjcalc.rules import Rules, rules_from_dict
from bjcalc.rules.actions import Action
from bjcalc.shoe import ACE, parse_rank, parse_value, split_cards
from bjcalc.witness.twin import add, is_ace_and_ten, solve_reference

CASES = tomllib.loads(Path(__file__).with_name("hands.toml").read_text())


def cases(kind: str, says: str, without: str = "") -> pytest.MarkDecorator:
    """The cases of a kind, each called by what it says, but for those that have a key."""
    chosen = [case for case in CASES[kind] if without not in case]
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case[says][:50])


def rules_of(case: dict[str, Any]) -> Rules:
    found = dict(case["rules"])
    if "shoe" in case:
        found["shoe"] = shoe(case["shoe"], tens=case["tens"])
    elif "ranks" in case:
        found["shoe.counts"] = case["ranks"]
    return rules_from_dict(found)


def asked(case: dict[str, Any]) -> ActionValues:
    cards = {name: case[name] for name in ("split_of", "removed") if name in case}
    return hand_values(rules_of(case), case["cards"], case["up"], **cards)


def assert_so(case: dict[str, Any], found: dict[str, Any], best: str) -> None:
    """The actions of a hand are what was worked out."""
    for action, value in case.get("values", {}).items():
        assert found[action] == Fraction(value)
    assert set(found) == set(case.get("offered", found))
    assert best == case.get("best", best)


@cases("hand", "why")
def test_the_engine(case: dict[str, Any]) -> None:
    answer = asked(case)
    found = {str(one): value for one, value in answer.actions.items() if value is not None}
    assert_so(case, found, answer.best)
    for action, value in case.get("before", {}).items():
        assert answer.unconditional[Action(action)] == Fraction(value)
    insurance = case.get("insurance", answer.insurance)
    assert answer.insurance == (None if insurance in ("none", None) else Fraction(insurance))
    assert answer.insurance_taken == (answer.insurance is not None and answer.insurance > 0)
    taken = case.get("even_money", answer.even_money)
    assert answer.even_money is (None if taken == "none" else taken)


@cases("refused", "says")
def test_what_the_engine_refuses(case: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleHandError, match=case["says"]):
        asked(case)


@cases("hand", "why", without="split_of")
def test_the_twin(case: dict[str, Any]) -> None:
    twin, cards, up = solve_reference(rules_of(case)), hand(case["cards"]), parse_value(case["up"])
    first, *others = map(parse_rank, split_cards(case["cards"]))
    ranks = {"pair_rank": first if others == [first] else None, "up_rank": parse_rank(case["up"])}
    found = twin.actions(cards, up, **ranks)
    assert_so(case, found, twin.best(cards, up, **ranks))
    chance = 1 - twin._in_play(up, add(cards, up))
    for action, value in case.get("before", {}).items():
        toll = 0 if is_ace_and_ten(cards) else chance
        assert found[action] * (1 - chance) - toll == Fraction(value)
    if "insurance" in case:
        offered = case["insurance"] != "none"
        assert twin.insures(cards, up) == (offered and Fraction(case["insurance"]) > 0)
    if up == ACE and "even_money" in case:
        assert twin.takes_even_money(up) is (case["even_money"] is True)
