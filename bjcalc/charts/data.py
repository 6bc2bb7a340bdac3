"""A chart as data: CSV and JSON, which `bjcalc evaluate` reads again (docs/charts.md)."""

from __future__ import annotations

import json
from typing import Any

from bjcalc.charts.sheet import Sheet, SheetCell
from bjcalc.csv_text import csv_text
from bjcalc.engine import Action
from bjcalc.numbers import decimal_text, exact_json, exact_text
from bjcalc.shoe import VALUES
from bjcalc.strategy.chart_files import chart_cells
from bjcalc.strategy.exceptions import HandException

FORMAT = "bjcalc chart 1"


def to_csv(sheet: Sheet) -> str:
    """Return a line for each cell: row, up, symbol, and each value as a fraction and a decimal."""
    names = [*(action.value for action in Action), "game_cost"]
    columns = [f"{name}_{form}" for name in names for form in ("exact", "decimal")]
    lines = []
    for row in sheet.to_rows():
        values = []
        for name in names:
            value = row[name]
            values += ["", ""] if value is None else [exact_text(value), decimal_text(value)]
        lines.append([row["row"], row["up"], row["symbol"], row["next_symbol"] or "", *values])
    return csv_text(["row", "up", "symbol", "next_symbol", *columns], lines)


def to_json_data(sheet: Sheet) -> dict[str, Any]:
    """Return the whole sheet as JSON data with stable keys."""
    return {
        "format": FORMAT,
        "made_by": f"bjcalc {sheet.version}",
        "game": {
            "name": sheet.game,
            "rules_line": sheet.rules_line,
            "sha256": sheet.sha256,
            "settings": list(sheet.settings),
            "readings": dict(sheet.readings),
        },
        "unit": "initial bets; values of cells given no dealer natural where the dealer peeks",
        "strategy_class": sheet.strategy_class,
        "ev": exact_json(sheet.ev),
        "td_ev": exact_json(sheet.td_ev),
        "cd_ev": exact_json(sheet.cd_ev),
        "cells": chart_cells(sheet.chart),
        "values": [_cell_json(cell) for cell in sheet.cells],
        "insurance": list(sheet.insurance),
        "notes": [
            {
                "row": note.row.name,
                "up": VALUES[note.up],
                "cards": note.cards,
                "instead_of": note.symbol.value,
                "action": note.action.value,
                "gain": exact_json(note.gain),
            }
            for note in sheet.notes
        ],
        "exceptions": [exception_json(one) for one in sheet.exceptions.hands],
        "split_gains": [
            {
                "pair": VALUES[one.value],
                "up": VALUES[one.up],
                "gain": exact_json(one.gain),
                "weight": exact_json(one.weight),
                "worth": exact_json(one.worth),
            }
            for one in sheet.exceptions.splits
        ],
    }


def _cell_json(cell: SheetCell) -> dict[str, Any]:
    return {
        "row": cell.row.name,
        "up": VALUES[cell.up],
        "symbol": cell.symbol.value,
        "action": cell.action.value,
        "actions": {
            action.value: None if value is None else exact_json(value)
            for action, value in cell.actions.items()
        },
        "next_symbol": None if cell.next_symbol is None else cell.next_symbol.value,
        "game_cost": None if cell.game_cost is None else exact_json(cell.game_cost),
    }


def exception_json(one: HandException) -> dict[str, Any]:
    """Return one exception as JSON data."""
    return {
        "hand": one.cards,
        "up": VALUES[one.up],
        "row": None if one.row is None else one.row.name,
        "chart_action": one.chart_action.value,
        "best_action": one.best_action.value,
        "gain": exact_json(one.gain),
        "weight": exact_json(one.weight),
        "worth": exact_json(one.worth),
    }


def to_json(sheet: Sheet) -> str:
    """Return the sheet as a JSON text."""
    return json.dumps(to_json_data(sheet), indent=1, ensure_ascii=False) + "\n"
