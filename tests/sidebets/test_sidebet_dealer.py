"""The law of the dealer's final hand against dealing out every order, and against a recursion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from bets import known_bet, physical

from bjcalc.rules.model import Dealer, Soft17
from bjcalc.shoe import Shoe
from bjcalc.sidebets import count
from bjcalc.sidebets.bet import final_hand, holding
from bjcalc.sidebets.dealer_hand import DealerFinal, dealer_law

DEALERS = [
    Dealer(soft17=Soft17.STAND),
    Dealer(soft17=Soft17.HIT),
    Dealer(soft17=Soft17.HIT, card_limit=4),
]
# An ace, a few small cards and tens: naturals, soft 17s and long hands all happen.
SMALL = [0, 1, 5, 9, 13, 20, 21, 40, 44]


def stops(ranks: tuple[int, ...], dealer: Dealer) -> bool:
    """Return whether the dealer stops, from the rules written out on the total of the hand."""
    if len(ranks) < 2:
        return False
    hard = sum(min(rank, 9) + 1 for rank in ranks)
    soft = 0 in ranks and hard <= 11
    total = hard + 10 if soft else hard
    if len(ranks) == dealer.card_limit or total > 17:
        return True
    return total == 17 and not (soft and dealer.soft17 is Soft17.HIT)


def dealt_out(
    cards: list[int], dealer: Dealer, before: int = 0
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Deal every order of distinct cards until the dealer, who is dealt last, stops."""

    def deal(hand: tuple[int, ...], left: tuple[int, ...], chance: Fraction) -> Iterator[Any]:
        if stops(tuple(card // 4 for card in hand[before:]), dealer):
            yield hand, chance
            return
        for place, card in enumerate(left):
            yield from deal((*hand, card), left[:place] + left[place + 1 :], chance / len(left))

    return deal((), tuple(cards), Fraction(1))


@pytest.mark.parametrize("dealer", DEALERS)
def test_small_shoes_against_every_order(dealer: Dealer) -> None:
    law = dealer_law(physical(SMALL), dealer)
    expected: dict[DealerFinal, Fraction] = defaultdict(Fraction)
    for hand, chance in dealt_out(SMALL, dealer):
        expected[final_hand(tuple(card // 4 for card in hand))] += chance
    assert {hand: Fraction(number, law.total) for hand, number in law.hands.items()} == expected


@pytest.mark.parametrize("dealer", DEALERS)
@pytest.mark.parametrize("decks", [1, 8])
def test_full_shoes_against_a_recursion(dealer: Dealer, decks: int) -> None:
    @cache
    def after(ranks: tuple[int, ...], values: tuple[int, ...]) -> dict[DealerFinal, Fraction]:
        if stops(ranks, dealer):
            return {final_hand(ranks): Fraction(1)}
        law: dict[DealerFinal, Fraction] = defaultdict(Fraction)
        for value, number in enumerate(values):
            if number:
                less = (*values[:value], number - 1, *values[value + 1 :])
                for hand, chance in after(tuple(sorted((*ranks, value))), less).items():
                    law[hand] += chance * Fraction(number, sum(values))
        return dict(law)

    law = dealer_law(Shoe.of_decks(decks), dealer)
    expected = after((), Shoe.of_decks(decks).values)
    assert {hand: Fraction(number, law.total) for hand, number in law.hands.items()} == expected
    assert sum(law.hands.values()) == law.total


def test_an_infinite_deck_is_the_limit_of_many_decks() -> None:
    infinite = dealer_law(Shoe.infinite_deck(), Dealer())
    many = dealer_law(Shoe.of_decks(10**6), Dealer())
    for hand, number in infinite.hands.items():
        difference = Fraction(number, infinite.total) - Fraction(many.hands[hand], many.total)
        assert abs(difference) < Fraction(1, 10**5)


def test_a_card_limit_ends_the_hand_at_any_total() -> None:
    law = dealer_law(Shoe.of_decks(1), Dealer(card_limit=3))
    assert max(hand.cards for hand in law.hands) == 3
    assert min(hand.total for hand in law.hands) == 6


@pytest.mark.parametrize("dealer", DEALERS)
def test_a_bet_with_the_players_natural_against_every_order(dealer: Dealer) -> None:
    bet = known_bet("buster-blackjack-natural")
    # Small enough to deal, large enough that no hand runs out of cards.
    cards = [0, 4, 24, 28, 40, 44, 48, 49]
    counts = count(bet, physical(cards), dealer)
    law: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for hand, chance in dealt_out(cards, dealer, before=2):
        law[holding(bet, hand)[:1]] += chance
    assert law == {paid: Fraction(number, counts.total) for paid, number in counts.outcomes.items()}
