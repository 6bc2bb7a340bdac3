"""A round against one up card as a polynomial: the deal, what is done with it, how hands end.

Everything is asked through a `View` (the law, or moments); numbers are exact and conditional on the
up card (and hole card, where given) and on the cards that were dealt, as each function says.

Splits. Let r be the polynomial of a hand whose second card is a pair card too, without its two
cards, and x the pair card. A round of t hands, f of which have a second card that is no pair card,
comes about by drawing t - 2 more pair cards, x^(t-2), and "this second card is no pair card" is
the factor 1 - x: drawing one more card and asking what it is. So every configuration of
docs/mathematics.md is a power of x, a power of 1 - x, and the hands' own polynomials.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from bjcalc.engine.deals import Deal, max_hands
from bjcalc.engine.kernel import Kernel, two_card_hand
from bjcalc.engine.solution import Action, Solution
from bjcalc.engine.splits import PairState, ways_at_limit, ways_below_limit
from bjcalc.errors import UnsupportedRuleError
from bjcalc.outcomes.hand_law import HandClass, Player
from bjcalc.outcomes.settle import BUST, NATURAL, Outcome, Settlement, unit_of
from bjcalc.outcomes.views import Column, View
from bjcalc.rules.model import PairKind, Soft17, Surrender
from bjcalc.shoe import TEN
from bjcalc_ext.hands import hand_counts
from bjcalc_ext.outcomes import DealerLaw, Polynomial, Terms, hand_key

ONE = Terms([(0, 1)])

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


def _no_pair_card(times: int, drawn: int, factor: int) -> Powers:
    """Return factor * x^drawn * (1 - x)^times."""
    return {drawn + k: factor * (-1) ** k * comb(times, k) for k in range(times + 1)}


class Sum:
    """Collects terms with their weights by column and dealer's class, then evaluates them all."""

    def __init__(self, dealer: DealerLaw) -> None:
        """Start with nothing."""
        self.dealer = dealer
        self._parts: dict[tuple[Terms, Terms | None, int], dict[tuple[Column, int], int]] = (
            defaultdict(lambda: defaultdict(int))
        )

    def add(
        self,
        one: Terms,
        other: Terms | None,
        shift: int,
        weights: Mapping[Column, int],
        dealer_class: int,
        factor: int = 1,
    ) -> None:
        """Add factor * weights * one * other * x^shift against one class of dealer hands."""
        part = self._parts[one, other, shift]
        for column, weight in weights.items():
            part[column, dealer_class] += factor * weight

    def polynomial(self) -> tuple[list[Column], Polynomial]:
        """Return the columns and the whole polynomial."""
        columns: dict[Column, int] = {}
        for part in self._parts.values():
            for column, _ in part:
                columns.setdefault(column, len(columns))
        classes = self.dealer.classes
        polynomial = Polynomial(max(1, len(columns)), classes)
        try:
            for (one, other, shift), part in self._parts.items():
                weights = [
                    (columns[column] * classes + dealer_class, weight)
                    for (column, dealer_class), weight in part.items()
                    if weight
                ]
                if not weights:
                    continue
                if other is None:
                    polynomial.add(one, shift, weights)
                else:
                    polynomial.add_product(one, other, shift, weights)
        except OverflowError as error:
            raise _too_large(error) from None
        return list(columns), polynomial

    def evaluate(self, counts: tuple[int, ...], same_rank: int = 0) -> dict[Column, Fraction]:
        """Return the expectation of every column; see DealerLaw.evaluate for the counts."""
        columns, polynomial = self.polynomial()
        return evaluate(self.dealer, columns, polynomial, counts, same_rank)


