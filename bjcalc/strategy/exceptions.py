"""Where class CD plays a hand otherwise than a chart does, and what each such hand is worth.

The parts add up exactly to EV(CD) - EV(chart): over unsplit hands, the chance that the chart's
player reaches the hand times (class CD's value of it - CD's value of the chart's action there), and
over the pairs that the chart splits, the chance of the pair times (CD's split value - the chart's).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from bjcalc.engine.deals import Deal, total_weight
from bjcalc.engine.hand_state import HandState
from bjcalc.engine.kernel import hands, value_names
from bjcalc.engine.solution import Solution
from bjcalc.rules.actions import DECISIONS, Action, Symbol
from bjcalc.rules.model import Surrender
from bjcalc.strategy.cells import ChartSolution, ColumnWorth
from bjcalc.strategy.rows import COLUMNS, Row, action_of
from bjcalc_ext.player import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class HandException:
    """A hand whose best action (class CD) differs from the chart's.

    `gain` is CD's value of the best action minus CD's value of the chart's, in initial bets, given
    that the hand is there to be played (no dealer natural, where the dealer has peeked). `weight`
    is the chance, before the deal, that the chart's player comes to play this hand against this up
    card; 0 for a hand that the chart never leads to. `worth` = weight x gain is its part of
    EV(CD) - EV(chart). `row` is None for a 21, which no chart has. `deal` is None past the deal.
    """

    hand: tuple[int, ...]
    up: int
    row: Row | None
    chart_action: Action
    best_action: Action
    gain: Fraction
    weight: Fraction
    deal: Deal | None

    @property
    def worth(self) -> Fraction:
        """What playing this hand at its best adds to the whole game's EV."""
        return self.gain * self.weight

    @property
    def cards(self) -> str:
        """The hand as text, such as "2,4,T"."""
        return value_names(self.hand)


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitGain:
    """A pair that the chart splits, whose hands class CD plays better than the chart afterwards."""

    value: int
    up: int
    weight: Fraction
    gain: Fraction

    @property
    def worth(self) -> Fraction:
        """What playing the hands of this split by class CD adds to the whole game's EV."""
        return self.gain * self.weight


@dataclass(frozen=True, slots=True)
class Exceptions:
    """All that lies between a chart and class CD; the `worth` of all parts adds up to the gap.

    `hands` are sorted by what they are worth to the whole game, then by their gain.
    """

    hands: tuple[HandException, ...]
    splits: tuple[SplitGain, ...]

    @property
    def worth(self) -> Fraction:
        """EV(CD) - EV(chart), as the sum of its parts."""
        parts = [*(one.worth for one in self.hands), *(one.worth for one in self.splits)]
        return sum(parts, Fraction(0))


def exceptions(best: Solution, chart: ChartSolution) -> Exceptions:
    """Return every hand that class CD (`best`) plays otherwise than the chart, and split gains."""
    columns = chart.worths()
    found = [
        *_at_the_deal(best, chart),
        *(one for up in COLUMNS for one in _past_the_deal(best, chart, columns[up])),
    ]
    found.sort(key=lambda one: (-one.worth, -one.gain, COLUMNS.index(one.up), one.hand))
    return Exceptions(tuple(found), tuple(_split_gains(best, chart)))


def _at_the_deal(best: Solution, chart: ChartSolution) -> Iterator[HandException]:
    total = total_weight(best.kernel)
    for deal in best.deals:
        best_action, chart_action = best.chosen[deal], chart.chosen[deal]
        if best_action is chart_action:
            continue
        values = best.deal_values(deal)
        own, other = values.value_of(best_action), values.value_of(chart_action)
        assert own is not None
        assert other is not None
        if own == other:
            continue
        before_peek = values.surrender_kind() is Surrender.EARLY and Action.SURRENDER in (
            best_action,
            chart_action,
        )
        there = values.no_natural if values.peek and not before_peek else values.unit
        yield HandException(
            hand=hands()[deal.hand][0],
            up=deal.up,
            row=chart.layout.row_of_deal(deal),
            chart_action=chart_action,
            best_action=best_action,
            gain=(own - other) / there,
            weight=Fraction(deal.weight * there, total * values.unit),
            deal=deal,
        )


def _past_the_deal(
    best: Solution, chart: ChartSolution, column: ColumnWorth
) -> Iterator[HandException]:
    kernel, up = best.kernel, column.up
    doubles = kernel.may_double()
    for hand, (counts, _, _, size) in enumerate(hands()):
        if size < 3 or kernel.kinds[hand] != Kind.PLAYS:
            continue
        choices = frozenset(Action) if doubles[hand] else frozenset(Action) - {Action.DOUBLE}
        best_action, chart_action = (
            action_of(DECISIONS[decisions[10 * hand + up]], Symbol.S, choices)
            for decisions in (best.decisions, chart.past_deal)
        )
        if best_action is chart_action or not _possible(best, counts, up):
            continue
        state = HandState(kernel, best.unsplit, hand, up)
        hit, double = state.draws()
        values = {Action.STAND: state.final(), Action.HIT: hit, Action.DOUBLE: double}
        own, other = values[best_action], values[chart_action]
        assert own is not None
        assert other is not None
        if own == other:
            continue
        there = state.unit if kernel.full >> up & 1 else state.no_natural
        yield HandException(
            hand=counts,
            up=up,
            row=chart.layout.total_row(hand),
            chart_action=chart_action,
            best_action=best_action,
            gain=Fraction(own - other, there),
            weight=column.chance(hand, there),
            deal=None,
        )


def _possible(best: Solution, counts: tuple[int, ...], up: int) -> bool:
    """Whether the shoe holds a hand and this up card besides."""
    shoe, infinite = best.kernel.counts, best.kernel.infinite
    needed = [count + (value == up) for value, count in enumerate(counts)]
    return all(
        have >= (min(need, 1) if infinite else need)
        for have, need in zip(shoe, needed, strict=True)
    )


def _split_gains(best: Solution, chart: ChartSolution) -> Iterator[SplitGain]:
    total = total_weight(best.kernel)
    gains: dict[tuple[int, int], list[tuple[int, Fraction]]] = {}
    for deal in best.deals:
        if chart.chosen[deal] is not Action.SPLIT:
            continue
        assert deal.pair is not None
        values = best.deal_values(deal)
        gain = (values.split() - chart.deal_values(deal).split()) / values.unit
        if gain:
            gains.setdefault((deal.first, deal.up), []).append((deal.weight, gain))
    for (value, up), parts in gains.items():
        weight = sum(part for part, _ in parts)
        worth = sum((part * gain for part, gain in parts), Fraction(0))
        yield SplitGain(value=value, up=up, weight=Fraction(weight, total), gain=worth / weight)
