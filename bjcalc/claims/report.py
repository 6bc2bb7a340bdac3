"""A report as a document (text, Markdown, HTML) and as data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bjcalc import __version__
from bjcalc.claims.audit import GameAudit, Status
from bjcalc.claims.rounding import exact_decimal, is_root, printed_as
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
    templating,
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
        about_claim=lambda one, audit: list(said("claim.md", one, audit, shorten=shorten)),
        CLASSES_NOTE=CLASSES_NOTE,
        **templating(heading, limit, limit_text, rules_line, status, summary),
    )
    return Document(title=_TITLE, made_by=f"bjcalc {__version__}", front=front, sections=parts)


def summary(audit: GameAudit) -> Words:
    """Return a game's line, its outcome marked."""
    outcome, _, rest = summary_line(audit).partition(" ")
    return Strong(outcome, "good" if audit.is_good else "bad"), f" {rest}"


def status(one: Status) -> Strong:
    """Return what a finding means for a build, marked."""
    return Strong(f"{STATUS_WORDS[one]}:", "bad" if one is Status.FAIL else "good")


def limit(passes: bool | None) -> Strong:
    """Return what became of a limit, marked."""
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
        CLAUSE=CLAUSE,
        **templating(exact_decimal, is_root, limit_text, paragraph, position, printed_as),
        **templating(rules_line, summary_line, verdict_text),
    )
