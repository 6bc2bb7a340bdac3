"""Documents as Markdown; all escaping for it is here."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bjcalc.documents.model import (
    Block,
    Bullets,
    Code,
    Commands,
    Document,
    Entry,
    Filled,
    Grid,
    Inline,
    Link,
    Number,
    Paragraph,
    Section,
    Strong,
    Table,
    Value,
    Words,
)
from bjcalc.numbers import exact_text
from bjcalc.shown import shown

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")
# What would start a list or a heading, at the beginning of a line.
_LIST_START = re.compile(r"^(\d*)([-+=.)])(?=\s)")


def escaped(text: str, *, starts: bool = False) -> str:
    """Return a text as Markdown shows it unchanged, on one line, also in a table.

    With `starts` it begins a line.
    """
    text = _SPECIAL.sub(r"\\\1", shown(text.replace("\n", " ")))
    return _LIST_START.sub(r"\1\\\2", text) if starts else text


def to_markdown(document: Document) -> str:
    """Return a document as a Markdown file."""
    numbered = bool(document.kind)
    lines = [f"# {escaped(document.full_title)}", ""]
    lines += [escaped(document.subtitle, starts=True), ""] if document.subtitle else []
    lines += _blocks(document.front)
    if numbered:
        lines += ["## Contents", ""]
        for number, section in enumerate(document.sections, start=1):
            lines.append(f"- [{number}. {escaped(section.title)}](#{section.key})")
            for index, part in enumerate(section.parts, start=1):
                lines.append(f"  - [{number}.{index} {escaped(part.title)}](#{part.key})")
        lines += ["- [Appendix: exact values](#exact-values)", ""]
    for number, section in enumerate(document.sections, start=1):
        lines += _section(2, section, f"{number}." if numbered else "")
    if numbered:
        lines += [_heading(2, "exact-values", "Appendix: exact values"), ""]
    for one in document.exact:
        lines += [f'<a id="{one.anchor}"></a>**{one.number}** {escaped(one.name)}', ""]
        lines += [f"`{exact_text(one.value)}`", ""]
    return "\n".join(lines).rstrip() + "\n"


def _section(level: int, section: Section, number: str) -> Iterator[str]:
    title = _words(section.heading)
    yield _heading(level, section.key, f"{number} {title}") if number else f"{'#' * level} {title}"
    yield ""
    yield from _blocks(section.blocks)
    for index, part in enumerate(section.parts, start=1):
        yield from _section(level + 1, part, f"{number.rstrip('.')}.{index}" if number else "")


def _heading(level: int, anchor: str, title: str) -> str:
    return f'{"#" * level} <a id="{anchor}"></a>{title}'


def _blocks(blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        yield from _block(block)
        yield ""


def _block(block: Block) -> list[str]:
    if isinstance(block, Paragraph):
        text = _words(block.words)
        return [f"> **{text}**" if block.tone == "warning" else text]
    if isinstance(block, Bullets):
        return [f"- {_words(item, indent='  ')}" for item in block.items]
    if isinstance(block, Commands):
        return ["```sh", *map(shown, block.lines), "```"]
    if isinstance(block, Value):
        return [f"{escaped(block.label, starts=True)}: `{exact_text(block.exact)}`"]
    if isinstance(block, Table):
        caption = [escaped(block.caption, starts=True), ""] if block.caption else []
        return [*caption, *_table(block)]
    if isinstance(block, Grid):
        tables = [line for one in block.tables for line in (*_table(one), "")]
        return [*tables, ", ".join(f"{one.text}: {one.meaning}" for one in block.legend)]
    return [f"*{escaped(block.caption)}* {escaped(block.instead)}"]


def _words(words: Words, indent: str = "") -> str:
    return "".join(_inline(one, indent, starts=not place) for place, one in enumerate(words))


def _inline(one: Inline, indent: str = "", *, starts: bool = False) -> str:
    if isinstance(one, Code):
        return _code(one.text)
    if isinstance(one, Strong):
        text = one.text.rstrip()
        return f"**{escaped(text)}**{one.text[len(text) :]}"
    if isinstance(one, Link):
        return f"[{one.text}](#{one.anchor})"
    # A backslash ends a line within a paragraph or a line of a list.
    first, *rest = one.split("\n")
    lines = [escaped(first, starts=starts), *(escaped(line, starts=True) for line in rest)]
    return f"\\\n{indent}".join(lines)


def _code(text: str) -> str:
    """Return a text between as many backticks as it takes."""
    text = shown(text)
    fence = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    blank = " " if "`" in text else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def _entry(entry: Entry) -> str:
    if isinstance(entry, Number):
        link = f" {_inline(entry.link)}" if entry.link else ""
        return f"{escaped(entry.text)}{link}"
    if isinstance(entry, Filled):
        return escaped(entry.text)
    return _words(entry) if isinstance(entry, tuple) else _inline(entry)


def _table(block: Table) -> list[str]:
    rows = [[escaped(one.title) for one in block.fields]]
    rows.append(["---:" if one.numeric else "---" for one in block.fields])
    for index, row in enumerate(block.rows):
        # A bar in code would end it in a table.
        entries = [re.sub(r"(?<!\\)\|", r"\\|", _entry(one)) for one in row]
        if index in block.marked:
            entries = [f"**{one}**" if one and "`" not in one else one for one in entries]
        rows.append(entries)
    return ["| " + " | ".join(row) + " |" for row in rows]
