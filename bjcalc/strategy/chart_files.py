"""Reading a chart from CSV or JSON (docs/charts.md): every wrong, missing or doubled cell is named.

CSV is either a grid, a line for each row of the chart and a column for each up card, or a list, a
line for each cell with the columns `row`, `up` and `symbol`; JSON has `cells`, symbols by row and
up card. The list and the JSON are what `bjcalc chart -o` writes.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from bjcalc.engine.kernel import Kernel, two_card_hand
from bjcalc.errors import Mistake, MistakesError
from bjcalc.files import read_text
from bjcalc.nesting import check_nesting
from bjcalc.rules.actions import Symbol, surrender_kind
from bjcalc.rules.model import Rules, Surrender
from bjcalc.rules.written import show
from bjcalc.strategy.chart import Chart
from bjcalc.strategy.chart_names import (
    ROW_HELP,
    SYMBOL_HELP,
    parse_column,
    parse_play,
    parse_rows,
)
from bjcalc.strategy.rows import COLUMN_NAMES, COLUMNS, Layout, Row

_COLUMN_HELP = "write 2 to 9, T (or 10) and A"
_LIST_COLUMNS = ("row", "up", "symbol")
_MOST_BYTES = 1 << 20
_PICTURES = (".md", ".html", ".svg", ".pdf", ".png")


class ChartFileError(MistakesError):
    """A chart file is wrong; `mistakes` lists everything found in it, in file order."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One cell as a file writes it, and where."""

    row: str
    up: str
    text: str
    line: int | None


def read_chart(path: Path, rules: Rules) -> Chart:
    """Return the chart in a file, with every cell that a game of these rules has.

    The kind of file follows from its ending, .json or anything else for CSV. Raises ChartFileError
    with every mistake: files that cannot be read, rows, columns and plays that are none, plays
    that have no place in a row, cells that are there twice or not at all.
    """
    if path.suffix.lower() in _PICTURES:
        wrong = f"a chart is not read from {path.suffix}: write it as .csv or .json"
        raise ChartFileError([Mistake(wrong, file=str(path))])
    try:
        text = read_text(path, _MOST_BYTES)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ChartFileError([Mistake(f"cannot be read: {reason}", file=str(path))]) from None
    mistakes: list[Mistake] = []
    reader = _from_json if path.suffix.lower() == ".json" else _from_csv
    entries = list(reader(text, str(path), mistakes))
    if mistakes and not entries:
        # Without a header or a table no cell is known: that all of them are missing says nothing.
        raise ChartFileError(mistakes)
    cells = _Cells(Layout(Kernel(rules)), str(path), mistakes)
    for entry in entries:
        cells.add(entry)
    chart = cells.chart()
    if mistakes:
        # Mistakes in a place come first, in the order of the file; what is missing follows.
        raise ChartFileError(sorted(mistakes, key=lambda one: (one.line is None, one.line or 0)))
    return chart


def _rows(text: str, file: str, mistakes: list[Mistake]) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV text with their lines, up to the first that is none."""
    reader = csv.reader(text.splitlines())
    try:
        for fields in reader:
            yield reader.line_num, fields
    except csv.Error as error:
        mistakes.append(Mistake(f"is not CSV: {error}", file=file, line=reader.line_num))


def _from_csv(text: str, file: str, mistakes: list[Mistake]) -> Iterator[_Entry]:
    header: list[str] | None = None
    as_list = False
    for line, fields in _rows(text, file, mistakes):
        if not any(field.strip() for field in fields) or fields[0].lstrip().startswith("#"):
            continue
        if header is None:
            header = [field.strip() for field in fields]
            separator = _other_separator(header)
            if separator:
                mistakes.append(
                    Mistake(
                        f"the fields are separated by {separator}; a chart needs commas",
                        file=file,
                        line=line,
                    )
                )
                return
            as_list = set(_LIST_COLUMNS) <= {name.lower() for name in header}
            if as_list:
                header = [name.lower() for name in header]
            else:
                _check_header(header, line, file, mistakes)
        elif len(fields) > len(header):
            mistakes.append(
                Mistake(
                    f"{len(fields)} fields, but the first line has {len(header)}",
                    file=file,
                    line=line,
                )
            )
        elif as_list:
            given = dict(zip(header, fields, strict=False))
            row, up, symbol = (given.get(name, "") for name in _LIST_COLUMNS)
            yield _Entry(row, up, symbol, line)
        else:
            for up, field in zip(header[1:], fields[1:], strict=False):
                if parse_column(up) is not None:
                    yield _Entry(fields[0], up, field, line)
    if header is None:
        mistakes.append(Mistake("the file is empty: there is no chart in it", file=file))


def _other_separator(header: list[str]) -> str:
    """Return in words what separates a header's fields where that is no comma; else ""."""
    names = {";": "semicolons (;)", "\t": "tabs", "|": "bars (|)"}
    if len(header) == 1:
        return next((name for sign, name in names.items() if sign in header[0]), "")
    return ""


def _check_header(header: list[str], line: int, file: str, mistakes: list[Mistake]) -> None:
    seen: set[int] = set()
    for name in header[1:]:
        up = parse_column(name)
        if up is None:
            mistakes.append(
                Mistake(f"{name!r} is not an up card: {_COLUMN_HELP}", file=file, line=line)
            )
        elif up in seen:
            mistakes.append(Mistake(f"the column {name!r} is there twice", file=file, line=line))
        else:
            seen.add(up)


class _Doubled(list[tuple[str, Any]]):
    """A JSON object as its pairs, so that keys that are there twice are not lost."""


