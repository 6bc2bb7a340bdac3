"""The report's plots as plain shapes, which HTML and PDF draw alike.

Measures are in points, y grows downwards. Colours are names (`ink`, `line`, `bar`, `band-1`, ...)
that each form has its own shades for, so that a page can be dark. A plot shows decimals, so
positions are floats; its numbers stand exactly in the tables beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10

from bjcalc.numbers import decimal_text
from bjcalc.report.model import Bands, Bars

WIDTH = 480.0
_LEFT, _RIGHT, _TOP = 62.0, 8.0, 8.0
_SIZE = 7.5
_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float = 0.5


@dataclass(frozen=True, slots=True)
class Label:
    """A text; `anchor` is start, middle or end. `raised` is set higher and smaller behind it."""

    x: float
    y: float
    text: str
    anchor: str = "middle"
    raised: str = ""
    size: float = _SIZE


Shape = Rectangle | Polygon | Stroke | Label


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot's size and its shapes in drawing order; `description` says it in words."""

    width: float
    height: float
    description: str
    shapes: tuple[Shape, ...]


def picture(block: Bars | Bands) -> Picture:
    """Return the drawing of a plot."""
    if isinstance(block, Bars):
        return Picture(WIDTH, 190.0, block.caption, tuple(_bars(block, 190.0)))
    return Picture(WIDTH, 230.0, block.caption, tuple(_bands(block, 230.0)))


def _bars(block: Bars, height: float) -> Iterator[Shape]:
    bottom = height - 32
    values = [float(value) for _, value in block.bars]
    lowest = floor(log10(min(value for value in values if value > 0)) - 1e-9)

    def y(value: float) -> float:
        share = (log10(value) - lowest) / -lowest
        return bottom - max(0.0, min(1.0, share)) * (bottom - _TOP)

    step = max(1, (5 - lowest) // 6)
    for power in range(0, lowest - 1, -step):
        level = y(10.0**power)
        yield Stroke(_LEFT, level, WIDTH - _RIGHT, level, "grid", 0.4)
        if power:
            yield Label(_LEFT - 14, level + 2.6, "10", "middle", str(power).replace("-", _MINUS))
        else:
            yield Label(_LEFT - 6, level + 2.6, "1", "end")
    room = (WIDTH - _LEFT - _RIGHT) / len(values)
    width = min(26.0, room * 0.66)
    # Labels that do not fit side by side are written below each other in two lines.
    widest = max(len(label) for label, _ in block.bars) * 4.6
    for place, ((label, _), value) in enumerate(zip(block.bars, values, strict=True)):
        middle = _LEFT + (place + 0.5) * room
        top = y(value)
        yield Rectangle(middle - width / 2, top, width, bottom - top, "bar")
        if block.errors:
            error = 2 * float(block.errors[place])
            high, low = y(value + error), y(max(value - error, 10.0**lowest))
            yield Stroke(middle, high, middle, low, "ink", 0.8)
        lower = place % 2 and widest > room
        yield Label(middle, bottom + (18 if lower else 10), label)
    yield Stroke(_LEFT, bottom, WIDTH - _RIGHT, bottom, "ink", 0.6)
    yield Label((_LEFT + WIDTH - _RIGHT) / 2, height - 3, block.axis)


def _bands(block: Bands, height: float) -> Iterator[Shape]:
    bottom = height - 44
    first, last = float(block.points[0]), float(block.points[-1])
    reach = float(block.halves[-1][0])
    centre = float(block.centre)

    def x(power: Fraction) -> float:
        return _LEFT + (float(power) - first) / (last - first) * (WIDTH - _LEFT - _RIGHT)

    def y(offset: float) -> float:
        return (_TOP + bottom) / 2 - offset / reach * (bottom - _TOP) / 2

    for level in range(len(block.levels) - 1, -1, -1):
        halves = [float(half) for half in block.halves[level]]
        upper = [(x(p), y(h)) for p, h in zip(block.points, halves, strict=True)]
        lower = [(x(p), y(-h)) for p, h in zip(block.points, halves, strict=True)]
        yield Polygon((*upper, *reversed(lower)), f"band-{level + 1}")
    step = Fraction(_round_step(100 * reach / 2)) / 100
    first_tick = -(-(block.centre - block.halves[-1][0]) // step)
    last_tick = (block.centre + block.halves[-1][0]) // step
    places = 0 if (100 * step).denominator == 1 else 1 if (1000 * step).denominator == 1 else 2
    for tick in range(int(first_tick), int(last_tick) + 1):
        level_y = y(float(tick * step) - centre)
        yield Stroke(_LEFT, level_y, WIDTH - _RIGHT, level_y, "grid", 0.4)
        text = f"{decimal_text(100 * tick * step, places)} %"
        yield Label(_LEFT - 6, level_y + 2.6, text, "end")
    yield Stroke(_LEFT, y(0), WIDTH - _RIGHT, y(0), "ink", 0.7)
    yield Stroke(_LEFT, bottom, WIDTH - _RIGHT, bottom, "ink", 0.6)
    for point in block.points:
        if point.denominator == 1:
            yield Stroke(x(point), bottom, x(point), bottom + 3, "ink", 0.6)
            yield Label(x(point) - 2, bottom + 12, "10", "middle", str(point))
    yield Label((_LEFT + WIDTH - _RIGHT) / 2, bottom + 23, "rounds")
    place = _LEFT
    for level, name in enumerate(block.levels):
        yield Rectangle(place, height - 13, 12, 8, f"band-{level + 1}")
        yield Label(place + 16, height - 6.4, f"{name} of all runs", "start")
        place += 92
    yield Stroke(place, height - 9, place + 12, height - 9, "ink", 0.7)
    yield Label(place + 16, height - 6.4, "exact RTP", "start")


def _round_step(wanted: float) -> Fraction:
    """Return 1, 2 or 5 times a power of ten, the nearest at most `wanted`."""
    power = floor(log10(wanted))
    best = Fraction(10) ** power
    for factor in (2, 5):
        if float(factor * Fraction(10) ** power) <= wanted:
            best = factor * Fraction(10) ** power
    return best
