"""Writing CSV: commas, "\\n" at the ends of lines, and no cell that a spreadsheet would compute.

A text that begins as a formula does (after spaces, too, and with the wide forms of the signs) gets
an apostrophe before it; numbers and fractions, negative ones too, stay as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

_FORMULA = re.compile(r"[\t\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[./][0-9]+)?")


def csv_text(heading: Iterable[str | int], rows: Iterable[Iterable[str | int]] = ()) -> str:
    """Return a heading and the rows below it; one line alone if there are none."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([_cell(str(value)) for value in row] for row in (heading, *rows))
    return stream.getvalue()


def _cell(text: str) -> str:
    text = text.replace("\r", "\n")  # which the writer puts in quotes
    is_formula = _FORMULA.match(text) and not _NUMBER.fullmatch(text)
    return f"'{text}" if is_formula else text
