"""Drawings as PDF and PNG, the same bytes each time (the extra `pictures`).

The PDF embeds its font; the PNG is that PDF, rendered.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from bjcalc.documents.drawing import Box, Drawing, Line, Polygon, Text, shade

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_DOTS_PER_INCH = 200


def to_pdf(drawing: Drawing, made_by: str) -> bytes:
    """Return a drawing as a PDF file of one page."""
    from reportlab.pdfgen.canvas import Canvas

    register_fonts()
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(drawing.width, drawing.height), invariant=1)
    canvas.setTitle(drawing.title)
    canvas.setSubject(drawing.description)
    canvas.setCreator(made_by)
    draw_on(canvas, drawing)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def to_png(drawing: Drawing, made_by: str) -> bytes:
    """Return a drawing as a PNG picture of one page, 200 dots to the inch."""
    import pypdfium2

    document = pypdfium2.PdfDocument(to_pdf(drawing, made_by))
    try:
        image = document[0].render(scale=_DOTS_PER_INCH / 72).to_pil()
        out = io.BytesIO()
        image.save(out, format="PNG", dpi=(_DOTS_PER_INCH, _DOTS_PER_INCH))
        return out.getvalue()
    finally:
        document.close()


def register_fonts() -> None:
    """Make Vera known to reportlab, which has it with it; Vera-Bold is its bold."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))
    pdfmetrics.registerFont(TTFont("Vera-Bold", "VeraBd.ttf"))
    pdfmetrics.registerFontFamily(
        "Vera", normal="Vera", bold="Vera-Bold", italic="Vera", boldItalic="Vera-Bold"
    )


def draw_on(canvas: Canvas, drawing: Drawing) -> None:
    """Put a drawing on a canvas, its lower left corner at the origin."""
    from reportlab.lib.colors import HexColor

    top = drawing.height
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            canvas.setFillColor(HexColor(shade(shape.colour)))
            _write(canvas, shape, top - shape.y)
            continue
        if isinstance(shape, Line):
            canvas.setStrokeColor(HexColor(shade(shape.colour)))
            canvas.setLineWidth(shape.width)
            corners = shape.points
        else:
            canvas.setFillColor(HexColor(shade(shape.fill)))
            corners = shape.points if isinstance(shape, Polygon) else _corners(shape)
        path = canvas.beginPath()
        path.moveTo(corners[0][0], top - corners[0][1])
        for x, y in corners[1:]:
            path.lineTo(x, top - y)
        outline = shape.outline if isinstance(shape, Box) else ""
        if outline:
            canvas.setStrokeColor(HexColor(shade(outline)))
            canvas.setLineWidth(0.5)
        if not isinstance(shape, Line):
            path.close()
        is_line = isinstance(shape, Line)
        canvas.drawPath(path, stroke=int(is_line or bool(outline)), fill=int(not is_line))


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    right, low = box.x + box.width, box.y + box.height
    return (box.x, box.y), (right, box.y), (right, low), (box.x, low)


def _write(canvas: Canvas, text: Text, y: float) -> None:
    font, small = "Vera-Bold" if text.bold else "Vera", text.size * 0.75
    width = canvas.stringWidth(text.text, font, text.size)
    whole = width + canvas.stringWidth(text.raised, font, small)
    start = text.x - {"start": 0.0, "middle": whole / 2, "end": whole}[text.anchor]
    canvas.setFont(font, text.size)
    canvas.drawString(start, y, text.text)
    if text.raised:
        canvas.setFont(font, small)
        canvas.drawString(start + width, y + 0.4 * text.size, text.raised)
