"""Reading side bets from raw tables: what is right, and every mistake with its key."""

from __future__ import annotations

import math
import time
from decimal import Decimal
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from bjcalc.shoe import Shoe
from bjcalc.sidebets import UnknownPaysError, count, counting_mistakes
from bjcalc.sidebets.bet import Paid, PaysSource
from bjcalc.sidebets.reader import parse_side_bets, slug_of

EIGHT = Shoe.of_decks(8)


def table(**changes: Any) -> dict[str, Any]:
    return {
        "name": "Pairs",
        "cards": ["player1", "player2"],
        "paid": "best",
        "categories": [
            {"name": "Perfect", "when": "same card", "pays": 25},
            {"name": "Mixed", "when": "same rank", "pays": 6},
        ],
    } | changes


def mistakes(*tables: object, shoe: Shoe = EIGHT) -> dict[str, str]:
    """What reading and then counting finds, by key."""
    bets, read = parse_side_bets(list(tables), key_prefix="side_bets")
    return {one.key: one.message for one in read or counting_mistakes(bets, shoe)}


def test_a_right_bet() -> None:
    (bet,), found = parse_side_bets([table()], key_prefix="side_bets")
    assert not found
    assert (bet.id, bet.paid, bet.pays_source) == ("pairs", Paid.BEST, PaysSource.STATED)
    assert [category.pays for category in bet.categories] == [25, 6]
    assert hash(bet) == hash(parse_side_bets([table()], key_prefix="x")[0][0])


def test_the_cards_are_put_in_their_order() -> None:
    (bet,), _ = parse_side_bets([table(cards=["player2", "player1"])], key_prefix="side_bets")
    assert bet.cards == ("player1", "player2")


def test_ids_made_from_names() -> None:
    assert slug_of("Dealer's Pair") == "dealers-pair"
    assert slug_of("Player\u2019s Pair") == "players-pair"
    assert slug_of("21+3") == "21+3"
    assert slug_of("Pares Perf\u00e9ctos \u2122") == "pares-perfectos"


def test_a_condition_may_stand_in_several_lines() -> None:
    category = {"name": "Pair", "when": "same rank\n  and not same suit\n", "pays": 1}
    (bet,), found = parse_side_bets([table(categories=[category])], key_prefix="side_bets")
    assert not found
    assert bet.categories[0].when == "same rank and not same suit"


def test_five_cards_take_no_time() -> None:
    whens = ("same suit and straight", "same suit", "count Qh >= 2", "pair in player1, up, hole")
    categories = [
        {"name": f"c{number}", "when": when, "pays": 9 - number}
        for number, when in enumerate(whens)
    ]
    cards = ["player1", "player2", "player3", "up", "hole"]
    (bet,), found = parse_side_bets(
        [table(cards=cards, categories=categories)], key_prefix="side_bets"
    )
    assert not found
    started = time.process_time()
    counts = count(bet, EIGHT)
    assert time.process_time() - started < 2.5  # a third of a second alone; six before
    # Flushes by hand: a suit, and five of its 104 cards.
    assert counts.categories[0] + counts.categories[1] == 4 * comb(104, 5) * comb(5, 2)


@pytest.mark.parametrize(
    ("pays", "value"),
    [
        (5, "5"),
        ("5:2", "5/2"),
        ("2.5", "5/2"),
        (2.5, "5/2"),
        (Decimal("0.1"), "1/10"),
        (0.1, "1/10"),
        (0, "0"),
    ],
)
def test_pays_are_read_exactly(pays: object, value: str) -> None:
    categories = [{"name": "Pair", "when": "same rank", "pays": pays}]
    (bet,), found = parse_side_bets([table(categories=categories)], key_prefix="side_bets")
    assert not found
    assert bet.categories[0].pays == Fraction(value)


