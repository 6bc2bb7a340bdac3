"""Claims: numbers that a game's text prints about itself, as written. They are not judged here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One printed number.

    `about` is "main" or "side_bets." and a side bet's id; `what` is rtp, house_edge, hit_frequency
    or sd. `printed` keeps every digit and the unit. `denominator` ("initial bet" or "total
    wagered") and `strategy` are None where the text does not say. `source` is its place there.
    """

    about: str
    what: str
    printed: str
    denominator: str | None = None
    strategy: str | None = None
    source: str = ""

    @property
    def side_bet(self) -> str | None:
        """The id of the side bet that the claim is about; None for the main game."""
        return None if self.about == "main" else self.about.removeprefix("side_bets.")
