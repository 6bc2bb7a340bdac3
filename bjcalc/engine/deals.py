"""The deals of a round: classes of (player's two cards, up card) with their exact weights.

Cards of one value are one class. Only where pairs are by identical rank do tens need more care:
two tens of one rank may be split, two of different ranks may not, and whether the up card is of
the pair's rank changes what is left to pair with.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bjcalc.engine.kernel import UPS, Kernel, two_card_hand
from bjcalc.engine.splits import PairState
from bjcalc.rules.actions import most_hands
from bjcalc.rules.model import PairKind
from bjcalc.shoe import TEN


class Deal(NamedTuple):
    """A class of equally played deals. `weight` counts the ordered deals (two cards, up card).

    `pair` is the state of the split that the two cards allow, None where they may not be split.
    """

    hand: int
    first: int
    second: int
    up: int
    pair: PairState | None
    weight: int


def max_hands(kernel: Kernel, value: int) -> int:
    """Return the number of hands that a pair of this value may become (1: it may not be split)."""
    return most_hands(kernel.rules, value)


def total_weight(kernel: Kernel) -> int:
    """Return the number of ordered deals of two cards and an up card."""
    n = kernel.cards
    return n**3 if kernel.infinite else n * (n - 1) * (n - 2)


def all_deals(kernel: Kernel) -> Iterator[Deal]:
    """Yield every class of deals that has a weight; the weights sum to `total_weight`."""
    gone = 0 if kernel.infinite else 1
    counts = kernel.counts
    for first in range(10):
        for second in range(first, 10):
            same = first == second
            two = counts[first] * (counts[second] - (gone if same else 0)) * (1 if same else 2)
            for up in UPS:
                ups = counts[up] - gone * ((first == up) + (second == up))
                if two <= 0 or ups <= 0:
                    continue
                deals: list[tuple[PairState | None, int]]
                if not same or max_hands(kernel, first) < 2:
                    deals = [(None, two * ups)]
                elif kernel.rules.split.pairs is PairKind.RANK and first == TEN:
                    deals = list(_ten_pairs(kernel, up, two * ups))
                else:
                    pair_cards = counts[first] - (gone if first == up else 0)
                    deals = [(_pair_state(kernel, first, pair_cards, 0), two * ups)]
                hand = two_card_hand(first, second)
                for pair, weight in deals:
                    if weight:
                        yield Deal(hand, first, second, up, pair, weight)


def _pair_state(kernel: Kernel, value: int, pair_cards: int, same_value: int) -> PairState:
    return PairState(
        value=value,
        pair_cards=pair_cards,
        same_value=same_value,
        unseen=kernel.cards if kernel.infinite else kernel.cards - 2,
        infinite=kernel.infinite,
    )


def ten_ranks(kernel: Kernel) -> tuple[int, ...]:
    """Return the counts of 10, J, Q, K, in the units of the kernel's counts.

    Raises UnsupportedRuleError where the shoe does not tell them apart.
    """
    ranks = kernel.rules.shoe.need_ranks("splitting pairs of identical rank only")
    period = sum(ranks) // kernel.cards
    return tuple(count // period for count in ranks[9:])


def _ten_pairs(kernel: Kernel, up: int, weight: int) -> Iterator[tuple[PairState | None, int]]:
    """Yield (split state, weight) of two tens: a pair of each kind, then tens of two ranks."""
    gone = 0 if kernel.infinite else 1
    ranks = ten_ranks(kernel)
    tens = kernel.counts[TEN]
    states: dict[PairState, int] = {}
    for count in ranks:
        pairs = count * (count - gone)
        if up != TEN:
            cases = [(count, tens - count, pairs * kernel.counts[up])]
        else:
            others = sum(ranks) - count
            cases = [
                (count - gone, tens - count, pairs * (count - 2 * gone)),
                (count, tens - count - gone, pairs * others),
            ]
        for pair_cards, same_value, ways in cases:
            if ways > 0:
                state = _pair_state(kernel, TEN, pair_cards, same_value)
                states[state] = states.get(state, 0) + ways
    yield from states.items()
    yield None, weight - sum(states.values())
