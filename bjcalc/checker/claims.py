"""Printed numbers, compared with the certified values in exact arithmetic: FORMAT.md section 7."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjcalc.checker.reading import FORMS, agree, need
from bjcalc.checker.sidebets import net_law

RETURNS = ("rtp", "house_edge")
UNITS = {"percent": 100, "permille": 1000, "one": 1}
Bet = dict[str, Any] | None
"""The side bet that a claim is about; None for the main game."""


def rounding_of(printed: str, unit: str, exact: Fraction) -> str:
    """Return how the printed digits come from the exact value."""
    shown = Fraction(printed)
    last = Fraction(1, 10 ** len(printed.partition(".")[2]))
    value = exact * UNITS[unit]
    if abs(value - shown) <= last / 2:
        return "nearest"
    if shown * value < 0 or abs(value - shown) >= last:
        return "none"
    return "truncation" if abs(shown) < abs(value) else "up"


def check_claims(body: dict[str, Any]) -> tuple[int, list[str], list[str]]:
    """Check that every claim agrees with itself, and with the certified values where it can.

    Returns how many were checked, and the names of those that are right if the side bet's pays come
    from where it says, and of those that were not compared.
    """
    checked, by_pays, bound = 0, [], []
    bets = {bet["id"]: bet for bet in body["side_bets"]}
    for claim in body["claims"]:
        bet, verdict = bets.get(claim["about"]), claim["verdict"]
        name = "{about}, {measure} {printed} ({unit}): {verdict}".format_map(claim)
        facts = _facts(body, bet, claim, name)
        right = any(facts.issuperset(needed) for needed in FORMS["verdicts"][verdict])
        right &= ("readings" in facts) == (verdict == "other-reading")
        agree(right, "wrong-claim", f"{name}: the verdict does not fit the value")
        if "compared" not in facts or verdict == "other-strategy":
            bound.append(name)
        elif bet is not None:
            by_pays.append(f"{name}, pays {bet['pays_source']}")
        else:
            checked += 1
    return checked, by_pays, bound


def _facts(body: dict[str, Any], bet: Bet, claim: dict[str, Any], name: str) -> set[str]:
    """Return what holds of a claim; refuse what cannot, and values that are not the certified."""
    measure, exact, per = claim["measure"], claim["exact"], claim["denominator"]
    need((claim["class"] is None) == (bet is not None), "bad-claim", f"{name}: its class")
    returns = bet is None and measure in RETURNS
    need(per == "initial" or returns, "bad-claim", f"{name}: its denominator")
    need(measure != "sd" or exact is None, "bad-claim", f"{name}: an sd has no exact value")
    rounding = None if exact is None else rounding_of(claim["printed"], claim["unit"], exact)
    words = f"{name}: rounding is {claim['rounding']}, not {rounding}"
    agree(claim["rounding"] == rounding, "wrong-claim", words)
    held = None if claim["readings"] else _held(body, bet, claim, per)
    words = f"{name}: compared with {exact}, certified is {held}"
    agree(held in (None, exact), "wrong-claim", words)
    source = "stated" if bet is None else bet["pays_source"]
    compared = held is not None and claim["class"] in (None, "CD")
    facts = {
        source: True,
        str(rounding): True,
        "main": bet is None,
        "guessed": source in ("published", "inferred", "assumed"),
        "readings": claim["readings"],
        "printed": rounding not in (None, "none"),
        "no exact value": exact is None,
        "not held": held is None and not claim["readings"],
        "compared": compared,
    }
    if returns and compared:
        other = _held(body, bet, claim, "initial" if per == "wagered" else "wagered")
        assert other is not None, "the certificate holds both"
        way = rounding_of(claim["printed"], claim["unit"], other)
        facts["not by its own denominator"] = way == "none"
    return {fact for fact, holds in facts.items() if holds}


def _held(body: dict[str, Any], bet: Bet, claim: dict[str, Any], per: str) -> Fraction | None:
    """Return the value that the certificate states for this measure and class, if it does."""
    rtp: Fraction | None = None
    if bet is not None:
        law, rtp = net_law(bet), bet["rtp"]
        if claim["measure"] == "hit_frequency" and law is not None:
            return sum((chance for net, chance in law if net > 0), Fraction(0))
    elif claim["class"] == "CD":
        rtp = body["totals"]["rtp" if per == "initial" else "rtp_per_unit_wagered"]
    elif claim["class"] in body.get("classes", {}):
        one = body["classes"][claim["class"]]
        stake = 1 if per == "initial" else one.get("stake")
        rtp = None if stake is None else 1 + one["ev"] / stake
    if claim["measure"] not in RETURNS or rtp is None:
        return None
    return rtp if claim["measure"] == "rtp" else 1 - rtp
