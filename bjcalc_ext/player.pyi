"""The player: exact values of every hand, by backward induction over multisets."""

from collections.abc import Iterable, Sequence
from enum import IntFlag
from typing import Self, final

from bjcalc_ext.dealer import DealerTables

class Kind(IntFlag):
    PLAYS = 0
    STANDS = 1
    CHARLIE = 2

class Decision(IntFlag):
    STAND = 0
    HIT = 1
    DOUBLE_ELSE_STAND = 2
    DOUBLE_ELSE_HIT = 3

@final
class Evaluation:
    @property
    def pair(self) -> int: ...
    @property
    def extra(self) -> int: ...
    @property
    def largest(self) -> int: ...
    @property
    def scale(self) -> int: ...
    def __new__(
        cls,
        tables: DealerTables,
        kinds: bytes,
        may_double: bytes,
        finals: bytes,
        *,
        pays: Sequence[tuple[int, int]],
        scale: int = 1,
        pair: int | None = None,
        extra: int = 0,
        extras: int = 0,
        full: int = 0,
        stake_full: int = 0,
        decisions: bytes | None = None,
        starts: Iterable[int] | None = None,
    ) -> Self: ...
    def denominator(self, size: int) -> int: ...
    def value(self, hand: int, up: int) -> int: ...
    def final(self, hand: int, up: int) -> int: ...
    def stake(self, hand: int, up: int) -> int: ...
    def draws(self, hand: int, up: int) -> tuple[int, int | None]: ...
    def holds(self, hand: int, up: int) -> bool: ...
    def second_cards(
        self, first: int, up: int, weights: Sequence[int]
    ) -> tuple[int, int, int, int]: ...
    def decision(self, hand: int, up: int) -> int: ...
    def decisions(self) -> bytes: ...
