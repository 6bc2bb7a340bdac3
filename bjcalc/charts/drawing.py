"""The one drawing of a chart: a page of boxes and lines of text, which the renderers only copy.

Measures are in points (1/72 inch), y grows downwards, a text's y is its base line. Widths of text
are those of Bitstream Vera Sans, whose relatives (DejaVu Sans, Verdana) run the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

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
    row_label,
    used_symbols,
)
from bjcalc.numbers import exact_text
from bjcalc.strategy.rows import COLUMN_NAMES, RowKind

PAPER_SIZES = {"a4": (595.0, 842.0), "letter": (612.0, 792.0)}

# Advance widths of the characters 32 to 126, in thousandths of the size.
# fmt: off
_PLAIN = (
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
)
_BOLD = (
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365,
    696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580,
    1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850,
    733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500,
    500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687,
    716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
)
# fmt: on

_MARGIN = 36.0
_GAP = 17.0
_CELL_HEIGHT = 16.5
_LABEL_WIDTH = 45.0
_SMALL = 7.2
_LEADING = 10.0


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle with a thin outline; `label` is what it shows, for those who hear it."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `anchor` is start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    anchor: str = "start"
    colour: str = INK


@dataclass(frozen=True, slots=True)
class Rule:
    """A thin horizontal line."""

    x: float
    y: float
    width: float


Item = Box | Text | Rule


@dataclass(slots=True)
class Drawing:
    """A page: its size, what it is called and described as, and its items in drawing order."""

    width: float
    height: float
    title: str
    description: str
    items: list[Item] = field(default_factory=list)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line; a character that is not known counts as wide."""
    table = _BOLD if bold else _PLAIN
    units = sum(table[ord(c) - 32] if 32 <= ord(c) < 127 else 850 for c in text)
    return units * size / 1000


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Break a text into lines that fit the width, at blanks, else anywhere."""
    lines = [""]
    for word in text.split():
        candidate = f"{lines[-1]} {word}".strip()
        if text_width(candidate, size) <= width:
            lines[-1] = candidate
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if text_width(lines[-1] + character, size) > width:
                lines.append("")
            lines[-1] += character
    return lines


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

    def _add(self, *items: Item) -> None:
        self.drawing.items += items

    def _lines(self, y: float, text: str, size: float, *, colour: str = INK) -> float:
        """Write a text over the full width; return the base line of its last line."""
        for number, line in enumerate(wrapped(text, size, self.inner)):
            y += (size * 1.35) if number else 0
            self._add(Text(self.left, y, line, size, colour=colour))
        return y

    def _heading(self, y: float) -> float:
        sheet = self.sheet
        size = 20.0
        while size > 9 and text_width(sheet.game, size, bold=True) > self.inner:
            size -= 0.5
        y += 15
        self._add(Text(self.left, y, sheet.game, size, bold=True))
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
        width = (self.inner - _GAP) / 2
        right = self.left + width + _GAP
        hard_end = self._block(self.left, top, width, *BLOCKS[0])
        soft_end = self._block(right, top, width, *BLOCKS[1])
        pairs_end = self._block(right, soft_end + 9, width, *BLOCKS[2])
        legend_end = self._legend(self.left, hard_end + 9, width)
        return max(legend_end, pairs_end)

    def _block(
        self, x: float, y: float, width: float, title: str, kinds: tuple[RowKind, ...]
    ) -> float:
        """Draw one block of the chart; return where it ends."""
        cell_width = (width - _LABEL_WIDTH) / len(COLUMN_NAMES)
        base = 11.0
        self._add(Text(x, y + base, title.split(maxsplit=1)[0], 8.5, bold=True))
        for place, name in enumerate(COLUMN_NAMES):
            middle = x + _LABEL_WIDTH + (place + 0.5) * cell_width
            self._add(Text(middle, y + base, name, 8.5, bold=True, anchor="middle"))
        y += _CELL_HEIGHT
        for row in block_rows(self.sheet, kinds):
            label = row_label(row)
            end = x + _LABEL_WIDTH - 5
            size = 8.5
            while text_width(label, size, bold=True) > _LABEL_WIDTH - 5:
                size -= 0.1
            self._add(Text(end, y + 11.5, label, size, bold=True, anchor="end"))
            for place, cell in enumerate(self.sheet.row_cells(row)):
                left = x + _LABEL_WIDTH + place * cell_width
                words = cell_words(row, cell.up, cell.symbol)
                self._add(
                    Box(left, y, cell_width, _CELL_HEIGHT, FILL[cell.symbol], words),
                    Text(left + cell_width / 2, y + 11.5, cell.symbol, 8.5, anchor="middle"),
                )
            y += _CELL_HEIGHT
        return y

    def _legend(self, x: float, y: float, width: float) -> float:
        """Draw what the symbols mean, in two columns; return where it ends."""
        symbols = used_symbols(self.sheet)
        half = (len(symbols) + 1) // 2
        for number, symbol in enumerate(symbols):
            column, line = divmod(number, half)
            left, top = x + column * width / 2, y + line * 15.5
            self._add(
                Box(left, top, 21, 13, FILL[symbol]),
                Text(left + 10.5, top + 9.6, symbol, 8, anchor="middle"),
                Text(left + 26, top + 9.6, MEANING[symbol], 8),
            )
        return y + half * 15.5

    def _footing(self, y: float, bottom: float) -> None:
        """Write what stands below the chart; lists are as long as there is room."""
        sheet = self.sheet
        last = self._signature(bottom)
        self._add(Rule(self.left, y - 8, self.inner))
        for line in sheet.insurance:
            y = self._lines(y + 2, line, _SMALL + 0.3) + 9
        hands = sheet.exceptions.hands
        notes = [note_words(note) for note in sheet.notes]
        better = [exception_words(one) for one in hands]
        if not better:
            return
        more_cards = "Three cards and more, by worth to the game"
        other = f"Hands better played otherwise ({len(hands)}), by worth to the game"
        if notes:
            half = (self.inner - _GAP) / 2
            self._list(self.left, y + 4, last, more_cards, notes, half)
            self._list(self.left + half + _GAP, y + 4, last, other, better, half)
            return
        room = max(0, int((last - y - 4) / _LEADING))
        if not room:
            return
        half = (self.inner - _GAP) / 2
        shown = _cut(better, 2 * room)
        middle = (len(shown) + 1) // 2
        right = self.left + half + _GAP
        # One list in two columns, so one heading over both.
        self._add(
            Text(self.left, y + 8, f"{other}; with what it gains that hand", _SMALL, bold=True)
        )
        self._lines_of_list(self.left, y + 4, shown[:middle], half)
        self._lines_of_list(right, y + 4, shown[middle:], half)

    def _list(
        self, x: float, y: float, last: float, title: str, lines: list[str], width: float
    ) -> None:
        room = max(0, int((last - y) / _LEADING))
        if not room:
            return
        self._add(Text(x, y + 4, title, _SMALL, bold=True))
        self._lines_of_list(x, y, _cut(lines, room), width)

    def _lines_of_list(self, x: float, y: float, lines: list[str], width: float) -> None:
        """Write lines below a heading at `y`, each as large as the width allows."""
        for line in lines:
            y += _LEADING
            size = _SMALL
            while size > 5 and text_width(line, size) > width:
                size -= 0.2
            self._add(Text(x, y + 4, line, size))

    def _signature(self, bottom: float) -> float:
        """Write what tells this chart from another game's, upwards from the bottom."""
        sheet = self.sheet
        parts = [f"Exact EV (class {sheet.strategy_class}): {exact_text(sheet.ev)}"]
        if sheet.readings:
            taken = ", ".join(f"{name}={reading}" for name, reading in sheet.readings)
            parts.append(f"Open rules read as {taken}")
        parts.append(f"Game file SHA-256 {sheet.sha256}. Made by bjcalc {sheet.version}.")
        size = 6.0
        lines = [line for part in parts for line in wrapped(part, size, self.inner)]
        y = bottom - (len(lines) - 1) * 8
        top = y - 9
        self._add(Rule(self.left, top, self.inner))
        for line in lines:
            self._add(Text(self.left, y, line, size, colour=FAINT))
            y += 8
        return top - 8


def _cut(lines: list[str], room: int) -> list[str]:
    """Return as many lines as there is room for; the last then tells how many are left out."""
    if len(lines) <= room:
        return lines
    return [*lines[: room - 1], f"and {len(lines) - room + 1} more"]
