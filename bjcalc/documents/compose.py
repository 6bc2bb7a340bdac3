"""Makes the parts of a document from a template: prose as data, filled with what was computed.

A template is a file of a package, written for Jinja, in a notation close to Markdown:

    # key: Title              a section; ## and ### one within it
    text over some lines      a paragraph; a backslash at the end of a line breaks it there
    > text                    a remark, set smaller; "! text" one that stands out
    - text                    a line of a list
    $ command                 a line to be typed
    [key: what | value#=Title] Caption
    | text | value            a table, as `model.table` makes it, and its rows; "|*" marks one

with **strong** and `code` in them. Blocks are separated by blank lines. A value that is filled in
is never read as notation, whatever it contains: a text is shown as it is, on one line; a block or a
list of blocks stands where it is filled in, in a paragraph's place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from jinja2 import BaseLoader, Environment, FunctionLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from bjcalc.documents.model import (
    Block,
    Bullets,
    Code,
    Commands,
    Entry,
    Filled,
    Inline,
    Number,
    Paragraph,
    Section,
    Strong,
    Table,
    Words,
    amount,
    decimal,
    grouped,
    one_in,
    percent,
    plain,
    table,
)
from bjcalc.numbers import percent_text, root_text

_MARKS = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|\x00(\d+)\x00")
_TONES = {"": "", ">": "note", "!": "warning"}
_FUNCTIONS = (amount, decimal, grouped, one_in, percent, percent_text, root_text)


def loader(*packages: str) -> BaseLoader:
    """Return what finds templates by name in the first of these packages that has one."""

    def read(name: str) -> str | None:
        for package in packages:
            path = files(package).joinpath("templates", name)
            if path.is_file():
                return path.read_text(encoding="utf-8")
        return None

    return FunctionLoader(read)


class _Filled:
    """A template's values, each kept apart under a number while the notation is read."""

    def __init__(self) -> None:
        self.values: list[Any] = []

    def keep(self, value: Any) -> str:
        if isinstance(value, str):
            value = re.sub(r"\s+", " ", value)
        self.values.append(value)
        return f"\x00{len(self.values) - 1}\x00"

    def value(self, text: str) -> Any:
        """Return the value that a text consists of, None if it is something else."""
        found = re.fullmatch(r"\x00(\d+)\x00", text)
        return self.values[int(found[1])] if found else None

    def blocks(self, text: str) -> list[Block] | None:
        """Return the blocks that a paragraph's place consists of, None if it is a paragraph."""
        values = [self.value(part) for part in text.split()]
        if not all(isinstance(one, Block | list) for one in values):
            return None
        return [each for one in values for each in (one if isinstance(one, list) else [one])]

    def entry(self, text: str) -> Entry:
        """Return what stands in one place of a table: a value as it is, else words."""
        value = self.value(text)
        if isinstance(value, Inline | Number | Filled | tuple):
            return value
        words = self.words(text)
        return plain(words) if all(isinstance(one, str) for one in words) else words

    def words(self, text: str) -> Words:
        """Return a text's pieces."""
        pieces: list[Inline] = []
        end = 0
        for mark in _MARKS.finditer(text):
            strong, code, number = mark.groups()
            pieces.append(text[end : mark.start()])
            end = mark.end()
            if strong is not None:
                pieces.append(Strong(plain(self.words(strong))))
            elif code is not None:
                pieces.append(Code(plain(self.words(code))))
            else:
                value = self.values[int(number)]
                if isinstance(value, tuple):
                    pieces += value
                elif isinstance(value, Number):
                    pieces.append(value.text)
                else:
                    pieces.append(value if isinstance(value, Inline) else str(value))
        return tuple(_joined([*pieces, text[end:]]))


def _joined(pieces: list[Inline]) -> Iterator[Inline]:
    """Yield the pieces, texts that follow one another as one."""
    for is_text, group in groupby(pieces, lambda one: isinstance(one, str)):
        if is_text:
            text = "".join(map(plain, group))
            yield from [text] if text else []
        else:
            yield from group


