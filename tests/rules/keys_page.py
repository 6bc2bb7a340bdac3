"""Prints the part of docs/game-files.md that lists all keys, made from the schema."""

from __future__ import annotations

from typing import Any

from bjcalc.gamefile.form import schema
from bjcalc.rules.form import expected, table_form
from bjcalc.rules.written import toml_text


def keys_page() -> str:
    """Return a section for each table of a game file, with a line for each of its keys."""
    parts = []
    for name, part in schema()["properties"].items():
        is_list = part.get("type") == "array"
        form = table_form(part["items"] if is_list else part)
        if not form:
            continue
        heading = f"[[{name}]]" if is_list else f"[{name}]"
        rows = ["| key | value | default | meaning |", "|---|---|---|---|"]
        rows += [row(key, value, form) for key, value in form["properties"].items()]
        parts.append(f"### {heading}\n\n{part['description']}\n\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def row(key: str, part: dict[str, Any], form: dict[str, Any]) -> str:
    default = f"`{toml_text(part['default'])}`" if "default" in part else ""
    if key in form.get("required", ()):
        default = "(must be there)"
    cells = (f"`{key}`", expected(part, ("", key)), default, part["description"])
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    print(keys_page(), end="")
