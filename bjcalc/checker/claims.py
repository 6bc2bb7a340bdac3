"""Printed numbers, compared with the certified values in exact arithmetic."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bjcalc.checker.reading import Refuted, Unreadable, short

_PRINTED = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?", re.ASCII)
UNITS = {"percent": 100, "permille": 1000, "one": 1}
NEEDED = {
    "confirmed": "nearest",
    "truncation": "truncation",
    "rounding-up": "up",
    "refuted": "none",
}


@dataclass
class Coverage:
    """How many claims were checked, and how many are only bound by the digest."""

    checked: int = 0
    not_checked: int = 0


def rounding_of(printed: str, unit: str, exact: Fraction) -> str:
    """Return how the printed digits come from the exact value: FORMAT.md section 7."""
    shown = Fraction(printed)
    last = Fraction(1, 10 ** len(printed.partition(".")[2]))
    value = exact * UNITS[unit]
    if abs(value - shown) <= last / 2:
        return "nearest"
    if shown * value < 0 or abs(value - shown) >= last:
        return "none"
    return "truncation" if abs(shown) < abs(value) else "up"


def check_claims(body: dict[str, Any]) -> Coverage:
    """Check the rounding of every claim, and value and verdict of those about this certificate."""
    coverage = Coverage()
    bets = {bet["id"]: bet for bet in body["side_bets"]}
    for index, claim in enumerate(body["claims"]):
        where = f"claims[{index}] ({short(claim['printed'])} for {short(claim['about'])})"
        if not _PRINTED.fullmatch(claim["printed"]):
            raise Unreadable("bad-claim", f"{where}: not a printed number")
        exact = claim["exact"]
        right = None if exact is None else rounding_of(claim["printed"], claim["unit"], exact)
        if claim["rounding"] != right:
            raise Refuted("wrong-claim", f"{where}: rounding is {claim['rounding']}, not {right}")
        known = claim["about"] == "main" or claim["about"] in bets
        measured = claim["measure"] in ("rtp", "house_edge")
        if not (known and measured) or claim["class"] != "CD" or claim["readings"] or exact is None:
            coverage.not_checked += 1
            continue
        coverage.checked += 1
        value = _certified(body["totals"], bets.get(claim["about"]), claim, where)
        if exact != value:
            raise Refuted("wrong-claim", f"{where}: compared with {exact}, certified is {value}")
        needed = NEEDED.get(claim["verdict"], right)
        if needed != right:
            raise Refuted("wrong-claim", f"{where}: {claim['verdict']}, though rounding is {right}")
        inferred = bets.get(claim["about"], {}).get("pays_source") == "inferred"
        if inferred and claim["verdict"] == "confirmed":
            raise Refuted("wrong-claim", f"{where}: pays inferred from a claim cannot confirm it")
    return coverage


def _certified(
    totals: dict[str, Any], bet: dict[str, Any] | None, claim: dict[str, Any], where: str
) -> Fraction | None:
    """Return the certified value that the claim is about."""
    if bet is None:
        wagered = claim["denominator"] == "wagered"
        rtp: Fraction | None = totals["rtp_per_unit_wagered" if wagered else "rtp"]
    elif claim["denominator"] == "wagered":
        raise Unreadable("bad-claim", f"{where}: a side bet has one denominator, `initial`")
    else:
        rtp = bet["rtp"]
    if rtp is None or claim["measure"] == "rtp":
        return rtp
    return 1 - rtp
