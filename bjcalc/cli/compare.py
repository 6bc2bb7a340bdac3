"""`bjcalc compare`: the exact EV of each strategy class of a game, and the gaps between them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjcalc.cli.about import game_json
from bjcalc.cli.common import Answer, game_command
from bjcalc.cli.wording import worded
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_json
from bjcalc.strategy import Comparison, compare
from bjcalc.strategy.classes import CD, CLASSES, TD


@game_command("compare")
def command(game: Game) -> Answer:
    """Print the exact EV of each strategy class, and what each costs.

    CDZ, the best single map from hand and up card to actions, is at least the better of TD and CD
    and at most U; where these are equal it is settled.

    \b
    Examples:
      bjcalc compare borgata-blackjack-pro
      bjcalc compare my-game.toml --set shoe.decks=1 --json
    """
    result = compare(game.rules)
    least, most = result.bracket
    return Answer(
        lambda: _json(game, result),
        lambda: worded(
            "compare",
            game=game,
            evs=result.evs,
            classes=CLASSES,
            signed=_signed,
            least=least,
            most=most,
            known=CD if result.evs[CD] == least else TD,
        ),
    )


def _json(game: Game, result: Comparison) -> dict[str, Any]:
    least, most = result.bracket
    return {
        "game": game_json(game),
        "unit": "initial bets, before the deal",
        "classes": {
            name: {
                "meaning": f"{CLASSES[name].plain}: {CLASSES[name].sentence}",
                "ev": exact_json(ev),
                "minus_cd": exact_json(ev - result.evs[CD]),
            }
            for name, ev in result.evs.items()
        },
        "cdz": {
            "at_least": exact_json(least),
            "at_most": exact_json(most),
            "settled": least == most,
        },
    }


def _signed(value: Fraction) -> str:
    """Return a difference with its sign; 0 and what only rounds to it are told apart."""
    text = decimal_text(value)
    if not value:
        return "exactly 0"
    if not text.strip("-0."):
        return "less than 1e-12" if value > 0 else "more than -1e-12"
    return f"+{text}" if value > 0 else text
