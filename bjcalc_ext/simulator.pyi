"""A blackjack table that shuffles, deals and pays, round after round, as the rules say."""

from collections.abc import Sequence
from typing import Any, Self, final

__all__ = ["MOST_NET", "MOST_OUTCOMES", "MOST_WEIGHT", "TOTALS", "Table", "random_words"]

MOST_NET: int
MOST_OUTCOMES: int
MOST_WEIGHT: int
TOTALS: tuple[str, ...]

def random_words(key: Sequence[int], counter: Sequence[int]) -> list[int]: ...

@final
class Table:
    @property
    def tallies(self) -> int: ...
    def __new__(
        cls,
        numbers: dict[str, Any],
        tables: dict[str, Any],
        bets: Sequence[tuple[Sequence[int], bool, bytes, Sequence[int], Sequence[int], int]],
    ) -> Self: ...
    def play(self, seed: int, block: int, rounds: int) -> list[int] | None: ...
