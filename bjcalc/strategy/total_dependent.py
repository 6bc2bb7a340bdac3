"""Class TD: the chart that no change of a single cell improves (docs/mathematics.md, section 4).

It starts with what is best summed over each cell's two-card hands, with class CD's values, and then
improves cell by cell, rows from top to bottom, columns 2 to 9, T, A, until a sweep changes nothing.
Columns do not depend on each other, so a row's cells are improved for all columns at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from bjcalc.engine.deals import Deal
from bjcalc.engine.exhaustion import check_shoe_lasts
from bjcalc.engine.kernel import Kernel
from bjcalc.engine.solution import Solution
from bjcalc.engine.solver import solve
from bjcalc.rules.actions import Action, Symbol
from bjcalc.rules.model import Rules
from bjcalc.strategy.cells import ChartValues, Column
from bjcalc.strategy.chart import Chart, ChartSolution
from bjcalc.strategy.rows import COLUMNS, HARD_ROWS, SOFT_ROWS, Layout, Row


def solve_td(rules: Rules, *, composition_dependent: Solution | None = None) -> ChartSolution:
    """Return the game played by the locally best chart, with that chart's own exact EV.

    `composition_dependent` is the game's class CD solution, if it is there already. Raises as
    `bjcalc.solve` does.
    """
    best = composition_dependent or solve(rules)
    search = _Search(best.kernel, starting_chart(best))
    while search.sweep():
        pass
    solution = search.solution()
    check_shoe_lasts(solution.kernel, solution.past_deal)
    return solution


def starting_chart(best: Solution) -> Chart:
    """Return the chart that is best for two-card hands by class CD's values.

    A total that no two dealt cards but a pair make (hard 4, hard 20, soft 12) is judged by that
    pair. The second letter of a symbol is the best of what it may fall back to.
    """
    layout = Layout(best.kernel)
    met: dict[tuple[Row, int], list[Deal]] = {}
    pairs: dict[tuple[Row, int], list[Deal]] = {}
    for deal in best.deals:
        row, total = layout.row_of_deal(deal), layout.total_row(deal.hand)
        if row is None or total is None:
            continue
        met.setdefault((row, deal.up), []).append(deal)
        if row.is_pair:
            pairs.setdefault((total, deal.up), []).append(deal)
    symbols = {}
    for row in layout.rows:
        for up in COLUMNS:
            deals = met.get((row, up)) or pairs.get((row, up), [])
            dealt = bool(met.get((row, up)))
            symbols[row, up] = _best_symbol(best, deals, layout.legal(row, up), dealt)
    return Chart(symbols)


def _best_symbol(
    best: Solution, deals: list[Deal], legal: tuple[Symbol, ...], dealt: bool
) -> Symbol:
    """Return the best symbol for deals, by sums of class CD's values; ties to the first action."""
    sums: dict[Action, Fraction] = {}
    for action in Action:
        if action.dealt_only and not dealt:
            continue
        if action is Action.DOUBLE and Symbol.DH not in legal:
            continue
        values = [best.deal_values(deal).value_of(action) for deal in deals]
        weighed = [
            value * deal.weight
            for value, deal in zip(values, deals, strict=True)
            if value is not None
        ]
        if len(weighed) == len(deals):
            sums[action] = sum(weighed, Fraction(0))
    first = max(sums, key=lambda action: sums[action])
    symbols = [symbol for symbol in Symbol if symbol.first is first]
    if len(symbols) == 1:
        return symbols[0]
    after = {symbol.actions[1]: symbol for symbol in symbols}
    return after[max((action for action in sums if action in after), key=lambda one: sums[one])]


class _Search:
    """A chart on its way to the best one that changes of single cells lead to."""

    def __init__(self, kernel: Kernel, chart: Chart) -> None:
        self._kernel = kernel
        self._layout = Layout(kernel)
        self._chart = chart
        self._values = self._evaluated()
        self._columns: dict[int, Column] = {}

    def _evaluated(self) -> ChartValues:
        return ChartValues(ChartSolution(self._kernel, self._chart, strategy_class="TD"))

    def sweep(self) -> bool:
        """Improve each cell once, from top to bottom; return whether any was changed.

        Within the hard totals no cell's improvement depends on the values that changes of the cells
        above it bring about, only on how often its hands are reached; the same holds within the
        soft totals and within the pairs. So values are renewed between these parts, and reach
        weights after each change. Columns without a change stay as they are.
        """
        others = [row for row in self._layout.rows if row not in HARD_ROWS and row not in SOFT_ROWS]
        changes = [self._improve(part) for part in (HARD_ROWS, SOFT_ROWS, others)]
        return any(changes)

    def _improve(self, part: Iterable[Row]) -> bool:
        before = self._chart
        for row in part:
            for up in COLUMNS:
                best = self._best_symbol(row, up)
                if best is not self._chart[row, up]:
                    self._chart = self._chart.with_symbol(row, up, best)
                    del self._columns[up]
        changed = {up for row, up in before if before[row, up] is not self._chart[row, up]}
        if changed:
            self._values = self._evaluated()
            for up in changed:
                self._columns.pop(up, None)
        return bool(changed)

    def _best_symbol(self, row: Row, up: int) -> Symbol:
        """Return the best symbol of a cell: its own unless another is strictly better."""
        if up not in self._columns:
            self._columns[up] = Column(self._values, self._chart, up)
        column = self._columns[up]
        best = self._chart[row, up]
        worth = column.worth(row, best)
        for symbol in self._layout.legal(row, up):
            other = column.worth(row, symbol)
            if other > worth:
                best, worth = symbol, other
        return best

    def solution(self) -> ChartSolution:
        """Return the game under the chart, with the columns that are known already."""
        solution = self._values.solution
        solution.known_columns.update(self._columns)
        return solution
