"""The drawing of a chart as SVG: one file, no scripts, nothing loaded from elsewhere."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from bjcalc.charts.drawing import Box, Drawing, Rule, Text, draw
from bjcalc.charts.palette import RULE
from bjcalc.charts.sheet import Sheet

_FONTS = "'Bitstream Vera Sans','DejaVu Sans',Verdana,Arial,sans-serif"


def to_svg(sheet: Sheet, paper: str = "a4") -> str:
    """Return the chart as an SVG file of one page."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + svg_element(draw(sheet, paper))


def svg_element(drawing: Drawing) -> str:
    """Return the drawing as an svg element, to stand alone or in a page."""
    width, height = _number(drawing.width), _number(drawing.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}pt" height="{height}pt" role="img" '
        f'aria-labelledby="chart-title chart-description" font-family="{_FONTS}">',
        f'<title id="chart-title">{escape(drawing.title)}</title>',
        f'<desc id="chart-description">{escape(drawing.description)}</desc>',
        f'<rect width="{width}" height="{height}" fill="#FFFFFF"/>',
    ]
    for item in drawing.items:
        if isinstance(item, Box):
            lines.append(_box(item))
        elif isinstance(item, Text):
            lines.append(_text(item))
        else:
            lines.append(_rule(item))
    return "\n".join([*lines, "</svg>", ""])


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _box(box: Box) -> str:
    shape = (
        f'x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" '
        f'height="{_number(box.height)}" fill="{box.fill}" stroke="{RULE}" stroke-width="0.5"'
    )
    if not box.label:
        return f"<rect {shape}/>"
    return f"<rect {shape}><title>{escape(box.label)}</title></rect>"


def _text(text: Text) -> str:
    weight = ' font-weight="bold"' if text.bold else ""
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    # A letter in a cell lets the pointer through to the cell's words.
    through = ' pointer-events="none"' if text.anchor == "middle" else ""
    return (
        f'<text x="{_number(text.x)}" y="{_number(text.y)}" font-size="{_number(text.size)}" '
        f"fill={quoteattr(text.colour)}{weight}{anchor}{through}>{escape(text.text)}</text>"
    )


def _rule(rule: Rule) -> str:
    return (
        f'<line x1="{_number(rule.x)}" y1="{_number(rule.y)}" '
        f'x2="{_number(rule.x + rule.width)}" y2="{_number(rule.y)}" stroke="{RULE}" '
        'stroke-width="0.5"/>'
    )
