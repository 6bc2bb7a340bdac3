"""The tolerance of a live game as a picture: intervals of the RTP over the number of rounds.

Two panels over the same powers of ten: the intervals themselves, in which few rounds can be read,
and half their widths on a logarithmic scale, in which many rounds can be read as well.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from bjcalc.outcomes.distribution import Moments
from bjcalc.outcomes.tolerance import LEVELS, Interval, Per, normal_interval, rtp_and_variance

_WIDTH = 760
_LEFT, _RIGHT = 92, 30
_BANDS = (96, 330)  # top and bottom of the upper panel
_HALVES = (386, 620)  # of the lower one
_FIRST, _LAST = 3, 9
_STEPS = 12  # points for each power of ten
_SHADES = ("#1f5f8b", "#5b9bc8", "#a9cfe6")
_NOTE_SIZE, _NOTE_CHARACTERS = 11, 108


@dataclass(frozen=True, slots=True)
class _Line:
    """The intervals of one level over the powers of ten, in its shade. All in percent."""

    level: Fraction
    shade: str
    powers: Sequence[float]
    intervals: Sequence[Interval]

    @property
    def name(self) -> str:
        return f"{float(100 * self.level):g} %"

    def bounds(self) -> Iterator[tuple[float, float, float]]:
        """Yield the power of ten, the lower and the upper end."""
        for power, one in zip(self.powers, self.intervals, strict=True):
            yield power, float(100 * one.low), float(100 * one.high)


def tolerance_svg(
    moments: Moments, initial: Fraction, per: Per, title: str, notes: Sequence[str] = ()
) -> str:
    """Return an SVG of the intervals of all levels from 10^3 to 10^9 rounds, normal law.

    `notes` are written below: what game, rules and strategy the picture is of.
    """
    rtp, _ = rtp_and_variance(moments, initial, per)
    powers = [_FIRST + step / _STEPS for step in range((_LAST - _FIRST) * _STEPS + 1)]
    lines = [
        _Line(
            level,
            shade,
            powers,
            [normal_interval(moments, initial, per, round(10**power), level) for power in powers],
        )
        for level, shade in zip(LEVELS, _SHADES, strict=True)
    ]
    unit = "initial bet" if per is Per.INITIAL else "unit wagered"
    below = [line for note in notes for line in textwrap.wrap(note, _NOTE_CHARACTERS)]
    first_note = _HALVES[1] + 66
    height = first_note + 15 * len(below)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="13" role="img">',
        f"<title>{escape(title)}: where the actual RTP lies</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
        _text(_LEFT, 24, title, size=16),
        _text(_LEFT, 45, f"Where the actual RTP per {unit} lies, by number of rounds, with"),
        *_key(lines),
        *_bands(lines, float(100 * rtp)),
        *_halves(lines),
        _text((_LEFT + _WIDTH - _RIGHT) / 2, _HALVES[1] + 40, "rounds", anchor="middle"),
        *(
            _text(_LEFT, first_note + 15 * place, line, size=_NOTE_SIZE)
            for place, line in enumerate(below)
        ),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _text(x: float, y: float, text: str, *, size: int = 13, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def _x(power: float) -> float:
    return _LEFT + (power - _FIRST) / (_LAST - _FIRST) * (_WIDTH - _LEFT - _RIGHT)


def _key(lines: Sequence[_Line]) -> Iterator[str]:
    """Say which shade is which level."""
    for place, line in enumerate(lines):
        x = _LEFT + 90 * place
        yield f'<rect x="{x}" y="56" width="22" height="13" fill="{line.shade}"/>'
        yield _text(x + 28, 67, line.name)


def _bands(lines: Sequence[_Line], middle: float) -> Iterator[str]:
    """Draw the intervals as bands around the RTP, in percent."""
    top, bottom = _BANDS
    widest = [end for _, low, high in lines[-1].bounds() for end in (low, high)]
    least, most = min(widest), max(widest)

    def y(value: float) -> float:
        return top + (most - value) / (most - least) * (bottom - top)

    for line in reversed(lines):
        upper = [f"{_x(power):.1f},{y(high):.1f}" for power, _, high in line.bounds()]
        lower = [f"{_x(power):.1f},{y(low):.1f}" for power, low, _ in line.bounds()]
        yield f'<polygon points="{" ".join(upper + lower[::-1])}" fill="{line.shade}"/>'
    step = round_step(most - least)
    for count in range(ceil(least / step), floor(most / step) + 1):
        value = count * step
        yield from _grid_line(y(value), f"{value:.{max(0, -floor(log10(step)))}f} %")
    yield (
        f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(middle):.1f}" y2="{y(middle):.1f}" '
        'stroke="#111" stroke-width="1"/>'
    )
    yield _text(_WIDTH - _RIGHT, y(middle) - 6, f"RTP {middle:.4f} %", anchor="end")
    yield _text(_LEFT, top - 8, "RTP", size=12)
    yield from _powers(top, bottom)


def _halves(lines: Sequence[_Line]) -> Iterator[str]:
    """Draw half the widths of the intervals, in percent of the bets, on a logarithmic scale."""
    top, bottom = _HALVES
    halves = [
        (line, [(power, (high - low) / 2) for power, low, high in line.bounds()]) for line in lines
    ]
    known = [half for _, points in halves for _, half in points]
    ticks = _ticks_around(min(known), max(known))
    least, most = log10(ticks[0][0]), log10(ticks[-1][0])

    def y(value: float) -> float:
        return top + (most - log10(value)) / (most - least) * (bottom - top)

    for value, label in ticks:
        yield from _grid_line(y(value), label)
    for line, points in halves:
        drawn = " ".join(f"{_x(power):.1f},{y(half):.1f}" for power, half in points)
        yield (f'<polyline points="{drawn}" fill="none" stroke="{line.shade}" stroke-width="2.5"/>')
    yield _text(_LEFT, top - 8, "half the width of the interval (logarithmic)", size=12)
    yield from _powers(top, bottom)


def _ticks_around(least: float, most: float) -> list[tuple[float, str]]:
    """Return 1, 2, 5 times powers of ten, with labels, from not above `least` to `most` or more."""
    ticks = [
        (factor * 10.0**exponent, f"{factor * 10.0**exponent:.{max(0, -exponent)}f} %")
        for exponent in range(floor(log10(least)), ceil(log10(most)) + 1)
        for factor in (1, 2, 5)
    ]
    first = max(place for place, (value, _) in enumerate(ticks) if value <= least)
    last = min(place for place, (value, _) in enumerate(ticks) if value >= most)
    return ticks[first : last + 1]


def _grid_line(y: float, label: str) -> Iterator[str]:
    yield (
        f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" '
        'stroke="#888" stroke-width="0.3"/>'
    )
    yield _text(_LEFT - 8, y + 4, label, anchor="end")


def _powers(top: float, bottom: float) -> Iterator[str]:
    """Write the powers of ten below a panel, with a line through it for each."""
    for power in range(_FIRST, _LAST + 1):
        x = _x(power)
        yield (
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom + 5}" '
            'stroke="#888" stroke-width="0.3"/>'
            f'<text x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">'
            f'10<tspan dy="-5" font-size="10">{power}</tspan></text>'
        )


def round_step(span: float) -> float:
    """Return the largest 1, 2 or 5 times a power of ten that a span holds at least four times."""
    power = 10.0 ** floor(log10(span / 4))
    return max(factor * power for factor in (1, 2, 5) if factor * power <= span / 4)
