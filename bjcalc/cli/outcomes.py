"""`bjcalc outcomes`: every result of a round with its exact chance, and the volatility."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from bjcalc.cli.about import game_json
from bjcalc.cli.common import Answer, game_command
from bjcalc.cli.progress import steps
from bjcalc.cli.strategies import CHART, STRATEGY, moments_json, solve_for
from bjcalc.cli.wording import worded
from bjcalc.engine import Solution
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_json
from bjcalc.outcomes import Distribution, Moments, moments, whole_law


@game_command("outcomes", STRATEGY, CHART)
@click.option(
    "--all-hands",
    is_flag=True,
    help="The exact distribution with more than two hands too, however long it takes.",
)
@click.option(
    "--simulated",
    type=click.IntRange(min=1),
    metavar="ROUNDS",
    help="Where the whole distribution is not exact, simulate this many rounds for it.",
)
@click.option(
    "--digits",
    type=click.IntRange(1, 60),
    default=12,
    show_default=True,
    help="Digits after the point.",
)
def command(
    game: Game,
    strategy: str,
    chart: Path | None,
    all_hands: bool,
    simulated: int | None,
    digits: int,
) -> Answer:
    """Print the exact distribution of a round's net result and total stake, and its moments.

    Net results are per initial bet. Split hands share the dealer and the shoe; that is part of the
    result. With more than two hands after splits, mean and variance are exact at once, and so is
    the distribution on small shoes; on others it may take hours (--all-hands), or can be
    simulated and is then given with its error.

    \b
    Examples:
      bjcalc outcomes borgata-blackjack-pro
      bjcalc outcomes atlantic-city-blackjack-gold --simulated 100000000
    """
    solution = solve_for(game, strategy, chart)
    law = whole_law(solution, steps("distribution"), all_hands=all_hands)
    found = law.moments if law is not None else _moments(solution)
    rough, notes = None, []
    if simulated is not None and law is None:
        rough = _simulated(solution, simulated)
    elif simulated is not None:
        notes.append("--simulated: nothing is simulated, the whole distribution is exact")
    return Answer(
        lambda: _json(game, solution, law, found, rough),
        lambda: worded(
            "outcomes",
            game=game,
            solution=solution,
            law=law,
            found=found,
            rough=rough,
            digits=digits,
            skewness=_skewness,
        ),
        notes,
    )


def _moments(solution: Solution) -> Moments:
    return moments(solution, steps("mean and variance"))


Rough = tuple[int, dict[Fraction, int], dict[Fraction, int]]
"""Rounds simulated, and how many had each net result and each total stake."""


def _simulated(solution: Solution, rounds: int) -> Rough:
    from bjcalc.simulate import SolvedStrategy, TableSetup, Tallies, simulate

    setup = TableSetup(solution.rules, SolvedStrategy(solution))
    played = simulate(setup, rounds=rounds, seed=1, progress=steps("simulation"))
    counts = Tallies(setup, played.tallies).spots[0]
    net: dict[Fraction, int] = {}
    stakes: dict[Fraction, int] = {}
    for (result, stake), count in counts.items():
        net[result] = net.get(result, 0) + count
        stakes[stake] = stakes.get(stake, 0) + count
    return played.rounds, dict(sorted(net.items())), dict(sorted(stakes.items()))


def law_json(law: Distribution) -> dict[str, Any]:
    """Return the whole law and what is read off it, exactly."""
    net = law.net
    return {
        "joint": [
            {"net": str(result), "total_stake": str(stake), "probability": exact_json(chance)}
            for (result, stake), chance in law.law.items()
        ],
        "net": {str(result): exact_json(chance) for result, chance in net.items()},
        "total_stake": {str(stake): exact_json(chance) for stake, chance in law.stakes.items()},
        "hit_frequency": exact_json(law.hit_frequency),
        "push_frequency": exact_json(law.push_frequency),
        "anything_returned": exact_json(law.anything_returned),
        "most_lost": {"net": str(min(net)), "probability": exact_json(net[min(net)])},
        "most_won": {"net": str(max(net)), "probability": exact_json(net[max(net)])},
        "third_central_moment": exact_json(law.third_central_moment),
        "skewness": _skewness(law, 12),
    }


def _skewness(law: Distribution, digits: int) -> str:
    from bjcalc.outcomes.tolerance import root

    return decimal_text(law.third_central_moment / root(law.moments.variance) ** 3, min(digits, 24))


def _json(
    game: Game,
    solution: Solution,
    law: Distribution | None,
    found: Moments,
    rough: Rough | None,
) -> dict[str, Any]:
    data: dict[str, Any] = {
        "game": game_json(game),
        "strategy_class": solution.strategy_class,
        "unit": "initial bets",
        "moments": moments_json(found),
        "distribution": None if law is None else law_json(law),
    }
    if rough is not None:
        rounds, net, stakes = rough
        data["simulated"] = {
            "rounds": rounds,
            "net": {str(result): str(count) for result, count in net.items()},
            "total_stake": {str(stake): str(count) for stake, count in stakes.items()},
        }
    return data
