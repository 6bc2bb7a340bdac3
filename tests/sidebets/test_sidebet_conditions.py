"""The language of conditions: what phrases mean, and what is said about wrong ones."""

from __future__ import annotations

import pytest

from bjcalc.shoe import RANKS, SUITS
from bjcalc.sidebets.conditions import (
    ConditionError,
    FinalHand,
    Leaf,
    evaluate,
    exchange,
    holds_for_cards,
    parse_condition,
    total_of,
)

THREE = ("player1", "player2", "up")
FOUR = (*THREE, "hole")


def holds(text: str, cards: tuple[str, ...], dealt: str, ace: str = "both") -> bool:
    at = dict(zip(cards, (card(name) for name in dealt.split()), strict=True))
    condition = parse_condition(text, cards=cards, ace=ace)

    def truth(leaf: Leaf) -> bool:
        assert not isinstance(leaf, FinalHand)
        return holds_for_cards(leaf, [at[slot] for slot in leaf.slots])

    return evaluate(condition, truth)


def card(name: str) -> int:
    return 4 * RANKS.index(name[:-1]) + SUITS.index(name[-1])


@pytest.mark.parametrize(
    ("dealt", "both", "high", "low"),
    [
        ("Ac 2d 3h", True, False, True),
        ("Qc Ad Kh", True, True, False),
        ("Kc Ad 2h", False, False, False),
        ("9c 10d Jh", True, True, True),
        ("10c Qd Kh", False, False, False),
        ("5c 5d 6h", False, False, False),
    ],
)
def test_straights_never_go_around_the_corner(
    dealt: str, both: bool, high: bool, low: bool
) -> None:
    for ace, expected in (("both", both), ("high", high), ("low", low)):
        assert holds("straight", THREE, dealt, ace) is expected


@pytest.mark.parametrize(
    ("text", "dealt", "expected"),
    [
        ("same card", "Kd Kd Kd", True),
        ("same card", "Kd Kd Kh", False),
        ("same colour", "Kd 2h 7d", True),
        ("same color in player", "Kd 2h 7s", True),
        ("same suit in player1, up", "Kd 2h 7d", True),
        ("pair", "Kd 2h 2s", True),
        ("pair in player", "Kd 2h 2s", False),
        ("not pair", "Jd Qh Ks", True),
        ("total = 21", "Ad 9h As", True),
        ("total = 20", "Ad Ah 8s", True),
        ("total in player = 21", "Ad Kh 8s", True),
        ("hard total in player = 11", "Ad Kh 8s", True),
        ("total >= 22", "Kd Kh 2s", True),
        ("natural in player", "Kd Ah 2s", True),
        ("natural in player", "Kd 9h Ac", False),
        ("ranks 6, 7, 8", "8d 6h 7s", True),
        ("ranks 7, 7, 7", "7d 7h 7s", True),
        ("ranks 7, 7, 7", "7d 7h 8s", False),
        ("cards Qh, Qh in player", "Qh Qh 2s", True),
        ("cards Qh, Qd in player", "Qd Qh 2s", True),
        ("cards Qh, Qd in player", "Qh Qh 2s", False),
        ("count Q >= 1", "Qh 2h 2s", True),
        ("count T = 2", "Qh 10h 2s", True),
        ("count hearts, 7s = 2", "Qh 2h 2s", True),
        ("count red != 2", "Qh 2h 2s", False),
        ("up is 2s", "Qh 2h 2s", True),
        ("up is A, 2", "Qh 2h 2s", True),
        ("player1 is black", "Qh 2h 2s", False),
        ("player2 is Th", "Qh Kh 2s", True),
        ("otherwise", "Qh 2h 2s", True),
        ("pair and not same suit in player or up is A", "Qh 3h As", True),
        ("pair and (not same suit in player or up is A)", "Qh 3h As", False),
    ],
)
def test_phrases_mean_what_they_say(text: str, dealt: str, expected: bool) -> None:
    assert holds(text, THREE, dealt) is expected


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "empty"),
        ("same rnk", "'rnk'"),
        ("sam rank", "did you mean 'same'"),
        ("straigth", "did you mean 'straight'"),
        ("same rank and", "ends where a condition should follow"),
        ("(same rank", "ends where ')' should follow"),
        ("same rank)", "')'"),
        ("same rank in hole", "'hole' is not one of the bet's cards"),
        ("same rank in player1", "at least 2 cards"),
        ("count Zz = 1", "'Zz' is not a card"),
        ("count 7 = many", "'many'"),
        ("count 7 = 1234", "three digits"),
        ("total ~ 3", "'~' is not understood"),
        ("ranks 6, 7", "2 cards are listed for 3"),
        ("ranks 6, 7, T", "one rank for each card"),
        ("cards Q, Q in player", "one card for each"),
        ("natural", "a natural is two cards"),
        ("dealer busts", "'dealer_hand' is not one of"),
        ("not " * 60 + "pair", "nested more than"),
        ("(" * 60 + "pair" + ")" * 60, "nested more than"),
        ("pair or " * 200 + "pair", "longer than"),
    ],
)
def test_a_wrong_phrase_is_named(text: str, named: str) -> None:
    with pytest.raises(ConditionError) as error:
        parse_condition(text, cards=THREE)
    assert named in str(error.value)


def test_exchanging_cards_shows_which_the_condition_treats_alike() -> None:
    pair = parse_condition("same rank in player and up is A", cards=THREE)
    assert exchange(pair, "player1", "player2") == pair
    assert exchange(pair, "player1", "up") != pair
    either = parse_condition("same rank in player1, up or same rank in player2, up", cards=THREE)
    assert exchange(either, "player1", "player2") == either
    assert exchange(either, "player1", "up") != either


def test_totals_count_one_ace_as_eleven_where_it_fits() -> None:
    assert total_of((0, 0)) == 12
    assert total_of((0, 9, 12)) == 21
    assert total_of((0, 8)) == 20
    assert total_of((0, 8), hard=True) == 10
