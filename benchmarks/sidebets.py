"""Times of side bets: every known bet for any number of decks, pay tables, closed forms.

Run: python benchmarks/sidebets.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from bjcalc.rules.model import Dealer
from bjcalc.shoe import Shoe
from bjcalc.sidebets import (
    PayTables,
    PrintedRtp,
    Rounding,
    closed_form,
    count,
    find_known_bet,
    known_bets,
)
from bjcalc.sidebets.bet import deals_of
from bjcalc.sidebets.dealer_hand import _law

LIMIT_MS = 50.0


def best_of(times: int, call: Callable[[], Any]) -> float:
    """Return the shortest of several runs, in milliseconds."""
    runs = []
    for _ in range(times):
        _law.cache_clear()
        start = time.perf_counter()
        call()
        runs.append(1000 * (time.perf_counter() - start))
    return min(runs)


def main() -> None:
    shoes = {str(decks): Shoe.of_decks(decks) for decks in (1, 2, 6, 8, 40)}
    shoes["infinite"] = Shoe.infinite_deck()
    print(f"Counting one bet, ms (best of 5; the limit is {LIMIT_MS:.0f})")
    print(f"{'':44}" + "".join(f"{name:>10}" for name in shoes))
    slowest = 0.0
    for known in known_bets():
        bet = known.bet(known.versions[0])
        times = [
            best_of(5, lambda bet=bet, shoe=shoe: deals_of(bet, shoe, Dealer()))  # type: ignore[misc]
            for shoe in shoes.values()
        ]
        slowest = max(slowest, *times)
        print(f"{known.name:44}" + "".join(f"{number:10.1f}" for number in times))
    print(f"slowest: {slowest:.1f} ms, {'within' if slowest < LIMIT_MS else 'OVER'} the limit\n")

    print("Pay tables backwards: all three roundings counted, ten ranked, ms")
    for name, printed, ordered in (
        ("perfect-pairs", "95.91", True),
        ("21+3", "96.29", True),
        ("21+3", "96.29", False),
        ("lucky-ladies", "75.95", True),
        ("lucky-lucky", "97.38", True),
        ("buster-blackjack", "91.78", True),
    ):
        known = find_known_bet(name)
        counts = count(known.bet(known.versions[0]), shoes["8"])

        def solve(counts: Any = counts, printed: str = printed, ordered: bool = ordered) -> Any:
            tables = PayTables(counts, PrintedRtp.parse(printed), ordered=ordered)
            return [tables.number(rounding) for rounding in Rounding], tables.ranked(10)

        found = sum(number or 0 for number in solve()[0])
        order = "" if ordered else " in any order"
        print(f"{name + ' ' + printed + order:44}{best_of(2, solve):10.1f}   {found} tables")

    print("\nClosed forms, ms (after importing sympy)")
    for name in ("perfect-pairs", "21+3", "lucky-ladies", "buster-blackjack"):
        known = find_known_bet(name)
        bet = known.bet(known.versions[0])
        print(f"{name:44}{best_of(2, lambda bet=bet: closed_form(bet)):10.1f}")  # type: ignore[misc]


if __name__ == "__main__":
    main()
