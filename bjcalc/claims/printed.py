"""A printed number, read exactly: its value, the unit of its last digit, and what it says it is.

"99.60 %" and "99.6 %" have the same value and different units. Nothing passes through a float, so
there may be any number of digits.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from typing import Any

from bjcalc.errors import BjcalcError

MAX_LENGTH = 200

INITIAL_BET = "initial bet"
TOTAL_WAGERED = "total wagered"

MEASURES = {
    "rtp": "RTP",
    "house_edge": "house edge",
    "hit_frequency": "hit frequency",
    "sd": "standard deviation",
}

_SPACES = str.maketrans(dict.fromkeys("\u00a0\u2007\u2009\u202f\t", " "))
_NUMBER = re.compile(r"([+\-\u2212])? ?([0-9]+)(?:([.,])([0-9]+))?", re.ASCII)
_DIGITS = re.compile(r"[0-9]", re.ASCII)
# A decimal point beside digits, which stand as "|", without digits on its other side.
_LOST_DIGIT = re.compile(r"[.,]\||\|[.,]")

# Words that may stand beside the number, by what they are about.
VOCABULARY = tomllib.loads(
    resources.files("bjcalc.claims").joinpath("vocabulary.toml").read_text("utf-8")
)

# A number without a unit is a percentage, unless it is at most this and not a house edge.
_PLAIN_AT_MOST = {"rtp": Fraction(2), "hit_frequency": Fraction(1)}


class ClaimError(BjcalcError):
    """A claim cannot be read as one printed number, or says two things at once."""


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A printed number. `value` and `unit` (of the last digit) are plain: 99.61 % is 0.9961.

    `scale` is 100 for a percentage, 1000 for per mille, 1 for a plain number; `places` are the
    digits after the point. `what` and `denominator` are None where the words beside the number do
    not say. `remarks` are what was assumed in reading it.
    """

    text: str
    value: Fraction
    unit: Fraction
    places: int
    scale: int
    what: str | None = None
    denominator: str | None = None
    remarks: tuple[str, ...] = ()

    @property
    def scale_text(self) -> str:
        """The unit as printed after a number: " %", " per mille" or nothing."""
        return {100: " %", 1000: " per mille"}.get(self.scale, "")


def parse_printed(text: str, what: str | None = None) -> PrintedNumber:
    """Read a printed number such as "99.60 %", "99,6 %", "3.9 per mille" or "0.35 % house edge".

    `what` is the measure that it is said to be elsewhere, and decides what a number without a unit
    means. Raises ClaimError naming the text where it is not one number, or contradicts `what`.
    """
    shown = _shorten(text)
    if len(text) > MAX_LENGTH:
        raise ClaimError(
            f"{shown} is too long: a printed number has at most {MAX_LENGTH} characters"
        )
    rest = " ".join(text.translate(_SPACES).lower().split())
    found = list(_NUMBER.finditer(rest))
    if not found:
        if _has_other_digits(rest):
            raise ClaimError(f"{shown} has digits other than 0 to 9: write it as 99.61 %")
        raise ClaimError(f"{shown} has no number in it: write it as printed, such as 99.61 %")
    number = found[0]
    if len(found) > 1:
        raise ClaimError(
            f"{shown} is more than one number, or has digits grouped: write one number with one "
            "decimal point or comma, such as 99.61 % (a range is two claims)"
        )
    rest = f"{rest[: number.start()]}|{rest[number.end() :]}"
    said: dict[str, list[Any]] = {}
    for about in ("units", "denominators", "measures", "approximately"):
        rest, said[about] = _take(rest, VOCABULARY[about])
    scales, denominators, measures, hedges = said.values()
    sign, whole, point, part = number.groups()
    if not point and (lost := _LOST_DIGIT.search(rest)):
        side = "before" if lost.group().endswith("|") else "after"
        raise ClaimError(
            f"{shown}: a digit is missing {side} the decimal point; write every digit as printed, "
            "such as 0.9957 or 99.0 %"
        )
    left = " ".join(rest.replace("|", " ").replace(":", " ").replace("=", " ").split())
    if left:
        raise ClaimError(
            f"{shown}: {left!r} is not understood beside the number; write the digits and the unit "
            "as printed, such as 99.61 % or 0.35 % house edge"
        )
    measure = measures[0] if measures else None
    if any(len(set(each)) > 1 for each in (scales, denominators, measures)):
        raise ClaimError(f"{shown} says two different things at once: make one claim of each")
    if len(scales) > 1:
        raise ClaimError(f"{shown} has its unit twice: write it once, such as 99.61 %")
    if measure is not None and what is not None and measure != what:
        raise ClaimError(
            f"{shown} says that it is a {MEASURES[measure]}, but the claim is about the "
            f"{MEASURES[what]}: correct the one or the other"
        )
    remarks = [f"printed as {hedge!r}; its digits are judged as they stand" for hedge in hedges]
    digits = Fraction(int(whole + (part or "")), 10 ** len(part or ""))
    scale, assumed = _scale(scales, digits, what or measure)
    if assumed:
        remarks.append(assumed)
    places = len(part or "")
    return PrintedNumber(
        text=text.strip(),
        value=(-digits if sign in ("-", "\u2212") else digits) / scale,
        unit=Fraction(1, scale * 10**places),
        places=places,
        scale=scale,
        what=measure,
        denominator=denominators[0] if denominators else None,
        remarks=tuple(remarks),
    )


def _scale(scales: list[int], digits: Fraction, what: str | None) -> tuple[int, str]:
    """Return the scale of a number, and what was assumed if it is printed without a unit."""
    if scales:
        return scales[0], ""
    if what == "sd":
        return 1, ""
    most = _PLAIN_AT_MOST.get(what or "rtp")
    if most is not None and digits <= most:
        return 1, "printed without a unit; taken as a plain number, 1 being the whole bet"
    return 100, "printed without a unit; taken as a percentage"


def _take(text: str, words: dict[str, Any]) -> tuple[str, list[Any]]:
    """Take every word of the dictionary out of a text; return the rest and what they say."""
    said = []
    for word, meaning in words.items():
        # A word of letters stands alone; a sign may stand next to the digits.
        pattern = rf"\b{re.escape(word)}(?![a-z])" if word[0].isalpha() else re.escape(word)
        text, times = re.subn(pattern, " ", text)
        said += [meaning] * times
    return text, said


def _has_other_digits(text: str) -> bool:
    return any(character.isdigit() and not _DIGITS.match(character) for character in text)


def _shorten(text: str) -> str:
    plain = text.strip()
    return repr(plain if len(plain) <= 60 else plain[:56] + " ...")
