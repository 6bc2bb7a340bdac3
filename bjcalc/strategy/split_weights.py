"""The weights with which the values of single hands make up the value of a split.

A split's value is linear in the x_j and y_j of splits.py; here are the coefficients, for each
number of hands that the pair may become.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bjcalc.engine.deals import Deal
from bjcalc.engine.kernel import Kernel, hands, two_card_hand
from bjcalc.engine.splits import PairState, split_terms


@dataclass(frozen=True, slots=True)
class SplitWeight:
    """Coefficients of x_j and y_j in the part of a split's value where it becomes `hands` hands."""

    hands: int
    extra: int
    x: Fraction
    y: Fraction


@lru_cache(maxsize=256)
def split_weights(state: PairState, max_hands: int) -> tuple[SplitWeight, ...]:
    """Return the coefficients that are not all 0, for every number of hands and j = `extra`."""
    terms, unit = split_terms(state, max_hands)
    return tuple(
        SplitWeight(hands, j, Fraction(x, unit), Fraction(y, unit)) for hands, j, x, y in terms
    )


@dataclass(frozen=True, slots=True)
class SecondCard:
    """One way to get a split hand's second card, against one up card with j pair cards gone.

    `weight` x (numerator of the two-card hand's value) / denominator(2) is its part of x_j (with
    `pairs`: of y_j alone).
    """

    hand: int
    pairs: bool
    weight: Fraction


def second_cards(kernel: Kernel, pair: PairState, up: int, j: int) -> list[SecondCard]:
    """Return the second cards of a split hand, weighed as in split_values.py."""
    found = []
    for second in range(10):
        weight, pairing = kernel.counts[second], 0
        if second == pair.value:
            weight, pairing = pair.same_value, pair.pairing(j)
        elif second == up and not kernel.infinite:
            weight -= 1
        hand = two_card_hand(pair.value, second)
        ups = kernel.counts[up]
        if not kernel.infinite:
            ups -= hands()[hand][0][up] + (j if up == pair.value else 0)
        if ups <= 0:
            continue
        if weight > 0:
            found.append(SecondCard(hand, False, Fraction(weight, ups)))
        if pairing > 0:
            found.append(SecondCard(hand, True, Fraction(pairing, ups)))
    return found


def first_weight(kernel: Kernel, deal: Deal) -> Fraction:
    """Return a deal's weight per unseen card of its up card's value."""
    gone = 0 if kernel.infinite else hands()[deal.hand][0][deal.up]
    return Fraction(deal.weight, kernel.counts[deal.up] - gone)
