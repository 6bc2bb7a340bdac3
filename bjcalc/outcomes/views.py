"""What is asked of the law of a round: the law itself, or moments, which need few hands at once.

A view turns an outcome into numbers that add up. A round is its outcome with all hands lost, and
differences: what one hand adds by changing its result while the rest stays, what two hands add
beyond that, and so on. Moments up to the second have no differences of three hands, so they are
exact for any number of hands from pairs alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import prod

from bjcalc.outcomes.settle import Outcome

Change = tuple[tuple[Outcome, int], ...]
"""What a class of hands adds to the law against one class of dealer hands: outcomes, signs."""

Quantity = Outcome | str
"""What is asked for: the chance of an outcome, or a moment by its name."""


@dataclass(frozen=True, slots=True)
class View:
    """Numbers by quantity of each outcome; differences of more than `degree` hands are nothing."""

    numbers: Callable[[Outcome], dict[Quantity, int]]
    degree: int

    def of(self, rest: Outcome, *changes: Change) -> dict[Quantity, int]:
        """Return what these hands add by changing together, the rest of the round given."""
        if not changes:
            return self.numbers(rest)
        found: dict[Quantity, int] = defaultdict(int)
        for steps in product(*changes):
            net, stake = rest
            for step, _ in steps:
                net, stake = net + step[0], stake + step[1]
            sign = prod(sign for _, sign in steps)
            for quantity, value in self.numbers((net, stake)).items():
                found[quantity] += sign * value
        return {quantity: value for quantity, value in found.items() if value}


def _moments(outcome: Outcome) -> dict[Quantity, int]:
    net, stake = outcome
    return {"N": net, "S": stake, "NN": net * net, "NS": net * stake, "SS": stake * stake}


LAW = View(lambda outcome: {outcome: 1}, 99)
"""The chance of every outcome."""
MOMENTS = View(_moments, 2)
"""First and second moments of net result and stake, in units: N, S, NN, NS, SS."""
MEANS = View(lambda outcome: {"N": outcome[0], "S": outcome[1]}, 1)
"""First moments."""
