"""The report as JSON: the document itself, with the exact value of every number in it."""

from __future__ import annotations

import json
from typing import Any

from bjcalc.charts.data import to_json_data as chart_data
from bjcalc.numbers import decimal_text, exact_json, exact_text
from bjcalc.report.model import (
    Bands,
    Bars,
    Block,
    Bullets,
    Cell,
    ChartBlock,
    Code,
    Commands,
    Line,
    Link,
    Number,
    Paragraph,
    Report,
    Section,
    Strong,
    Subsection,
    Table,
)

FORMAT = "bjcalc report 1"


def to_json(report: Report) -> str:
    """Return the report as a JSON text with stable keys."""
    return json.dumps(to_json_data(report), indent=1, ensure_ascii=False) + "\n"


def to_json_data(report: Report) -> dict[str, Any]:
    """Return the report as JSON data: sections by their keys, in the order of the document."""
    return {
        "format": FORMAT,
        "made_by": f"bjcalc {report.version}",
        "title": report.title,
        "subtitle": report.subtitle,
        "summary": _block(report.summary),
        "preface": [_block(block) for block in report.preface],
        "sections": {section.key: _section(section) for section in report.sections},
        "exact_values": {
            one.number: {"name": one.name, **exact_json(one.value)} for one in report.exact
        },
    }


def _section(section: Section) -> dict[str, Any]:
    return {
        "title": section.title,
        "blocks": [_block(block) for block in section.blocks],
        "parts": {part.key: _part(part) for part in section.parts},
    }


def _part(part: Subsection) -> dict[str, Any]:
    return {"title": part.title, "blocks": [_block(block) for block in part.blocks]}


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Paragraph):
        kind = "warning" if block.warning else "note" if block.note else "paragraph"
        return {"kind": kind, "text": plain(block.parts)}
    if isinstance(block, Bullets):
        return {"kind": "list", "lines": [plain(line) for line in block.lines]}
    if isinstance(block, Commands):
        return {"kind": "commands", "lines": list(block.lines)}
    if isinstance(block, Table):
        return {
            "kind": "table",
            "key": block.key,
            "columns": {column.key: column.title for column in block.columns},
            "rows": [
                {column.key: _cell(cell) for column, cell in zip(block.columns, row, strict=True)}
                for row in block.rows
            ],
        }
    if isinstance(block, ChartBlock):
        return {"kind": "chart", "chart": chart_data(block.sheet)}
    if isinstance(block, Bars):
        errors = [decimal_text(one, 12) for one in block.errors]
        return {
            "kind": "bars",
            "key": block.key,
            "caption": block.caption,
            "bars": {label: exact_json(value) for label, value in block.bars},
            "standard_errors": errors or None,
        }
    return _bands(block)


def _bands(block: Bands) -> dict[str, Any]:
    return {
        "kind": "bands",
        "key": block.key,
        "caption": block.caption,
        "centre": exact_json(block.centre),
        "powers_of_ten": [exact_text(point) for point in block.points],
        "half_widths": {
            level: [decimal_text(half, 12) for half in halves]
            for level, halves in zip(block.levels, block.halves, strict=True)
        },
    }


def plain(line: Line) -> str:
    """Return a line as plain text."""
    return "".join(one if isinstance(one, str) else one.text for one in line)


def _cell(cell: Cell) -> Any:
    """Return a cell: a text, or for an exact number its fraction, decimal and text as shown."""
    if isinstance(cell, Number):
        return {**exact_json(cell.exact), "shown": cell.text}
    if isinstance(cell, tuple):
        return plain(cell)
    if isinstance(cell, Code | Strong | Link):
        return cell.text
    return cell