def _from_json(text: str, file: str, mistakes: list[Mistake]) -> Iterator[_Entry]:
    try:
        check_nesting(text)
        data = json.loads(text, object_pairs_hook=_Doubled, parse_int=Decimal, parse_float=Decimal)
    except ValueError as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        mistakes.append(Mistake(f"not JSON: {reason}", file=file, line=line))
        return
    tables = [value for key, value in data if key == "cells"] if isinstance(data, _Doubled) else []
    if len(tables) != 1 or not isinstance(tables[0], _Doubled):
        wanted = 'one object "cells", such as {"cells": {"hard 16": {"2": "S", ...}, ...}}'
        mistakes.append(Mistake(f"a chart in JSON has {wanted}", file=file, key="cells"))
        return
    for row, columns in tables[0]:
        if not isinstance(columns, _Doubled):
            mistakes.append(Mistake("expected symbols by up card", file=file, key=f"cells.{row}"))
            continue
        for up, symbol in columns:
            if isinstance(symbol, str):
                yield _Entry(row, up, symbol, None)
            else:
                mistakes.append(
                    Mistake(
                        f"{show(symbol)} is not a play: {SYMBOL_HELP}",
                        file=file,
                        key=f"cells.{row}.{up}",
                    )
                )


class _Cells:
    """The cells found so far, and what is wrong with them."""

    def __init__(self, layout: Layout, file: str, mistakes: list[Mistake]) -> None:
        self._layout = layout
        self._file = file
        self._mistakes = mistakes
        self._symbols: dict[tuple[Row, int], Symbol] = {}
        self._like_total: set[tuple[Row, int]] = set()
        self._entries: dict[tuple[Row, int], _Entry] = {}
        self._named: set[tuple[str, int | None]] = set()

    def _wrong(self, entry: _Entry, message: str, key: str) -> None:
        self._mistakes.append(Mistake(message, key=key, file=self._file, line=entry.line))

    def _missing(self, what: str) -> None:
        self._mistakes.append(Mistake(f"missing: {what}", file=self._file))

    def add(self, entry: _Entry) -> None:
        """Take one cell, or several rows' of it."""
        rows = parse_rows(entry.row)
        up = parse_column(entry.up)
        if rows is None:
            if (entry.row, entry.line) not in self._named:
                self._named.add((entry.row, entry.line))
                self._wrong(entry, f"{entry.row!r} is not a row: {ROW_HELP}", "")
            return
        if up is None:
            self._wrong(entry, f"{entry.up!r} is not an up card: {_COLUMN_HELP}", entry.row)
            return
        for row in rows:
            self._add_cell(entry, row, up)

    def _add_cell(self, entry: _Entry, row: Row, up: int) -> None:
        key = f"{row.name} against {COLUMN_NAMES[COLUMNS.index(up)]}"
        if row not in self._layout.index:
            self._wrong(entry, "this game has no such row: its pairs are by value", key)
            return
        if (row, up) in self._entries:
            before = self._entries[row, up].line
            place = f" (first in line {before})" if before is not None else ""
            self._wrong(entry, f"this cell is there twice{place}", key)
            return
        self._entries[row, up] = entry
        rules = self._layout.kernel.rules
        try:
            symbol = parse_play(
                entry.text,
                row,
                double_after_split=rules.double.after_split,
                surrenders=surrender_kind(rules, up) is not Surrender.NONE,
            )
        except ValueError as error:
            self._wrong(entry, str(error), key)
            return
        if symbol is None:
            self._like_total.add((row, up))
        else:
            self._symbols[row, up] = symbol

    def chart(self) -> Chart:
        """Return the chart in the layout's order; note the cells that are missing."""
        absent = {
            row: [up for up in COLUMNS if (row, up) not in self._entries]
            for row in self._layout.rows
        }
        # A column that is not there at all is one mistake, not one in each row.
        columns = [up for up in COLUMNS if all(up in missing for missing in absent.values())]
        if columns:
            self._missing(f"every row against {_names(columns)}")
        for row, missing in absent.items():
            rest = [up for up in missing if up not in columns]
            if rest:
                whole = len(rest) + len(columns) == len(COLUMNS)
                self._missing(f"{row.name} against {_names(COLUMNS if whole else rest)}")
        for row, up in self._like_total:
            total = self._layout.total_row(two_card_hand(row.value, row.value))
            if total is not None and (total, up) in self._symbols:
                self._symbols[row, up] = self._symbols[total, up]
        cells = ((row, up) for row in self._layout.rows for up in COLUMNS)
        return Chart({cell: self._symbols[cell] for cell in cells if cell in self._symbols})


def _names(ups: Iterable[int]) -> str:
    ups = list(ups)
    if len(ups) == len(COLUMNS):
        return "every up card"
    return ", ".join(COLUMN_NAMES[COLUMNS.index(up)] for up in ups)


def chart_rows(chart: Chart) -> list[dict[str, str]]:
    """Return a row for each cell: row, up, symbol, as chart files write them."""
    return [
        {"row": row.name, "up": COLUMN_NAMES[COLUMNS.index(up)], "symbol": chart[row, up].value}
        for row, up in chart
    ]


def chart_cells(chart: Chart) -> dict[str, dict[str, str]]:
    """Return the symbols by row and up card, the `cells` of a chart in JSON."""
    cells: dict[str, dict[str, str]] = {}
    for one in chart_rows(chart):
        cells.setdefault(one["row"], {})[one["up"]] = one["symbol"]
    return cells
