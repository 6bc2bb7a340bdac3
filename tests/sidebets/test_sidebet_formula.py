"""Closed forms against the counts, for n = 1 to 12 decks and far beyond the fitted points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from bets import known_bet, made

from bjcalc.errors import UnsupportedRuleError
from bjcalc.rules.model import Dealer, Soft17
from bjcalc.shoe import Shoe
from bjcalc.sidebets import closed_form, count, known_bets
from bjcalc.sidebets.formula import DECKS

NUMBERS = [*range(1, 13), 40]


def value(expression: Any, decks: int) -> Fraction:
    return Fraction(str(expression.subs(DECKS, decks)))


def check(bet: Any, dealer: Dealer | None = None) -> None:
    formula = closed_form(bet, dealer)
    pays = tuple(category.pays for category in bet.categories)
    for decks in NUMBERS:
        counts = count(bet, Shoe.of_decks(decks), dealer)
        for index in range(len(bet.categories)):
            assert value(formula.probabilities[index], decks) == counts.probability(index), decks
        assert value(formula.rtp_with(pays), decks) == counts.rtp, decks


@pytest.mark.parametrize("name", [k.id for k in known_bets() if "dealer_hand" not in k.cards])
def test_known_bets(name: str) -> None:
    check(known_bet(name))


@pytest.mark.parametrize("soft17", list(Soft17))
def test_the_final_hand(soft17: Soft17) -> None:
    check(known_bet("buster-blackjack"), Dealer(soft17=soft17))


@pytest.mark.slow
def test_the_final_hand_with_the_players_natural() -> None:
    check(known_bet("buster-blackjack-natural"))


def test_perfect_pairs_in_print() -> None:
    formula = closed_form(known_bet("Perfect Pairs"))
    assert [str(chance) for chance in formula.probabilities] == [
        "(n - 1)/(52*n - 1)",
        "n/(52*n - 1)",
        "2*n/(52*n - 1)",
    ]
    pays = Fraction(25), Fraction(12), Fraction(6)
    assert str(formula.rtp_with(pays)) == "(53*n - 26)/(52*n - 1)"
    assert {str(symbol) for symbol in formula.rtp.free_symbols} == {
        *("n", "perfect_pair", "coloured_pair", "red_black_pair")
    }


def test_unknown_pays_are_no_obstacle() -> None:
    raw = {"pays_source": "unknown", "categories": [{"when": "same rank"}]}
    formula = closed_form(made({"cards": ["player1", "player2"]} | raw))
    assert value(formula.rtp_with((Fraction(12),)), 8) == Fraction(403, 415)


def test_bets_that_pay_several_categories_are_refused() -> None:
    with pytest.raises(UnsupportedRuleError, match="one category at a time"):
        closed_form(known_bet("21+3", paid="all"))
