"""What a chart shows: the symbols of one game and, behind each, exact values and exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bjcalc import __version__
from bjcalc.engine import Action, Solution, solve
from bjcalc.engine.deals import Deal
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text
from bjcalc.rules import rules_line
from bjcalc.rules.actions import Symbol
from bjcalc.shoe import VALUES
from bjcalc.strategy import Chart, ChartSolution, Note, cell_alternatives, notes, solve_td
from bjcalc.strategy import exceptions as find_exceptions
from bjcalc.strategy.cells import CellAlternative
from bjcalc.strategy.dealt import deals_by_cell
from bjcalc.strategy.exceptions import Exceptions, HandException
from bjcalc.strategy.rows import Row, action_of

if TYPE_CHECKING:
    import pandas

CLASSES = ("TD", "CD")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetCell:
    """One cell of a chart and what lies behind it.

    `actions`: the exact mean EV of each action over the two-card hands of the cell, weighed by
    their chances, in initial bets, given no dealer natural where the dealer has peeked; None where
    it is not allowed. A total that only a pair makes takes that pair's. `action` is what the chart
    does with these hands. `next_symbol` is the legal symbol that would cost the game the least
    instead, and `game_cost` what it would cost, per initial bet before the deal; None where there
    is no other.
    """

    row: Row
    up: int
    symbol: Symbol
    action: Action
    actions: dict[Action, Fraction | None]
    next_symbol: Symbol | None
    game_cost: Fraction | None
    exceptions: tuple[HandException, ...]

    @property
    def ev(self) -> Fraction:
        """The mean EV of the chart's action."""
        value = self.actions[self.action]
        assert value is not None
        return value

    @property
    def mistake(self) -> Fraction | None:
        """What the best other action costs a hand of the cell; None where there is no other.

        Below 0 where other hands of the cell made the chart choose otherwise: those of more cards,
        or, where two cards make a total only as a pair, those that can no longer be split.
        """
        others = [
            value
            for action, value in self.actions.items()
            if action is not self.action and value is not None
        ]
        return self.ev - max(others) if others else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Everything that a chart of one game shows. All values are exact.

    `ev` is that of the strategy class; `td_ev` and `cd_ev` are those of the chart played as it is
    printed, and of class CD. `sha256` is the digest of the game file.
    """

    game: str
    rules_line: str
    sha256: str
    settings: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]
    strategy_class: str
    ev: Fraction
    td_ev: Fraction
    cd_ev: Fraction
    chart: Chart
    cells: tuple[SheetCell, ...]
    notes: tuple[Note, ...]
    exceptions: Exceptions
    insurance: tuple[str, ...]
    version: str = __version__

    @property
    def rows(self) -> tuple[Row, ...]:
        """The chart's rows from top to bottom."""
        return self.chart.rows

    def row_cells(self, row: Row) -> list[SheetCell]:
        """Return the cells of one row, columns 2 to 9, T, A."""
        return [cell for cell in self.cells if cell.row == row]

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each cell: row, up, symbol, the EV of each action, costs (Fractions)."""
        return [
            {
                "row": cell.row.name,
                "up": VALUES[cell.up],
                "symbol": cell.symbol.value,
                **{action.value: cell.actions[action] for action in Action},
                "next_symbol": None if cell.next_symbol is None else cell.next_symbol.value,
                "game_cost": cell.game_cost,
            }
            for cell in self.cells
        ]

    def to_pandas(self) -> pandas.DataFrame:
        """Return `to_rows` as a pandas DataFrame (pandas is an optional extra)."""
        import pandas

        return pandas.DataFrame(self.to_rows())

    def _repr_html_(self) -> str:
        """Return the chart as an HTML table, for notebooks."""
        from bjcalc.charts.words import whole_table
        from bjcalc.documents.html import fragment

        return fragment(whole_table(self))


def make_sheet(game: Game, *, strategy_class: str = "TD") -> Sheet:
    """Return a game's chart with all that it shows.

    Class TD shows the chart's own EV and values. Class CD shows the same symbols, with class CD's
    EV and values; the exceptions tell what it plays otherwise. Raises as `bjcalc.solve`.
    """
    assert strategy_class in CLASSES
    best = solve(game.rules)
    td = solve_td(game.rules, composition_dependent=best)
    shown = td if strategy_class == "TD" else best
    found = find_exceptions(best, td)
    by_cell: dict[tuple[Row | None, int], list[HandException]] = {}
    for one in found.hands:
        by_cell.setdefault((one.row, one.up), []).append(one)
    alternatives: dict[tuple[Row, int], list[CellAlternative]] = {}
    for cell in cell_alternatives(td, best):
        alternatives.setdefault((cell.row, cell.up), []).append(cell)
    deals = deals_by_cell(td.layout, td.deals)
    cells = []
    for row, up in td.chart:
        others = [one for one in alternatives[row, up] if not one.in_chart]
        nearest = max(others, key=lambda one: one.ev, default=None)
        met = deals.get((row, up), [])
        cells.append(
            SheetCell(
                row=row,
                up=up,
                symbol=td.chart[row, up],
                action=_action(td, row, up, met),
                actions=_mean_values(shown, row, met),
                next_symbol=None if nearest is None else nearest.symbol,
                game_cost=None if nearest is None else td.ev - nearest.ev,
                exceptions=tuple(by_cell.get((row, up), ())),
            )
        )
    return Sheet(
        game=game.name,
        rules_line=rules_line(game.rules),
        sha256=game.sha256,
        settings=game.settings,
        readings=tuple(
            (one.id, one.chosen if one.chosen is not None else "set apart")
            for one in game.interpretations
        ),
        strategy_class=strategy_class,
        ev=shown.ev,
        td_ev=td.ev,
        cd_ev=best.ev,
        chart=td.chart,
        cells=tuple(cells),
        notes=notes(td),
        exceptions=found,
        insurance=_insurance(best),
    )


def _action(td: ChartSolution, row: Row, up: int, deals: list[Deal]) -> Action:
    symbol = td.chart[row, up]
    if not deals:
        return action_of(symbol, Symbol.H, frozenset({Action.STAND, Action.HIT}))
    total = td.layout.total_row(deals[0].hand)
    assert total is not None
    return action_of(symbol, td.chart[total, up], td.layout.choices(deals[0]))


def _mean_values(shown: Solution, row: Row, deals: list[Deal]) -> dict[Action, Fraction | None]:
    """Return each action's mean EV over deals, weighed by the chances that they are played."""
    sums: dict[Action, Fraction | None] = dict.fromkeys(Action, Fraction(0))
    weight = 0
    for deal in deals:
        values = shown.deal_values(deal)
        there = deal.weight * (values.no_natural if values.peek else values.unit)
        weight += there
        for action, value in values.all_actions(Action.STAND).actions.items():
            known = sums[action]
            if deal.first == deal.second and not row.is_pair and action.dealt_only:
                known = None  # a pair that stands for a total, which is met only past the deal
            sums[action] = None if known is None or value is None else known + value * there
    return {
        action: None if value is None or not weight else value / weight
        for action, value in sums.items()
    }


