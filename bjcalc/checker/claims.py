"""Printed numbers, compared with the certified values in exact arithmetic."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bjcalc.checker.names import MAIN
from bjcalc.checker.reading import Refuted, Unreadable, short

_PRINTED = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?", re.ASCII)
MEASURES = ("rtp", "house_edge")
UNITS = {"percent": 100, "permille": 1000, "one": 1}
PRINTED = ("nearest", "truncation", "up")
NEEDED = {
    "confirmed": ("nearest",),
    "truncation": ("truncation",),
    "rounding-up": ("up",),
    "consistent": PRINTED,
    "other-reading": PRINTED,
    "other-strategy": PRINTED,
    "other-denominator": PRINTED,
    "refuted": ("none",),
    "undecidable": ("none",),
}
"""The ways of rounding from the stated value that go with a verdict."""
# These say more than can be checked here: what the claim's own class of strategy or reading gives,
# or that other pays than the stated ones would do.
NOT_JUDGED = ("other-reading", "other-strategy", "undecidable")


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
    """Check that every claim agrees with itself, and with the certified values where it can."""
    coverage = Coverage()
    bets = {bet["id"]: bet for bet in body["side_bets"]}
    for index, claim in enumerate(body["claims"]):
        where = f"claims[{index}] ({short(claim['printed'])} for {short(claim['about'])})"
        is_main = claim["about"] == MAIN
        bet = None if is_main else bets.get(claim["about"])
        _agrees_with_itself(claim, where)
        known = is_main or bet is not None
        if known:
            _verdict_fits_pays(claim, bet, where)
        exact, verdict = claim["exact"], claim["verdict"]
        compared = known and claim["measure"] in MEASURES and claim["class"] == "CD"
        if not compared or claim["readings"] or exact is None:
            coverage.not_checked += 1
            continue
        value = _certified(body["totals"], bet, claim["denominator"], claim["measure"])
        if exact != value:
            raise Refuted("wrong-claim", f"{where}: compared with {exact}, certified is {value}")
        if verdict == "other-denominator":
            own = "initial" if claim["denominator"] == "wagered" else "wagered"
            value = _certified(body["totals"], bet, own, claim["measure"])
            assert value is not None, "only a side bet has no value"
            if rounding_of(claim["printed"], claim["unit"], value) != "none":
                raise Refuted("wrong-claim", f"{where}: {verdict}, and its own gives it too")
        if verdict in NOT_JUDGED:
            coverage.not_checked += 1
        else:
            coverage.checked += 1
    return coverage


def _agrees_with_itself(claim: dict[str, Any], where: str) -> None:
    """Refuse a rounding that does not follow, and a verdict that goes with other ones."""
    if not _PRINTED.fullmatch(claim["printed"]):
        raise Unreadable("bad-claim", f"{where}: not a printed number")
    exact, verdict = claim["exact"], claim["verdict"]
    right = None if exact is None else rounding_of(claim["printed"], claim["unit"], exact)
    if claim["rounding"] != right:
        raise Refuted("wrong-claim", f"{where}: rounding is {claim['rounding']}, not {right}")
    if right is not None and right not in NEEDED[verdict]:
        raise Refuted("wrong-claim", f"{where}: {verdict}, though rounding is {right}")
    if right is None and claim["measure"] in MEASURES and verdict != "undecidable":
        raise Refuted("wrong-claim", f"{where}: {verdict}, though there is no value")
    if bool(claim["readings"]) != (verdict == "other-reading"):
        raise Refuted("wrong-claim", f"{where}: {verdict}, with {len(claim['readings'])} readings")


def _verdict_fits_pays(claim: dict[str, Any], bet: dict[str, Any] | None, where: str) -> None:
    """Refuse a verdict that the main game, or the source of a side bet's pays, does not allow."""
    verdict, source = claim["verdict"], "rules" if bet is None else bet["pays_source"]
    if bet is not None and claim["denominator"] == "wagered":
        raise Unreadable("bad-claim", f"{where}: a side bet has one denominator, `initial`")
    if bet is not None and verdict in ("other-strategy", "other-denominator"):
        raise Refuted("wrong-claim", f"{where}: {verdict}, of a side bet")
    if source not in ("rules", "stated") and verdict in ("confirmed", "truncation", "rounding-up"):
        raise Refuted("wrong-claim", f"{where}: {source} pays can only be consistent with it")
    if source in ("rules", "stated", "unknown") and verdict == "consistent":
        raise Refuted("wrong-claim", f"{where}: consistent, though no pays were inferred for it")
    if source != "inferred" and verdict == "undecidable" and claim["exact"] is not None:
        raise Refuted("wrong-claim", f"{where}: undecidable, though there is a value")


def _certified(
    totals: dict[str, Any], bet: dict[str, Any] | None, denominator: str, measure: str
) -> Fraction | None:
    """Return the certified value of this measure, of a side bet or (None) of the main game."""
    if bet is not None:
        rtp: Fraction | None = bet["rtp"]
    else:
        rtp = totals["rtp_per_unit_wagered" if denominator == "wagered" else "rtp"]
    return rtp if rtp is None or measure == "rtp" else 1 - rtp
