"""The dealer: for a hand that stands, how much less than a win it is paid."""

from collections.abc import Sequence
from typing import Self, final

__all__ = ["DealerTables"]

@final
class DealerTables:
    @property
    def counts(self) -> tuple[int, ...]: ...
    def __new__(
        cls,
        counts: Sequence[int],
        *,
        infinite: bool,
        hit_soft_17: bool,
        card_limit: int = 0,
        differences: Sequence[Sequence[int]],
    ) -> Self: ...
    def paid(
        self, hand: int, up: int, *, pair: int | None = None, extra: int = 0
    ) -> tuple[int, int]: ...
