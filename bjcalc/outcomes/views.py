"""What is asked of the law of a round: the law itself, or moments that need pairs of hands only.

A view turns results into columns of numbers that add up. `whole` is for a result as such; `change`
for one hand changing its result while the `rest` of the round stays; `pair` for two hands changing
theirs: the mixed difference. Moments up to the second have no differences beyond that, so they are
exact for any number of hands; the law is, for two.
"""

from __future__ import annotations

from typing import Protocol

from bjcalc.outcomes.hand_law import Change
from bjcalc.outcomes.settle import Outcome

Column = tuple[int, int] | str


class View(Protocol):
    """Columns of numbers; see the module's text."""

    pairs_suffice: bool

    def whole(self, outcome: Outcome) -> dict[Column, int]:
        """Return the numbers of a result as such."""

    def change(self, change: Change, rest: Outcome) -> dict[Column, int]:
        """Return what one hand's change adds, the rest of the round given."""

    def pair(self, one: Change, other: Change, rest: Outcome) -> dict[Column, int]:
        """Return what two hands' changes add beyond those of each alone."""


class LawView:
    """The probability of every outcome; columns are outcomes."""

    pairs_suffice = False

    def whole(self, outcome: Outcome) -> dict[Column, int]:
        """Return the outcome itself."""
        return {outcome: 1}

    def change(self, change: Change, rest: Outcome) -> dict[Column, int]:
        """Return the outcomes that come and go."""
        found: dict[Column, int] = {}
        for (net, stake), sign in change:
            key = (net + rest[0], stake + rest[1])
            found[key] = found.get(key, 0) + sign
        return found

    def pair(self, one: Change, other: Change, rest: Outcome) -> dict[Column, int]:
        """Return the outcomes that come and go when both hands change."""
        found: dict[Column, int] = {}
        for (net, stake), sign in one:
            for (net2, stake2), sign2 in other:
                key = (net + net2 + rest[0], stake + stake2 + rest[1])
                found[key] = found.get(key, 0) + sign * sign2
        return found


class MomentView:
    """First and second moments: columns N, S, NN, NS, SS, of net result and stake in units."""

    pairs_suffice = True

    def whole(self, outcome: Outcome) -> dict[Column, int]:
        """Return the outcome's powers."""
        net, stake = outcome
        return {"N": net, "S": stake, "NN": net * net, "NS": net * stake, "SS": stake * stake}

    def change(self, change: Change, rest: Outcome) -> dict[Column, int]:
        """Return the differences that one hand makes."""
        found: dict[Column, int] = dict.fromkeys(("N", "S", "NN", "NS", "SS"), 0)
        for (net, stake), sign in change:
            for column, value in self.whole((net + rest[0], stake + rest[1])).items():
                found[column] += sign * value
        return found

    def pair(self, one: Change, other: Change, rest: Outcome) -> dict[Column, int]:
        """Return the mixed differences; they do not depend on the rest."""
        net, stake = _step(one)
        net2, stake2 = _step(other)
        return {"NN": 2 * net * net2, "NS": net * stake2 + stake * net2, "SS": 2 * stake * stake2}


class MeanView:
    """First moments: columns N and S, of net result and stake in units."""

    pairs_suffice = True

    def whole(self, outcome: Outcome) -> dict[Column, int]:
        """Return net result and stake."""
        return {"N": outcome[0], "S": outcome[1]}

    def change(self, change: Change, rest: Outcome) -> dict[Column, int]:
        """Return the differences that one hand makes."""
        net, stake = _step(change)
        return {"N": net, "S": stake}

    def pair(self, one: Change, other: Change, rest: Outcome) -> dict[Column, int]:
        """Return nothing: sums have no mixed differences."""
        return {}


def _step(change: Change) -> Outcome:
    return (
        sum(net * sign for (net, _), sign in change),
        sum(stake * sign for (_, stake), sign in change),
    )
