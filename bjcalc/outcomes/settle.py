"""What finished hands bring, with what was staked: outcomes in whole parts of an initial bet.

The net results are those of the game's settlement (bjcalc.rules.settlement), one for each class of
the dealer's hands.
"""

from __future__ import annotations

from dataclasses import dataclass

from bjcalc.rules.settlement import DEALER_NATURAL, PLAIN, Settlement, Stake

Outcome = tuple[int, int]
"""(net result, total stake), in units of 1/`Settlement.unit` initial bets."""


@dataclass(frozen=True, slots=True)
class Payments:
    """What one game pays against one up card; `dealer` has the dealer's final of each class.

    With `peeks` a dealer natural ends the round before anybody acts, and hands lose what they
    began with.
    """

    settlement: Settlement
    dealer: tuple[int, ...]
    peeks: bool

    @property
    def unit(self) -> int:
        """The parts of an initial bet."""
        return self.settlement.unit

    def of_hand(self, final: int, stake: Stake = PLAIN, *, split: bool) -> tuple[Outcome, ...]:
        """Return what a hand of a round that is played brings, by class."""
        lost = -self.unit, self.unit
        return tuple(
            lost
            if self.is_peeked(dealer)
            else (
                self.settlement.net(final, dealer, stake, split=split),
                self.unit * stake.loses,
            )
            for dealer in self.dealer
        )

    def of_leaf(self, final: int) -> tuple[Outcome, ...]:
        """Return what a round without a hand to play brings, by class."""
        return tuple((self.settlement.net(final, dealer), self.unit) for dealer in self.dealer)

    def of_split(self) -> tuple[Outcome, ...]:
        """Return what a round with a split brings besides its hands, by class."""
        return tuple((self.settlement.split_round(dealer), 0) for dealer in self.dealer)

    def is_peeked(self, dealer: int) -> bool:
        """Whether the round ends before it is played, with a loss of the initial bet."""
        return self.peeks and dealer == DEALER_NATURAL


def plus(one: Outcome, other: Outcome) -> Outcome:
    """Return the sum of two outcomes."""
    return one[0] + other[0], one[1] + other[1]


def times(outcome: Outcome, factor: int) -> Outcome:
    """Return the sum of `factor` equal outcomes."""
    return outcome[0] * factor, outcome[1] * factor
