"""Bets together: two spots and side bets against every ordered deal of small shoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import permutations, product
from typing import Any

import pytest
from bets import made, physical
from played import Played
from two_spots import TwoSpots

from bjcalc.engine import solve
from bjcalc.errors import UnsupportedRuleError
from bjcalc.outcomes.bet_tables import BetOnTable, read_bet
from bjcalc.outcomes.combine import Combination, combine, joint_law
from bjcalc.outcomes.covariance import BetAtSpot, Covariances, Products
from bjcalc.outcomes.two_spots import two_spot_results
from bjcalc.rules import Rules, rules_from_dict
from bjcalc.rules.model import Split
from bjcalc.shoe import Shoe
from bjcalc.witness.bruteforce import Deal, Outcomes, Stock, Table

TWO = {"split.max_hands": 2, "insurance.against": []}
GAMES = {
    "peek, two hands": TWO | {"shoe.counts": {"A": 2, "8": 4, "T": 7}},
    "three hands, H17": {
        "shoe.counts": {"9": 4, "7": 4, "T": 10},
        "dealer.soft17": "hit",
        "split.max_hands": 3,
        "split.max_hands_aces": 3,
        "insurance.against": [],
    },
    "no peek, natural takes all": TWO
    | {"shoe.counts": {"A": 3, "7": 4, "T": 7}, "dealer.peek": []},
    "no peek, original bets only; Charlie": TWO
    | {
        "shoe.counts": {"A": 2, "5": 4, "T": 11},
        "dealer.peek": [],
        "dealer.natural_takes": "original_per_hand",
        "charlie": {"cards": 3, "pays": "3/2"},
        "blackjack.pays": "6/5",
    },
}


@pytest.mark.parametrize("name", GAMES)
def test_two_spots(name: str) -> None:
    solution = solve(rules_from_dict(GAMES[name]))
    law = TwoSpots(solution.rules, Played(solution)).play_two()

    def expect(one: int, other: int | None = None) -> Fraction:
        return sum(
            (p * key[one] * (1 if other is None else key[other]) for key, p in law.items()),
            Fraction(0),
        )

    # Each spot's mean is what it is at a table of its own.
    assert expect(0) == expect(2) == solution.ev
    assert expect(1) == expect(3) == solution.stake
    found = Covariances(solution).products(BetAtSpot(None, 0), BetAtSpot(None, 1))
    assert found == Products(expect(0, 2), expect(0, 3), expect(1, 2), expect(1, 3))


COLOURS = [
    {"when": "same rank and same colour", "pays": 9},
    {"when": "same rank and not same colour", "pays": 4},
]
FLUSH = [{"when": "same suit", "pays": "5:2"}]
NATURAL = [{"when": "natural in dealer", "pays": 2}]
BETS = [
    {"cards": ["player1", "player2"], "categories": COLOURS},
    {"cards": ["player1", "player2", "up"], "categories": FLUSH},
    {"cards": ["up", "hole"], "offered": "up is A", "categories": NATURAL},
]


@pytest.fixture(scope="module")
def side_game() -> tuple[Rules, tuple[BetOnTable, ...]]:
    """A shoe of two aces, two sevens, three nines and five tens, of three suits."""
    keys = {
        "split.max_hands": 2,
        "double.on": {"hard": [9, 10, 11, 16], "soft": "any"},
        "surrender.ten": "late",
    }
    shoe = physical([0, 1, 24, 26, 32, 33, 34, 36, 37, 48, 49, 50])
    rules = replace(rules_from_dict(keys), shoe=shoe)
    return rules, tuple(read_bet(made(bet), Fraction(1, 5)) for bet in BETS)


def result_at(bet: BetOnTable, slots: Iterable[str], by_slot: dict[str, int]) -> int:
    """The number of a bet's result where it looks at these cards."""
    return bet.table[reduce(lambda place, slot: 52 * place + by_slot[slot], slots, 0)]


