"""Game files for the tests of claims, and tables of numbers that they share."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bjcalc.gamefile import Game

WriteGame = Callable[..., Game]
HERE = Path(__file__).parent

SMALL, PAIR_BET, EIGHT_DECKS = (
    (HERE / "games" / f"{name}.toml").read_text() for name in ("small", "pair_bet", "eight_decks")
)
PRINTED: dict[str, list[Any]] = tomllib.loads((HERE / "printed.toml").read_text())
