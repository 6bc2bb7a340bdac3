"""Exact numbers as text: fractions in lowest terms, decimals rounded in integer arithmetic.

Nothing here passes through a float, so what is printed is the exact value's own rounding.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import isqrt

DECIMAL_PLACES = 12

_NUMBER = re.compile(r"([+-]?)(\d+)(?:\.(\d+))?")


def exact_text(value: Fraction) -> str:
    """Return "p/q" in lowest terms with q > 0, also where q is 1."""
    return f"{value.numerator}/{value.denominator}"


def decimal_text(value: Fraction, places: int = DECIMAL_PLACES) -> str:
    """Return the decimal expansion rounded to `places` digits, to nearest, halves to even."""
    scaled = round(value * 10**places)
    sign = "-" if scaled < 0 else ""
    whole, part = divmod(abs(scaled), 10**places)
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"


def root_text(square: Fraction, places: int) -> str:
    """Return the square root of a value from 0 on, rounded as `decimal_text` rounds."""
    scaled = 4 * square * 100**places
    double = isqrt(scaled.numerator // scaled.denominator)
    root = (double + 1) // 2
    if double % 2 and root % 2 and double**2 == scaled:
        root -= 1  # exactly half of a unit: to the even one
    return decimal_text(Fraction(root, 10**places), places)


def percent_text(value: Fraction, places: int = DECIMAL_PLACES - 2) -> str:
    """Return the value as a percentage, such as "99.5900374331 %"."""
    return f"{decimal_text(100 * value, places)} %"


def exact_json(value: Fraction) -> dict[str, str]:
    """Return {"exact": "p/q", "decimal": "..."}, the form of every exact number in JSON output."""
    return {"exact": exact_text(value), "decimal": decimal_text(value)}


def exact_lines(value: Fraction, width: int = 72) -> list[str]:
    """Return `exact_text` cut into lines of at most `width` characters, in full."""
    text = exact_text(value)
    return [text[start : start + width] for start in range(0, len(text), width)]


def parse_fraction(text: str) -> Fraction | None:
    """Return the value of "3:2", "3/2", "1.5" or "2", exactly; None if it is none of these.

    "a:b" is a payout, a to b; it has the value of the fraction a/b. The second number must not be
    zero.
    """
    for separator in (":", "/"):
        if separator in text:
            top, _, bottom = text.partition(separator)
            numerator, denominator = _parse_number(top), _parse_number(bottom)
            if numerator is None or not denominator:
                return None
            return numerator / denominator
    return _parse_number(text)


def _parse_number(text: str) -> Fraction | None:
    match = _NUMBER.fullmatch(text.strip())
    if match is None or len(text) > 100:
        return None
    sign, whole, part = match.groups()
    value = Fraction(int(whole + (part or "")), 10 ** len(part or ""))
    return -value if sign == "-" else value
