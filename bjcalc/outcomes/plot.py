"""The tolerance of a live game as a picture: intervals of the RTP over the number of rounds.

All of it is by the normal law. Two panels over the same powers of ten: the intervals themselves, in
which few rounds can be read, and half their widths on a logarithmic scale, in which many rounds can
be read as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bjcalc.documents.drawing import Drawing, wrapped
from bjcalc.documents.html import to_svg
from bjcalc.documents.plots import Intervals, below, intervals
from bjcalc.numbers import decimal_text, exact_text
from bjcalc.outcomes.distribution import Moments
from bjcalc.outcomes.tolerance import LEVELS, Per, normal_interval, rtp_and_variance

UNIT_WORDS = {Per.INITIAL: "initial bet", Per.WAGERED: "unit wagered"}
_FIRST, _LAST = 3, 9
_STEPS = 6  # points for each power of ten


@dataclass(frozen=True, slots=True)
class Spread:
    """Half the widths of the intervals of each level around the RTP, over powers of ten."""

    centre: Fraction
    powers: tuple[Fraction, ...]
    halves: dict[Fraction, tuple[Fraction, ...]]

    def data(self) -> dict[str, Any]:
        """Return all but the centre as JSON data."""
        return {
            "powers_of_ten": [exact_text(power) for power in self.powers],
            "half_widths": {
                level_text(level): [decimal_text(half, 12) for half in halves]
                for level, halves in self.halves.items()
            },
        }


def level_text(level: Fraction) -> str:
    """Return a level of confidence as it is printed, such as "99.9 %"."""
    return f"{decimal_text(100 * level, 1).removesuffix('.0')} %"


def spread(moments: Moments, initial: Fraction, per: Per) -> Spread:
    """Return the intervals of all levels from 10^3 to 10^9 rounds, normal law."""
    centre, _ = rtp_and_variance(moments, initial, per)
    powers = tuple(Fraction(step, _STEPS) for step in range(_FIRST * _STEPS, _LAST * _STEPS + 1))
    rounds = [_power_of_ten(power) for power in powers]
    halves = {
        level: tuple(
            normal_interval(moments, initial, per, one, level).high - centre for one in rounds
        )
        for level in LEVELS
    }
    return Spread(centre, powers, halves)


def _power_of_ten(exponent: Fraction) -> int:
    """Return 10 to a rational power, rounded to a whole number of rounds."""
    import mpmath  # type: ignore[import-untyped]

    with mpmath.workdps(30):
        return int(
            mpmath.nint(mpmath.power(10, mpmath.mpf(exponent.numerator) / exponent.denominator))
        )


def draw(about: Spread, title: str, head: Sequence[str] = ()) -> Drawing:
    """Return the picture; `head` are lines to be written above it."""
    levels = [
        Intervals(
            level_text(level),
            [
                (float(power), float(100 * half))
                for power, half in zip(about.powers, halves, strict=True)
            ],
        )
        for level, halves in about.halves.items()
    ]
    return intervals(title, float(100 * about.centre), levels, head)


def tolerance_svg(
    moments: Moments, initial: Fraction, per: Per, title: str, notes: Sequence[str] = ()
) -> str:
    """Return the picture as an SVG file.

    `notes` are written below: what game, rules and strategy it is of.
    """
    head = [title, f"Where the actual RTP per {UNIT_WORDS[per]} lies, by number of rounds."]
    drawing = draw(spread(moments, initial, per), f"{title}: where the actual RTP lies", head)
    return to_svg(below(drawing, [line for note in notes for line in wrapped(note, 6.2, 410)]))
