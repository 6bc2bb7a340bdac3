"""The table against published random numbers, against every ordered deal, and against itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from played import Played
from strategies import WITNESS, small_games

from bjcalc.engine import solve
from bjcalc.errors import ShoeExhaustedError, UnsupportedRuleError
from bjcalc.gamefile import load_game
from bjcalc.outcomes import moments
from bjcalc.outcomes.bet_tables import read_bet
from bjcalc.rules.model import Rules, Split
from bjcalc.shoe import Shoe
from bjcalc.simulate import SolvedStrategy, TableSetup, Tallies, simulate
from bjcalc.strategy import solve_cdp
from bjcalc.witness.bruteforce import Table as BruteForce
from bjcalc_ext.simulator import Table, random_words


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ("00000000 00000000 00000000 00000000", "00000000 00000000",
         "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff",
         "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0",
         "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)  # fmt: skip
def test_philox_known_answers(counter: str, key: str, words: str) -> None:
    """The known answers that its authors publish for Philox4x32 with 10 rounds."""
    found = random_words([int(w, 16) for w in key.split()], [int(w, 16) for w in counter.split()])
    assert [f"{word:08x}" for word in found] == words.split()


@settings(WITNESS, max_examples=25)
@given(small_games(most_hands_after_splits=3))
def test_the_table_plays_what_the_brute_force_plays(rules: Rules) -> None:
    try:
        solution = solve(rules)
    except UnsupportedRuleError:
        assume(False)
        return
    ledger = BruteForce(rules, Played(solution)).play()
    setup = TableSetup(rules, SolvedStrategy(solution))
    rounds = 1 << 17
    played = simulate(setup, rounds=rounds, seed=3, cores=1)
    counts = Tallies(setup, played).spots[0]
    assert set(counts) <= set(ledger.ledger), "an outcome that cannot be"
    for outcome, number in ledger.ledger.items():
        chance = number / ledger.shuffles
        error = (rounds * chance * (1 - chance)) ** 0.5
        assert abs(counts.get(outcome, 0) - rounds * chance) <= 6 * error + 3, outcome


def test_more_hands_than_two_and_a_strategy_that_counts_them() -> None:
    solution = solve_cdp(Rules(shoe=Shoe.of_decks(1), split=Split(max_hands=4)))
    exact = moments(solution)
    setup = TableSetup(solution.rules, SolvedStrategy(solution))
    played = simulate(setup, rounds=1 << 22, seed=11)
    counts = Tallies(setup, played).spots[0]
    for index, mean, variance in (
        (0, exact.ev, exact.variance),
        (1, exact.stake, exact.stake_variance),
    ):
        found = sum(outcome[index] * count for outcome, count in counts.items()) / played.rounds
        assert abs(float(found - mean)) < 5 * float(variance / played.rounds) ** 0.5


def test_all_spots_play_by_the_same_law_and_the_round_is_their_sum() -> None:
    game = load_game("borgata-blackjack-pro")
    setup = TableSetup(game.rules, SolvedStrategy(solve(game.rules)), spots=3)
    tallies = Tallies(setup, simulate(setup, rounds=200_000, seed=2))
    assert [sum(law.values()) for law in tallies.spots] == [200_000] * 3
    nets = [sum(o[0] * n for o, n in law.items()) for law in tallies.spots]
    assert tallies.totals["net"] == sum(nets)
    stakes = [sum(o[1] * n for o, n in law.items()) for law in tallies.spots]
    assert tallies.totals["stake"] == sum(stakes)
    ordinary = Counter(outcome for law in tallies.spots for outcome in law)
    assert ordinary[Fraction(1), Fraction(1)] == 3


def test_a_shoe_that_runs_out_is_an_error() -> None:
    rules = Rules(shoe=Shoe(values=(0, 0, 0, 0, 0, 4, 0, 4, 0, 8)), split=Split(max_hands=2))
    setup = TableSetup(rules, SolvedStrategy(solve(rules)), spots=5)
    with pytest.raises(ShoeExhaustedError, match="ran out"):
        simulate(setup, rounds=1000, seed=1)


@pytest.fixture(scope="module")
def parts() -> tuple[dict[str, Any], dict[str, Any], list[Any]]:
    game = load_game("borgata-blackjack-pro")
    bets = (read_bet(game.side_bets[0], Fraction(1)),)
    setup = TableSetup(game.rules, SolvedStrategy(solve(game.rules)), bets=bets)
    return setup.parts


NONSENSE = (-(10**30), -(10**9), 10**18, 10**30, None, "7", 2.5, ())


def test_every_number_of_a_table_is_looked_at(parts: Any) -> None:
    numbers, tables, bets = parts
    for name in numbers:
        for wrong in NONSENSE:
            with pytest.raises((ValueError, TypeError, OverflowError)):
                Table(numbers | {name: wrong}, tables, bets)
        with pytest.raises(ValueError, match=name):
            Table({n: v for n, v in numbers.items() if n != name}, tables, bets)


def test_every_part_of_a_table_is_looked_at(parts: Any) -> None:
    numbers, tables, bets = parts
    states = len(tables["total"])
    wrong: list[tuple[str, Any]] = [
        (name, raw[1:]) for name, raw in tables.items() if name not in ("cards", "decisions")
    ]
    wrong += [
        ("cards", b""),
        ("cards", bytes(1025)),
        ("cards", b"\x34"),
        ("children", bytes(20 * states)),
        ("children", b"\xff\x7f" * (10 * states)),
        ("total", b"\x16" * states),
        ("kind", b"\x03" * states),
        ("first", b"\xff" * 13**3),
        ("table_of", b"\xff" * 90),
        ("may_double", b"\x02" * (3 * states)),
        ("pays", b"\x7f" * len(tables["pays"])),
        ("decisions", []),
        ("decisions", [b"\x04" * (10 * states)]),
        ("decisions", tables["decisions"] * 91),
    ]
    for name, raw in wrong:
        with pytest.raises((ValueError, OverflowError)):
            Table(numbers, tables | {name: raw}, bets)
    slots, per_round, results, nets, stakes, weight = bets[0]
    for bet in (
        ([], per_round, results, nets, stakes, weight),
        ([*slots, 4], per_round, results, nets, stakes, weight),
        ([0, 1, 2, 3, 3], per_round, results, nets, stakes, weight),
        (slots, per_round, results[1:], nets, stakes, weight),
        (slots, per_round, results, nets[:1], stakes[:1], weight),
        (slots, per_round, results, nets, stakes[1:], weight),
        (slots, per_round, results, [10**30] * len(nets), stakes, weight),
        (slots, per_round, results, nets, stakes, 10**30),
        (slots, per_round, results, nets, stakes, -1),
    ):
        with pytest.raises((ValueError, OverflowError)):
            Table(numbers, tables, [bet])
    with pytest.raises(ValueError, match="bets = 25"):
        Table(numbers, tables, bets * 25)


@pytest.mark.parametrize("wrong", [-1, 10**30, None, "7", 2.5])
@pytest.mark.parametrize(
    "ask",
    [
        lambda table, n: table.play(n, 0, 1),
        lambda table, n: table.play(0, n, 1),
        lambda table, n: table.play(0, 0, n),
        lambda _, n: random_words((n, 0), (0,) * 4),
        lambda _, n: random_words((0, 0), (0, 0, 0, n)),
    ],
)
def test_blocks_and_words_that_cannot_be(
    parts: Any, ask: Callable[[Table, Any], object], wrong: object
) -> None:
    with pytest.raises((ValueError, TypeError)):
        ask(Table(*parts), wrong)


def test_a_result_outside_the_range_is_an_error(parts: Any) -> None:
    numbers, tables, bets = parts
    with pytest.raises(ValueError, match="outside the range"):
        Table(numbers | {"stakes": 2}, tables, bets).play(1, 0, 1000)
    with pytest.raises(ValueError, match="two and four"):
        random_words((0,), (0,) * 4)


def test_large_payouts_add_up_beyond_64_bits() -> None:
    """Squares of products of results: (a million times 2)^4 in some rounds of a block."""
    game = load_game("borgata-blackjack-pro")
    bet = game.side_bets[0]
    million = replace(
        bet, categories=tuple(replace(one, pays=Fraction(10**6)) for one in bet.categories)
    )
    tabled = read_bet(million, Fraction(1))
    setup = TableSetup(game.rules, SolvedStrategy(solve(game.rules)), bets=[tabled])
    tallies = Tallies(setup, simulate(setup, rounds=50_000, seed=2))
    won = 50_000 - tallies.results[0][tabled.results.index(())]
    assert won > 1000
    assert tallies.products[1, 1] == (
        won * Fraction(10) ** 12 + 50_000 - won,
        won * Fraction(10) ** 24 + 50_000 - won,
    )
    huge = replace(
        million, categories=tuple(replace(one, pays=Fraction(10**9)) for one in bet.categories)
    )
    with pytest.raises(UnsupportedRuleError, match="too large or too fine"):
        TableSetup(game.rules, SolvedStrategy(solve(game.rules)), bets=[read_bet(huge)])
