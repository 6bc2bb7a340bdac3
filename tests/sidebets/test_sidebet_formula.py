"""Closed forms against the counts, for n = 1 to 12 decks and far beyond the fitted points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bjcalc.errors import UnsupportedRuleError
from bjcalc.rules.model import Dealer, Soft17
from bjcalc.shoe import Shoe
from bjcalc.sidebets import closed_form, count, find_known_bet, known_bets, parse_side_bets

EIGHT = Shoe.of_decks(8)
DECKS = [*range(1, 13), 40]


def check(bet: Any, dealer: Dealer | None = None) -> None:
    formula = closed_form(bet, dealer)
    pays = tuple(category.pays for category in bet.categories)
    for decks in DECKS:
        counts = count(bet, Shoe.of_decks(decks), dealer)
        for index in range(len(bet.categories)):
            assert formula.probability_at(index, decks) == counts.probability(index), decks
        assert formula.rtp_at(pays, decks) == counts.rtp, decks


@pytest.mark.parametrize(
    "known", [k for k in known_bets() if "dealer_hand" not in k.cards], ids=lambda known: known.id
)
def test_known_bets(known: Any) -> None:
    check(known.bet(known.versions[0]))


@pytest.mark.parametrize("soft17", list(Soft17))
def test_the_final_hand(soft17: Soft17) -> None:
    known = find_known_bet("buster-blackjack")
    dealer = Dealer(soft17=soft17)
    check(known.bet(known.versions[0]), dealer)


@pytest.mark.slow
def test_the_final_hand_with_the_players_natural() -> None:
    known = find_known_bet("buster-blackjack-natural")
    check(known.bet(known.versions[0]))


def test_perfect_pairs_in_print() -> None:
    known = find_known_bet("Perfect Pairs")
    formula = closed_form(known.bet(known.versions[0]))
    assert [str(chance) for chance in formula.probabilities] == [
        "(n - 1)/(52*n - 1)",
        "n/(52*n - 1)",
        "2*n/(52*n - 1)",
    ]
    assert str(formula.rtp_with(known.versions[0].amounts)) == "(53*n - 26)/(52*n - 1)"
    assert {str(symbol) for symbol in formula.rtp.free_symbols} == {
        *("n", "perfect_pair", "coloured_pair", "red_black_pair")
    }


def test_unknown_pays_are_no_obstacle() -> None:
    raw = {
        "name": "Bonus Pairs",
        "cards": ["player1", "player2"],
        "pays_source": "unknown",
        "categories": [{"name": "Pair", "when": "same rank"}],
    }
    (bet,), mistakes = parse_side_bets([raw], key_prefix="side_bets")
    assert not mistakes
    formula = closed_form(bet)
    assert formula.rtp_at((Fraction(12),), 8) == Fraction(403, 415)


def test_bets_that_pay_several_categories_are_refused() -> None:
    known = find_known_bet("21+3")
    raw = known.raw(known.versions[0]) | {"paid": "all"}
    (bet,), _ = parse_side_bets([raw], key_prefix="side_bets")
    with pytest.raises(UnsupportedRuleError, match="one category at a time"):
        closed_form(bet)
