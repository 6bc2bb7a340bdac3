"""The claims of a certificate: printed numbers and what became of them: FORMAT.md section 7.

The sentences are worded here, so that no other wording of a verdict changes a certificate.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjcalc.claims import Finding, PrintedNumber, Verdict
from bjcalc.claims.finding import Figure
from bjcalc.claims.judge import RETURNS, strategy_class
from bjcalc.claims.printed import TOTAL_WAGERED
from bjcalc.claims.rounding import SquareRoot, roundings, value_text
from bjcalc.numbers import decimal_text, exact_text
from bjcalc.sidebets import Rounding
from bjcalc.sidebets.bet import PaysSource
from bjcalc.strategy.classes import CD

NOT_COMPARED, OTHER_CLASS = "not-compared", "other"
UNITS = {100: "percent", 1000: "permille", 1: "one"}
_ROUNDINGS = {
    Rounding.NEAREST: "nearest",
    Rounding.TRUNCATED: "truncation",
    Rounding.UP: "up",
}
_WORDS = {
    "nearest": "printed so when rounded to nearest",
    "truncation": "printed so when further digits are cut off",
    "up": "printed so when rounded up",
    "none": "not printed so by any rounding",
}
_VERDICTS = {
    Verdict.CONFIRMED: "The claim is confirmed.",
    Verdict.CONSISTENT: "The claim can be true; the pay table is not stated, so nothing is proved.",
    Verdict.TRUNCATION: "The claim is the exact value cut off.",
    Verdict.ROUNDING_UP: "The claim is the exact value rounded up.",
    Verdict.OTHER_READING: "The claim holds under another reading of the rules.",
    Verdict.OTHER_STRATEGY: "The claim holds for another class of strategy.",
    Verdict.OTHER_DENOMINATOR: "The claim holds for another denominator.",
    Verdict.UNDECIDABLE: "The claim cannot be decided.",
    Verdict.REFUTED: "The claim does not follow from the rules.",
    NOT_COMPARED: "The certificate does not hold the value that the claim is about.",
}


def claim(finding: Finding) -> dict[str, Any]:
    """Return a judged claim as the certificate states it."""
    figure = _compared(finding)
    value = figure.value if figure is not None and isinstance(figure.value, Fraction) else None
    rounding = None if value is None else _rounding(finding.printed, value)
    printed = finding.printed
    returns = finding.claim.side_bet is None and finding.what in RETURNS
    strategy = _class(finding, figure)
    verdict = _verdict(finding, value, strategy)
    departs = figure.readings if figure is not None and verdict == Verdict.OTHER_READING else ()
    return {
        "about": finding.claim.side_bet or "main",
        "measure": finding.what,
        "printed": decimal_text(printed.value * printed.scale, printed.places),
        "unit": UNITS[printed.scale],
        "denominator": _denominator(finding, figure) if returns else "initial",
        "class": strategy,
        "readings": [{"id": name, "chosen": chosen} for name, chosen in sorted(departs)],
        "exact": None if value is None else exact_text(value),
        "rounding": rounding,
        "verdict": verdict,
        "sentence": _sentence(finding, figure, rounding, verdict),
    }


def _class(finding: Finding, figure: Figure | None) -> str | None:
    """Return the strategy class of the value; None for a side bet, which has none."""
    if finding.claim.side_bet is not None:
        return None
    named = figure.strategy if figure is not None else strategy_class(finding.claim.strategy)
    return named or OTHER_CLASS


def _compared(finding: Finding) -> Figure | None:
    """Return the figure that decides: another than the game's own only where it departs from it."""
    base, match = finding.base, finding.decided_by
    if base is None or match is None:
        return base
    departs = (match.figure.readings, match.figure.strategy, match.figure.denominator)
    if departs == (base.readings, base.strategy, base.denominator):
        return base
    return match.figure


def _denominator(finding: Finding, figure: Figure | None) -> str:
    stated = figure.denominator if figure is not None else finding.claim.denominator
    return "wagered" if stated == TOTAL_WAGERED else "initial"


def _rounding(printed: PrintedNumber, value: Fraction) -> str:
    ways = roundings(printed, value)
    return _ROUNDINGS[ways[0]] if ways else "none"


def _verdict(finding: Finding, value: Fraction | None, strategy: str | None) -> str:
    """Return the verdict as far as the certificate holds what it rests on.

    Pays that the rules do not state never prove how a number was rounded.
    """
    verdict = finding.verdict
    by_itself = verdict in (Verdict.OTHER_READING, Verdict.OTHER_STRATEGY)
    of_side_bet = finding.claim.side_bet is not None
    held = of_side_bet or (strategy == CD and finding.what in RETURNS)
    if verdict is not Verdict.UNDECIDABLE and (value is None or not (by_itself or held)):
        return NOT_COMPARED
    rounded = verdict in (Verdict.TRUNCATION, Verdict.ROUNDING_UP)
    if rounded and finding.table_source not in ("", PaysSource.STATED):
        return Verdict.CONSISTENT
    return verdict


def _sentence(finding: Finding, figure: Figure | None, rounding: str | None, verdict: str) -> str:
    parts = [f"Printed: {finding.printed.text}."]
    if figure is not None:
        exact = "" if isinstance(figure.value, SquareRoot) else "exact "
        value = value_text(figure.value, finding.printed)
        parts.append(
            f"The {exact}value is {value}"
            + (f", {_WORDS[rounding]}." if rounding is not None else ".")
        )
    if finding.missing:
        parts.append(f"Missing is {finding.missing}.")
    parts.append(_VERDICTS[verdict])
    return " ".join(parts)
