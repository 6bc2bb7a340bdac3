"""What a document is made of: sections, paragraphs, tables, pictures.

Nothing here knows of HTML or PDF. A number in a table keeps its exact value beside the text that is
shown; an exact value that is too long for its place is shortened there, and written out in full in
an appendix, which `Document.exact` collects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from bjcalc.documents.drawing import Drawing
from bjcalc.numbers import decimal_text, exact_text, percent_text

_LONGEST_FRACTION = 34
_SHOWN_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Code:
    """Text to be shown as it would be typed: a command, a key, a digest."""

    text: str
    kind: ClassVar = "code"


@dataclass(frozen=True, slots=True)
class Strong:
    """Text that stands out; `tone` is good or bad where it is the one or the other."""

    text: str
    tone: str = ""
    kind: ClassVar = "strong"


@dataclass(frozen=True, slots=True)
class Link:
    """A number of the appendix, which leads there."""

    text: str
    anchor: str
    kind: ClassVar = "link"


Inline = str | Code | Strong | Link
"""A piece of a line; in a str a line break stays one."""

Words = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A number as shown, with its exact value; `link` leads to its fraction in full."""

    text: str
    exact: Fraction
    link: Link | None = None
    kind: ClassVar = "number"


@dataclass(frozen=True, slots=True)
class Filled:
    """A short text on a ground of colour, and what it means in words."""

    text: str
    fill: str
    meaning: str
    kind: ClassVar = "filled"


Entry = Inline | Number | Filled | Words
"""What stands in one place of a table."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `tone` is "note" (a remark, set smaller), "warning" (one that stands out)."""

    words: Words
    tone: str = ""
    kind: ClassVar = "paragraph"


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: tuple[Words, ...]
    kind: ClassVar = "list"


@dataclass(frozen=True, slots=True)
class Commands:
    """Lines to be typed at a prompt."""

    lines: tuple[str, ...]
    kind: ClassVar = "commands"


@dataclass(frozen=True, slots=True)
class Value:
    """An exact value in full, and what it is."""

    label: str
    exact: Fraction
    kind: ClassVar = "value"


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a table: its key in JSON, its title, and whether numbers stand in it."""

    key: str
    title: str
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table. Without titles in any field it has no heading; `marked` are rows that stand out."""

    key: str
    fields: tuple[Field, ...]
    rows: tuple[tuple[Entry, ...], ...]
    caption: str = ""
    marked: frozenset[int] = frozenset()
    kind: ClassVar = "table"

    @property
    def has_heading(self) -> bool:
        """Whether some field has a title."""
        return any(one.title for one in self.fields)


