"""Rule sets by name; random charts; players for the brute force."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hypothesis import strategies as st
from played import Played

from bjcalc.engine.kernel import Kernel
from bjcalc.engine.solution import Solution
from bjcalc.rules import rules_from_dict
from bjcalc.rules.model import PairKind, Rules, Surrender
from bjcalc.shoe import ACE, TEN, VALUES
from bjcalc.strategy import Chart, Symbol
from bjcalc.strategy.rows import COLUMNS, Layout
from bjcalc.witness.bruteforce import Cards, Deal, Finished, Ledger, Table, best_total, is_soft

GAMES: dict[str, Rules] = {
    name: rules_from_dict(keys)
    for name, keys in tomllib.loads((Path(__file__).parent / "games.toml").read_text()).items()
}


@st.composite
def charts(draw: st.DrawFn, rules: Rules) -> Chart:
    """Any symbol in any cell, sensible or not, legal or not; splits in pair rows only."""
    cells = {}
    totals = tuple(symbol for symbol in Symbol if symbol not in (Symbol.P, Symbol.RP))
    for row in Layout(Kernel(rules)).rows:
        choice = st.sampled_from(tuple(Symbol) if row.is_pair else totals)
        # One draw for a row and one for a pattern keep the examples small.
        first, second = draw(choice), draw(choice)
        pattern = draw(st.integers(0, 1023))
        for place, up in enumerate(COLUMNS):
            cells[row, up] = second if pattern >> place & 1 else first
    return Chart(cells)


def cards_of(hand: tuple[int, ...]) -> Cards:
    return tuple(value for value, count in enumerate(hand) for _ in range(count))


class ChartReader(Played):
    """Reads a chart's symbols by the names of its rows, from the cards alone."""

    def __init__(self, rules: Rules, chart: Chart, solution: Solution) -> None:
        super().__init__(solution)
        self.rules = rules
        self.cells = {(row.name, up): symbol for (row, up), symbol in chart.symbols.items()}

    def total_symbol(self, cards: Cards, up: int) -> Symbol:
        mixed = self.cells.get(("T,T mixed", up))
        if mixed is not None and cards == (TEN, TEN):
            return mixed
        kind = "soft" if is_soft(cards) else "hard"
        return self.cells.get((f"{kind} {best_total(cards)}", up), Symbol.S)

    def may_double(self, cards: Cards) -> bool:
        double = self.rules.double
        totals = double.on.soft if is_soft(cards) else double.on.hard
        right = totals is None or best_total(cards) in totals
        return right and (len(cards) == 2 or double.any_cards)

    def stands_by_itself(self, cards: Cards) -> bool:
        rules = self.rules
        return (
            best_total(cards) == 21 and rules.player.stand_on_21
        ) or rules.player.card_limit == len(cards)

    def best(
        self,
        hand: tuple[int, ...],
        up: int,
        *,
        pair_rank: int | None = None,
        up_rank: int | None = None,
    ) -> str:
        cards = cards_of(hand)
        symbol = self.total_symbol(cards, up)
        by_rank = self.rules.split.pairs is PairKind.RANK
        if cards[0] == cards[1]:
            may_split = self._limit(cards[0]) > 1 and (not by_rank or pair_rank is not None)
            if may_split or ("T,T mixed", up) not in self.cells or cards[0] != TEN:
                name = VALUES[cards[0]]
                own = self.cells[f"{name},{name}", up]
                if own == "Rp" and self._surrenders(up):
                    return "surrender"
                if own in ("P", "Rp") and may_split:
                    return "split"
                if own not in ("P", "Rp"):
                    symbol = own
        if symbol in ("Rh", "Rs", "Rp") and self._surrenders(up):
            return "surrender"
        if self.stands_by_itself(cards):
            return "stand"
        if symbol in ("Dh", "Ds") and self.may_double(cards):
            return "double"
        return "stand" if symbol in ("S", "Ds", "Rs") else "hit"

    def _limit(self, value: int) -> int:
        split = self.rules.split
        return min(split.max_hands, split.max_hands_aces) if value == ACE else split.max_hands

    def _surrenders(self, up: int) -> bool:
        surrender = self.rules.surrender
        kind = surrender.ace if up == ACE else surrender.ten if up == TEN else surrender.other
        return kind is not Surrender.NONE

    def decision(self, hand: tuple[int, ...], up: int) -> str:
        cards = cards_of(hand)
        symbol = self.total_symbol(cards, up)
        if symbol in ("Dh", "Ds") and self.may_double(cards):
            return "double"
        return self.hit_or_stand(hand, up)

    def hit_or_stand(self, hand: tuple[int, ...], up: int) -> str:
        symbol = self.total_symbol(cards_of(hand), up)
        return "stand" if symbol in ("S", "Ds", "Rs") else "hit"


class HandCounter(Played):
    """Plays class CDP: told how many hands a pair has become, plays each as is best then."""

    def __init__(self, solution: Solution) -> None:
        super().__init__(solution)
        self.pair: int | None = None
        self.hands = 1
        self._after: dict[tuple[int, int], bytes] = {}

    def decisions(self) -> bytes:
        if self.pair is None:
            return self.solution.decisions
        key = self.pair, self.hands
        if key not in self._after:
            self._after[key] = self.solution.kernel.evaluate(
                split_of=self.pair, extra=self.hands - 1, extras=self.hands - 1
            ).decisions()
        return self._after[key]


class CountingTable(Table):
    """A table that tells its player of how many hands a pair has become."""

    strategy: HandCounter

    def _play(
        self,
        deal: Deal,
        hands: tuple[Cards, ...],
        finished: tuple[Finished, ...],
        pair: int | None,
        action: str | None,
    ) -> Ledger:
        self.strategy.pair = pair
        self.strategy.hands = len(hands) + len(finished)
        return super()._play(deal, hands, finished, pair, action)
