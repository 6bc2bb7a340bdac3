"""What a chart says in words: headings, notes, exceptions."""

from __future__ import annotations

from bjcalc.charts.palette import FILL, MEANING
from bjcalc.charts.sheet import Sheet
from bjcalc.documents.model import Entry, Filled, Strong, Table, table
from bjcalc.numbers import decimal_text, exact_text
from bjcalc.rules.actions import Symbol
from bjcalc.shoe import ACE, TEN, VALUES
from bjcalc.strategy import Note
from bjcalc.strategy.classes import CD, CLASSES, TD
from bjcalc.strategy.exceptions import HandException
from bjcalc.strategy.rows import COLUMN_NAMES, Row, RowKind

CLASS_WORDS = {
    TD: CLASSES[TD].label,
    CD: f"{CLASSES[CD].label}: this chart with its exceptions",
}
BLOCKS = (
    ("Hard totals", (RowKind.HARD,)),
    ("Soft totals", (RowKind.SOFT,)),
    ("Pairs", (RowKind.PAIR, RowKind.MIXED_TENS)),
)

# Places of a gain in a single hand.
PLACES = 6


def block_rows(sheet: Sheet, kinds: tuple[RowKind, ...]) -> list[Row]:
    """Return the rows of one block of the chart."""
    return [row for row in sheet.rows if row.kind in kinds]


def row_label(row: Row) -> str:
    """Return a row's name as it stands beside a block whose kind is told above it."""
    if row.kind is RowKind.SOFT and row.value > 12:
        second = row.value - 11
        return f"A,{VALUES[second - 1]}"
    return str(row.value) if row.kind is RowKind.HARD else row.name


def up_words(up: int) -> str:
    """Return an up card in words."""
    return {ACE: "an ace", TEN: "a ten", 7: "an eight"}.get(up, f"a {VALUES[up]}")


def cell_words(row: Row, up: int, symbol: Symbol) -> str:
    """Return a cell in words, for a reader who hears it."""
    return f"{row.name} against {up_words(up)}: {MEANING[symbol]}"


def used_symbols(sheet: Sheet) -> list[Symbol]:
    """Return the symbols of the chart in Symbol's order."""
    used = {cell.symbol for cell in sheet.cells}
    return [symbol for symbol in Symbol if symbol in used]


def squares(sheet: Sheet, title: str, named: dict[Row, str], caption: str = "") -> Table:
    """Return rows of the chart as a table of coloured squares, `named` as they are to be called."""
    rows: list[tuple[Entry, ...]] = [
        (
            (Strong(name),),
            *(
                Filled(cell.symbol, FILL[cell.symbol], cell_words(row, cell.up, cell.symbol))
                for cell in sheet.row_cells(row)
            ),
        )
        for row, name in named.items()
    ]
    fields = [f"row={title}", *(f"{name}={name}" for name in COLUMN_NAMES)]
    return table("chart", " | ".join(fields), rows, caption=caption)


def whole_table(sheet: Sheet) -> Table:
    """Return the whole chart as one table."""
    about = f"Class {sheet.strategy_class}, EV {decimal_text(sheet.ev)} = {exact_text(sheet.ev)}"
    caption = f"{sheet.game}: {sheet.rules_line}. {about}"
    return squares(sheet, "", {row: row.name for row in sheet.rows}, caption)


def note_words(note: Note) -> str:
    """Return a note in words, with what it adds to the game's EV."""
    return (
        f"{note.row.name} against {VALUES[note.up]}: {note.action} with {note.cards} or more cards "
        f"(+{decimal_text(note.gain, 10)})"
    )


def exception_words(one: HandException) -> str:
    """Return an exception in words: the hand, what is best, the gain for it."""
    return (
        f"{one.cards} against {VALUES[one.up]}: {one.best_action.value}, not "
        f"{one.chart_action.value} (+{decimal_text(one.gain, PLACES)})"
    )


def readings_text(sheet: Sheet) -> str:
    """Return how the open rules are read, such as "resplit-aces=no, straights=both"."""
    return ", ".join(f"{name}={reading}" for name, reading in sheet.readings)


def ev_lines(sheet: Sheet) -> list[str]:
    """Return the EVs that a chart prints, per initial bet."""
    lines = [f"EV of the chart as printed (class TD): {decimal_text(sheet.td_ev)}"]
    other = f"EV of the best play of every composition (class CD): {decimal_text(sheet.cd_ev)}"
    return [*lines, other] if sheet.strategy_class == "TD" else [other, *lines]