def evaluate(
    dealer: DealerLaw,
    columns: list[Column],
    polynomial: Polynomial,
    counts: tuple[int, ...],
    same_rank: int = 0,
) -> dict[Column, Fraction]:
    """Apply the functional to each column of a polynomial."""
    try:
        sums = dealer.evaluate(polynomial, counts, same_rank)
    except OverflowError as error:
        raise _too_large(error) from None
    sizes = len(sums[0]) if sums else 0
    cards = sum(counts)
    units = [dealer.denominator(cards, size) for size in range(sizes)]
    result: dict[Column, Fraction] = {}
    for column, by_size in zip(columns, sums, strict=False):
        numerator, common = 0, 1
        # Each denominator divides the next but for the dealer's part, which the last one holds.
        common = units[-1]
        for value, unit in zip(by_size, units, strict=True):
            numerator += value * (common // unit)
        result[column] = Fraction(numerator, common)
    return result


def _too_large(error: OverflowError) -> UnsupportedRuleError:
    return UnsupportedRuleError(f"the law of outcomes cannot be summed exactly: {error}")


class Rounds:
    """All rounds of one solved game against one up card, and one hole card if it is given."""

    def __init__(self, solution: Solution, up: int, hole: int | None = None) -> None:
        """Lay out the dealer's hands."""
        self.solution = solution
        self.kernel: Kernel = solution.kernel
        self.rules = solution.rules
        self.up = up
        self.hole = hole
        self.settlement = Settlement(self.rules, up, unit_of(self.rules))
        start = (up,) if hole is None else (up, hole)
        try:
            self.dealer_law = DealerLaw(
                self.kernel.counts,
                infinite=self.kernel.infinite,
                hit_soft_17=self.rules.dealer.soft17 is Soft17.HIT,
                card_limit=self.rules.dealer.card_limit or 0,
                start=start,
            )
        except OverflowError as error:
            raise _too_large(error) from None
        self.dealer: tuple[int, ...] = (*self.dealer_law.totals, BUST, NATURAL)

    @cached_property
    def deals(self) -> tuple[Deal, ...]:
        """The deals with this up card."""
        return tuple(deal for deal in self.solution.deals if deal.up == self.up)

    def counts(self, *gone: int) -> tuple[int, ...]:
        """Return the unseen cards when the dealer's known cards and these are gone."""
        counts = list(self.kernel.counts)
        if not self.kernel.infinite:
            for value in (*self.dealer_law.start, *gone):
                counts[value] -= 1
        return tuple(max(0, count) for count in counts)

    def empty(self) -> Sum:
        """Return an empty sum."""
        return Sum(self.dealer_law)

    # One deal

    def of_deal(self, deal: Deal, view: View) -> dict[Column, Fraction]:
        """Return a deal's expectations, given its cards and the dealer's known ones."""
        total = self.empty()
        self.add_deal(total, view, deal)
        counts = self.counts(deal.first, deal.second)
        return total.evaluate(counts, _same_rank(deal.pair))

    def add_deal(self, total: Sum, view: View, deal: Deal) -> None:
        """Add a deal's round, in cards besides the two that were dealt."""
        if self.solution.chosen[deal] is Action.SPLIT and not self._is_settled(deal):
            assert deal.pair is not None
            self._add_split(total, view, deal)
        else:
            without = hand_key(hand_counts(deal.hand))
            self._add_unsplit(total, view, [(deal, 1)], without, ONE)

    def _is_settled(self, deal: Deal) -> bool:
        return self.solution.deal_values(deal).is_natural

    # Rounds without a split

    def add_unsplit_deals(self, total: Sum, view: View, deals: list[Deal]) -> None:
        """Add rounds that are not split, all at once, the two cards dealt among the cards drawn."""
        groups: dict[tuple[object, ...], list[tuple[Deal, int]]] = defaultdict(list)
        for deal in deals:
            orders = 1 if deal.first == deal.second else 2
            groups[self._offsets(deal)].append((deal, orders))
        for group in groups.values():
            self._add_unsplit(total, view, group, 0, None)

    def _add_unsplit(
        self,
        total: Sum,
        view: View,
        deals: list[tuple[Deal, int]],
        without: int,
        dealt: Terms | None,
    ) -> None:
        """Add rounds whose offsets (insurance) are the same.

        `dealt` are the terms of the deal itself; None: each deal's two cards, in its orders.
        """
        starts: dict[int, int] = {}
        player = Player(self.kernel, self.settlement, self.dealer, None)
        lost = player.lost(1)
        for deal, orders in deals:
            terms = dealt or Terms([(hand_key(hand_counts(deal.hand)), orders)])
            offsets = self._offsets(deal)
            fixed = self._fixed_results(deal)
            for index, dealer in enumerate(self.dealer):
                if fixed is not None:
                    outcome = fixed[index]
                elif dealer == NATURAL and self.settlement.peeks:
                    outcome = self.settlement.outcome(-1, 1)
                else:
                    outcome = lost[index]
                total.add(terms, None, 0, view.whole(_plus(outcome, offsets[index])), index)
            if fixed is None:
                starts[deal.hand] = starts.get(deal.hand, 0) + orders
        if not starts:
            return
        offsets = self._offsets(deals[0][0])
        for group in player.classes(self.solution.decisions, starts, without):
            for index, change in enumerate(group.changes):
                if change:
                    total.add(group.terms, None, 0, view.change(change, offsets[index]), index)

    def _fixed_results(self, deal: Deal) -> tuple[Outcome, ...] | None:
        """Return the results by dealer's class where no hand is played, without insurance."""
        values = self.solution.deal_values(deal)
        settle = self.settlement
        pays = self.rules.blackjack.pays
        if values.takes_even_money():
            return (settle.outcome(1, 1),) * len(self.dealer)
        if values.is_natural:
            ties = 21 if not self.rules.blackjack.beats_drawn_21 else NATURAL
            return tuple(
                settle.outcome(0 if dealer in (NATURAL, ties) else pays, 1)
                for dealer in self.dealer
            )
        if self.solution.chosen[deal] is Action.SURRENDER:
            half = Fraction(-1, 2)
            late = values.surrender_kind() is not Surrender.EARLY
            return tuple(
                settle.outcome(-1 if late and dealer == NATURAL else half, 1)
                for dealer in self.dealer
            )
        return None

    def _offsets(self, deal: Deal) -> tuple[Outcome, ...]:
        """Return what insurance adds, by dealer's class."""
        values = self.solution.deal_values(deal)
        insurance = values.insurance()
        if values.takes_even_money() or insurance is None or insurance <= 0:
            return ((0, 0),) * len(self.dealer)
        rules = self.rules.insurance
        return tuple(
            self.settlement.outcome(
                rules.price * rules.pays if dealer == NATURAL else -rules.price, rules.price
            )
            for dealer in self.dealer
        )

    # Splits

    def _add_split(self, total: Sum, view: View, deal: Deal) -> None:
        pair = deal.pair
        assert pair is not None
        limit = max_hands(self.kernel, pair.value)
        if limit > 2 and not view.pairs_suffice:
            raise UnsupportedRuleError(
                f"the whole law of {limit} split hands is not a matter of pairs of hands"
            )
        self.add_split_hands(total, view, pair, limit, self._offsets(deal), 0)

    def add_split_hands(
        self,
        total: Sum,
        view: View,
        pair: PairState,
        limit: int,
        offsets: tuple[Outcome, ...],
        shift: int,
    ) -> None:
        """Add a split round against every class of dealer hands; x^shift is a factor of it all."""
        hands = _SplitHands(self, pair)
        lost = hands.player.lost(1)
        step = hands.step
        quadratic: dict[tuple[bytes, str], Powers] = defaultdict(lambda: defaultdict(int))
        linear: dict[tuple[bytes, str, int], Powers] = defaultdict(lambda: defaultdict(int))
        constant: dict[int, Powers] = defaultdict(lambda: defaultdict(int))
        for shape in configurations(limit):
            played = self.solution.splits.decisions(pair.value, shape.hands)
            a, b, drawn = shape.no_pair, shape.any_card, shape.hands - 2

            def powers(times: int, factor: int, drawn: int = drawn) -> Powers:
                return _no_pair_card(times, drawn, factor) if factor else {}

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
        peeked = self.settlement.outcome(-1, 1)
        for index, dealer in enumerate(self.dealer):
            if dealer == NATURAL and self.settlement.peeks:
                total.add(ONE, None, shift, view.whole(_plus(peeked, offsets[index])), index)
                continue
            extra = _plus(offsets[index], self.settlement.round_offset(dealer, split=True))
            for number, coefficients in constant.items():
                whole = view.whole(_plus(_times(lost[index], number), extra))
                for power, coefficient in coefficients.items():
                    total.add(ONE, None, shift + step * power, whole, index, coefficient)
            for (played, kind, number), coefficients in linear.items():
                rest = _plus(_times(lost[index], number - 1), extra)
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
                for first, second, times in hands.couples(played, kind):
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
                                    coefficient * times,
                                )


class _SplitHands:
    """The polynomials of the hands of one split, by the decisions they are played with.

    The hand of "base" starts with any second card, or with any that is no pair card; the hand of
    "pair" with a pair card, not counted in its terms. `none_is_pair` and `any_is_pair` say what of
    "pair", times the pair card, is to be added to "base" for each of the two kinds of hands.
    """

    def __init__(self, rounds: Rounds, pair: PairState) -> None:
        kernel = rounds.kernel
        self.player = Player(kernel, rounds.settlement, rounds.dealer, pair.value)
        self.value = pair.value
        by_rank = kernel.rules.split.pairs is PairKind.RANK and pair.value == TEN
        self.step = 1 << 60 if by_rank else 1 << (6 * pair.value)
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


def _same_rank(pair: PairState | None) -> int:
    if pair is None:
        return 0
    return pair.pair_cards if pair.infinite else pair.pair_cards - 2


def _plus(one: Outcome, other: Outcome) -> Outcome:
    return one[0] + other[0], one[1] + other[1]


def _times(outcome: Outcome, factor: int) -> Outcome:
    return outcome[0] * factor, outcome[1] * factor
