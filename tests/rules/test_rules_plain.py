from __future__ import annotations

import copy
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_rules import random_rules

from bjcalc.errors import BjcalcError, GameFileError, UnsupportedRuleError
from bjcalc.rules import Rules, check_rules, rules_from_dict, rules_to_dict
from bjcalc.rules.model import Blackjack, Charlie, Double, NaturalTakes, Split
from bjcalc.shoe import Shoe


@given(random_rules())
def test_rules_come_back_from_json(rules: Rules) -> None:
    check_rules(rules)
    text = json.dumps(rules_to_dict(rules), sort_keys=True)
    back = rules_from_dict(json.loads(text))
    assert back == rules
    assert hash(back) == hash(rules)
    assert json.dumps(rules_to_dict(back), sort_keys=True) == text


def test_the_form_of_the_defaults() -> None:
    assert rules_to_dict(Rules()) == {
        "shoe": {
            "values": [32] * 9 + [128],
            "ranks": [32] * 13,
            "cards": [8] * 52,
            "infinite": False,
            "decks": 8,
        },
        "dealer": {
            "soft17": "stand",
            "peeks_ace": True,
            "peeks_ten": True,
            "natural_takes": "all",
            "card_limit": None,
        },
        "blackjack": {"pays": "3/2", "beats_drawn_21": True},
        "double": {
            "allowed": True,
            "hard": None,
            "soft": None,
            "any_cards": False,
            "after_split": True,
            "after_split_aces": False,
        },
        "split": {
            "pairs": "value",
            "max_hands": 4,
            "max_hands_aces": 2,
            "aces": "one-card",
            "ten_on_ace": "21",
            "ace_on_ten": "21",
        },
        "surrender": {"ace": "none", "ten": "none", "other": "none"},
        "insurance": {
            "against_ace": True,
            "against_ten": False,
            "price": "1/2",
            "pays": "2/1",
            "on_naturals": True,
            "even_money": False,
        },
        "charlie": None,
        "stand_on_21": True,
        "card_limit": None,
    }


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("shoe", 3, "shoe: 3 is wrong: write an object"),
        ("blackjack.pays", "6/4", 'blackjack.pays: "6/4" is wrong: write a fraction in lowest'),
        ("blackjack.pays", "3:2", 'blackjack.pays: "3:2" is wrong: write a fraction in lowest'),
        ("blackjack.pays", 1.5, "blackjack.pays: 1.5 is wrong: write a fraction in lowest"),
        ("blackjack.pays", "-1/2", 'blackjack.pays: "-1/2" is wrong: write a fraction in lowest'),
        ("stand_on_21", 1, "stand_on_21: 1 is wrong: write true or false"),
        ("split.max_hands", True, "split.max_hands: true is wrong: write a whole number"),
        ("split.aces", "one", 'split.aces: "one" is wrong: write "one-card" or "free"'),
        ("double.hard", [11, 9], "double.hard: [11, 9] is wrong: write an ascending list"),
        ("double.hard", [9, True], "double.hard: [9, true] is wrong: write an ascending list"),
        ("shoe.values", "x", 'shoe.values: "x" is wrong: write a list of counts'),
        ("charlie", {"cards": 7}, "charlie.pays: missing\ncharlie.beats_natural: missing"),
        ("dealer.extra", 1, "dealer.extra: unknown field"),
        ("dealer.soft17", None, 'dealer.soft17: null is wrong: write "stand" or "hit"'),
    ],
)
def test_malformed_fields_are_named(key: str, value: Any, message: str) -> None:
    tables = rules_to_dict(Rules())
    place = tables
    *sections, name = key.split(".")
    for section in sections:
        place = place[section]
    place[name] = value
    with pytest.raises(GameFileError) as caught:
        rules_from_dict(tables)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    "shoe",
    [
        {"values": [32] * 9 + [127]},
        {"values": [32] * 9},
        {"ranks": [32] * 12},
        {"ranks": [33] + [32] * 12},
        {"ranks": None},
        {"cards": [8] * 51 + [7]},
        {"cards": [8] * 51},
        {"cards": None, "decks": 8},
        {"decks": 7},
        {"infinite": True},
        {"cards": None, "ranks": None, "decks": None, "values": [-1, 8, 8, 8, 8, 8, 8, 8, 8, 8]},
    ],
)
def test_a_shoe_that_does_not_agree_with_itself_is_refused(shoe: dict[str, Any]) -> None:
    tables = rules_to_dict(Rules())
    tables["shoe"] |= shoe
    with pytest.raises(UnsupportedRuleError, match=r"^shoe: the counts by value, rank and card"):
        rules_from_dict(tables)


NO_PEEK = replace(Rules().dealer, peeks_ten=False, natural_takes=NaturalTakes.ORIGINAL)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            Rules(split=Split(max_hands=9)),
            "split.max_hands: 9 is wrong: write a number from 1 to 8",
        ),
        (Rules(split=Split(max_hands=1)), "split.max_hands_aces: 2 is above split.max_hands = 1"),
        (Rules(card_limit=2), "player.card_limit: 2 is wrong: write a number from 3 to 21"),
        (Rules(charlie=Charlie(cards=2)), "charlie.cards: 2 is wrong: write a number from 3 to 21"),
        (Rules(shoe=Shoe.of_decks(18)), "shoe.decks: 936 cards are too many: write at most 800"),
        (Rules(shoe=Shoe.of_decks(0)), "shoe.decks: 0 cards are too few to play"),
        (
            Rules(double=Double(soft=frozenset({11}))),
            "double.on: 11 is wrong: write a number from 12 to 20",
        ),
        (
            Rules(blackjack=Blackjack(pays=Fraction(-1, 2))),
            "blackjack.pays: -1/2 is wrong: write a fraction up to 1000, not negative",
        ),
        (
            Rules(insurance=replace(Rules().insurance, price=Fraction(0))),
            "insurance.price: 0 is wrong: write a fraction up to 1",
        ),
        (
            Rules(dealer=NO_PEEK, charlie=Charlie(cards=6, beats_natural=True)),
            "charlie.beats_natural: true contradicts dealer.natural_takes",
        ),
        (
            Rules(dealer=NO_PEEK, blackjack=Blackjack(beats_drawn_21=False)),
            "blackjack.beats_drawn_21: false contradicts dealer.natural_takes",
        ),
    ],
)
def test_rules_made_in_python_are_checked_too(rules: Rules, message: str) -> None:
    with pytest.raises(UnsupportedRuleError) as caught:
        check_rules(rules)
    assert str(caught.value).startswith(message)
    with pytest.raises(BjcalcError):
        rules_from_dict(rules_to_dict(rules))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(random_rules(), st.data())
def test_no_json_in_place_of_a_field_brings_more_than_a_message(
    rules: Rules, data: st.DataObject
) -> None:
    tables = copy.deepcopy(rules_to_dict(rules))
    section = data.draw(st.sampled_from(sorted(tables)))
    value = data.draw(JSON)
    if isinstance(tables[section], dict) and data.draw(st.booleans()):
        tables[section][data.draw(st.sampled_from(sorted(tables[section])))] = value
    else:
        tables[section] = value
    try:
        rules_from_dict(tables)
    except BjcalcError as error:
        assert str(error)
