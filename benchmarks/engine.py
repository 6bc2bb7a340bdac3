"""Times of the main game: whole games, a second game on the same tables, a command, and growth.

Run: python benchmarks/engine.py [--runs N]

Wall times are of this process; "CPU" is the processor time of the same run, which a busy machine
disturbs less. Everything is exact; nothing is kept from run to run unless a line says so.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from bjcalc.engine import kernel, solve
from bjcalc.rules.model import (
    Blackjack,
    Charlie,
    Dealer,
    Double,
    DoubleOn,
    Player,
    Rules,
    Soft17,
    Split,
    SplitAces,
    Surrender,
    SurrenderRules,
)
from bjcalc.shoe import Shoe

LATE = SurrenderRules(ace=Surrender.LATE, ten=Surrender.LATE, other=Surrender.LATE)
TWO = Rules(split=Split(max_hands=2), surrender=LATE)
FOUR = Rules(split=Split(max_hands=4), surrender=LATE)

# 8 decks, double any two, DAS, late surrender, class CD, measured elsewhere, on a machine of this
# kind, by others' programs: seconds for two and for four hands, and how exact they are.
PEERS = (
    ("Farmer, C++ double, -O3 -march=native", 0.10, 0.33, "error 1e-16"),
    ("plain C++ on GMP rationals", 3.0, 4.3, "exact"),
    ("hhoppe, Python and numba, highest effort (CPU s)", 153.0, 273.0, "error 1e-8 to 1e-7"),
    ("Nairn, C++ float32, no surrender", 2.0, 21.0, "error 7e-5"),
    ("a TypeScript solver", 0.3, 0.3, "error 5e-4"),
)


@dataclass(frozen=True)
class Times:
    """Wall times of several runs, and the least processor time, in seconds."""

    best: float
    median: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.best:9.3f}{self.median:9.3f}{self.cpu:9.3f}"


def timed(call: Callable[[], object], runs: int, before: Callable[[], object]) -> Times:
    """Run the call several times, each after `before`, which is not counted."""
    walls, cpus = [], []
    for _ in range(runs):
        before()
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        cpus.append(time.process_time() - cpu)
        walls.append(time.perf_counter() - wall)
    return Times(min(walls), statistics.median(walls), min(cpus))


def forget() -> None:
    """Drop the dealer's tables and all that games have shared."""
    kernel._shared.clear()


def game(rules: Rules, runs: int) -> Times:
    """Time one whole game from nothing."""
    return timed(lambda: solve(rules), runs, forget)


def second(first: Rules, rules: Rules, runs: int) -> Times:
    """Time a game after another with the same shoe and dealer."""

    def before() -> None:
        forget()
        solve(first)

    return timed(lambda: solve(rules), runs, before)


def command(args: list[str], runs: int) -> tuple[Times, float]:
    """Run the command line in new processes; return its times and its peak memory in MB."""
    walls, cpus, peaks = [], [], []
    for _ in range(runs):
        wall = time.perf_counter()
        child = subprocess.Popen([sys.executable, "-m", "bjcalc", *args], stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        walls.append(time.perf_counter() - wall)
        cpus.append(used.ru_utime + used.ru_stime)
        peaks.append(used.ru_maxrss / 1024)
        if child.returncode:
            raise SystemExit(f"bjcalc {' '.join(args)} left with status {child.returncode}")
    return Times(min(walls), statistics.median(walls), min(cpus)), max(peaks)


def heading(text: str) -> None:
    print(f"\n{text}\n{'':50}{'best':>9}{'median':>9}{'CPU':>9}  s")


def line(text: str, times: Times, more: str = "") -> None:
    print(f"{text:50}{times}  {more}".rstrip(), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument("--runs", type=int, default=7, help="runs of each figure (default: 7)")
    runs = parser.parse_args().runs

    heading("8 decks, S17, DAS, late surrender")
    two, four = game(TWO, runs), game(FOUR, runs)
    line("two hands", two, "aim 0.10")
    line("four hands", four, "aim 0.20")
    others = (
        ("no surrender", replace(FOUR, surrender=SurrenderRules())),
        ("two hands", TWO),
        ("blackjack 6:5", replace(FOUR, blackjack=Blackjack(pays=Fraction(6, 5)))),
        ("no doubling after splits", replace(FOUR, double=Double(after_split=False))),
        (
            "doubling on 9 to 11 only",
            replace(FOUR, double=Double(on=DoubleOn(hard=frozenset({9, 10, 11})))),
        ),
        ("a Charlie of seven cards", replace(FOUR, charlie=Charlie(cards=7))),
    )
    heading("A second game with the same shoe and dealer, after four hands (aim 0.03)")
    for name, rules in others:
        line(name, second(FOUR, rules, runs))

    heading("A command from a cold start (aim below 1.5 s and 200 MB)")
    for args in (
        ["rtp", "borgata-blackjack-pro"],
        ["rtp", "atlantic-city-blackjack-gold"],
        ["hand", "borgata-blackjack-pro", "--cards", "10,2", "--up", "4"],
    ):
        times, peak = command(args, min(runs, 5))
        line(f"bjcalc {' '.join(args)}"[:49], times, f"{peak:.0f} MB")

    heading("Decks (four hands)")
    for decks in (1, 2, 4, 6, 8, 12, 15):
        line(str(decks), game(replace(FOUR, shoe=Shoe.of_decks(decks)), min(runs, 3)))
    line("infinite", game(replace(FOUR, shoe=Shoe.infinite_deck()), min(runs, 3)))

    heading("Hands after splits (8 decks)")
    for hands in range(1, 9):
        split = Split(max_hands=hands, max_hands_aces=min(hands, 2))
        line(str(hands), game(replace(FOUR, split=split), min(runs, 3)))

    heading("Other rules (8 decks, four hands)")
    free = Split(max_hands=4, max_hands_aces=4, aces=SplitAces.FREE)
    for name, rules in (
        ("H17", replace(FOUR, dealer=Dealer(soft17=Soft17.HIT))),
        ("no peek", replace(FOUR, dealer=Dealer(peek=frozenset()))),
        ("aces played on and split again", replace(FOUR, split=free)),
        ("doubling on any cards", replace(FOUR, double=Double(any_cards=True))),
        ("dealer's limit 11 cards", replace(FOUR, dealer=Dealer(card_limit=11))),
        ("dealer's limit 5 cards", replace(FOUR, dealer=Dealer(card_limit=5))),
        ("player's limit 11 cards", replace(FOUR, player=Player(card_limit=11))),
        ("player's limit 5 cards", replace(FOUR, player=Player(card_limit=5))),
        ("Charlie of 7 cards", replace(FOUR, charlie=Charlie(cards=7))),
        ("Charlie of 5 cards", replace(FOUR, charlie=Charlie(cards=5))),
    ):
        line(name, game(rules, min(runs, 3)))

    print(
        "\nOther programs, measured elsewhere: seconds, and how many times bjcalc's least CPU time"
    )
    print(f"{'':50}{'two':>7}{'ratio':>8}{'four':>8}{'ratio':>8}")
    for name, one, other, exactness in PEERS:
        ratios = one / two.cpu, other / four.cpu
        print(f"{name:50}{one:7.2f}{ratios[0]:8.1f}{other:8.2f}{ratios[1]:8.1f}  {exactness}")


if __name__ == "__main__":
    main()
