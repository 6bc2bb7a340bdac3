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
    "Game": "bjcalc.gamefile",
    "Rules": "bjcalc.rules",
    "load_game": "bjcalc.gamefile",
    "shipped_games": "bjcalc.gamefile",
    "Action": "bjcalc.rules.actions",
    "ActionValues": "bjcalc.engine",
    "Solution": "bjcalc.engine",
    "hand_values": "bjcalc.engine",
    "solve": "bjcalc.engine",
}

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
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'bjcalc' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
