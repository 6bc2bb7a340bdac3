"""The law of a whole round, exactly: every net result with every total stake, and its moments.

`distribution` is the whole law, for games where a pair becomes at most two hands (or is never
split), and for any on small shoes; `moments` are exact for up to eight hands on any shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from bjcalc.engine.deals import Deal, max_hands, total_weight
from bjcalc.engine.kernel import UPS
from bjcalc.engine.solution import Solution
from bjcalc.errors import UnsupportedRuleError
from bjcalc.outcomes.rounds import Rounds
from bjcalc.outcomes.views import LAW, MOMENTS, Quantity, View
from bjcalc.rules.actions import Action
from bjcalc.rules.settlement import settlement

Progress = Callable[[int, int], None]
"""Called with the steps done and the steps in all."""

_Step = TypeVar("_Step")


def told(steps: Sequence[_Step], progress: Progress | None) -> Iterator[_Step]:
    """Yield the steps; tell before each, and at the end, how many are done."""
    for done, step in enumerate(steps):
        if progress is not None:
            progress(done, len(steps))
        yield step
    if progress is not None:
        progress(len(steps), len(steps))


@dataclass(frozen=True, slots=True)
class Moments:
    """First and second moments of net result N and total stake S of a round, in initial bets."""

    ev: Fraction
    stake: Fraction
    net_squared: Fraction
    net_times_stake: Fraction
    stake_squared: Fraction

    @property
    def variance(self) -> Fraction:
        """The variance of the net result."""
        return self.net_squared - self.ev**2

    @property
    def covariance(self) -> Fraction:
        """The covariance of net result and total stake."""
        return self.net_times_stake - self.ev * self.stake

    @property
    def stake_variance(self) -> Fraction:
        """The variance of the total stake."""
        return self.stake_squared - self.stake**2

    @property
    def rtp_per_unit_wagered(self) -> Fraction:
        """1 + EV / expected total stake."""
        return 1 + self.ev / self.stake

    @property
    def ratio_variance(self) -> Fraction:
        """n times the variance, for many rounds n, of (net results) / (total stakes).

        With r = EV / E[S]: E[(N - r S)^2] / E[S]^2, the delta method for a ratio of two means.
        """
        ratio = self.ev / self.stake
        spread = self.variance - 2 * ratio * self.covariance + ratio**2 * self.stake_variance
        return spread / self.stake**2


@dataclass(frozen=True, slots=True)
class Distribution:
    """The probability of every (net result, total stake) of a round, in initial bets."""

    law: Mapping[tuple[Fraction, Fraction], Fraction]

    def _marginal(self, index: int) -> dict[Fraction, Fraction]:
        chances: dict[Fraction, Fraction] = {}
        for outcome, chance in self.law.items():
            chances[outcome[index]] = chances.get(outcome[index], Fraction(0)) + chance
        return dict(sorted(chances.items()))

    @property
    def net(self) -> dict[Fraction, Fraction]:
        """The probability of each net result, from the lowest."""
        return self._marginal(0)

    @property
    def stakes(self) -> dict[Fraction, Fraction]:
        """The probability of each total stake, from the lowest."""
        return self._marginal(1)

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of winning something: net result above 0."""
        return sum((p for (net, _), p in self.law.items() if net > 0), Fraction(0))

    @property
    def push_frequency(self) -> Fraction:
        """The probability that the net result is 0."""
        return sum((p for (net, _), p in self.law.items() if net == 0), Fraction(0))

    @property
    def anything_returned(self) -> Fraction:
        """The probability that some of the stakes comes back: net result above minus the stakes."""
        return sum((p for (net, stake), p in self.law.items() if net > -stake), Fraction(0))

    @property
    def moments(self) -> Moments:
        """The first and second moments."""
        return Moments(
            ev=self.expectation(lambda net, _: net),
            stake=self.expectation(lambda _, stake: stake),
            net_squared=self.expectation(lambda net, _: net * net),
            net_times_stake=self.expectation(lambda net, stake: net * stake),
            stake_squared=self.expectation(lambda _, stake: stake * stake),
        )

    @property
    def third_central_moment(self) -> Fraction:
        """E[(N - EV)^3]; the skewness is this over the standard deviation cubed."""
        ev = self.expectation(lambda net, _: net)
        return self.expectation(lambda net, _: (net - ev) ** 3)

    def expectation(self, of: Callable[[Fraction, Fraction], Fraction]) -> Fraction:
        """Return the expectation of a function of net result and stake."""
        return sum((p * of(net, stake) for (net, stake), p in self.law.items()), Fraction(0))


