"""The hands that a dealer can end with: the one place where they are enumerated."""

from collections.abc import Sequence

__all__ = ["NATURAL", "dealer_hands", "trie_path"]

NATURAL: int

def dealer_hands(
    hit_soft_17: bool,
    card_limit: int,
    counts: Sequence[int],
    *,
    start: Sequence[int] = (),
    most: int = 21,
) -> dict[int, tuple[int, int, list[int]]]: ...
def trie_path(key: int) -> tuple[tuple[int, int], ...]: ...
