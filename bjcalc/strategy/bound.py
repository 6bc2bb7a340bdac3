"""U: an upper bound on every zero-memory strategy, CDZ (docs/mathematics.md, section 4).

After a split, decisions are optimised separately for every number of hands and every second card,
with the exact weights, signed, with which the shoes of the split sum count. A zero-memory strategy
plays alike in all of them, so it can't do better in any part; before the split nothing is better
than class CD. Strategies that decline a resplit or remember other hands are not bounded.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import lcm

from bjcalc.engine.deals import max_hands, total_weight
from bjcalc.engine.kernel import hands
from bjcalc.engine.solution import Solution
from bjcalc.engine.solver import solve
from bjcalc.engine.splits import PairState, most_extra
from bjcalc.rules.model import Rules, SplitAces
from bjcalc.shoe import ACE
from bjcalc.strategy.split_weights import SplitWeight, second_cards, split_weights
from bjcalc_ext.player import Evaluation
from bjcalc_ext.reach import hand_values, mixture_excess

_MOST_PAIR_CARDS = 22


def upper_bound(rules: Rules, *, composition_dependent: Solution | None = None) -> Fraction:
    """Return U, an EV per initial bet that no zero-memory strategy exceeds.

    `composition_dependent` is the game's class CD solution, if it is there already. Raises as
    `bjcalc.solve` does.
    """
    best = composition_dependent or solve(rules)
    excess = _SplitExcess(best)
    gain = Fraction(0)
    for deal in best.deals:
        if deal.pair is None:
            continue
        values = best.deal_values(deal)
        more = excess.of(deal.pair, deal.up)
        if more:
            _, value = values.best()
            split = values.split() / values.unit + more
            gain += max(Fraction(0), split - Fraction(value) / values.unit) * deal.weight
    return best.ev + gain / total_weight(best.kernel)


class _SplitExcess:
    """By how much the parts of a split, each played at its best, exceed class CD's split."""

    def __init__(self, best: Solution) -> None:
        self._best = best
        self._kernel = best.kernel
        self._evaluation = cache(self._evaluate)
        self._values = cache(self._read)
        self.of = cache(self._of)

    def _evaluate(self, value: int, j: int) -> Evaluation:
        return self._kernel.evaluate(
            decisions=self._best.decisions,
            split_of=value,
            extra=j,
            extras=most_extra(max_hands(self._kernel, value)),
        )

    def _read(self, value: int, j: int, up: int) -> list[tuple[int, int, int | None] | None]:
        kernel = self._kernel
        return hand_values(
            self._evaluation(value, j),
            up=up,
            pair=value,
            extra=j,
            counts=kernel.counts,
            infinite=kernel.infinite,
            kinds=kernel.kinds,
        )

    def _of(self, pair: PairState, up: int) -> Fraction:
        """Return the excess of one split against one up card, in initial bets."""
        rules = self._kernel.rules
        if pair.value == ACE and rules.split.aces is SplitAces.ONE_CARD:
            return Fraction(0)
        parts: dict[int, list[SplitWeight]] = {}
        for part in split_weights(pair, max_hands(self._kernel, pair.value)):
            parts.setdefault(part.hands, []).append(part)
        return sum((self._part(pair, up, part) for part in parts.values()), Fraction(0))

    def _part(self, pair: PairState, up: int, part: list[SplitWeight]) -> Fraction:
        """Return the excess where the pair becomes one certain number of hands.

        The hands whose second card does not pair have one mixture of shoes, whatever that card is;
        those whose second card pairs have another.
        """
        starts: dict[tuple[int, bool], dict[int, Fraction]] = {}
        for term in part:
            unit = self._evaluation(pair.value, term.extra).denominator(2)
            for second in second_cards(self._kernel, pair, up, term.extra):
                factor = term.y if second.pairs else term.x + term.y
                if factor:
                    weights = starts.setdefault((second.hand, second.pairs), {})
                    weights[term.extra] = factor * second.weight / unit
        mixtures: dict[tuple[int, tuple[tuple[int, Fraction], ...]], list[tuple[int, Fraction]]]
        mixtures = {}
        for (hand, _), weights in starts.items():
            least = hands()[hand][0][pair.value] - 1
            size = max(abs(weight) for weight in weights.values())
            shape = tuple((j, weight / size) for j, weight in weights.items())
            mixtures.setdefault((least, shape), []).append((hand, size))
        return sum(
            (
                self._mixture(pair.value, up, least, dict(shape), members)
                for (least, shape), members in mixtures.items()
            ),
            Fraction(0),
        )

    def _mixture(
        self,
        value: int,
        up: int,
        least: int,
        weights: dict[int, Fraction],
        members: list[tuple[int, Fraction]],
    ) -> Fraction:
        """Return the summed excess of hands that share one mixture of shoes, up to their sizes."""
        kernel = self._kernel
        scale = lcm(*(weight.denominator for weight in weights.values()))
        factors = []
        for j, weight in weights.items():
            factor = int(weight * scale)
            row = [0] * least
            for m in range(least, _MOST_PAIR_CARDS):
                row.append(factor)
                left = kernel.counts[value] - (0 if kernel.infinite else 1 + m + j)
                factor *= max(0, left)
            factors.append(row)
        excess = mixture_excess(
            values=[self._values(value, j, up) for j in weights],
            factors=factors,
            up=up,
            pair=value,
            least=least,
            counts=kernel.counts,
            infinite=kernel.infinite,
            may_double=kernel.may_double(value),
            decisions=self._best.decisions,
        )
        return sum((size * excess[hand] for hand, size in members), Fraction(0)) / scale
