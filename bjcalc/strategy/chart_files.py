"""Reading a chart from CSV or JSON (docs/charts.md): every wrong, missing or doubled cell is named.

CSV is either a grid, a line for each row of the chart and a column for each up card, or a list, a
line for each cell with the columns `row`, `up` and `symbol`; JSON has `cells`, symbols by row and
up card. The list and the JSON are what `bjcalc chart -o` writes.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bjcalc.engine.kernel import Kernel, two_card_hand
from bjcalc.errors import Mistake, MistakesError
from bjcalc.files import read_text
from bjcalc.nesting import check_nesting
from bjcalc.rules.actions import Symbol, surrender_kind
from bjcalc.rules.model import Rules, Surrender
from bjcalc.rules.written import OddNumber, show
from bjcalc.strategy.chart import Chart
from bjcalc.strategy.chart_names import (
    ROW_HELP,
    SYMBOL_HELP,
    parse_column,
    parse_play,
    parse_rows,
)
from bjcalc.strategy.rows import COLUMN_NAMES, COLUMNS, HARD_ROWS, SOFT_ROWS, Layout, Row

_COLUMN_HELP = "write 2 to 9, T (or 10) and A"
_LIST_COLUMNS = ("row", "up", "symbol")
_SEPARATORS = {";": "semicolons (;)", "\t": "tabs", "|": "bars (|)"}
_MOST_BYTES = 1 << 20
_PICTURES = (".md", ".html", ".svg", ".pdf", ".png")


class ChartFileError(MistakesError):
    """A chart file is wrong; `mistakes` lists everything found in it, in file order."""


def read_chart(path: Path, rules: Rules) -> Chart:
    """Return the chart in a file, with every cell that a game of these rules has.

    The kind of file follows from its ending, .json or anything else for CSV. Raises ChartFileError
    with every mistake: files that cannot be read, rows, columns and plays that are none, plays
    that have no place in a row, cells that are there twice or not at all.
    """
    found = _Cells(Layout(Kernel(rules)), str(path))
    if path.suffix.lower() in _PICTURES:
        found.wrong(f"a chart is not read from {path.suffix}: write it as .csv or .json")
        raise ChartFileError(found.mistakes)
    try:
        text = read_text(path, _MOST_BYTES)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        found.wrong(f"cannot be read: {reason}")
        raise ChartFileError(found.mistakes) from None
    if path.suffix.lower() == ".json":
        found.read_json(text)
    else:
        found.read_csv(text)
    # Without a header or a table no cell is known: that all of them are missing says nothing.
    if found.any_cell or not found.mistakes:
        found.assume()
        found.name_missing()
    if found.mistakes:
        # Mistakes in a place come first, in the order of the file; what is missing follows.
        order = sorted(found.mistakes, key=lambda one: (one.line is None, one.line or 0))
        raise ChartFileError(order)
    return found.chart()


class _Doubled(list[tuple[str, Any]]):
    """A JSON object as its pairs, so that keys that are there twice are not lost."""


class _Cells:
    """The cells that a file has, each with its line, and what is wrong with it."""

    def __init__(self, layout: Layout, file: str) -> None:
        self.mistakes: list[Mistake] = []
        self.any_cell = False
        self._layout = layout
        self._file = file
        self._assumed: list[str] = []
        self._lines: dict[tuple[Row, int], int | None] = {}
        self._symbols: dict[tuple[Row, int], Symbol | None] = {}

    def wrong(self, message: str, line: int | None = None, key: str = "") -> None:
        """Note a mistake, once."""
        mistake = Mistake(message, key=key, file=self._file, line=line)
        if mistake not in self.mistakes[-1:]:
            self.mistakes.append(mistake)

    def _rows(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows of a CSV text with their lines, up to the first that is none."""
        reader = csv.reader(text.splitlines())
        try:
            for fields in reader:
                yield reader.line_num, fields
        except csv.Error as error:
            self.wrong(f"is not CSV: {error}", reader.line_num)

    def read_csv(self, text: str) -> None:
        """Read a grid or a list."""
        header: list[str] = []
        names: list[str] = []
        for line, fields in self._rows(text):
            if not any(field.strip() for field in fields) or fields[0].lstrip().startswith("#"):
                continue
            if not header:
                header = [field.strip() for field in fields]
                names = [name.lower() for name in header]
                sign = next((one for one in _SEPARATORS if one in header[0]), "")
                if sign and len(header) == 1:
                    name = _SEPARATORS[sign]
                    self.wrong(f"the fields are separated by {name}; a chart needs commas", line)
                    return
                if not _is_list(names):
                    self._check_columns(header[1:], line)
            elif len(fields) > len(header):
                self.wrong(f"{len(fields)} fields, but the first line has {len(header)}", line)
            elif _is_list(names):
                given = dict(zip(names, fields, strict=False))
                row, up, symbol = (given.get(name, "") for name in _LIST_COLUMNS)
                self._add(row, up, symbol, line)
            else:
                for up, field in zip(header[1:], fields[1:], strict=False):
                    if parse_column(up) is not None:
                        self._add(fields[0], up, field, line)
        if not header:
            self.wrong("the file is empty: there is no chart in it")

    def _check_columns(self, names: list[str], line: int) -> None:
        seen: set[int] = set()
        for name in names:
            up = parse_column(name)
            if up is None:
                self.wrong(f"{name!r} is not an up card: {_COLUMN_HELP}", line)
            elif up in seen:
                self.wrong(f"the column {name!r} is there twice", line)
            else:
                seen.add(up)

    def read_json(self, text: str) -> None:
        """Read an object with `cells`."""
        try:
            check_nesting(text)
            data = json.loads(
                text,
                object_pairs_hook=_Doubled,
                parse_int=OddNumber,
                parse_float=OddNumber,
                parse_constant=OddNumber,
            )
        except json.JSONDecodeError as error:
            self.wrong(f"not JSON: {error.msg}", error.lineno)
            return
        except ValueError as error:
            self.wrong(f"not JSON: {error}")
            return
        tables = [value for key, value in data if key == "cells"] * isinstance(data, _Doubled)
        if len(tables) != 1 or not isinstance(tables[0], _Doubled):
            wanted = 'one object "cells", such as {"cells": {"hard 16": {"2": "S", ...}, ...}}'
            self.wrong(f"a chart in JSON has {wanted}", key="cells")
            return
        for row, columns in tables[0]:
            if not isinstance(columns, _Doubled):
                self.wrong("expected symbols by up card", key=f"cells.{row}")
                continue
            for up, symbol in columns:
                if isinstance(symbol, str):
                    self._add(row, up, symbol, None)
                else:
                    key = f"cells.{row}.{up}"
                    self.wrong(f"{show(symbol)} is not a play: {SYMBOL_HELP}", key=key)

    def _add(self, name: str, up_name: str, text: str, line: int | None) -> None:
        """Take one cell, or several rows' of it."""
        self.any_cell = True
        rows, up = parse_rows(name), parse_column(up_name)
        if rows is None:
            self.wrong(f"{name!r} is not a row: {ROW_HELP}", line)
        elif up is None:
            self.wrong(f"{up_name!r} is not an up card: {_COLUMN_HELP}", line, name)
        else:
            for row in rows:
                message = self._add_cell(row, up, text, line)
                if message:
                    self.wrong(message, line, f"{row.name} against {_names([up])}")

    def _add_cell(self, row: Row, up: int, text: str, line: int | None) -> str:
        """Take one cell; return what is wrong with it."""
        if row not in self._layout.index:
            return "this game has no such row: its pairs are by value"
        if (row, up) in self._lines:
            before = self._lines[row, up]
            place = f" (first in line {before})" if before is not None else ""
            return f"this cell is there twice{place}"
        self._lines[row, up] = line
        rules = self._layout.kernel.rules
        try:
            self._symbols[row, up] = parse_play(
                text,
                row,
                double_after_split=rules.double.after_split,
                surrenders=surrender_kind(rules, up) is not Surrender.NONE,
            )
        except ValueError as error:
            return str(error)
        return ""

    def assume(self) -> None:
        """Play hard 4 as hard 5, and hit soft 12, where the file leaves out the row.

        Printed charts do: these are 2,2 and A,A that may not be split again.
        """
        for row, like, words in (
            (HARD_ROWS[0], HARD_ROWS[1], "is played as hard 5"),
            (SOFT_ROWS[0], None, "is hit"),
        ):
            if any((row, up) in self._lines for up in COLUMNS):
                continue
            for up in COLUMNS:
                symbol = Symbol.H if like is None else self._symbols.get((like, up))
                if symbol is not None:
                    self._lines[row, up], self._symbols[row, up] = None, symbol
            self._assumed.append(f"{row.name} is not in {self._file}: it {words}")

    def name_missing(self) -> None:
        """Note the cells that are missing; a column that is not there at all is one mistake."""
        absent = {
            row: [up for up in COLUMNS if (row, up) not in self._lines] for row in self._layout.rows
        }
        columns = [up for up in COLUMNS if all(up in missing for missing in absent.values())]
        if columns:
            self.wrong(f"missing: every row against {_names(columns)}")
        for row, missing in absent.items():
            rest = [up for up in missing if up not in columns]
            if rest:
                whole = len(rest) + len(columns) == len(COLUMNS)
                self.wrong(f"missing: {row.name} against {_names(COLUMNS if whole else rest)}")

    def chart(self) -> Chart:
        """Return the chart in the layout's order; a pair that is played as its total has that's."""
        symbols = {}
        for row in self._layout.rows:
            for up in COLUMNS:
                symbol = self._symbols[row, up]
                if symbol is None:
                    total = self._layout.total_row(two_card_hand(row.value, row.value))
                    assert total is not None
                    symbol = self._symbols[total, up]
                assert symbol is not None, "only pairs are played as their totals"
                symbols[row, up] = symbol
        return Chart(symbols, tuple(self._assumed))


def _is_list(names: list[str]) -> bool:
    """Whether a heading is that of a list, a line for each cell."""
    return set(_LIST_COLUMNS) <= set(names)


def _names(ups: Sequence[int]) -> str:
    if len(ups) == len(COLUMNS):
        return "every up card"
    return ", ".join(COLUMN_NAMES[COLUMNS.index(up)] for up in ups)


def chart_cells(chart: Chart) -> dict[str, dict[str, str]]:
    """Return the symbols by row and up card, the `cells` of a chart in JSON."""
    cells: dict[str, dict[str, str]] = {}
    for row, up in chart:
        cells.setdefault(row.name, {})[_names([up])] = chart[row, up].value
    return cells