def _insurance(best: Solution) -> tuple[str, ...]:
    """Return the lines on insurance and even money, in words."""
    lines = []
    bets: dict[int, list[tuple[str, Fraction]]] = {}
    even_money: list[bool] = []
    for deal in best.deals:
        values = best.action_values(deal)
        if values.insurance is not None:
            name = f"{VALUES[deal.first]},{VALUES[deal.second]}"
            bets.setdefault(deal.up, []).append((name, values.insurance))
        if values.even_money is not None:
            even_money.append(values.even_money)
    for up, offered in bets.items():
        taken = [name for name, value in offered if value > 0]
        least, most = min(value for _, value in offered), max(value for _, value in offered)
        span = f"its EV is {decimal_text(least, 6)} to {decimal_text(most, 6)} initial bets"
        if not taken:
            advice = "never"
        elif len(taken) == len(offered):
            advice = "always"
        else:
            advice = "only with " + " ".join(dict.fromkeys(taken))
        lines.append(f"Insurance against {VALUES[up]}: {advice} ({span}).")
    if even_money:
        advice = "take it" if all(even_money) else "decline it"
        lines.append(f"Even money on a blackjack against an ace: {advice}.")
    if not lines:
        lines.append("Insurance and even money are not offered.")
    return tuple(lines)
