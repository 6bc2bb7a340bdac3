"""How a chart lies on its page: the drawing that is written as SVG, PDF and PNG."""

from __future__ import annotations

from bjcalc.charts.palette import FAINT, FILL, INK, MEANING, RULE
from bjcalc.charts.sheet import Sheet
from bjcalc.charts.words import (
    BLOCKS,
    CLASS_WORDS,
    block_rows,
    cell_words,
    ev_lines,
    exception_words,
    note_words,
    readings_text,
    row_label,
    used_symbols,
)
from bjcalc.documents import pictures
from bjcalc.documents.drawing import (
    PAPER_SIZES,
    Box,
    Drawing,
    Line,
    Shape,
    Text,
    fitting,
    wrapped,
)
from bjcalc.documents.html import to_svg as drawing_to_svg
from bjcalc.numbers import exact_text
from bjcalc.strategy.rows import COLUMN_NAMES, RowKind

_MARGIN = 36.0
_GAP = 17.0
_CELL_HEIGHT = 16.5
_LABEL_WIDTH = 45.0
_SMALL = 7.2
_LEADING = 10.0


def to_svg(sheet: Sheet, paper: str = "a4") -> str:
    """Return the chart as an SVG file of one page."""
    return drawing_to_svg(draw(sheet, paper))


def to_pdf(sheet: Sheet, paper: str = "a4") -> bytes:
    """Return the chart as a PDF file of one page (the extra `pictures`)."""
    return pictures.to_pdf(draw(sheet, paper), f"bjcalc {sheet.version}")


def to_png(sheet: Sheet, paper: str = "a4") -> bytes:
    """Return the chart as a PNG picture of one page (the extra `pictures`)."""
    return pictures.to_png(draw(sheet, paper), f"bjcalc {sheet.version}")


def draw(sheet: Sheet, paper: str = "a4") -> Drawing:
    """Return a chart's page for a paper size ("a4" or "letter")."""
    width, height = PAPER_SIZES[paper]
    page = _Page(sheet, width, height, _MARGIN)
    page.lay_out()
    return page.drawing


def draw_grid(sheet: Sheet, width: float) -> Drawing:
    """Return a chart's cells and what their symbols mean, without heading and footing."""
    page = _Page(sheet, width, 0, 0)
    page.drawing.height = page.grid(0) + 1
    return page.drawing


