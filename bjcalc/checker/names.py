"""That the names in a certificate name one thing each, and that what refers to them fits.

Claims are looked up by the name of what they are about, so a name that stands twice, or a side bet
named like the main game, would let one number be checked and another be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bjcalc.checker.reading import Unreadable, short

MAIN = "main"
"""What a claim about the main game says that it is about; no side bet may have this id."""


def check_names(body: dict[str, Any]) -> None:
    """Refuse ids that stand twice, and readings and pays that contradict what they belong to."""
    readings: dict[str, dict[str, Any]] = {}
    _refuse_twice((one["id"] for one in body["interpretations"]), "interpretations")
    for index, one in enumerate(body["interpretations"]):
        where = f"interpretations[{index}]"
        readings[one["id"]] = one
        ids = [reading["id"] for reading in one["readings"]]
        _refuse_twice(ids, f"{where}.readings")
        if one["chosen"] is not None and one["chosen"] not in ids:
            raise _contradiction(f"{where}.chosen: {short(one['chosen'])} is none of its readings")
    _refuse_twice((bet["id"] for bet in body["side_bets"]), "side_bets")
    for index, bet in enumerate(body["side_bets"]):
        where = f"side_bets[{index}]"
        if bet["id"] == MAIN:
            raise _contradiction(f"{where}.id: {MAIN!r} is the main game")
        unknown = bet["pays_source"] == "unknown"
        if any((category["pays"] is None) != unknown for category in bet["categories"]):
            raise _contradiction(
                f"{where}.pays_source: {bet['pays_source']!r} does not fit the pays: all are null "
                "where it is 'unknown', else none"
            )
    for index, claim in enumerate(body["claims"]):
        _check_readings(claim, readings, f"claims[{index}]")


def _check_readings(
    claim: dict[str, Any], interpretations: dict[str, dict[str, Any]], where: str
) -> None:
    """Refuse readings of a claim that are not listed, or that are those of this certificate."""
    _refuse_twice((entry["id"] for entry in claim["readings"]), f"{where}.readings")
    for index, entry in enumerate(claim["readings"]):
        one = interpretations.get(entry["id"], {"readings": [], "chosen": None})
        listed = any(reading["id"] == entry["chosen"] for reading in one["readings"])
        if not listed or entry["chosen"] == one["chosen"]:
            raise _contradiction(
                f"{where}.readings[{index}]: {short(entry['id'])} = {short(entry['chosen'])} is "
                "no other reading of this certificate"
            )


def _refuse_twice(ids: Iterable[str], where: str) -> None:
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise _contradiction(f"{where}: the id {short(name)} stands twice")
        seen.add(name)


def _contradiction(sentence: str) -> Unreadable:
    return Unreadable("contradiction", sentence)
