"""What finished hands are paid: each entry of the settlement, from the words of the rules."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bjcalc.rules import rules_from_dict
from bjcalc.rules import settlement as s
from bjcalc.rules.model import Dealer, NaturalTakes, Rules

KEYS: dict[str, dict[str, Any]] = {
    "ties": {"blackjack.beats_drawn_21": False},
    "price": {"insurance.price": "1/3"},
    "charlie": {"charlie": {"cards": 5, "pays": "3/2"}},
    "beats": {"charlie": {"cards": 5, "pays": 2, "beats_natural": True}},
}
N = s.DEALER_NATURAL
ROWS = list(csv.DictReader(Path(__file__).with_name("settled.csv").read_text().splitlines()))


def rules_of(words: str) -> Rules:
    """The rules that words of KEYS stand for."""
    return rules_from_dict(dict(item for word in words.split() for item in KEYS[word].items()))


def number(name: str) -> Any:
    """A final, or a stake, by its name or as it is written."""
    return int(name) if name.isdigit() else getattr(s, name)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row.values()))
def test_net(row: dict[str, str]) -> None:
    settled = s.settlement(rules_of(row["rules"]))
    net = settled.net(number(row["player"]), number(row["dealer"]), number(row["stake"]))
    assert Fraction(net, settled.unit) == Fraction(row["worth"])


@pytest.mark.parametrize(
    ("takes", "unsplit", "split", "of_the_round"),
    [
        (NaturalTakes.ALL, -2, -2, 0),
        (NaturalTakes.ORIGINAL_PER_HAND, -1, -1, 0),
        (NaturalTakes.ORIGINAL, -1, 0, -1),
    ],
)
def test_what_a_natural_takes(
    takes: NaturalTakes, unsplit: int, split: int, of_the_round: int
) -> None:
    settled = s.settlement(Rules(dealer=Dealer(peek=frozenset(), natural_takes=takes)))
    for player in (s.BUST, 17, 21):
        assert settled.net(player, N, s.DOUBLED) == unsplit * settled.unit
        assert settled.net(player, N, s.DOUBLED, split=True) == split * settled.unit
    assert settled.split_round(N) == of_the_round * settled.unit
    assert settled.split_round(21) == 0


def test_finals() -> None:
    plain, charlie = s.settlement(Rules()), s.settlement(rules_of("charlie"))
    assert plain.final(21, 5) == 21
    assert [charlie.final(20, 4), charlie.final(20, 5)] == [20, s.WON]
    assert [charlie.final(21, 4), charlie.final(21, 6)] == [21, s.WON_WITH_21]


def test_a_stake_of_the_house_loses_nothing() -> None:
    settled = s.settlement(Rules())
    half_free = s.Stake(wins=2, loses=1)
    assert settled.net(20, 19, half_free) == 2 * settled.unit
    assert settled.net(20, 21, half_free) == -settled.unit
    assert settled.net(20, 21, s.Stake(wins=1, loses=0)) == 0
