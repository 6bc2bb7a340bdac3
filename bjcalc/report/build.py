"""Puts the sections of a report together, and its first page."""

from __future__ import annotations

from bjcalc import __version__
from bjcalc.numbers import root_text
from bjcalc.report.evidence_part import claims_section, simulation_section, verification_section
from bjcalc.report.gather import Facts
from bjcalc.report.main_part import return_section, strategy_section
from bjcalc.report.model import (
    Cell,
    Code,
    ExactValues,
    Paragraph,
    Report,
    Strong,
    Table,
    percent,
    say,
    table,
    warn,
)
from bjcalc.report.payout_part import payouts_section
from bjcalc.report.rules_part import game_section, method_section, rules_section
from bjcalc.report.spread_part import distribution_section, volatility_section
from bjcalc.rules import rules_line
from bjcalc.sidebets.bet import PaysSource


def build_report(facts: Facts) -> Report:
    """Return the report of a game's facts."""
    exact = ExactValues()
    sections = (
        game_section(facts),
        rules_section(facts),
        method_section(),
        return_section(facts, exact),
        strategy_section(facts),
        payouts_section(facts, exact),
        distribution_section(facts, exact),
        volatility_section(facts, exact),
        claims_section(facts, exact),
        simulation_section(facts),
        verification_section(facts),
    )
    return Report(
        title=facts.game.name,
        subtitle=rules_line(facts.game.rules),
        version=__version__,
        summary=_summary(facts),
        preface=tuple(_preface(facts)),
        sections=sections,
        exact=tuple(exact.listed),
    )


def _summary(facts: Facts) -> Table:
    """Return the table of the first page."""
    solution, audit = facts.solution, facts.audit
    rows: list[tuple[Cell, ...]] = [
        ("RTP per initial bet", percent(solution.rtp)),
        ("House edge per initial bet", percent(solution.house_edge)),
        ("RTP per unit wagered", percent(solution.rtp_per_unit_wagered)),
        ("Standard deviation of a round", root_text(facts.moments.variance, 8)),
    ]
    if facts.law is not None:
        rows.append(("Hit frequency", percent(facts.law.hit_frequency)))
    for counts in facts.side_bets:
        rtp: Cell = percent(counts.rtp) if counts.pays_known else "pays not known"
        rows.append((f"RTP of {counts.bet.name} ({counts.bet.pays_source.value} pays)", rtp))
    verdicts: dict[str, int] = {}
    for judged in audit.judged:
        name = judged.finding.verdict.value
        verdicts[name] = verdicts.get(name, 0) + 1
    printed = ", ".join(f"{number} {name}" for name, number in verdicts.items())
    rows += [
        ("Strategy class", "CD, the best play of every composition"),
        ("Printed numbers", printed or "none"),
        ("Open rules", f"{len(facts.game.interpretations)}, each with the reading taken"),
        ("Game file, SHA-256", (Code(facts.game.sha256),)),
        (
            "Certificate",
            "none" if facts.digest is None else (Code(facts.digest.removeprefix("sha256:")),),
        ),
        ("Computed by", f"bjcalc {__version__}"),
    ]
    return table("summary", [("what", ""), ("value", "")], rows, marked=(0,))


def _preface(facts: Facts) -> list[Paragraph]:
    """Return what a reader of the first page has to know about its figures."""
    blocks = [
        say(
            "Every figure is exact, and rounded only where it is shown, unless it is marked ",
            Strong("SIMULATED"),
            ". The RTP holds for the rules as this report reads them (section 2) and for play by "
            "the strategy class named (section 3).",
        )
    ]
    guessed = [
        counts.bet.name
        for counts in facts.side_bets
        if counts.bet.pays_source in (PaysSource.INFERRED, PaysSource.ASSUMED)
    ]
    if guessed:
        blocks.append(
            warn(f"Pays that no text states, but inferred or assumed: {', '.join(guessed)}.")
        )
    bad = sum(not judged.finding.passes for judged in facts.audit.judged)
    if bad:
        blocks.append(
            warn(f"Printed numbers that the rules as read do not confirm: {bad} (section 9).")
        )
    if facts.law is None:
        blocks.append(
            warn(
                "The distribution of single results is simulated; mean and variance are exact "
                "(section 7)."
            )
        )
    return blocks
