"""Joint laws of several hands and the dealer, exactly: polynomials in the cards, one functional."""

from collections.abc import Iterable, Sequence

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

class Terms:
    size: int
    def __init__(self, terms: Sequence[tuple[int, int]]) -> None: ...
    def pairs(self) -> list[tuple[int, int]]: ...
    def times(self, other: Terms) -> Terms: ...

class Polynomial:
    columns: int
    classes: int
    rows: int
    def __init__(self, columns: int, classes: int) -> None: ...
    def add(self, terms: Terms, shift: int, weights: Sequence[tuple[int, int]]) -> None: ...
    def add_product(
        self, one: Terms, other: Terms, shift: int, weights: Sequence[tuple[int, int]]
    ) -> None: ...

class DealerLaw:
    totals: tuple[int, ...]
    classes: int
    start: tuple[int, ...]
    longest: int
    def __init__(
        self,
        counts: Sequence[int],
        *,
        infinite: bool,
        hit_soft_17: bool,
        card_limit: int,
        start: Sequence[int],
        most: int = 21,
    ) -> None: ...
    def evaluate(
        self, polynomial: Polynomial, counts: Sequence[int], same_rank: int = 0, only: int = -1
    ) -> list[list[int]]: ...
    def denominator(self, cards: int, size: int) -> int: ...

def joint_results(
    counts: Sequence[int],
    infinite: bool,
    slots: int,
    bets: list[tuple[Sequence[int], bytes, int]],
    by_values: bool,
) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]: ...
