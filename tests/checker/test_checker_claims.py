"""Claims: rounding in exact arithmetic, and verdicts that must fit the certified values."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bjcalc.checker.claims import check_claims, rounding_of
from bjcalc.checker.reading import Refusal, read


@pytest.mark.parametrize(
    ("printed", "unit", "exact", "rounding"),
    [
        ("99.61", "percent", Fraction(99605, 100000), "nearest"),
        ("99.60", "percent", Fraction(99605, 100000), "nearest"),  # on the half: both
        ("96.29", "percent", Fraction(962961, 1000000), "truncation"),
        ("95.91", "percent", Fraction(398, 415), "up"),
        ("95.90", "percent", Fraction(398, 415), "nearest"),
        ("95.9", "percent", Fraction(398, 415), "nearest"),
        ("99.65", "percent", Fraction(994469, 1000000), "none"),
        ("-0.35", "percent", Fraction(-3578, 1000000), "truncation"),
        ("-0.36", "percent", Fraction(-3522, 1000000), "up"),
        ("0.35", "percent", Fraction(-35, 10000), "none"),
        ("4.1", "permille", Fraction(41, 10000), "nearest"),
        ("0.9961", "one", Fraction(99614, 100000), "nearest"),
        ("1", "one", Fraction(3, 2), "nearest"),
        ("1", "one", Fraction(2), "none"),
        ("1." + "0" * 29 + "1", "one", 1 + Fraction(1, 10**30), "nearest"),
        ("1." + "0" * 29 + "2", "one", 1 + Fraction(1, 10**30), "none"),
    ],
)
def test_rounding(printed: str, unit: str, exact: Fraction, rounding: str) -> None:
    assert rounding_of(printed, unit, exact) == rounding


# How the checker counts each claim, or the code by which it refuses it; what differs from CLAIM.
LINES = (Path(__file__).parent / "claims.jsonl").read_text().splitlines()
CLAIM = {
    "about": "main",
    "measure": "rtp",
    "printed": "99.61",
    "unit": "percent",
    "denominator": "initial",
    "class": "CD",
    "readings": [],
    "exact": "19921/20000",
    "rounding": "nearest",
    "verdict": "confirmed",
    "sentence": "",
}


def bet(source: str) -> dict[str, Any]:
    """Return a bet that pays 26 to one in 43 of 1245 deals and pushes in 33: its RTP is 398/415."""
    unknown = source == "unknown"
    return {
        "id": source,
        "pays_source": source,
        "rtp": None if unknown else Fraction(398, 415),
        "total": 1245,
        "categories": [{"pays": None if unknown else Fraction(pay)} for pay in (26, 0)],
        "outcomes": [
            {"paid": [], "deals": 1169},
            {"paid": [0], "deals": 43},
            {"paid": [1], "deals": 33},
        ],
    }


SOURCES = ("stated", "published", "inferred", "assumed", "unknown")


@pytest.mark.parametrize("line", LINES)
def test_claims(line: str) -> None:
    """Names are closed lists, and what is not compared is never confirmed."""
    answer, changes = json.loads(line)
    about = changes.get("about", "main")
    claim = CLAIM | ({"class": None} if about in SOURCES else {}) | changes
    body = {
        "totals": {"rtp": Fraction(19921, 20000), "rtp_per_unit_wagered": Fraction(99, 100)},
        "side_bets": list(map(bet, SOURCES)),
        "classes": {
            "TD": {"ev": Fraction(9, 1000), "stake": Fraction(9, 8)},
            "U": {"ev": Fraction(9, 1000)},
        },
    }
    try:
        checked, by_pays, bound = check_claims({**body, "claims": [read("claim", claim, "claim")]})
    except Refusal as refusal:
        assert refusal.code == answer
        return
    assert answer == ("checked" if checked else "by pays" if by_pays else "bound")
    assert checked + len(by_pays + bound) == 1
    for name in by_pays + bound:
        assert name.startswith(f"{about}, ")
        assert name.endswith(f": {claim['verdict']}" + f", pays {about}" * (answer == "by pays"))
