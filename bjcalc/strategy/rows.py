"""What a chart is made of: rows, symbols, and which symbols a cell may hold in a given game.

A chart has a row for each hard total 4 to 20, each soft total 12 to 20 and each pair, and a column
for each up card, 2 to 9, T, A. Where only pairs of identical rank may be split, two tens have two
rows: of one rank, which may be split, and of two ranks, which may not. Every other 21 stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bjcalc.engine.deals import Deal, max_hands
from bjcalc.engine.kernel import NATURAL, Kernel, hands, two_card_hand
from bjcalc.rules.actions import DECISIONS, Action, Situation, Symbol, offered
from bjcalc.rules.model import PairKind
from bjcalc.shoe import TEN, VALUES
from bjcalc_ext.player import Kind

# Up cards in the order of a chart's columns, as value indices.
COLUMNS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
COLUMN_NAMES = tuple(VALUES[up] for up in COLUMNS)

NO_ROW = 255


# What only pairs may hold.
SPLITS = tuple(symbol for symbol in Symbol if Action.SPLIT in symbol.actions)

# What each symbol means for a hand past the deal: the kernel's decision.
DECISION_OF_SYMBOL = {
    symbol: DECISIONS.index(symbol.past_deal) for symbol in Symbol if symbol.past_deal is not None
}


class RowKind(StrEnum):
    """The kinds of rows, in a chart's order from top to bottom."""

    HARD = "hard"
    SOFT = "soft"
    PAIR = "pair"
    MIXED_TENS = "mixed tens"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a chart: a hard or soft total, or (`value` is then a card's index) a pair."""

    kind: RowKind
    value: int

    @property
    def name(self) -> str:
        """The row as chart files write it: "hard 16", "soft 18", "8,8", "T,T mixed"."""
        if self.kind in (RowKind.HARD, RowKind.SOFT):
            return f"{self.kind.value} {self.value}"
        card = VALUES[self.value]
        return f"{card},{card}" + (" mixed" if self.kind is RowKind.MIXED_TENS else "")

    @property
    def is_pair(self) -> bool:
        """Whether only the two cards of a pair that is dealt meet this row."""
        return self.kind is RowKind.PAIR


MIXED_TENS = Row(RowKind.MIXED_TENS, TEN)
HARD_ROWS = tuple(Row(RowKind.HARD, total) for total in range(4, 21))
SOFT_ROWS = tuple(Row(RowKind.SOFT, total) for total in range(12, 21))
PAIR_ROWS = tuple(Row(RowKind.PAIR, value) for value in COLUMNS)


class Layout:
    """Which rows a game's chart has, which row a hand meets, and which symbols a cell may hold."""

    def __init__(self, kernel: Kernel) -> None:
        """Derive the rows from the rules."""
        self.kernel = kernel
        self.has_mixed_tens = (
            kernel.rules.split.pairs is PairKind.RANK and max_hands(kernel, TEN) > 1
        )
        mixed = (MIXED_TENS,) if self.has_mixed_tens else ()
        self.rows: tuple[Row, ...] = (*HARD_ROWS, *SOFT_ROWS, *PAIR_ROWS, *mixed)
        self.index = {row: index for index, row in enumerate(self.rows)}

    @cached_property
    def row_of_hand(self) -> bytes:
        """The index in `rows` of the row that each hand meets which may not be split; else 255."""
        out = bytearray([NO_ROW] * len(hands()))
        for hand, (_, total, soft, size) in enumerate(hands()):
            row = Row(RowKind.SOFT if soft else RowKind.HARD, total)
            if size >= 2 and row in self.index:
                out[hand] = self.index[row]
        if self.has_mixed_tens:
            out[two_card_hand(TEN, TEN)] = self.index[MIXED_TENS]
        return bytes(out)

    def total_row(self, hand: int) -> Row | None:
        """Return the row that a hand meets when it may not be split; None where it only stands."""
        index = self.row_of_hand[hand]
        return None if index == NO_ROW else self.rows[index]

    def row_of_deal(self, deal: Deal) -> Row | None:
        """Return the row that a deal's two cards meet; None for a natural."""
        if deal.hand == NATURAL:
            return None
        mixed = self.has_mixed_tens and deal.first == TEN and deal.pair is None
        if deal.first == deal.second and not mixed:
            return Row(RowKind.PAIR, deal.first)
        return self.total_row(deal.hand)

    def choices(self, deal: Deal) -> frozenset[Action]:
        """Return what two dealt cards may do; a natural stands."""
        if self.kernel.kinds[deal.hand] != Kind.PLAYS:
            return frozenset({Action.STAND})
        _, total, soft, _ = hands()[deal.hand]
        pair = None if deal.pair is None else deal.pair.value
        place = Situation(2, total, soft, deal.up, pair)
        return frozenset(action for action in Action if offered(action, self.kernel.rules, place))

    @cached_property
    def _offers(self) -> tuple[dict[Row, set[Action]], dict[Row, Situation]]:
        """For each row: what some hand of it may do past the deal; the dealt hands that meet it."""
        kernel = self.kernel
        actions = {row: {Action.STAND} for row in self.rows}
        dealt: dict[Row, Situation] = {}
        unsplit = kernel.may_double()
        for hand, (counts, total, soft, size) in enumerate(hands()):
            row = self.total_row(hand)
            if row is None or kernel.kinds[hand] != Kind.PLAYS:
                continue
            pair = counts.index(2) if size == 2 and 2 in counts else None
            meets: dict[Row, int | None] = {} if pair is None else {Row(RowKind.PAIR, pair): pair}
            if pair is None or row == MIXED_TENS:
                meets[row] = None
            for own, value in meets.items():
                actions[own] |= {Action.HIT, Action.DOUBLE} if unsplit[hand] else {Action.HIT}
                if size == 2:
                    dealt[own] = Situation(2, total, soft, pair=value)
            actions[row].add(Action.HIT)
            if any(
                kernel.may_double(value)[hand]
                for value in range(10)
                if counts[value] and max_hands(kernel, value) > 1
            ):
                actions[row].add(Action.DOUBLE)
        return actions, dealt

    def legal(self, row: Row, up: int) -> tuple[Symbol, ...]:
        """Return the symbols whose actions some hand of the cell may take, in Symbol's order.

        A symbol that is not among them does what its fallback does.
        """
        actions, dealt = self._offers
        allowed = set(actions[row])
        if row in dealt:
            place = dealt[row]._replace(up=up)
            rules = self.kernel.rules
            allowed |= {a for a in Action if a.dealt_only and offered(a, rules, place)}
        return tuple(symbol for symbol in Symbol if allowed.issuperset(symbol.actions))


def action_of(symbol: Symbol, total: Symbol, choices: frozenset[Action]) -> Action:
    """Return what a symbol means for a hand that may do these: the first that it may.

    `total` is the symbol of the row of its total, for a P where no split is allowed; it is no P.
    """
    for action in symbol.actions:
        if action in choices:
            return action
    return action_of(total, total, choices) if symbol in SPLITS else Action.STAND
