"""Claims: rounding in exact arithmetic, and verdicts that must fit the certified values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from make import put_at

from bjcalc.checker.claims import check_claims, rounding_of
from bjcalc.checker.reading import Refusal


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


def body(**changes: Any) -> dict[str, Any]:
    claim = {
        "about": "main",
        "measure": "rtp",
        "printed": "99.61",
        "unit": "percent",
        "denominator": "initial",
        "class": "CD",
        "readings": [],
        "exact": RTP,
        "rounding": "nearest",
        "verdict": "confirmed",
        "sentence": "",
    }
    return {
        "totals": {"rtp": RTP, "rtp_per_unit_wagered": Fraction(99, 100)},
        "side_bets": [
            {"id": source, "rtp": Fraction(398, 415), "pays_source": source}
            for source in ("stated", "published", "inferred", "assumed")
        ],
        "claims": [{**claim, **changes}],
    }


INFERRED = {"about": "inferred", "printed": "95.90", "exact": Fraction(398, 415)}

WAGERED = {"denominator": "wagered", "exact": Fraction(99, 100), "printed": "99.00"}
READING = {"readings": [{"id": "a", "chosen": "b"}]}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"measure": "house_edge", "printed": "0.3", "exact": 1 - RTP, "rounding": "truncation"}
        | {"verdict": "truncation"},
        {"denominator": "wagered", "exact": Fraction(99, 100), "rounding": "none"}
        | {"verdict": "refuted"},
        {**INFERRED, "verdict": "consistent"},
        {**INFERRED, "about": "assumed", "verdict": "consistent"},
        {**INFERRED, "about": "stated"},
        {**INFERRED, "about": "stated", "printed": "95.91", "rounding": "up"}
        | {"verdict": "rounding-up"},
        {**WAGERED, "verdict": "other-denominator"},
    ],
)
def test_claims_that_hold(changes: dict[str, Any]) -> None:
    coverage = check_claims(body(**changes))
    assert (coverage.checked, coverage.not_checked) == (1, 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"measure": "sd", "exact": None, "rounding": None, "verdict": "undecidable"},
        {"measure": "sd", "exact": None, "rounding": None},
        {"exact": None, "rounding": None, "verdict": "undecidable"},
        {"class": "TD", "exact": Fraction(9, 10), "rounding": "none", "verdict": "refuted"},
        {"class": "TD", "exact": Fraction(9961, 10000), "verdict": "other-strategy"},
        {"verdict": "other-strategy"},
        {**READING, "verdict": "other-reading"},
        {**INFERRED, "printed": "90", "rounding": "none", "verdict": "undecidable"},
        {"about": "elsewhere"},
    ],
)
def test_claims_that_are_only_bound(changes: dict[str, Any]) -> None:
    coverage = check_claims(body(**changes))
    assert (coverage.checked, coverage.not_checked) == (0, 1)


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
        ({**INFERRED, "about": "stated", "verdict": "consistent"}, "wrong-claim"),
        ({**INFERRED, "about": "stated", "verdict": "other-strategy"}, "wrong-claim"),
        ({**INFERRED, "printed": "90", "rounding": "none", "verdict": "consistent"}, "wrong-claim"),
        (
            {**INFERRED, "about": "stated", "printed": "90", "rounding": "none"}
            | {"verdict": "undecidable"},
            "wrong-claim",
        ),
        ({"verdict": "consistent"}, "wrong-claim"),
        ({"verdict": "undecidable"}, "wrong-claim"),
        ({"verdict": "other-reading"}, "wrong-claim"),
        (READING, "wrong-claim"),
        ({"verdict": "other-denominator", **WAGERED, "printed": "100"}, "wrong-claim"),
        ({"verdict": "other-denominator", **WAGERED, "exact": RTP}, "wrong-claim"),
        ({"exact": None, "rounding": None}, "wrong-claim"),
        ({"measure": "sd", "verdict": "refuted"}, "wrong-claim"),
        ({**INFERRED, "denominator": "wagered"}, "bad-claim"),
        ({"printed": "99,61"}, "bad-claim"),
        ({"printed": "99.61 %"}, "bad-claim"),
        ({"printed": "\u0669"}, "bad-claim"),
        ({"printed": "9" * 99}, "bad-claim"),
    ],
)
def test_claims_that_are_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_claims(body(**changes))
    assert refusal.value.code == code


def test_a_side_bet_whose_pays_are_lost_confirms_nothing() -> None:
    given = body(about="inferred", exact=Fraction(1), printed="100")
    put_at("side_bets", 2, "rtp", None)(given)
    with pytest.raises(Refusal):
        check_claims(given)
