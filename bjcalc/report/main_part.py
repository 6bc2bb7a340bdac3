"""The report's sections on the main game's value and on how it is played."""

from __future__ import annotations

from fractions import Fraction

from bjcalc.charts.words import note_words
from bjcalc.numbers import decimal_text
from bjcalc.report.gather import Facts
from bjcalc.report.model import (
    Block,
    Bullets,
    Cell,
    ChartBlock,
    Code,
    ExactValues,
    Number,
    Section,
    Subsection,
    decimal,
    note,
    number_column,
    percent,
    say,
    table,
)
from bjcalc.shoe import VALUES
from bjcalc.strategy import CLASSES

_MOST_EXCEPTIONS = 30
_MOST_NOTES = 24


def return_section(facts: Facts, exact: ExactValues) -> Section:
    """Return the section on EV, house edge and RTP."""
    solution = facts.solution
    figures = [
        ("ev", "EV", solution.ev, decimal(solution.ev)),
        ("house_edge", "House edge", solution.house_edge, percent(solution.house_edge)),
        ("rtp", "RTP per initial bet", solution.rtp, percent(solution.rtp)),
        ("total_stake", "Expected total stake", solution.stake, decimal(solution.stake)),
        (
            "rtp_per_unit_wagered",
            "RTP per unit wagered",
            solution.rtp_per_unit_wagered,
            percent(solution.rtp_per_unit_wagered),
        ),
    ]
    rows: list[tuple[Cell, ...]] = []
    for _, name, value, shown in figures:
        fraction = exact.fraction(f"Main game: {name}", value)
        rows.append((name, shown, fraction))
    ups: list[tuple[Cell, ...]] = [
        (
            VALUES[share.up],
            decimal(share.probability, 10),
            decimal(share.ev / share.probability, 10),
            decimal(share.ev, 10),
        )
        for share in solution.by_up_card
        if share.probability
    ]
    return Section(
        "return",
        "Return of the main game",
        (
            say(
                "Class CD, before the deal, in initial bets. The EV stands on every composition "
                "of the first three cards and every way the hand can go on from there."
            ),
            table(
                "return",
                [
                    ("what", ""),
                    number_column("value", "Rounded to nearest"),
                    ("fraction", "Exact"),
                ],
                rows,
                marked=(2,),
            ),
        ),
        (
            Subsection(
                "by-up-card",
                "By up card",
                (
                    table(
                        "by-up-card",
                        [
                            ("up", "Up card"),
                            number_column("probability", "Probability"),
                            number_column("ev_given_up_card", "EV given it"),
                            number_column("ev_contribution", "Contribution to the EV"),
                        ],
                        ups,
                    ),
                ),
            ),
            Subsection("classes", "Other ways of playing", tuple(_classes(facts, exact))),
        ),
    )


def _classes(facts: Facts, exact: ExactValues) -> list[Block]:
    best = facts.classes["CD"]
    rows: list[tuple[Cell, ...]] = []
    for name, ev in facts.classes.items():
        rows.append(
            (
                name,
                CLASSES[name].plain,
                percent(1 + ev),
                "" if name == "CD" else Number(_gap(ev - best), ev - best),
                exact.fraction(f"Main game: EV, {name}", ev),
            )
        )
    blocks: list[Block] = [
        table(
            "classes",
            [
                ("class", "Class"),
                ("meaning", ""),
                number_column("rtp", "RTP per initial bet"),
                number_column("minus_cd", "EV minus CD"),
                ("fraction", "EV, exact"),
            ],
            rows,
            marked=(0,),
        )
    ]
    if facts.classes["U"] == best:
        text = (
            "U equals CD exactly. So no strategy that decides by the hand's cards and the up card, "
            "and splits every further pair of a pair that it splits, is better than class CD: the "
            "RTP above is the theoretical optimum among them."
        )
    else:
        text = (
            "The best strategy that decides by the hand's cards and the up card, and splits every "
            f"further pair of a pair that it splits, lies between CD and U: its EV exceeds CD's by "
            f"at most {decimal_text(facts.classes['U'] - best)} initial bets."
        )
    return [*blocks, say(text)]


def _gap(value: Fraction) -> str:
    """Return a difference with its sign; 0 and what only rounds to it are told apart."""
    text = decimal_text(value)
    if not value:
        return "exactly 0"
    if not text.strip("-0."):
        return "less than 1e-12" if value > 0 else "more than -1e-12"
    return f"+{text}" if value > 0 else text


def _left_out(number: int) -> list[Block]:
    return [note(f"{number} more are worth less than these.")] if number > 0 else []


def _worth(value: Fraction) -> str:
    """Return what a hand is worth to the game; what never comes up is told from what is tiny."""
    text = decimal_text(value)
    return text if not value or text.strip("0.") else "below 1e-12"


def strategy_section(facts: Facts) -> Section:
    """Return the section with the chart and where class CD departs from it."""
    sheet = facts.sheet
    hands = sheet.exceptions.hands
    blocks: list[Block] = [
        say(
            "The chart by totals (class TD). Class CD plays it too, but for the hands listed "
            "below. The complete strategy of class CD, for every hand, is ",
            Code("strategy.csv"),
            " beside the certificate; the chart alone with more behind every cell is made by ",
            Code("bjcalc chart"),
            ".",
        ),
        ChartBlock(sheet),
        Bullets(tuple((line,) for line in sheet.insurance)),
    ]
    parts = []
    if sheet.notes:
        parts.append(
            Subsection(
                "notes",
                "Where the number of cards matters",
                (
                    say(
                        "Longer hands of these totals are better played otherwise than the chart "
                        "says; each gain is what the note adds to the chart's EV, in initial bets."
                    ),
                    Bullets(tuple((note_words(one),) for one in sheet.notes[:_MOST_NOTES])),
                    *_left_out(len(sheet.notes) - _MOST_NOTES),
                ),
            )
        )
    if hands:
        rows: list[tuple[Cell, ...]] = [
            (
                one.cards,
                VALUES[one.up],
                one.best_action.value,
                one.chart_action.value,
                decimal(one.gain, 10),
                Number(_worth(one.worth), one.worth),
            )
            for one in hands[:_MOST_EXCEPTIONS]
        ]
        shown: list[Block] = [
            say(
                f"{len(hands)} hands that class CD plays otherwise than the chart, by what each is "
                "worth to the game. Gains are for the hand, given that it is reached, in initial "
                "bets."
            ),
            table(
                "exceptions",
                [
                    ("hand", "Hand"),
                    ("up", "Up card"),
                    ("best", "Class CD"),
                    ("chart", "Chart"),
                    number_column("gain", "Gain for the hand"),
                    number_column("worth", "Worth to the game"),
                ],
                rows,
            ),
        ]
        shown += _left_out(len(hands) - _MOST_EXCEPTIONS)
        parts.append(Subsection("exceptions", "Hands better played otherwise", tuple(shown)))
    return Section("strategy", "Strategy", tuple(blocks), tuple(parts))
