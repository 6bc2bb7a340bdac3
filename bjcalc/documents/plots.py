"""Plots as drawings: bars, and bands or curves over powers of ten.

A plot shows decimals, so positions are floats; its numbers stand exactly in tables beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, log10

from bjcalc.documents.drawing import Box, Drawing, Line, Polygon, Shape, Text

WIDTH = 480.0
_LEFT, _RIGHT = 62.0, 8.0
_SIZE = 7.5
_MINUS = "\N{MINUS SIGN}"

Points = Sequence[tuple[float, float]]


@dataclass(slots=True)
class Axes:
    """A field of a plot: where it lies, and which values its edges stand for.

    `x` and `y` are (from, to); values are given as logarithms where the scale is logarithmic.
    """

    top: float
    bottom: float
    x: tuple[float, float]
    y: tuple[float, float]
    shapes: list[Shape] = field(default_factory=list)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point lies; what is beyond an edge is put on it."""
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = min(1.0, max(0.0, (y - self.y[0]) / (self.y[1] - self.y[0])))
        return (
            _LEFT + across * (WIDTH - _LEFT - _RIGHT),
            self.bottom - up * (self.bottom - self.top),
        )

    def level(self, y: float, label: str, *, raised: str = "", strong: bool = False) -> None:
        """Draw a line across at a value, and write the value beside it."""
        place = self.at(self.x[0], y)[1]
        ends = ((_LEFT, place), (WIDTH - _RIGHT, place))
        self.shapes.append(Line(ends, "ink" if strong else "grid", 0.7 if strong else 0.4))
        if label:
            x = _LEFT - (14 if raised else 6)
            anchor = "middle" if raised else "end"
            self.shapes.append(Text(x, place + 2.6, label, _SIZE, anchor=anchor, raised=raised))

    def powers(self, title: str) -> None:
        """Write the powers of ten below, and what they count."""
        self.level(self.y[0], "", strong=True)
        for power in range(ceil(self.x[0]), floor(self.x[1]) + 1):
            x = self.at(power, self.y[0])[0]
            self.shapes.append(Line(((x, self.bottom), (x, self.bottom + 3)), "ink", 0.6))
            below = self.bottom + 12
            self.shapes.append(Text(x - 2, below, "10", _SIZE, anchor="middle", raised=str(power)))
        middle = (_LEFT + WIDTH - _RIGHT) / 2
        self.shapes.append(Text(middle, self.bottom + 23, title, _SIZE, anchor="middle"))

    def band(self, upper: Points, lower: Points, colour: str) -> None:
        """Fill what lies between two curves."""
        points = [*upper, *reversed(lower)]
        self.shapes.append(Polygon(tuple(self.at(x, y) for x, y in points), colour))

    def curve(self, points: Points, colour: str) -> None:
        """Draw a curve."""
        self.shapes.append(Line(tuple(self.at(x, y) for x, y in points), colour, 1.6))


