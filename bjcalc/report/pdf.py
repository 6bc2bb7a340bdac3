"""The report as a PDF file on A4 (the extra `pictures`): the same bytes from the same document."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from bjcalc.charts.drawing import draw_grid
from bjcalc.charts.printed import draw_on, register_fonts
from bjcalc.numbers import exact_lines
from bjcalc.report.data import plain
from bjcalc.report.model import (
    Bands,
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
    Subsection,
    Table,
)
from bjcalc.report.pdf_page import (
    FRAME_HEIGHT,
    FRAME_WIDTH,
    DrawingFlowable,
    HeadingFlowable,
    PictureFlowable,
    document,
)
from bjcalc.report.plots import picture

if TYPE_CHECKING:
    from reportlab.platypus import Flowable

_SIZE = 8.5
_TABLE_SIZE = 7.6
_PAD = 4.0
_CODE = "#34506e"
_FAINT = "#585f6e"
_WARNING = "#8a4b00"
_LINE = "#c9cdd6"
_MARK = "#e9f1f8"
_PANEL = "#f4f6f9"
_DIGITS_A_LINE = 104
# What belongs together and is at most so high stays on one page; what is higher begins where there
# is room for a good part of it.
_TOGETHER = 0.55 * FRAME_HEIGHT
_ROOM = 150.0


def to_pdf(report: Report) -> bytes:
    """Return the report as a PDF file."""
    register_fonts()
    return _Writer(report).write()


class _Writer:
    """Turns the document into reportlab's flowables."""

    def __init__(self, report: Report) -> None:
        from reportlab.lib.colors import HexColor
        from reportlab.lib.styles import ParagraphStyle

        def style(name: str, size: float = _SIZE, **more: Any) -> ParagraphStyle:
            font = more.pop("fontName", "Vera")
            leading = more.pop("leading", size * 1.4)
            return ParagraphStyle(name, fontName=font, fontSize=size, leading=leading, **more)

        self.report = report
        self.colour = HexColor
        bold = "Vera-Bold"
        self.styles = {
            "body": style("body", spaceAfter=6),
            "note": style("note", 7.6, spaceAfter=6, textColor=HexColor(_FAINT)),
            "warning": style(
                "warning", spaceAfter=7, leftIndent=9, textColor=HexColor(_WARNING), fontName=bold
            ),
            "bullet": style("bullet", spaceAfter=3, leftIndent=12, bulletIndent=2),
            "caption": style("caption", 7.6, spaceAfter=3, textColor=HexColor(_FAINT)),
            "figure": style("figure", 7.6, spaceAfter=12, textColor=HexColor(_FAINT)),
            "h1": style("h1", 14, spaceBefore=16, spaceAfter=8, fontName=bold),
            "h2": style("h2", 10.5, spaceBefore=11, spaceAfter=5, fontName=bold),
            "title": style("title", 24, spaceAfter=6, fontName=bold),
            "kind": style("kind", 9, spaceAfter=10, textColor=HexColor(_FAINT)),
            "lead": style("lead", 10, spaceAfter=16, textColor=HexColor(_FAINT)),
            "cell": style("cell", _TABLE_SIZE, leading=_TABLE_SIZE * 1.3),
            "cell-number": style(
                "cell-number", _TABLE_SIZE, leading=_TABLE_SIZE * 1.3, alignment=2
            ),
            "head": style("head", _TABLE_SIZE, leading=_TABLE_SIZE * 1.3, fontName=bold),
            "head-number": style(
                "head-number", _TABLE_SIZE, leading=_TABLE_SIZE * 1.3, alignment=2, fontName=bold
            ),
            "code": style("code", 7.8, leading=11, textColor=HexColor(_CODE)),
            "value": style("value", 7.0, leading=9.2, spaceAfter=8),
            "toc1": style("toc1", 9.2, leading=13, spaceBefore=4, fontName=bold),
            "toc2": style("toc2", 8.3, leading=11.5, leftIndent=16),
        }

    def write(self) -> bytes:
        """Return the file."""
        from reportlab.platypus import PageBreak, TableStyle
        from reportlab.platypus.tableofcontents import TableOfContents

        report = self.report
        contents = TableOfContents(dotsMinLevel=0)
        contents.levelStyles = [self.styles["toc1"], self.styles["toc2"]]
        contents.tableStyle = TableStyle(
            [
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("RIGHTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 0.8),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 0.8),
            ]
        )
        story: list[Flowable] = [
            self._text("Mathematics report", "kind"),
            self._text(shown(report.title), "title"),
            self._text(shown(report.subtitle), "lead"),
            self._table(report.summary),
            *(one for block in report.preface for one in self._block(block)),
            PageBreak(),
            self._text("Contents", "h1"),
            contents,
            PageBreak(),
        ]
        for number, section in enumerate(report.sections, start=1):
            story += self._section(number, section)
        story += self._appendix()
        out = io.BytesIO()
        document(out, report).multiBuild(story)
        return out.getvalue()

    def _section(self, number: int, section: Section) -> list[Flowable]:
        heading = self._heading(f"{number}. {section.title}", section.key, 1)
        parts: list[tuple[Flowable, Section | Subsection]] = [(heading, section)]
        for index, part in enumerate(section.parts, start=1):
            title = f"{number}.{index} {part.title}"
            parts.append((self._heading(title, part.key, 2), part))
        story: list[Flowable] = []
        waiting: list[Flowable] = []
        for title_line, one in parts:
            if not all(isinstance(before, HeadingFlowable) for before in waiting):
                story += self._kept(waiting)
                waiting = []
            waiting.append(title_line)
            for place, block in enumerate(one.blocks):
                waiting += self._block(block)
                # A plot of intervals stays with their table.
                after = one.blocks[place + 1 : place + 2]
                plot_next = any(isinstance(next_one, Bands) for next_one in after)
                if not isinstance(block, Paragraph) and not plot_next:
                    story += self._kept(waiting)
                    waiting = []
        return [*story, *self._kept(waiting)]

    def _kept(self, group: list[Flowable]) -> list[Flowable]:
        """Return flowables that belong together: headings, their text, and the table after it."""
        from reportlab.platypus import CondPageBreak, KeepTogether

        if not group:
            return []
        height = sum(
            one.wrap(FRAME_WIDTH, FRAME_HEIGHT)[1] + one.getSpaceBefore() + one.getSpaceAfter()
            for one in group
        )
        pictures = any(isinstance(one, DrawingFlowable | PictureFlowable) for one in group)
        if height <= (FRAME_HEIGHT if pictures else _TOGETHER):
            return [KeepTogether(group)]
        return [CondPageBreak(_ROOM), *group]

    def _appendix(self) -> list[Flowable]:
        from reportlab.platypus import KeepTogether

        story = [self._heading("Appendix: exact values", "exact-values", 1)]
        if not self.report.exact:
            return [*story, self._text("No exact value had to be shortened.", "body")]
        first = self._text(
            "Fractions in lowest terms that were shortened above. Lines are cut anywhere; nothing "
            "is left out.",
            "body",
        )
        blocks: list[Flowable] = [*story, first]
        for one in self.report.exact:
            name = self._text(
                f'<a name="{one.anchor}"/><b>{one.number}</b> {shown(one.name)}', "cell"
            )
            text = "<br/>".join(exact_lines(one.value, _DIGITS_A_LINE))
            value = self._text(text, "value")
            lines = text.count("<br/>") + 1
            blocks += [KeepTogether([name, value])] if lines < 30 else [name, value]
        return blocks

    def _text(self, markup: str, style: str) -> Flowable:
        from reportlab.platypus import Paragraph as PdfParagraph

        return PdfParagraph(markup, self.styles[style])

    def _heading(self, title: str, anchor: str, level: int) -> Flowable:
        return HeadingFlowable(title, anchor, level, self.styles[f"h{level}"])

    def _markup(self, line: Line) -> str:
        return "".join(self._inline(one) for one in line)

    def _inline(self, one: Inline) -> str:
        if isinstance(one, Code):
            return f'<font color="{_CODE}">{shown(one.text)}</font>'
        if isinstance(one, Strong):
            return f"<b>{shown(one.text)}</b>"
        if isinstance(one, Link):
            return f'<a href="#{one.anchor}" color="{_CODE}">{shown(one.text)}</a>'
        return shown(one)

    def _block(self, block: Block) -> list[Flowable]:
        if isinstance(block, Paragraph):
            style = "warning" if block.warning else "note" if block.note else "body"
            return [self._text(self._markup(block.parts), style)]
        if isinstance(block, Bullets):
            return [
                self._text(f"<bullet>•</bullet>{self._markup(line)}", "bullet")
                for line in block.lines
            ]
        if isinstance(block, Commands):
            return [self._commands(block)]
        if isinstance(block, Table):
            caption = [self._text(shown(block.caption), "caption")] if block.caption else []
            return [*caption, self._table(block)]
        if isinstance(block, ChartBlock):
            return [DrawingFlowable(draw_grid(block.sheet, FRAME_WIDTH), draw_on)]
        return [PictureFlowable(picture(block)), self._text(shown(block.caption), "figure")]

    def _commands(self, block: Commands) -> Flowable:
        from reportlab.platypus import Table as PdfTable

        cells = [[self._text(shown(line), "code")] for line in block.lines]
        return PdfTable(
            cells,
            colWidths=[FRAME_WIDTH],
            style=[
                ("BACKGROUND", (0, 0), (-1, -1), self.colour(_PANEL)),
                ("BOX", (0, 0), (-1, -1), 0.5, self.colour(_LINE)),
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
                ("LEFTPADDING", (0, 0), (-1, -1), 7),
            ],
            spaceBefore=3,
            spaceAfter=9,
        )

    def _table(self, block: Table) -> Flowable:
        from reportlab.platypus import LongTable

        ink, line = self.colour("#16181d"), self.colour(_LINE)
        rows: list[list[Flowable]] = []
        style: list[Any] = [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
            ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
            ("TOPPADDING", (0, 0), (-1, -1), 2.2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.6),
            ("LINEBELOW", (0, 0), (-1, -1), 0.35, line),
        ]
        first = 1 if block.has_heading else 0
        if first:
            rows.append(
                [
                    self._text(shown(column.title), f"head{'-number' * column.numeric}")
                    for column in block.columns
                ]
            )
            style += [
                ("LINEBELOW", (0, 0), (-1, 0), 0.9, ink),
                ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ]
        for index, row in enumerate(block.rows):
            bold = index in block.marked
            rows.append(
                [
                    self._cell(cell, column.numeric, bold)
                    for cell, column in zip(row, block.columns, strict=True)
                ]
            )
            if bold:
                place = index + first
                style.append(("BACKGROUND", (0, place), (-1, place), self.colour(_MARK)))
        if len(rows) > 6:
            # The head with its first rows, and the last rows, are not torn apart.
            style += [("NOSPLIT", (0, 0), (-1, first + 1)), ("NOSPLIT", (0, -3), (-1, -1))]
        return LongTable(
            rows,
            colWidths=_widths(block),
            style=style,
            repeatRows=first,
            hAlign="LEFT",
            spaceBefore=2,
            spaceAfter=10,
        )

    def _cell(self, cell: Cell, numeric: bool, bold: bool) -> Flowable:
        if isinstance(cell, Number):
            link = f" {self._inline(cell.link)}" if cell.link else ""
            markup = f"{shown(cell.text)}{link}"
        else:
            markup = self._markup(cell) if isinstance(cell, tuple) else self._inline(cell)
        return self._text(
            f"<b>{markup}</b>" if bold else markup, "cell-number" if numeric else "cell"
        )


def _widths(block: Table) -> list[float]:
    """Return the columns' widths: what their texts need, else numbers in full and texts wrapped."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    def width(text: str, bold: bool) -> float:
        return float(stringWidth(text, "Vera-Bold" if bold else "Vera", _TABLE_SIZE))

    wanted, least = [], []
    for place, column in enumerate(block.columns):
        texts = [
            (cell_text(row[place]), i in block.marked or is_strong(row[place]))
            for i, row in enumerate(block.rows)
        ]
        whole = [width(text, bold) for text, bold in texts]
        words = [
            max(width(word, bold) for word in _unbreakable(text).split(" ")) for text, bold in texts
        ]
        head = [width(word, True) for word in column.title.split()]
        fixed = column.numeric and not any(" " in text for text, _ in texts)
        wanted.append(max([*whole, width(column.title, True), 0.0]) + 2 * _PAD + 1)
        least.append(max([*(whole if fixed else words), *head, 0.0]) + 2 * _PAD + 1)
    total = sum(wanted)
    if total <= FRAME_WIDTH:
        return wanted
    spare = FRAME_WIDTH - sum(least)
    if spare <= 0:
        # Long words are broken where even they do not fit.
        return [FRAME_WIDTH * one / sum(least) for one in least]
    stretch = sum(w - m for w, m in zip(wanted, least, strict=True))
    return [m + spare * (w - m) / stretch for w, m in zip(wanted, least, strict=True)]


def cell_text(cell: Cell) -> str:
    """Return a cell's text as it is measured, with the link behind a number."""
    if isinstance(cell, Number):
        return f"{cell.text} {cell.link.text}" if cell.link else cell.text
    if isinstance(cell, tuple):
        return plain(cell)
    return cell if isinstance(cell, str) else cell.text


def is_strong(cell: Cell) -> bool:
    """Whether some of the cell's text is bold."""
    return isinstance(cell, tuple) and any(isinstance(one, Strong) for one in cell)


def _unbreakable(text: str) -> str:
    """Return a text in which a number stays with its per cent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def shown(text: str) -> str:
    """Return a text as reportlab's markup."""
    return escape(_unbreakable(text))
