"""A solved game's strategy as a table that can be asked by cards."""

from __future__ import annotations

from functools import cached_property

from bjcalc.engine.deals import Deal, ten_ranks
from bjcalc.engine.solution import Solution
from bjcalc.rules.model import PairKind
from bjcalc.shoe import TEN, value_of_rank
from bjcalc_ext.hands import hand_index


class SolvedStrategy:
    """Reads the decisions of a `Solution`; ranks are 0..12."""

    def __init__(self, solution: Solution) -> None:
        """Keep the solution."""
        self._solution = solution
        self._by_rank = solution.rules.split.pairs is PairKind.RANK

    @cached_property
    def _deals(self) -> dict[tuple[int, int, int], list[Deal]]:
        deals: dict[tuple[int, int, int], list[Deal]] = {}
        for deal in self._solution.deals:
            deals.setdefault((deal.first, deal.second, deal.up), []).append(deal)
        return deals

    def _deal(self, first: int, second: int, up: int) -> Deal:
        low, high = sorted((value_of_rank(first), value_of_rank(second)))
        deals = self._deals[low, high, value_of_rank(up)]
        if len(deals) == 1:
            return deals[0]
        # Tens where pairs are by rank: a pair is told by how many of its rank are left.
        if first != second:
            return next(deal for deal in deals if deal.pair is None)
        left = ten_ranks(self._solution.kernel)[first - TEN]
        if up == first and not self._solution.kernel.infinite:
            left -= 1
        return next(d for d in deals if d.pair is not None and d.pair.pair_cards == left)

    def first_action(self, first: int, second: int, up: int) -> str:
        """Return the action with two cards of these ranks against an up card's rank."""
        return str(self._solution.chosen[self._deal(first, second, up)])

    def insures(self, first: int, second: int, up: int) -> bool:
        """Return whether insurance is taken."""
        values = self._solution.deal_values(self._deal(first, second, up))
        insurance = values.insurance()
        return insurance is not None and insurance > 0 and not values.takes_even_money()

    def takes_even_money(self, first: int, second: int, up: int) -> bool:
        """Return whether even money is taken."""
        return self._solution.deal_values(self._deal(first, second, up)).takes_even_money()

    def decisions(self, pair: int | None, hands: int) -> bytes:
        """Return what is done with hands, before a split (None) or after one into `hands`."""
        if pair is None:
            return self._solution.decisions
        return self._solution.splits.decisions(pair, hands)

    @staticmethod
    def decided(decisions: bytes, hand: tuple[int, ...]) -> bytes:
        """Return what is done with a hand (ten counts) against each up card.

        0 stand, 1 hit, 2 double else stand, 3 double else hit.
        """
        first = 10 * hand_index(hand)
        return decisions[first : first + 10]
