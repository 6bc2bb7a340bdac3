"""A commented game file to start from, written from the schema so that the two cannot differ."""

from __future__ import annotations

import textwrap
from typing import Any

from bjcalc.gamefile.form import schema
from bjcalc.rules.form import Schema, expected, table_form
from bjcalc.rules.written import toml_key, toml_text

_WIDTH = 90

_INTRODUCTION = (
    "A game file of bjcalc: the rules of one blackjack game. For its exact house edge: "
    "bjcalc rtp FILE",
    'A line that begins with "# " is a comment. One that begins with "#" and no space is not in '
    'force: take the "#" away to use it. A rule that is left out has the value that it has here, '
    "unless its comment says otherwise.",
)


def template_text() -> str:
    """Return a game file that has or mentions every key, each explained; it can be loaded as is."""
    parts = ["#\n".join(_comment(paragraph) for paragraph in _INTRODUCTION)]
    for name, part in schema()["properties"].items():
        if part.get("type") == "array":
            parts.append(_list_section(name, part))
        elif not table_form(part):
            parts.append(
                "\n".join((*_explained(name, part), _line(name, part["x-example"]))) + "\n"
            )
        else:
            parts.append(_section(name, part))
    return "\n".join(parts)


def _section(name: str, part: Schema) -> str:
    form = table_form(part)
    mark = "#" if part.get("x-optional") else ""
    lines = [_comment(part["description"]).rstrip("\n"), f"{mark}[{name}]"]
    for key, value in form["properties"].items():
        lines += _key(key, value, mark)
    return "\n".join(lines) + "\n"


def _list_section(name: str, part: Schema) -> str:
    lines = [_comment(part["description"]).rstrip("\n"), f"#[[{name}]]"]
    for key, value in part["items"]["properties"].items():
        lines += _key(key, value, "#")
    return "\n".join(lines) + "\n"


def _key(key: str, part: Schema, mark: str) -> list[str]:
    if "x-alternative" in part:
        return [*_explained(key, part), f"#{_line(key, part['x-alternative'])}"]
    value = part["default"] if "default" in part else part["x-example"]
    line = f"{mark}{_line(key, value)}"
    return [*_explained(key, part), line.replace("\n", f"\n{mark}")]


def _explained(key: str, part: Schema) -> list[str]:
    """Return the comment lines of a key: what it means, and what it may be."""
    text = part["description"]
    wanted = expected(part, ("", key))
    if not wanted.startswith(("text in quotes", "a list")) and "table" not in wanted:
        text += f" Write {wanted}."
    return _comment(text).splitlines()


def _comment(text: str) -> str:
    return "".join(f"# {line}\n" for line in textwrap.wrap(text, _WIDTH))


def _line(key: str, value: Any) -> str:
    """Return a key with its value; a list of tables has one table in a line, not indented, as "# "
    at the begin of a line tells a comment from a line that is not in force.
    """
    name = toml_key(key)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "\n".join((f"{name} = [", *(f"{toml_text(item)}," for item in value), "]"))
    return f"{name} = {toml_text(value)}"
