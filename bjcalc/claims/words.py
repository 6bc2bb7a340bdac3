"""What was found, in plain words: the sections that every written form of a report is made of."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from bjcalc.claims.audit import GameAudit, Judged, Status
from bjcalc.claims.figures import BOUND, CLAIMED
from bjcalc.claims.finding import Explanation, Figure, Finding, Match, Tables, Verdict
from bjcalc.claims.limits import LimitLine
from bjcalc.claims.printed import MEASURES, TOTAL_WAGERED, PrintedNumber
from bjcalc.claims.rounding import (
    ROUNDING_WORDS,
    Exact,
    SquareRoot,
    compare,
    exact_decimal,
    printed_as,
    shown,
)
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_text, percent_text
from bjcalc.rules import rules_line
from bjcalc.shown import shown as shown_text
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

PROVED = (
    "Proved for every strategy that decides by the cards of the hand and the dealer's up card "
    "alone, before and after a split, and splits every further pair of a pair that it splits; not "
    "for one that remembers the cards of other hands or declines a further split."
)
CLASSES_NOTE = f"Strategy classes. {sentences((*CLAIMED, BOUND))}"
CLAUSE = "An explanation, not evidence: nothing here shows that the game is played so."


EXACT_LABEL = "exact value"


@dataclass(frozen=True, slots=True)
class ExplanationItem:
    """One explanation in words, and its exact value as "p/q", which may be long."""

    text: str
    exact: str


@dataclass(frozen=True, slots=True)
class ExplanationSection:
    """What a search for explanations found: a sentence before, the explanations, one after."""

    lead: str
    items: tuple[ExplanationItem, ...]
    closing: str


@dataclass(frozen=True, slots=True)
class ClaimSection:
    """One claim: heading, verdict, a paragraph, and lines of numbers (label, text) under it.

    `code` is the verdict's stable name, `verdict` says it in words.
    """

    heading: str
    status: Status
    code: str
    verdict: str
    paragraph: str
    numbers: tuple[tuple[str, str], ...]
    also: tuple[str, ...]
    explanations: ExplanationSection | None
    remarks: tuple[str, ...]
    position: str


@dataclass(frozen=True, slots=True)
class GameSection:
    """One game: a line that sums it up, its claims, limits, readings and assumptions."""

    title: str
    summary: str
    is_good: bool
    rules: str
    sha256: str
    claims: tuple[ClaimSection, ...]
    limits: tuple[tuple[bool | None, str], ...]
    readings: tuple[str, ...]
    assumptions: tuple[str, ...]
    notes: tuple[str, ...]


def game_section(audit: GameAudit, *, shorten: bool = False) -> GameSection:
    """Return all that a report says about a game.

    With `shorten`, of several readings that give the same value only the first is named.
    """
    game = audit.game
    notes = [f"with {setting}" for setting in game.settings]
    notes += [
        f"accepted finding that fits no claim of this game any more: {one.what} "
        f"{one.printed!r} of {one.about}"
        for one in audit.stale
    ]
    if any(one.finding.claim.side_bet is None for one in audit.judged):
        notes.append(CLASSES_NOTE)
    return GameSection(
        title=game.name,
        summary=summary_line(audit),
        is_good=audit.is_good,
        rules=rules_line(game.rules),
        sha256=game.sha256,
        claims=tuple(_claim_section(one, audit, shorten) for one in audit.judged),
        limits=tuple((line.passes, limit_text(line)) for line in audit.limits),
        readings=tuple(_readings(audit)),
        assumptions=game.assumptions,
        notes=tuple(notes),
    )


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
    return shown_text(f"{outcome}  {audit.game.name} ({audit.game.slug}): {text}")


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


def _claim_section(judged: Judged, audit: GameAudit, shorten: bool) -> ClaimSection:
    finding, game = judged.finding, audit.game
    remarks = list(finding.remarks)
    if judged.accepted is not None:
        remarks.append(f"accepted as known: {judged.accepted.reason}")
    if judged.reopened:
        remarks.append(judged.reopened)
    return ClaimSection(
        heading=f"{subject_text(finding, game)}: printed {finding.printed.text}",
        status=judged.status,
        code=finding.verdict.value,
        verdict=verdict_text(finding),
        paragraph=paragraph(finding, audit),
        numbers=tuple(_numbers(finding, shorten)),
        also=tuple(f"{match_text(one, finding)}." for one in finding.matches[1:]),
        explanations=_explanations(finding),
        remarks=tuple(remarks),
        position=position(finding, game),
    )


def verdict_text(finding: Finding) -> str:
    """Return the verdict in a few words, with the table and rounding of a consistent claim."""
    decided = finding.decided_by
    if finding.verdict is Verdict.CONSISTENT and decided is not None:
        return (
            f"consistent with the {_table_kind(finding)} table {finding.table_used} under "
            f"{_rounding_name(decided.rounding)}"
        )
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


def paragraph(finding: Finding, audit: GameAudit) -> str:
    """Return what became of a claim, in plain words."""
    game, printed, verdict = audit.game, finding.printed, finding.verdict
    subject = subject_text(finding, game)
    lines = [f"The printed {subject} is {printed.text}."]
    base, decided = finding.base, finding.decided_by
    if base is not None:
        lines.append(f"The rules as read give {shown(base.value, printed)}{_of_what(base)}.")
    if finding.table_used and base is not None:
        lines.append(
            f"This is with the {_table_kind(finding)} pays {finding.table_used} to one, for "
            f"{_categories(finding, game)}."
        )
    if verdict is Verdict.CONFIRMED and decided is not None:
        lines.append("Rounded to nearest this is the printed number: the claim is confirmed.")
    elif verdict is Verdict.CONSISTENT and decided is not None:
        lines.append(
            f"{ROUNDING_WORDS[decided.rounding].capitalize()} this is the printed number. The "
            "text does not state the pays, so the claim is consistent with this table, and not "
            "confirmed by it."
        )
        if finding.tables is not None:
            lines.append(_tables_text(finding.tables))
    elif verdict in (Verdict.TRUNCATION, Verdict.ROUNDING_UP) and decided is not None:
        nearest = printed_as(decided.figure.value, printed)[Rounding.NEAREST]
        lines.append(
            f"This is the printed number only {ROUNDING_WORDS[decided.rounding]}; rounded to "
            f"nearest it is {nearest}."
        )
    elif decided is not None:
        lines.append(f"By this it would not be printed so. {match_text(decided, finding)}.")
    elif verdict is Verdict.UNDECIDABLE:
        lines.append(
            f"Whether the claim is right cannot be decided, for want of this: {finding.missing}."
        )
        if base is None and finding.figures:
            lines.append("What the known strategy classes give is listed below.")
        if finding.tables is not None:
            lines.append(_tables_text(finding.tables))
    else:
        lines += _refuted(finding)
    if not finding.passes:
        lines += _left_open(finding, audit)
    return " ".join(lines)


def _left_open(finding: Finding, audit: GameAudit) -> list[str]:
    """Return what no figure decides: readings of this subject, and questions of no stated one."""
    about, unstated = audit.idle_about(finding.claim.side_bet)
    lines = []
    if about:
        named = ", ".join(f"{name}={reading}" for name, reading in about)
        lines.append(f"Not told apart by computing, and so left open: {named}.")
    if unstated:
        lines.append(
            "No figure depends on these open questions of the game file, which may be about this "
            f"claim or about something else: {', '.join(unstated)}. They are listed with the open "
            "rules."
        )
    return lines


def _refuted(finding: Finding) -> list[str]:
    printed, base, nearest = finding.printed, finding.base, finding.nearest
    assert base is not None, "a refuted claim has a figure"
    lines = [f"The claim is refuted: the printed number is {difference(base.value, printed)}."]
    lines.append(f"It was compared with: {finding.looked_at}; none is printed so by any rounding.")
    if nearest is not None and nearest != base:
        lines.append(
            f"The closest of them is {shown(nearest.value, printed)}{_of_what(nearest)}"
            f"{_under(nearest)}, from which the printed number is "
            f"{difference(nearest.value, printed)}."
        )
    if finding.bound is not None:
        lines.append(
            f"No such strategy exists either: per initial bet the return cannot exceed U = "
            f"{percent_text(finding.bound, 8)} under any reading. {PROVED}"
        )
    if finding.tables is not None:
        lines.append(_tables_text(finding.tables))
    return lines


def difference(value: Exact, printed: PrintedNumber) -> str:
    """Return how far a printed number is off a value: "0.02 percentage points above ..."."""
    side = "above the exact value" if compare(value, printed.value) < 0 else "below the exact value"
    places = printed.places + 6
    if isinstance(value, SquareRoot):
        value = Fraction(exact_decimal(value, places + 4))
    gap = decimal_text(abs(value - printed.value) * printed.scale, places)
    unit = {100: " percentage points", 1000: " points per mille"}.get(printed.scale, "")
    return f"{gap}{unit} {side}"


def match_text(match: Match, finding: Finding) -> str:
    """Return for which figure the claim holds, by which rounding."""
    ways = " and ".join(ROUNDING_WORDS[one] for one in match.roundings)
    return (
        f"It holds{_of_what(match.figure)}{_under(match.figure)}, where the exact value is "
        f"{shown(match.figure.value, finding.printed)}, {ways}"
    )


def _of_what(figure: Figure) -> str:
    parts = []
    if figure.strategy:
        root = isinstance(figure.value, SquareRoot)
        parts.append("in initial bets" if root else f"per {_per(figure)}")
        parts.append(f"for {CLASSES[figure.strategy].label}")
    return " " + ", ".join(parts) if parts else ""


def _under(figure: Figure) -> str:
    return f", under the reading {_reading_text(figure)}" if figure.readings else ""


def _reading_text(figure: Figure) -> str:
    return " with ".join(f"{name}={reading}" for name, reading in figure.readings)


def _per(figure: Figure) -> str:
    return "unit wagered" if figure.denominator == TOTAL_WAGERED else "initial bet"


def _rounding_name(rounding: Rounding) -> str:
    return {
        Rounding.NEAREST: "rounding to nearest",
        Rounding.TRUNCATED: "truncation",
        Rounding.UP: "rounding up",
    }[rounding]


def _categories(finding: Finding, game: Game) -> str:
    bets = (bet for bet in game.side_bets if bet.id == finding.claim.side_bet)
    return "/".join(category.name for bet in bets for category in bet.categories)


def _table_kind(finding: Finding) -> str:
    return finding.table_source or "stated"


def _tables_text(tables: Tables) -> str:
    limits = f"whole-number pays from {tables.lowest} to {tables.highest}"
    if tables.ordered:
        limits += ", a rarer category paying at least as much"
    numbers = ", ".join(
        f"{'not counted' if number is None else number} {ROUNDING_WORDS[rounding]}"
        for rounding, number in tables.number.items()
    )
    text = f"Pay tables that give the printed number ({limits}): {numbers}."
    if tables.examples:
        named = ", ".join(
            "/".join(map(str, one.pays)) + (f" ({one.name})" if one.name else "")
            for one in tables.examples
        )
        text += f" They pay, for {'/'.join(tables.categories)}, such as {named}."
    elif tables.neighbours is not None:
        below, above = (
            "none" if one is None else percent_text(one, 6) for one in tables.neighbours
        )
        text += (
            f" Every RTP of whole-number pays is a whole multiple of {exact_text(tables.step)}; "
            f"the nearest that can be reached are {below} below and {above} above."
        )
    return text


def _numbers(finding: Finding, shorten: bool) -> list[tuple[str, str]]:
    printed, base = finding.printed, finding.base
    last = decimal_text(printed.unit * printed.scale, printed.places) + printed.scale_text
    lines = [("printed", f"{printed.text} (the last digit counts {last})")]
    if base is not None:
        lines.append(("exact value", shown(base.value, printed, 12)))
        lines.append(("as a fraction", fraction_text(base.value)))
        ways = printed_as(base.value, printed)
        lines += [(ROUNDING_WORDS[way], text) for way, text in ways.items()]
        lines.append(("printed minus exact", _signed(base.value, printed)))
    lines += [
        (f"{figure.strategy} per {_per(figure)}", shown(figure.value, printed, 8))
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
            labels.setdefault(figure.value, []).append(_reading_text(figure))
    lines = []
    for value, names in labels.items():
        label = f"under {', under '.join(names)}"
        if shorten and len(names) > 1:
            label = f"under {names[0]} (and {len(names) - 1} more)"
        text = shown(value, finding.printed, 8)
        if finding.base is not None and value == finding.base.value:
            text = "exactly the same"
        lines.append((label, text))
    return lines


def fraction_text(value: Exact) -> str:
    """Return an exact value as "p/q", of a standard deviation as "sqrt(p/q)"."""
    if isinstance(value, SquareRoot):
        return f"sqrt({exact_text(value.square)})"
    return exact_text(value)


def _signed(value: Exact, printed: PrintedNumber) -> str:
    if isinstance(value, SquareRoot):
        value = Fraction(exact_decimal(value, printed.places + 16))
    gap = (printed.value - value) * printed.scale
    unit = {100: " percentage points", 1000: " points per mille"}.get(printed.scale, "")
    return ("+" if gap > 0 else "") + decimal_text(gap, printed.places + 8) + unit


def _explanations(finding: Finding) -> ExplanationSection | None:
    search = finding.search
    if search is None:
        return None
    items = tuple(_explanation(one, finding) for one in search.explanations)
    if items:
        lead = f"{CLAUSE} With one or two rules changed the claim would hold:"
    else:
        lead = "No change of one or two rules that was looked at makes the claim hold."
    solved = f"{search.single} single changes"
    if search.pairs:
        solved += f" and {search.pairs_solved} of {search.pairs} pairs of changes"
    text = f"Solved exactly for this: {solved}"
    if search.pairs_solved < search.pairs:
        text += "; the pairs left out miss the claim by far if their single effects are added"
    if search.found > len(search.explanations):
        text += f"; {search.found} were found, the first {len(search.explanations)} are listed"
    if search.refused:
        text += f"; {search.refused} could not be computed"
    return ExplanationSection(lead, items, f"{text}.")


def _explanation(one: Explanation, finding: Finding) -> ExplanationItem:
    printed = finding.printed
    ways = printed_as(one.value, printed)
    rounded = ", ".join(f"{ROUNDING_WORDS[way]} {ways[way]}" for way in Rounding)
    holds = " and ".join(ROUNDING_WORDS[way] for way in one.roundings)
    settings = " ".join(f"--set {shlex.quote(setting)}" for setting in one.settings)
    text = (
        f"{' and '.join(one.names)}: {MEASURES[finding.what]} {shown(one.value, printed)}; "
        f"holds {holds} ({rounded}) [{settings}]"
    )
    return ExplanationItem(text, exact_text(one.value))


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


def _readings(audit: GameAudit) -> list[str]:
    lines = []
    for one in audit.game.interpretations:
        taken = one.chosen if one.chosen is not None else "set by --set, fits no reading"
        idle = [reading for name, reading in audit.idle_readings if name == one.id]
        text = f"{one.id}: {taken} taken. {one.question}"
        if idle:
            text += (
                f" Nothing that is computed tells {', '.join(idle)} apart, so this is not decided."
            )
        lines.append(text)
    return lines
