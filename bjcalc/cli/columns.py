"""Plain text tables for a terminal or a pipe: aligned columns, no colour, nothing to import."""

from __future__ import annotations

from collections.abc import Sequence


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
