"""A round against one up card as a polynomial: the deal, what is done with it, how hands end.

Everything is asked through a `View` (the law, or moments); numbers are exact and conditional on the
up card (and hole card, where given) and on the cards that were dealt, as each function says.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cached_property

from bjcalc.engine.deals import Deal, max_hands
from bjcalc.engine.kernel import Kernel, peeks
from bjcalc.engine.solution import Solution
from bjcalc.engine.splits import PairState
from bjcalc.outcomes.hand_law import Player
from bjcalc.outcomes.many_hands import refuse_long_work, split_law
from bjcalc.outcomes.settle import Outcome, Payments, plus
from bjcalc.outcomes.split_rounds import SplitHands, add_split
from bjcalc.outcomes.sums import ONE, Sum, too_large
from bjcalc.outcomes.views import Quantity, View
from bjcalc.rules.actions import Action
from bjcalc.rules.model import PairKind, Soft17, Surrender
from bjcalc.rules.settlement import (
    DEALER_22,
    DEALER_NATURAL,
    DEALER_OVER_22,
    EVEN_MONEY,
    INSURANCE,
    NATURAL,
    SURRENDERED_EARLY,
    SURRENDERED_LATE,
    settlement,
)
from bjcalc.shoe import TEN
from bjcalc_ext.hands import hand_counts
from bjcalc_ext.outcomes import DealerLaw, Terms, hand_key


class Rounds:
    """All rounds of one solved game against one up card, and one hole card if it is given."""

    def __init__(self, solution: Solution, up: int, hole: int | None = None) -> None:
        """Lay out the dealer's hands."""
        self.solution = solution
        self.kernel: Kernel = solution.kernel
        self.rules = solution.rules
        self.up = up
        self.hole = hole
        settled = settlement(self.rules)
        apart = any(row[DEALER_22] != row[DEALER_OVER_22] for row in settled.table)
        start = (up,) if hole is None else (up, hole)
        try:
            self.dealer_law = DealerLaw(
                self.kernel.counts,
                infinite=self.kernel.infinite,
                hit_soft_17=self.rules.dealer.soft17 is Soft17.HIT,
                card_limit=self.rules.dealer.card_limit or 0,
                start=start,
                most=22 if apart else 21,
            )
        except OverflowError as error:
            raise too_large(error) from None
        finals = (*self.dealer_law.totals, DEALER_OVER_22, DEALER_NATURAL)
        self.payments = Payments(settled, finals, peeks(self.rules, up))

    @property
    def by_rank(self) -> bool:
        """Whether only cards of the same rank may be split."""
        return self.rules.split.pairs is PairKind.RANK

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

    def of_deal(self, deal: Deal, view: View) -> dict[Quantity, Fraction]:
        """Return a deal's expectations, given its cards and the dealer's known ones."""
        if self.has_many_hands(deal) and view.degree > 2:
            assert deal.pair is not None
            return split_law(
                self.dealer_law,
                self.split_hands(deal.first),
                max_hands(self.kernel, deal.first),
                self.offsets(deal),
                self.counts(deal.first, deal.second),
                self._same_rank(deal.pair),
            )
        total = self.empty()
        self.add_deal(total, view, deal)
        counts = self.counts(deal.first, deal.second)
        return total.evaluate(counts, self._same_rank(deal.pair))

    def add_deal(self, total: Sum, view: View, deal: Deal) -> None:
        """Add a deal's round, in cards besides the two that were dealt."""
        if self.solution.chosen[deal] is Action.SPLIT and not self._is_settled(deal):
            value = deal.first
            limit = max_hands(self.kernel, value)
            add_split(total, view, self.split_hands(value), limit, self.offsets(deal), 0)
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
            groups[self.offsets(deal)].append((deal, orders))
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
        decisions = bytearray(self.solution.decisions)
        player = Player(self.kernel, self.payments, self.up, None)
        for deal, orders in deals:
            terms = dealt or Terms([(hand_key(hand_counts(deal.hand)), orders)])
            leaf = self._leaf(deal)
            whole = player.lost if leaf is None else self.payments.of_leaf(leaf)
            for index, outcome in enumerate(map(plus, whole, self.offsets(deal))):
                total.add(terms, None, 0, view.of(outcome), index)
            if leaf is None:
                starts[deal.hand] = starts.get(deal.hand, 0) + orders
                # A chart may play two tens of two ranks otherwise than a pair of tens.
                decisions[10 * deal.hand + self.up] = self.solution.deal_values(deal).decision()
        if not starts:
            return
        offsets = self.offsets(deals[0][0])
        for group in player.classes(bytes(decisions), starts, without):
            for index, change in enumerate(group.changes):
                if change:
                    total.add(group.terms, None, 0, view.of(offsets[index], change), index)

    def _leaf(self, deal: Deal) -> int | None:
        """Return the player's final where no hand is played, None where one is."""
        values = self.solution.deal_values(deal)
        if values.takes_even_money():
            return EVEN_MONEY
        if values.is_natural:
            return NATURAL
        if self.solution.chosen[deal] is Action.SURRENDER:
            early = values.surrender_kind() is Surrender.EARLY
            return SURRENDERED_EARLY if early else SURRENDERED_LATE
        return None

    def offsets(self, deal: Deal) -> tuple[Outcome, ...]:
        """Return what insurance adds, by dealer's class."""
        values = self.solution.deal_values(deal)
        insurance = values.insurance()
        if values.takes_even_money() or insurance is None or insurance <= 0:
            return ((0, 0),) * len(self.payments.dealer)
        price = int(self.rules.insurance.price * self.payments.unit)
        return tuple((net, price) for net, _ in self.payments.of_leaf(INSURANCE))

    # Splits

    def has_many_hands(self, deal: Deal) -> bool:
        """Whether the deal is a pair that is split and may become more than two hands."""
        splits = self.solution.chosen[deal] is Action.SPLIT
        return splits and max_hands(self.kernel, deal.first) > 2

    def refuse_long_work(self) -> None:
        """Raise UnsupportedRuleError where the whole law takes long."""
        for deal in self.deals:
            if self.has_many_hands(deal):
                refuse_long_work(self.split_hands(deal.first), max_hands(self.kernel, deal.first))

    def split_hands(self, value: int) -> SplitHands:
        """Return the polynomials of the hands of a split of this value."""
        return SplitHands(
            Player(self.kernel, self.payments, self.up, value),
            lambda hands: self.solution.splits.decisions(value, hands),
        )

    def _same_rank(self, pair: PairState | None) -> int:
        """Return how many of the unseen tens pair, where pairs are by rank."""
        if pair is None or not (self.by_rank and pair.value == TEN):
            return 0
        return pair.pair_cards if pair.infinite else pair.pair_cards - 2
