"""`bjcalc combine`: bets made together, per round and per unit wagered, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bjcalc.cli.about import game_json
from bjcalc.cli.bets import BETS, HANDS, BetsError, read_combination
from bjcalc.cli.common import Answer, game_command
from bjcalc.cli.progress import steps
from bjcalc.cli.strategies import CHART, STRATEGY, moments_json, solve_for
from bjcalc.cli.wording import worded
from bjcalc.gamefile import Game
from bjcalc.numbers import exact_json
from bjcalc.outcomes.combine import Combination, combine, joint_law
from bjcalc.outcomes.covariance import BetAtSpot, Covariances


@game_command("combine", BETS, HANDS, STRATEGY, CHART)
@click.option("--hit", is_flag=True, help="Also the whole law of one hand with its side bets.")
def command(
    game: Game,
    bets: str | None,
    hands: int,
    hit: bool,
    strategy: str,
    chart: Path | None,
) -> Answer:
    """Print RTP and standard deviation of several bets made together, and their covariances.

    Main game and side bets depend on the same cards, hands at one table on the same dealer and
    shoe; the covariances are exact. The mean of a hand is the same however many are played, since
    decisions use a hand's own cards and the up card only (and the shoe cannot run out).

    --hit adds hit frequency and the law of the total, exact, for one hand where the main game's
    whole law is exact; for several hands use `bjcalc simulate --hands`.

    \b
    Example:
      bjcalc combine borgata-blackjack-pro --hands 3 \\
        --bets main=1,21+3=0.2,"Perfect Pairs"=0.2,"Dealer's Pair"=0.1
    """
    combination = read_combination(game, bets, hands)
    if hit and hands > 1:
        raise BetsError(
            "--hit: the whole law is exact for one hand; for several use `bjcalc simulate --hands`"
        )
    law = None
    solution = solve_for(game, strategy, chart)
    covariances = Covariances(solution, steps("two hands"))
    together = combine(covariances, combination)
    if hit:
        law = joint_law(solution, covariances, combination, steps("whole law"))
    labels, rows = _covariances(covariances, combination)
    return Answer(
        lambda: {
            "game": game_json(game),
            "strategy_class": solution.strategy_class,
            "unit": "that of the stakes given; moments of a round's total",
            "bets": _bets_json(combination),
            "initial_bets": exact_json(together.initial),
            "rtp_per_initial_bet": exact_json(together.rtp),
            "moments": moments_json(together.moments),
            "covariances_of_net_results": {
                "order": labels,
                "per_unit_staked": [[exact_json(value) for value in row] for row in rows],
            },
            "hit_frequency": None if law is None else exact_json(law.hit_frequency),
            "net_zero": None if law is None else exact_json(law.push_frequency),
        },
        lambda: worded(
            "combine",
            game=game,
            combination=combination,
            together=together,
            found=together.moments,
            law=law,
            labels=labels,
            rows=list(zip(labels, rows, strict=True)),
        ),
    )


def _covariances(covariances: Covariances, combination: Combination) -> tuple[list[str], Any]:
    """Return labels and covariances of the net results of two spots' bets."""
    places = [BetAtSpot(None, spot) for spot in range(min(2, combination.hands))]
    labels = ["main"] if combination.hands == 1 else ["main, hand 1", "main, hand 2"]
    for bet in combination.bets:
        spots = 1 if bet.per_round else min(2, combination.hands)
        for spot in range(spots):
            places.append(BetAtSpot(bet, spot))
            labels.append(bet.bet.name if spots == 1 else f"{bet.bet.name}, hand {spot + 1}")
    return labels, [
        [
            covariances.products(one, other).net_net
            - covariances.mean(one.bet)[0] * covariances.mean(other.bet)[0]
            for other in places
        ]
        for one in places
    ]


def _bets_json(combination: Combination) -> dict[str, Any]:
    return {
        "main": str(combination.main),
        "side_bets": {bet.bet.id: str(bet.stake) for bet in combination.bets},
        "hands": combination.hands,
        "once_a_round": [bet.bet.id for bet in combination.bets if bet.per_round],
    }
