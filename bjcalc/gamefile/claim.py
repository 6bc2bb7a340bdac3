"""Claims: numbers that a game's text prints about itself, as written. They are not judged here."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bjcalc.numbers import parse_fraction

_UNIT = re.compile("[%\u2030\uff05]|per ?cent|per ?mill?e?|promille", re.IGNORECASE)
# Up to this a number without a unit can be a plain share of the stake.
_SHARES = {"rtp": 2, "hit_frequency": 1}


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

    @property
    def has_unit(self) -> bool:
        """Whether a unit is printed, or none needed: a standard deviation, a share such as 0.996.

        A number without one above the shares that can be, or of a house edge, has an unknown size.
        """
        if self.what == "sd" or _UNIT.search(self.printed):
            return True
        number = re.search(r"[0-9]+(?:[.,][0-9]+)?", self.printed)
        if self.what not in _SHARES or number is None:
            return False
        value = parse_fraction(number[0].replace(",", "."))
        return value is not None and value <= _SHARES[self.what]
