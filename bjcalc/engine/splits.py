"""Splits with resplitting, exactly: from the values of single hands to the value of a split.

With a zero-memory strategy the hands of a split are exchangeable, and a split's expectation is a
sum over the ways its second cards fall (docs/mathematics.md, "Splits"). For the pair card p, let
x_j be the value of one hand, counted only if its second card is not p, when j other p's are known
to be out of the shoe, and y_j the same for any second card. That k other second cards are not p
is brought in one card at a time, by

    x_j(k) = x_j(k-1) - q_j x_{j+1}(k-1),    q_j = (p's unseen) / (cards unseen),

since an unseen card that is p is one p more out of the shoe. All values here are conditional on the
player's pair and the up card; with a peek they are joint with "the dealer has no natural".

Sums are integers over one denominator for all j; only the result becomes a Fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb


@dataclass(frozen=True, slots=True)
class PairState:
    """What the unseen cards are when a pair and an up card are on the table.

    `value`: of the pair's cards. `pair_cards`: cards in the shoe that would pair with it, its own
    two included and the up card not. `same_value`: other cards of the same value that do not pair
    (only where pairs are by rank). `unseen`: cards besides the up card and one of the pair.
    """

    value: int
    pair_cards: int
    same_value: int
    unseen: int
    infinite: bool

    def pairing(self, j: int) -> int:
        """Return the unseen cards that pair, when j others than the hand's own are out."""
        return self.pair_cards if self.infinite else max(0, self.pair_cards - 1 - j)

    def left(self, j: int) -> int:
        """Return the unseen cards in all, when j others than the hand's own are out."""
        return self.unseen if self.infinite else max(1, self.unseen - j)


def most_extra(max_hands: int) -> int:
    """Return the largest j that a split into at most `max_hands` hands needs."""
    return max(1, 2 * max_hands - 3)


@lru_cache(maxsize=64)
def ways_below_limit(hands: int) -> int:
    """Return the orders of second cards that end in exactly `hands` hands, none at the limit.

    Two hands are open; a pair card opens one more, another card completes one; all are complete at
    the last card for the first time (a ballot number).
    """
    return 2 * comb(2 * hands - 2, hands) // (2 * hands - 2)


@lru_cache(maxsize=64)
def ways_at_limit(max_hands: int, complete: int) -> int:
    """Return the orders of second cards that reach the limit with `complete` hands complete.

    The last of them is the pair card that makes hand number `max_hands`; until then one hand at
    least is open.
    """
    if max_hands == 2:
        return int(complete == 0)

    @cache
    def paths(pair_cards: int, others: int) -> int:
        if 2 + pair_cards - others <= 0 or pair_cards < 0 or others < 0:
            return 0
        if pair_cards == 0 and others == 0:
            return 1
        return paths(pair_cards - 1, others) + paths(pair_cards, others - 1)

    return paths(max_hands - 3, complete)


class HandSums:
    """x_j(k) and y_j(k) of one quantity, for one pair state and one zero-memory strategy.

    `x[j-1]`, `y[j-1]` are the integers x_j and y_j over the common `denominator`, for j = 1, 2, ...
    """

    def __init__(
        self, state: PairState, x: Sequence[int], y: Sequence[int], denominator: int
    ) -> None:
        """Keep the sums; nothing is computed yet."""
        self._state = state
        self._sums = {"x": x, "y": y}
        self._denominator = denominator
        self._known: dict[tuple[str, int, int], int] = {}

    def _scaled(self, which: str, j: int, k: int) -> int:
        """Return the sum times the denominator and times left(j) ... left(j+k-1)."""
        if k == 0:
            sums = self._sums[which]
            return sums[j - 1] if j <= len(sums) else 0
        key = (which, j, k)
        if key not in self._known:
            # left(j+k-1) is the factor that x_j(k-1) lacks, left(j) the one in q_j.
            self._known[key] = self._scaled(which, j, k - 1) * self._state.left(
                j + k - 1
            ) - self._state.pairing(j) * self._scaled(which, j + 1, k - 1)
        return self._known[key]

    def _sum(self, which: str, j: int, k: int) -> Fraction:
        scale = self._denominator
        for step in range(j, j + k):
            scale *= self._state.left(step)
        return Fraction(self._scaled(which, j, k), scale)

    def own_card_no_pair(self, j: int, k: int) -> Fraction:
        """Return x_j(k): own second card and k other second cards are not pair cards."""
        return self._sum("x", j, k)

    def any_own_card(self, j: int, k: int) -> Fraction:
        """Return y_j(k): k other second cards are not pair cards."""
        return self._sum("y", j, k)


def split_sum(state: PairState, max_hands: int, sums_for: Callable[[int], HandSums]) -> Fraction:
    """Return the expectation of a quantity summed over all hands of a split.

    `sums_for(t)` gives the sums of the strategy that is played when the pair becomes t hands (the
    same for every t in class CD). Every further pair is split up to `max_hands`.
    """
    result = Fraction(0)
    drawn = Fraction(1)  # the chance of the pair cards drawn so far, one after the other
    for hands in range(2, max_hands):
        if hands > 2:
            drawn *= Fraction(state.pairing(hands - 2), state.left(hands - 2))
        if not drawn:
            return result
        share = sums_for(hands).own_card_no_pair(hands - 1, hands - 1)
        result += ways_below_limit(hands) * hands * drawn * share
    if max_hands > 2:
        drawn *= Fraction(state.pairing(max_hands - 2), state.left(max_hands - 2))
    if not drawn:
        return result
    sums = sums_for(max_hands)
    j = max_hands - 1
    for complete in range(max_hands - 1):
        ways = ways_at_limit(max_hands, complete)
        if not ways:
            continue
        share = (max_hands - complete) * sums.any_own_card(j, complete)
        if complete:
            share += complete * sums.own_card_no_pair(j, complete - 1)
        result += ways * drawn * share
    return result