def most_hands(solution: Solution) -> int:
    """Return the most hands that a round under this strategy can have."""
    return max(
        max_hands(solution.kernel, deal.first) if action is Action.SPLIT else 1
        for deal, action in solution.chosen.items()
    )


def distribution(
    solution: Solution, progress: Progress | None = None, *, all_hands: bool = False
) -> Distribution:
    """Return the law of a round, exactly, before the deal.

    Where the strategy splits into more than two hands and the shoe is not small this may take
    hours, and raises UnsupportedRuleError unless asked for with `all_hands`.
    """
    if not all_hands:
        for up in UPS:
            if solution.kernel.counts[up]:
                Rounds(solution, up).refuse_long_work()
    unit = settlement(solution.rules).unit
    law = {
        (Fraction(outcome[0], unit), Fraction(outcome[1], unit)): chance
        for outcome, chance in whole_round(solution, LAW, progress).items()
        if chance and not isinstance(outcome, str)
    }
    found = Distribution(dict(sorted(law.items())))
    assert sum(law.values()) == 1, "the law does not add up to 1"
    _check(found.moments, solution)
    return found


def whole_law(
    solution: Solution, progress: Progress | None = None, *, all_hands: bool = False
) -> Distribution | None:
    """Return `distribution`, or None where only more than two hands after splits forbid it.

    Raises UnsupportedRuleError where it cannot be had for another reason.
    """
    try:
        return distribution(solution, progress, all_hands=all_hands)
    except UnsupportedRuleError:
        if most_hands(solution) > 2 and not all_hands:
            return None
        raise


def moments(solution: Solution, progress: Progress | None = None) -> Moments:
    """Return the first and second moments of a round, exactly, before the deal."""
    unit = settlement(solution.rules).unit
    found = whole_round(solution, MOMENTS, progress)
    result = Moments(*(found[name] / unit ** len(name) for name in ("N", "S", "NN", "NS", "SS")))
    _check(result, solution)
    return result


def _check(found: Moments, solution: Solution) -> None:
    """Stop if the means are not those that the solver found in another way."""
    assert found.ev == solution.ev, "the mean net result is not the solver's EV"
    assert found.stake == solution.stake, "the mean stake is not the solver's"


def whole_round(
    solution: Solution, view: View, progress: Progress | None = None
) -> dict[Quantity, Fraction]:
    """Return the expectation of every column of a view over all deals."""
    result: dict[Quantity, Fraction] = {}
    for rounds, deals, weight in told(list(_parts(solution)), progress):
        if len(deals) == 1:
            found = rounds.of_deal(deals[0], view)
        else:
            collected = rounds.empty()
            rounds.add_unsplit_deals(collected, view, deals)
            found = collected.evaluate(rounds.counts())
        for column, value in found.items():
            result[column] = result.get(column, Fraction(0)) + weight * value
    return result


def _parts(solution: Solution) -> Iterator[tuple[Rounds, list[Deal], Fraction]]:
    """Yield deals to be evaluated together, with what their expectations are weighted by.

    Deals that are not split go together for each up card, weighted by its chance; a pair that is
    split, or whose state says more than its values, goes alone, weighted by the deal's own chance.
    """
    kernel = solution.kernel
    total = total_weight(kernel)
    for up in UPS:
        if not kernel.counts[up]:
            continue
        rounds = Rounds(solution, up)
        states: dict[int, int] = {}
        for deal in rounds.deals:
            states[deal.hand] = states.get(deal.hand, 0) + 1
        alone = [
            deal
            for deal in rounds.deals
            if solution.chosen[deal] is Action.SPLIT or states[deal.hand] > 1
        ]
        together = [deal for deal in rounds.deals if deal not in alone]
        if len(together) == 1:
            alone, together = [*alone, *together], []
        if together:
            yield rounds, together, Fraction(kernel.counts[up], kernel.cards)
        for deal in alone:
            yield rounds, [deal], Fraction(deal.weight, total)
