"""Values as a user would have written them in TOML, for messages and for files, and read back."""

from __future__ import annotations

import contextlib
import datetime
import json
import operator
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from bjcalc.nesting import check_nesting
from bjcalc.shown import quoted

_LARGEST_INTEGER = 10**18


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
    if isinstance(value, int | Fraction):
        odd = max(map(abs, value.as_integer_ratio())) > _LARGEST_INTEGER
        return "a number of more than 18 digits" if odd else str(value)
    if isinstance(value, Decimal):
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


def toml_tables(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text: dates as text, numbers exact, odd ones marked as such.

    Raises NestingError, and what `tomllib` raises.
    """
    check_nesting(text)
    tables: dict[str, Any] = _plain(tomllib.loads(text, parse_float=_number))
    return tables


def read_toml(text: str) -> Any:
    """Return the value that a text writes in TOML; the text itself where it writes none.

    A date or time is not meant where rules are set, so such a text stays text.
    """
    try:
        check_nesting(text)
        tables = tomllib.loads(f"k = {text}", parse_float=_number)
    except ValueError:
        return text
    value = tables["k"]
    dated = isinstance(value, datetime.date | datetime.time)
    return text if dated or len(tables) != 1 else _plain(value)


def read_json(text: str) -> Any:
    """Return the value that a text writes in JSON, as TOML would have it; else the text itself."""
    try:
        check_nesting(text)
        return _plain(json.loads(text, parse_float=_number, parse_constant=OddNumber))
    except ValueError:
        return text


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, int) and abs(value) > _LARGEST_INTEGER:
        return OddNumber("a number of more than 18 digits")
    return value


def _number(text: str) -> Decimal | OddNumber:
    """Return the decimal number that the text writes, exactly, where it is of a sane size."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        return OddNumber(text)
    exponent = value.as_tuple().exponent
    sane = isinstance(exponent, int) and -20 <= exponent <= 20 and len(text) <= 40
    return value if sane else OddNumber(text)


def plain_value(value: Any) -> Any:
    """Return a Python value as TOML or JSON would hold it: lists for sets, words for enumerations.

    What they cannot hold (a float, a Fraction, an object) stays as it is.
    """
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        plain = map(plain_value, value)
        return sorted(plain, key=lambda item: (item if isinstance(item, int) else 0, str(item)))
    if isinstance(value, list | tuple | range):
        return [plain_value(item) for item in value]
    if hasattr(value, "__index__") and not isinstance(value, bool | type):
        with contextlib.suppress(TypeError):  # an array has the method, but is no number
            return operator.index(value)
    return value
