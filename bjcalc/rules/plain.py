"""Rules as plain JSON and back: the form in which JSON output and certificates carry them.

The layout is that of the dataclasses in model.py: every field is there, by its name. Fractions are
"p/q" in lowest terms, sets of totals ascending lists, words as in game files, absent things null.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import types
import typing
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any

from bjcalc.errors import GameFileError, Mistake, UnsupportedRuleError
from bjcalc.numbers import exact_text
from bjcalc.rules.contradictions import check_rules
from bjcalc.rules.model import Rules
from bjcalc.rules.written import show
from bjcalc.shoe import Shoe

_FRACTION = re.compile(r"(0|[1-9][0-9]{0,11})/([1-9][0-9]{0,11})")


def rules_to_dict(rules: Rules) -> dict[str, Any]:
    """Return the rules as plain JSON, every field stated; `rules_from_dict` is its inverse."""
    plain = _to_plain(rules)
    assert isinstance(plain, dict)
    return plain


def rules_from_dict(tables: Mapping[str, Any]) -> Rules:
    """Return the rules that `rules_to_dict` wrote.

    Raises GameFileError that lists every missing, unknown or malformed field, and
    UnsupportedRuleError where well-formed rules are out of range or contradict each other.
    """
    mistakes: list[Mistake] = []
    rules = _from_plain(tables, Rules, "", mistakes)
    if mistakes:
        raise GameFileError(mistakes)
    assert isinstance(rules, Rules)
    _check_shoe(rules.shoe)
    check_rules(rules)
    return rules


def _to_plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        return {
            field.name: _to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, Fraction):
        return exact_text(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return list(value)
    return value


def _from_plain(value: Any, kind: Any, key: str, mistakes: list[Mistake]) -> Any:
    """Return the value of this kind (a type hint of model.py); note what is wrong with it."""
    options = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    if value is None and types.NoneType in options:
        return None
    kind = options[0]
    if dataclasses.is_dataclass(kind):
        return _from_table(value, typing.cast(type, kind), key, mistakes)
    if kind is bool and isinstance(value, bool):
        return value
    if kind is int and isinstance(value, int) and not isinstance(value, bool):
        return value
    if kind is Fraction and isinstance(value, str) and _FRACTION.fullmatch(value):
        fraction = Fraction(value)
        if exact_text(fraction) == value:
            return fraction
    if isinstance(kind, type) and issubclass(kind, StrEnum) and value in list(kind):
        return kind(value)
    if typing.get_origin(kind) in (tuple, frozenset) and isinstance(value, list):
        numbers = all(isinstance(item, int) and not isinstance(item, bool) for item in value)
        if numbers and typing.get_origin(kind) is tuple:
            return tuple(value)
        if numbers and value == sorted(set(value)):
            return frozenset(value)
    mistakes.append(Mistake(f"{show(value)} is wrong: write {_wanted(kind)}", key=key))
    return None


def _from_table(value: Any, kind: type, key: str, mistakes: list[Mistake]) -> Any:
    if not isinstance(value, Mapping):
        mistakes.append(Mistake(f"{show(value)} is wrong: write an object", key=key))
        return None
    hints = _hints(kind)
    prefix = f"{key}." if key else ""
    fields = {}
    for name, hint in hints.items():
        if name in value:
            fields[name] = _from_plain(value[name], hint, prefix + name, mistakes)
        else:
            mistakes.append(Mistake("missing", key=prefix + name))
    mistakes.extend(
        Mistake("unknown field", key=f"{prefix}{name}") for name in value if name not in hints
    )
    return None if mistakes else kind(**fields)


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _wanted(kind: Any) -> str:
    if kind is bool:
        return "true or false"
    if kind is int:
        return "a whole number"
    if kind is Fraction:
        return 'a fraction in lowest terms such as "3/2"'
    if typing.get_origin(kind) is frozenset:
        return "an ascending list of totals"
    if typing.get_origin(kind) is tuple:
        return "a list of counts"
    return " or ".join(show(str(word)) for word in kind)


def _check_shoe(shoe: Shoe) -> None:
    """Refuse a shoe whose three levels of detail and number of decks do not agree."""
    if shoe.cards is not None:
        same = shoe.ranks is not None and len(shoe.cards) == 52
        expected = Shoe.of_cards(shoe.cards, infinite=shoe.infinite, decks=shoe.decks)
    elif shoe.ranks is not None:
        same = len(shoe.ranks) == 13
        expected = Shoe.of_ranks(shoe.ranks, infinite=shoe.infinite)
    else:
        same = len(shoe.values) == 10
        expected = Shoe(values=shoe.values, infinite=shoe.infinite)
    counts = (*shoe.values, *(shoe.ranks or ()), *(shoe.cards or ()))
    decks = shoe.decks is None or (not shoe.infinite and shoe.cards == (shoe.decks,) * 52)
    if not same or shoe != expected or not decks or min(counts) < 0:
        raise UnsupportedRuleError(
            "shoe: the counts by value, rank and card, and the decks, do not agree"
        )