def bars(
    caption: str, axis: str, chances: Sequence[tuple[str, Fraction]], errors: Sequence[Fraction]
) -> Drawing:
    """Return a bar for each chance, on a logarithmic scale.

    `errors` are standard errors of simulated chances, of which two are shown to either side; none
    where the chances are exact.
    """
    height = 190.0
    lowest = floor(log10(min(chance for _, chance in chances if chance > 0)) - 1e-9)
    plot = Axes(8.0, height - 32, (0, len(chances)), (lowest, 0))
    for power in range(0, lowest - 1, -max(1, (5 - lowest) // 6)):
        plot.level(power, "10" if power else "1", raised=f"{power or ''}".replace("-", _MINUS))
    room = (WIDTH - _LEFT - _RIGHT) / len(chances)
    width = min(26.0, room * 0.66)
    # Labels that do not fit side by side are written below each other in two lines.
    widest = max(len(label) for label, _ in chances) * 4.6

    def log(value: Fraction) -> float:
        return log10(value) if value > 0 else lowest

    for place, (label, chance) in enumerate(chances):
        middle, top = plot.at(place + 0.5, log(chance))
        plot.shapes.append(Box(middle - width / 2, top, width, plot.bottom - top, "bar"))
        if errors:
            ends = (chance + 2 * errors[place], chance - 2 * errors[place])
            span = tuple(plot.at(place + 0.5, log(end)) for end in ends)
            plot.shapes.append(Line(span, "ink", 0.8))
        below = plot.bottom + (18 if place % 2 and widest > room else 10)
        plot.shapes.append(Text(middle, below, label, _SIZE, anchor="middle"))
    plot.level(lowest, "", strong=True)
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    plot.shapes.append(Text(middle, height - 3, axis, _SIZE, anchor="middle"))
    return Drawing(WIDTH, height, caption, shapes=plot.shapes)


@dataclass(frozen=True, slots=True)
class Intervals:
    """Intervals of one level around a centre, in percent: half of each width by power of ten."""

    name: str
    halves: Sequence[tuple[float, float]]

    def around(self, centre: float, sign: int) -> Points:
        """Return the upper ends (sign 1) or the lower ones (-1)."""
        return [(power, centre + sign * half) for power, half in self.halves]


def intervals(
    title: str, centre: float, levels: Sequence[Intervals], head: Sequence[str] = ()
) -> Drawing:
    """Return bands around a centre, and below them half their widths on a logarithmic scale.

    In the bands few rounds can be read, in the curves many as well. `levels` go from the narrowest;
    `head` are lines above, the first one larger.
    """
    drawing = Drawing(WIDTH, 0, title)
    y = 4.0
    for place, line in enumerate(head):
        y += 13 if place else 10
        drawing.shapes.append(Text(_LEFT, y, line, _SIZE if place else 10.5, bold=not place))
    y += 14
    for place, level in enumerate(levels):
        x = _LEFT + 92 * place
        drawing.shapes.append(Box(x, y - 6.6, 12, 8, f"band-{place + 1}"))
        drawing.shapes.append(Text(x + 16, y, f"{level.name} of all runs", _SIZE))
    x = _LEFT + 92 * len(levels)
    drawing.shapes.append(Line(((x, y - 2.6), (x + 12, y - 2.6)), "ink", 0.7))
    drawing.shapes.append(Text(x + 16, y, f"exact RTP {centre:.4f} %", _SIZE))
    powers = [power for power, _ in levels[0].halves]
    across, reach = (powers[0], powers[-1]), max(half for _, half in levels[-1].halves)
    bands = Axes(y + 12, y + 164, across, (centre - reach, centre + reach))
    for place in reversed(range(len(levels))):
        one = levels[place]
        bands.band(one.around(centre, 1), one.around(centre, -1), f"band-{place + 1}")
    step = round_step(2 * reach)
    for count in range(ceil((centre - reach) / step), floor((centre + reach) / step) + 1):
        bands.level(count * step, f"{count * step:.{max(0, -floor(log10(step)))}f} %")
    bands.level(centre, "", strong=True)
    bands.powers("rounds")
    known = [half for one in levels for _, half in one.halves]
    ticks = _ticks_around(min(known), max(known))
    ends = (log10(ticks[0][0]), log10(ticks[-1][0]))
    curves = Axes(bands.bottom + 48, bands.bottom + 200, across, ends)
    name = "half the width of the interval (logarithmic)"
    curves.shapes.append(Text(_LEFT, curves.top - 6, name, _SIZE))
    for value, label in ticks:
        curves.level(log10(value), label)
    for place, one in enumerate(levels):
        points = [(power, log10(half)) for power, half in one.halves]
        curves.curve(points, f"band-{place + 1}")
    curves.powers("rounds")
    drawing.shapes += [*bands.shapes, *curves.shapes]
    drawing.height = curves.bottom + 30
    return drawing


def below(drawing: Drawing, lines: Iterable[str]) -> Drawing:
    """Write lines below a drawing, small; return it."""
    for line in lines:
        drawing.height += 9
        drawing.shapes.append(Text(_LEFT, drawing.height - 4, line, 6.2))
    return drawing


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


def round_step(span: float) -> float:
    """Return the largest 1, 2 or 5 times a power of ten that a span holds at least four times."""
    power = 10.0 ** floor(log10(span / 4))
    return max(factor * power for factor in (1, 2, 5) if factor * power <= span / 4)
