"""A number of rounds as an option's value: 250000, 250_000 or 200e6."""

from __future__ import annotations

import re

import click

MOST_ROUNDS = 10**15

_LONGEST = 100


class Rounds(click.ParamType):  # type: ignore[type-arg]  # generic only from click 8.2 on
    """A whole number from 1 on, also written with an exponent."""

    name = "N"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Return the number, or fail saying what was written."""
        text = str(value).strip()
        match = re.fullmatch(r"(\d[\d_]*)(?:\.(\d+))?(?:[eE]\+?(\d{1,2}))?", text, re.ASCII)
        if match is not None and len(text) <= _LONGEST:
            whole, part, exponent = match.groups()
            part = part or ""
            power = int(exponent or 0) - len(part.rstrip("0"))
            digits = int(whole.replace("_", "") + part.rstrip("0"))
            if power >= 0 and 1 <= digits * 10**power <= MOST_ROUNDS:
                return int(digits * 10**power)
        self.fail(
            f"{text[:_LONGEST]!r} is not a number of rounds such as 250000 or 200e6", param, ctx
        )


ROUNDS = Rounds()
