"""What commands print, from templates: templates/NAME.txt, written for Jinja.

Values that are filled in are never read as notation. `{% filter table %}` puts lines whose cells
are set apart by a broken bar into columns, `{% filter fill %}` wraps prose.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from bjcalc.cli.about import heading
from bjcalc.cli.bets import pay_text, pays_remark
from bjcalc.cli.columns import aligned, wrapped
from bjcalc.numbers import decimal_text, exact_lines, exact_text, percent_text, root_text
from bjcalc.shoe import VALUES
from bjcalc.shown import shown

_BETWEEN, _KEPT = "\u00a6", "\ue000"  # a broken bar, and what stands for one in a value


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("bjcalc.cli"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: str(value).replace(_BETWEEN, _KEPT),
    )
    made.filters |= {
        "table": _table,
        "fill": lambda text, first="", rest=None: wrapped(
            text, first=first, rest=first if rest is None else rest
        ),
        "decimal": decimal_text,
        "percent": percent_text,
        "exact": exact_text,
        "exact_lines": exact_lines,
        "root": root_text,
        "pay": pay_text,
        "shown": shown,
    }
    made.globals |= {"heading": heading, "one_in": one_in, "VALUES": VALUES, "pays": pays_remark}
    return made


def worded(template: str, **values: Any) -> list[str]:
    """Return what the template of that name says of the values."""
    text = _environment().get_template(f"{template}.txt").render(values)
    return [text.replace(_KEPT, _BETWEEN)]


def one_in(chance: Fraction, places: int = 2) -> str:
    """Return "1 in so many", or "never"."""
    return f"1 in {decimal_text(1 / chance, places)}" if chance else "never"


def _table(text: str, left: Sequence[int] = (0,), indent: str = "") -> str:
    rows = [line.split(_BETWEEN) for line in text.splitlines() if line.strip()]
    cells = [[first.rstrip(), *map(str.strip, more)] for first, *more in rows]
    lines = aligned(cells, left=left).splitlines()
    return "".join(f"{indent}{line}\n" for line in lines)
