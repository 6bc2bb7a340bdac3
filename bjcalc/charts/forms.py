"""A chart as a document, or as part of one."""

from __future__ import annotations

from bjcalc.charts.data import to_json_data
from bjcalc.charts.layout import draw_grid
from bjcalc.charts.palette import FILL, MEANING
from bjcalc.charts.sheet import Sheet
from bjcalc.charts.words import (
    BLOCKS,
    CLASS_WORDS,
    block_rows,
    ev_lines,
    exception_words,
    note_words,
    readings_text,
    row_label,
    squares,
    used_symbols,
)
from bjcalc.documents.compose import compose
from bjcalc.documents.markdown import to_markdown
from bjcalc.documents.model import Document, Filled, Grid, Value
from bjcalc.documents.text import to_text
from bjcalc.strategy.classes import CD

_MOST_LISTED = 12


def grid(sheet: Sheet) -> Grid:
    """Return a chart's cells and what their symbols mean, as part of a document."""
    tables = tuple(
        squares(sheet, title, {row: row_label(row) for row in block_rows(sheet, kinds)})
        for title, kinds in BLOCKS
    )
    legend = tuple(Filled(one, FILL[one], MEANING[one]) for one in used_symbols(sheet))
    data = {"kind": "chart", "chart": to_json_data(sheet)}
    return Grid(tables, legend, lambda width: draw_grid(sheet, width), data)


def chart_document(sheet: Sheet) -> Document:
    """Return the chart with what stands above and below it."""
    notes, hands = sheet.notes, sheet.exceptions.hands
    listed = hands if sheet.strategy_class == CD else hands[:_MOST_LISTED]
    words = CLASS_WORDS[sheet.strategy_class]
    blocks, _ = compose(
        (str(__package__),),
        "chart.md",
        sheet=sheet,
        class_words=words[0].upper() + words[1:],
        ev_lines=ev_lines(sheet),
        value=Value("EV as a fraction", sheet.ev),
        grid=grid(sheet),
        notes=[note_words(one) for one in notes[:_MOST_LISTED]],
        more_notes=max(0, len(notes) - _MOST_LISTED),
        hands=[exception_words(one) for one in listed],
        more_hands=len(hands) - len(listed),
        readings=readings_text(sheet),
    )
    return Document(title=sheet.game, made_by=f"bjcalc {sheet.version}", front=blocks)


def plain_text(sheet: Sheet) -> str:
    """Return the chart as text of fixed width."""
    return to_text(chart_document(sheet))


def markdown(sheet: Sheet) -> str:
    """Return the chart as Markdown with tables."""
    return to_markdown(chart_document(sheet))
