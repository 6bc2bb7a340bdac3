"""Claims: rounding in exact arithmetic, and verdicts that must fit the certified values."""

from __future__ import annotations

from fractions import Fraction
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


RTP = Fraction(99605, 100000)
PAIRS = Fraction(398, 415)
TD = Fraction(9, 1000)


def bet(source: str) -> dict[str, Any]:
    """Return a bet that pays 26 to one in 43 of 1245 deals and pushes in 33: its RTP is 398/415."""
    unknown = source == "unknown"
    return {
        "id": source,
        "pays_source": source,
        "rtp": None if unknown else PAIRS,
        "total": 1245,
        "categories": [{"pays": None if unknown else Fraction(pay)} for pay in (26, 0)],
        "outcomes": [
            {"paid": [], "deals": 1169},
            {"paid": [0], "deals": 43},
            {"paid": [1], "deals": 33},
        ],
    }


def body(**changes: Any) -> dict[str, Any]:
    claim = {
        "about": "main",
        "measure": "rtp",
        "printed": "99.61",
        "unit": "percent",
        "denominator": "initial",
        "class": "CD" if changes.get("about", "main") == "main" else None,
        "readings": [],
        "exact": RTP,
        "rounding": "nearest",
        "verdict": "confirmed",
        "sentence": "",
    }
    return {
        "totals": {"rtp": RTP, "rtp_per_unit_wagered": Fraction(99, 100)},
        "side_bets": list(map(bet, ("stated", "published", "inferred", "assumed", "unknown"))),
        "claims": [{**claim, **changes}],
        "classes": {"TD": {"ev": TD, "stake": Fraction(9, 8)}, "U": {"ev": TD}},
    }


NO_VALUE = {"exact": None, "rounding": None}
NOT_SO = {"printed": "90", "rounding": "none"}
WAGERED = {"denominator": "wagered", "exact": Fraction(99, 100), "printed": "99.00"}
READING = {"readings": [{"id": "a", "chosen": "b"}]}
OF_TD = {"class": "TD", "exact": 1 + TD, "printed": "100.90"}
PAIRS_RTP = {"printed": "95.90", "exact": PAIRS}
STATED = {"about": "stated", **PAIRS_RTP}
INFERRED = {"about": "inferred", **PAIRS_RTP}
HITS = {"about": "stated", "measure": "hit_frequency", "exact": Fraction(43, 1245)} | {
    "printed": "3.45"
}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"measure": "house_edge", "printed": "0.3", "exact": 1 - RTP, "rounding": "truncation"}
        | {"verdict": "truncation"},
        {"denominator": "wagered", "exact": Fraction(99, 100), "rounding": "none"}
        | {"verdict": "refuted"},
        {**WAGERED, "verdict": "other-denominator"},
    ],
)
def test_claims_that_are_checked(changes: dict[str, Any]) -> None:
    coverage = check_claims(body(**changes))
    assert (coverage.checked, coverage.by_pays, coverage.bound) == (1, [], [])


@pytest.mark.parametrize(
    "changes",
    [
        {**INFERRED, "verdict": "consistent"},
        {**INFERRED, "about": "assumed", "verdict": "consistent"},
        {**INFERRED, **NOT_SO, "verdict": "undecidable"},
        {**INFERRED, **NOT_SO, "verdict": "refuted"},
        STATED,
        {**STATED, "printed": "95.91", "rounding": "up", "verdict": "rounding-up"},
        HITS,
    ],
)
def test_claims_that_are_right_if_pays_come_from_where_the_bet_says(
    changes: dict[str, Any],
) -> None:
    coverage = check_claims(body(**changes))
    (name,) = coverage.by_pays
    assert (coverage.checked, coverage.bound) == (0, [])
    assert name.startswith(f"{changes['about']}, ")
    assert name.endswith(f", pays {changes['about']}")


