"""The page of a chart for a browser: one file that works offline, with every exact value in it.

The chart is a real table of buttons; a cell opens to the exact EV of every action, how close the
call is and the compositions that deviate. What is printed is the drawing, on one page.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjcalc.charts.layout import draw
from bjcalc.charts.palette import FILL, MEANING
from bjcalc.charts.sheet import Sheet, SheetCell
from bjcalc.charts.words import (
    BLOCKS,
    CLASS_WORDS,
    block_rows,
    cell_words,
    ev_lines,
    note_words,
    readings_text,
    row_label,
    used_symbols,
)
from bjcalc.documents.html import render, style
from bjcalc.documents.model import Filled, Table, decimal, table
from bjcalc.numbers import decimal_text, exact_text
from bjcalc.shoe import VALUES
from bjcalc.strategy.exceptions import HandException
from bjcalc.strategy.rows import COLUMN_NAMES, RowKind

_VIEWS = {
    "actions": "What to do.",
    "ev": "EV of the chart's action for the two-card hands of each cell, in initial bets.",
    "mistake": "What the best other action would cost the two-card hands of each cell, in initial "
    "bets. Blue and <0: these hands alone would gain by it; open the cell for why the chart plays "
    "otherwise.",
}
# Totals that two cards make only as a pair.
_ONLY_PAIRS = ((RowKind.HARD, 4), (RowKind.HARD, 20), (RowKind.SOFT, 12))
_MOST_EXCEPTIONS = 500


def to_html(sheet: Sheet, paper: str = "a4") -> str:
    """Return the chart as one self-contained HTML file; `paper` is that of its printed page."""
    package = __package__ or ""
    hands = sheet.exceptions.hands
    words = CLASS_WORDS[sheet.strategy_class]
    return render(
        "chart.html",
        package,
        sheet=sheet,
        made_by=f"bjcalc {sheet.version}",
        title=f"{sheet.game}: {words}",
        class_words=words[0].upper() + words[1:],
        style=style(package, "page.css"),
        script=style(package, "page.js"),
        size="A4" if paper == "a4" else "letter",
        ev_lines=ev_lines(sheet),
        views=_VIEWS,
        columns=COLUMN_NAMES,
        parts=[(title, _rows(sheet, kinds)) for title, kinds in BLOCKS],
        legend=[Filled(one, FILL[one], MEANING[one]) for one in used_symbols(sheet)],
        notes=[note_words(one) for one in sheet.notes],
        exceptions=_exceptions(hands[:_MOST_EXCEPTIONS]) if hands else None,
        hands=len(hands),
        readings=readings_text(sheet),
        drawing=draw(sheet, paper),
        data={"views": _VIEWS, "cells": {_key(cell): _cell_data(cell) for cell in sheet.cells}},
    )


def _rows(sheet: Sheet, kinds: tuple[RowKind, ...]) -> list[tuple[str, list[dict[str, str]]]]:
    """Return the rows of one block: what each is called, and its cells."""
    return [
        (row_label(row), [{"key": _key(cell), **_shown(cell)} for cell in sheet.row_cells(row)])
        for row in block_rows(sheet, kinds)
    ]


def _shown(cell: SheetCell) -> dict[str, str]:
    return {
        "words": cell_words(cell.row, cell.up, cell.symbol),
        "symbol": cell.symbol.value,
        "fill": FILL[cell.symbol],
    }


def _key(cell: SheetCell) -> str:
    return f"{cell.row.name}|{VALUES[cell.up]}"


def _exceptions(hands: tuple[HandException, ...]) -> Table:
    fields = "hand=Hand | up=Against | chart=Chart | best=Best | gain#=Gain | chance#=Chance"
    rows = [
        (
            *(one.cards, VALUES[one.up], one.chart_action.value, one.best_action.value),
            *(decimal(number) for number in (one.gain, one.weight, one.worth)),
        )
        for one in hands
    ]
    return table("exceptions", f"{fields} | worth#=Worth", rows)


def _cell_data(cell: SheetCell) -> dict[str, Any]:
    known = cell.actions[cell.action] is not None
    mistake = cell.mistake if known else None
    return {
        **_shown(cell),
        "ev": decimal_text(cell.ev) if known else None,
        "cost": None if mistake is None else decimal_text(mistake),
        "explained": "Mean EV of the two-card hands of this cell, in initial bets; the chart's "
        "action is bold.",
        "actions": [
            {
                "name": action.value,
                "chosen": action is cell.action,
                "decimal": "not allowed" if value is None else decimal_text(value),
                "exact": "" if value is None else exact_text(value),
            }
            for action, value in cell.actions.items()
        ],
        "mistake": _mistake_words(cell, mistake),
        "gameCost": _game_cost(cell),
        "exceptions": [
            {
                "hand": one.cards,
                "gain": decimal_text(one.gain, 9),
                "best": one.best_action.value,
                "worth": decimal_text(one.worth),
                "exact": exact_text(one.gain),
            }
            for one in cell.exceptions
        ],
    }


def _mistake_words(cell: SheetCell, mistake: Fraction | None) -> str:
    """Say what the best other action costs, and of a gain why the chart plays otherwise."""
    if mistake is None:
        return "There is no other action."
    if mistake >= 0:
        return f"The best other action costs such a hand {decimal_text(mistake)} initial bets."
    if (cell.row.kind, cell.row.value) in _ONLY_PAIRS:
        why = (
            "Two cards make this total only as a pair, which has its own row; this cell is for "
            "hands that can no longer be split, and for those the chart's action is best."
        )
    else:
        why = (
            "The cell serves all hands of its row, also those of more cards and after a split; "
            "for all of them together the chart's action is best."
        )
    return (
        f"The best other action would gain such a hand {decimal_text(-mistake)} initial bets. {why}"
    )


def _game_cost(cell: SheetCell) -> dict[str, str] | None:
    if cell.game_cost is None:
        return None
    return {
        "words": f"With {cell.next_symbol} in this cell the whole game would lose "
        f"{decimal_text(cell.game_cost)} of its EV, exactly",
        "exact": exact_text(cell.game_cost),
    }
