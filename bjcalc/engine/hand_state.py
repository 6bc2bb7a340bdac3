"""One hand against one up card, as an evaluation of the kernel sees it.

Values are integers over `unit`, which stands for certainty, conditional on the hand, the up card
and the cards that the evaluation has taken out of the shoe.
"""

from __future__ import annotations

from fractions import Fraction

from bjcalc.engine.kernel import Kernel, hands
from bjcalc.rules.settlement import DEALER_NATURAL, DEALER_OVER_22, TOTALS
from bjcalc.rules.settlement import NATURAL as NATURAL_FINAL
from bjcalc_ext.player import Evaluation, Kind


class HandState:
    """Values of one hand, joint with "the dealer has no natural" unless the kernel counts naturals.

    `natural` and `no_natural` are the chances of a dealer natural and of none; they add up to
    `unit`. The hand and the up card must be able to occur together.
    """

    __slots__ = ("_evaluation", "_ups", "hand", "kernel", "natural", "no_natural", "unit", "up")

    def __init__(self, kernel: Kernel, evaluation: Evaluation, hand: int, up: int) -> None:
        """Read the chances; values are read when asked for."""
        counts, _, _, size = hands()[hand]
        gone = size + evaluation.extra
        self.kernel = kernel
        self._evaluation = evaluation
        self.hand = hand
        self.up = up
        self._ups = kernel.counts[up]
        if not kernel.infinite:
            self._ups -= counts[up] + (evaluation.extra if evaluation.pair == up else 0)
        self.unit = evaluation.denominator(size) // kernel.left(gone)
        self.natural = (
            self.unit
            // kernel.left(gone + 1)
            * kernel.hole_cards(hand, up, pair=evaluation.pair, extra=evaluation.extra)
        )
        self.no_natural = self.unit - self.natural

    def played(self) -> int:
        """Return the value of the hand played by the evaluation's decisions."""
        return self._evaluation.value(self.hand, self.up) // self._ups

    def final(self) -> int:
        """Return the value of the hand when it takes no further card."""
        return self._evaluation.final(self.hand, self.up) // self._ups

    def natural_pays(self, *, met: bool = True) -> Fraction:
        """Return the value of an ace with a ten that counts as a natural.

        `met`: what it is paid against a dealer's natural belongs to it.
        """
        settled = self.kernel.settlement
        row = settled.table[NATURAL_FINAL]
        pays = row[DEALER_OVER_22]
        worth = Fraction(pays * self.no_natural)
        if met:
            worth += row[DEALER_NATURAL] * self.natural
        for total in TOTALS:
            if row[total] != pays:
                gone = {"pair": max(0, self._evaluation.pair), "extra": self._evaluation.extra}
                chance = self.kernel.dealer_total(total, self.hand, self.up, **gone)
                worth -= (pays - row[total]) * chance * self.unit
        return worth / settled.unit

    def draws(self, *, anyway: bool = False) -> tuple[int | None, int | None]:
        """Return the values of hitting and doubling, None where not allowed.

        Only for evaluations of all hands. `anyway`: also for a hand that by itself stands.
        """
        if self.kernel.kinds[self.hand] != Kind.PLAYS and not anyway:
            return None, None
        hit, double = self._evaluation.draws(self.hand, self.up)
        return hit // self._ups, None if double is None else double // self._ups

    def added_stake(self) -> int:
        """Return the stake that doubling is expected to add, by the evaluation's decisions."""
        return self._evaluation.stake(self.hand, self.up) // self._ups

    def decision(self) -> int:
        """Return the evaluation's Decision."""
        return self._evaluation.decision(self.hand, self.up)
