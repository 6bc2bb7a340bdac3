"""The one model of a picture: a page of shapes and lines of text, which the writers only copy.

Measures are in points (1/72 inch), y grows downwards, a text's y is its base line. Widths of text
are those of Bitstream Vera Sans, whose relatives (DejaVu Sans, Verdana) run the same. A colour is
"#rrggbb", or a name of `SHADES`, which a page of HTML may show in shades of its own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import ClassVar

PAPER_SIZES = {"a4": (595.0, 842.0), "letter": (612.0, 792.0)}

SHADES = {
    "ink": "#16181d",
    "grid": "#dde1e8",
    "bar": "#2a6592",
    "band-1": "#1f5f8b",
    "band-2": "#6ea3c8",
    "band-3": "#c5dcec",
}


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle, outlined if `outline` has a colour.

    `label` is what it shows, for those who hear it.
    """

    x: float
    y: float
    width: float
    height: float
    fill: str
    label: str = ""
    outline: str = ""
    kind: ClassVar = "box"


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]
    fill: str
    kind: ClassVar = "polygon"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float = 0.5
    kind: ClassVar = "line"


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `anchor` is start, middle or end. `raised` stands higher, behind it."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    anchor: str = "start"
    colour: str = "ink"
    raised: str = ""
    kind: ClassVar = "text"


Shape = Box | Polygon | Line | Text


@dataclass(slots=True)
class Drawing:
    """A page: its size, what it is called and described as, and its shapes in drawing order."""

    width: float
    height: float
    title: str
    description: str = ""
    shapes: list[Shape] = field(default_factory=list)


def shade(colour: str) -> str:
    """Return a colour as "#rrggbb"."""
    return SHADES.get(colour, colour)


@cache
def _widths() -> dict[str, list[int]]:
    """Return the advance widths of the characters 32 to 126, in thousandths of the size."""
    found: dict[str, list[int]] = json.loads(files(__package__).joinpath("vera.json").read_text())
    return found


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line; a character that is not known counts as wide."""
    table = _widths()["bold" if bold else "plain"]
    units = sum(table[ord(c) - 32] if 32 <= ord(c) < 127 else 850 for c in text)
    return units * size / 1000


def fitting(text: str, size: float, width: float, *, bold: bool = False, least: float = 5) -> float:
    """Return the largest size, from `size` down to `least`, at which a line fits the width."""
    while size > least and text_width(text, size, bold=bold) > width:
        size -= 0.1
    return size


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Break a text into lines that fit the width, at blanks, else anywhere."""
    lines = [""]
    for word in text.split():
        candidate = f"{lines[-1]} {word}".strip()
        if text_width(candidate, size) <= width:
            lines[-1] = candidate
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if text_width(lines[-1] + character, size) > width:
                lines.append("")
            lines[-1] += character
    return lines
