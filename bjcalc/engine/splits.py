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

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, prod
from typing import NamedTuple


class PairState(NamedTuple):
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


class HandSums(NamedTuple):
    """x_j and y_j of one quantity, for one pair state and one zero-memory strategy.

    `x[j-1]`, `y[j-1]` are the integers x_j and y_j over the common `denominator`, for j = 1, 2, ...
    """

    x: list[int]
    y: list[int]
    denominator: int


class SplitTerm(NamedTuple):
    """What x_j and y_j count, j = `extra`, in a split's value where the pair becomes `hands` hands.

    Integers over the denominator that belongs to all terms.
    """

    hands: int
    extra: int
    x: int
    y: int


@lru_cache(maxsize=256)
def split_terms(state: PairState, max_hands: int) -> tuple[tuple[SplitTerm, ...], int]:
    """Return the terms of a split into at most `max_hands` hands, and their denominator.

    A split's value is linear in the x_j and y_j of each number of hands. Every further pair is
    split up to `max_hands`.
    """
    extras = most_extra(max_hands)
    found: list[SplitTerm] = []
    drawn = 1  # the ways to draw the pair cards so far, one after the other

    def rest(first: int) -> int:
        """What brings left(1) ... left(first - 1) to the denominator."""
        return prod(state.left(step) for step in range(first, extras + 1))

    for hands in range(2, max_hands):
        drawn *= state.pairing(hands - 2) if hands > 2 else 1
        ways = ways_below_limit(hands) * hands * drawn * rest(2 * hands - 2)
        for j, count in enumerate(_others_no_pair(state, hands - 1, hands - 1), hands - 1):
            found.append(SplitTerm(hands, j, ways * count, 0))
    drawn *= state.pairing(max_hands - 2) if max_hands > 2 else 1
    x, y = [0] * (extras + 1), [0] * (extras + 1)
    first = max_hands - 1
    for complete in range(max_hands - 1):
        ways = ways_at_limit(max_hands, complete) * drawn
        open_ways = ways * (max_hands - complete) * rest(first + complete)
        for j, count in enumerate(_others_no_pair(state, first, complete), first):
            y[j] += open_ways * count
        if complete:
            complete_ways = ways * complete * rest(first + complete - 1)
            for j, count in enumerate(_others_no_pair(state, first, complete - 1), first):
                x[j] += complete_ways * count
    found.extend(SplitTerm(max_hands, j, x[j], y[j]) for j in range(1, extras + 1))
    return tuple(term for term in found if term.x or term.y), rest(1)


def _others_no_pair(state: PairState, j: int, k: int) -> list[int]:
    """Return x_j(k) as counts of x_j, x_{j+1}, ... x_{j+k}, over left(j) ... left(j+k-1)."""
    if k == 0:
        return [1]
    # left(j+k-1) is the factor that x_j(k-1) lacks, left(j) the one in q_j.
    left, pairing = state.left(j + k - 1), state.pairing(j)
    here, one_gone = _others_no_pair(state, j, k - 1), _others_no_pair(state, j + 1, k - 1)
    return [left * a - pairing * b for a, b in zip([*here, 0], [0, *one_gone], strict=True)]


def split_sum(state: PairState, max_hands: int, sums: Mapping[int, HandSums]) -> Fraction:
    """Return the expectation of a quantity summed over all hands of a split.

    `sums[t]` are those of the strategy that is played when the pair becomes t hands (the same for
    every t in class CD).
    """
    terms, denominator = split_terms(state, max_hands)
    over: dict[int, int] = {}
    for hands, j, x, y in terms:
        these = sums[hands]
        part = x * these.x[j - 1] + y * these.y[j - 1]
        over[these.denominator] = over.get(these.denominator, 0) + part
    return sum((Fraction(part, unit * denominator) for unit, part in over.items()), Fraction(0))
