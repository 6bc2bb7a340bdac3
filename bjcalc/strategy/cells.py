"""A game played by a chart, and what every cell is worth under every symbol.

`play_chart` gives the exact value of playing a game by a chart: a `ChartSolution`, which is a
`Solution` like that of any other strategy. A hand meets a cell at most once, so the game's EV is
affine in each cell. One column of a chart is independent of the others. For a column, `ColumnWorth`
carries the weights with which hands are reached forward through all hands, unsplit and split, and
adds up, for each cell and each symbol, the value of the hands that meet it. A cell's change is then
a difference of two sums, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from bjcalc.engine.deals import Deal, all_deals, max_hands, total_weight
from bjcalc.engine.exhaustion import check_shoe_lasts
from bjcalc.engine.kernel import Kernel, hands, two_card_hand
from bjcalc.engine.solution import DealValues, Solution
from bjcalc.engine.split_values import SplitValues
from bjcalc.engine.splits import PairState, most_extra
from bjcalc.errors import BjcalcError
from bjcalc.rules.actions import Action, Symbol
from bjcalc.rules.model import Rules, SplitAces
from bjcalc.shoe import ACE, TEN, VALUES
from bjcalc.strategy.chart import Chart, ChartDecisions
from bjcalc.strategy.dealt import DealtCells
from bjcalc.strategy.rows import (
    COLUMNS,
    DECISION_OF_SYMBOL,
    SPLITS,
    Layout,
    Row,
    action_of,
)
from bjcalc.strategy.split_weights import first_weight, second_cards, split_weights
from bjcalc_ext.hands import hand_children
from bjcalc_ext.player import Evaluation
from bjcalc_ext.reach import add_cell_sums

SIZES = 24


class ChartSolution(Solution):
    """A game played by a chart. `chart` is that chart; everything else is a Solution's."""

    def __init__(self, kernel: Kernel, chart: Chart, *, strategy_class: str) -> None:
        """Evaluate the chart exactly; whether the shoe lasts is the caller's to check."""
        self.layout = Layout(kernel)
        self.chart = chart
        self.known_worths: dict[int, ColumnWorth] = {}
        self._split_states: dict[tuple[int, int], Evaluation] = {}
        decisions = ChartDecisions(self.layout, chart)
        self.past_deal = decisions.past_deal
        unsplit = kernel.evaluate(decisions=decisions.unsplit())
        # Two tens of two ranks are the same hand to the kernel as two of one rank, but may have
        # another symbol.
        self._mixed_tens: Evaluation = unsplit
        if self.layout.has_mixed_tens and decisions.past_deal != decisions.unsplit():
            self._mixed_tens = kernel.evaluate(decisions=decisions.past_deal)
        choices = {deal: decisions.action(deal) for deal in all_deals(kernel)}
        splits = SplitValues(kernel, lambda value, count: decisions.past_deal)
        super().__init__(kernel, unsplit, splits, strategy_class=strategy_class, choices=choices)

    def deal_values(self, deal: Deal) -> DealValues:
        """Return the values of one deal, of two tens by their own row."""
        mixed = deal.hand == two_card_hand(TEN, TEN) and deal.pair is None
        unsplit = self._mixed_tens if mixed else self.unsplit
        return DealValues(self.kernel, unsplit, self.splits, deal)

    def split_state(self, value: int, j: int) -> Evaluation:
        """Return the values of the hands of a split when j further pair cards are gone.

        Also of hands that the chart does not reach: an alternative in a cell may lead to them.
        """
        key = (value, 0 if self.kernel.infinite else j)
        if key not in self._split_states:
            self._split_states[key] = self.kernel.evaluate(
                decisions=self.past_deal,
                split_of=value,
                extra=j,
                extras=most_extra(max_hands(self.kernel, value)),
            )
        return self._split_states[key]

    def worths(self) -> dict[int, ColumnWorth]:
        """Return what the cells of each column are worth, by up card; worked out once."""
        missing = [up for up in COLUMNS if up not in self.known_worths]
        self.known_worths.update({up: ColumnWorth(self, self.chart, up) for up in missing})
        return self.known_worths


