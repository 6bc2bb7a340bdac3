"""Plain text for a terminal or a pipe: aligned columns, wrapped prose, no colour."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

WIDTH = 80


def aligned(rows: Sequence[Sequence[str]], *, left: Sequence[int] = (0,)) -> str:
    """Return the rows as lines of aligned columns, two spaces apart.

    The columns in `left` are flush left, the others flush right; the last line has no line end.
    """
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = (
        "  ".join(
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
    return "\n".join(lines)


def wrapped(text: str, *, first: str = "", rest: str = "") -> str:
    """Return prose in lines of at most `WIDTH` characters, none of its words cut.

    `first` begins the first line, `rest` every other one. Line breaks of the text become spaces.
    """
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
