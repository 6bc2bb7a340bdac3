"""The page of a chart for a browser: one file that works offline, with every exact value in it.

The chart is a real table of buttons; a cell opens to the exact EV of every action, how close the
call is and the compositions that deviate. What is printed is the drawing, on one page.
"""

from __future__ import annotations

import json
from fractions import Fraction
from html import escape
from importlib.resources import files
from typing import Any

from bjcalc.charts.drawing import draw
from bjcalc.charts.palette import FILL, MEANING
from bjcalc.charts.sheet import Sheet, SheetCell
from bjcalc.charts.svg import svg_element
from bjcalc.charts.words import (
    BLOCKS,
    CLASS_WORDS,
    block_rows,
    cell_words,
    ev_lines,
    note_words,
    row_label,
    used_symbols,
)
from bjcalc.numbers import decimal_text, exact_text
from bjcalc.shoe import VALUES
from bjcalc.strategy.exceptions import HandException
from bjcalc.strategy.rows import COLUMN_NAMES, RowKind

_HINT = (
    "Choose a cell for the exact EV of every action. Arrow keys move between cells, Enter opens "
    "one, Escape closes it."
)
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
    title = f"{sheet.game}: {CLASS_WORDS[sheet.strategy_class]}"
    size = "A4" if paper == "a4" else "letter"
    # The rules for print come last, with the page that the drawing was made for.
    style = f"{_asset('page.css')}@page {{ size: {size} portrait; margin: 0; }}\n"
    data = json.dumps(_data(sheet), ensure_ascii=False).replace("<", "\\u003c")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="generator" content="bjcalc {sheet.version}">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            '<body data-view="actions">',
            *_header(sheet),
            "<main>",
            *_toolbar(),
            '<div class="layout">',
            *_chart(sheet),
            f'<aside id="details" aria-live="polite" aria-label="A cell in detail" '
            f'data-hint="{escape(_HINT)}"><h2>A cell in detail</h2></aside>',
            "</div>",
            *_lists(sheet),
            '<section class="picture" aria-label="The chart for print">',
            "<h2>For print</h2>",
            "<details><summary>The chart as a picture, on one page</summary>",
            svg_element(draw(sheet, paper)),
            "</details>",
            "</section>",
            "</main>",
            *_footer(sheet),
            f'<script type="application/json" id="chart-data">{data}</script>',
            f"<script>\n{_asset('page.js')}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _asset(name: str) -> str:
    return (files("bjcalc.charts") / name).read_text(encoding="utf-8")


def _header(sheet: Sheet) -> list[str]:
    words = CLASS_WORDS[sheet.strategy_class]
    lines = [
        "<header>",
        f"<h1>{escape(sheet.game)}</h1>",
        f"<p>{escape(words[0].upper() + words[1:])}</p>",
        f'<p class="faint">{escape(sheet.rules_line)}</p>',
    ]
    if sheet.settings:
        lines.append(f'<p class="faint">with {escape(", ".join(sheet.settings))}</p>')
    lines += [f"<p>{escape(line)}</p>" for line in ev_lines(sheet)]
    lines += [
        f'<p class="faint">Exact EV, class {sheet.strategy_class}, per initial bet: '
        f'<span class="exact" id="exact-ev">{exact_text(sheet.ev)}</span></p>',
        "</header>",
    ]
    return lines


def _toolbar() -> list[str]:
    names = {"actions": "actions", "ev": "EV", "mistake": "cost of a mistake"}
    inputs = [
        f'<label><input type="radio" name="view" value="{view}"'
        f"{' checked' if view == 'actions' else ''}> {name}</label>"
        for view, name in names.items()
    ]
    return [
        '<div class="toolbar">',
        "<fieldset disabled><legend>Show</legend>",
        *inputs,
        "</fieldset>",
        f'<span id="view-words" class="faint" role="status">{_VIEWS["actions"]}</span>',
        '<button type="button" id="theme" hidden>light / dark</button>',
        "</div>",
    ]