@pass_context
def _keep(context: Context, value: Any) -> str:
    """Keep a value apart; what a macro of the template returns is notation, as the template is."""
    kept: str = value if isinstance(value, Markup) else context["filled"].keep(value)
    return kept


@cache
def _environment(*packages: str) -> Environment:
    environment = Environment(
        loader=loader(*packages),
        undefined=StrictUndefined,
        finalize=_keep,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,  # tells what macros return from values
    )
    environment.globals |= {one.__name__: one for one in _FUNCTIONS}
    return environment


def compose(
    packages: tuple[str, ...], template: str, /, **values: Any
) -> tuple[tuple[Block, ...], tuple[Section, ...]]:
    """Return a template's blocks before its first heading, and its sections.

    The template, and those that it includes, are in the first of these packages that has them.
    """
    filled = _Filled()
    text = _environment(*packages).get_template(template).render(values, filled=filled)
    first, *parts = re.split(r"^(?=#+ )", text, flags=re.MULTILINE)
    return tuple(_blocks(first, filled)), _sections(parts, 1, filled)


def plain_texts(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the paragraphs and the items of lists as plain texts."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield plain(block.words)
        elif isinstance(block, Bullets):
            yield from map(plain, block.items)


def _sections(parts: list[str], level: int, filled: _Filled) -> tuple[Section, ...]:
    """Return the sections that begin at this level; deeper ones belong to the last before them."""
    if not parts:
        return ()
    starts = [i for i, part in enumerate(parts) if not part.startswith("#" * (level + 1))]
    assert starts[:1] == [0], "a section begins at a deeper level than the one it is in"
    made = []
    for start, end in zip(starts, [*starts[1:], len(parts)], strict=True):
        head, _, body = parts[start].partition("\n")
        key, _, title = head.lstrip("# ").partition(": ")
        made.append(
            Section(
                plain(filled.words(key)),
                filled.words(title.strip()),
                tuple(_blocks(body, filled)),
                _sections(parts[start + 1 : end], level + 1, filled),
            )
        )
    return tuple(made)


def _blocks(text: str, filled: _Filled) -> Iterator[Block]:
    for part in re.split(r"\n\s*\n", text):
        if not part.strip():
            continue
        found = filled.blocks(part)
        if found is not None:
            yield from found
        elif part.lstrip().startswith("["):
            yield _table(part.strip(), filled)
        else:
            for mark, group in groupby(_lines(part), lambda line: line[0]):
                lines = [filled.words(line) for _, line in group]
                if mark == "-":
                    yield Bullets(tuple(lines))
                elif mark == "$":
                    yield Commands(tuple(map(plain, lines)))
                else:
                    yield from (Paragraph(line, _TONES[mark]) for line in lines)


def _lines(part: str) -> list[tuple[str, str]]:
    """Return the lines of one place as (mark, text), those that a line goes on in added to it."""
    lines: list[tuple[str, str]] = []
    for line in filter(str.strip, part.split("\n")):
        mark = line[0] if line[:2] in ("- ", "> ", "! ", "$ ") else ""
        if mark or not lines:
            lines.append((mark, line[2:].strip() if mark else line.strip()))
        else:
            before = lines[-1][1]
            joint = f"{before[:-1]}\n" if before.endswith("\\") else f"{before} "
            lines[-1] = (lines[-1][0], joint + line.strip())
    return lines


def _table(part: str, filled: _Filled) -> Table:
    def text(notation: str) -> str:
        return plain(filled.words(notation.strip()))

    head, *lines = part.split("\n")
    spec, _, caption = head.removeprefix("[").partition("]")
    key, _, fields = spec.partition(": ")
    assert all(line.startswith("|") for line in lines), f"what is no row stands in the table {key}"
    entries = [re.split(r"\s+\| ?", line.lstrip("|*").lstrip()) for line in lines]
    return table(
        text(key),
        text(fields),
        [[filled.entry(one.strip()) for one in row] for row in entries],
        caption=text(caption),
        marked=[i for i, line in enumerate(lines) if line.startswith("|*")],
    )
