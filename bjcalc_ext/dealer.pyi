"""The dealer: for a hand that stands, the weight of dealer hands that beat or tie it."""

from collections.abc import Sequence

class DealerTables:
    counts: tuple[int, ...]
    infinite: bool
    cards: int
    longest: int
    def __init__(
        self,
        counts: Sequence[int],
        *,
        infinite: bool,
        hit_soft_17: bool,
        card_limit: int = 0,
    ) -> None: ...
    def paid(self, hand: int, up: int, *, pair: int = 0, extra: int = 0) -> tuple[int, int]: ...
