"""Seeds, cores, interruptions and checkpoints; the comparison with exact values."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from bjcalc.engine import Solution, solve
from bjcalc.gamefile import load_game
from bjcalc.outcomes import distribution
from bjcalc.outcomes.bet_tables import read_bet
from bjcalc.outcomes.combine import Combination, combine
from bjcalc.outcomes.covariance import Covariances
from bjcalc.rules.model import Dealer, Rules, Soft17, Split
from bjcalc.shoe import Shoe
from bjcalc.simulate import (
    CheckpointError,
    Exact,
    SolvedStrategy,
    TableSetup,
    compare,
    simulate,
)
from bjcalc.simulate.run import BLOCK_ROUNDS, _digest

RULES = Rules(shoe=Shoe.of_decks(2), split=Split(max_hands=2))


def table(rules: Rules = RULES) -> TableSetup:
    return TableSetup(rules, SolvedStrategy(solve(rules)))


@pytest.fixture(scope="module")
def setup() -> TableSetup:
    return table()


def test_a_seed_gives_the_same_on_any_number_of_cores(setup: TableSetup) -> None:
    rounds = 5 * BLOCK_ROUNDS + 1234
    one = simulate(setup, rounds=rounds, seed=9, cores=1)
    many = simulate(setup, rounds=rounds, seed=9, cores=3)
    assert one.tallies == many.tallies
    assert one.rounds == rounds
    assert simulate(setup, rounds=rounds, seed=10).tallies != one.tallies


def test_more_rounds_go_on_from_a_checkpoint(setup: TableSetup, tmp_path: Path) -> None:
    file = tmp_path / "rounds.json"
    first = simulate(setup, rounds=2 * BLOCK_ROUNDS + 500, seed=9, checkpoint=file)
    assert first.rounds == 2 * BLOCK_ROUNDS + 500
    more = simulate(setup, rounds=4 * BLOCK_ROUNDS, seed=9, checkpoint=file)
    assert more.resumed_from == 2 * BLOCK_ROUNDS
    assert more.tallies == simulate(setup, rounds=4 * BLOCK_ROUNDS, seed=9).tallies


def test_an_interrupt_keeps_what_was_played(setup: TableSetup, tmp_path: Path) -> None:
    file = tmp_path / "rounds.json"

    def stop(done: int, of: int) -> None:
        if done >= 2 * BLOCK_ROUNDS:
            raise KeyboardInterrupt

    part = simulate(
        setup, rounds=50 * BLOCK_ROUNDS, seed=4, cores=2, checkpoint=file, progress=stop
    )
    assert not part.complete
    assert 2 * BLOCK_ROUNDS <= part.rounds < 50 * BLOCK_ROUNDS
    assert part.tallies == simulate(setup, rounds=part.rounds, seed=4).tallies
    rest = simulate(setup, rounds=50 * BLOCK_ROUNDS, seed=4, checkpoint=file)
    assert rest.complete
    assert rest.resumed_from == part.rounds
    assert rest.tallies == simulate(setup, rounds=50 * BLOCK_ROUNDS, seed=4).tallies


def test_wrong_checkpoints_are_refused(setup: TableSetup, tmp_path: Path) -> None:
    file = tmp_path / "rounds.json"
    simulate(setup, rounds=3 * BLOCK_ROUNDS, seed=9, checkpoint=file)
    with pytest.raises(CheckpointError, match="--seed 9, not 8"):
        simulate(setup, rounds=4 * BLOCK_ROUNDS, seed=8, checkpoint=file)
    with pytest.raises(CheckpointError, match="more than the"):
        simulate(setup, rounds=2 * BLOCK_ROUNDS, seed=9, checkpoint=file)
    other = table(Rules(shoe=RULES.shoe, split=RULES.split, dealer=Dealer(soft17=Soft17.HIT)))
    with pytest.raises(CheckpointError, match="another simulation"):
        simulate(other, rounds=4 * BLOCK_ROUNDS, seed=9, checkpoint=file)


def altered(file: Path, *, digest: bool, **changes: object) -> str:
    """The checkpoint with other content, its digest made anew or not."""
    content = json.loads(file.read_text()) | changes
    if digest:
        content["digest"] = _digest({key: content[key] for key in content if key != "digest"})
    return json.dumps(content)


def test_an_altered_checkpoint_is_refused(setup: TableSetup, tmp_path: Path) -> None:
    file = tmp_path / "rounds.json"
    simulate(setup, rounds=2 * BLOCK_ROUNDS, seed=9, checkpoint=file)
    right, tallies = file.read_text(), json.loads(file.read_text())["tallies"]

    def refused(text: str, reason: str) -> None:
        file.write_text(text)
        with pytest.raises(CheckpointError, match=reason):
            simulate(setup, rounds=4 * BLOCK_ROUNDS, seed=9, checkpoint=file)

    # One number more, one less: the sum stays. Every place where numbers stand, but the products.
    for place in range(1, len(tallies) - 1, 7):
        other = list(tallies)
        other[place], other[place + 1] = "-1", str(int(other[place + 1]) + int(other[place]) + 1)
        refused(altered(file, digest=False, tallies=other), "was altered")
        file.write_text(right)
    counted = [place for place, number in enumerate(tallies) if number != "0"][1:8]
    for place in counted:
        other = list(tallies)
        other[place] = str(int(other[place]) - 1)
        file.write_text(right)
        refused(altered(file, digest=True, tallies=other), "no simulation counts")
        other[place], other[place + 1] = "-1", str(2 * BLOCK_ROUNDS)
        file.write_text(right)
        refused(altered(file, digest=True, tallies=other), "no simulation counts")
    file.write_text(right)
    refused(altered(file, digest=True, blocks=1), "do not agree")
    for text in ("{}", "[]", "7", "[" * 100_000, '{"digest": "' + "9" * 5000 + '"}', "\x00", "{"):
        refused(text, "is no checkpoint")
    file.write_text(right)
    assert simulate(setup, rounds=4 * BLOCK_ROUNDS, seed=9, checkpoint=file).complete


@pytest.fixture(scope="module")
def borgata() -> tuple[Solution, Exact]:
    game = load_game("borgata-blackjack-pro")
    solution = solve(game.rules)
    bets = tuple(read_bet(bet, Fraction(1, 5)) for bet in game.side_bets[:2])
    combination = Combination(Fraction(1), bets, 1)
    covariances = Covariances(solution)
    law = distribution(solution)
    return solution, Exact(
        moments=law.moments,
        law=law,
        covariances=covariances,
        combination=combination,
        together=combine(covariances, combination),
    )


def test_the_simulation_agrees_with_what_is_exact(borgata: tuple[Solution, Exact]) -> None:
    solution, exact = borgata
    setup = TableSetup(solution.rules, SolvedStrategy(solution), bets=exact.combination.bets)
    found = compare(setup, simulate(setup, rounds=1 << 22, seed=1), exact)
    names = [one.name for one in found.estimates]
    assert {"main: RTP", "main: net +1.5", "Perfect Pairs: RTP", "all bets: RTP"} <= set(names)
    assert len(found.p_values) > 25
    assert found.overall_p > 1e-3


def test_a_wrong_exact_value_is_found_out(borgata: tuple[Solution, Exact]) -> None:
    """The table plays with another dealer than the exact values are for."""
    solution, exact = borgata
    other = load_game("borgata-blackjack-pro", set=("dealer.soft17=hit",)).rules
    setup = TableSetup(other, SolvedStrategy(solution), bets=exact.combination.bets)
    found = compare(setup, simulate(setup, rounds=1 << 24, seed=1), exact)
    assert found.overall_p < 1e-4
