"""Side bets against what cases.toml says: published figures, what phrases mean, what is read."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bjcalc.rules.model import Dealer, Soft17
from bjcalc.shoe import RANKS, SUITS, Shoe
from bjcalc.sidebets import BetCounts, count, counting_mistakes, find_known_bet, parse_side_bets
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

DATA = tomllib.loads((Path(__file__).parent / "cases.toml").read_text())
THREE = ("player1", "player2", "up")


def counted(name: str, version: str, decks: int, dealer: Dealer | None = None) -> BetCounts:
    known = find_known_bet(name)
    return count(known.bet(known.version(version)), Shoe.of_decks(decks), dealer)


@pytest.mark.parametrize(("name", "version", "decks", "categories", "total", "ev"), DATA["exact"])
def test_published_combinations(
    name: str, version: str, decks: int, categories: list[int], total: int, ev: str
) -> None:
    counts = counted(name, version, decks)
    assert (list(counts.categories), counts.total) == (categories, total)
    assert not ev or counts.ev == Fraction(ev)


@pytest.mark.parametrize(("name", "version", "soft17", "edges"), DATA["edges"])
def test_published_house_edges(name: str, version: str, soft17: str, edges: dict[str, str]) -> None:
    for decks, printed in edges.items():
        edge = -100 * counted(name, version, int(decks), Dealer(soft17=Soft17(soft17))).ev
        unit = Fraction(1, 10 ** len(printed.partition(".")[2]))
        assert abs(edge - Fraction(printed)) <= unit / 2, (decks, float(edge))


def test_lucky_ladies_permutations() -> None:
    """The page counts four permutations for each of our deals."""
    counts = counted("lucky-ladies", "1000-125-19-9-4", 6)
    published = (135360, 2738340, 43105500, 193112640, 744863040)
    assert tuple(4 * number for number in counts.categories) == published
    assert 4 * counts.total == 9294695280


def test_match_the_dealer_given_the_up_card() -> None:
    counts = counted("match-the-dealer", "12-4", 4)
    published = (3, 36, 576, 66, 2304)
    assert [counts.probability(i) for i in range(5)] == [Fraction(n, 21321) for n in published]


def test_dealers_pair_has_the_players_law() -> None:
    """Before any card is seen; the peek is not conditioned on."""
    player = counted("perfect-pairs", "25-12-6", 8)
    dealer = counted("dealers-pair", "25-12-6", 8)
    assert (dealer.categories, dealer.total) == (player.categories, player.total)


WHENS = (
    *("same card", "same suit and straight", "same rank"),
    *("straight and not same suit", "same suit and not straight and not same rank"),
)


@pytest.mark.parametrize(
    ("change", "whens", "rtp"),
    [
        ({"ace": "both"}, (), "96.30"),
        ({"ace": "high"}, (), "92.86"),
        ({"ace": "low"}, (), "92.86"),
        # Both pays, one stake: the reference report's 97.05 returns the stake twice.
        ({"paid": "all"}, WHENS, "97.05"),
    ],
)
def test_readings_of_a_bet(change: dict[str, str], whens: tuple[str, ...], rtp: str) -> None:
    known = find_known_bet("21+3")
    raw = known.raw(known.version("100-40-30-10-5")) | change
    for category, when in zip(raw["categories"], whens, strict=False):
        category["when"] = when
    (bet,), mistakes = parse_side_bets([raw], key_prefix="bets")
    assert not mistakes
    counts = count(bet, Shoe.of_decks(8))
    twice = Fraction(counts.categories[0], counts.total) if whens else 0
    assert round(100 * (counts.rtp + twice), 2) == Fraction(rtp)


def holds(text: str, dealt: str, ace: str = "both") -> bool:
    cards = (4 * RANKS.index(name[:-1]) + SUITS.index(name[-1]) for name in dealt.split())
    at = dict(zip(THREE, cards, strict=True))

    def truth(leaf: Leaf) -> bool:
        assert not isinstance(leaf, FinalHand)
        return holds_for_cards(leaf, [at[slot] for slot in leaf.slots])

    return evaluate(parse_condition(text, cards=THREE, ace=ace), truth)


@pytest.mark.parametrize(("dealt", "both", "high", "low"), DATA["straights"])
def test_straights_never_go_around_the_corner(
    dealt: str, both: bool, high: bool, low: bool
) -> None:
    assert [holds("straight", dealt, ace) for ace in ("both", "high", "low")] == [both, high, low]


@pytest.mark.parametrize(("text", "dealt", "expected"), DATA["phrases"])
def test_phrases_mean_what_they_say(text: str, dealt: str, expected: bool) -> None:
    assert holds(text, dealt) is expected


@pytest.mark.parametrize(
    ("text", "named"),
    [
        *DATA["wrong"],
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
    for text in (
        "same rank in player and up is A",
        "same rank in player1, up or same rank in player2, up",
    ):
        condition = parse_condition(text, cards=THREE)
        assert exchange(condition, "player1", "player2") == condition
        assert exchange(condition, "player1", "up") != condition


def test_totals_count_one_ace_as_eleven_where_it_fits() -> None:
    assert [total_of(ranks) for ranks in ((0, 0), (0, 9, 12), (0, 8))] == [12, 21, 20]
    assert total_of((0, 8), hard=True) == 10


@pytest.mark.parametrize("case", DATA["read"], ids=lambda case: case["is"])
def test_what_is_read(case: dict[str, Any]) -> None:
    raw = {key: value for key, value in (DATA["right"] | case["bet"]).items() if value != "-"}
    bets, mistakes = parse_side_bets([raw], key_prefix="bets")
    mistakes = mistakes or counting_mistakes(bets, Shoe.of_decks(case.get("decks", 8)))
    found = {one.key.removeprefix("bets[0]").lstrip("."): one.message for one in mistakes}
    wanted = case.get("found", {})
    assert found.keys() == wanted.keys() if case.get("all") or not wanted else wanted
    for key, part in wanted.items():
        assert part in found[key]
