"""A chart as data, one symbol for each cell, and what it decides in a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bjcalc.engine.deals import Deal, all_deals
from bjcalc.engine.kernel import hands
from bjcalc.errors import BjcalcError
from bjcalc.rules.actions import DECISIONS, Action, Symbol
from bjcalc.strategy.rows import (
    COLUMNS,
    DECISION_OF_SYMBOL,
    Layout,
    Row,
    RowKind,
    action_of,
)


@dataclass(frozen=True, slots=True)
class Chart:
    """One symbol for each cell (row, up card as a value index); immutable.

    `assumed` says in words which rows a file left out, and how they are played.
    """

    symbols: Mapping[tuple[Row, int], Symbol]
    assumed: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        """Make words symbols. Raises BjcalcError where a cell or a symbol is none."""
        made = dict(self.symbols)
        for (row, up), symbol in made.items():
            if not isinstance(row, Row) or up not in COLUMNS:
                raise BjcalcError(f"{row!r} against {up!r} is no cell: give a Row and 0 to 9")
            if not isinstance(symbol, Symbol):
                if symbol not in list(Symbol):
                    raise BjcalcError(f"{row.name}: {symbol!r} is none of {', '.join(Symbol)}")
                made[row, up] = Symbol(symbol)
        object.__setattr__(self, "symbols", made)

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
