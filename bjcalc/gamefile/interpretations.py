"""Rules that a text leaves open: the readings it could have, and which one is taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bjcalc.errors import GameFileError, Mistake
from bjcalc.gamefile.settings import near_or_known
from bjcalc.rules.keys import Path, format_key, parse_key

_SECTIONS_HELD_WHOLE = ("shoe",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read the text. `settings` are (dotted key, value) pairs of the rules it sets.

    Without settings the reading changes nothing that is computed.
    """

    id: str
    text: str
    settings: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """A rule that the text leaves open, and the reading taken.

    `chosen` is the id of the reading in force: `default` unless another was asked for; None where
    single settings took the rule in their hands and fit none of the readings. `by_setting` tells
    that such a setting decides, so that no other reading can be chosen beside it.
    """

    id: str
    question: str
    source: str
    default: str
    why: str
    readings: tuple[Reading, ...]
    chosen: str | None
    by_setting: bool = False

    def reading(self, name: str) -> Reading:
        """Return the reading of this id; KeyError if there is none."""
        for reading in self.readings:
            if reading.id == name:
                return reading
        raise KeyError(name)


def read_interpretation(
    table: dict[str, Any], path: Path
) -> tuple[Interpretation, list[tuple[Path, str]]]:
    """Return the interpretation of a table that is right in form, and its mistakes.

    Whether the readings' settings can be applied to the game is not looked at here, only their
    keys' form.
    """
    mistakes: list[tuple[Path, str]] = []
    readings: list[Reading] = []
    for index, entry in enumerate(table["readings"]):
        here = (*path, "readings", index)
        if any(entry["id"] == reading.id for reading in readings):
            mistakes.append(((*here, "id"), f"{entry['id']!r} is the id of a reading above"))
        settings = flat_settings(entry["set"])
        for key, _ in settings:
            if parse_key(key) is None:
                mistakes.append(((*here, "set", key), "is not a key such as split.max_hands"))
        readings.append(Reading(id=entry["id"], text=entry["text"], settings=settings))
    ids = [reading.id for reading in readings]
    if table["default"] not in ids:
        mistakes.append(
            (
                (*path, "default"),
                f"there is no reading {table['default']!r}; {near_or_known(table['default'], ids)}",
            )
        )
    interpretation = Interpretation(
        id=table["id"],
        question=table["question"],
        source=table.get("source", ""),
        default=table["default"],
        why=table["why"],
        readings=tuple(readings),
        chosen=table["default"],
    )
    return interpretation, mistakes


def flat_settings(table: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return the (dotted key, value) pairs of a `set` table.

    Both { "split.max_hands" = 4 } and { split.max_hands = 4 } are understood; the second is a table
    of a table, and side_bets.ID.ace = "low" one of a table of a table.
    """
    pairs: list[tuple[str, Any]] = []
    for key, value in table.items():
        depth = 0 if "." in key else 2 if key == "side_bets" else 1
        pairs.extend(_flattened((key,), value, depth) if depth else [(key, value)])
    return tuple(pairs)


def _flattened(path: Path, value: Any, depth: int) -> list[tuple[str, Any]]:
    if depth == 0 or not isinstance(value, dict):
        return [(format_key(path), value)]
    return [
        pair for key, item in value.items() for pair in _flattened((*path, key), item, depth - 1)
    ]


def setting_place(table: dict[str, Any], key: str, path: Path) -> Path:
    """Return the path at which a `set` table (standing at `path`) has the setting of this key."""
    if key in table:
        return (*path, key)
    return (*path, *(parse_key(key) or ())[:2])


def overlaps(first: Path, second: Path) -> bool:
    """Return whether setting one of the paths touches what the other one sets."""
    if first[0] == second[0] and first[0] in _SECTIONS_HELD_WHOLE:
        return True
    shorter = min(len(first), len(second))
    return first[:shorter] == second[:shorter]


def reading_place(text: str) -> str:
    """Return how messages call the place of a choice, made on the command line or in Python."""
    return f"reading {text}"


def parse_choices(
    choices: Iterable[str] | Mapping[str, str], interpretations: tuple[Interpretation, ...]
) -> dict[str, str]:
    """Return the readings asked for, by interpretation. Raises GameFileError listing unknown ones.

    A choice is written ID=READING.
    """
    if isinstance(choices, Mapping):
        pairs = [(f"{name}={reading}", name, reading) for name, reading in choices.items()]
    elif isinstance(choices, str):
        raise TypeError("readings are a list of texts such as ['resplit-aces=yes'], or a mapping")
    else:
        pairs = []
        for text in choices:
            name, _, reading = text.partition("=")
            pairs.append((text, name.strip(), reading.strip()))
    known = {interpretation.id: interpretation for interpretation in interpretations}
    chosen: dict[str, str] = {}
    mistakes = []
    for text, name, reading in pairs:
        if name not in known:
            message = f"the game has no interpretation {name!r}; {near_or_known(name, [*known])}"
        elif name in chosen:
            message = f"{name}={chosen[name]} is asked for too: give one of them"
        else:
            ids = [one.id for one in known[name].readings]
            if reading in ids:
                chosen[name] = reading
                continue
            message = f"{name} has no reading {reading!r}; {near_or_known(reading, ids)}"
        mistakes.append(Mistake(message, file=reading_place(text)))
    if mistakes:
        raise GameFileError(mistakes)
    return chosen