@pytest.mark.parametrize(
    "changes",
    [
        {"measure": "sd", **NO_VALUE, "verdict": "undecidable"},
        {"measure": "sd", **NO_VALUE, "verdict": "not-compared"},
        {"measure": "hit_frequency", "verdict": "not-compared"},
        {"class": "CDP", **NO_VALUE, "verdict": "undecidable"},
        {"class": "other", **NO_VALUE, "verdict": "undecidable"},
        {"class": "CDP", "exact": Fraction(9961, 10000), "verdict": "other-strategy"},
        {**OF_TD, "verdict": "other-strategy"},
        {"verdict": "other-strategy"},
        {**READING, "verdict": "other-reading"},
        {"about": "unknown", **NO_VALUE, "verdict": "undecidable"},
        {"about": "stated", "measure": "sd", **NO_VALUE, "verdict": "not-compared"},
    ],
)
def test_claims_that_are_only_bound(changes: dict[str, Any]) -> None:
    coverage = check_claims(body(**changes))
    (name,) = coverage.bound
    assert (coverage.checked, coverage.by_pays) == (0, [])
    assert name.endswith(f": {changes['verdict']}")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rounding": "truncation"}, "wrong-claim"),
        ({"rounding": None}, "wrong-claim"),
        ({"exact": Fraction(9961, 10000)}, "wrong-claim"),
        ({"verdict": "refuted"}, "wrong-claim"),
        ({"verdict": "truncation"}, "wrong-claim"),
        ({"printed": "99.65", "rounding": "none"}, "wrong-claim"),
        (INFERRED, "wrong-claim"),
        ({**INFERRED, "about": "published"}, "wrong-claim"),
        ({**INFERRED, "about": "assumed"}, "wrong-claim"),
        ({**STATED, "verdict": "consistent"}, "wrong-claim"),
        ({**STATED, "verdict": "other-strategy"}, "wrong-claim"),
        ({**INFERRED, **NOT_SO, "verdict": "consistent"}, "wrong-claim"),
        ({**STATED, **NOT_SO, "verdict": "undecidable"}, "wrong-claim"),
        ({**STATED, **NO_VALUE, "verdict": "undecidable"}, "wrong-claim"),
        ({**STATED, "verdict": "not-compared"}, "wrong-claim"),
        ({**INFERRED, "verdict": "undecidable"}, "wrong-claim"),
        ({**INFERRED, **NO_VALUE, "verdict": "undecidable"}, "wrong-claim"),
        ({**HITS, "printed": "99.00", "exact": Fraction(99, 100)}, "wrong-claim"),
        ({**HITS, **NO_VALUE, "verdict": "undecidable"}, "wrong-claim"),
        ({"verdict": "consistent"}, "wrong-claim"),
        ({"verdict": "undecidable"}, "wrong-claim"),
        ({**NO_VALUE, "verdict": "undecidable"}, "wrong-claim"),
        ({"verdict": "not-compared"}, "wrong-claim"),
        ({"verdict": "other-reading"}, "wrong-claim"),
        (READING, "wrong-claim"),
        ({**READING, "verdict": "not-compared"}, "wrong-claim"),
        ({**READING, **NOT_SO, "verdict": "other-reading"}, "wrong-claim"),
        ({"verdict": "other-denominator", **WAGERED, "printed": "100"}, "wrong-claim"),
        ({"verdict": "other-denominator", **WAGERED, "exact": RTP}, "wrong-claim"),
        (NO_VALUE, "wrong-claim"),
        # What is not compared confirms nothing, whatever its number.
        (
            {"measure": "hit_frequency", "printed": "999", "exact": Fraction(999, 100)},
            "wrong-claim",
        ),
        ({"class": "CDP"}, "wrong-claim"),
        ({"class": "other"}, "wrong-claim"),
        (OF_TD, "wrong-claim"),
        ({**OF_TD, "exact": RTP, "printed": "99.61", "verdict": "other-strategy"}, "wrong-claim"),
        ({**OF_TD, **NO_VALUE, "verdict": "undecidable"}, "wrong-claim"),
        ({"class": "U", **NO_VALUE, "verdict": "undecidable"}, "wrong-claim"),
        ({"about": "unknown"}, "wrong-claim"),
        ({"measure": "sd", "verdict": "not-compared"}, "bad-claim"),
        ({**INFERRED, "denominator": "wagered"}, "bad-claim"),
        ({"measure": "hit_frequency", "denominator": "wagered"}, "bad-claim"),
        ({**STATED, "class": "CD"}, "bad-claim"),
        ({"class": None}, "bad-claim"),
    ],
)
def test_claims_that_are_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_claims(body(**changes))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("key", "written"),
    [
        *(("class", name) for name in ("cd", "CD ", "C\u200bD", "\u0421D", "Td", "TD2")),
        *(("measure", name) for name in ("RTP", "rtp\u200b", "r\u0442p", "rtp ", "edge")),
        *(("about", name) for name in ("Main", "main ", "m\u0430in", "main\u200b", "")),
        *(("printed", text) for text in ("99,61", "99.61 %", "\u0669", "9" * 99, "99.", "+1")),
        *(("verdict", name) for name in ("Confirmed", "confirmed ", "true")),
        *(("unit", name) for name in ("%", "Percent")),
    ],
)
def test_names_are_closed_lists(key: str, written: str) -> None:
    claim = body()["claims"][0]
    with pytest.raises(Refusal) as refusal:
        read("claim", {**claim, "exact": None, key: written}, "claim")
    assert refusal.value.code == "wrong-kind"
