"""The values of splits: the kernel's values of single hands, put together by splits.py.

The hands of a split are evaluated once for each number of further pair cards that are gone, under
the decisions that the strategy class prescribes, and shared by all up cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from bjcalc.engine.deals import max_hands
from bjcalc.engine.hand_state import HandState
from bjcalc.engine.kernel import NATURAL, Kernel, peeks, two_card_hand
from bjcalc.engine.splits import HandSums, PairState, most_extra, split_sum
from bjcalc.rules.model import NaturalTakes, Rules, SplitNatural
from bjcalc.shoe import ACE
from bjcalc_ext.player import Evaluation


@dataclass(frozen=True, slots=True)
class SplitValue:
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
    this value becomes t hands; equal objects mean one strategy.
    """

    def __init__(self, kernel: Kernel, decisions: Callable[[int, int], bytes]) -> None:
        """Keep the decisions; nothing is computed yet."""
        self._kernel = kernel
        self._decisions = decisions
        self._evaluations: dict[tuple[int, bytes, int], Evaluation] = {}
        self._values: dict[tuple[PairState, int], SplitValue] = {}

    def decisions(self, value: int, hands: int) -> bytes:
        """Return the decisions that are played when a pair of this value becomes `hands` hands."""
        return self._decisions(value, hands)

    def value(self, pair: PairState, up: int) -> SplitValue:
        """Return the split's value against an up card."""
        key = (pair, up)
        if key not in self._values:
            limit = max_hands(self._kernel, pair.value)
            played = tuple(self._decisions(pair.value, hands) for hands in range(2, limit + 1))
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
        key = (value, decisions, 0 if self._kernel.infinite else j)
        if key not in self._evaluations:
            # Deals come pair by pair: what belongs to another pair is done with.
            for old in [old for old in self._evaluations if old[0] != value]:
                del self._evaluations[old]
            starts = [two_card_hand(value, second) for second in range(10)]
            self._evaluations[key] = self._kernel.evaluate(
                decisions=decisions, split_of=value, extra=j, extras=extras, starts=starts
            )
        return self._evaluations[key]

    def _split(
        self, pair: PairState, up: int, per_hand: bool, played: tuple[bytes, ...]
    ) -> SplitValue:
        limit = len(played) + 1
        extras = most_extra(limit)
        rules = self._kernel.split_rules(pair.value)

        def sums_of(hands: int) -> tuple[HandSums, HandSums, HandSums]:
            decisions = played[hands - 2]
            return self._kernel.shared.remember(
                (rules, pair, up, decisions, extras),
                lambda: self._hand_sums(pair, up, decisions, extras),
            )

        return SplitValue(
            ev=split_sum(pair, limit, lambda hands: sums_of(hands)[0]),
            stake=split_sum(pair, limit, lambda hands: sums_of(hands)[1]),
            natural_hands=(
                split_sum(pair, limit, lambda hands: sums_of(hands)[2]) if per_hand else Fraction(0)
            ),
        )

    def _hand_sums(
        self, pair: PairState, up: int, decisions: bytes, extras: int
    ) -> tuple[HandSums, HandSums, HandSums]:
        """Return the sums of one hand's value, stake, and losses to an unseen natural."""
        evaluations = [
            self._evaluation(pair.value, decisions, j, extras) for j in range(1, extras + 1)
        ]
        unit = self._kernel.settlement.unit
        common = lcm(*(evaluation.denominator(2) for evaluation in evaluations)) * unit
        x: tuple[list[int], ...] = ([], [], [])
        y: tuple[list[int], ...] = ([], [], [])
        for j, evaluation in enumerate(evaluations, start=1):
            scale = common // (evaluation.denominator(2) * unit)
            with_pair = [0, 0, 0]
            without = [0, 0, 0]
            for second, values in self._hands(evaluation, pair.value, up):
                weight, pairing = self._kernel.counts[second], 0
                if second == pair.value:
                    weight, pairing = pair.same_value, pair.pairing(j)
                elif second == up and not self._kernel.infinite:
                    weight -= 1
                for index, value in enumerate(values):
                    without[index] += weight * value
                    with_pair[index] += (weight + pairing) * value
            for index in range(3):
                x[index].append(without[index] * scale)
                y[index].append(with_pair[index] * scale)
        value_sums, stake_sums, natural_sums = (
            HandSums(pair, x[index], y[index], common) for index in range(3)
        )
        return value_sums, stake_sums, natural_sums

    def _hands(
        self, evaluation: Evaluation, value: int, up: int
    ) -> Iterator[tuple[int, tuple[int, int, int]]]:
        """Yield second cards with (value, stake, loss to a natural) of the split hands they make.

        In the settlement's unit, over the unit of HandState, which is denominator(2) / left: the
        second card's own draw brings the factor left, so that sums of these over second cards are
        over denominator(2). Hands that the shoe does not hold beside the up card are left out.
        """
        kernel = self._kernel
        unit = kernel.settlement.unit
        gone = 2 + evaluation.extra
        whole = evaluation.denominator(2) // kernel.left(gone)
        others = whole // kernel.left(gone + 1)
        stake_full = kernel.stake_full >> up & 1
        as_natural = counts_as_natural(kernel.rules, value)
        for second, (value_played, added) in evaluation.second_cards(value, up):
            hand = two_card_hand(value, second)
            natural = others * kernel.hole_cards(hand, up, pair=value, extra=evaluation.extra)
            stake = added + (whole if stake_full else whole - natural)
            if hand == NATURAL and as_natural:
                state = HandState(kernel, evaluation, hand, up)
                pays = state.natural_pays(met=not peeks(kernel.rules, up)) * unit
                assert pays.denominator == 1, "a natural's pay is no whole number of units"
                yield second, (pays.numerator, stake * unit, 0)
            else:
                yield second, (value_played * unit, stake * unit, natural * unit)
