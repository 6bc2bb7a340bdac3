"""The table against published random numbers, against every ordered deal, and against itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from played import Played
from strategies import WITNESS, small_games

from bjcalc.engine import solve
from bjcalc.errors import ShoeExhaustedError, UnsupportedRuleError
from bjcalc.gamefile import load_game
from bjcalc.outcomes import moments
from bjcalc.outcomes.bet_tables import BetOnTable, read_bet
from bjcalc.rules.model import Rules, Split
from bjcalc.shoe import Shoe
from bjcalc.simulate import SolvedStrategy, TableSetup, Tallies, simulate
from bjcalc.strategy import solve_cdp
from bjcalc.witness.bruteforce import Table as BruteForce
from bjcalc_ext.simulator import random_words


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
    counts = Tallies(setup, played.tallies).spots[0]
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
    counts = Tallies(setup, played.tallies).spots[0]
    for index, mean, variance in (
        (0, exact.ev, exact.variance),
        (1, exact.stake, exact.stake_variance),
    ):
        found = sum(outcome[index] * count for outcome, count in counts.items()) / played.rounds
        assert abs(float(found - mean)) < 5 * float(variance / played.rounds) ** 0.5


def test_all_spots_play_by_the_same_law_and_the_round_is_their_sum() -> None:
    game = load_game("borgata-blackjack-pro")
    setup = TableSetup(game.rules, SolvedStrategy(solve(game.rules)), spots=3)
    tallies = Tallies(setup, simulate(setup, rounds=200_000, seed=2).tallies)
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


def test_large_payouts_add_up_beyond_64_bits() -> None:
    """Squares of products of results: (a million times 2)^4 in some rounds of a block."""
    game = load_game("borgata-blackjack-pro")
    strategy = SolvedStrategy(solve(game.rules))

    def paying(amount: int) -> BetOnTable:
        categories = (replace(one, pays=Fraction(amount)) for one in game.side_bets[0].categories)
        return read_bet(replace(game.side_bets[0], categories=tuple(categories)), Fraction(1))

    tabled = paying(10**6)
    setup = TableSetup(game.rules, strategy, bets=[tabled])
    tallies = Tallies(setup, simulate(setup, rounds=50_000, seed=2).tallies)
    won = 50_000 - tallies.results[0][tabled.results.index(())]
    assert won > 1000
    assert tallies.products[1, 1] == (
        won * Fraction(10) ** 12 + 50_000 - won,
        won * Fraction(10) ** 24 + 50_000 - won,
    )
    with pytest.raises(UnsupportedRuleError, match="too large, or too fine"):
        TableSetup(game.rules, strategy, bets=[paying(10**9)])
