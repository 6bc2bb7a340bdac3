"""The report as Markdown."""

from __future__ import annotations

from bjcalc.charts.palette import MEANING
from bjcalc.charts.words import BLOCKS, block_rows, row_label, used_symbols
from bjcalc.numbers import exact_text
from bjcalc.report.model import (
    Bars,
    Block,
    Bullets,
    Cell,
    ChartBlock,
    Code,
    Commands,
    Inline,
    Line,
    Link,
    Number,
    Paragraph,
    Report,
    Strong,
    Table,
)
from bjcalc.strategy.rows import COLUMN_NAMES


def to_markdown(report: Report) -> str:
    """Return the report as a Markdown file."""
    lines = [f"# {escaped(report.title)}: mathematics report", "", escaped(report.subtitle), ""]
    lines += [*_table(report.summary), "", *_blocks(report.preface), "## Contents", ""]
    for number, section in enumerate(report.sections, start=1):
        lines.append(f"- [{number}. {escaped(section.title)}](#{section.key})")
        for index, part in enumerate(section.parts, start=1):
            lines.append(f"  - [{number}.{index} {escaped(part.title)}](#{part.key})")
    lines += ["- [Appendix: exact values](#exact-values)", ""]
    for number, section in enumerate(report.sections, start=1):
        lines += [_heading(2, section.key, f"{number}. {section.title}"), ""]
        lines += _blocks(section.blocks)
        for index, part in enumerate(section.parts, start=1):
            lines += [_heading(3, part.key, f"{number}.{index} {part.title}"), ""]
            lines += _blocks(part.blocks)
    lines += [_heading(2, "exact-values", "Appendix: exact values"), ""]
    for one in report.exact:
        lines += [f'<a id="{one.anchor}"></a>**{one.number}** {escaped(one.name)}', ""]
        lines += [f"`{exact_text(one.value)}`", ""]
    return "\n".join(lines).rstrip() + "\n"


def _heading(level: int, anchor: str, title: str) -> str:
    return f'{"#" * level} <a id="{anchor}"></a>{escaped(title)}'


def escaped(text: str) -> str:
    """Return a text as Markdown shows it unchanged, on one line, also in a table."""
    shown = " ".join(text.split()) if text.strip() else text
    shown = shown.replace("&", "&amp;").replace("<", "&lt;")
    for mark in "\\`*_[]|#":
        shown = shown.replace(mark, f"\\{mark}")
    return shown


def _blocks(blocks: tuple[Block, ...]) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        lines += [*_block(block), ""]
    return lines


def _block(block: Block) -> list[str]:
    if isinstance(block, Paragraph):
        text = line_text(block.parts)
        return [f"> **{text}**" if block.warning else text]
    if isinstance(block, Bullets):
        return [f"- {line_text(line)}" for line in block.lines]
    if isinstance(block, Commands):
        return ["```sh", *block.lines, "```"]
    if isinstance(block, Table):
        caption = [escaped(block.caption), ""] if block.caption else []
        return [*caption, *_table(block)]
    if isinstance(block, ChartBlock):
        return _chart(block)
    if isinstance(block, Bars):
        return [f"*{escaped(block.caption)}* The numbers stand in the tables."]
    return [f"*{escaped(block.caption)}* The intervals stand in the table above."]


def line_text(line: Line) -> str:
    """Return a line with its marks."""
    return "".join(_inline(one) for one in line)


def _inline(one: Inline) -> str:
    if isinstance(one, Code):
        return f"`{one.text}`"
    if isinstance(one, Strong):
        text = one.text.rstrip()
        return f"**{escaped(text)}**{one.text[len(text) :]}"
    if isinstance(one, Link):
        return f"[{one.text}](#{one.anchor})"
    # Blanks at either end separate a text from its neighbours.
    inner = one.strip()
    if not inner:
        return one
    start = one[: len(one) - len(one.lstrip())]
    return f"{start}{escaped(inner)}{one[len(one.rstrip()) :]}"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Number):
        link = f" {_inline(cell.link)}" if cell.link else ""
        return f"{escaped(cell.text)}{link}"
    return line_text(cell) if isinstance(cell, tuple) else _inline(cell)


def _table(block: Table) -> list[str]:
    rows = [[escaped(column.title) for column in block.columns]]
    rows.append(["---:" if column.numeric else "---" for column in block.columns])
    for index, row in enumerate(block.rows):
        cells = [_cell(cell) for cell in row]
        if index in block.marked:
            cells = [f"**{cell}**" if cell and "`" not in cell else cell for cell in cells]
        rows.append(cells)
    return ["| " + " | ".join(row) + " |" for row in rows]


def _chart(block: ChartBlock) -> list[str]:
    sheet = block.sheet
    lines = []
    for title, kinds in BLOCKS:
        lines += [
            f"| {title} | " + " | ".join(COLUMN_NAMES) + " |",
            "|---" * (len(COLUMN_NAMES) + 1) + "|",
        ]
        for row in block_rows(sheet, kinds):
            cells = " | ".join(cell.symbol for cell in sheet.row_cells(row))
            lines.append(f"| **{row_label(row)}** | {cells} |")
        lines.append("")
    return [*lines, ", ".join(f"{one}: {MEANING[one]}" for one in used_symbols(sheet))]
