"""Exact comparison of a printed number with a value, which may be a square root.

A value v is printed as p, with the last digit's unit u, if |v - p| <= u/2 (to nearest; a value
exactly on a half is nearest to both neighbours), if further digits were cut off (truncation:
|p| <= |v| < |p| + u, signs alike), or if it was rounded up (away from zero, |p| - u < |v| <= |p|).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from bjcalc.claims.printed import PrintedNumber
from bjcalc.numbers import decimal_text, exact_text, root_text
from bjcalc.sidebets import Rounding

ROUNDING_WORDS = {
    Rounding.NEAREST: "rounded to nearest",
    Rounding.TRUNCATED: "with further digits cut off",
    Rounding.UP: "rounded up",
}


@dataclass(frozen=True, slots=True)
class SquareRoot:
    """The square root of an exact number that is not negative: a standard deviation."""

    square: Fraction


Exact = Fraction | SquareRoot


def is_root(value: Exact) -> bool:
    """Return whether a value is known by its square."""
    return isinstance(value, SquareRoot)


def fraction_text(value: Exact) -> str:
    """Return an exact value as "p/q", of a standard deviation as "sqrt(p/q)"."""
    if isinstance(value, SquareRoot):
        return f"sqrt({exact_text(value.square)})"
    return exact_text(value)


def compare(value: Exact, other: Fraction) -> int:
    """Return -1, 0 or 1 as the value is below, equal to or above a rational number."""
    if isinstance(value, SquareRoot):
        if other < 0:
            return 1
        left, right = value.square, other * other
    else:
        left, right = value, other
    return (left > right) - (left < right)


def roundings(printed: PrintedNumber, value: Exact) -> tuple[Rounding, ...]:
    """Return the ways of rounding by which a value is printed like that, nearest first."""
    p, u = printed.value, printed.unit
    found = []
    if compare(value, p - u / 2) >= 0 and compare(value, p + u / 2) <= 0:
        found.append(Rounding.NEAREST)
    sign = compare(value, Fraction(0))
    if sign < 0:
        assert isinstance(value, Fraction)
        p, value = -p, -value
    if p < 0:
        return tuple(found)
    if compare(value, p) >= 0 and compare(value, p + u) < 0:
        found.append(Rounding.TRUNCATED)
    if compare(value, p - u) > 0 and compare(value, p) <= 0:
        found.append(Rounding.UP)
    return tuple(found)


def is_on_a_half(printed: PrintedNumber, value: Exact) -> bool:
    """Return whether a value lies exactly between two printed numbers, of which this is one."""
    return any(compare(value, printed.value + side * printed.unit / 2) == 0 for side in (-1, 1))


def exact_decimal(value: Exact, places: int) -> str:
    """Return the value to so many places, to nearest; of a square root by integers too."""
    if isinstance(value, Fraction):
        return decimal_text(value, places)
    return root_text(value.square, places)


def distance(value: Exact, printed: PrintedNumber) -> Fraction:
    """Return how far a value is from a printed number; of a square root nearly, to rank by it."""
    if isinstance(value, SquareRoot):
        value = Fraction(exact_decimal(value, printed.places + 30))
    return abs(value - printed.value)


def value_text(value: Exact, printed: PrintedNumber, more: int = 6) -> str:
    """Return a value in the printed number's own unit, with more digits than it has."""
    places = printed.places + more
    if isinstance(value, SquareRoot):
        value = SquareRoot(value.square * printed.scale**2)
    else:
        value = value * printed.scale
    return f"{exact_decimal(value, places)}{printed.scale_text}"


def printed_as(value: Exact, printed: PrintedNumber) -> dict[Rounding, str]:
    """Return how a value would be printed with as many digits, by rounding.

    A value on a half is given as the neighbour away from zero.
    """
    scale = printed.scale * 10**printed.places
    if isinstance(value, SquareRoot):
        square = value.square * scale**2
        floor = isqrt(square.numerator // square.denominator)
        whole = square == floor * floor
        nearest = (isqrt(4 * square.numerator // square.denominator) + 1) // 2
        negative = False
    else:
        scaled = abs(value) * scale
        floor, rest = divmod(scaled.numerator, scaled.denominator)
        whole = rest == 0
        nearest = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
        negative = value < 0
    steps = {
        Rounding.NEAREST: nearest,
        Rounding.TRUNCATED: floor,
        Rounding.UP: floor if whole else floor + 1,
    }
    return {
        rounding: decimal_text(
            Fraction(-number if negative else number, 10**printed.places), printed.places
        )
        + printed.scale_text
        for rounding, number in steps.items()
    }
