"""One hand against one up card, as an evaluation of the kernel sees it.

Values are integers over `unit`, which stands for certainty, conditional on the hand, the up card
and the cards that the evaluation has taken out of the shoe.
"""

from __future__ import annotations

from fractions import Fraction

from bjcalc.engine.kernel import Kernel, hands
from bjcalc.rules.settlement import DEALER_NATURAL, DEALER_OVER_22, TOTALS
from bjcalc.rules.settlement import NATURAL as NATURAL_FINAL
from bjcalc.shoe import ACE, TEN
from bjcalc_ext.player import Evaluation, Kind


class HandState:
    """Values of one hand, joint with "the dealer has no natural" unless the kernel counts naturals.

    `natural` and `no_natural` are the chances of a dealer natural and of none; they add up to
    `unit`. All are multiples of the settlement's unit, so that every pay is whole. The hand and the
    up card must be able to occur together.
    """

    __slots__ = (
        "_evaluation", "_scale", "_ups", "hand", "kernel", "natural", "no_natural", "unit", "up"
    )  # fmt: skip

    def __init__(self, kernel: Kernel, evaluation: Evaluation, hand: int, up: int) -> None:
        """Read the chances; values are read when asked for."""
        counts, _, _, size = hands()[hand]
        extra = evaluation.extra
        gone = size + extra
        self.kernel = kernel
        self._evaluation = evaluation
        self.hand = hand
        self.up = up
        self._ups = kernel.counts[up]
        if not kernel.infinite:
            self._ups -= counts[up] + (extra if evaluation.pair == up else 0)
        self._scale = kernel.settlement.unit
        self.unit = evaluation.denominator(size) // kernel.left(gone) * self._scale
        self.natural = 0
        if up in (ACE, TEN):
            holes = kernel.hole_cards(hand, up, pair=evaluation.pair, extra=extra)
            self.natural = self.unit // kernel.left(gone + 1) * holes
        self.no_natural = self.unit - self.natural

    @property
    def possible(self) -> bool:
        """Whether the shoe holds the hand and the up card beside what the evaluation took out."""
        return self._evaluation.holds(self.hand, self.up)

    def played(self) -> int:
        """Return the value of the hand played by the evaluation's decisions."""
        return self._evaluation.value(self.hand, self.up) // self._ups * self._scale

    def final(self) -> int:
        """Return the value of the hand when it takes no further card."""
        return self._evaluation.final(self.hand, self.up) // self._ups * self._scale

    def leaf(self, final: int) -> int:
        """Return the value of a final that is paid alike against all but a natural."""
        row = self.kernel.settlement.table[final]
        paid = row[DEALER_OVER_22] * self.no_natural + row[DEALER_NATURAL] * self.natural
        return paid // self._scale

    def natural_pays(self, *, met: bool = True) -> int | Fraction:
        """Return the value of an ace with a ten that counts as a natural.

        `met`: what it is paid against a dealer's natural belongs to it.
        """
        row = self.kernel.settlement.table[NATURAL_FINAL]
        pays = row[DEALER_OVER_22]
        worth: int | Fraction = self.leaf(NATURAL_FINAL)
        if not met:
            worth -= row[DEALER_NATURAL] * self.natural // self._scale
        for total in TOTALS:
            if row[total] != pays:
                gone = {"pair": max(0, self._evaluation.pair), "extra": self._evaluation.extra}
                chance = self.kernel.dealer_total(total, self.hand, self.up, **gone)
                worth -= (pays - row[total]) * chance * self.unit / self._scale
        return worth

    def draws(self, *, anyway: bool = False) -> tuple[int | None, int | None]:
        """Return the values of hitting and doubling, None where not allowed.

        Only for evaluations of all hands. `anyway`: also for a hand that by itself stands.
        """
        if self.kernel.kinds[self.hand] != Kind.PLAYS and not anyway:
            return None, None
        hit, double = (
            None if value is None else value // self._ups * self._scale
            for value in self._evaluation.draws(self.hand, self.up)
        )
        return hit, double

    def added_stake(self) -> int:
        """Return the stake that doubling is expected to add, by the evaluation's decisions."""
        return self._evaluation.stake(self.hand, self.up) // self._ups * self._scale

    def decision(self) -> int:
        """Return the evaluation's Decision."""
        return self._evaluation.decision(self.hand, self.up)
