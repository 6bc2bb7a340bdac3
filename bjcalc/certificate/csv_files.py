"""The tables of a certificate as CSV: payouts.csv, figures.csv and strategy.csv.

One heading, UTF-8; exact numbers as "p/q".
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from bjcalc.certificate.body import Certificate
from bjcalc.certificate.hands import cards_of, cells, listed_hands
from bjcalc.certificate.payouts import MAIN, MainGame, PayoutRow
from bjcalc.certificate.play import symbols
from bjcalc.csv_text import csv_text
from bjcalc.engine.kernel import UPS, hands, two_card_hand
from bjcalc.numbers import decimal_text, exact_text, root_text
from bjcalc.shoe import ACE, TEN, VALUES

# Up cards as charts have them: 2 to 9, ten, ace.
CHART_ORDER = (*range(1, 10), ACE)
DIGITS = 12


def _exact(value: Fraction | None) -> str:
    return "" if value is None else exact_text(value)


def _decimal(value: Fraction | None) -> str:
    return "" if value is None else decimal_text(value, DIGITS)


def payouts_csv(rows: Iterable[PayoutRow]) -> str:
    """Return a line for every outcome of every bet; unknown pays are left empty."""
    heading = (
        *("bet", "outcome", "pays", "total_stake", "deals", "of_deals"),
        *("probability", "probability_decimal", "one_in"),
        *("contribution_to_rtp", "contribution_to_rtp_decimal"),
    )
    return csv_text(
        heading,
        (
            (
                row.bet,
                row.outcome,
                _exact(row.pays),
                _exact(row.stake),
                "" if row.deals is None else str(row.deals),
                "" if row.total is None else str(row.total),
                _exact(row.probability),
                _decimal(row.probability),
                _decimal(row.one_in),
                _exact(row.contribution),
                _decimal(row.contribution),
            )
            for row in rows
        ),
    )


Figure = tuple[str, str, Fraction | None, str]
"""The bet, the measure, its exact value (None: irrational), and its decimals."""


def figures(certificate: Certificate, main: MainGame) -> list[Figure]:
    """Return the figures of the main game and of each side bet whose pays are known."""
    solution = certificate.solution
    exact: list[tuple[str, str, Fraction]] = [
        (MAIN, "ev", solution.ev),
        (MAIN, "house_edge", solution.house_edge),
        (MAIN, "rtp", solution.rtp),
        (MAIN, "total_stake", solution.stake),
        (MAIN, "rtp_per_unit_wagered", solution.rtp_per_unit_wagered),
        (MAIN, "variance", main.moments.variance),
    ]
    if main.law is not None:
        exact += [
            (MAIN, "hit_frequency", main.law.hit_frequency),
            (MAIN, "push_frequency", main.law.push_frequency),
            (MAIN, "anything_returned", main.law.anything_returned),
        ]
    for counts in certificate.side_bets:
        if counts.pays_known:
            exact += [
                (counts.bet.id, "ev", counts.ev),
                (counts.bet.id, "house_edge", -counts.ev),
                (counts.bet.id, "rtp", counts.rtp),
                (counts.bet.id, "variance", counts.variance),
                (counts.bet.id, "hit_frequency", counts.hit_frequency),
                (counts.bet.id, "push_frequency", counts.push_frequency),
            ]
    found: list[Figure] = []
    for bet, measure, value in exact:
        found.append((bet, measure, value, decimal_text(value, DIGITS)))
        if measure == "variance":
            deviation = root_text(value, DIGITS)
            found.append((bet, "standard_deviation", None, deviation))
    return found


def figures_csv(rows: Iterable[Figure]) -> str:
    """Return a line for every figure; a standard deviation has decimals alone."""
    return csv_text(
        ("bet", "measure", "exact", "decimal"),
        ((bet, measure, _exact(value), decimals) for bet, measure, value, decimals in rows),
    )


def strategy_csv(certificate: Certificate) -> str:
    """Return the whole strategy: first the two cards dealt, then every later hand.

    Symbols are those of charts; P and R stand in lines for two cards as dealt alone, the others in
    lines for later hands (two cards after a split, or more) too. An empty place is a hand that the
    shoe cannot deal against that up card, or that has no choice.
    """
    kernel = certificate.solution.kernel
    strategy = certificate.body["strategy"]["up"]
    ups = [up for up in CHART_ORDER if strategy[VALUES[up]] is not None]
    listed = {up: listed_hands(kernel, up) for up in ups}
    later: dict[int, dict[int, str]] = {
        up: dict(zip(listed[up], symbols(strategy[VALUES[up]]["play"]), strict=True)) for up in ups
    }
    insured = [up for up in (TEN, ACE) if up in ups]
    rows = []
    for index, cell in enumerate(cells(kernel)):
        hand = two_card_hand(cell.first, cell.second)
        first = []
        for up in ups:
            letter = strategy[VALUES[up]]["first"][index]
            if letter == ".":
                letter = later[up].get(hand, "S")
            first.append(letter.replace("-", ""))
        marks = [strategy[VALUES[up]]["insurance"][index] for up in insured]
        rows.append(
            (
                "dealt",
                cell.name,
                *_total(hand),
                *first,
                *(mark.replace(".", "").replace("-", "") for mark in marks),
            )
        )
    for hand in sorted({hand for up in UPS for hand in listed.get(up, ())}, key=_order):
        name = "".join(VALUES[card] for card in cards_of(hand))
        letters = [later[up].get(hand, "") for up in ups]
        rows.append(("later", name, *_total(hand), *letters, *("" for _ in insured)))
    heading = (
        *("when", "cards", "total", "soft"),
        *(VALUES[up] for up in ups),
        *(f"insurance_{VALUES[up]}" for up in insured),
    )
    return csv_text(heading, rows)


def _total(hand: int) -> tuple[str, str]:
    _, total, soft, _ = hands()[hand]
    return str(total), "soft" if soft else "hard"


def _order(hand: int) -> tuple[int, tuple[int, ...]]:
    cards = cards_of(hand)
    return len(cards), cards
