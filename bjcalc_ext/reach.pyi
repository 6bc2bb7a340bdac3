"""Reach weights for charts, and hands played alike in several shoes."""

from collections.abc import Sequence

from bjcalc_ext.player import Evaluation

def add_cell_sums(
    evaluation: Evaluation,
    *,
    up: int,
    counts: Sequence[int],
    infinite: bool,
    kinds: bytes,
    may_double: bytes,
    decisions: bytes,
    rows: bytes,
    starts: dict[int, int],
    sums: list[int],
) -> list[int | None]: ...
def hand_values(
    evaluation: Evaluation,
    *,
    up: int,
    pair: int,
    extra: int,
    counts: Sequence[int],
    infinite: bool,
    kinds: bytes,
) -> list[tuple[int, int, int | None] | None]: ...
def mixture_excess(
    *,
    values: list[list[tuple[int, int, int | None] | None]],
    factors: list[list[int]],
    up: int,
    pair: int,
    least: int,
    counts: Sequence[int],
    infinite: bool,
    may_double: bytes,
    decisions: bytes,
) -> list[int]: ...
