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
    found = read or counting_mistakes(bets, shoe)
    named = ("already names", "names the main game")
    assert len(bets) < len(tables) or not read or any(one in read[0].message for one in named)
    return {mistake.key: mistake.message for mistake in found}


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


@pytest.mark.parametrize("name", ["\u2603", "!", "\u041f\u0430\u0440\u0430 21"])
def test_a_name_that_makes_no_id_asks_for_one(name: str) -> None:
    assert mistakes(table(name=name)) == {
        "side_bets[0].id": f'"{name}" makes no id of its own: write one, as id = "my-bet"'
    }
    assert not mistakes(table(name=name, id="x"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\x1b[31m", r'"a\u001b[31m" has the character U+001B in it'),
        ("a\x9b31m", r'"a\u009b31m" has the character U+009B in it'),
        ("a\u202eb", r'"a\u202eb" has the character U+202E in it'),
        ("a\nb", r'"a\nb" has a line break in it: write it in one line'),
    ],
)
def test_names_that_a_terminal_would_obey(text: str, message: str) -> None:
    category = {"name": text, "when": "same rank", "pays": 1}
    assert mistakes(table(name=text))["side_bets[0].name"].startswith(message)
    found = mistakes(table(categories=[category]))
    assert found["side_bets[0].categories[0].name"].startswith(message)
    assert ("side_bets[0].note" in mistakes(table(note=text))) == ("\n" not in text)


def test_a_condition_may_stand_in_several_lines() -> None:
    category = {"name": "Pair", "when": "same rank\n  and not same suit\n", "pays": 1}
    (bet,), found = parse_side_bets([table(categories=[category])], key_prefix="side_bets")
    assert not found
    assert bet.categories[0].when == "same rank and not same suit"
    assert "U+0007" in mistakes(table(offered="same\x07rank"))["side_bets[0].offered"]


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


def test_every_mistake_of_a_bet_is_reported() -> None:
    wrong = table(
        id="Not a slug",
        cards=["player1", "plyer2"],
        paid="some",
        odd=1,
        ace="around",
        pays_source="heard",
        categories=[{"name": "x", "when": "same rnk", "pays": -1, "pay": 3}, "text"],
    )
    found = mistakes(wrong)
    assert set(found) == {
        "side_bets[0].id",
        "side_bets[0].cards[1]",
        "side_bets[0].paid",
        "side_bets[0].odd",
        "side_bets[0].ace",
        "side_bets[0].pays_source",
        "side_bets[0].categories[0].when",
        "side_bets[0].categories[0].pays",
        "side_bets[0].categories[0].pay",
        "side_bets[0].categories[1]",
    }
    assert '"plyer2" is none of player1' in found["side_bets[0].cards[1]"]
    assert "did you mean 'pays'" in found["side_bets[0].categories[0].pay"]


@pytest.mark.parametrize(
    ("change", "key", "message"),
    [
        ({"name": None}, "name", "missing"),
        ({"name": 3}, "name", "not a text"),
        ({"cards": None}, "cards", "missing"),
        ({"cards": []}, "cards", "not a list"),
        ({"cards": ["player1", "player1"]}, "cards[1]", "listed twice"),
        ({"cards": ["player1", "player2", "up"]}, "", ""),
        ({"categories": []}, "categories", "not a list"),
        ({"categories": None}, "categories", "missing"),
        ({"pays": [1]}, "pays", "not a list of 2 pays"),
        ({"pays": [1, -1]}, "pays[1]", "negative"),
        ({"pays_source": "unknown"}, "categories[0].pays", "said to be unknown"),
        ({"offered": "up is A"}, "offered", "'up' is not one of the bet's cards"),
        ({"ace": "high"}, "ace", "no category is a straight"),
        ({"cards": ["player1", "player2", "hole", "dealer_hand"]}, "cards", "stands alone"),
        ({"impossible": "fine"}, "impossible", "none of error, warn"),
    ],
)
def test_single_mistakes(change: dict[str, Any], key: str, message: str) -> None:
    changed = {name: value for name, value in table(**change).items() if value is not None}
    found = mistakes(changed)
    if key:
        assert message in found[f"side_bets[0].{key}"]
    else:
        assert not found  # "same rank" is then about all three cards


def test_a_card_that_decides_nothing() -> None:
    categories = [{"name": "Pair", "when": "same rank in player", "pays": 10}]
    found = mistakes(table(cards=["player1", "player2", "up"], categories=categories))
    assert "'up' decides nothing" in found["side_bets[0].cards"]


def test_overlapping_categories_need_an_order() -> None:
    without = {key: value for key, value in table().items() if key != "paid"}
    found = mistakes(without)
    assert (
        "'Perfect' and 'Mixed' can hold for the same cards"
        in (found["side_bets[0].categories[1].when"])
    )
    assert not mistakes(table(paid="all"))
    apart = [
        {"name": "Perfect", "when": "same card", "pays": 25},
        {"name": "Mixed", "when": "same rank and not same suit", "pays": 6},
    ]
    assert not mistakes(without | {"categories": apart})


def test_the_best_category_comes_first() -> None:
    worse_first = [
        {"name": "Mixed", "when": "same rank and not same suit", "pays": 6},
        {"name": "Coloured", "when": "same rank and same colour", "pays": 12},
        {"name": "Perfect", "when": "same card", "pays": 25},
    ]
    found = mistakes(table(categories=worse_first))
    assert "'Coloured' pays more than 'Mixed'" in found["side_bets[0].categories[1].pays"]


def test_a_category_that_can_never_happen() -> None:
    kings = table(
        cards=["player1", "player2", "up"],
        categories=[{"name": "Kings", "when": "cards Kh, Kh, Kh", "pays": 100}],
    )
    found = mistakes(kings, shoe=Shoe.of_decks(2))
    assert "'Kings' can never happen with 2 decks" in found["side_bets[0].categories[0].when"]
    assert not mistakes(kings, shoe=Shoe.of_decks(3))
    (bet,), none = parse_side_bets([kings | {"impossible": "warn"}], key_prefix="side_bets")
    assert not none
    counts = count(bet, Shoe.of_decks(2))
    assert counts.warnings == ("'Kings' can never happen with 2 decks",)
    assert counts.categories == (0,)


def test_a_category_that_is_never_paid() -> None:
    hidden = [
        {"name": "Pair", "when": "same rank", "pays": 10},
        {"name": "Suited pair", "when": "same card", "pays": 10},
    ]
    found = mistakes(table(categories=hidden))
    assert "'Suited pair' is never paid" in found["side_bets[0].categories[1].when"]


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


@pytest.mark.parametrize("names", [{"name": "Main"}, {"id": "main"}])
def test_no_side_bet_is_named_like_the_main_game(names: dict[str, str]) -> None:
    """Stakes and claims call the main game so: a bet of this name would stand in its place."""
    found = mistakes(table(**names))
    assert found["side_bets[0]"] == (
        "'main' names the main game: give the side bet another name or id"
    )


def test_what_is_no_list_of_tables() -> None:
    assert parse_side_bets("x", key_prefix="side_bets")[1][0].key == "side_bets"
    assert mistakes("x")["side_bets[0]"] == '"x" is not a table'


def test_bets_on_the_final_hand_ask_only_for_what_they_can() -> None:
    buster = table(
        cards=["player1", "player2", "dealer_hand"],
        categories=[{"name": "Bust", "when": "dealer busts and same rank in player", "pays": 2}],
    )
    found = mistakes(buster)
    assert "'natural in player'" in found["side_bets[0].categories[0].when"]
    never = table(
        cards=["dealer_hand"],
        categories=[{"name": "Bust", "when": "dealer busts and dealer cards = 2", "pays": 2}],
    )
    assert "can never happen" in mistakes(never)["side_bets[0].categories[0].when"]


def test_a_dealer_who_runs_out_of_cards_is_named() -> None:
    fives = Shoe.of_cards(tuple(1 if card // 4 == 4 and card % 4 < 3 else 0 for card in range(52)))
    buster = table(
        cards=["dealer_hand"],
        categories=[{"name": "Bust", "when": "dealer busts", "pays": 2}],
    )
    assert (
        "the dealer's hand 5 5 5 needs another card" in mistakes(buster, shoe=fives)["side_bets[0]"]
    )
