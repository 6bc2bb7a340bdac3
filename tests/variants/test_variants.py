"""Values of other games, from an independent program; see README.md beside this file."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import bjcalc
from bjcalc.engine import hand_values
from bjcalc.numbers import decimal_text
from bjcalc.shoe import VALUES

HERE = Path(__file__).parent
BASE = HERE.parent / "digests" / "base.toml"

Settings = dict[str, Any]

DEFAULTS: Settings = {"insurance.against": []}

WORDS: dict[str, Callable[[str], Settings]] = {
    "decks": lambda decks: {"shoe.decks": int(decks)},
    "h17": lambda hits: {"dealer.soft17": "hit" if hits == "1" else "stand"},
    "shoe": lambda counts: {
        "shoe.counts": dict(zip(VALUES, map(int, counts.split(",")), strict=True))
    },
    "hands": lambda hands: {"split.max_hands": int(hands)},
    "sur": lambda kind: {f"surrender.{up}": kind for up in ("ace", "ten", "other")},
    "double_cards": lambda _: {"double.any_cards": True},
    "ties": lambda tie: {"ties.hands": tie},
    "bj_tie": lambda tie: {"ties.naturals": tie},
    "push22": lambda _: {"dealer.push_22": True},
    "bj": lambda pays: {"blackjack.pays": pays},
}
"""What a word of the rules column stands for, as settings of a game file."""


def settings_of(rules: str) -> Settings | None:
    """The settings that a row's rules stand for; None where a rule is not supported yet."""
    found = dict(DEFAULTS)
    for word in rules.split():
        key, value = word.split("=")
        if key not in WORDS or (value == "any" and key == "sur"):
            return None
        found |= WORDS[key](value)
    if "shoe.counts" in found:
        found.pop("shoe.decks", None)
    return found


def rows(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(newline="") as file:
        return [row for row in csv.DictReader(file) if settings_of(row["rules"]) is not None]


def game_of(row: dict[str, str]) -> bjcalc.Game:
    return bjcalc.load_game(BASE, set=settings_of(row["rules"]) or {})


def named(row: dict[str, str]) -> str:
    return " ".join(row.values())


@pytest.mark.parametrize("row", rows("variants.csv"), ids=named)
def test_value_is_met_to_14_decimals(row: dict[str, str]) -> None:
    rules = game_of(row).rules
    hand = re.fullmatch(r"hand (\S+) up (\S+): EV of (\w+), given no .*", row["quantity"])
    if hand is None:
        value = bjcalc.solve(rules).ev
    else:
        cards, up, action = hand.groups()
        values = hand_values(rules, cards.split(","), up)
        value = {one.value: ev for one, ev in values.actions.items()}[action] or Fraction(99)
    assert abs(value - Fraction(row["value"])) < Fraction(1, 10**14), decimal_text(value, 15)


@pytest.mark.parametrize("row", rows("variants_tiny.csv"), ids=named)
def test_fraction_of_a_tiny_shoe_is_met(row: dict[str, str]) -> None:
    assert bjcalc.solve(game_of(row).rules).ev == Fraction(
        int(row["numerator"]), int(row["denominator"])
    )
