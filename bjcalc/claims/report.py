"""A report as a document (text, Markdown, HTML) and as data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bjcalc import __version__
from bjcalc.claims.accepted import Accepted
from bjcalc.claims.audit import GameAudit, Judged, Status
from bjcalc.claims.finding import Figure, Finding, Match, SearchResult, Tables
from bjcalc.claims.limits import LimitLine
from bjcalc.claims.rounding import Exact, SquareRoot, exact_decimal, printed_as
from bjcalc.claims.words import (
    CLASSES_NOTE,
    CLAUSE,
    STATUS_WORDS,
    heading,
    limit_text,
    paragraph,
    position,
    said,
    summary_line,
    verdict_text,
)
from bjcalc.documents.compose import compose
from bjcalc.documents.html import to_html
from bjcalc.documents.markdown import to_markdown
from bjcalc.documents.model import Document, Strong, Words
from bjcalc.documents.text import to_text
from bjcalc.numbers import DECIMAL_PLACES, exact_json, exact_text
from bjcalc.rules import rules_line

_TITLE = "Audit of printed numbers"
JSON_SCHEMA = 1


def text_report(audits: Sequence[GameAudit]) -> str:
    """Return the whole report as plain text, a line for each game at the top."""
    lines = [summary_line(one) for one in audits]
    document = replace(_document(audits, shorten=True), title="", front=())
    return "\n".join([*lines, to_text(document)])


def markdown_report(audits: Sequence[GameAudit]) -> str:
    """Return the whole report as Markdown."""
    return to_markdown(_document(audits))


def html_report(audits: Sequence[GameAudit]) -> str:
    """Return the whole report as one HTML page that needs nothing else."""
    return to_html(_document(audits))


def _document(audits: Sequence[GameAudit], *, shorten: bool = False) -> Document:
    front, parts = compose(
        (str(__package__),),
        "audit.md",
        audits=audits,
        summary=_summary,
        status=_status,
        limit=_limit,
        heading=heading,
        about_claim=lambda one, audit: list(said("claim.md", one, audit, shorten=shorten)),
        limit_text=limit_text,
        rules_line=rules_line,
        CLASSES_NOTE=CLASSES_NOTE,
    )
    return Document(title=_TITLE, made_by=f"bjcalc {__version__}", front=front, sections=parts)


def _summary(audit: GameAudit) -> Words:
    outcome, _, rest = summary_line(audit).partition(" ")
    return Strong(outcome, "good" if audit.is_good else "bad"), f" {rest}"


def _status(status: Status) -> Strong:
    return Strong(f"{STATUS_WORDS[status]}:", "bad" if status is Status.FAIL else "good")


def _limit(passes: bool | None) -> Strong:
    words = {True: "PASS", False: "FAIL", None: "NOT DECIDABLE"}[passes]
    return Strong(f"{words}:", "good" if passes else "bad")


def json_report(audits: Iterable[GameAudit], *, allow: Iterable[str], passes: bool) -> Any:
    """Return the whole report as data; keys are stable, exact numbers are texts."""
    return {
        "schema": JSON_SCHEMA,
        "passes": passes,
        "policy": {"allow": sorted(allow)},
        "games": [_game_json(one) for one in audits],
    }


def _game_json(audit: GameAudit) -> dict[str, Any]:
    game = audit.game
    return {
        "slug": game.slug,
        "name": game.name,
        "sha256": game.sha256,
        "source": {"document": game.source.document or None, "date": game.source.date or None},
        "rules": rules_line(game.rules),
        "settings": list(game.settings),
        "passes": audit.is_good,
        "summary": summary_line(audit),
        "claims": [_claim_json(one, audit) for one in audit.judged],
        "limits": [_limit_json(one) for one in audit.limits],
        "readings": [
            {
                "id": one.id,
                "question": one.question,
                "chosen": one.chosen,
                "source": one.source or None,
                "not_computed": [
                    reading for name, reading in audit.idle_readings if name == one.id
                ],
            }
            for one in game.interpretations
        ],
        "assumptions": list(game.assumptions),
        "stale_accepted": [_accepted_json(one) for one in audit.stale],
    }


def _claim_json(judged: Judged, audit: GameAudit) -> dict[str, Any]:
    finding, printed = judged.finding, judged.finding.printed
    return {
        "about": finding.claim.about,
        "what": finding.what,
        "printed": {
            "text": printed.text,
            "value": exact_json(printed.value),
            "unit": exact_json(printed.unit),
            "scale": {100: "percent", 1000: "permille"}.get(printed.scale, "one"),
        },
        "denominator": finding.claim.denominator or printed.denominator,
        "strategy": finding.claim.strategy,
        "position": position(finding, audit.game),
        "verdict": finding.verdict.value,
        "verdict_text": verdict_text(finding),
        "status": judged.status.value,
        "needs_allowed": sorted(finding.needs),
        "paragraph": paragraph(judged, audit),
        "exact": None if finding.base is None else _figure_json(finding.base, finding),
        "difference": _difference_json(finding),
        "holds_for": [_match_json(one, finding) for one in finding.matches],
        "compared_with": finding.looked_at or None,
        "figures": [_figure_json(one, finding) for one in finding.figures],
        "nearest": None if finding.nearest is None else _figure_json(finding.nearest, finding),
        "unattainable": (
            None
            if finding.bound is None
            else {"bound_rtp": exact_json(finding.bound), "denominator": "initial bet"}
        ),
        "missing": finding.missing or None,
        "pay_table": (
            {"pays": finding.table_used, "source": finding.table_source}
            if finding.table_used
            else None
        ),
        "pay_tables": None if finding.tables is None else _tables_json(finding.tables),
        "explanations": None if finding.search is None else _search_json(finding.search, finding),
        "remarks": list(finding.remarks),
        "accepted": None if judged.accepted is None else {"reason": judged.accepted.reason},
        "reopened": judged.reopened or None,
    }


def _figure_json(figure: Figure, finding: Finding) -> dict[str, Any]:
    ways = printed_as(figure.value, finding.printed)
    return {
        "value": value_json(figure.value),
        "readings": dict(figure.readings),
        "strategy": figure.strategy or None,
        "denominator": figure.denominator,
        "printed_as": {way.value: text for way, text in ways.items()},
    }


def value_json(value: Exact) -> dict[str, str]:
    """Return an exact value as JSON; a square root has "square" in place of "exact"."""
    if isinstance(value, SquareRoot):
        return {
            "square": exact_text(value.square),
            "decimal": exact_decimal(value, DECIMAL_PLACES),
        }
    return exact_json(value)


def _difference_json(finding: Finding) -> dict[str, str] | None:
    """Return printed minus exact as a plain number; of a square root there is no fraction."""
    if finding.base is None or isinstance(finding.base.value, SquareRoot):
        return None
    return exact_json(finding.printed.value - finding.base.value)


def _match_json(match: Match, finding: Finding) -> dict[str, Any]:
    return {
        **_figure_json(match.figure, finding),
        "roundings": [one.value for one in match.roundings],
    }


def _tables_json(tables: Tables) -> dict[str, Any]:
    near = tables.neighbours
    return {
        "categories": list(tables.categories),
        "limits": {
            "min": tables.lowest,
            "max": tables.highest,
            "rarer_pays_at_least_as_much": tables.ordered,
        },
        "number": {
            way.value: None if number is None else str(number)
            for way, number in tables.number.items()
        },
        "rtp_is_multiple_of": exact_text(tables.step),
        "neighbours": (
            None
            if near is None
            else {
                side: None if rtp is None else exact_json(rtp)
                for side, rtp in zip(("below", "above"), near, strict=True)
            }
        ),
        "examples": [
            {
                "pays": [exact_text(pay) for pay in one.pays],
                "rtp": exact_json(one.rtp),
                "roundings": [way.value for way in one.roundings],
                "name": one.name or None,
            }
            for one in tables.examples
        ],
    }


def _search_json(search: SearchResult, finding: Finding) -> dict[str, Any]:
    return {
        "note": CLAUSE,
        "found": search.found,
        "single_changes_solved": search.single,
        "pairs": search.pairs,
        "pairs_solved": search.pairs_solved,
        "not_computable": search.refused,
        "listed": [
            {
                "changes": list(one.names),
                "settings": list(one.settings),
                "value": exact_json(one.value),
                "printed_as": {
                    way.value: text for way, text in printed_as(one.value, finding.printed).items()
                },
                "roundings": [way.value for way in one.roundings],
            }
            for one in search.explanations
        ],
    }


def _limit_json(line: LimitLine) -> dict[str, Any]:
    return {
        "jurisdiction": line.jurisdiction,
        "kind": line.limit.kind,
        "amount": exact_json(line.limit.amount),
        "subject": line.subject,
        "value": None if line.value is None else exact_json(line.value),
        "value_is_upper_bound": line.at_most,
        "passes": line.passes,
        "text": limit_text(line),
        "citation": line.limit.citation,
        "as_of": line.limit.as_of,
        "url": line.limit.url,
        "note": line.limit.note,
        "remark": line.remark or None,
    }


def _accepted_json(one: Accepted) -> dict[str, str]:
    return {
        "about": one.about,
        "what": one.what,
        "printed": one.printed,
        "verdict": one.verdict,
        "exact": one.exact,
        "reason": one.reason,
    }
