"""Documents as plain text for a terminal or a pipe, of fixed width, with or without colours."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from bjcalc.documents.model import (
    Block,
    Bullets,
    Commands,
    Document,
    Filled,
    Grid,
    Paragraph,
    Section,
    Table,
    Value,
    plain,
)
from bjcalc.numbers import exact_lines
from bjcalc.shown import shown

if TYPE_CHECKING:
    from rich.console import Console

_WIDTH = 96


class Run(NamedTuple):
    """A piece of a line, with the colour of its ground if it has one."""

    text: str
    fill: str = ""
    bold: bool = False


def to_text(document: Document) -> str:
    """Return a document as plain text."""
    lines = ("".join(run.text for run in line).rstrip() for line in to_lines(document))
    return "\n".join(lines) + "\n"


def to_coloured(document: Document, console: Console | None = None) -> str:
    """Return a document as text with the colours that a terminal can show."""
    from rich.console import Console
    from rich.text import Text

    console = console or Console(highlight=False)
    with console.capture() as shown_text:
        for line in to_lines(document):
            text = Text()
            for run in line:
                ground = f"#111111 on {run.fill}" if run.fill else ""
                text.append(run.text, f"{'bold ' if run.bold else ''}{ground}".strip())
            console.print(text, soft_wrap=True)
    return shown_text.get()


def to_lines(document: Document) -> list[list[Run]]:
    """Return a document's lines."""
    title = shown(document.full_title)
    lines = [[Run(title, bold=True)]] if title else []
    lines += [[Run(text)] for text in _wrapped(document.subtitle)]
    for block in document.front:
        lines += _block(block, "")
    for section in document.sections:
        lines += _section(section, 0)
    return lines


def _section(section: Section, depth: int) -> Iterator[list[Run]]:
    """Yield a section's lines; within a section of its own kind it is not underlined but set in."""
    yield []
    titles = _wrapped(section.title)
    yield from ([Run(title, bold=True)] for title in titles)
    if not depth:
        yield [Run("=" * max(map(len, titles)), bold=True)]
    for number, block in enumerate(section.blocks):
        lines = list(_block(block, "  " if depth else ""))
        yield from lines[0 if number else 1 :]
    for part in section.parts:
        yield from _section(part, depth + 1)


def _block(block: Block, indent: str) -> Iterator[list[Run]]:
    """Yield an empty line, then a block's own."""
    yield []
    if isinstance(block, Paragraph):
        lines = _wrapped(plain(block.words), indent)
    elif isinstance(block, Bullets):
        lines = [
            line
            for item in block.items
            for line in _wrapped(plain(item), f"{indent}- ", f"{indent}  ")
        ]
    elif isinstance(block, Commands):
        lines = [f"{indent}  {shown(line)}" for line in block.lines]
    elif isinstance(block, Value):
        lines = [f"{indent}{shown(block.label)}:"]
        lines += [f"{indent}  {part}" for part in exact_lines(block.exact)]
    elif isinstance(block, Table):
        yield from _table(block, indent)
        return
    elif isinstance(block, Grid):
        for number, one in enumerate(block.tables):
            yield from [[]] if number else []
            yield from _table(one, indent)
        yield []
        legend = ", ".join(f"{one.text} {one.meaning}" for one in block.legend)
        lines = _wrapped(legend, indent)
    else:
        lines = _wrapped(f"{block.caption} {block.instead}", indent)
    yield from ([Run(line)] for line in lines)


def _table(block: Table, indent: str) -> Iterator[list[Run]]:
    """Yield a table's lines: with a heading in columns, without one as names and what they are."""
    if not block.has_heading:
        for row in block.rows:
            name, *rest = map(plain, row)
            line = f"{name}: {' '.join(rest)}"
            yield from ([Run(text)] for text in _wrapped(line, f"{indent}  ", f"{indent}    "))
        return
    rows = [[shown(plain(one)) for one in row] for row in block.rows]
    titles = [shown(one.title) for one in block.fields]
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    filled = [isinstance(one, Filled) for one in block.rows[0]] if block.rows else []

    def run(text: str, place: int, fill: str = "", *, bold: bool = False) -> Run:
        if filled and filled[place]:
            return Run(text.center(4), fill, bold)
        width = max(widths[place], 12 if any(filled) else 0)
        right = block.fields[place].numeric
        return Run((text.rjust(width) if right else text.ljust(width)) + "  ", fill, bold)

    yield [Run(indent), *(run(title, place, bold=True) for place, title in enumerate(titles))]
    for texts, row in zip(rows, block.rows, strict=True):
        fills = [one.fill if isinstance(one, Filled) else "" for one in row]
        yield [Run(indent), *(run(texts[place], place, fill) for place, fill in enumerate(fills))]


def _wrapped(text: str, indent: str = "", hang: str | None = None) -> list[str]:
    hang = indent if hang is None else hang
    lines: list[str] = []
    for part in text.split("\n"):
        lines += textwrap.wrap(
            shown(part),
            _WIDTH,
            initial_indent=hang if lines else indent,
            subsequent_indent=hang,
            break_on_hyphens=False,
        )
    return lines
