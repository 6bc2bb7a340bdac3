"""Class TD: the chart that no change of a single cell improves (docs/mathematics.md, section 4).

It starts with what is best summed over each cell's two-card hands, with class CD's values, and then
improves cell by cell, rows from top to bottom, columns 2 to 9, T, A, until a sweep changes nothing.
Columns do not depend on each other, so a row's cells are improved for all columns at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from bjcalc.engine.exhaustion import check_shoe_lasts
from bjcalc.engine.solution import Solution
from bjcalc.engine.solver import solve
from bjcalc.rules.actions import Symbol
from bjcalc.rules.model import Rules
from bjcalc.strategy.cells import ChartSolution, ColumnWorth
from bjcalc.strategy.chart import Chart
from bjcalc.strategy.dealt import DealtCells
from bjcalc.strategy.rows import COLUMNS, HARD_ROWS, SOFT_ROWS, Row


def solve_td(rules: Rules, *, composition_dependent: Solution | None = None) -> ChartSolution:
    """Return the game played by the locally best chart, with that chart's own exact EV.

    `composition_dependent` is the game's class CD solution, if it is there already. Raises as
    `bjcalc.solve` does.
    """
    best = composition_dependent or solve(rules)
    sweeps = _Sweeps(best)
    while sweeps.sweep():
        pass
    check_shoe_lasts(best.kernel, sweeps.solution.past_deal)
    return sweeps.solution


def starting_chart(dealt: DealtCells) -> Chart:
    """Return the chart that is best for two-card hands by class CD's values.

    A total that no two dealt cards but a pair make (hard 4, hard 20, soft 12) is judged by that
    pair.
    """
    return Chart({(row, up): dealt.symbol(row, up) for row in dealt.layout.rows for up in COLUMNS})


class _Sweeps:
    """A chart on its way to the best one that changes of single cells lead to."""

    def __init__(self, best: Solution) -> None:
        self._dealt = DealtCells(best)
        self._chart = starting_chart(self._dealt)
        self.solution = ChartSolution(best.kernel, self._chart, strategy_class="TD")

    def sweep(self) -> bool:
        """Improve each cell once, from top to bottom; return whether any was changed.

        Within the hard totals no cell's improvement depends on the values that changes of the cells
        above it bring about, only on how often its hands are reached; the same holds within the
        soft totals and within the pairs. So values are renewed between these parts, and reach
        weights after each change. Columns without a change stay as they are.
        """
        rows = self.solution.layout.rows
        others = [row for row in rows if row not in HARD_ROWS and row not in SOFT_ROWS]
        changes = [self._improve(part) for part in (HARD_ROWS, SOFT_ROWS, others)]
        return any(changes)

    def _improve(self, part: Iterable[Row]) -> bool:
        before, worths = self._chart, self.solution.worths()
        changed = dict(worths)
        for row in part:
            for up in COLUMNS:
                best = self._best_symbol(changed[up], row, up)
                if best is not self._chart[row, up]:
                    self._chart = self._chart.with_symbol(row, up, best)
                    changed[up] = ColumnWorth(self.solution, self._chart, up)
        if self._chart == before:
            return False
        self.solution = ChartSolution(self.solution.kernel, self._chart, strategy_class="TD")
        self.solution.known_worths.update(
            {up: worths[up] for up in COLUMNS if changed[up] is worths[up]}
        )
        return True

    def _best_symbol(self, column: ColumnWorth, row: Row, up: int) -> Symbol:
        """Return the best symbol of a cell: its own unless another is strictly better."""
        own = self._chart[row, up]
        best = max(self._dealt.preferred(row, up), key=lambda one: column.worth(row, one))
        return best if column.worth(row, best) > column.worth(row, own) else own
