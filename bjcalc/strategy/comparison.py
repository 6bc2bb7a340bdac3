"""The strategy classes of one game side by side, and the bracket of the best zero-memory play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bjcalc.engine.solution import Solution
from bjcalc.engine.solver import solve
from bjcalc.rules.actions import Symbol
from bjcalc.rules.model import Rules
from bjcalc.strategy.cells import ChartSolution, cell_alternatives, play_chart
from bjcalc.strategy.chart import Chart
from bjcalc.strategy.classes import CD, CDZ, CLASSES, TD, bracket, solve_class
from bjcalc.strategy.rows import Row


@dataclass(frozen=True, slots=True)
class Comparison:
    """The exact EV of every class of one game that has one, by name, in initial bets."""

    evs: dict[str, Fraction]

    @property
    def bracket(self) -> tuple[Fraction, Fraction]:
        """Between what the best zero-memory strategy (CDZ) lies; equal where it is settled."""
        return bracket(CDZ, self.evs)


def compare(
    rules: Rules,
    *,
    composition_dependent: Solution | None = None,
    known: Mapping[str, Fraction] | None = None,
) -> Comparison:
    """Solve a game for every class. Raises as `solve`.

    `composition_dependent` is the game's class CD solution, `known` are EVs by class, where they
    are there already.
    """
    best = composition_dependent or solve(rules)
    evs = {}
    for name, one in CLASSES.items():
        if known and name in known:
            evs[name] = known[name]
        elif one.solve is not None:
            evs[name] = one.solve(rules, best).ev
        elif one.bound is not None:
            evs[name] = one.bound(rules, best)
    return Comparison(evs)


@dataclass(frozen=True, slots=True)
class CellLoss:
    """A cell where another symbol would be better, and by how much for the whole game's EV."""

    row: Row
    up: int
    symbol: Symbol
    better: Symbol
    gain: Fraction


@dataclass(frozen=True, slots=True)
class ChartEvaluation:
    """What a given chart is worth, beside the classes TD and CD (`against`, by name).

    `worst_cells` are those whose change alone would improve the chart, the dearest first.
    """

    chart: ChartSolution
    against: dict[str, Solution]
    worst_cells: tuple[CellLoss, ...]


def evaluate_chart(rules: Rules, chart: Chart) -> ChartEvaluation:
    """Return the exact EV of a chart that has every cell, its cost and its worst cells."""
    best = solve(rules)
    solution = play_chart(rules, chart)
    return ChartEvaluation(
        chart=solution,
        against={name: solve_class(name, rules, composition_dependent=best) for name in (TD, CD)},
        worst_cells=worst_cells(solution, best),
    )


def worst_cells(solution: ChartSolution, best: Solution) -> tuple[CellLoss, ...]:
    """Return the cells whose change alone would improve a chart, with the best symbol for each.

    `best` is the game's class CD solution.
    """
    found: dict[tuple[Row, int], CellLoss] = {}
    for cell in cell_alternatives(solution, best):
        gain = cell.ev - solution.ev
        known = found.get((cell.row, cell.up))
        if gain > (known.gain if known else 0):
            own = solution.chart[cell.row, cell.up]
            found[cell.row, cell.up] = CellLoss(cell.row, cell.up, own, cell.symbol, gain)
    return tuple(sorted(found.values(), key=lambda loss: -loss.gain))


@dataclass(frozen=True, slots=True)
class CellDifference:
    """A cell where two charts differ; a symbol is None where one game has no such row.

    `first_cost` is what the second chart's symbol would cost the first game's EV in this cell, and
    the other way round; None where it is no legal play there.
    """

    row: Row
    up: int
    first: Symbol | None
    second: Symbol | None
    first_cost: Fraction | None
    second_cost: Fraction | None


def differences(first: ChartSolution, second: ChartSolution) -> tuple[CellDifference, ...]:
    """Return the cells where two games' charts differ, rows from top to bottom."""
    costs = [
        {(one.row, one.up, one.symbol): game.ev - one.ev for one in cell_alternatives(game)}
        for game in (first, second)
    ]
    cells = list(dict.fromkeys([*first.chart, *second.chart]))
    found = []
    for row, up in cells:
        one, two = (chart.chart.symbols.get((row, up)) for chart in (first, second))
        if one is not two:
            found.append(
                CellDifference(
                    row,
                    up,
                    one,
                    two,
                    costs[0].get((row, up, two)) if two else None,
                    costs[1].get((row, up, one)) if one else None,
                )
            )
    return tuple(found)
