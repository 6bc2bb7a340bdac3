"""The document that every form of the report renders: sections, paragraphs, tables, pictures.

Nothing here knows of HTML or PDF. A number in a table keeps its exact value beside the text that is
shown; an exact value that is too long for its place is shortened there, and written out in full in
an appendix, which `Report.exact` collects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from bjcalc.charts.sheet import Sheet
from bjcalc.numbers import decimal_text, exact_text, percent_text

_LONGEST_FRACTION = 34
_SHOWN_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Code:
    """Text to be shown as it would be typed: a command, a key, a digest."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Text that stands out."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A number of the appendix or of a section, which leads there."""

    text: str
    anchor: str


Inline = str | Code | Strong | Link
Line = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A number as shown, with its exact value; `link` leads to its fraction in full."""

    text: str
    exact: Fraction
    link: Link | None = None


Cell = Inline | Number | Line


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph. `note` makes it a remark, set smaller; `warning` one that stands out."""

    parts: Line
    note: bool = False
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of lines."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Commands:
    """Lines to be typed at a prompt."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its key in JSON, its title, and whether its cells are numbers."""

    key: str
    title: str
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table. Without titles in any column it has no heading; `marked` are rows that stand out."""

    key: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    marked: frozenset[int] = frozenset()

    @property
    def has_heading(self) -> bool:
        """Whether some column has a title."""
        return any(column.title for column in self.columns)


@dataclass(frozen=True, slots=True)
class ChartBlock:
    """The strategy chart of a sheet: its cells and what their symbols mean."""

    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Bars:
    """A plot of the chances of results: a bar for each, on a logarithmic scale.

    `errors` are standard errors of simulated chances; none where the chances are exact.
    """

    key: str
    caption: str
    axis: str
    bars: tuple[tuple[str, Fraction], ...]
    errors: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class Bands:
    """A plot of intervals over powers of ten: for each level the half widths around a centre.

    `points` are the powers of ten, `halves` for each level the half width at each of them; the
    widest level stands last. Drawn on the scale of the widest interval at the first point.
    """

    key: str
    caption: str
    centre: Fraction
    levels: tuple[str, ...]
    points: tuple[Fraction, ...]
    halves: tuple[tuple[Fraction, ...], ...]


Block = Paragraph | Bullets | Commands | Table | ChartBlock | Bars | Bands


@dataclass(frozen=True, slots=True)
class Subsection:
    """A part of a section, numbered within it. `key` is its name in JSON and in links."""

    key: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section of the report."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    parts: tuple[Subsection, ...] = ()


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
class Report:
    """The whole document.

    `summary` and `preface` stand on the first page; `exact` are the values of the appendix.
    `version` is the program's.
    """

    title: str
    subtitle: str
    version: str
    summary: Table
    preface: tuple[Paragraph, ...]
    sections: tuple[Section, ...]
    exact: tuple[ExactValue, ...]


def decimal(value: Fraction, places: int = 12) -> Number:
    """Return a number shown as a decimal, rounded to nearest."""
    return Number(decimal_text(value, places), value)


def percent(value: Fraction, places: int = 10) -> Number:
    """Return a number shown as a percentage, rounded to nearest."""
    return Number(percent_text(value, places), value)


def amount(value: Fraction) -> Number:
    """Return an amount in bets, as short as it is: "2", "-0.5", "6/5"."""
    return Number(amount_text(value), value)


def amount_text(value: Fraction) -> str:
    """Return an amount as a decimal where that is exact in two places, else as a fraction."""
    if (value * 100).denominator == 1:
        text = decimal_text(value, 2).rstrip("0").rstrip(".")
        return "0" if text in ("", "-0") else text
    return exact_text(value)


def one_in(chance: Fraction) -> Cell:
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
    columns: Sequence[tuple[str, str] | Column],
    rows: Sequence[Sequence[Cell]],
    *,
    caption: str = "",
    marked: Sequence[int] = (),
) -> Table:
    """Return a table; a column is (key, title), or a Column where its cells are numbers."""
    made = tuple(one if isinstance(one, Column) else Column(*one) for one in columns)
    assert all(len(row) == len(made) for row in rows), f"a row of {key} has another length"
    return Table(key, made, tuple(tuple(row) for row in rows), caption, frozenset(marked))


def number_column(key: str, title: str) -> Column:
    """Return a column of numbers."""
    return Column(key, title, numeric=True)


def say(*parts: Inline) -> Paragraph:
    """Return a paragraph."""
    return Paragraph(parts)


def note(*parts: Inline) -> Paragraph:
    """Return a remark, set smaller."""
    return Paragraph(parts, note=True)


def warn(*parts: Inline) -> Paragraph:
    """Return a remark that stands out."""
    return Paragraph(parts, warning=True)
