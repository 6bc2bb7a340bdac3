"""The order of hands and cells in a certificate: FORMAT.md section 4, on the engine's hands.

A cell is a two-card hand; where pairs are by rank, two tens are a cell for each rank.
"""

from __future__ import annotations

from dataclasses import dataclass

from bjcalc.engine.deals import Deal, ten_ranks
from bjcalc.engine.kernel import Kernel, hands, two_card_hand
from bjcalc.rules.model import PairKind
from bjcalc.shoe import RANKS, TEN, VALUES
from bjcalc_ext.player import Kind


@dataclass(frozen=True, slots=True)
class Cell:
    """Two cards by value, against some up card.

    `rank` (9 to 12): two tens of this rank, the up card being of the same (`up_has_rank`) or not.
    """

    first: int
    second: int
    rank: int | None = None
    up_has_rank: bool = False

    @property
    def name(self) -> str:
        """The two cards as text, such as "A7" or "JJ against J"."""
        if self.rank is None:
            return VALUES[self.first] + VALUES[self.second]
        rank = RANKS[self.rank]
        return f"{rank}{rank} against {rank}" if self.up_has_rank else rank + rank


def cards_of(hand: int) -> tuple[int, ...]:
    """Return the cards of a hand, ascending, by the engine's index."""
    counts = hands()[hand][0]
    return tuple(value for value, number in enumerate(counts) for _ in range(number))


def listed_hands(kernel: Kernel, up: int) -> list[int]:
    """Return the hands that the strategy decides against an up card, in the format's order."""
    stock = list(kernel.counts)
    if not kernel.infinite:
        stock[up] -= 1
    found = [
        index
        for index, (counts, total, _, size) in enumerate(hands())
        if size >= 2
        and total <= 21
        and kernel.kinds[index] == Kind.PLAYS
        and all(
            number <= (left if not kernel.infinite else number * (left > 0))
            for number, left in zip(counts, stock, strict=True)
        )
    ]
    return sorted(found, key=lambda hand: (hands()[hand][3], cards_of(hand)))


def cells(kernel: Kernel) -> list[Cell]:
    """Return the cells of these rules, possible or not: 55, or 63 where pairs are by rank."""
    found = [Cell(first, second) for first in range(10) for second in range(first, 10)]
    if kernel.rules.split.pairs is PairKind.RANK:
        for rank in range(TEN, len(RANKS)):
            found += [Cell(TEN, TEN, rank), Cell(TEN, TEN, rank, up_has_rank=True)]
    return found


class Deals:
    """Finds the deal that a cell against an up card stands for."""

    def __init__(self, kernel: Kernel, deals: tuple[Deal, ...]) -> None:
        """Sort the deals by hand and up card."""
        self.kernel = kernel
        self.by_rank = kernel.rules.split.pairs is PairKind.RANK
        self._deals: dict[tuple[int, int], list[Deal]] = {}
        for deal in deals:
            self._deals.setdefault((deal.hand, deal.up), []).append(deal)

    def find(self, cell: Cell, up: int) -> Deal | None:
        """Return the deal of a cell; None where the shoe cannot deal it."""
        deals = self._deals.get((two_card_hand(cell.first, cell.second), up), [])
        if not deals or not (self.by_rank and cell.first == cell.second == TEN):
            return deals[0] if deals else None
        gone = 0 if self.kernel.infinite else 1
        ranks = ten_ranks(self.kernel)
        tens = sum(ranks)
        if cell.rank is None:
            # Of two ranks; where nothing splits, one deal stands for all tens.
            unlike = [deal for deal in deals if deal.pair is None]
            return unlike[0] if unlike and sum(number > 0 for number in ranks) > 1 else None
        number = ranks[cell.rank - TEN]
        others = tens - number
        if number < 1 + gone:
            return None
        if cell.up_has_rank:
            if up != TEN or number < 1 + 2 * gone:
                return None
            state = (number - gone, others)
        elif up == TEN:
            if not others:
                return None
            state = (number, others - gone)
        else:
            state = (number, others)
        for deal in deals:
            pair = deal.pair
            if pair is not None and (pair.pair_cards, pair.same_value) == state:
                return deal
        # No pair may be split, so that one deal stands for all tens.
        return deals[0]
