"""Rounds with a split as polynomials in the cards drawn after the deal.

Let r be the polynomial of a hand whose second card is a pair card too, without its two
cards, and x the pair card. A round of t hands, f of which have a second card that is no pair card,
comes about by drawing t - 2 more pair cards, x^(t-2), and "this second card is no pair card" is
the factor 1 - x: drawing one more card and asking what it is. So every configuration of
docs/mathematics.md is a power of x, a power of 1 - x, and the hands' own polynomials.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

from bjcalc.engine.kernel import two_card_hand
from bjcalc.engine.splits import ways_at_limit, ways_below_limit
from bjcalc.outcomes.hand_law import HandClass, Player
from bjcalc.outcomes.settle import Outcome, plus, times
from bjcalc.outcomes.sums import ONE, Sum
from bjcalc.outcomes.views import View
from bjcalc.rules.model import PairKind
from bjcalc.shoe import TEN

Powers = dict[int, int]
"""A polynomial in the pair card alone: power to coefficient."""


def configurations(limit: int) -> Iterator[tuple[int, int, int]]:
    """Yield the ways in which the second cards of a split into at most `limit` hands can fall.

    As (ways, hands whose second card is no pair card, hands with any).
    """
    for hands in range(2, limit):
        yield ways_below_limit(hands), hands, 0
    for complete in range(limit - 1):
        yield ways_at_limit(limit, complete), complete, limit - complete


class SplitHands:
    """The polynomials of the hands of one split, by the decisions they are played with.

    The hand of "base" starts with any second card, or with any that is no pair card; the hand of
    "pair" with a pair card, not counted in its terms. `none_is_pair` and `any_is_pair` say what of
    "pair", times the pair card, is to be added to "base" for each of the two kinds of hands.
    """

    def __init__(self, player: Player, decisions: Callable[[int], bytes]) -> None:
        """`decisions(t)` are the decisions that are played when the pair becomes t hands."""
        assert player.split_of is not None
        self.player = player
        self.lost = player.lost
        self.decisions = decisions
        self.value = player.split_of
        pairs = player.kernel.rules.split.pairs
        by_rank = pairs is PairKind.RANK and self.value == TEN
        self.step = 1 << 60 if by_rank else 1 << (6 * self.value)
        self.none_is_pair, self.any_is_pair = (-1, 0) if by_rank else (0, 1)
        self._by_rank = by_rank
        self._known: dict[tuple[bytes, str], list[HandClass]] = {}

    def classes(self, decisions: bytes, kind: str) -> list[HandClass]:
        """Return the classes of hands of one kind."""
        key = (decisions, kind)
        if key not in self._known:
            one = 1 << (6 * self.value)
            if kind == "pair":
                starts, without = {two_card_hand(self.value, self.value): 1}, 2 * one
            else:
                seconds = [v for v in range(10) if self._by_rank or v != self.value]
                starts, without = {two_card_hand(self.value, v): 1 for v in seconds}, one
            self._known[key] = self.player.classes(decisions, starts, without)
        return self._known[key]

    def powers(self, limit: int, hands: int, changed: int, pairs: int) -> Powers:
        """Return the pair card's powers where `changed` of `hands` hands are, `pairs` of "pair".

        Summed over the configurations with so many hands, and over which of them are changed.
        """
        total: Powers = defaultdict(int)
        for ways, no_pair, any_card in configurations(limit):
            if no_pair + any_card != hands:
                continue
            for none in range(changed + 1):
                kinds = _mixed(none, self.none_is_pair, changed - none, self.any_is_pair, pairs)
                factor = ways * comb(no_pair, none) * comb(any_card, changed - none) * kinds
                if factor:
                    # x^(cards drawn) (1 - x)^(hands that are not changed)
                    left = no_pair - none
                    for k in range(left + 1):
                        total[hands - 2 + pairs + k] += factor * (-1) ** k * comb(left, k)
        return total


def orders(members: Sequence[object], pairs: int) -> int:
    """Return in how many orders the hands of "base" and the `pairs` of "pair" can be these."""
    repeats = Counter(map(id, members)).values()
    every = factorial(len(members) - pairs) * factorial(pairs)
    return every // prod(factorial(number) for number in repeats)


def _mixed(first: int, weight: int, second: int, weight2: int, degree: int) -> int:
    """Return the coefficient of y^degree in (1 + weight y)^first (1 + weight2 y)^second."""
    return sum(
        comb(first, k) * weight**k * comb(second, degree - k) * weight2 ** (degree - k)
        for k in range(degree + 1)
    )


def add_split(
    total: Sum,
    view: View,
    split: SplitHands,
    limit: int,
    offsets: tuple[Outcome, ...],
    shift: int,
) -> None:
    """Add a round split into at most `limit` hands; the cards of the key `shift` are a factor.

    `offsets` are what insurance adds, by dealer's class. The law is right for two hands only.
    """
    # Differences of two hands are the same whatever the others are.
    parts: dict[tuple[bytes, int, int, int], Powers] = defaultdict(lambda: defaultdict(int))
    for hands, changed in product(range(2, limit + 1), range(min(2, view.degree) + 1)):
        for pairs in range(changed + 1):
            key = (split.decisions(hands), changed, pairs, hands if changed < 2 else 2)
            for power, factor in split.powers(limit, hands, changed, pairs).items():
                parts[key][power] += factor
    payments, lost = split.player.payments, split.lost
    for index, extra in enumerate(map(plus, offsets, payments.of_split())):
        if payments.is_peeked(payments.dealer[index]):
            total.add(ONE, None, shift, view.of(plus(lost[index], offsets[index])), index)
            continue
        for (played, changed, pairs, hands), powers in parts.items():
            rest = plus(times(lost[index], hands - changed), extra)
            base = combinations_with_replacement(split.classes(played, "base"), changed - pairs)
            pair = combinations_with_replacement(split.classes(played, "pair"), pairs)
            for members in ([*one, *other] for one, other in product(base, pair)):
                weights = view.of(rest, *(one.changes[index] for one in members))
                first, second = ([one.terms for one in members] + [None, None])[:2]
                ways = orders(members, pairs)
                for power, factor in powers.items():
                    if factor and weights:
                        total.add(
                            first or ONE,
                            second,
                            shift + split.step * power,
                            weights,
                            index,
                            factor * ways,
                        )
