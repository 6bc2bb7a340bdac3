"""A report as Markdown and as one HTML page; what comes from game files is escaped in both."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from bjcalc.claims.audit import GameAudit, Status
from bjcalc.claims.report import limit_status
from bjcalc.claims.words import (
    EXACT_LABEL,
    STATUS_WORDS,
    ClaimSection,
    ExplanationSection,
    GameSection,
    game_section,
    one_line,
)

_TITLE = "Audit of printed numbers"
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&])")
# What would start a list or a heading, at the beginning of a line.
_LIST_START = re.compile(r"^(\d*)([-+=.)])(?=\s)")

_STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  overflow-wrap: break-word; }
code { overflow-wrap: anywhere; }
table { border-collapse: collapse; } td { padding: .15rem .8rem .15rem 0; vertical-align: top; }
td + td { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.bad { color: #a40000; } .good { color: #1a6b1a; } .status { font-weight: bold; }
section.claim { border-top: 1px solid #999; }
@media (prefers-color-scheme: dark) {
  body { background: #111; color: #ddd; } .bad { color: #ff8a80; } .good { color: #8fd98f; }
}
"""


def markdown_report(audits: Sequence[GameAudit]) -> str:
    """Return the whole report as Markdown."""
    sections = [game_section(one) for one in audits]
    lines = [f"# {_TITLE}", "", *(f"- {_escape(one.summary)}" for one in sections)]
    for section in sections:
        lines += ["", f"## {_escape(section.title)}", "", _escape(section.rules), ""]
        lines.append(f"Game file SHA-256 `{section.sha256}`")
        lines += ["", *(f"- {_escape(note)}" for note in section.notes)] if section.notes else []
        for claim in section.claims:
            lines += ["", *_claim_markdown(claim)]
        if section.limits:
            lines += ["", "### Regulators' limits", ""]
            lines += [f"- **{limit_status(ok)}** {_escape(text)}" for ok, text in section.limits]
        for name, texts in _lists(section):
            lines += ["", f"### {name}", "", *(f"- {_escape(text)}" for text in texts)]
    return "\n".join(lines) + "\n"


def _claim_markdown(claim: ClaimSection) -> list[str]:
    lines = [
        f"### {STATUS_WORDS[claim.status]}: {_escape(claim.heading)}",
        "",
        f"**Verdict: {_escape(claim.verdict)}**",
        "",
        _escape(claim.paragraph),
        "",
        "| | |",
        "|---|---|",
        *(f"| {_escape(label)} | {_escape(text)} |" for label, text in claim.numbers),
        "",
    ]
    lines += [f"- Note: {_escape(one)}" for one in claim.remarks]
    lines += [f"- Also: {_escape(one)}" for one in claim.also]
    lines.append(f"- Where it is printed: {_escape(claim.position)}")
    if claim.explanations is not None:
        found = claim.explanations
        lines += ["", _escape(found.lead), ""]
        for item in found.items:
            # A backslash ends the line inside the list item.
            lines += [f"- {_escape(item.text)}\\", f"  {EXACT_LABEL}: `{item.exact}`"]
        lines += ["", _escape(found.closing)] if found.items else [_escape(found.closing)]
    return lines


def html_report(audits: Sequence[GameAudit]) -> str:
    """Return the whole report as one HTML page that needs nothing else."""
    sections = [game_section(one) for one in audits]
    body = [f"<h1>{_TITLE}</h1>", "<ul>"]
    body += [f'<li class="{_tone(one.is_good)}">{_html(one.summary)}</li>' for one in sections]
    body.append("</ul>")
    for section in sections:
        body += [
            f"<h2>{_html(section.title)}</h2>",
            f"<p>{_html(section.rules)}</p>",
            f"<p>Game file SHA-256 <code>{section.sha256}</code></p>",
            *_html_list(section.notes),
        ]
        for claim in section.claims:
            body += _claim_html(claim)
        if section.limits:
            body += ["<h3>Regulators' limits</h3>", "<ul>"]
            body += [
                f'<li><span class="status {_tone(bool(ok))}">{limit_status(ok)}</span> '
                f"{_html(text)}</li>"
                for ok, text in section.limits
            ]
            body.append("</ul>")
        for name, texts in _lists(section):
            body += [f"<h3>{name}</h3>", *_html_list(texts)]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{_TITLE}</title>\n<style>\n{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _claim_html(claim: ClaimSection) -> list[str]:
    tone = _tone(claim.status is not Status.FAIL)
    rows = [
        f"<tr><td>{_html(label)}</td><td>{_html(text)}</td></tr>" for label, text in claim.numbers
    ]
    notes = [f"Note: {one}" for one in claim.remarks] + [f"Also: {one}" for one in claim.also]
    notes.append(f"Where it is printed: {claim.position}")
    return [
        '<section class="claim">',
        f'<h3><span class="status {tone}">{STATUS_WORDS[claim.status]}</span> '
        f"{_html(claim.heading)}</h3>",
        f'<p class="status">Verdict: {_html(claim.verdict)}</p>',
        f"<p>{_html(claim.paragraph)}</p>",
        "<table>",
        *rows,
        "</table>",
        *_html_list(tuple(notes)),
        *(_explanations_html(claim.explanations) if claim.explanations is not None else ()),
        "</section>",
    ]


def _explanations_html(found: ExplanationSection) -> list[str]:
    items = [
        f"<li>{_html(one.text)}<br>{EXACT_LABEL}: <code>{_html(one.exact)}</code></li>"
        for one in found.items
    ]
    listed = ["<ul>", *items, "</ul>"] if items else []
    return [f"<p>{_html(found.lead)}</p>", *listed, f"<p>{_html(found.closing)}</p>"]


def _lists(section: GameSection) -> list[tuple[str, tuple[str, ...]]]:
    named = [
        ("Open rules and the readings taken", section.readings),
        ("Assumed", section.assumptions),
    ]
    return [(name, texts) for name, texts in named if texts]


def _html_list(texts: Sequence[str]) -> list[str]:
    return ["<ul>", *(f"<li>{_html(text)}</li>" for text in texts), "</ul>"] if texts else []


def _tone(good: bool) -> str:
    return "good" if good else "bad"


def _html(text: str) -> str:
    return html.escape(one_line(text))


def _escape(text: str) -> str:
    """Return text that Markdown shows as it is, on one line."""
    return _LIST_START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", one_line(text)))