class _Page:
    """Lays out a page from top to bottom."""

    def __init__(self, sheet: Sheet, width: float, height: float, margin: float) -> None:
        self.sheet = sheet
        self.left = margin
        self.inner = width - 2 * margin
        self.half = (self.inner - _GAP) / 2
        self.right = self.left + self.half + _GAP
        self.drawing = Drawing(
            width,
            height,
            f"{sheet.game}: {CLASS_WORDS[sheet.strategy_class]}",
            f"{sheet.rules_line}. Game file SHA-256 {sheet.sha256}.",
        )

    def lay_out(self) -> None:
        """Put everything on the page."""
        below_title = self._heading(_MARGIN)
        below_grid = self.grid(below_title + 12)
        self._footing(below_grid + 16, self.drawing.height - _MARGIN)

    def _add(self, *shapes: Shape) -> None:
        self.drawing.shapes += shapes

    def _rule(self, y: float) -> None:
        self._add(Line(((self.left, y), (self.left + self.inner, y)), RULE))

    def _lines(self, y: float, text: str, size: float, *, colour: str = INK) -> float:
        """Write a text over the full width; return the base line of its last line."""
        for number, line in enumerate(wrapped(text, size, self.inner)):
            y += (size * 1.35) if number else 0
            self._add(Text(self.left, y, line, size, colour=colour))
        return y

    def _heading(self, y: float) -> float:
        sheet = self.sheet
        size = fitting(sheet.game, 20.0, self.inner, bold=True, least=9)
        y += 15
        self._add(Text(self.left, y, sheet.game, size, bold=True, colour=INK))
        words = CLASS_WORDS[sheet.strategy_class]
        y = self._lines(y + 16, words[0].upper() + words[1:], 9.5)
        y = self._lines(y + 13, sheet.rules_line, 8.5, colour=RULE)
        if sheet.settings:
            y = self._lines(y + 12, f"with {', '.join(sheet.settings)}", 8.5, colour=RULE)
        for line in ev_lines(sheet):
            y = self._lines(y + 12, line, 8.5)
        return y

    def grid(self, top: float) -> float:
        """Put the chart's three blocks and the legend on the page; return where they end."""
        hard_end = self._block(self.left, top, *BLOCKS[0])
        soft_end = self._block(self.right, top, *BLOCKS[1])
        pairs_end = self._block(self.right, soft_end + 9, *BLOCKS[2])
        legend_end = self._legend(hard_end + 9)
        return max(legend_end, pairs_end)

    def _block(self, x: float, y: float, title: str, kinds: tuple[RowKind, ...]) -> float:
        """Draw one block of the chart; return where it ends."""
        cell_width = (self.half - _LABEL_WIDTH) / len(COLUMN_NAMES)

        def write(
            x: float, y: float, text: str, anchor: str, size: float = 8.5, bold: bool = True
        ) -> None:
            self._add(Text(x, y, text, size, bold, anchor, INK))

        write(x, y + 11, title.split(maxsplit=1)[0], "start")
        lefts = [x + _LABEL_WIDTH + place * cell_width for place in range(len(COLUMN_NAMES))]
        for left, name in zip(lefts, COLUMN_NAMES, strict=True):
            write(left + cell_width / 2, y + 11, name, "middle")
        y += _CELL_HEIGHT
        for row in block_rows(self.sheet, kinds):
            label = row_label(row)
            size = fitting(label, 8.5, _LABEL_WIDTH - 5, bold=True)
            write(x + _LABEL_WIDTH - 5, y + 11.5, label, "end", size)
            for left, cell in zip(lefts, self.sheet.row_cells(row), strict=True):
                words = cell_words(row, cell.up, cell.symbol)
                self._add(Box(left, y, cell_width, _CELL_HEIGHT, FILL[cell.symbol], words, RULE))
                write(left + cell_width / 2, y + 11.5, cell.symbol, "middle", bold=False)
            y += _CELL_HEIGHT
        return y

    def _legend(self, y: float) -> float:
        """Draw what the symbols mean, in two columns; return where it ends."""
        symbols = used_symbols(self.sheet)
        lines = (len(symbols) + 1) // 2
        for number, symbol in enumerate(symbols):
            column, line = divmod(number, lines)
            left, top = self.left + column * self.half / 2, y + line * 15.5
            self._add(
                Box(left, top, 21, 13, FILL[symbol], outline=RULE),
                Text(left + 10.5, top + 9.6, symbol, 8, anchor="middle", colour=INK),
                Text(left + 26, top + 9.6, MEANING[symbol], 8, colour=INK),
            )
        return y + lines * 15.5

    def _footing(self, y: float, bottom: float) -> None:
        """Write what stands below the chart; lists are as long as there is room."""
        last = self._signature(bottom)
        self._rule(y - 8)
        for line in self.sheet.insurance:
            y = self._lines(y + 2, line, _SMALL + 0.3) + 9
        notes = [note_words(note) for note in self.sheet.notes]
        better = [exception_words(one) for one in self.sheet.exceptions.hands]
        room = max(0, int((last - y - 4) / _LEADING))
        if not better or not room:
            return
        other = f"Hands better played otherwise ({len(better)}), by worth to the game"
        if notes:
            self._title(self.left, y + 8, "Three cards and more, by worth to the game")
            self._list(self.left, y + 4, _cut(notes, room))
            self._title(self.right, y + 8, other)
            self._list(self.right, y + 4, _cut(better, room))
            return
        # One list in two columns, so one heading over both.
        self._title(self.left, y + 8, f"{other}; with what it gains that hand")
        shown = _cut(better, 2 * room)
        middle = (len(shown) + 1) // 2
        self._list(self.left, y + 4, shown[:middle])
        self._list(self.right, y + 4, shown[middle:])

    def _title(self, x: float, y: float, text: str) -> None:
        self._add(Text(x, y, text, _SMALL, bold=True, colour=INK))

    def _list(self, x: float, y: float, lines: list[str]) -> None:
        """Write lines below a heading at `y`, each as large as the width allows."""
        for line in lines:
            y += _LEADING
            self._add(Text(x, y + 4, line, fitting(line, _SMALL, self.half), colour=INK))

    def _signature(self, bottom: float) -> float:
        """Write what tells this chart from another game's, upwards from the bottom."""
        sheet = self.sheet
        parts = [f"Exact EV (class {sheet.strategy_class}): {exact_text(sheet.ev)}"]
        if sheet.readings:
            parts.append(f"Open rules read as {readings_text(sheet)}")
        parts.append(f"Game file SHA-256 {sheet.sha256}. Made by bjcalc {sheet.version}.")
        size = 6.0
        lines = [line for part in parts for line in wrapped(part, size, self.inner)]
        y = bottom - (len(lines) - 1) * 8
        top = y - 9
        self._rule(top)
        for line in lines:
            self._add(Text(self.left, y, line, size, colour=FAINT))
            y += 8
        return top - 8


def _cut(lines: list[str], room: int) -> list[str]:
    """Return as many lines as there is room for; the last then tells how many are left out."""
    if len(lines) <= room:
        return lines
    return [*lines[: room - 1], f"and {len(lines) - room + 1} more"]
