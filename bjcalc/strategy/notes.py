"""Where the number of cards matters: one more instruction for a cell, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from bjcalc.rules.actions import DECISIONS, Action, Symbol
from bjcalc.strategy.cells import SIZES, ChartSolution
from bjcalc.strategy.rows import Row

_INSTEAD = {symbol.first: symbol for symbol in DECISIONS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """In this cell, with `cards` or more cards, take `action` instead of what the chart says.

    `gain` is exactly what following this one note adds to the whole game's EV.
    """

    row: Row
    up: int
    cards: int
    symbol: Symbol
    action: Action
    gain: Fraction


def notes(solution: ChartSolution) -> tuple[Note, ...]:
    """Return the best note for each cell that a number of cards improves, the best first.

    A note speaks of three and more cards, after a split too, where both cards of a pair and its
    draws count.
    """
    columns = solution.worths()
    found = []
    for row, up in solution.chart:
        if not row.is_pair:
            note = _best_note(solution, columns[up].by_size(row), row, up)
            if note is not None:
                found.append(note)
    found.sort(key=lambda note: -note.gain)
    return tuple(found)


def _best_note(
    solution: ChartSolution,
    by_size: dict[Symbol, list[Fraction]],
    row: Row,
    up: int,
) -> Note | None:
    own = solution.chart[row, up]
    best: Note | None = None
    for action, symbol in _INSTEAD.items():
        if action is Action.DOUBLE and not solution.rules.double.any_cards:
            continue
        gain = Fraction(0)
        for cards in range(SIZES - 1, 2, -1):
            change = by_size[symbol][cards] - by_size[own][cards]
            gain += change
            # A threshold that adds nothing is put no lower than it needs to be.
            if change > 0 and gain > (best.gain if best else 0):
                best = Note(row=row, up=up, cards=cards, symbol=own, action=action, gain=gain)
    return best
