"""The palette stays apart for colour-blind readers, and letters are legible, in grey too."""

from __future__ import annotations

from itertools import combinations

import pytest

from bjcalc.charts import palette
from bjcalc.rules.actions import Symbol

Colour = tuple[float, float, float]

FILLS = {
    "stand": palette.STAND,
    "hit": palette.HIT,
    "double": palette.DOUBLE,
    "split": palette.SPLIT,
    "surrender": palette.SURRENDER,
}

# Machado, Oliveira and Fernandes (2009), severity 1: rows of the matrix on linear RGB.
SIMULATIONS: dict[str, tuple[Colour, Colour, Colour]] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(name: str) -> Colour:
    def channel(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return channel(name[1:3]), channel(name[3:5]), channel(name[5:7])


def seen(name: str, kind: str) -> Colour:
    colour = linear(name)
    r, g, b = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, colour, strict=True))))
        for row in SIMULATIONS[kind]
    )
    return r, g, b


def lab(colour: Colour) -> Colour:
    r, g, b = colour
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(first: str, second: str, kind: str) -> float:
    one, two = lab(seen(first, kind)), lab(seen(second, kind))
    return float(sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) ** 0.5)


def luminance(name: str) -> float:
    r, g, b = linear(name)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("kind", SIMULATIONS)
def test_every_two_fills_keep_their_distance(kind: str) -> None:
    closest = min(combinations(FILLS, 2), key=lambda two: distance(*(FILLS[n] for n in two), kind))
    assert distance(FILLS[closest[0]], FILLS[closest[1]], kind) > 18, closest


@pytest.mark.parametrize("name", FILLS)
def test_black_letters_are_legible_on_every_fill_without_colour(name: str) -> None:
    """A contrast of luminance of 4.5 to 1 is what WCAG 2 asks for text of this size."""
    contrast = (luminance(FILLS[name]) + 0.05) / (luminance(palette.INK) + 0.05)
    assert contrast >= 4.5


def test_every_symbol_has_a_fill_and_words() -> None:
    assert set(palette.FILL) == set(palette.MEANING) == set(Symbol)
    assert set(palette.FILL.values()) == set(FILLS.values())