@pytest.mark.parametrize(
    "pays",
    [
        *(-1, "-1", True, "many", math.nan, math.inf, None, [5], "1/0", 0.1234567890123456789),
        1e300,
        Decimal("NaN"),
    ],
)
def test_pays_that_are_no_pays(pays: object) -> None:
    categories = [{"name": "Pair", "when": "same rank", "pays": pays}]
    assert list(mistakes(table(categories=categories))) == ["side_bets[0].categories[0].pays"]


def test_a_category_that_may_be_impossible() -> None:
    categories = [{"name": "Kings", "when": "cards Kh, Kh, Kh", "pays": 100}]
    kings = table(cards=["player1", "player2", "up"], categories=categories, impossible="warn")
    (bet,), _ = parse_side_bets([kings], key_prefix="side_bets")
    counts = count(bet, Shoe.of_decks(2))
    assert counts.warnings == ("'Kings' can never happen with 2 decks",)
    assert counts.categories == (0,)


def test_more_cards_than_the_shoe_holds() -> None:
    tiny = Shoe.of_cards((1, *[0] * 51))
    assert (
        "needs 2 cards, but the shoe holds 1" in mistakes(table(), shoe=tiny)["side_bets[0].cards"]
    )


def test_a_shoe_without_suits_can_still_pair_ranks() -> None:
    by_rank = Shoe.of_ranks((32,) * 13)
    pair = table(categories=[{"name": "Pair", "when": "same rank", "pays": 11}])
    (bet,), found = parse_side_bets([pair], key_prefix="side_bets")
    assert not found
    assert count(bet, by_rank).categories == (6448,)
    assert (
        "needs the shoe's counts by rank and suit"
        in mistakes(table(), shoe=by_rank)["side_bets[0]"]
    )
    by_value = Shoe(values=(32, *[32] * 8, 128))
    assert "counts by rank" in mistakes(pair, shoe=by_value)["side_bets[0]"]
    over = table(categories=[{"name": "Over 13", "when": "hard total > 13", "pays": 1}])
    (bet,), _ = parse_side_bets([over], key_prefix="side_bets")
    assert count(bet, by_value).categories == (40336,)


def test_unknown_pays_stay_symbols_until_given() -> None:
    lost = table(
        pays_source="unknown",
        categories=[{"name": "Pair of any kind", "when": "same rank"}],
    )
    (bet,), found = parse_side_bets([lost], key_prefix="side_bets")
    assert not found
    assert bet.categories[0].symbol == "pair_of_any_kind"
    counts = count(bet, EIGHT)
    assert counts.probability(0) == Fraction(31, 415)
    with pytest.raises(UnknownPaysError, match=r"side_bets\.pairs\.pays"):
        _ = counts.rtp
    (given,), _ = parse_side_bets([lost | {"pays": [12]}], key_prefix="side_bets")
    assert given.pays_source is PaysSource.ASSUMED
    assert count(given, EIGHT).rtp == Fraction(403, 415)


def test_pays_of_the_bet_replace_those_of_an_inferred_table_and_say_so() -> None:
    inferred = table(pays_source="inferred", pays=["30", 5])
    (bet,), _ = parse_side_bets([inferred], key_prefix="side_bets")
    assert bet.pays_source is PaysSource.ASSUMED
    assert [category.pays for category in bet.categories] == [30, 5]


def test_two_bets_of_one_name() -> None:
    found = mistakes(table(), table(name="PAIRS", id="other"))
    assert "already names the side bet at side_bets[0]" in found["side_bets[1]"]


def test_what_is_no_list_of_tables() -> None:
    assert parse_side_bets("x", key_prefix="side_bets")[1][0].key == "side_bets"
    assert mistakes("x")["side_bets[0]"] == '"x" is not a table'


def test_a_dealer_who_runs_out_of_cards_is_named() -> None:
    fives = Shoe.of_cards(tuple(1 if card // 4 == 4 and card % 4 < 3 else 0 for card in range(52)))
    buster = table(
        cards=["dealer_hand"],
        categories=[{"name": "Bust", "when": "dealer busts", "pays": 2}],
    )
    assert (
        "the dealer's hand 5 5 5 needs another card" in mistakes(buster, shoe=fives)["side_bets[0]"]
    )
