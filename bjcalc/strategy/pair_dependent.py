"""Class CDP: as CD before a split; after it, decisions may know how many hands the pair has become.

With t hands each is played as is best when exactly t-1 further pair cards are known to be out of
the shoe. The EV is that strategy's own, exactly: all terms of a split's sum that belong to t hands
are evaluated under the decisions for t hands (docs/mathematics.md, section 4).
"""

from __future__ import annotations

from functools import cache

from bjcalc.engine.deals import max_hands
from bjcalc.engine.exhaustion import check_shoe_lasts
from bjcalc.engine.solution import Solution
from bjcalc.engine.solver import solve
from bjcalc.engine.split_values import SplitValues
from bjcalc.engine.splits import most_extra
from bjcalc.rules.model import Rules


def solve_cdp(rules: Rules, *, composition_dependent: Solution | None = None) -> Solution:
    """Solve a game for class CDP, exactly.

    `composition_dependent` is the game's class CD solution, if it is there already. Raises as
    `bjcalc.solve` does.
    """
    best = composition_dependent or solve(rules)
    kernel = best.kernel

    @cache
    def decisions(value: int, hands: int) -> bytes:
        extras = most_extra(max_hands(kernel, value))
        played = kernel.evaluate(split_of=value, extra=hands - 1, extras=extras).decisions()
        check_shoe_lasts(kernel, played)
        return played

    return Solution(kernel, best.unsplit, SplitValues(kernel, decisions), strategy_class="CDP")
