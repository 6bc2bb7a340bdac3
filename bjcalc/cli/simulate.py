"""`bjcalc simulate`: a table that deals and pays, beside the exact values."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Any

import click

from bjcalc.cli.about import game_json
from bjcalc.cli.bets import BETS, HANDS, read_combination
from bjcalc.cli.common import Answer, game_command, say
from bjcalc.cli.outputs import TargetPath
from bjcalc.cli.progress import steps
from bjcalc.cli.rounds import ROUNDS
from bjcalc.cli.strategies import CHART, STRATEGY, solve_for
from bjcalc.cli.wording import worded
from bjcalc.engine import Solution
from bjcalc.errors import UnsupportedRuleError
from bjcalc.gamefile import Game, check_side_bets
from bjcalc.numbers import exact_json
from bjcalc.outcomes import distribution, most_hands
from bjcalc.outcomes.bet_tables import can_be_tabled, read_bet
from bjcalc.outcomes.combine import Combination, check_shoe_lasts_for_hands, combine
from bjcalc.outcomes.covariance import Covariances
from bjcalc.shown import shown
from bjcalc.simulate import (
    Agreement,
    Exact,
    Played,
    SolvedStrategy,
    TableSetup,
    compare,
    cores_available,
    simulate,
)

DISAGREES = 1e-4
"""An overall p-value below this is taken as a contradiction."""


@game_command("simulate", BETS, HANDS, STRATEGY, CHART)
@click.option(
    "--rounds", type=ROUNDS, default="100e6", show_default=True, help="Rounds, such as 200e6."
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Seed (default: drawn, printed).")
@click.option("--cores", type=click.IntRange(1), help="Cores to use (default: all).")
@click.option(
    "--checkpoint",
    type=TargetPath(),
    help="Write what was counted to this file, and go on from it if it is there.",
)
def command(
    game: Game,
    rounds: int,
    seed: int | None,
    cores: int | None,
    checkpoint: Path | None,
    bets: str | None,
    hands: int,
    strategy: str,
    chart: Path | None,
) -> Answer:
    """Shuffle, deal and pay many rounds and compare everything with the exact values.

    The table follows the rules and the strategy's decisions and shares nothing with the solver.
    Every side bet is settled by looking at its cards. A seed gives the same result on any number
    of cores. Ctrl-C ends with what was played so far; with --checkpoint it can go on later.

    Exit status 1 if the simulation contradicts the exact values (overall p-value below 0.0001).

    \b
    Examples:
      bjcalc simulate borgata-blackjack-pro --rounds 200e6
      bjcalc simulate borgata-blackjack-pro --hands 3 --bets main=1,21+3=0.2 --seed 7
    """
    combination = read_combination(game, bets, hands)
    solution = solve_for(game, strategy, chart)
    check_shoe_lasts_for_hands(solution, combination.hands)
    if seed is None:
        # A checkpoint's seed would have to be known; 0 is as good as any other.
        seed = 0 if checkpoint is not None else secrets.randbelow(2**64)
    setup = _setup(game, solution, combination)
    used = cores or cores_available()
    begun = time.perf_counter()
    played = simulate(
        setup,
        rounds=rounds,
        seed=seed,
        cores=used,
        checkpoint=checkpoint,
        progress=steps("rounds"),
    )
    seconds = time.perf_counter() - begun
    if not played.rounds:
        say("stopped before any round was counted", err=True)
        click.get_current_context().exit(130)
    found = compare(setup, played, _exact(game, solution, combination))
    return Answer(
        lambda: _json(game, solution, seed, played, found),
        lambda: worded(
            "simulate",
            game=game,
            solution=solution,
            combination=combination,
            seed=seed,
            played=played,
            fresh=played.rounds - played.resumed_from,
            seconds=seconds,
            cores=used,
            found=found,
            agrees=found.overall_p >= DISAGREES,
        ),
        [] if checkpoint is None else [f"checkpoint written to {shown(str(checkpoint))}"],
        status=int(found.overall_p < DISAGREES),
    )


def _setup(game: Game, solution: Solution, combination: Combination) -> TableSetup:
    """Return the table; side bets that are not bet are watched all the same."""
    check_side_bets(game)
    bet_on = {one.bet.id for one in combination.bets}
    watched = [
        read_bet(bet)
        for bet in game.side_bets
        if bet.id not in bet_on and can_be_tabled(bet) and game.rules.shoe.cards is not None
    ]
    return TableSetup(
        game.rules,
        SolvedStrategy(solution),
        bets=[*combination.bets, *watched],
        spots=combination.hands,
        main_stake=combination.main,
    )


def _exact(game: Game, solution: Solution, combination: Combination) -> Exact:
    covariances = Covariances(solution, steps("exact values, two hands"))
    law = None
    try:
        law = distribution(solution, steps("exact distribution"))
    except UnsupportedRuleError:
        if most_hands(solution) <= 2:
            raise
    return Exact(
        moments=covariances.main_moments if law is None else law.moments,
        law=law,
        covariances=covariances,
        combination=combination,
        together=combine(covariances, combination),
    )


def _json(
    game: Game, solution: Solution, seed: int, played: Played, found: Agreement
) -> dict[str, Any]:
    return {
        "game": game_json(game),
        "strategy_class": solution.strategy_class,
        "seed": str(seed),
        "rounds": played.rounds,
        "rounds_asked": played.wanted,
        "complete": played.complete,
        "estimates": [
            {
                "name": one.name,
                "estimate": f"{one.estimate:.10g}",
                "standard_error": f"{one.error:.4g}" if one.error == one.error else None,
                "exact": None if one.exact is None else exact_json(one.exact),
                "z": None if one.z is None else f"{one.z:.3f}",
            }
            for one in found.estimates
        ],
        "law_tests": [
            {
                "name": one.name,
                "chi_square": f"{one.statistic:.4f}",
                "degrees_of_freedom": one.freedom,
                "p": f"{one.p:.6g}",
            }
            for one in found.tests
        ],
        "overall": {
            "p_values": len(found.p_values),
            "largest_z": f"{found.largest_z:.3f}",
            "p": f"{found.overall_p:.6g}",
            "agrees": found.overall_p >= DISAGREES,
        },
    }
