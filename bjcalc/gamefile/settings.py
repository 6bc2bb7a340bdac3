"""Changing single rules of a game file: what `--set`, `--reading` and readings of a file do.

A setting is a dotted key and a value. It is applied to the tables of the file, which are then
checked as the file itself is; so a setting can say exactly what a file can, and nothing else.
"""

from __future__ import annotations

import copy
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from bjcalc.errors import GameFileError, Mistake
from bjcalc.gamefile.document import parse_value
from bjcalc.rules.form import rule_keys, rules_schema, suggest_key
from bjcalc.rules.keys import Path, format_key, parse_key
from bjcalc.rules.names import unsupported_key
from bjcalc.rules.written import plain_value, show

Tables = dict[str, Any]

# A shorthand, and the table that it stands for; a key inside may then be set on its own.
_SHORTHANDS: dict[Path, dict[str, Tables]] = {
    ("surrender",): {
        kind: {"ace": kind, "ten": kind, "other": kind} for kind in ("none", "late", "early")
    },
    ("double", "on"): {
        "any": {"hard": "any", "soft": "any"},
        "none": {"hard": [], "soft": []},
    },
    ("charlie",): {"none": {}},
}

# Setting the one takes the others away, since a shoe is stated in one way only.
_REPLACES = {"decks": ("counts", "infinite"), "counts": ("decks",)}


@dataclass(frozen=True, slots=True)
class Setting:
    """A rule to be set. `text` is how the user wrote it, for messages and for the record."""

    path: Path
    value: Any
    text: str


class SettingError(Exception):
    """A setting cannot be applied to the tables; the text says why."""


def parse_settings(settings: Iterable[str] | Mapping[str, Any]) -> tuple[Setting, ...]:
    """Return the settings of "key=value" texts, or of a mapping of keys to values.

    Raises GameFileError listing all that are not of this form.
    """
    if isinstance(settings, Mapping):
        pairs = [(key, _as_written(value)) for key, value in settings.items()]
        written = [(f"{key}={show(value)}", key, value) for key, value in pairs]
    elif isinstance(settings, str):
        raise TypeError("settings are a list of texts such as ['shoe.decks=6'], or a mapping")
    else:
        written = []
        for text in settings:
            key, equals, value_text = text.partition("=")
            written.append((text, key, parse_value(value_text) if equals else None))
    parsed: list[Setting] = []
    mistakes: list[Mistake] = []
    for text, key, value in written:
        path = parse_key(key)
        if path is None or value is None:
            mistakes.append(
                Mistake("write KEY=VALUE, such as shoe.decks=6", file=setting_place(text))
            )
            continue
        undone = next((one for one in parsed if _undoes(path, one.path)), None)
        if undone is not None:
            mistakes.append(
                Mistake(
                    f"undoes {undone.text}, which is asked for too: give one of them",
                    file=setting_place(text),
                )
            )
        parsed.append(Setting(path, value, text))
    if mistakes:
        raise GameFileError(mistakes)
    return tuple(parsed)


def _as_written(value: Any) -> Any:
    """Return a Python value as a file would hold it; a float as the decimal it is written as."""
    return Decimal(repr(value)) if isinstance(value, float) else plain_value(value)


def setting_place(text: str) -> str:
    """Return how messages call the place of a setting, given on the command line or in Python."""
    return f"setting {text}"


def _undoes(path: Path, earlier: Path) -> bool:
    """Return whether setting `path` leaves nothing of what was set at `earlier`."""
    if earlier[: len(path)] == path:
        return True
    both = path[0] == earlier[0] == "shoe" and len(path) > 1 and len(earlier) > 1
    return both and earlier[1] in _REPLACES.get(str(path[1]), ())


def apply_setting(tables: Tables, path: Path, value: Any) -> tuple[Tables, Path]:
    """Return a copy of the tables with one rule set, and the path at which it now stands.

    The path differs from the given one where that names a side bet by its id. Raises SettingError
    where the key cannot be set.
    """
    path = checked_path(tables, path)
    tables = copy.deepcopy(tables)
    place: Any = tables
    for depth, part in enumerate(path[:-1], start=1):
        here = path[:depth]
        inner = _child(place, part, here)
        if isinstance(inner, str) and inner in _SHORTHANDS.get(here, {}):
            inner = copy.deepcopy(_SHORTHANDS[here][inner])
            place[part] = inner
        elif inner is None and isinstance(place, dict):
            inner = place[part] = {}
        if not isinstance(inner, dict | list):
            raise SettingError(f"{format_key(here)} is a single value, it has no keys in it")
        place = inner
    last = path[-1]
    _child(place, last, path)
    place[last] = copy.deepcopy(value)
    if path[0] == "shoe" and len(path) > 1:
        for replaced in _REPLACES.get(str(path[1]), ()):
            tables["shoe"].pop(replaced, None)
    return tables, path


def _child(place: Any, part: str | int, here: Path) -> Any:
    """Return what stands at this part, None if nothing does; refuse a part of the wrong kind."""
    if isinstance(place, dict) and isinstance(part, str):
        return place.get(part)
    if isinstance(place, list) and isinstance(part, int):
        if part < len(place):
            return place[part]
        raise SettingError(f"{format_key(here)} is not there: the list has {len(place)}")
    kind = "a list" if isinstance(place, list) else "a table"
    raise SettingError(f"{format_key(here[:-1])} is {kind}, it has no {format_key((part,))}")


def checked_path(tables: Tables, path: Path) -> Path:
    """Return the path of a rule, a side bet's id in it replaced by its position.

    Raises SettingError, with a suggestion, where the path is not that of a rule.
    """
    root = path[0]
    if root == "side_bets":
        return _side_bet_path(tables, path)
    if root in rules_schema():
        return path
    key = format_key(path)
    name = str(path[-1] if len(path) > 1 else root)
    refused = unsupported_key(path)
    if refused is not None:
        raise SettingError(refused)
    if root in ("schema", "game", "interpretations", "claims"):
        raise SettingError(f"{key} is not a rule, so it cannot be set")
    near = difflib.get_close_matches(key, rule_keys(), n=1, cutoff=0.6)
    suggestion = near[0] if near else suggest_key(name)
    known = f"rules are in: {', '.join(rules_schema())}"
    hint = f"did you mean {suggestion}?" if suggestion else known
    raise SettingError(f"{key} is not a rule; {hint}")


def _side_bet_path(tables: Tables, path: Path) -> Path:
    """Return the path with a side bet's id, if it is named by that, replaced by its position."""
    if len(path) == 1 or isinstance(path[1], int):
        return path
    ids = side_bet_ids(tables)
    name = path[1]
    if name in ids:
        return (path[0], ids.index(name), *path[2:])
    raise SettingError(f"there is no side bet {name!r}; {near_or_known(name, ids)}")


def side_bet_ids(tables: Tables) -> list[str]:
    """Return the ids of the side bets in their order, by default made from their names."""
    from bjcalc.sidebets.reader import slug_of

    listed = tables.get("side_bets")
    bets = listed if isinstance(listed, list) else []
    named = [bet if isinstance(bet, dict) else {} for bet in bets]
    return [str(bet.get("id") or slug_of(str(bet.get("name", "")))) for bet in named]


def near_or_known(name: str, known: list[str]) -> str:
    """Return a suggestion for a name that is not known, or else the list of those that are."""
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else f"there are: {', '.join(known) or 'none'}"
