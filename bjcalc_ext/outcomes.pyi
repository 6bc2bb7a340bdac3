"""Joint laws of several hands and the dealer, exactly: polynomials in the cards, one functional."""

from collections.abc import Iterable, Sequence
from typing import Self, final

__all__ = [
    "DealerLaw",
    "Polynomial",
    "Terms",
    "hand_key",
    "hand_terms",
    "joint_results",
    "play_out",
]

def hand_key(counts: Sequence[int]) -> int: ...
def play_out(
    decisions: bytes,
    kinds: bytes,
    may_double: bytes,
    up: int,
    starts: dict[int, int],
    counts: Sequence[int],
) -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]]]: ...
def hand_terms(hands: Iterable[tuple[int, int]], without: int) -> Terms: ...

@final
class Terms:
    @property
    def size(self) -> int: ...
    def __new__(cls, terms: Iterable[tuple[int, int]]) -> Self: ...
    def pairs(self) -> list[tuple[int, int]]: ...
    def times(self, other: Terms) -> Terms: ...

@final
class Polynomial:
    @property
    def columns(self) -> int: ...
    @property
    def classes(self) -> int: ...
    @property
    def rows(self) -> int: ...
    def __new__(cls, columns: int, classes: int) -> Self: ...
    def add(self, terms: Terms, shift: int, weights: Iterable[tuple[int, int]]) -> None: ...
    def add_product(
        self, one: Terms, other: Terms, shift: int, weights: Iterable[tuple[int, int]]
    ) -> None: ...

@final
class DealerLaw:
    @property
    def totals(self) -> tuple[int, ...]: ...
    @property
    def classes(self) -> int: ...
    @property
    def start(self) -> tuple[int, ...]: ...
    @property
    def longest(self) -> int: ...
    def __new__(
        cls,
        counts: Sequence[int],
        *,
        infinite: bool,
        hit_soft_17: bool,
        card_limit: int,
        start: Sequence[int],
        most: int = 21,
    ) -> Self: ...
    def evaluate(
        self, polynomial: Polynomial, counts: Sequence[int], same_rank: int = 0, only: int = -1
    ) -> list[list[int]]: ...
    def denominator(self, cards: int, size: int) -> int: ...

def joint_results(
    counts: Sequence[int],
    infinite: bool,
    slots: int,
    bets: Sequence[tuple[Sequence[int], bytes, int]],
    by_values: bool,
) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]: ...
