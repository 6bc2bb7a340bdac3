"""The whole law of a round that may be split into more than two hands, exactly.

Against one class of dealer hands a hand either loses its stake or is changed: to a win, a push, a
double. The round's law is a sum over how many hands are changed, and how: for every collection of
changes one number, L of the product of these hands' polynomials (and of what the split itself
draws, powers of the pair card). There are hundreds of collections and up to millions of terms in
one of them, so that small shoes take moments and eight decks with four hands hours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement
from math import comb

from bjcalc.errors import UnsupportedRuleError
from bjcalc.outcomes.settle import Outcome, plus, times
from bjcalc.outcomes.split_rounds import Powers, SplitHands, orders
from bjcalc.outcomes.sums import ONE, evaluate, too_large
from bjcalc.outcomes.views import LAW, Change, Quantity
from bjcalc_ext.outcomes import DealerLaw, Polynomial, Terms

SMALL = 3_000_000
"""Products of terms for one split that are still done without being asked for: some seconds."""

Law = dict[Quantity, Fraction]


@dataclass(frozen=True, slots=True)
class _Changed:
    """Hands that are changed alike: `pair` says that their second card is a pair card."""

    pair: bool
    change: Change
    terms: Terms


def split_law(
    dealer_law: DealerLaw,
    split: SplitHands,
    limit: int,
    offsets: tuple[Outcome, ...],
    counts: tuple[int, ...],
    same_rank: int,
) -> Law:
    """Return the law of a round split into at most `limit` hands, given the deal.

    `offsets` are what insurance adds, by dealer's class; `counts` and `same_rank` as for
    DealerLaw.evaluate. Raises UnsupportedRuleError where coefficients or sums are too large.
    """
    payments = split.player.payments
    law: Law = defaultdict(Fraction)
    for index, extra in enumerate(map(plus, offsets, payments.of_split())):
        chances_of = partial(_chances, dealer_law, index, counts, same_rank)
        if payments.is_peeked(payments.dealer[index]):
            law[plus(split.lost[index], offsets[index])] += chances_of(ONE, [{0: 1}], 0)[0]
            continue
        try:
            for outcome, chance in _against(split, limit, index, extra, chances_of):
                law[outcome] += chance
        except OverflowError as error:
            raise too_large(error) from None
    return law


def work(split: SplitHands, limit: int) -> int:
    """Return about how many products of terms `split_law` makes against one class of the dealer."""
    sizes = [
        sum(group.terms.size for group in split.classes(split.decisions(limit), kind))
        for kind in ("base", "pair")
    ]
    return comb(sum(sizes) + limit - 1, limit)


def _chances(
    dealer_law: DealerLaw,
    index: int,
    counts: tuple[int, ...],
    same_rank: int,
    terms: Terms,
    factors: list[Powers],
    step: int,
) -> list[Fraction]:
    """Return L(terms * factor * dealer's class) for each factor, a polynomial in the pair card."""
    polynomial = Polynomial(len(factors), 1)
    weights: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for column, factor in enumerate(factors):
        for power, coefficient in factor.items():
            if coefficient:
                weights[power].append((column, coefficient))
    for power, columns in weights.items():
        polynomial.add(terms, step * power, columns)
    names: list[Quantity] = [str(column) for column in range(len(factors))]
    found = evaluate(dealer_law, names, polynomial, counts, same_rank, only=index)
    return [found[name] for name in names]


def _against(
    split: SplitHands,
    limit: int,
    index: int,
    extra: Outcome,
    chances_of: Callable[[Terms, list[Powers], int], list[Fraction]],
) -> Iterator[tuple[Quantity, Fraction]]:
    """Yield outcomes and signed chances that add up to the law against one dealer's class."""
    lost = split.lost[index]
    by_strategy: dict[bytes, list[int]] = defaultdict(list)
    for hands in range(2, limit + 1):
        by_strategy[split.decisions(hands)].append(hands)
    for decisions, numbers in by_strategy.items():
        products = _Products(_changed(split, decisions, index))
        for changed in range(max(numbers) + 1):
            hands_in_play = [hands for hands in numbers if hands >= changed]
            for pairs in range(changed + 1):
                factors = [split.powers(limit, hands, changed, pairs) for hands in hands_in_play]
                if not any(any(factor.values()) for factor in factors):
                    continue
                for members, terms in products.collections(changed, pairs):
                    chances = chances_of(terms, factors, split.step)
                    ways = orders(members, pairs)
                    for hands, chance in zip(hands_in_play, chances, strict=True):
                        if not chance:
                            continue
                        rest = plus(times(lost, hands - changed), extra)
                        changes = [hand.change for hand in members]
                        for outcome, sign in LAW.of(rest, *changes).items():
                            yield outcome, ways * sign * chance


def _changed(split: SplitHands, decisions: bytes, index: int) -> list[_Changed]:
    """Return the changed hands against one dealer's class, those alike put together."""
    together: dict[tuple[bool, Change], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for kind in ("base", "pair"):
        for group in split.classes(decisions, kind):
            change = group.changes[index]
            if change:
                for key, ways in group.terms.pairs():
                    together[kind == "pair", change][key] += ways
    return [
        _Changed(pair, change, Terms(list(members.items())))
        for (pair, change), members in together.items()
    ]


class _Products:
    """Products of changed hands; those of all but the last hand are kept, as far as in use."""

    def __init__(self, hands: list[_Changed]) -> None:
        self._base = [hand for hand in hands if not hand.pair]
        self._pair = [hand for hand in hands if hand.pair]

    def collections(self, changed: int, pairs: int) -> Iterator[tuple[list[_Changed], Terms]]:
        """Yield every collection of `changed` hands, `pairs` of them "pair", and its product."""
        held: list[tuple[_Changed, Terms]] = []
        for base in combinations_with_replacement(self._base, changed - pairs):
            for pair in combinations_with_replacement(self._pair, pairs):
                members = [*base, *pair]
                same = 0
                while same < len(held) and held[same][0] is members[same]:
                    same += 1
                del held[same:]
                for hand in members[same:]:
                    terms = held[-1][1].times(hand.terms) if held else hand.terms
                    held.append((hand, terms))
                yield members, held[-1][1] if held else ONE


def refuse_long_work(split: SplitHands, limit: int) -> None:
    """Raise UnsupportedRuleError where `split_law` would take long."""
    if work(split, limit) > SMALL:
        raise UnsupportedRuleError(
            f"the whole distribution with up to {limit} hands after a split may take hours for "
            "this shoe: ask for it (--all-hands), or simulate; mean and variance are exact at once"
        )
