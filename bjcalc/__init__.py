"""Exact blackjack: house edge, strategy and side bets of one particular game, as fractions.

The public names are loaded when first used, so that `import bjcalc` and the independent checker
stay light.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from bjcalc.engine import Action as Action
    from bjcalc.engine import ActionValues as ActionValues
    from bjcalc.engine import Solution as Solution
    from bjcalc.engine import hand_values as hand_values
    from bjcalc.engine import solve as solve
    from bjcalc.gamefile import Game as Game
    from bjcalc.gamefile import load_game as load_game
    from bjcalc.gamefile import shipped_games as shipped_games
    from bjcalc.rules import Rules as Rules

_HOMES = {
    "bjcalc.engine": ("Action", "ActionValues", "Solution", "hand_values", "solve"),
    "bjcalc.gamefile": ("Game", "load_game", "shipped_games"),
    "bjcalc.rules": ("Rules",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Action",
    "ActionValues",
    "Game",
    "Rules",
    "Solution",
    "__version__",
    "hand_values",
    "load_game",
    "shipped_games",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        return getattr(importlib.import_module(_HOME_OF[name]), name)
    raise AttributeError(f"module 'bjcalc' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME_OF])
