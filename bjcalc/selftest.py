"""`python -m bjcalc.selftest`: checks an installed copy in seconds, without pytest.

Compares the compiled kernel with fractions that another program computed and with the slow solver
in pure Python, counts known side bets, and reads and solves the shipped games. Prints a line for
each check; exit status 0 if all hold, 1 if one does not.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import bjcalc

try:
    import bjcalc_ext.player  # noqa: F401
except ModuleNotFoundError:
    # In the source folder `python -m` finds the sources, whose kernel is not built.
    sys.exit(
        f"bjcalc in {Path(bjcalc.__file__).parent} has no kernel built: to check the installed "
        "copy, run `python -P -m bjcalc.selftest`, or run it from another folder"
    )

from bjcalc.engine import Solution, solve
from bjcalc.gamefile import load_game, shipped_games
from bjcalc.numbers import percent_text
from bjcalc.rules import rules_from_dict
from bjcalc.shoe import Shoe
from bjcalc.sidebets import count, find_known_bet
from bjcalc.witness.twin import solve_reference

KNOWN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""What is compared with: EVs of `published` games, each `twin`'s rules, counts of side bets."""


def _published() -> Iterator[tuple[str, bool]]:
    for game in KNOWN["published"]:
        rules, ev = rules_from_dict(game["rules"]), Fraction(game["ev"])
        yield f"{rules.shoe.describe()}: the EV is the published fraction", solve(rules).ev == ev


def _twins() -> Iterator[tuple[str, bool]]:
    for game in KNOWN["twin"]:
        rules = rules_from_dict(game["rules"])
        fast, slow = solve(rules), solve_reference(rules)
        same = (
            fast.ev == slow.ev
            and fast.stake == slow.stake
            and all(share.ev == slow.contributions.get(share.up, 0) for share in fast.by_up_card)
        )
        yield f"kernel and slow solver agree: {game['name']}", same


def _side_bets() -> Iterator[tuple[str, bool]]:
    for case in KNOWN["side_bet"]:
        known, shoe = find_known_bet(case["bet"]), Shoe.of_decks(case["decks"])
        bet = known.bet(known.version(case["pays"]))
        counts = count(bet, shoe)
        right = list(counts.categories) == case["winning"] and counts.total == case["total"]
        yield f"{bet.name}, {shoe.describe()}: the combinations are the published ones", right


def _games() -> Iterator[tuple[str, bool]]:
    for slug in shipped_games():
        solution = solve(load_game(slug).rules)
        kernel = solution.kernel
        played = Solution(
            kernel,
            kernel.evaluate(decisions=solution.decisions),
            solution.splits,
            strategy_class=solution.strategy_class,
            choices=solution.chosen,
        )
        text = f"{slug}: playing the strategy found gives its RTP, {percent_text(solution.rtp)}"
        yield text, played.ev == solution.ev


CHECKS = [_published, _twins, _side_bets, _games]


def main() -> int:
    """Run all checks, print what they found, and return the exit status."""
    start = time.perf_counter()
    print(f"bjcalc {bjcalc.__version__} at {Path(bjcalc.__file__).parent}")
    failed = 0
    for check in CHECKS:
        for text, holds in check():
            print(f"{'ok    ' if holds else 'FAILED'}  {text}", flush=True)
            failed += not holds
    verdict = f"{failed} checks failed" if failed else "all checks hold"
    print(f"{verdict} ({time.perf_counter() - start:.1f} s)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