def play_chart(rules: Rules, chart: Chart, *, strategy_class: str = "chart") -> ChartSolution:
    """Return the exact game under a chart that has every cell of this game's layout.

    A symbol whose first choice the rules do not allow falls back as it says. Raises as `solve`, and
    BjcalcError naming a cell that is missing.
    """
    kernel = Kernel(rules)
    for row in Layout(kernel).rows:
        for up in COLUMNS:
            if (row, up) not in chart.symbols:
                raise BjcalcError(f"the chart lacks the cell {row.name} against {VALUES[up]}")
    solution = ChartSolution(kernel, chart, strategy_class=strategy_class)
    check_shoe_lasts(solution.kernel, solution.past_deal)
    return solution


class ColumnWorth:
    """One column of a chart: what its cells are worth under each symbol, in the whole game's EV.

    `solution` is the game under a chart that agrees with `chart` in all that is still to come after
    the cells one asks about; usually it is the same chart.
    """

    def __init__(self, solution: ChartSolution, chart: Chart, up: int) -> None:
        """Carry the weights through all hands."""
        self.up = up
        self.solution = solution
        self.kernel = solution.kernel
        self.layout = solution.layout
        self.decisions = ChartDecisions(self.layout, chart)
        self._deals = [deal for deal in solution.deals if deal.up == up]
        self._total = total_weight(self.kernel)
        self._dealt: dict[Row, dict[Symbol, Fraction]] = {}
        self._sums = [0] * (len(self.layout.rows) * SIZES * 4)
        splits = self._split_starts()
        unit = solution.unsplit.denominator(2) // self.kernel.left(2)
        first = [(deal, first_weight(self.kernel, deal)) for deal in self._deals]
        self.scale = self._total * lcm(
            unit * lcm(*(weight.denominator for _, weight in first)),
            *((w * self._total).denominator for start in splits.values() for w in start.values()),
        )
        self._add_deals()
        self.reach = self._add_unsplit(
            {deal: int(weight * (self.scale // (self._total * unit))) for deal, weight in first}
        )
        for (value, extra), weights in splits.items():
            begin = {hand: int(weight * self.scale) for hand, weight in weights.items()}
            self._pass(solution.split_state(value, extra), begin, value, extra)

    def _add_deals(self) -> None:
        """Add the two cards that are dealt, under every symbol."""
        for deal in self._deals:
            row, total = self.layout.row_of_deal(deal), self.layout.total_row(deal.hand)
            if row is None or total is None:
                continue
            choices = self.layout.choices(deal)
            worth = self._worth(self.solution.deal_values(deal), deal)
            sums = self._dealt.setdefault(row, dict.fromkeys(Symbol, Fraction(0)))
            for symbol in Symbol:
                if row.is_pair or symbol not in SPLITS:
                    action = action_of(symbol, self.decisions.chart[total, self.up], choices)
                    sums[symbol] += worth[action]

    def _worth(self, values: DealValues, deal: Deal) -> dict[Action, Fraction]:
        """Return what each allowed action adds to the game's EV at one deal."""
        found = {}
        for action in Action:
            value = values.value_of(action)
            if value is not None:
                found[action] = value * deal.weight / (self._total * values.unit)
        return found

    def _add_unsplit(self, weights: dict[Deal, int]) -> dict[int, int]:
        """Add the hands of three and more cards; return the weight of each unsplit hand.

        A weight times a numerator of the unsplit evaluation is `scale` times a part of the EV.
        """
        kernel = self.kernel
        reach: dict[int, int] = {}
        onward: dict[int, int] = {}
        for deal in self._deals:
            weight = weights[deal]
            reach[deal.hand] = reach.get(deal.hand, 0) + weight
            if self.decisions.action(deal) is not Action.HIT:
                continue
            counts = hands()[deal.hand][0]
            for value, child in enumerate(hand_children(deal.hand)):
                unseen = kernel.counts[value] - (0 if kernel.infinite else counts[value])
                if child >= 0 and unseen > 0:
                    onward[child] = onward.get(child, 0) + weight * unseen
        further = self._pass(self.solution.unsplit, onward, None, 0)
        reach.update((hand, weight) for hand, weight in enumerate(further) if weight)
        return reach

    def _pass(
        self, evaluation: Evaluation, starts: dict[int, int], split_of: int | None, extra: int
    ) -> list[int | None]:
        kernel = self.kernel
        counts = list(kernel.counts)
        if split_of is not None and not kernel.infinite:
            counts[split_of] -= extra
        return add_cell_sums(
            evaluation,
            up=self.up,
            counts=counts,
            infinite=kernel.infinite,
            kinds=kernel.kinds,
            may_double=kernel.may_double(split_of),
            decisions=self.decisions.past_deal,
            rows=self.layout.row_of_hand,
            starts=starts,
            sums=self._sums,
        )

    def _split_starts(self) -> dict[tuple[int, int], dict[int, Fraction]]:
        """Return where the hands of all pairs that the chart splits begin.

        For each pair's value and number of further pair cards gone: by two-card hand, the weight
        which, times the numerator of the hand's value, is its part of the game's EV.
        """
        pairs: dict[PairState, int] = {}
        for deal in self._deals:
            if deal.pair is not None and self.decisions.action(deal) is Action.SPLIT:
                pairs[deal.pair] = pairs.get(deal.pair, 0) + deal.weight
        starts: dict[tuple[int, int], dict[int, Fraction]] = {}
        for pair, weight in pairs.items():
            if pair.value == ACE and self.kernel.rules.split.aces is SplitAces.ONE_CARD:
                continue
            for part in split_weights(pair, max_hands(self.kernel, pair.value)):
                state = self.solution.split_state(pair.value, part.extra)
                share = Fraction(weight, state.denominator(2) * self._total)
                known = starts.setdefault((pair.value, part.extra), {})
                for second in second_cards(self.kernel, pair, self.up, part.extra):
                    factor = part.y if second.pairs else part.x + part.y
                    more = share * factor * second.weight
                    known[second.hand] = known.get(second.hand, Fraction(0)) + more
        return starts

    def worth(self, row: Row, symbol: Symbol) -> Fraction:
        """Return the part of the game's EV that passes through a cell, if it held this symbol."""
        result = self._dealt.get(row, {}).get(symbol, Fraction(0))
        return result if row.is_pair else result + Fraction(sum(self._of(row, symbol)), self.scale)

    def by_size(self, row: Row) -> dict[Symbol, list[Fraction]]:
        """Return `worth` of the hands past the deal, for each symbol by the number of cards."""
        return {
            symbol: [Fraction(part, self.scale) for part in self._of(row, symbol)]
            for symbol in DECISION_OF_SYMBOL
        }

    def _of(self, row: Row, symbol: Symbol) -> list[int]:
        """Return the sums of the hands past the deal by their number of cards."""
        first = 4 * SIZES * self.layout.index[row]
        return self._sums[first + DECISION_OF_SYMBOL[symbol] : first + 4 * SIZES : 4]

    def chance(self, hand: int, certain: int) -> Fraction:
        """Return the chance that an unsplit hand is reached; 0 if the chart never leads to it.

        `certain` is what stands for certainty among the values of HandState.
        """
        reach = self.reach.get(hand, 0)
        if not reach:
            return Fraction(0)
        ups = self.kernel.counts[self.up]
        if not self.kernel.infinite:
            ups -= hands()[hand][0][self.up]
        return Fraction(reach * certain * ups, self.scale * self.kernel.settlement.unit)


@dataclass(frozen=True, slots=True)
class CellAlternative:
    """What the game's EV would be if one cell held another symbol."""

    row: Row
    up: int
    symbol: Symbol
    in_chart: bool
    ev: Fraction


def cell_alternatives(
    solution: ChartSolution, best: Solution | None = None
) -> list[CellAlternative]:
    """Return the exact EV of the game for every cell and every legal symbol, all else unchanged.

    The chart's own symbol is among them (`in_chart`), also where it is not a legal one. Where
    symbols differ only in what no hand needs, the one that suits the cell comes first if class CD's
    solution `best` is given, else in Symbol's order.
    """
    dealt = None if best is None else DealtCells(best)
    columns = solution.worths()
    found = []
    for row, up in solution.chart:
        own = solution.chart[row, up]
        rest = solution.ev - columns[up].worth(row, own)
        legal = dealt.preferred(row, up) if dealt else solution.layout.legal(row, up)
        symbols = legal if own in legal else (*legal, own)
        found += [
            CellAlternative(row, up, symbol, symbol is own, rest + columns[up].worth(row, symbol))
            for symbol in symbols
        ]
    return found
