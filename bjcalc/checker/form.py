"""A certificate: its shape, its digest, that its names fit together, and its optional parts."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Any

from bjcalc.checker.reading import (
    MAX_DIGITS,
    Unreadable,
    agree,
    digest_of,
    need,
    read,
    short,
)
from bjcalc.checker.rules import Rules

FORMAT, VERSION = "bjcalc-certificate", "2"


@dataclass(frozen=True)
class Certificate:
    """A certificate that has the right shape; `body` as FORMAT.md says, numbers read."""

    digest: str
    rules: Rules
    body: dict[str, Any]


def read_certificate(value: Any) -> Certificate:
    """Read a JSON value as a certificate; check digest, names, and that its rules are supported."""
    if isinstance(value, dict) and isinstance(value.get("header"), dict):
        header = value["header"]
        given = (header.get("format", FORMAT), header.get("version", VERSION))
        words = f"{short(given)} is not {(FORMAT, VERSION)}; version 1 is read by bjcalc 0.1.0"
        need(given == (FORMAT, VERSION), "unknown-version", words)
    whole = read("certificate", value, "certificate")
    body, stated, right = whole["body"], whole["header"]["digest"], digest_of(value["body"])
    words = f"the header's digest is {short(stated)}, the body's is {right}"
    agree(stated == right, "digest-mismatch", words)
    _check_names(body)
    return Certificate(stated, Rules(body["rules"]), body)


def _check_names(body: dict[str, Any]) -> None:
    """Refuse readings, pays and claims that do not fit what they refer to."""
    readings = {
        one["id"]: (one["chosen"], [reading["id"] for reading in one["readings"]])
        for one in body["interpretations"]
    }
    wrong = [
        f"{name}: {chosen} is none of its readings"
        for name, (chosen, listed) in readings.items()
        if chosen not in (None, *listed)
    ]
    bets = {bet["id"]: bet["pays_source"] for bet in body["side_bets"]}
    wrong += ["side_bets: 'main' is the main game"] if "main" in bets else []
    for bet in body["side_bets"]:
        unknown = {category["pays"] is None for category in bet["categories"]}
        if unknown != {bet["pays_source"] == "unknown"}:
            wrong.append(f"{bet['id']}: the pays do not fit {bet['pays_source']!r}, their source")
    for claim in body["claims"]:
        if claim["about"] not in ("main", *bets):
            wrong.append(f"claims: there is no side bet {claim['about']}")
        for name, other in (one.values() for one in claim["readings"]):
            chosen, listed = readings.get(name, (None, []))
            if other not in listed or other == chosen:
                wrong.append(f"claims: {name} = {other} is no other reading of this certificate")
    for words in wrong:
        raise Unreadable("contradiction", words)


def check_parts(body: dict[str, Any]) -> list[str]:
    """Compare the optional parts with the totals; return their names, for what is not checked."""
    totals, law, classes = body["totals"], body.get("outcomes"), body.get("classes", {})
    if law is not None:
        keys = [(one["net"], one["stake"]) for one in law]
        bottom = 1  # of all numbers together; looked at before they are added up
        for one in law:
            bottom = lcm(bottom, *(value.denominator for value in one.values()))
            need(bottom < 10**MAX_DIGITS, "not-supported", "outcomes: too long denominators")
        sums = [
            sum(one["probability"] * value for one, value in zip(law, values, strict=True))
            for values in ([1] * len(law), *zip(*keys, strict=True))
        ]
        right = keys == sorted(set(keys)) and all(one["probability"] > 0 for one in law)
        right = right and sums == [1, totals["ev"], totals["stake"]]
        agree(right, "wrong-part", "outcomes: not in order, or not with the totals as means")
    for name, one in classes.items():
        right = name == "U" or one["stake"] >= max(1, -one["ev"])
        agree(right, "wrong-part", f"classes.{name}: its stake is below 1 or what it loses")
    others = [one["ev"] for name, one in classes.items() if name not in ("U", "P")]
    right = "U" not in classes or classes["U"]["ev"] >= max([totals["ev"], *others])
    agree(right, "wrong-part", "classes.U: the bound is below another class")
    for up, column in classes.get("TD", {"chart": {}})["chart"].items():
        right = (column is None) == (body["values"][up] is None) and len(column or range(36)) == 36
        agree(right, "wrong-part", f"classes.TD.chart.{up}: 36 symbols, or null, are right")
    return ["outcomes"] * (law is not None) + [f"class {name}" for name in classes]
