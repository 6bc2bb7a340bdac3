"""JSON: a document, with the exact value of every number in it; and data written as a template."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from bjcalc.documents.compose import loader
from bjcalc.documents.model import (
    Block,
    Bullets,
    Commands,
    Document,
    Entry,
    Number,
    Paragraph,
    Section,
    Table,
    Value,
    plain,
)
from bjcalc.numbers import exact_json, exact_text


def to_json_data(document: Document, name: str) -> dict[str, Any]:
    """Return a document as JSON data with stable keys; `name` is that of the format.

    Sections stand by their keys in the order of the document; `summary` is the first block of the
    front, `preface` what follows it.
    """
    summary, *preface = document.front
    return {
        "format": name,
        "made_by": document.made_by,
        "title": document.title,
        "subtitle": document.subtitle,
        "summary": _block(summary),
        "preface": [_block(one) for one in preface],
        "sections": {one.key: _section(one, parts=True) for one in document.sections},
        "exact_values": {
            one.number: {"name": one.name, **exact_json(one.value)} for one in document.exact
        },
    }


def _section(section: Section, *, parts: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = {
        "title": section.title,
        "blocks": [_block(block) for block in section.blocks],
    }
    if parts or section.parts:
        found["parts"] = {one.key: _section(one) for one in section.parts}
    return found


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Paragraph):
        return {"kind": block.tone or block.kind, "text": plain(block.words)}
    if isinstance(block, Bullets):
        return {"kind": block.kind, "lines": list(map(plain, block.items))}
    if isinstance(block, Commands):
        return {"kind": block.kind, "lines": list(block.lines)}
    if isinstance(block, Value):
        return {"kind": block.kind, "name": block.label, **exact_json(block.exact)}
    if isinstance(block, Table):
        keys = [one.key for one in block.fields]
        return {
            "kind": block.kind,
            "key": block.key,
            "columns": {one.key: one.title for one in block.fields},
            "rows": [dict(zip(keys, map(_entry, row), strict=True)) for row in block.rows],
        }
    return block.data


def _entry(entry: Entry) -> Any:
    """Return a text, or for an exact number its fraction, decimal and text as shown."""
    if isinstance(entry, Number):
        return {**exact_json(entry.exact), "shown": entry.text}
    return plain(entry)


def filled_data(name: str, package: str, **values: Any) -> Any:
    """Return the JSON data that a template of a package states, filled in.

    The template is JSON, but for what is filled in: any value of Python's that JSON has, and an
    exact number as `exact_json` has it. What a macro of the template returns is JSON already.
    """
    return json.loads(_environment(package).get_template(name).render(values))


@cache
def _environment(package: str) -> Environment:
    environment = Environment(
        loader=loader(package), undefined=StrictUndefined, finalize=_as_json, autoescape=True
    )
    environment.globals["exact_text"] = environment.filters["exact_text"] = exact_text
    return environment


def _as_json(value: Any) -> Markup:
    if isinstance(value, Markup):
        return value
    return Markup(json.dumps(exact_json(value) if isinstance(value, Fraction) else value))
