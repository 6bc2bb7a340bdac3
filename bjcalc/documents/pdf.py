"""Documents as a PDF file on A4 (the extra `pictures`): the same bytes from the same document.

Imported only where a PDF is made: it needs reportlab.
"""

from __future__ import annotations

import io
import json
from importlib.resources import files
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    LongTable,
    PageBreak,
    PageTemplate,
    TableStyle,
)
from reportlab.platypus import Paragraph as PdfParagraph
from reportlab.platypus import Table as PdfTable
from reportlab.platypus.tableofcontents import TableOfContents

from bjcalc.documents.drawing import Drawing
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
    Picture,
    Section,
    Strong,
    Table,
    Value,
    Words,
    plain,
)
from bjcalc.documents.pictures import draw_on, register_fonts
from bjcalc.numbers import exact_lines
from bjcalc.shown import shown

_WIDTH, _HEIGHT = A4
_SIDE, _TOP, _BOTTOM = 51.0, 62.0, 58.0
FRAME_WIDTH = _WIDTH - 2 * _SIDE
FRAME_HEIGHT = _HEIGHT - _TOP - _BOTTOM
_TABLE_SIZE = 7.6
_PAD = 4.0
_INK, _FAINT, _LINE = HexColor("#16181d"), HexColor("#585f6e"), HexColor("#c9cdd6")
_MARK, _PANEL = HexColor("#e9f1f8"), HexColor("#f4f6f9")
_CODE = "#34506e"
_DIGITS_A_LINE = 104
# What belongs together and is at most so high stays on one page; what is higher begins where there
# is room for a good part of it.
_TOGETHER = 0.55 * FRAME_HEIGHT
_ROOM = 150.0


def to_pdf(document: Document) -> bytes:
    """Return a document as a PDF file."""
    register_fonts()
    styles = _styles()
    contents = TableOfContents(dotsMinLevel=0)
    contents.levelStyles = [styles["toc1"], styles["toc2"]]
    contents.tableStyle = TableStyle(_padding(0, 0, 0.8, 0.8))
    writer = _Writer(document, styles)
    out = io.BytesIO()
    _Pages(out, document).multiBuild(writer.story(contents))
    return out.getvalue()


def _styles() -> dict[str, ParagraphStyle]:
    found = json.loads(files(__package__).joinpath("styles.json").read_text(encoding="utf-8"))
    made = {}
    for name, given in found.items():
        style = {"fontName": "Vera", "leading": given["fontSize"] * 1.4, **given}
        style["textColor"] = HexColor(given.get("textColor", "#000000"))
        made[name] = ParagraphStyle(name, **style)
    return made


def _padding(left: float, right: float, top: float, bottom: float) -> list[Any]:
    sides = {"LEFT": left, "RIGHT": right, "TOP": top, "BOTTOM": bottom}
    return [(f"{side}PADDING", (0, 0), (-1, -1), size) for side, size in sides.items()]


class _Pages(BaseDocTemplate):  # type: ignore[misc, unused-ignore]
    """The pages: margins, head and foot; notes headings for the contents and the outline."""

    pages = 0

    def __init__(self, out: io.BytesIO, document: Document) -> None:
        super().__init__(
            out,
            pagesize=A4,
            title=document.full_title,
            subject=document.subtitle,
            author="",
            creator=document.made_by,
            lang="en",
            invariant=1,
        )
        self.document = document
        frame = Frame(_SIDE, _BOTTOM, FRAME_WIDTH, FRAME_HEIGHT, 0, 0, 0, 0)
        self.addPageTemplates(
            [
                PageTemplate("first", [frame], onPage=_foot, autoNextPageTemplate="later"),
                PageTemplate("later", [frame], onPage=_head_and_foot),
            ]
        )

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 - reportlab's name
        """Enter a heading into the contents and the outline."""
        if isinstance(flowable, _Heading):
            level, title, anchor = flowable.level - 1, flowable.title, flowable.anchor
            self.canv.bookmarkPage(anchor)
            self.canv.addOutlineEntry(title, anchor, level=level, closed=level == 0)
            self.notify("TOCEntry", (level, escape(title), self.page, anchor))

    def build(self, *args: Any, **kwargs: Any) -> None:
        """Build once; `multiBuild` does so until the contents are right, and so is the number."""
        super().build(*args, **kwargs)
        self.pages = self.page


def _foot(canvas: Canvas, doc: _Pages) -> None:
    canvas.setFillColor(_FAINT)
    canvas.setFont("Vera", 7.5)
    canvas.drawString(_SIDE, 34, doc.document.made_by)
    of = f" of {doc.pages}" if doc.pages else ""
    canvas.drawRightString(_WIDTH - _SIDE, 34, f"Page {doc.page}{of}")


