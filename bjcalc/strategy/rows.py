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
from bjcalc.engine.solution import Action
from bjcalc.rules.model import PairKind, Surrender
from bjcalc.shoe import ACE, TEN, VALUES
from bjcalc_ext.player import Decision, Kind

# Up cards in the order of a chart's columns, as value indices.
COLUMNS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
COLUMN_NAMES = tuple(VALUES[up] for up in COLUMNS)

NO_ROW = 255


class Symbol(StrEnum):
    """What a cell says; the second letter is for hands that may not do the first.

    S stand, H hit, D double, P split, R surrender. P falls back to the row of the pair's total.
    Exact ties go to the first in this order.
    """

    S = "S"
    H = "H"
    DH = "Dh"
    DS = "Ds"
    P = "P"
    RH = "Rh"
    RS = "Rs"
    RP = "Rp"


SURRENDERS = (Symbol.RH, Symbol.RS, Symbol.RP)
SPLITS = (Symbol.P, Symbol.RP)

# What each symbol means for a hand past the deal: the kernel's decision.
DECISION_OF_SYMBOL = {
    Symbol.S: Decision.STAND,
    Symbol.H: Decision.HIT,
    Symbol.DS: Decision.DOUBLE_ELSE_STAND,
    Symbol.DH: Decision.DOUBLE_ELSE_HIT,
    Symbol.RS: Decision.STAND,
    Symbol.RH: Decision.HIT,
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

    def surrender_allowed(self, up: int) -> bool:
        """Whether the first two cards may be surrendered against this up card."""
        surrender = self.kernel.rules.surrender
        kind = {ACE: surrender.ace, TEN: surrender.ten}.get(up, surrender.other)
        return kind is not Surrender.NONE

    def may_split(self, row: Row) -> bool:
        """Whether the pair of this row may be split."""
        return row.is_pair and max_hands(self.kernel, row.value) > 1

    def choices(self, deal: Deal) -> Choices:
        """Return what two dealt cards may do."""
        kernel = self.kernel
        draws = kernel.kinds[deal.hand] == Kind.PLAYS
        return Choices(
            draws=draws,
            doubles=draws and bool(kernel.may_double()[deal.hand]),
            splits=deal.pair is not None,
            surrenders=self.surrender_allowed(deal.up),
        )

    @cached_property
    def _facts(self) -> dict[Row, tuple[bool, bool, bool]]:
        """For each row: whether a hand of it may draw, may double; whether two dealt cards are."""
        kernel = self.kernel
        draws = dict.fromkeys(self.rows, False)
        doubles = dict.fromkeys(self.rows, False)
        dealt = dict.fromkeys(self.rows, False)
        unsplit = kernel.may_double()
        for hand, (counts, _, _, size) in enumerate(hands()):
            row = self.total_row(hand)
            if row is None:
                continue
            pair = counts.index(2) if size == 2 and 2 in counts else None
            plays = kernel.kinds[hand] == Kind.PLAYS
            if pair is not None:
                own = Row(RowKind.PAIR, pair)
                draws[own], doubles[own], dealt[own] = plays, plays and bool(unsplit[hand]), True
            if pair is None or row == MIXED_TENS:
                doubles[row] |= plays and bool(unsplit[hand])
                dealt[row] |= size == 2
            draws[row] |= plays
            doubles[row] |= plays and any(
                bool(kernel.may_double(value)[hand])
                for value in range(10)
                if counts[value] and max_hands(kernel, value) > 1
            )
        return {row: (draws[row], doubles[row], dealt[row]) for row in self.rows}

    def legal(self, row: Row, up: int) -> tuple[Symbol, ...]:
        """Return the symbols whose first choice some hand of the cell may make, in Symbol's order.

        A symbol that is not among them does what its fallback does.
        """
        draws, doubles, dealt = self._facts[row]
        allowed = [Symbol.S]
        if draws:
            allowed.append(Symbol.H)
        if doubles:
            allowed += [Symbol.DH, Symbol.DS]
        if self.may_split(row):
            allowed.append(Symbol.P)
        if dealt and self.surrender_allowed(up):
            allowed += [Symbol.RH, Symbol.RS]
            if self.may_split(row):
                allowed.append(Symbol.RP)
        return tuple(allowed)


@dataclass(frozen=True, slots=True)
class Choices:
    """What two dealt cards may do besides standing."""

    draws: bool
    doubles: bool
    splits: bool
    surrenders: bool


def action_of(symbol: Symbol, total: Symbol, choices: Choices) -> Action:
    """Return what a symbol means for two dealt cards.

    `total` is the symbol of the row of their total, for a P where no split is allowed; it is no P.
    """
    if symbol in SURRENDERS and choices.surrenders:
        return Action.SURRENDER
    if symbol in SPLITS:
        return Action.SPLIT if choices.splits else action_of(total, total, choices)
    if symbol in (Symbol.DH, Symbol.DS) and choices.doubles:
        return Action.DOUBLE
    if symbol in (Symbol.S, Symbol.DS, Symbol.RS) or not choices.draws:
        return Action.STAND
    return Action.HIT
