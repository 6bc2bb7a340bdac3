"""A solved game's strategy in the terms of the brute force table."""

from __future__ import annotations

from bjcalc.engine.solution import Solution
from bjcalc.rules.actions import DECISIONS, Symbol
from bjcalc.rules.model import PairKind
from bjcalc.shoe import ACE
from bjcalc_ext.hands import hand_index

Counts = tuple[int, ...]


class Played:
    """Answers what the solution decided, by looking it up."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.by_rank = solution.rules.split.pairs is PairKind.RANK

    def best(
        self, hand: Counts, up: int, *, pair_rank: int | None = None, up_rank: int | None = None
    ) -> str:
        index = hand_index(hand)
        actions = {}
        for deal, action in self.solution.chosen.items():
            if (deal.hand, deal.up) == (index, up):
                actions[deal.pair] = action
        if len(actions) == 1:
            return str(next(iter(actions.values())))
        # Tens by rank: the pair's state tells how many of its rank are left.
        if pair_rank is None:
            return str(actions[None])
        kernel = self.solution.kernel
        ranks = self.solution.rules.shoe.need_ranks("pairs")
        left = ranks[pair_rank] // (sum(ranks) // kernel.cards)
        if not kernel.infinite:
            left -= up_rank == pair_rank
        found = {str(a) for s, a in actions.items() if s is not None and s.pair_cards == left}
        assert len(found) == 1
        return found.pop()

    def decision(self, hand: Counts, up: int) -> str:
        return str(self._symbol(hand, up).first)

    def hit_or_stand(self, hand: Counts, up: int) -> str:
        return str(self._symbol(hand, up).actions[-1])

    def _symbol(self, hand: Counts, up: int) -> Symbol:
        return DECISIONS[self.decisions()[10 * hand_index(hand) + up]]

    def decisions(self) -> bytes:
        return self.solution.decisions

    def insures(self, hand: Counts, up: int) -> bool:
        values = self._values(hand, up)
        insurance = values.insurance()
        return not values.takes_even_money() and insurance is not None and insurance > 0

    def takes_even_money(self, up: int) -> bool:
        return self._values((1, 0, 0, 0, 0, 0, 0, 0, 0, 1), ACE).takes_even_money()

    def _values(self, hand: Counts, up: int):  # type: ignore[no-untyped-def]
        index = hand_index(hand)
        deal = next(d for d in self.solution.chosen if (d.hand, d.up) == (index, up))
        return self.solution.deal_values(deal)
