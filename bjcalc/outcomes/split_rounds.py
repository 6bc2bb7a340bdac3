"""Rounds with a split as polynomials in the cards drawn after the deal.

Let r be the polynomial of a hand whose second card is a pair card too, without its two
cards, and x the pair card. A round of t hands, f of which have a second card that is no pair card,
comes about by drawing t - 2 more pair cards, x^(t-2), and "this second card is no pair card" is
the factor 1 - x: drawing one more card and asking what it is. So every configuration of
docs/mathematics.md is a power of x, a power of 1 - x, and the hands' own polynomials.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb

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


@dataclass(frozen=True, slots=True)
class Configuration:
    """`ways` to get `no_pair` hands whose second card is no pair card and `any_card` others."""

    ways: int
    no_pair: int
    any_card: int

    @property
    def hands(self) -> int:
        """The number of hands."""
        return self.no_pair + self.any_card


def configurations(limit: int) -> Iterator[Configuration]:
    """Yield the ways in which the second cards of a split into at most `limit` hands can fall."""
    for hands in range(2, limit):
        yield Configuration(ways_below_limit(hands), hands, 0)
    for complete in range(limit - 1):
        ways = ways_at_limit(limit, complete)
        if ways:
            yield Configuration(ways, complete, limit - complete)


def no_pair_card(repeats: int, drawn: int, factor: int) -> Powers:
    """Return factor * x^drawn * (1 - x)^repeats."""
    return {drawn + k: factor * (-1) ** k * comb(repeats, k) for k in range(repeats + 1)}


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

    def couples(self, decisions: bytes, kind: str) -> Iterator[tuple[HandClass, HandClass, int]]:
        """Yield pairs of classes and how often each stands in the product of two hands."""
        base, pair = self.classes(decisions, "base"), self.classes(decisions, "pair")
        if kind == "mixed":
            for one in base:
                for other in pair:
                    yield one, other, 1
            return
        groups = base if kind == "base" else pair
        for index, one in enumerate(groups):
            for other in groups[index:]:
                yield one, other, 1 if one is other else 2


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
    hands = split
    payments, lost = hands.player.payments, hands.lost
    step = hands.step
    quadratic: dict[tuple[bytes, str], Powers] = defaultdict(lambda: defaultdict(int))
    linear: dict[tuple[bytes, str, int], Powers] = defaultdict(lambda: defaultdict(int))
    constant: dict[int, Powers] = defaultdict(lambda: defaultdict(int))
    for shape in configurations(limit):
        played = hands.decisions(shape.hands)
        a, b, drawn = shape.no_pair, shape.any_card, shape.hands - 2

        def powers(repeats: int, factor: int, drawn: int = drawn) -> Powers:
            return no_pair_card(repeats, drawn, factor) if factor else {}

        def put(target: Powers, source: Powers, more: int = 0, factor: int = 1) -> None:
            for power, coefficient in source.items():
                target[power + more] += factor * coefficient

        put(constant[shape.hands], powers(a, shape.ways))
        kinds = (
            (a, max(0, a - 1), hands.none_is_pair),
            (b, a, hands.any_is_pair),
        )
        for number, others, with_pair in kinds:
            one = powers(others, shape.ways * number)
            put(linear[played, "base", shape.hands], one)
            put(linear[played, "pair", shape.hands], one, 1, with_pair)
        none, any_ = hands.none_is_pair, hands.any_is_pair
        couples = (
            (comb(a, 2), max(0, a - 2), 2 * none, none * none),
            (a * b, max(0, a - 1), none + any_, none * any_),
            (comb(b, 2), a, 2 * any_, any_ * any_),
        )
        for number, others, mixed, both in couples:
            two = powers(others, shape.ways * number)
            put(quadratic[played, "base"], two)
            put(quadratic[played, "mixed"], two, 1, mixed)
            put(quadratic[played, "pair"], two, 2, both)
    for index, extra in enumerate(map(plus, offsets, payments.of_split())):
        if payments.is_peeked(payments.dealer[index]):
            total.add(ONE, None, shift, view.whole(plus(lost[index], offsets[index])), index)
            continue
        for number, coefficients in constant.items():
            whole = view.whole(plus(times(lost[index], number), extra))
            for power, coefficient in coefficients.items():
                total.add(ONE, None, shift + step * power, whole, index, coefficient)
        for (played, kind, number), coefficients in linear.items():
            rest = plus(times(lost[index], number - 1), extra)
            for group in hands.classes(played, kind):
                if group.changes[index]:
                    change = view.change(group.changes[index], rest)
                    for power, coefficient in coefficients.items():
                        if coefficient:
                            total.add(
                                group.terms,
                                None,
                                shift + step * power,
                                change,
                                index,
                                coefficient,
                            )
        for (played, kind), coefficients in quadratic.items():
            for first, second, multiple in hands.couples(played, kind):
                if first.changes[index] and second.changes[index]:
                    couple = view.pair(first.changes[index], second.changes[index], extra)
                    for power, coefficient in coefficients.items():
                        if coefficient and couple:
                            total.add(
                                first.terms,
                                second.terms,
                                shift + step * power,
                                couple,
                                index,
                                coefficient * multiple,
                            )
