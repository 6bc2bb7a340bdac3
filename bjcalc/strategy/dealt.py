"""The two cards that are dealt, by the cell of a chart that they meet, and which symbol suits them.

Symbols that differ only in what no hand of a cell needs (8,8 against an ace: surrender, else split
or else hit) are worth the same to the game. The one to print is then the one whose second letter
is best for these cards where the first is not offered, by class CD's values.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from bjcalc.engine.deals import Deal
from bjcalc.engine.solution import Solution
from bjcalc.rules.actions import Action, Symbol
from bjcalc.strategy.rows import Layout, Row


def deals_by_cell(layout: Layout, deals: Iterable[Deal]) -> dict[tuple[Row, int], list[Deal]]:
    """Return the deals that meet each cell; of a total that only a pair makes, that pair's."""
    met: dict[tuple[Row, int], list[Deal]] = {}
    pairs: dict[tuple[Row, int], list[Deal]] = {}
    for deal in deals:
        row, total = layout.row_of_deal(deal), layout.total_row(deal.hand)
        if row is None or total is None:
            continue
        met.setdefault((row, deal.up), []).append(deal)
        if row.is_pair:
            pairs.setdefault((total, deal.up), []).append(deal)
    return {**pairs, **met}


class DealtCells:
    """What class CD's values say of the two cards of each cell."""

    def __init__(self, best: Solution) -> None:
        """Keep the game's class CD solution."""
        self.layout = Layout(best.kernel)
        self._best = best
        self._deals = deals_by_cell(self.layout, best.deals)
        self._sums = cache(self._add_up)

    def _add_up(self, row: Row, up: int) -> dict[Action, Fraction]:
        """Return the summed value of each action that all of a cell's two cards may take."""
        deals = self._deals.get((row, up), [])
        as_total = any(self.layout.row_of_deal(deal) != row for deal in deals)
        doubles = Symbol.DH in self.layout.legal(row, up)
        sums = {}
        for action in Action:
            if (action.dealt_only and as_total) or (action is Action.DOUBLE and not doubles):
                continue
            parts = [
                value * deal.weight
                for deal in deals
                if (value := self._best.deal_values(deal).value_of(action)) is not None
            ]
            if len(parts) == len(deals):
                sums[action] = sum(parts, Fraction(0))
        return sums

    def preferred(self, row: Row, up: int) -> list[Symbol]:
        """Return the symbols that a cell may hold: by first action, then the best second first."""
        sums = self._sums(row, up)
        order = list(Action)

        def rank(symbol: Symbol) -> tuple[int, bool, Fraction, int]:
            last = symbol.actions[-1]
            worth = sums.get(last, Fraction(0))
            return order.index(symbol.first), last not in sums, -worth, order.index(last)

        return sorted(self.layout.legal(row, up), key=rank)

    def symbol(self, row: Row, up: int) -> Symbol:
        """Return the best symbol for a cell's two cards; ties go to the first action."""
        sums = self._sums(row, up)
        first = max(sums, key=lambda action: sums[action])
        return next(one for one in self.preferred(row, up) if one.first is first)
