"""From rules to a `Solution`: the best play of class CD (docs/mathematics.md, section 4)."""

from __future__ import annotations

from bjcalc.engine.exhaustion import check_shoe_lasts
from bjcalc.engine.kernel import Kernel
from bjcalc.engine.solution import Solution
from bjcalc.engine.split_values import SplitValues
from bjcalc.gamefile import AnyRules


def solve(rules: AnyRules) -> Solution:
    """Solve a game for class CD, exactly: rules, a Game, or the slug or file of one.

    Every unsplit composition is played at its best; after a split a hand is played as the unsplit
    hand of its composition is. Raises ShoeExhaustedError where a hand could need a card that is not
    there, and as `bjcalc.gamefile.rules_of` does.
    """
    kernel = Kernel(rules)
    unsplit = kernel.evaluate()
    decisions = unsplit.decisions()
    check_shoe_lasts(kernel, decisions)
    splits = SplitValues(kernel, lambda value, hands: decisions)
    return Solution(kernel, unsplit, splits, strategy_class="CD")
