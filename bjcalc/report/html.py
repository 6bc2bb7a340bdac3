"""The report as one HTML file that works offline: light, dark and on paper."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from bjcalc.charts.palette import FILL, MEANING
from bjcalc.charts.words import BLOCKS, block_rows, cell_words, row_label, used_symbols
from bjcalc.numbers import exact_text
from bjcalc.report.model import (
    Bands,
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
    Section,
    Strong,
    Table,
)
from bjcalc.report.plots import Label, Picture, Polygon, Rectangle, Shape, Stroke, picture
from bjcalc.strategy.rows import COLUMN_NAMES

_SHORT = 14


def to_html(report: Report) -> str:
    """Return the report as a self-contained HTML file."""
    style = files("bjcalc.report").joinpath("report.css").read_text(encoding="utf-8")
    title = escape(report.title)
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="generator" content="bjcalc {report.version}">',
        f"<title>{title}: mathematics report</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        "<header>",
        '<p class="kind">Mathematics report</p>',
        f"<h1>{title}</h1>",
        f'<p class="lead">{escape(report.subtitle)}</p>',
        *_table(report.summary),
        *(line for block in report.preface for line in _block(block)),
        "</header>",
        *_contents(report),
        "<main>",
    ]
    for number, section in enumerate(report.sections, start=1):
        lines += _section(number, section)
    lines += ['<section id="exact-values">', "<h2>Appendix: exact values</h2>"]
    lines += ['<dl class="values">'] if report.exact else []
    for one in report.exact:
        lines.append(f'<dt id="{one.anchor}"><b>{one.number}</b> {escape(one.name)}</dt>')
        lines.append(f"<dd><code>{exact_text(one.value)}</code></dd>")
    lines += ["</dl>"] if report.exact else []
    lines += ["</section>", "</main>", "</body>", "</html>", ""]
    return "\n".join(lines)


def _contents(report: Report) -> list[str]:
    lines = ['<nav aria-labelledby="contents">', '<h2 id="contents">Contents</h2>', "<ol>"]
    for section in report.sections:
        parts = "".join(
            f'<li><a href="#{escape(part.key)}">{escape(part.title)}</a></li>'
            for part in section.parts
        )
        inner = f"<ol>{parts}</ol>" if parts else ""
        lines.append(f'<li><a href="#{section.key}">{escape(section.title)}</a>{inner}</li>')
    return [
        *lines,
        "</ol>",
        '<p><a href="#exact-values">Appendix: exact values</a></p>',
        "</nav>",
    ]


def _section(number: int, section: Section) -> list[str]:
    lines = [f'<section id="{section.key}">', f"<h2>{number}. {escape(section.title)}</h2>"]
    for block in section.blocks:
        lines += _block(block)
    for index, part in enumerate(section.parts, start=1):
        lines += [f'<section id="{escape(part.key)}">']
        lines += [f"<h3>{number}.{index} {escape(part.title)}</h3>"]
        for block in part.blocks:
            lines += _block(block)
        lines += ["</section>"]
    return [*lines, "</section>"]


def _block(block: Block) -> list[str]:
    if isinstance(block, Paragraph):
        kind = ' class="warning"' if block.warning else ' class="note"' if block.note else ""
        return [f"<p{kind}>{_line(block.parts)}</p>"]
    if isinstance(block, Bullets):
        return ["<ul>", *(f"<li>{_line(line)}</li>" for line in block.lines), "</ul>"]
    if isinstance(block, Commands):
        return [f"<pre><code>{escape(chr(10).join(block.lines))}</code></pre>"]
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, ChartBlock):
        return _chart(block)
    return _figure(block)


def _line(line: Line) -> str:
    return "".join(_inline(one) for one in line)


def _inline(one: Inline) -> str:
    if isinstance(one, Code):
        return f"<code>{escape(one.text)}</code>"
    if isinstance(one, Strong):
        return f"<strong>{escape(one.text)}</strong>"
    if isinstance(one, Link):
        return f'<a class="exact" href="#{one.anchor}">{escape(one.text)}</a>'
    return escape(one)


def _cell(cell: Cell) -> str:
    if isinstance(cell, Number):
        link = f" {_inline(cell.link)}" if cell.link else ""
        return f"{escape(cell.text)}{link}"
    return _line(cell) if isinstance(cell, tuple) else _inline(cell)


def _table(block: Table) -> list[str]:
    # A short table stays on one page when it is printed.
    kind = "table short" if len(block.rows) <= _SHORT else "table"
    lines = [f'<div class="{kind}">', "<table>"]
    if block.caption:
        lines.append(f"<caption>{escape(block.caption)}</caption>")
    kinds = [' class="number"' if column.numeric else "" for column in block.columns]
    if block.has_heading:
        heads = "".join(
            f'<th scope="col"{kind}>{escape(column.title)}</th>'
            for column, kind in zip(block.columns, kinds, strict=True)
        )
        lines.append(f"<thead><tr>{heads}</tr></thead>")
    lines.append("<tbody>")
    for index, row in enumerate(block.rows):
        cells = []
        for place, (cell, kind) in enumerate(zip(row, kinds, strict=True)):
            tag = '<th scope="row"' if place == 0 and not kind else f"<td{kind}"
            end = "th" if place == 0 and not kind else "td"
            cells.append(f"{tag}>{_cell(cell)}</{end}>")
        mark = ' class="marked"' if index in block.marked else ""
        lines.append(f"<tr{mark}>{''.join(cells)}</tr>")
    return [*lines, "</tbody>", "</table>", "</div>"]


def _chart(block: ChartBlock) -> list[str]:
    sheet = block.sheet
    lines = ['<div class="chart">']
    for title, kinds in BLOCKS:
        heads = "".join(f'<th scope="col">{name}</th>' for name in COLUMN_NAMES)
        lines += [
            "<table>",
            f'<caption>{title}</caption><thead><tr><th scope="col">Hand</th>{heads}</tr></thead>',
            "<tbody>",
        ]
        for row in block_rows(sheet, kinds):
            cells = "".join(
                f'<td style="background:{FILL[cell.symbol]}" '
                f'title="{escape(cell_words(row, cell.up, cell.symbol))}">{cell.symbol}</td>'
                for cell in sheet.row_cells(row)
            )
            lines.append(f'<tr><th scope="row">{escape(row_label(row))}</th>{cells}</tr>')
        lines += ["</tbody>", "</table>"]
    legend = "".join(
        f'<li><span style="background:{FILL[one]}">{one}</span> {MEANING[one]}</li>'
        for one in used_symbols(sheet)
    )
    return [*lines, "</div>", f'<ul class="legend">{legend}</ul>']


def _figure(block: Bars | Bands) -> list[str]:
    drawn = picture(block)
    return [
        "<figure>",
        *_svg(drawn),
        f"<figcaption>{escape(block.caption)}</figcaption>",
        "</figure>",
    ]


def _svg(drawn: Picture) -> list[str]:
    return [
        f'<svg viewBox="0 0 {_number(drawn.width)} {_number(drawn.height)}" role="img" '
        f'aria-label="{escape(drawn.description)}">',
        *(_shape(shape) for shape in drawn.shapes),
        "</svg>",
    ]


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _shape(shape: Shape) -> str:
    if isinstance(shape, Rectangle):
        return (
            f'<rect class="fill-{shape.colour}" x="{_number(shape.x)}" y="{_number(shape.y)}" '
            f'width="{_number(shape.width)}" height="{_number(shape.height)}"/>'
        )
    if isinstance(shape, Polygon):
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
        return f'<polygon class="fill-{shape.colour}" points="{points}"/>'
    if isinstance(shape, Stroke):
        return (
            f'<line class="stroke-{shape.colour}" x1="{_number(shape.x1)}" '
            f'y1="{_number(shape.y1)}" x2="{_number(shape.x2)}" y2="{_number(shape.y2)}" '
            f'stroke-width="{_number(shape.width)}"/>'
        )
    return _label(shape)


def _label(label: Label) -> str:
    raised = ""
    if label.raised:
        size = _number(label.size * 0.75)
        raised = f'<tspan dy="-3" font-size="{size}">{escape(label.raised)}</tspan>'
    return (
        f'<text x="{_number(label.x)}" y="{_number(label.y)}" font-size="{_number(label.size)}" '
        f'text-anchor="{label.anchor}">{escape(label.text)}{raised}</text>'
    )
