"""The figures made of the counts: mean, variance, hit frequency, roots to many digits."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from bets import known_bet, made, on_decks

from bjcalc.errors import ImpossibleHandError, UnsupportedRuleError
from bjcalc.gamefile import load_game
from bjcalc.numbers import root_text
from bjcalc.shoe import Shoe
from bjcalc.sidebets import Paid, WrongBetError, classify, count, known_bets, paid_categories


def test_mean_variance_and_hit_frequency_from_the_law() -> None:
    for known in known_bets():
        counts = on_decks(known_bet(known.id))
        law = counts.net_law()
        assert sum(law.values()) == 1
        mean = sum(net * chance for net, chance in law.items())
        assert counts.rtp == 1 + mean
        spread = sum((net - mean) ** 2 * chance for net, chance in law.items())
        assert counts.variance == spread
        assert counts.hit_frequency + counts.push_frequency + law[Fraction(-1)] == 1
        if counts.bet.paid.value != "all":
            shares = sum(counts.share(index) for index in range(len(known.categories)))
            assert shares == counts.rtp


def test_a_push_is_no_hit() -> None:
    sevens, aces = {"when": "player1 is 7", "pays": 0}, {"when": "player1 is A", "pays": 11}
    counts = on_decks(made({"cards": ["player1"], "categories": [sevens, aces]}))
    assert counts.hit_frequency == counts.push_frequency == Fraction(1, 13)
    assert counts.rtp == 1


def test_several_categories_paid_at_once() -> None:
    red, seven = {"when": "player1 is red", "pays": 1}, {"when": "up is 7", "pays": 5}
    raw = {"cards": ["player1", "up"], "paid": "all", "categories": [red, seven]}
    counts = on_decks(made(raw))
    assert counts.described == "ordered deals of player1, up"
    both = counts.outcomes[(0, 1)]
    law = counts.net_law()
    assert law[Fraction(6)] == Fraction(both, counts.total)
    returned = Fraction(counts.winning, counts.total)
    assert counts.share(0) + counts.share(1) + returned == counts.rtp


def test_the_root_has_as_many_right_digits_as_asked_for() -> None:
    variance = Fraction(2691816, 172225)
    for digits in (0, 1, 10, 200):
        text = root_text(variance, digits)
        scaled = variance * 10 ** (2 * digits)
        root = math.isqrt(4 * scaled.numerator // scaled.denominator)
        assert int(text.replace(".", "")) == (root + 1) // 2
    assert root_text(Fraction(0), 3) == "0.000"
    assert [root_text(Fraction(n, 4), 0) for n in (1, 9, 25, 49)] == ["0", "2", "2", "4"]
    assert root_text(Fraction(1, 4), 1) == "0.5"
    assert root_text(Fraction(10**30), 2) == "1000000000000000.00"


def test_uniform_counts_and_counts_by_card_agree() -> None:
    # A shoe that differs from eight decks in nothing but how it was given.
    by_card = Shoe.of_cards((8,) * 52)
    for known in known_bets():
        if "dealer_hand" not in known.cards:
            bet = known_bet(known.id)
            assert count(bet, by_card).outcomes == on_decks(bet).outcomes


def test_removing_cards_one_by_one_averages_to_the_full_shoe() -> None:
    # Drawing one card first, unseen, changes nothing in the mean: for any composition.
    generator = random.Random(5)
    cards = tuple(generator.randint(0, 3) for _ in range(52))
    shoe = Shoe.of_cards(cards)
    for name in ("perfect-pairs", "lucky-ladies"):
        bet = known_bet(name)
        mean = Fraction(0)
        for card, number in enumerate(cards):
            if number:
                less = Shoe.of_cards(tuple(n - (c == card) for c, n in enumerate(cards)))
                mean += Fraction(number, shoe.size) * count(bet, less).ev
        assert mean == count(bet, shoe).ev


def test_a_known_bet_that_the_shoe_cannot_decide() -> None:
    with pytest.raises(UnsupportedRuleError, match="rank and suit"):
        count(known_bet("perfect-pairs"), Shoe.of_ranks((4,) * 13))


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ((0, 1, 99), "21\\+3: 99 is not a card: write 4 .* from 0 to 51"),
        ((0, -1, 2), "-1 is not a card"),
        ((0, 1), "\\(0, 1\\) are 2 cards, but the bet looks at 3: player1, player2, up"),
        ((0, 1, 2, 3), "are 4 cards"),
    ],
)
def test_cards_that_cannot_decide_the_bet_are_refused(cards: tuple[int, ...], message: str) -> None:
    bet = known_bet("21+3")
    with pytest.raises(ImpossibleHandError, match=message):
        classify(bet, cards)
    with pytest.raises(ImpossibleHandError, match=message):
        paid_categories(bet, cards)
    assert classify(bet, (0, 1, 2)) == 2


def test_a_final_hand_has_two_cards_or_more() -> None:
    bet = known_bet("buster-blackjack")
    with pytest.raises(ImpossibleHandError, match="are 1 cards, but the bet looks at 2 or more"):
        classify(bet, (0,))
    assert classify(bet, (36, 20, 36)) == 5


SHOE = Shoe.of_decks(8)
BET, *_ = load_game("borgata-blackjack-pro").side_bets
FIRST = BET.categories[0]


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"paid": "best"}, {"paid": Paid.BEST}),
        ({"pays_source": "inferred"}, {}),
        ({"cards": ["player2", "player1"], "categories": list(BET.categories)}, {}),
        ({"categories": [replace(FIRST, pays=25.5), *BET.categories[1:]]},
         {"categories": (replace(FIRST, pays=Fraction(51, 2)), *BET.categories[1:])}),
        ({"categories": [replace(FIRST, pays="25:1"), *BET.categories[1:]]},
         {"categories": (replace(FIRST, pays=Fraction(25)), *BET.categories[1:])}),
    ],
)  # fmt: skip
def test_what_python_gives_is_put_into_its_type(
    change: dict[str, Any], same: dict[str, Any]
) -> None:
    assert replace(BET, **change) == replace(BET, **same)
    assert count(replace(BET, **change), SHOE).rtp == count(replace(BET, **same), SHOE).rtp


@pytest.mark.parametrize(
    "change",
    [
        *({"paid": word} for word in ("BEST", "", None, 1)),
        *({"cards": cards} for cards in ("player1", (), ("player1",), ("player1",) * 2, (1, 2))),
        *({"cards": (*other, "up")} for other in (("player1", "hole"), ("dealer_hand", "player1"))),
        *({"categories": other} for other in ((), None, ("same rank",))),
        *({"ace": word} for word in ("x", None)),
        *({"offered": "up is A"}, {"pays_source": "certain"}, {"lenient": "no"}, {"name": None}),
        {"id": ""},
    ],
)  # fmt: skip
def test_a_bet_that_does_not_fit_together_cannot_be_made(change: dict[str, Any]) -> None:
    with pytest.raises(WrongBetError, match="card" if "cards" in change else next(iter(change))):
        replace(BET, **change)


@pytest.mark.parametrize(
    "change",
    [
        *({"pays": pay} for pay in (-1, True, float("nan"), float("inf"), 1 / 3, 10**400, "x", [])),
        *({"condition": other} for other in ("same rank", None)),
        *({"name": ""}, {"name": 5}),
    ],
)  # fmt: skip
def test_a_category_that_is_none_cannot_be_made(change: dict[str, Any]) -> None:
    with pytest.raises(WrongBetError, match=next(iter(change))):
        replace(FIRST, **change)


def test_the_words_of_a_category_say_what_its_condition_asks() -> None:
    other = replace(FIRST, when="same suit")
    with pytest.raises(WrongBetError, match="does not say what the condition asks"):
        replace(BET, categories=(other, *BET.categories[1:]))


@pytest.mark.parametrize(
    ("shoe", "dealer", "wrong"),
    [("8", None, "Shoe"), (None, None, "Shoe"), (SHOE, "x", "Dealer"), (SHOE, False, "Dealer")],
)
def test_counting_needs_a_shoe_and_a_dealer(shoe: Any, dealer: Any, wrong: str) -> None:
    with pytest.raises(TypeError, match=f"is not a {wrong}"):
        count(BET, shoe, dealer)


@pytest.mark.parametrize("cards", [None, 5, ("Ac", "Kd"), (True, 4), (0, 52), (0, 4.0), (0,)])
def test_settling_needs_cards(cards: Any) -> None:
    with pytest.raises(ImpossibleHandError):
        classify(BET, cards)
