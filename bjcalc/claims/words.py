"""What was found, in plain words: what every written form of a report is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from bjcalc.claims.audit import GameAudit, Judged, Status
from bjcalc.claims.figures import BOUND, CLAIMED
from bjcalc.claims.finding import Figure, Finding, Verdict
from bjcalc.claims.limits import LimitLine
from bjcalc.claims.printed import MEASURES, TOTAL_WAGERED, PrintedNumber
from bjcalc.claims.rounding import (
    ROUNDING_WORDS,
    Exact,
    SquareRoot,
    compare,
    exact_decimal,
    fraction_text,
    is_root,
    printed_as,
    value_text,
)
from bjcalc.documents.compose import compose, plain_texts
from bjcalc.documents.model import Block
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_text, percent_text
from bjcalc.shown import shell_word, shown
from bjcalc.sidebets import Rounding
from bjcalc.strategy.classes import CLASSES, sentences

VERDICT_WORDS = {
    Verdict.CONFIRMED: "confirmed",
    Verdict.CONSISTENT: "consistent with a pay table that the text does not state",
    Verdict.TRUNCATION: "confirmed only by truncation",
    Verdict.ROUNDING_UP: "confirmed only by rounding up",
    Verdict.OTHER_READING: "true for another reading of the rules only",
    Verdict.OTHER_STRATEGY: "true for another strategy only",
    Verdict.OTHER_DENOMINATOR: "true per another denominator only",
    Verdict.UNDECIDABLE: "not decidable",
    Verdict.REFUTED: "refuted",
}

STATUS_WORDS = {
    Status.PASS: "PASS",
    Status.ALLOWED: "ALLOWED by policy",
    Status.ACCEPTED: "ACCEPTED as known",
    Status.FAIL: "FAIL",
}

_ROUNDING_NAMES = {
    Rounding.NEAREST: "rounding to nearest",
    Rounding.TRUNCATED: "truncation",
    Rounding.UP: "rounding up",
}

CLASSES_NOTE = f"Strategy classes. {sentences((*CLAIMED, BOUND))}"
CLAUSE = "An explanation, not evidence: nothing here shows that the game is played so."


def summary_line(audit: GameAudit) -> str:
    """Return one line about a game: how many claims came to which verdict, and pass or fail."""
    outcome = "PASS" if audit.is_good else "FAIL"
    verdicts = Counter(_short_verdict(one) for one in audit.judged)
    number = len(audit.judged)
    if number:
        parts = ", ".join(f"{count} {name}" for name, count in verdicts.items())
        text = f"{number} claim{'s' if number > 1 else ''}: {parts}"
    else:
        text = "no printed number to check"
    failed = sum(line.passes is False for line in audit.limits)
    untold = sum(line.passes is None for line in audit.limits)
    if audit.limits:
        text += f"; {len(audit.limits)} limits: {failed} failed"
        text += f", {untold} not decidable" if untold else ""
    return shown(f"{outcome}  {audit.game.name} ({audit.game.slug}): {text}")


def _short_verdict(judged: Judged) -> str:
    name = judged.finding.verdict.value
    return name if judged.status in (Status.PASS, Status.FAIL) else f"{name} ({judged.status})"


def subject_text(finding: Finding, game: Game) -> str:
    """Return what a claim is about, such as "RTP of 21+3"."""
    name = "the main game"
    for bet in game.side_bets:
        if bet.id == finding.claim.side_bet:
            name = bet.name
    return f"{MEASURES[finding.what]} of {name}"


def heading(finding: Finding, game: Game) -> str:
    """Return what a claim is about, and what is printed."""
    return f"{subject_text(finding, game)}: printed {finding.printed.text}"


def remarks(judged: Judged) -> list[str]:
    """Return what is to be remarked on a claim, what was accepted about it included."""
    lines = list(judged.finding.remarks)
    if judged.accepted is not None:
        lines.append(f"accepted as known: {judged.accepted.reason}")
    return [*lines, judged.reopened] if judged.reopened else lines


def verdict_text(finding: Finding) -> str:
    """Return the verdict in a few words, with the table and rounding of a consistent claim."""
    decided = finding.decided_by
    if finding.verdict is Verdict.CONSISTENT and decided is not None:
        table = f"the {finding.table_source or 'stated'} table {finding.table_used}"
        return f"consistent with {table} under {_ROUNDING_NAMES[decided.rounding]}"
    if finding.verdict is Verdict.REFUTED and finding.bound is not None:
        return "refuted, and per initial bet not attainable by any strategy that U covers"
    text = VERDICT_WORDS[finding.verdict]
    others = [VERDICT_WORDS[one] for one in Verdict if one in finding.needs - {finding.verdict}]
    return "; ".join([text, *others])


def position(finding: Finding, game: Game) -> str:
    """Return where the claim stands: document, date and section, as far as known."""
    parts = [finding.claim.source]
    if not finding.claim.source.startswith("--claim"):
        parts = [game.source.document, game.source.date, finding.claim.source]
    return ", ".join(part for part in parts if part) or "not stated"


def paragraph(judged: Judged, audit: GameAudit) -> str:
    """Return what became of a claim, in plain words."""
    return " ".join(plain_texts(said("paragraph.md", judged, audit)))


def said(
    template: str, judged: Judged, audit: GameAudit, *, shorten: bool = False
) -> tuple[Block, ...]:
    """Return what a template says about a claim.

    With `shorten`, of several readings that give the same value only the first is named.
    """
    finding, game = judged.finding, audit.game
    about, unstated = audit.idle_about(finding.claim.side_bet)
    bets = [bet for bet in game.side_bets if bet.id == finding.claim.side_bet]
    blocks, _ = compose(
        (str(__package__),),
        template,
        finding=finding,
        subject=subject_text(finding, game),
        measure=MEASURES[finding.what],
        verdict_text=verdict_text(finding),
        numbers=numbers(finding, shorten=shorten),
        remarks=remarks(judged),
        position=position(finding, game),
        also="",
        categories="/".join(one.name for bet in bets for one in bet.categories),
        idle=", ".join(f"{name}={reading}" for name, reading in about),
        unstated=", ".join(unstated),
        CLASSES=CLASSES,
        CLAUSE=CLAUSE,
        ROUNDING_WORDS=ROUNDING_WORDS,
        **templating(difference, exact_text, is_root, per, printed_as, reading_text),
        **templating(shell_word, value_text),
    )
    return blocks


def templating(*functions: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """Return functions by their names, for a template."""
    return {one.__name__: one for one in functions}


def difference(value: Exact, printed: PrintedNumber) -> str:
    """Return how far a printed number is off a value: "0.02 percentage points above ..."."""
    side = "above the exact value" if compare(value, printed.value) < 0 else "below the exact value"
    places = printed.places + 6
    if isinstance(value, SquareRoot):
        value = Fraction(exact_decimal(value, places + 4))
    gap = decimal_text(abs(value - printed.value) * printed.scale, places)
    unit = {100: " percentage points", 1000: " points per mille"}.get(printed.scale, "")
    return f"{gap}{unit} {side}"


def reading_text(figure: Figure) -> str:
    """Return the readings under which a figure holds, as settings."""
    return " with ".join(f"{name}={reading}" for name, reading in figure.readings)


def per(figure: Figure) -> str:
    """Return what a figure is per."""
    return "unit wagered" if figure.denominator == TOTAL_WAGERED else "initial bet"


def numbers(finding: Finding, *, shorten: bool = False) -> list[tuple[str, str]]:
    """Return the numbers of a claim, each with what it is."""
    printed, base = finding.printed, finding.base
    last = decimal_text(printed.unit * printed.scale, printed.places) + printed.scale_text
    lines = [("printed", f"{printed.text} (the last digit counts {last})")]
    if base is not None:
        lines.append(("exact value", value_text(base.value, printed, 12)))
        lines.append(("as a fraction", fraction_text(base.value)))
        ways = printed_as(base.value, printed)
        lines += [(ROUNDING_WORDS[way], text) for way, text in ways.items()]
        lines.append(("printed minus exact", _signed(base.value, printed)))
    lines += [
        (f"{figure.strategy} per {per(figure)}", value_text(figure.value, printed, 8))
        for figure in finding.figures
        if figure != base and not figure.readings
    ]
    lines += _by_reading(finding, shorten)
    return lines


def _by_reading(finding: Finding, shorten: bool) -> list[tuple[str, str]]:
    """Return a line for each value that other readings give, and one for those that change none."""
    labels: dict[Exact, list[str]] = {}
    for figure in finding.figures:
        if figure.readings:
            labels.setdefault(figure.value, []).append(reading_text(figure))
    lines = []
    for value, names in labels.items():
        label = f"under {', under '.join(names)}"
        if shorten and len(names) > 1:
            label = f"under {names[0]} (and {len(names) - 1} more)"
        text = value_text(value, finding.printed, 8)
        if finding.base is not None and value == finding.base.value:
            text = "exactly the same"
        lines.append((label, text))
    return lines


def _signed(value: Exact, printed: PrintedNumber) -> str:
    if isinstance(value, SquareRoot):
        value = Fraction(exact_decimal(value, printed.places + 16))
    gap = (printed.value - value) * printed.scale
    unit = {100: " percentage points", 1000: " points per mille"}.get(printed.scale, "")
    return ("+" if gap > 0 else "") + decimal_text(gap, printed.places + 8) + unit


def limit_text(line: LimitLine) -> str:
    """Return a limit's line, without whether it passes."""
    limit = line.limit
    if limit.kind == "least_rtp":
        wanted = f"RTP at least {percent_text(limit.amount, 0)}"
        value = "" if line.value is None else f"lowest under any reading {percent_text(line.value)}"
    else:
        wanted = f"no award at odds beyond {limit.amount} to 1"
        value = "" if line.value is None else f"{decimal_text(line.value, 2)} to 1"
        if value and line.at_most:
            value = f"at most {value}"
    parts = [f"{line.jurisdiction}: {wanted}: {line.subject}", value, line.remark]
    text = ", ".join(part for part in parts if part)
    return f"{text} [{limit.citation}; {limit.as_of}]"
