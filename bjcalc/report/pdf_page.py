"""The pages of the PDF: margins, head and foot, outline and contents; pictures as flowables.

Imported only where a PDF is made: it needs reportlab.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph

from bjcalc.charts.drawing import Drawing
from bjcalc.report.model import Report
from bjcalc.report.plots import Label, Picture, Polygon, Rectangle, Stroke

_WIDTH, _HEIGHT = A4
_SIDE, _TOP, _BOTTOM = 51.0, 62.0, 58.0
FRAME_WIDTH = _WIDTH - 2 * _SIDE
FRAME_HEIGHT = _HEIGHT - _TOP - _BOTTOM
_FAINT = "#585f6e"
_LINE = "#c9cdd6"
_COLOURS = {
    "ink": "#16181d",
    "grid": "#dde1e8",
    "bar": "#2a6592",
    "band-1": "#1f5f8b",
    "band-2": "#6ea3c8",
    "band-3": "#c5dcec",
}


class _Document(BaseDocTemplate):  # type: ignore[misc, unused-ignore]
    """Notes headings for the contents and the outline, and how many pages there are."""

    pages = 0

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 - reportlab's name
        """Enter a heading into the contents and the outline."""
        if isinstance(flowable, HeadingFlowable):
            level, title, anchor = flowable.level - 1, flowable.title, flowable.anchor
            self.canv.bookmarkPage(anchor)
            self.canv.addOutlineEntry(title, anchor, level=level, closed=level == 0)
            self.notify("TOCEntry", (level, escape(title), self.page, anchor))

    def build(self, *args: Any, **kwargs: Any) -> None:
        """Build once; `multiBuild` does so until the contents are right, and so is the number."""
        super().build(*args, **kwargs)
        self.pages = self.page


class HeadingFlowable(Paragraph):  # type: ignore[misc, unused-ignore]
    """A heading that enters itself into the contents."""

    def __init__(self, title: str, anchor: str, level: int, style: ParagraphStyle) -> None:
        """Keep what the contents and the outline are made of; levels are 1 and 2."""
        super().__init__(escape(title), style)
        self.title, self.anchor, self.level = title, anchor, level


def document(out: IO[bytes], report: Report) -> _Document:
    """Return the empty document of a report."""
    made = _Document(
        out,
        pagesize=A4,
        title=f"{report.title}: mathematics report",
        subject=report.subtitle,
        author="",
        creator=f"bjcalc {report.version}",
        lang="en",
        invariant=1,
    )
    frame = Frame(
        _SIDE,
        _BOTTOM,
        FRAME_WIDTH,
        FRAME_HEIGHT,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )

    def first(canvas: Canvas, doc: _Document) -> None:
        _foot(canvas, doc, report)

    def later(canvas: Canvas, doc: _Document) -> None:
        _foot(canvas, doc, report)
        canvas.setFont("Vera", 7.5)
        canvas.drawString(_SIDE, _HEIGHT - 40, _fitting(canvas, report.title, FRAME_WIDTH - 110))
        canvas.drawRightString(_WIDTH - _SIDE, _HEIGHT - 40, "Mathematics report")
        canvas.setStrokeColor(HexColor(_LINE))
        canvas.setLineWidth(0.5)
        canvas.line(_SIDE, _HEIGHT - 46, _WIDTH - _SIDE, _HEIGHT - 46)

    made.addPageTemplates(
        [
            PageTemplate("first", [frame], onPage=first, autoNextPageTemplate="later"),
            PageTemplate("later", [frame], onPage=later),
        ]
    )
    return made


def _foot(canvas: Canvas, doc: _Document, report: Report) -> None:
    canvas.setFillColor(HexColor(_FAINT))
    canvas.setFont("Vera", 7.5)
    canvas.drawString(_SIDE, 34, f"bjcalc {report.version}")
    of = f" of {doc.pages}" if doc.pages else ""
    canvas.drawRightString(_WIDTH - _SIDE, 34, f"Page {doc.page}{of}")


def _fitting(canvas: Canvas, text: str, width: float) -> str:
    """Return a text, cut short where it is wider than there is room."""
    if canvas.stringWidth(text, "Vera", 7.5) <= width:
        return text
    while canvas.stringWidth(f"{text}…", "Vera", 7.5) > width:
        text = text[:-1]
    return f"{text}…"


class DrawingFlowable(Flowable):  # type: ignore[misc, unused-ignore]
    """A strategy chart's drawing among the text."""

    def __init__(self, drawing: Drawing, draw_on: Callable[[Canvas, Drawing], None]) -> None:
        """Keep the drawing and what puts it on a canvas."""
        super().__init__()
        self.drawing, self._draw_on = drawing, draw_on
        self.width, self.height = drawing.width, drawing.height
        self.spaceBefore, self.spaceAfter = 4, 10

    def draw(self) -> None:
        """Put it on the page."""
        self._draw_on(self.canv, self.drawing)


class PictureFlowable(Flowable):  # type: ignore[misc, unused-ignore]
    """A plot among the text."""

    def __init__(self, picture: Picture) -> None:
        """Keep the plot, as wide as the text."""
        super().__init__()
        self.picture = picture
        self.scale = FRAME_WIDTH / picture.width
        self.width, self.height = FRAME_WIDTH, picture.height * self.scale
        self.spaceBefore, self.spaceAfter = 6, 4

    def draw(self) -> None:
        """Draw the shapes, whose y grows downwards."""
        canvas = self.canv
        canvas.scale(self.scale, self.scale)
        top = self.picture.height
        for shape in self.picture.shapes:
            if isinstance(shape, Rectangle):
                canvas.setFillColor(HexColor(_COLOURS[shape.colour]))
                low = top - shape.y - shape.height
                canvas.rect(shape.x, low, shape.width, shape.height, stroke=0, fill=1)
            elif isinstance(shape, Polygon):
                canvas.setFillColor(HexColor(_COLOURS[shape.colour]))
                path = canvas.beginPath()
                path.moveTo(shape.points[0][0], top - shape.points[0][1])
                for x, y in shape.points[1:]:
                    path.lineTo(x, top - y)
                path.close()
                canvas.drawPath(path, stroke=0, fill=1)
            elif isinstance(shape, Stroke):
                canvas.setStrokeColor(HexColor(_COLOURS[shape.colour]))
                canvas.setLineWidth(shape.width)
                canvas.line(shape.x1, top - shape.y1, shape.x2, top - shape.y2)
            else:
                self._label(canvas, shape, top - shape.y)

    @staticmethod
    def _label(canvas: Canvas, label: Label, y: float) -> None:
        canvas.setFillColor(HexColor(_COLOURS["ink"]))
        width = canvas.stringWidth(label.text, "Vera", label.size)
        small = label.size * 0.75
        whole = width + canvas.stringWidth(label.raised, "Vera", small)
        start = label.x - {"start": 0.0, "middle": whole / 2, "end": whole}[label.anchor]
        canvas.setFont("Vera", label.size)
        canvas.drawString(start, y, label.text)
        if label.raised:
            canvas.setFont("Vera", small)
            canvas.drawString(start + width, y + 3, label.raised)
