"""The player: exact values of every hand, by backward induction over multisets."""

from collections.abc import Iterable
from enum import IntFlag

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

class Evaluation:
    pair: int
    extra: int
    largest: int
    scale: int
    def __init__(
        self,
        tables: DealerTables,
        kinds: bytes,
        may_double: bytes,
        *,
        pair: int = -1,
        extra: int = 0,
        extras: int = 0,
        full: int = 0,
        stake_full: int = 0,
        scale: int = 1,
        charlie_pays: int = 0,
        charlie_beats_natural: bool = False,
        natural_ties_21: bool = False,
        decisions: bytes | None = None,
        starts: Iterable[int] | None = None,
    ) -> None: ...
    def denominator(self, size: int) -> int: ...
    def value(self, hand: int, up: int) -> int: ...
    def final(self, hand: int, up: int) -> int: ...
    def stake(self, hand: int, up: int) -> int: ...
    def draws(self, hand: int, up: int) -> tuple[int, int | None]: ...
    def decision(self, hand: int, up: int) -> int: ...
    def decisions(self) -> bytes: ...
