"""The registry of actions: one alphabet, which the kernel and the simulator share."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_rules import random_rules

from bjcalc.rules import Rules, actions
from bjcalc.rules.actions import ACTIONS, DECISIONS, Action, Situation, Symbol, offered
from bjcalc.rules.model import Double, DoubleOn, Split, Surrender, SurrenderRules
from bjcalc.rules.settlement import DOUBLED, PLAIN, Stake
from bjcalc.shoe import ACE, TEN
from bjcalc_ext.player import Decision


def test_the_kernel_knows_the_same_decisions() -> None:
    assert {decision.name: DECISIONS[decision].value for decision in Decision} == {
        "STAND": "S",
        "HIT": "H",
        "DOUBLE_ELSE_STAND": "Ds",
        "DOUBLE_ELSE_HIT": "Dh",
    }
    assert len(DECISIONS) == len(Decision)


def test_letters_tell_actions_apart_and_symbols_are_made_of_them() -> None:
    assert set(ACTIONS) == set(Action)
    assert [action.letter for action in Action] == list("SHDPR")
    assert {symbol.value: symbol.meaning for symbol in Symbol} == {
        "S": "stand",
        "H": "hit",
        "Dh": "double, else hit",
        "Ds": "double, else stand",
        "P": "split",
        "Rh": "surrender, else hit",
        "Rs": "surrender, else stand",
        "Rp": "surrender, else split",
    }
    for symbol in Symbol:
        assert Symbol.of(*symbol.actions) is symbol
    past = {symbol.value: symbol.past_deal for symbol in Symbol}
    assert [past[name] for name in ("Dh", "Rh", "Rs", "P", "Rp")] == ["Dh", "H", "S", None, None]


RULES = Rules(
    double=Double(on=DoubleOn(hard=frozenset({9, 10, 11})), after_split=False),
    split=Split(max_hands=3, max_hands_aces=1),
    surrender=SurrenderRules(ace=Surrender.EARLY, other=Surrender.LATE),
)


@pytest.mark.parametrize(
    ("place", "letters"),
    [
        (Situation(2, 11, False, up=ACE), "SHDR"),
        (Situation(2, 11, False, up=TEN), "SHD"),
        (Situation(2, 18, True, up=5), "SHR"),
        (Situation(3, 11, False, up=5), "SH"),
        (Situation(2, 16, False, up=5, pair=7), "SHPR"),
        (Situation(2, 12, True, up=5, pair=ACE), "SHR"),
        (Situation(2, 11, False, up=5, split_of=7), "SH"),
        (Situation(2, 16, False, up=5, pair=7, split_of=7), "SH"),
        (Situation(3, 17, False, up=5, stake=DOUBLED), "S"),
    ],
)
def test_what_is_offered(place: Situation, letters: str) -> None:
    given = "".join(action.letter for action in Action if offered(action, RULES, place))
    assert given == letters


PLACES = st.builds(Situation, st.integers(2, 5), st.integers(4, 20), st.booleans())


@given(random_rules(), PLACES)
@settings(deadline=None)
def test_splits_that_are_alike_offer_the_same(rules: Rules, place: Situation) -> None:
    for pair, action in itertools.product(range(10), Action):
        same = [place._replace(split_of=of) for of in (pair, actions.alike_after_split(pair))]
        assert len({offered(action, rules, one) for one in same}) == 1


def test_only_plain_stakes_are_doubled() -> None:
    assert ACTIONS[Action.DOUBLE].stakes == {PLAIN}
    assert ACTIONS[Action.DOUBLE].stake == DOUBLED == Stake(2, 2)
