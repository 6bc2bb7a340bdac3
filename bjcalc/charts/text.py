"""A chart as plain text and as Markdown."""

from __future__ import annotations

from bjcalc.charts.palette import MEANING
from bjcalc.charts.sheet import Sheet
from bjcalc.charts.words import (
    BLOCKS,
    CLASS_WORDS,
    block_rows,
    ev_lines,
    exception_words,
    note_words,
    row_label,
    used_symbols,
)
from bjcalc.numbers import exact_lines, exact_text
from bjcalc.strategy.rows import COLUMN_NAMES

_MOST_LISTED = 12


def about_lines(sheet: Sheet) -> list[str]:
    """Return the lines below a chart's title: rules, file, class, decimal EVs."""
    return [
        sheet.rules_line,
        f"game file SHA-256 {sheet.sha256}",
        *([f"with {', '.join(sheet.settings)}"] if sheet.settings else []),
        "",
        CLASS_WORDS[sheet.strategy_class][0].upper() + CLASS_WORDS[sheet.strategy_class][1:],
        *ev_lines(sheet),
    ]


def heading_lines(sheet: Sheet) -> list[str]:
    """Return the lines above a chart: game, rules, file, class, EV, the last as a fraction too."""
    fraction = [f"  {part}" for part in exact_lines(sheet.ev)]
    return [sheet.game, *about_lines(sheet), "As a fraction:", *fraction]


def legend(sheet: Sheet) -> str:
    """Return what the chart's symbols mean, in one line."""
    return ", ".join(f"{symbol} {MEANING[symbol]}" for symbol in used_symbols(sheet))


def footing_lines(sheet: Sheet, *, most: int = _MOST_LISTED) -> list[str]:
    """Return the lines below a chart: legend, insurance, notes, exceptions, readings."""
    lines = [legend(sheet), *sheet.insurance]
    if sheet.notes:
        lines += ["", "Where the number of cards matters, by what each note adds to the EV:"]
        lines += [f"  {note_words(note)}" for note in sheet.notes[:most]]
        lines += _left_out(len(sheet.notes), most)
    hands = sheet.exceptions.hands
    if hands:
        lines += [
            "",
            f"{len(hands)} hands are better played otherwise (gain for the hand; by worth to the "
            "game):",
        ]
        shown = hands if sheet.strategy_class == "CD" else hands[:most]
        lines += [f"  {exception_words(one)}" for one in shown]
        lines += _left_out(len(hands), len(shown))
    if sheet.readings:
        taken = ", ".join(f"{name}={reading}" for name, reading in sheet.readings)
        lines += ["", f"Where the rules' text is open, read as: {taken}"]
    return lines


def _left_out(count: int, shown: int) -> list[str]:
    return [f"  and {count - shown} more"] if count > shown else []


def plain_text(sheet: Sheet) -> str:
    """Return the chart as text of fixed width."""
    lines = [*heading_lines(sheet), ""]
    for title, kinds in BLOCKS:
        lines.append(title.ljust(12) + "".join(name.rjust(4) for name in COLUMN_NAMES))
        for row in block_rows(sheet, kinds):
            cells = "".join(cell.symbol.rjust(4) for cell in sheet.row_cells(row))
            lines.append(row_label(row).ljust(12) + cells)
        lines.append("")
    return "\n".join([*lines, *footing_lines(sheet)]) + "\n"


def markdown(sheet: Sheet) -> str:
    """Return the chart as Markdown with tables."""
    lines = [f"# {sheet.game}", ""]
    lines += [f"{line}  " for line in about_lines(sheet) if line]
    lines[-1] = lines[-1].rstrip()
    lines += ["", f"EV as a fraction: `{exact_text(sheet.ev)}`", ""]
    for title, kinds in BLOCKS:
        lines += [
            f"| {title} | " + " | ".join(COLUMN_NAMES) + " |",
            "|---" * (len(COLUMN_NAMES) + 1) + "|",
        ]
        for row in block_rows(sheet, kinds):
            cells = " | ".join(cell.symbol for cell in sheet.row_cells(row))
            lines.append(f"| **{row_label(row)}** | {cells} |")
        lines.append("")
    for line in footing_lines(sheet):
        lines.append(f"- {line.strip()}" if line.startswith("  ") else line)
        if line and not line.startswith("  "):
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"
