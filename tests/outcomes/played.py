"""A solved game's strategy in the terms of the brute force table."""

from __future__ import annotations

from bjcalc.engine.solution import Solution
from bjcalc.rules.actions import DECISIONS, Symbol
from bjcalc.rules.model import PairKind
from bjcalc.shoe import ACE, TEN
from bjcalc.simulate import SolvedStrategy
from bjcalc_ext.hands import hand_index

Counts = tuple[int, ...]


class Played:
    """Answers what the solution decided, by looking it up."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.by_rank = solution.rules.split.pairs is PairKind.RANK
        self._dealt = SolvedStrategy(solution)

    def _ranks(self, hand: Counts) -> tuple[int, int]:
        one, two = (value for value, count in enumerate(hand) for _ in range(count))
        return one, two + (self.by_rank and one == TEN)  # tens of two ranks

    def best(
        self, hand: Counts, up: int, *, pair_rank: int | None = None, up_rank: int | None = None
    ) -> str:
        one, two = self._ranks(hand) if pair_rank is None else (pair_rank, pair_rank)
        return self._dealt.first_action(one, two, up if up_rank is None else up_rank)

    def decision(self, hand: Counts, up: int) -> str:
        return str(self._symbol(hand, up).first)

    def hit_or_stand(self, hand: Counts, up: int) -> str:
        return str(self._symbol(hand, up).actions[-1])

    def _symbol(self, hand: Counts, up: int) -> Symbol:
        return DECISIONS[self.decisions()[10 * hand_index(hand) + up]]

    def decisions(self) -> bytes:
        return self.solution.decisions

    def insures(self, hand: Counts, up: int) -> bool:
        return self._dealt.insures(*self._ranks(hand), up)

    def takes_even_money(self, up: int) -> bool:
        return self._dealt.takes_even_money(ACE, TEN, up)
