"""The whole law of a round that may be split into more than two hands, on shoes that are small.

Every hand's law is multiplied out, monomial by monomial and outcome by outcome; monomials that the
shoe cannot hold are dropped. For a real shoe that is far too much, and is refused.
"""

from __future__ import annotations

from collections import defaultdict

from bjcalc.errors import UnsupportedRuleError
from bjcalc.outcomes.settle import BUST, NATURAL, Outcome, plus
from bjcalc.outcomes.split_rounds import SplitHands, configurations
from bjcalc.outcomes.sums import ONE, Sum
from bjcalc_ext.outcomes import Terms

Monomial = tuple[int, int, int]
"""Key of cards, net result, stake."""

Law = dict[Monomial, int]

MOST_PRODUCTS = 20_000_000
"""Products of monomials for one deal and one class of dealer hands: half a minute or so."""

_TOO_LARGE = (
    "the whole distribution of more than two hands after a split is exact on small shoes only "
    "(mean and variance are exact on any; a simulation gives the rest)"
)

_FIELDS = (*(6 * value for value in range(10)), 60)


def add_law_of_many_hands(
    total: Sum,
    split: SplitHands,
    limit: int,
    offsets: tuple[Outcome, ...],
    counts: tuple[int, ...] | None,
) -> None:
    """Add the law of a round split into at most `limit` hands, in cards after the deal.

    `counts` are the ten counts of unseen cards and, in an eleventh place, of tens of the pair's
    rank (pairs by rank only); None for draws with replacement. Raises UnsupportedRuleError where
    there are too many monomials.
    """
    settlement = split.player.settlement
    multiplier = _Multiplier(counts)
    for index, dealer in enumerate(split.player.dealer):
        if dealer == NATURAL and settlement.peeks:
            peeked = plus(settlement.outcome(-1, 1), offsets[index])
            total.add(ONE, None, 0, {peeked: 1}, index)
            continue
        extra = plus(offsets[index], settlement.round_offset(dealer, split=True))
        law: Law = defaultdict(int)
        for shape in configurations(limit):
            drawn = {((shape.hands - 2) * split.step, *extra): shape.ways}
            played = split.decisions(shape.hands)
            product: Law = drawn
            for without_pair, number in ((True, shape.no_pair), (False, shape.any_card)):
                hand = _hand(split, played, index, without_pair=without_pair) if number else {}
                for _ in range(number):
                    product = multiplier.product(product, hand)
            for monomial, ways in product.items():
                law[monomial] += ways
        by_outcome: dict[Outcome, list[tuple[int, int]]] = defaultdict(list)
        for (key, net, stake), ways in law.items():
            if ways:
                by_outcome[net, stake].append((key, ways))
        for outcome, terms in by_outcome.items():
            total.add(Terms(terms), None, 0, {outcome: 1}, index)


def _hand(split: SplitHands, decisions: bytes, index: int, *, without_pair: bool) -> Law:
    """Return one hand's law against one class of dealer hands, its second card counted.

    With `without_pair`, joint with the second card being no pair card.
    """
    law: Law = defaultdict(int)
    lost = split.player.lost(1)[index]
    law[0, *lost] += 1
    if without_pair:
        law[split.step, *lost] -= 1
    of_pair = split.none_is_pair if without_pair else split.any_is_pair
    for kind, shift, factor in (("base", 0, 1), ("pair", split.step, of_pair)):
        if not factor:
            continue
        for group in split.classes(decisions, kind):
            for outcome, sign in group.changes[index]:
                for key, ways in group.terms.pairs():
                    law[key + shift, *outcome] += factor * sign * ways
    return law


def refuse_too_large(split: SplitHands, limit: int, counts: tuple[int, ...] | None) -> None:
    """Raise UnsupportedRuleError at once where `add_law_of_many_hands` would end with it.

    Three hands multiply as many monomials as a triple of one hand's has; fewer fit the shoe.
    """
    multiplier = _Multiplier(counts)
    hand = _hand(split, split.decisions(limit), split.player.dealer.index(BUST), without_pair=False)
    size = sum(1 for key, _, _ in hand if multiplier.held(key))
    if size**3 > 6 * MOST_PRODUCTS:
        raise UnsupportedRuleError(_TOO_LARGE)


class _Multiplier:
    """Multiplies laws, counting the work, and drops what the shoe cannot hold."""

    def __init__(self, counts: tuple[int, ...] | None) -> None:
        self._counts = counts
        self._fits: dict[int, bool] = {}
        self._left = MOST_PRODUCTS

    def product(self, one: Law, other: Law) -> Law:
        self._left -= len(one) * len(other)
        if self._left < 0:
            raise UnsupportedRuleError(_TOO_LARGE)
        law: Law = defaultdict(int)
        for (key, net, stake), ways in one.items():
            for (key2, net2, stake2), ways2 in other.items():
                both = key + key2
                fits = self._fits.get(both)
                if fits is None:
                    fits = self._fits[both] = self.held(both)
                if fits:
                    law[both, net + net2, stake + stake2] += ways * ways2
        return law

    def held(self, key: int) -> bool:
        if self._counts is None:
            return True
        return all(
            key >> shift & 63 <= count for shift, count in zip(_FIELDS, self._counts, strict=True)
        )
