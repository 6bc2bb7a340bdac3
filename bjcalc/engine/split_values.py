"""The values of splits: the kernel's values of single hands, put together by splits.py.

The hands of a split are evaluated once for each number of further pair cards that are gone, under
the decisions that the strategy class prescribes, and shared by all up cards.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import lcm
from typing import NamedTuple

from bjcalc.engine.deals import max_hands
from bjcalc.engine.hand_state import HandState
from bjcalc.engine.kernel import NATURAL, Kernel, peeks, two_card_hand
from bjcalc.engine.splits import HandSums, PairState, most_extra, split_sum
from bjcalc.rules.model import NaturalTakes, Rules, SplitNatural
from bjcalc.shoe import ACE, TEN
from bjcalc_ext.player import Evaluation


class SplitValue(NamedTuple):
    """Expectations of a split, conditional on the player's pair and the up card, in initial bets.

    `ev` and `stake` (the initial bet included) count the rounds in which the player gets to act;
    with a peek that is joint with "the dealer has no natural". `natural_hands` is the expected
    number of hands that lose a unit to a natural that was not peeked at, where each hand does.
    """

    ev: Fraction
    stake: Fraction
    natural_hands: Fraction


def counts_as_natural(rules: Rules, pair: int) -> bool:
    """Whether an ace with a ten is a natural after a split of this value."""
    kind = rules.split.ten_on_ace if pair == ACE else rules.split.ace_on_ten
    return kind is SplitNatural.BLACKJACK


class SplitValues:
    """The values of all splits under given decisions, each computed when first asked for.

    `decisions(value, t)` gives the decisions (ten bytes a hand) that are played when a pair of
    this value becomes t hands; equal objects mean one strategy. Any number of threads may ask.
    """

    def __init__(self, kernel: Kernel, decisions: Callable[[int, int], bytes]) -> None:
        """Keep the decisions; nothing is computed yet."""
        self._kernel = kernel
        self.decisions = decisions
        self._kept: tuple[int | None, dict[tuple[bytes, int], Evaluation]] = None, {}
        self._values: dict[tuple[PairState, int], SplitValue] = {}

    def value(self, pair: PairState, up: int) -> SplitValue:
        """Return the split's value against an up card."""
        key = (pair, up)
        if key not in self._values:
            limit = max_hands(self._kernel, pair.value)
            played = tuple(self.decisions(pair.value, hands) for hands in range(2, limit + 1))
            rules = self._kernel.rules
            per_hand = rules.dealer.natural_takes is NaturalTakes.ORIGINAL_PER_HAND and not peeks(
                rules, up
            )
            self._values[key] = self._kernel.shared.remember(
                (self._kernel.split_rules(pair.value), pair, up, per_hand, played),
                lambda: self._split(pair, up, per_hand, played),
            )
        return self._values[key]

    def _evaluation(self, value: int, decisions: bytes, j: int, extras: int) -> Evaluation:
        about, kept = self._kept
        if about != value:
            # Deals come pair by pair: what belongs to another pair is done with.
            kept = {}
            self._kept = value, kept
        key = (decisions, 0 if self._kernel.infinite else j)
        found = kept.get(key)
        if found is None:
            starts = [two_card_hand(value, second) for second in range(10)]
            found = kept[key] = self._kernel.evaluate(
                decisions=decisions, split_of=value, extra=j, extras=extras, starts=starts
            )
        return found

    def _split(
        self, pair: PairState, up: int, per_hand: bool, played: tuple[bytes, ...]
    ) -> SplitValue:
        limit = len(played) + 1
        extras = most_extra(limit)
        rules = self._kernel.split_rules(pair.value)
        by_hands: dict[int, tuple[HandSums, ...]] = {}
        for hands, decisions in enumerate(played, start=2):
            if hands > 2 and decisions is played[hands - 3]:
                by_hands[hands] = by_hands[hands - 1]
                continue
            by_hands[hands] = self._kernel.shared.remember(
                (rules, pair, up, decisions, extras),
                partial(self._hand_sums, pair, up, decisions, extras),
            )
        values, stakes, naturals = (
            {hands: sums[index] for hands, sums in by_hands.items()} for index in range(3)
        )
        return SplitValue(
            ev=split_sum(pair, limit, values),
            stake=split_sum(pair, limit, stakes),
            natural_hands=split_sum(pair, limit, naturals) if per_hand else Fraction(0),
        )

    def _hand_sums(
        self, pair: PairState, up: int, decisions: bytes, extras: int
    ) -> tuple[HandSums, ...]:
        """Return the sums of one hand's value, stake, and losses to an unseen natural."""
        evaluations = [
            self._evaluation(pair.value, decisions, j, extras) for j in range(1, extras + 1)
        ]
        unit = self._kernel.settlement.unit
        common = lcm(*(evaluation.denominator(2) for evaluation in evaluations)) * unit
        found = tuple(HandSums([], [], common) for _ in range(3))
        for j, evaluation in enumerate(evaluations, start=1):
            scale = common // (evaluation.denominator(2) * unit)
            weights = list(self._kernel.counts)
            weights[up] -= 0 if self._kernel.infinite else 1
            weights[pair.value] = pair.same_value
            no_pair = self._hands(evaluation, pair.value, up, weights)
            pairing = [0] * 10
            pairing[pair.value] = pair.pairing(j)
            with_pair = self._hands(evaluation, pair.value, up, pairing)
            for sums, x, more in zip(found, no_pair, with_pair, strict=True):
                sums.x.append(x * scale)
                sums.y.append((x + more) * scale)
        return found

    def _hands(
        self, evaluation: Evaluation, first: int, up: int, weights: list[int]
    ) -> tuple[int, int, int]:
        """Return (value, stake, losses to a natural) of split hands, weighed by their second cards.

        In the settlement's unit, over the unit of HandState, which is denominator(2) / left: a
        second card's own draw brings the factor left, so that these sums are over denominator(2).
        Hands that the shoe does not hold beside the up card count nothing.
        """
        kernel = self._kernel
        unit = kernel.settlement.unit
        gone = 2 + evaluation.extra
        certain = evaluation.denominator(2) // kernel.left(gone)
        value, stake, there, holes = evaluation.second_cards(first, up, weights)
        naturals = certain // kernel.left(gone + 1) * holes
        stake += certain * there - (0 if kernel.stake_full >> up & 1 else naturals)
        value *= unit
        weight = weights[ACE + TEN - first] if first in (ACE, TEN) else 0
        if weight and counts_as_natural(kernel.rules, first):
            state = HandState(kernel, evaluation, NATURAL, up)
            if state.possible:
                pays = state.natural_pays(met=not peeks(kernel.rules, up))
                assert pays.denominator == 1, "a natural's pay is no whole number of units"
                value += weight * (pays.numerator - state.played())
                naturals -= weight * (state.natural // unit)
        return value, stake * unit, naturals * unit
