"""Two side bets at two spots of a table: in how many deals which of their results come together.

They share the dealer's cards that they look at. Given those and the cards of one spot, the cards
of the other are not dealt one by one: of a pair of cards x, y there are

    (n_x - g_x) (n_y - [x = y] - g_y)
        = n_x (n_y - [x = y])  -  g_x (n_y - [x = y]) - g_y n_x  +  g_x g_y

ways, where n are there without the first spot's cards and g of them are gone. What does not hold
any g is summed once, what holds one is summed for each card, and the last term has as many ways as
there are pairs of gone cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import product

from bjcalc.outcomes.bet_tables import SLOTS, BetOnTable


class _SpotTable:
    """A bet's results by the dealer's cards and by those of its spot."""

    def __init__(self, bet: BetOnTable, dealer: Sequence[str]) -> None:
        slots = bet.bet.cards
        steps = {slot: 52 ** (len(slots) - 1 - place) for place, slot in enumerate(slots)}
        self.table = bet.table
        self.own = [steps[slot] for slot in slots if slot.startswith("player")]
        self._shared = [steps.get(slot, 0) for slot in dealer]

    def first_place(self, dealt: Sequence[int]) -> int:
        """Return where in the table the results given the dealer's cards begin."""
        return sum(step * card for step, card in zip(self._shared, dealt, strict=True))

    def ways(
        self, dealt: Sequence[int], left: Sequence[int], *, infinite: bool
    ) -> list[tuple[tuple[int, ...], int, int]]:
        """Return (cards of the spot, the ways to deal them, result) for all that can be dealt."""
        first, there = self.first_place(dealt), [card for card in range(52) if left[card]]
        if len(self.own) == 1:
            return [((x,), left[x], self.table[first + self.own[0] * x]) for x in there]
        one, two = self.own
        return [
            (
                (x, y),
                left[x] * (left[y] - (x == y and not infinite)),
                self.table[first + one * x + two * y],
            )
            for x in there
            for y in there
        ]


def two_spot_results(
    counts: Sequence[int], infinite: bool, one: BetOnTable, other: BetOnTable
) -> dict[tuple[int, int], int]:
    """Return {(result of one bet, result of the other): ordered deals} from 52 counts.

    Each bet looks at one of its spot's cards at least.
    """
    looked_at = {slot for bet in (one, other) for slot in bet.bet.cards}
    dealer = sorted(looked_at & {"up", "hole"}, key=SLOTS.__getitem__)
    here, there = _SpotTable(one, dealer), _SpotTable(other, dealer)
    deals: dict[tuple[int, int], int] = defaultdict(int)
    for dealt in product(range(52), repeat=len(dealer)):
        left, weight = list(counts), 1
        for card in dealt:
            weight *= left[card]
            left[card] -= 0 if infinite else 1
        if weight:
            for results, ways in _given(here, there, dealt, left, infinite).items():
                deals[results] += weight * ways
    return {results: number for results, number in deals.items() if number}


def _given(
    here: _SpotTable, there: _SpotTable, dealt: Sequence[int], left: Sequence[int], infinite: bool
) -> dict[tuple[int, int], int]:
    """Return the ways of the two spots' cards by results, given the dealer's cards."""
    every: dict[int, int] = defaultdict(int)
    less: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for cards, ways, result in there.ways(dealt, left, infinite=infinite):
        every[result] += ways
        if len(cards) == 1:
            less[result][cards[0]] += 1
        else:
            x, y = cards
            less[result][x] += left[y] - (x == y)
            less[result][y] += left[x]
    total: dict[int, int] = defaultdict(int)
    gone: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    found: dict[tuple[int, int], int] = defaultdict(int)
    first = there.first_place(dealt)
    for cards, ways, result in here.ways(dealt, left, infinite=infinite):
        total[result] += ways
        for card in cards:
            gone[result][card] += ways
        if len(there.own) == 2 and not infinite:
            for x in cards:
                for y in cards:
                    at = first + there.own[0] * x + there.own[1] * y
                    found[result, there.table[at]] += ways
    for (mine, dealt_here), (yours, dealt_there) in product(total.items(), every.items()):
        found[mine, yours] += dealt_here * dealt_there
        if not infinite:
            taken = less[yours]
            found[mine, yours] -= sum(n * taken[card] for card, n in gone[mine].items())
    return found