def _chart(sheet: Sheet) -> list[str]:
    # Soft totals and pairs together are as tall as the hard totals.
    lines = ['<div><div class="blocks">', "<div>"]
    for number, (title, kinds) in enumerate(BLOCKS):
        if number == 1:
            lines += ["</div>", "<div>"]
        lines += [
            '<table class="chart">',
            f"<caption>{title}</caption>",
            '<colgroup><col class="names"><col span="10"></colgroup>',
            "<thead><tr><th scope='col'><span class='faint'>dealer</span></th>",
            *(f"<th scope='col'>{name}</th>" for name in COLUMN_NAMES),
            "</tr></thead>",
            "<tbody>",
        ]
        for row in block_rows(sheet, kinds):
            lines.append(f"<tr><th scope='row'>{row_label(row)}</th>")
            lines += [_button(cell) for cell in sheet.row_cells(row)]
            lines.append("</tr>")
        lines += ["</tbody>", "</table>"]
    lines += ["</div>", "</div>"]
    lines.append('<ul class="legend" aria-label="Symbols">')
    lines += [
        f'<li><span style="background:{FILL[symbol]}">{symbol}</span>{MEANING[symbol]}</li>'
        for symbol in used_symbols(sheet)
    ]
    return [*lines, "</ul></div>"]


def _key(cell: SheetCell) -> str:
    return f"{cell.row.name}|{VALUES[cell.up]}"


def _button(cell: SheetCell) -> str:
    words = escape(cell_words(cell.row, cell.up, cell.symbol))
    return (
        f'<td><button type="button" data-cell="{_key(cell)}" aria-pressed="false" '
        f'aria-label="{words}" style="--fill:{FILL[cell.symbol]}">{cell.symbol}</button></td>'
    )


def _lists(sheet: Sheet) -> list[str]:
    lines = ["<section>", "<h2>Insurance</h2>"]
    lines += [f"<p>{escape(line)}</p>" for line in sheet.insurance]
    lines.append("</section>")
    if sheet.notes:
        lines += [
            "<section>",
            "<h2>Where the number of cards matters</h2>",
            '<p class="faint">Each note by itself, with what it adds to the game\'s EV.</p>',
            '<ul class="scroll">',
            *(f"<li>{escape(note_words(note))}</li>" for note in sheet.notes),
            "</ul>",
            "</section>",
        ]
    hands = sheet.exceptions.hands
    if hands:
        shown = hands[:_MOST_EXCEPTIONS]
        more = f" The first {len(shown)} are shown." if len(shown) < len(hands) else ""
        lines += [
            "<section>",
            f"<h2>Hands better played otherwise ({len(hands)})</h2>",
            '<p class="faint">By what they are worth to the whole game; a chance of 0 is a hand '
            f"that the chart never leads to.{more}</p>",
            '<div class="scroll" tabindex="0" role="region" aria-label="Exceptions">',
            '<table class="facts"><thead><tr>',
            *(
                f"<th scope='col'>{name}</th>"
                for name in ("Hand", "Against", "Chart", "Best", "Gain", "Chance", "Worth")
            ),
            "</tr></thead><tbody>",
            *(_exception_row(one) for one in shown),
            "</tbody></table></div>",
            "</section>",
        ]
    return lines


def _exception_row(one: HandException) -> str:
    numbers = (one.gain, one.weight, one.worth)
    return (
        f"<tr><th scope='row'>{one.cards}</th><td>{VALUES[one.up]}</td><td>{one.chart_action}</td>"
        f"<td>{one.best_action}</td>"
        + "".join(f"<td class='number'>{decimal_text(number)}</td>" for number in numbers)
        + "</tr>"
    )


def _footer(sheet: Sheet) -> list[str]:
    lines = ["<footer>"]
    if sheet.readings:
        taken = ", ".join(f"{name}={reading}" for name, reading in sheet.readings)
        lines.append(f"<p>Where the rules' text is open, read as: {escape(taken)}</p>")
    lines += [
        f"<p>Game file SHA-256 <code>{sheet.sha256}</code>. Made by bjcalc {sheet.version}.</p>",
        "</footer>",
    ]
    return lines


def _data(sheet: Sheet) -> dict[str, Any]:
    return {"views": _VIEWS, "cells": {_key(cell): _cell_data(cell) for cell in sheet.cells}}


def _cell_data(cell: SheetCell) -> dict[str, Any]:
    known = cell.actions[cell.action] is not None
    mistake = cell.mistake if known else None
    return {
        "words": cell_words(cell.row, cell.up, cell.symbol),
        "symbol": cell.symbol.value,
        "fill": FILL[cell.symbol],
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
