"""The report's section of pay tables: what the main game and each side bet pay, and how often."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from bjcalc.certificate.payouts import MainGame, Row, main_rows, side_bet_rows
from bjcalc.numbers import percent_text, root_text
from bjcalc.report.gather import Facts, Simulation
from bjcalc.report.model import (
    Block,
    Cell,
    ExactValues,
    Number,
    Section,
    Subsection,
    Table,
    amount,
    amount_text,
    decimal,
    grouped,
    note,
    number_column,
    one_in,
    percent,
    say,
    table,
    warn,
)
from bjcalc.sidebets import BetCounts
from bjcalc.sidebets.bet import Paid, PaysSource

_SOURCES = {
    PaysSource.STATED: "The pays are stated by the game's rules.",
    PaysSource.PUBLISHED: (
        "The pays are those of a published table; the game's rules do not state them."
    ),
    PaysSource.INFERRED: (
        "The pay table is inferred from a printed return. It is a guess: the counts are exact, the "
        "RTP is that of the guess, and it cannot confirm the printed return."
    ),
    PaysSource.ASSUMED: "The pays are assumed by whoever asked for this report.",
    PaysSource.UNKNOWN: "The pays are not known. The counts are exact; without pays, no RTP.",
}
_CERTAIN = (PaysSource.STATED, PaysSource.PUBLISHED)


def payouts_section(facts: Facts, exact: ExactValues) -> Section:
    """Return the section with a table for the main game and one for each side bet."""
    parts = [Subsection("payouts-main", "Main game", tuple(_main(facts)))]
    for counts in facts.side_bets:
        parts.append(
            Subsection(f"payouts-{counts.bet.id}", counts.bet.name, tuple(_side_bet(counts, exact)))
        )
    text = "What each bet can bring, with its exact chance; the rows of a table are all there is."
    blocks: tuple[Block, ...] = (
        say(text),
        note(
            "Contribution: probability times (1 + net result), in stakes of that bet; the "
            "contributions of a bet add up to its RTP."
        ),
    )
    if not facts.side_bets:
        blocks = (*blocks, say("This game has no side bets."))
    return Section("payouts", "Pay tables and odds", blocks, tuple(parts))


def _main(facts: Facts) -> list[Block]:
    rules = facts.game.rules
    paid = f"A blackjack is paid {amount_text(rules.blackjack.pays)} to one, "
    if rules.charlie is not None:
        paid += f"a Charlie {amount_text(rules.charlie.pays)} to one, "
    paid += "every other winning hand its stake."
    if facts.law is None:
        return [say(paid), *_not_exact(facts)]
    rows: list[tuple[Cell, ...]] = []
    for row in main_rows(MainGame(facts.moments, facts.law)):
        assert row.pays is not None, "the main game's results are known"
        rows.append(
            (
                row.outcome,
                amount(row.pays),
                amount(row.stake),
                percent(row.probability),
                one_in(row.probability),
                _contribution(row),
            )
        )
    rows.append(("all", "", "", percent(Fraction(1)), "", percent(1 + facts.moments.ev)))
    return [
        say(
            f"{paid} Net result and total stake in initial bets, after doubles, splits, surrender "
            "and insurance."
        ),
        table(
            "payouts-main",
            [
                ("outcome", "Outcome"),
                number_column("net", "Net result"),
                number_column("total_stake", "Total stake"),
                number_column("probability", "Probability"),
                number_column("one_in", "1 in"),
                number_column("contribution", "Contribution"),
            ],
            rows,
            marked=(len(rows) - 1,),
        ),
    ]


def _not_exact(facts: Facts) -> list[Block]:
    blocks: list[Block] = [
        warn(
            "With more than two hands after splits, the exact chance of every single result is "
            "out of reach in reasonable time for this shoe. Mean, variance and expected total "
            "stake in this report are exact all the same; only chances of single results are not."
        )
    ]
    simulation = facts.simulation
    if simulation is None:
        return [*blocks, say("No simulation was asked for, so that they are not listed.")]
    return [
        *blocks,
        say(
            f"SIMULATED from {simulation.rounds:,} rounds (seed {simulation.seed}), each with the "
            "standard error of its estimate."
        ),
        simulated_table("payouts-main-simulated", "Net result", simulation.net, simulation),
    ]


def simulated_table(
    key: str, title: str, counts: dict[Fraction, int], simulation: Simulation
) -> Table:
    """Return a table of simulated chances with their standard errors."""
    rows: list[tuple[Cell, ...]] = []
    for value, number in counts.items():
        share = Fraction(number, simulation.rounds)
        error = sqrt(share * (1 - share) / simulation.rounds)
        rows.append(
            (
                amount(value),
                f"{number:,}",
                percent_text(share, 5),
                f"{100 * error:.5f} %",
            )
        )
    return table(
        key,
        [
            number_column("value", title),
            number_column("rounds", "Rounds counted"),
            number_column("estimate", "Simulated share"),
            number_column("standard_error", "Standard error"),
        ],
        rows,
    )


def _contribution(row: Row) -> Cell:
    return "" if row.contribution is None else percent(row.contribution)


def _side_bet(counts: BetCounts, exact: ExactValues) -> list[Block]:
    bet = counts.bet
    say_source = say if bet.pays_source in _CERTAIN else warn
    blocks: list[Block] = [say_source(_SOURCES[bet.pays_source])]
    if bet.note:
        blocks.append(note(bet.note))
    details = [f"Decided by: {', '.join(bet.cards)}."]
    if bet.offered_when:
        details.append(f"Offered where {bet.offered_when}; all figures are given that.")
    if bet.paid is Paid.ALL:
        details.append("Every category that holds is paid; a row is what is paid together.")
    else:
        details.append("Of the categories that hold, the first in the table is paid.")
    blocks.append(say(f"{' '.join(details)} Out of {counts.total:,} {counts.described}:"))
    rows: list[tuple[Cell, ...]] = []
    for row in side_bet_rows(counts):
        pays: Cell = ""
        if row.pays is None:
            pays = "not known"
        elif row.outcome != "lost":
            pays = Number(f"{amount_text(row.pays)} to 1", row.pays)
        assert row.deals is not None, "a side bet is counted"
        rows.append(
            (
                row.outcome,
                Number(grouped(str(row.deals)), Fraction(row.deals)),
                percent(row.probability),
                one_in(row.probability),
                pays,
                _contribution(row),
            )
        )
    total: tuple[Cell, ...] = ("all", Number(grouped(str(counts.total)), Fraction(counts.total)))
    rtp: Cell = percent(counts.rtp) if counts.pays_known else ""
    rows.append((*total, percent(Fraction(1)), "", "", rtp))
    blocks.append(
        table(
            f"payouts-{bet.id}",
            [
                ("outcome", "Category"),
                number_column("deals", "Combinations"),
                number_column("probability", "Probability"),
                number_column("one_in", "1 in"),
                number_column("pays", "Pays"),
                number_column("contribution", "Contribution"),
            ],
            rows,
            marked=(len(rows) - 1,),
        )
    )
    if counts.pays_known:
        blocks.append(_figures(counts, exact))
    return blocks


def _figures(counts: BetCounts, exact: ExactValues) -> Table:
    name = counts.bet.name
    figures = [
        ("RTP per unit staked", counts.rtp, percent(counts.rtp)),
        ("House edge", -counts.ev, percent(-counts.ev)),
        ("Hit frequency", counts.hit_frequency, percent(counts.hit_frequency)),
        ("Variance", counts.variance, decimal(counts.variance, 10)),
    ]
    rows: list[tuple[Cell, ...]] = [
        (what, shown, exact.fraction(f"{name}: {what}", value)) for what, value, shown in figures
    ]
    rows.append(
        (
            "Standard deviation",
            root_text(counts.variance, 10),
            "square root of the variance",
        )
    )
    return table(
        f"figures-{counts.bet.id}",
        [("what", ""), number_column("value", "Rounded to nearest"), ("fraction", "Exact")],
        rows,
        marked=(0,),
    )
