"""A chart in a terminal, in colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bjcalc.charts.palette import FILL, INK
from bjcalc.charts.sheet import Sheet
from bjcalc.charts.text import footing_lines, heading_lines
from bjcalc.charts.words import BLOCKS, block_rows, row_label
from bjcalc.strategy.rows import COLUMN_NAMES

if TYPE_CHECKING:
    from rich.console import Console


def print_chart(sheet: Sheet, console: Console) -> None:
    """Print the chart, coloured as far as the terminal can."""
    from rich.text import Text

    first, *rest = heading_lines(sheet)
    console.print(Text(first, style="bold"))
    for text in rest:
        console.print(Text(text), soft_wrap=True)
    for title, kinds in BLOCKS:
        console.print()
        head = Text(title.ljust(12), style="bold")
        head.append("".join(name.center(4) for name in COLUMN_NAMES), style="bold")
        console.print(head)
        for row in block_rows(sheet, kinds):
            line = Text(row_label(row).ljust(12))
            for cell in sheet.row_cells(row):
                line.append(cell.symbol.center(4), style=f"{INK} on {FILL[cell.symbol]}")
            console.print(line)
    console.print()
    for text in footing_lines(sheet):
        console.print(Text(text), soft_wrap=True)
