"""A report as JUnit XML: a suite for each game, a case for each claim and each limit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bjcalc.claims.audit import GameAudit, Judged
from bjcalc.claims.limits import LimitLine
from bjcalc.claims.words import heading, limit_text, paragraph, said, verdict_text
from bjcalc.documents.compose import plain_texts
from bjcalc.documents.html import render
from bjcalc.documents.model import Block, Table, plain


def junit_report(audits: Sequence[GameAudit]) -> str:
    """Return the report as JUnit XML. Allowed and accepted findings pass, with their text.

    A failure's type is the verdict's name (such as "refuted"), "limit-failed" or
    "limit-undecidable".
    """
    suites: list[dict[str, Any]] = [
        {
            "name": audit.game.slug,
            "cases": [
                *(_claim(one, audit) for one in audit.judged),
                *map(_limit, audit.limits),
            ],
        }
        for audit in audits
    ]
    cases = [case for suite in suites for case in suite["cases"]]
    failures = sum(bool(case["type"]) for case in cases)
    return render("junit.xml", str(__package__), suites=suites, tests=len(cases), failures=failures)


def _claim(judged: Judged, audit: GameAudit) -> dict[str, str]:
    blocks = said("claim.md", judged, audit)
    finding = judged.finding
    return {
        "name": heading(finding, audit.game),
        "type": "" if judged.status.is_good else finding.verdict.value,
        "message": f"{verdict_text(finding)}: {paragraph(judged, audit)}",
        "text": "\n".join(line for block in blocks for line in _lines(block)),
    }


def _lines(block: Block) -> Iterable[str]:
    """Return a block as lines, however long: no exact value is cut."""
    if isinstance(block, Table):
        return [": ".join(map(plain, row)) for row in block.rows]
    return plain_texts([block])


def _limit(line: LimitLine) -> dict[str, str]:
    text = limit_text(line)
    kind = {True: "", False: "limit-failed", None: "limit-undecidable"}[line.passes]
    return {"name": text, "type": kind, "message": text, "text": text}
