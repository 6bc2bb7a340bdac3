"""Values as a user would have written them in TOML, for messages and for files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from bjcalc.shown import quoted


@dataclass(frozen=True, slots=True)
class OddNumber:
    """A TOML number without an exact value of reasonable size (inf, nan, 1e999): its text.

    It is of none of the types that a schema can ask for, so it is refused wherever it stands.
    """

    text: str


def show(value: object) -> str:
    """Return the value as a user would have written it, shortened for a message."""
    text = toml_text(value)
    return text if len(text) <= 60 else text[:56] + " ..."


def toml_text(value: object) -> str:
    """Return the value as a user would have written it in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, OddNumber):
        return value.text
    if value is None:  # only JSON has it
        return "null"
    if isinstance(value, int | Decimal):
        return str(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return f"[{', '.join(map(toml_text, value))}]"
    if isinstance(value, dict):
        inner = ", ".join(
            f"{toml_key(str(key))} = {toml_text(item)}" for key, item in value.items()
        )
        return f"{{ {inner} }}" if inner else "{}"
    return repr(value)


def toml_key(name: str) -> str:
    """Return a key as TOML needs it written, in quotes unless it is bare."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)
