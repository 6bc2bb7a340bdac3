"""What finished hands are paid against each kind of dealer hand, in whole numbers of a small unit.

Results are pairs (net, stake) in units of 1/`unit_of(rules)` initial bets, so that outcomes can be
added and used as keys. The readings of the rules are those of docs/mathematics.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import lcm

from bjcalc.engine.kernel import peeks
from bjcalc.rules.model import NaturalTakes, Rules

Outcome = tuple[int, int]
"""(net result, total stake), in units of 1/unit initial bets."""

BUST = 0
NATURAL = -1
"""Dealer's classes beside totals."""


class End(StrEnum):
    """How a player's hand can end."""

    BUST = "bust"
    TOTAL = "total"
    CHARLIE = "charlie"
    NATURAL = "natural"


def unit_of(rules: Rules) -> int:
    """Return the smallest number of parts of an initial bet in which every outcome is whole."""
    parts = [Fraction(1, 2), rules.blackjack.pays]
    parts += [rules.insurance.price, rules.insurance.price * rules.insurance.pays]
    if rules.charlie is not None:
        parts.append(rules.charlie.pays)
    return lcm(*(part.denominator for part in parts))


@dataclass(frozen=True, slots=True)
class Settlement:
    """Pays hands of one game against one up card."""

    rules: Rules
    up: int
    unit: int

    @property
    def peeks(self) -> bool:
        """Whether a dealer natural ends the round before the player acts."""
        return peeks(self.rules, self.up)

    def whole(self, value: Fraction | int) -> int:
        """Return an amount in the unit."""
        scaled = value * self.unit
        assert scaled == int(scaled), "the unit is too coarse"
        return int(scaled)

    def outcome(self, net: Fraction | int, stake: Fraction | int) -> Outcome:
        """Return an outcome given in initial bets."""
        return self.whole(net), self.whole(stake)

    def hand(self, end: End, total: int, stake: int, dealer: int, *, split: bool) -> Outcome:
        """Return what one hand of a played round wins and stakes.

        `dealer` is a total, BUST or NATURAL; a natural only where there was no peek. After a split
        a natural may take one unit from the round instead of from hands: see `round_offset`.
        """
        if dealer == NATURAL:
            return self.outcome(self._against_natural(end, total, stake, split=split), stake)
        net: Fraction | int
        if end is End.BUST:
            net = -stake
        elif end is End.CHARLIE:
            assert self.rules.charlie is not None
            net = stake * self.rules.charlie.pays
        elif end is End.NATURAL:
            push = dealer == 21 and not self.rules.blackjack.beats_drawn_21
            net = 0 if push else self.rules.blackjack.pays
        else:
            net = stake * ((total > dealer) - (total < dealer))
        return self.outcome(net, stake)

    def _against_natural(self, end: End, total: int, stake: int, *, split: bool) -> Fraction | int:
        rules = self.rules
        if split and rules.dealer.natural_takes is NaturalTakes.ORIGINAL:
            return 0
        charlie = rules.charlie
        if end is End.CHARLIE and charlie is not None and charlie.beats_natural:
            return stake * charlie.pays
        if end is End.NATURAL or (total == 21 and not rules.blackjack.beats_drawn_21):
            return 0
        return -stake if rules.dealer.natural_takes is NaturalTakes.ALL else -1

    def round_offset(self, dealer: int, *, split: bool) -> Outcome:
        """Return what a round loses beside its hands: a unit for all hands of a split together."""
        takes = self.rules.dealer.natural_takes
        if dealer == NATURAL and split and takes is NaturalTakes.ORIGINAL:
            return self.outcome(-1, 0)
        return 0, 0


def plus(one: Outcome, other: Outcome) -> Outcome:
    """Return the sum of two outcomes."""
    return one[0] + other[0], one[1] + other[1]


def times(outcome: Outcome, factor: int) -> Outcome:
    """Return the sum of `factor` equal outcomes."""
    return outcome[0] * factor, outcome[1] * factor
