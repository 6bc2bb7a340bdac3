"""Parts of the rules: dataclasses that cannot be made wrong, whoever makes them.

At construction (by `replace` too) every field is read by the table of keys, rules.schema.json:
words become enumerations, numbers Fractions, lists sets, tables parts of their own. What does not
fit is refused, all of it at once.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, Self

from bjcalc.errors import Mistake, RulesError
from bjcalc.numbers import exact_text
from bjcalc.rules.form import Schema, mistakes_in, payout_fraction, rules_schema, table_form
from bjcalc.rules.keys import Path, format_key
from bjcalc.rules.written import plain_value, show
from bjcalc.shoe import Shoe

_WRONG = object()


class Part:
    """A part of the rules, its `key` kept as PATH. Raises RulesError where it would be wrong."""

    __slots__ = ()
    PATH: ClassVar[Path] = ()

    def __init_subclass__(cls, key: str = "") -> None:
        """Keep the key; a dataclass with slots is made anew of a class that has it already."""
        if key:
            cls.PATH = tuple(key.split("."))

    def __post_init__(self) -> None:
        """Put every field into its type, then look whether they fit together."""
        form = _form(type(self))
        mistakes: list[Mistake] = []
        typed = True
        for name, hint in _hints(type(self)).items():
            path = (*self.PATH, name)
            value = _read(getattr(self, name), hint, form[name], path, mistakes)
            object.__setattr__(self, name, value)
            typed = typed and value is not _WRONG
        mistakes += self._contradictions() if typed else ()
        if mistakes:
            raise RulesError(mistakes, self if typed else None)

    def _contradictions(self) -> Iterator[Mistake]:
        """Yield what does not fit together in a part whose fields are right by themselves."""
        yield from ()

    @classmethod
    def of_word(cls, word: str) -> Self:
        """Return the part that one word stands for, where the table of keys allows words for it."""
        return cls(**dict.fromkeys(_hints(cls), word))

    def to_plain(self) -> Any:
        """Return the part as plain JSON, in the words of a game file.

        A rule that is marked as later in the table of keys is left out where it has its default.
        """
        found = {}
        for name, form in _form(type(self)).items():
            if name in _hints(type(self)):
                value = _plain(getattr(self, name), form)
                if not (form.get("x-later") and value == form["default"]):
                    found[name] = value
        return found


_HINTS: dict[type[Part], dict[str, Any]] = {}


def _hints(part: type[Part]) -> dict[str, Any]:
    """Return the types of a part's fields."""
    if part not in _HINTS:
        hints = typing.get_type_hints(part)
        _HINTS[part] = {name: hint for name, hint in hints.items() if name != "PATH"}
    return _HINTS[part]


def _form(part: type[Part]) -> Schema:
    """Return the forms of a part's keys, by the table of keys."""
    forms = rules_schema()
    for name in part.PATH:
        forms = table_form(forms[str(name)])["properties"]
    return forms


def _read(value: Any, hint: Any, form: Schema, path: Path, mistakes: list[Mistake]) -> Any:
    """Return the value in its type, `_WRONG` where it has none; note what is wrong with it."""
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
    kind = options[0]
    if value is None and types.NoneType in options:
        return None
    nested = isinstance(kind, type) and issubclass(kind, Part | Shoe)
    if nested and isinstance(value, kind):
        return value
    value = plain_value(value)
    if nested and not isinstance(value, str | dict):
        found = [Mistake(f"{show(value)} is wrong: write a {kind.__name__}", format_key(path))]
    elif nested and isinstance(value, dict) and kind is not Shoe and _has_its_keys(value, form):
        found = []  # the part itself looks at what they hold
    else:
        found = list(mistakes_in(value, form, path))
    if not found:
        try:
            return _typed(value, kind, optional=types.NoneType in options)
        except RulesError as error:
            mistakes += error.mistakes
            return error.part or _WRONG
    mistakes += found
    return _WRONG


def _has_its_keys(table: dict[str, Any], form: Schema) -> bool:
    form = table_form(form)
    needed, known = set(form.get("required", ())), set(form["properties"])
    return needed <= table.keys() <= known


def _typed(value: Any, kind: Any, *, optional: bool) -> Any:
    """Return a plain value that is right in form in its type."""
    if optional and isinstance(value, str):  # the word for what is not there, such as "none"
        return None
    if typing.get_origin(kind) is frozenset:
        (inner,) = typing.get_args(kind)
        return frozenset(_typed(item, inner, optional=False) for item in value)
    if kind is Fraction:
        return payout_fraction(value)
    if kind in (bool, int):
        return value
    if issubclass(kind, Part):
        return kind.of_word(value) if isinstance(value, str) else kind(**value)
    return kind(value) if issubclass(kind, StrEnum) else kind.of_table(value)


def _plain(value: Any, form: Schema) -> Any:
    if isinstance(value, Part):
        return value.to_plain()
    if isinstance(value, Shoe):
        return value.to_table()
    if isinstance(value, Fraction):
        return exact_text(value)
    if value is None:
        return next(choice["const"] for choice in form["anyOf"] if "const" in choice)
    return plain_value(value)