@dataclass(frozen=True, slots=True)
class Grid:
    """Tables of coloured squares that belong together, and what the squares mean.

    `draw` makes one picture of all, as wide as asked for; `data` is the whole as JSON.
    """

    tables: tuple[Table, ...]
    legend: tuple[Filled, ...]
    draw: Callable[[float], Drawing]
    data: dict[str, Any]
    kind: ClassVar = "grid"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture; `instead` says where its numbers stand, for a form without it; `data` is JSON."""

    caption: str
    drawing: Drawing
    instead: str
    data: dict[str, Any]
    kind: ClassVar = "picture"


Block = Paragraph | Bullets | Commands | Value | Table | Grid | Picture


@dataclass(frozen=True, slots=True)
class Section:
    """A section and its parts, which are sections too. `key` is its name in JSON and in links."""

    key: str
    heading: Words
    blocks: tuple[Block, ...]
    parts: tuple[Section, ...] = ()

    @property
    def title(self) -> str:
        """The heading as plain text."""
        return plain(self.heading)


@dataclass(frozen=True, slots=True)
class ExactValue:
    """An exact value of the appendix, in full."""

    number: str
    anchor: str
    name: str
    value: Fraction


@dataclass(slots=True)
class ExactValues:
    """Collects the exact values of the appendix, numbered as they come."""

    listed: list[ExactValue] = field(default_factory=list)

    def link(self, name: str, value: Fraction) -> Link:
        """Note a value and return the link to it; a value is noted once, by its first name."""
        for one in self.listed:
            if one.value == value:
                return Link(one.number, one.anchor)
        number = f"E{len(self.listed) + 1}"
        self.listed.append(ExactValue(number, number.lower(), name, value))
        return Link(number, number.lower())

    def fraction(self, name: str, value: Fraction) -> Number:
        """Return the value as a fraction; a long one is shortened and noted in full."""
        text = exact_text(value)
        if len(text) <= _LONGEST_FRACTION:
            return Number(text, value)
        parts = [_shortened(part) for part in text.split("/")]
        return Number(" / ".join(parts), value, self.link(name, value))


def _shortened(digits: str) -> str:
    """Return a whole number with the middle of a long one left out."""
    sign, digits = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    if len(digits) <= 2 * _SHOWN_DIGITS + 2:
        return sign + digits
    return f"{sign}{digits[:_SHOWN_DIGITS]}…{digits[-_SHOWN_DIGITS:]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The whole document.

    `kind` says what it is ("mathematics report"); with one, it has a page of its own for the front,
    a table of contents, numbered sections and an appendix. `front` stands before the sections.
    `made_by` names the program and its version.
    """

    title: str
    made_by: str
    front: tuple[Block, ...]
    sections: tuple[Section, ...] = ()
    kind: str = ""
    subtitle: str = ""
    exact: tuple[ExactValue, ...] = ()

    @property
    def full_title(self) -> str:
        """The title with what it is."""
        return f"{self.title}: {self.kind}" if self.kind else self.title


def plain(entry: Entry) -> str:
    """Return what is shown as plain text, without the link behind a number."""
    if isinstance(entry, tuple):
        return "".join(map(plain, entry))
    return entry if isinstance(entry, str) else entry.text


def decimal(value: Fraction, places: int = 12) -> Number:
    """Return a number shown as a decimal, rounded to nearest."""
    return Number(decimal_text(value, places), value)


def percent(value: Fraction, places: int = 10) -> Number:
    """Return a number shown as a percentage, rounded to nearest."""
    return Number(percent_text(value, places), value)


def amount(value: Fraction) -> Number:
    """Return an amount, as short as it is: "2", "-0.5", "6/5"."""
    return Number(amount_text(value), value)


def amount_text(value: Fraction) -> str:
    """Return an amount as a decimal where that is exact in two places, else as a fraction."""
    if (value * 100).denominator == 1:
        text = decimal_text(value, 2).rstrip("0").rstrip(".")
        return "0" if text in ("", "-0") else text
    return exact_text(value)


def one_in(chance: Fraction) -> Entry:
    """Return a chance as "1 in so many", with digits that tell something at its size."""
    if not chance:
        return "never"
    rounds = 1 / chance
    places = 2 if rounds < 1000 else 1 if rounds < 10_000 else 0
    return Number(grouped(decimal_text(rounds, places)), rounds)


def grouped(digits: str) -> str:
    """Return a decimal with commas in its whole part."""
    whole, point, part = digits.partition(".")
    return f"{int(whole):,}{point}{part}"


def table(
    key: str,
    fields: str,
    rows: Sequence[Sequence[Entry]],
    *,
    caption: str = "",
    marked: Sequence[int] = (),
) -> Table:
    """Return a table. `fields` are "key=Title" between bars; "key#=Title" is one of numbers.

    A title may be missing: "what | value#=Rounded to nearest".
    """
    made = []
    for one in fields.split("|"):
        name, _, title = one.strip().partition("=")
        made.append(Field(name.removesuffix("#"), title, name.endswith("#")))
    assert all(len(row) == len(made) for row in rows), f"a row of {key} has another length"
    return Table(key, tuple(made), tuple(map(tuple, rows)), caption, frozenset(marked))


def facts(key: str, rows: Sequence[tuple[str, Entry]], *, marked: Sequence[int] = ()) -> Table:
    """Return a table of names and what they are, without heading."""
    return table(key, "what | value", rows, marked=marked)
