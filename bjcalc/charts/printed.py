"""The drawing of a chart as PDF and PNG, the same bytes each time (the extra `pictures`).

The PDF embeds its font; the PNG is that PDF, rendered.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from bjcalc.charts.drawing import Box, Drawing, Text, draw
from bjcalc.charts.palette import RULE
from bjcalc.charts.sheet import Sheet

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_DOTS_PER_INCH = 200


def to_pdf(sheet: Sheet, paper: str = "a4") -> bytes:
    """Return the chart as a PDF file of one page."""
    from reportlab.pdfgen.canvas import Canvas

    drawing = draw(sheet, paper)
    register_fonts()
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(drawing.width, drawing.height), invariant=1)
    canvas.setTitle(drawing.title)
    canvas.setSubject(drawing.description)
    canvas.setCreator(f"bjcalc {sheet.version}")
    draw_on(canvas, drawing)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


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

    canvas.setLineWidth(0.5)
    canvas.setStrokeColor(HexColor(RULE))
    for item in drawing.items:
        if isinstance(item, Text):
            canvas.setFillColor(HexColor(item.colour))
            canvas.setFont("Vera-Bold" if item.bold else "Vera", item.size)
            draw_text = {
                "start": canvas.drawString,
                "middle": canvas.drawCentredString,
                "end": canvas.drawRightString,
            }[item.anchor]
            draw_text(item.x, drawing.height - item.y, item.text)
        elif isinstance(item, Box):
            canvas.setFillColor(HexColor(item.fill))
            low = drawing.height - item.y - item.height
            canvas.rect(item.x, low, item.width, item.height, stroke=1, fill=1)
        else:
            y = drawing.height - item.y
            canvas.line(item.x, y, item.x + item.width, y)


def to_png(sheet: Sheet, paper: str = "a4") -> bytes:
    """Return the chart as a PNG picture of one page, 200 dots to the inch."""
    import pypdfium2

    document = pypdfium2.PdfDocument(to_pdf(sheet, paper))
    try:
        image = document[0].render(scale=_DOTS_PER_INCH / 72).to_pil()
        out = io.BytesIO()
        image.save(out, format="PNG", dpi=(_DOTS_PER_INCH, _DOTS_PER_INCH))
        return out.getvalue()
    finally:
        document.close()