def test_side_bets_with_the_main_bet(side_game: tuple[Rules, tuple[BetOnTable, ...]]) -> None:
    rules, bets = side_game
    solution = solve(rules)
    table = Table(rules, Played(solution))
    cards = [card for card, n in enumerate(rules.shoe.cards or ()) for _ in range(n)]
    main: dict[tuple[int, ...], Outcomes] = {}
    law: dict[tuple[Fraction, Fraction], Fraction] = {}
    deals = list(permutations(cards, 4))
    for deal in deals:
        values = tuple(min(card // 4, 9) for card in deal)
        if values not in main:
            counts = list(rules.shoe.values)
            for value in values:
                counts[value] -= 1
            at_table = Deal(Stock(tuple(counts), len(cards) - 4), values[2], values[3])
            main[values] = Outcomes(table._round(at_table, tuple(sorted(values[:2]))))
        net = stake = Fraction(0)
        by_slot = dict(zip(("player1", "player2", "up", "hole"), deal, strict=True))
        for bet in bets:
            result = bet.results[result_at(bet, bet.bet.cards, by_slot)]
            net += bet.stake * bet.net(result)
            stake += bet.stake if result is not None else 0
        played = main[values]
        for (main_net, main_stake), number in played.ledger.items():
            key = net + main_net, stake + main_stake
            chance = Fraction(number, played.shuffles * len(deals))
            law[key] = law.get(key, Fraction(0)) + chance
    combination = Combination(Fraction(1), bets, 1)
    covariances = Covariances(solution)
    found = joint_law(solution, covariances, combination)
    assert dict(found.law) == law
    assert combine(covariances, combination).moments == found.moments


def test_a_combination_of_two_hands_is_the_sum_of_its_parts(
    side_game: tuple[Rules, tuple[BetOnTable, ...]],
) -> None:
    _, bets = side_game
    solution = solve(Rules(shoe=Shoe.of_decks(1), split=Split(max_hands=1)))
    covariances = Covariances(solution)
    one = combine(covariances, Combination(Fraction(2), bets[:1], 1)).moments
    two = combine(covariances, Combination(Fraction(2), bets[:1], 2)).moments
    assert two.ev == 2 * one.ev
    assert two.stake == 2 * one.stake
    between = Fraction(0)
    made_bets = ((None, Fraction(2)), (bets[0], bets[0].stake))
    for (bet, amount), (other, amount2) in product(made_bets, repeat=2):
        products = covariances.products(BetAtSpot(bet, 0), BetAtSpot(other, 1))
        means = covariances.mean(bet)[0] * covariances.mean(other)[0]
        between += amount * amount2 * (products.net_net - means)
    assert two.variance == 2 * one.variance + 2 * between


def test_the_law_of_several_hands_is_refused(
    side_game: tuple[Rules, tuple[BetOnTable, ...]],
) -> None:
    rules, bets = side_game
    solution = solve(rules)
    with pytest.raises(UnsupportedRuleError, match="several hands"):
        joint_law(solution, Covariances(solution), Combination(Fraction(1), bets, 2))


DRAWN = ("player1", "player2", "other1", "other2", "up", "hole")
PAIR = {"cards": ["player1", "player2"], "categories": [{"when": "same suit", "pays": 2}]}
TRIO = {"cards": ["up", "player2", "player1"], "categories": [{"when": "same rank", "pays": 9}]}
HOLE = {
    "cards": ["player1", "hole", "player2"],
    "offered": "player1 is red",
    "categories": [{"when": "pair in player", "pays": 3}, {"when": "same suit", "pays": 4}],
}
FIRST = {"cards": ["player2", "up"], "categories": [{"when": "same colour", "pays": 1}]}


def tabled(raw: dict[str, Any]) -> BetOnTable:
    return read_bet(made({"paid": "best"} | raw))


@pytest.mark.parametrize("infinite", [False, True])
@pytest.mark.parametrize(
    ("one", "other"),
    [(PAIR, TRIO), (TRIO, PAIR), (TRIO, TRIO), (FIRST, HOLE), (HOLE, FIRST), (PAIR, FIRST)],
)
def test_side_bets_of_two_spots_in_every_deal(
    one: dict[str, Any], other: dict[str, Any], infinite: bool
) -> None:
    """Seven cards, two of a kind; each spot's bet looks at its own cards and the dealer's."""
    cards = [0, 0, 26, 27, 36, 39, 49]
    here, there = tabled(one), tabled(other)
    looked_at = [here.bet.cards, [slot.replace("player", "other") for slot in there.bet.cards]]
    drawn = [slot for slot in DRAWN if slot in {*looked_at[0], *looked_at[1]}]
    every = product(cards, repeat=len(drawn)) if infinite else permutations(cards, len(drawn))
    expected: Counter[tuple[int, int]] = Counter()
    for deal in every:
        at = dict(zip(drawn, deal, strict=True))
        expected[result_at(here, looked_at[0], at), result_at(there, looked_at[1], at)] += 1
    counts = [cards.count(card) for card in range(52)]
    assert two_spot_results(counts, infinite, here, there) == expected


def test_a_bet_made_anew_is_another_bet() -> None:
    """Products are remembered by what the bets are, not by where they stand in memory."""
    covariances = Covariances(solve(Rules(shoe=Shoe.of_decks(1), split=Split(max_hands=1))))
    for pays in range(1, 31):
        raw = PAIR | {"categories": [{"when": "same suit", "pays": pays}]}
        found = covariances.products(*[BetAtSpot(tabled(raw), 0)] * 2)
        assert found.net_net == Fraction(12, 51) * pays**2 + Fraction(39, 51)


def test_threads_share_covariances(side_game: tuple[Rules, tuple[BetOnTable, ...]]) -> None:
    """Eight threads over mixed questions, each asked several times, against one thread."""
    rules, bets = side_game
    solution = solve(rules)
    combination = Combination(Fraction(1), bets, 1)
    asked: list[Callable[[Covariances], object]] = [
        lambda known: combine(known, combination).moments,
        lambda known: joint_law(solution, known, combination).law,
        lambda known: known.products(BetAtSpot(None, 0), BetAtSpot(bets[2], 0)),
    ]
    alone = [ask(Covariances(solution)) for ask in asked]
    shared = Covariances(solution)
    with ThreadPoolExecutor(8) as pool:
        running = [pool.submit(ask, shared) for _ in range(5) for ask in asked]
        assert [one.result() for one in running] == alone * 5
