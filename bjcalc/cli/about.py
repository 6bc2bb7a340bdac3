"""What every answer says of its game: name, rules, digest, readings."""

from __future__ import annotations

import textwrap
from typing import Any

from bjcalc.cli.columns import WIDTH
from bjcalc.gamefile import Game
from bjcalc.rules import rules_line, rules_to_dict


def heading(game: Game) -> list[str]:
    """Return the lines that say which game, which file and which settings a report is about."""
    lines = [
        game.name,
        *textwrap.wrap(rules_line(game.rules), WIDTH),
        f"game file SHA-256 {game.sha256}",
    ]
    if game.settings:
        lines.append(f"with {', '.join(game.settings)}")
    return lines


def game_json(game: Game) -> dict[str, Any]:
    """Return what a report says of the game itself: name, digest, rules, readings, assumptions."""
    return {
        "slug": game.slug,
        "name": game.name,
        "sha256": game.sha256,
        "rules_line": rules_line(game.rules),
        "rules": rules_to_dict(game.rules),
        "settings": list(game.settings),
        "assumptions": list(game.assumptions),
        "defaults_taken": list(game.defaults_taken),
        "readings": [
            {
                "id": one.id,
                "question": one.question,
                "chosen": one.chosen,
                "default": one.default,
                "why": one.why,
                "source": one.source,
            }
            for one in game.interpretations
        ],
    }