def _head_and_foot(canvas: Canvas, doc: _Pages) -> None:
    _foot(canvas, doc)
    text, kind = shown(doc.document.title), doc.document.kind
    if canvas.stringWidth(text, "Vera", 7.5) > FRAME_WIDTH - 110:
        while canvas.stringWidth(f"{text}…", "Vera", 7.5) > FRAME_WIDTH - 110:
            text = text[:-1]
        text = f"{text}…"
    canvas.drawString(_SIDE, _HEIGHT - 40, text)
    canvas.drawRightString(_WIDTH - _SIDE, _HEIGHT - 40, kind[:1].upper() + kind[1:])
    canvas.setStrokeColor(_LINE)
    canvas.setLineWidth(0.5)
    canvas.line(_SIDE, _HEIGHT - 46, _WIDTH - _SIDE, _HEIGHT - 46)


class _Heading(PdfParagraph):  # type: ignore[misc, unused-ignore]
    """A heading that enters itself into the contents; levels are 1 and 2."""

    def __init__(self, title: str, anchor: str, level: int, style: ParagraphStyle) -> None:
        super().__init__(_escaped(title), style)
        self.title, self.anchor, self.level = shown(title), anchor, level


class _Drawn(Flowable):  # type: ignore[misc, unused-ignore]
    """A drawing among the text, as wide as the text."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self.drawing = drawing
        self.scale = FRAME_WIDTH / drawing.width
        self.width, self.height = FRAME_WIDTH, drawing.height * self.scale
        self.spaceBefore, self.spaceAfter = 5, 5

    def draw(self) -> None:
        """Put it on the page."""
        self.canv.scale(self.scale, self.scale)
        draw_on(self.canv, self.drawing)


class _Writer:
    """Turns the document into reportlab's flowables."""

    def __init__(self, document: Document, styles: dict[str, ParagraphStyle]) -> None:
        self.document = document
        self.styles = styles

    def story(self, contents: Flowable) -> list[Flowable]:
        """Return the whole document."""
        document, kind = self.document, self.document.kind
        story: list[Flowable] = [
            self._text(_escaped(kind[:1].upper() + kind[1:]), "kind"),
            self._text(_escaped(document.title), "title"),
            self._text(_escaped(document.subtitle), "lead"),
            *(one for block in document.front for one in self._block(block)),
            PageBreak(),
            self._text("Contents", "h1"),
            contents,
            PageBreak(),
        ]
        for number, section in enumerate(document.sections, start=1):
            story += self._section(number, section)
        return story + self._appendix()

    def _section(self, number: int, section: Section) -> list[Flowable]:
        parts = [(self._heading(f"{number}. {section.title}", section.key, 1), section)]
        for index, part in enumerate(section.parts, start=1):
            parts.append((self._heading(f"{number}.{index} {part.title}", part.key, 2), part))
        story: list[Flowable] = []
        waiting: list[Flowable] = []
        for title_line, one in parts:
            if not all(isinstance(before, _Heading) for before in waiting):
                story += _kept(waiting)
                waiting = []
            waiting.append(title_line)
            for place, block in enumerate(one.blocks):
                waiting += self._block(block)
                # A picture stays with the table before it, and a paragraph with what follows.
                after = one.blocks[place + 1 : place + 2]
                picture_next = any(isinstance(next_one, Picture) for next_one in after)
                if not isinstance(block, Paragraph) and not picture_next:
                    story += _kept(waiting)
                    waiting = []
        return [*story, *_kept(waiting)]

    def _appendix(self) -> list[Flowable]:
        heading = self._heading("Appendix: exact values", "exact-values", 1)
        words = "No exact value had to be shortened."
        if self.document.exact:
            words = (
                "Fractions in lowest terms that were shortened above. Lines are cut anywhere; "
                "nothing is left out."
            )
        blocks = [heading, self._text(words, "body")]
        for one in self.document.exact:
            name = f'<a name="{one.anchor}"/><b>{one.number}</b> {_escaped(one.name)}'
            lines = exact_lines(one.value, _DIGITS_A_LINE)
            pair = [self._text(name, "cell"), self._text("<br/>".join(lines), "value")]
            blocks += [KeepTogether(pair)] if len(lines) < 30 else pair
        return blocks

    def _text(self, markup: str, style: str) -> Flowable:
        return PdfParagraph(markup, self.styles[style])

    def _heading(self, title: str, anchor: str, level: int) -> Flowable:
        return _Heading(title, anchor, level, self.styles[f"h{level}"])

    def _block(self, block: Block) -> list[Flowable]:
        if isinstance(block, Paragraph):
            return [self._text(_markup(block.words), block.tone or "body")]
        if isinstance(block, Bullets):
            return [
                self._text(f"<bullet>•</bullet>{_markup(item)}", "bullet") for item in block.items
            ]
        if isinstance(block, Commands):
            return [self._commands(block)]
        if isinstance(block, Value):
            value = "<br/>".join(exact_lines(block.exact, _DIGITS_A_LINE))
            return [self._text(f"{_escaped(block.label)}:", "body"), self._text(value, "value")]
        if isinstance(block, Table):
            caption = [self._text(_escaped(block.caption), "caption")] if block.caption else []
            return [*caption, self._table(block)]
        if isinstance(block, Grid):
            return [_Drawn(block.draw(FRAME_WIDTH))]
        return [_Drawn(block.drawing), self._text(_escaped(block.caption), "figure")]

    def _commands(self, block: Commands) -> Flowable:
        return PdfTable(
            [[self._text(_escaped(line), "code")] for line in block.lines],
            colWidths=[FRAME_WIDTH],
            style=[
                ("BACKGROUND", (0, 0), (-1, -1), _PANEL),
                ("BOX", (0, 0), (-1, -1), 0.5, _LINE),
                *_padding(7, _PAD, 2, 2),
            ],
            spaceBefore=3,
            spaceAfter=9,
        )

    def _table(self, block: Table) -> Flowable:
        rows: list[list[Flowable]] = []
        style: list[Any] = [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *_padding(_PAD, _PAD, 2.2, 2.6),
            ("LINEBELOW", (0, 0), (-1, -1), 0.35, _LINE),
        ]
        first = 1 if block.has_heading else 0
        kinds = ["-number" * one.numeric for one in block.fields]
        if first:
            titles = zip(block.fields, kinds, strict=True)
            rows.append([self._text(_escaped(one.title), f"head{kind}") for one, kind in titles])
            style += [
                ("LINEBELOW", (0, 0), (-1, 0), 0.9, _INK),
                ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ]
        for place, row in enumerate(block.rows):
            marked = "<b>{}</b>" if place in block.marked else "{}"
            entries = zip(row, kinds, strict=True)
            rows.append(
                [self._text(marked.format(_entry(one)), f"cell{kind}") for one, kind in entries]
            )
            if place in block.marked:
                line = place + first
                style.append(("BACKGROUND", (0, line), (-1, line), _MARK))
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


