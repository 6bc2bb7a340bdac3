"""A report as a document (text, Markdown, HTML) and as data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bjcalc import __version__
from bjcalc.claims.audit import GameAudit, Status
from bjcalc.claims.rounding import SquareRoot, exact_decimal, printed_as
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
from bjcalc.documents.data import filled_data
from bjcalc.documents.html import to_html
from bjcalc.documents.markdown import to_markdown
from bjcalc.documents.model import Document, Strong, Words
from bjcalc.documents.text import to_text
from bjcalc.rules import rules_line

_TITLE = "Audit of printed numbers"


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
    return filled_data(
        "audit.json",
        str(__package__),
        audits=audits,
        allow=allow,
        passes=passes,
        is_root=lambda value: isinstance(value, SquareRoot),
        CLAUSE=CLAUSE,
        exact_decimal=exact_decimal,
        limit_text=limit_text,
        paragraph=paragraph,
        position=position,
        printed_as=printed_as,
        rules_line=rules_line,
        summary_line=summary_line,
        verdict_text=verdict_text,
    )
