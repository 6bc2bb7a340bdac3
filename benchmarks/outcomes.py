"""Times of the law of a round, its moments, bets together and the simulator, on eight decks.

Run: python benchmarks/outcomes.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from bjcalc.engine import solve
from bjcalc.gamefile import load_game
from bjcalc.outcomes import distribution, moments
from bjcalc.outcomes.bet_tables import read_bet
from bjcalc.outcomes.covariance import Covariances, Place
from bjcalc.rules.model import Dealer, Rules, Soft17, Split
from bjcalc.simulate import SolvedStrategy, TableSetup

ROUNDS = 4_000_000


def timed(label: str, call: Callable[[], Any], limit: float | None = None) -> Any:
    """Print the processor time of a call, and whether it is within a limit in seconds."""
    start = time.process_time()
    result = call()
    seconds = time.process_time() - start
    verdict = ""
    if limit is not None:
        verdict = f"  ({'within' if seconds <= limit else 'OVER'} {limit} s)"
    print(f"{label:56}{seconds:8.2f} s{verdict}")
    return result


def main() -> None:
    two = solve(Rules(split=Split(max_hands=2)))
    timed("distribution, two hands, S17", lambda: distribution(two), 4.45)
    hits = solve(Rules(split=Split(max_hands=2), dealer=Dealer(soft17=Soft17.HIT)))
    timed("distribution, two hands, H17", lambda: distribution(hits), 4.45)
    four = solve(Rules(split=Split(max_hands=4)))
    timed("mean and variance, four hands", lambda: moments(four), 60)
    eight = solve(Rules(split=Split(max_hands=8, max_hands_aces=8)))
    timed("mean and variance, eight hands", lambda: moments(eight), 60)

    game = load_game("borgata-blackjack-pro")
    solution = solve(game.rules)
    bets = timed(
        "reading three side bets card by card",
        lambda: [read_bet(bet) for bet in game.side_bets],
    )
    covariances = Covariances(solution)
    main_bet = Place(None, 0)
    timed("two main bets at one table", lambda: covariances.products(main_bet, Place(None, 1)))
    for bet in bets:
        timed(
            f"main bet and {bet.bet.name}",
            lambda bet=bet: covariances.products(main_bet, Place(bet, 0)),
        )

    for label, setup in (
        ("main game", TableSetup(game.rules, SolvedStrategy(solution))),
        ("with three side bets", TableSetup(game.rules, SolvedStrategy(solution), bets=bets)),
        (
            "with three side bets, three hands",
            TableSetup(game.rules, SolvedStrategy(solution), bets=bets, spots=3),
        ),
    ):
        start = time.process_time()
        setup.table.play(1, 0, ROUNDS)
        rate = ROUNDS / (time.process_time() - start) / 1e6
        print(f"simulated, {label:45}{rate:8.1f} million rounds a second and core")


if __name__ == "__main__":
    main()