def _kept(group: list[Flowable]) -> list[Flowable]:
    """Return flowables that belong together: headings, their text, and the table after it."""
    if not group:
        return []
    height = sum(
        one.wrap(FRAME_WIDTH, FRAME_HEIGHT)[1] + one.getSpaceBefore() + one.getSpaceAfter()
        for one in group
    )
    pictures = any(isinstance(one, _Drawn) for one in group)
    if height <= (FRAME_HEIGHT if pictures else _TOGETHER):
        return [KeepTogether(group)]
    return [CondPageBreak(_ROOM), *group]


def _markup(words: Words) -> str:
    return "".join(map(_inline, words))


def _inline(one: Inline) -> str:
    if isinstance(one, Code):
        return f'<font color="{_CODE}">{_escaped(one.text)}</font>'
    if isinstance(one, Strong):
        return f"<b>{_escaped(one.text)}</b>"
    if isinstance(one, Link):
        return f'<a href="#{one.anchor}" color="{_CODE}">{_escaped(one.text)}</a>'
    return "<br/>".join(map(_escaped, one.split("\n")))


def _entry(entry: Entry) -> str:
    if isinstance(entry, Number):
        link = f" {_inline(entry.link)}" if entry.link else ""
        return f"{_escaped(entry.text)}{link}"
    if isinstance(entry, Filled):
        return _escaped(entry.text)
    return _markup(entry) if isinstance(entry, tuple) else _inline(entry)


def _widths(block: Table) -> list[float]:
    """Return the columns' widths: what their texts need, else numbers in full and texts wrapped."""

    def width(text: str, bold: bool) -> float:
        return float(stringWidth(text, "Vera-Bold" if bold else "Vera", _TABLE_SIZE))

    wanted, least = [], []
    for place, one in enumerate(block.fields):
        texts = [
            (_measured(row[place]), i in block.marked or _has_bold(row[place]))
            for i, row in enumerate(block.rows)
        ]
        whole = [width(text, bold) for text, bold in texts]
        words = [
            max(width(word, bold) for word in _unbreakable(text).split(" ")) for text, bold in texts
        ]
        head = [width(word, True) for word in one.title.split()]
        fixed = one.numeric and not any(" " in text for text, _ in texts)
        wanted.append(max([*whole, width(one.title, True), 0.0]) + 2 * _PAD + 1)
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


def _measured(entry: Entry) -> str:
    """Return an entry's text with the link behind a number."""
    link = entry.link if isinstance(entry, Number) else None
    return f"{plain(entry)} {link.text}" if link else plain(entry)


def _has_bold(entry: Entry) -> bool:
    return isinstance(entry, tuple) and any(isinstance(one, Strong) for one in entry)


def _unbreakable(text: str) -> str:
    """Return a text in which a number stays with its per cent sign."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _escaped(text: str) -> str:
    """Return a text as reportlab's markup."""
    return escape(_unbreakable(shown(text)))
