"""`python -m bjcalc.selftest`: checks an installed copy in seconds, without pytest.

Compares the compiled kernel with fractions that another program computed and with the slow solver
in pure Python, counts known side bets, and reads and solves the shipped games. Prints a line for
each check; exit status 0 if all hold, 1 if one does not.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
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
from bjcalc.rules.model import (
    Charlie,
    Dealer,
    Double,
    NaturalTakes,
    PairKind,
    Player,
    Rules,
    Soft17,
    Split,
    SplitAces,
    Surrender,
    SurrenderRules,
)
from bjcalc.shoe import Shoe
from bjcalc.sidebets import count, find_known_bet
from bjcalc.witness.twin import solve_reference

_LATE = SurrenderRules(ace=Surrender.LATE, ten=Surrender.LATE, other=Surrender.LATE)
_EARLY = SurrenderRules(ace=Surrender.EARLY, ten=Surrender.EARLY, other=Surrender.EARLY)

# EV of whole games, from an independent program on GMP rationals.
PUBLISHED: tuple[tuple[Rules, Fraction], ...] = (
    (
        Rules(split=Split(max_hands=2), surrender=_LATE),
        Fraction(
            -163865755017065397911971245064634080125023669,
            39970906676655790315039041394254159919343867625,
        ),
    ),
    (
        Rules(shoe=Shoe.of_decks(1)),
        Fraction(1189002793749508151, 653534134886878245000),
    ),
    (
        Rules(
            shoe=Shoe.of_decks(2),
            dealer=Dealer(soft17=Soft17.HIT),
            double=Double(after_split=False),
            surrender=_LATE,
        ),
        Fraction(-196040400087052075269010908919921, 42687626764277580450442124890342500),
    ),
    (
        Rules(
            shoe=Shoe.of_decks(6),
            dealer=Dealer(soft17=Soft17.HIT),
            split=Split(max_hands_aces=4),
            surrender=_LATE,
        ),
        Fraction(
            -115033125617895397800655410117531587879,
            25061607343967763225441618680458107746250,
        ),
    ),
)

# Small games that together use most rules, for the slow solver.
TWINS: tuple[tuple[str, Rules], ...] = (
    (
        "peek, three hands, split aces played on",
        Rules(
            shoe=Shoe(values=(3, 0, 0, 3, 0, 3, 0, 4, 0, 9)),
            double=Double(after_split_aces=True),
            split=Split(max_hands=3, max_hands_aces=3, aces=SplitAces.FREE),
            surrender=_LATE,
        ),
    ),
    (
        "no peek, H17, a natural takes one unit a hand, Charlie, early surrender, pairs by rank",
        Rules(
            shoe=Shoe.of_ranks((3, 0, 4, 0, 0, 3, 0, 0, 2, 3, 2, 2, 2)),
            dealer=Dealer(
                soft17=Soft17.HIT,
                peek=frozenset(),
                natural_takes=NaturalTakes.ORIGINAL_PER_HAND,
                card_limit=4,
            ),
            split=Split(pairs=PairKind.RANK, max_hands=2),
            surrender=_EARLY,
            charlie=Charlie(cards=4, pays=Fraction(3, 2)),
        ),
    ),
    (
        "infinite deck, doubling on any number of cards, player's card limit",
        Rules(
            shoe=Shoe(values=(1, 0, 0, 0, 1, 1, 0, 0, 0, 3), infinite=True),
            double=Double(any_cards=True),
            split=Split(max_hands=4),
            player=Player(card_limit=4),
        ),
    ),
)

# Bet, pay table, decks, winning combinations by category, all combinations.
SIDE_BETS = (
    ("perfect-pairs", "25-12-6", 8, (1456, 1664, 3328), 86320),
    ("21+3", "100-40-30-10-5", 8, (2912, 24576, 61568, 368640, 700928), 11912160),
)


def _published() -> Iterator[tuple[str, bool]]:
    for rules, ev in PUBLISHED:
        yield f"{rules.shoe.describe()}: the EV is the published fraction", solve(rules).ev == ev


def _twins() -> Iterator[tuple[str, bool]]:
    for name, rules in TWINS:
        fast, slow = solve(rules), solve_reference(rules)
        same = (
            fast.ev == slow.ev
            and fast.stake == slow.stake
            and all(share.ev == slow.contributions.get(share.up, 0) for share in fast.by_up_card)
        )
        yield f"kernel and slow solver agree: {name}", same


def _side_bets() -> Iterator[tuple[str, bool]]:
    for name, table, decks, winning, total in SIDE_BETS:
        known, shoe = find_known_bet(name), Shoe.of_decks(decks)
        bet = known.bet(known.version(table))
        counts = count(bet, shoe)
        right = tuple(counts.categories) == winning and counts.total == total
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


CHECKS: tuple[Callable[[], Iterator[tuple[str, bool]]], ...] = (
    _published,
    _twins,
    _side_bets,
    _games,
)


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
