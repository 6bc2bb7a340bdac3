"""A chart as data, and a game played by it.

A `Chart` says one symbol for each cell. `play_chart` gives the exact value of playing a game by it:
a `ChartSolution`, which is a `Solution` like that of any other strategy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bjcalc.engine.deals import Deal, all_deals
from bjcalc.engine.exhaustion import check_shoe_lasts
from bjcalc.engine.kernel import Kernel, hands, two_card_hand
from bjcalc.engine.solution import DealValues, Solution
from bjcalc.engine.split_values import SplitValues
from bjcalc.errors import BjcalcError
from bjcalc.rules.actions import DECISIONS, Action, Symbol
from bjcalc.rules.model import Rules
from bjcalc.shoe import TEN, VALUES
from bjcalc.strategy.rows import (
    COLUMNS,
    DECISION_OF_SYMBOL,
    Layout,
    Row,
    RowKind,
    action_of,
)
from bjcalc_ext.player import Evaluation

if TYPE_CHECKING:
    from bjcalc.strategy.cells import Column


@dataclass(frozen=True, slots=True)
class Chart:
    """One symbol for each cell (row, up card as a value index); immutable."""

    symbols: Mapping[tuple[Row, int], Symbol]

    def __getitem__(self, cell: tuple[Row, int]) -> Symbol:
        """Return the symbol of a cell; KeyError where the chart has no such row."""
        return self.symbols[cell]

    def __iter__(self) -> Iterator[tuple[Row, int]]:
        """Iterate over the cells, rows from top to bottom, columns 2 to 9, T, A."""
        return iter(self.symbols)

    def with_symbol(self, row: Row, up: int, symbol: Symbol) -> Chart:
        """Return a chart that differs in one cell."""
        return Chart({**self.symbols, (row, up): symbol})

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows from top to bottom."""
        return tuple(dict.fromkeys(row for row, _ in self.symbols))


class ChartDecisions:
    """A chart in the kernel's terms: decisions past the deal, and the action at each deal."""

    def __init__(self, layout: Layout, chart: Chart) -> None:
        """Derive the decisions; the chart must have all of the layout's rows."""
        self.layout = layout
        self.chart = chart
        codes = bytearray(10 * len(hands()))
        for hand, index in enumerate(layout.row_of_hand):
            if index < len(layout.rows):
                row = layout.rows[index]
                for up in COLUMNS:
                    codes[10 * hand + up] = DECISION_OF_SYMBOL[chart[row, up]]
        # Past the deal a pair that may not be split is played by its total.
        self.past_deal = bytes(codes)

    def action(self, deal: Deal) -> Action:
        """Return what the chart says at a deal; a natural stands."""
        row = self.layout.row_of_deal(deal)
        if row is None:
            return Action.STAND
        total = self.layout.total_row(deal.hand)
        assert total is not None
        return action_of(
            self.chart[row, deal.up], self.chart[total, deal.up], self.layout.choices(deal)
        )

    def unsplit(self) -> bytes:
        """Return the decisions of unsplit hands: those past the deal, pairs by their own rows."""
        codes = bytearray(self.past_deal)
        to_code = {symbol.first: code for code, symbol in enumerate(DECISIONS)}
        for deal in all_deals(self.layout.kernel):
            if deal.first == deal.second and self.layout.row_of_deal(deal) == Row(
                RowKind.PAIR, deal.first
            ):
                action = self.action(deal)
                if action in to_code:
                    codes[10 * deal.hand + deal.up] = to_code[action]
        return bytes(codes)


class ChartSolution(Solution):
    """A game played by a chart. `chart` is that chart; everything else is a Solution's."""

    def __init__(self, kernel: Kernel, chart: Chart, *, strategy_class: str) -> None:
        """Evaluate the chart exactly; whether the shoe lasts is the caller's to check."""
        self.layout = Layout(kernel)
        self.chart = chart
        self.known_columns: dict[int, Column] = {}  # filled by cells.columns_of
        decisions = ChartDecisions(self.layout, chart)
        self.past_deal = decisions.past_deal
        unsplit = kernel.evaluate(decisions=decisions.unsplit())
        # Two tens of two ranks are the same hand to the kernel as two of one rank, but may have
        # another symbol.
        self._mixed_tens: Evaluation = unsplit
        if self.layout.has_mixed_tens and decisions.past_deal != decisions.unsplit():
            self._mixed_tens = kernel.evaluate(decisions=decisions.past_deal)
        choices = {deal: decisions.action(deal) for deal in all_deals(kernel)}
        splits = SplitValues(kernel, lambda value, count: decisions.past_deal)
        super().__init__(kernel, unsplit, splits, strategy_class=strategy_class, choices=choices)

    def deal_values(self, deal: Deal) -> DealValues:
        """Return the values of one deal, of two tens by their own row."""
        mixed = deal.hand == two_card_hand(TEN, TEN) and deal.pair is None
        unsplit = self._mixed_tens if mixed else self.unsplit
        return DealValues(self.kernel, unsplit, self.splits, deal)


def play_chart(rules: Rules, chart: Chart, *, strategy_class: str = "chart") -> ChartSolution:
    """Return the exact game under a chart that has every cell of this game's layout.

    A symbol whose first choice the rules do not allow falls back as it says. Raises as `solve`, and
    BjcalcError naming a cell that is missing.
    """
    kernel = Kernel(rules)
    for row in Layout(kernel).rows:
        for up in COLUMNS:
            if (row, up) not in chart.symbols:
                raise BjcalcError(f"the chart lacks the cell {row.name} against {VALUES[up]}")
    solution = ChartSolution(kernel, chart, strategy_class=strategy_class)
    check_shoe_lasts(solution.kernel, solution.past_deal)
    return solution
