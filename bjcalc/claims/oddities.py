"""What is odd about claims before anything is computed: impossible numbers, and contradictions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bjcalc.claims.printed import INITIAL_BET, MEASURES, PrintedNumber
from bjcalc.gamefile import Claim
from bjcalc.numbers import decimal_text

# An RTP beyond these is no misjudged game but a slip of the pen; a side bet may return little.
_MOST_RTP = Fraction(2)
_LEAST_MAIN_RTP = Fraction(1, 2)


def impossible(printed: PrintedNumber, what: str, *, main: bool) -> str:
    """Return why a number cannot be what it is said to be, with what may be meant; else empty."""
    text, value = printed.text, printed.value
    if what == "house_edge":
        rtp = 1 - value
        if 0 <= rtp <= _MOST_RTP and (not main or rtp >= _LEAST_MAIN_RTP):
            return ""
        if main and _is_near_rtp(value):
            return f"{text} cannot be the house edge of a blackjack game: it looks like its RTP"
        return f"{text} cannot be a house edge" + _hint(printed, what)
    if value < 0:
        return (
            f"{text} is negative, which no {MEASURES[what]} can be: the sign is wrong, or it is "
            "not what it is said to be"
        )
    if what == "sd":
        return ""
    if what == "hit_frequency":
        return f"{text} is more than certainty" + _hint(printed, what) if value > 1 else ""
    if value > _MOST_RTP:
        times = decimal_text(value, printed.places + (2 if printed.scale == 100 else 0))
        return f"{text} would return {times} times the bets" + _hint(printed, what)
    if main and value < _LEAST_MAIN_RTP:
        hint = _hint(printed, what)
        if not hint and printed.scale > 1 and _is_near_rtp(1 - value):
            hint = ": it looks like its house edge"
        return f"{text} cannot be the RTP of a blackjack game{hint}"
    return ""


def _is_near_rtp(value: Fraction) -> bool:
    return Fraction(4, 5) <= value <= Fraction(6, 5)


def _hint(printed: PrintedNumber, what: str) -> str:
    """Return a guess at a lost decimal point or a wrong unit, for an RTP."""
    if what != "rtp":
        return ""
    digits = printed.value * printed.scale
    for power in (1, 2, 3):
        for scaled in (digits / 10**power, digits * 10**power):
            if _is_near_rtp(scaled / 100):
                places = max(0, printed.places + (power if scaled < digits else -power))
                return f"; a lost decimal point or unit: {decimal_text(scaled, places)} % is meant?"
    return ""


def contradictions_among(claims: Sequence[tuple[Claim, PrintedNumber, str]]) -> dict[int, str]:
    """Return for claims that cannot all be right, however rounded, what contradicts them.

    Two claims about the return of the same thing (RTP or house edge), per the same denominator and
    for the same strategy as far as stated, contradict each other if no value is printed like both.
    """
    found: dict[int, str] = {}
    for index, one in enumerate(claims):
        others = [
            f"{MEASURES[what]} {printed.text}" + (f" ({claim.source})" if claim.source else "")
            for claim, printed, what in (*claims[:index], *claims[index + 1 :])
            if _contradict(one, (claim, printed, what))
        ]
        if others:
            found[index] = (
                f"contradicted by another printed number: {', and by '.join(others)}; at most one "
                "can be right"
            )
    return found


def _contradict(
    one: tuple[Claim, PrintedNumber, str], other: tuple[Claim, PrintedNumber, str]
) -> bool:
    if one[0].about != other[0].about or _subject(*one) != _subject(*other):
        return False
    (low, high), (other_low, other_high) = _range(*one[1:]), _range(*other[1:])
    return high <= other_low or other_high <= low


def _subject(claim: Claim, printed: PrintedNumber, what: str) -> tuple[object, ...]:
    kind = "return" if what in ("rtp", "house_edge") else what
    denominator = claim.denominator or printed.denominator or INITIAL_BET
    return kind, denominator, claim.strategy


def _range(printed: PrintedNumber, what: str) -> tuple[Fraction, Fraction]:
    """Return the open range of values that may be printed so, as an RTP where it is a return."""
    low, high = printed.value - printed.unit, printed.value + printed.unit
    return (1 - high, 1 - low) if what == "house_edge" else (low, high)
