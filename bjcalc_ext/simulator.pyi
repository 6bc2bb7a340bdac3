"""A blackjack table that shuffles, deals and pays, round after round, as the rules say."""

from collections.abc import Sequence
from typing import Any

TOTALS: tuple[str, ...]

def random_words(key: Sequence[int], counter: Sequence[int]) -> list[int]: ...

class Table:
    tallies: int
    def __init__(
        self,
        numbers: dict[str, Any],
        tables: dict[str, Any],
        bets: list[tuple[Sequence[int], bool, bytes, Sequence[int], Sequence[int], int]],
    ) -> None: ...
    def play(self, seed: int, block: int, rounds: int) -> list[int] | None: ...
