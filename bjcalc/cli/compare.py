"""`bjcalc compare`: the exact EV of each strategy class of a game, and the gaps between them."""

from __future__ import annotations

import textwrap
from fractions import Fraction
from typing import Any

from bjcalc.cli.about import game_json, heading
from bjcalc.cli.columns import aligned
from bjcalc.cli.common import Answer, game_command
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_json, exact_lines
from bjcalc.strategy import Comparison, compare
from bjcalc.strategy.classes import CD, CDZ, CLASSES, TD


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
    return Answer(lambda: _json(game, result), lambda: _text(game, result))


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


def _text(game: Game, result: Comparison) -> list[str]:
    lines = [*heading(game), "", "EV per initial bet, before the deal, by strategy class:"]
    table = [("class", "EV", "minus CD")]
    for name, ev in result.evs.items():
        gap = ev - result.evs[CD]
        table.append((name, decimal_text(ev), _signed(gap) if name != CD else ""))
    lines += [*aligned(table).splitlines(), ""]
    for name in result.evs:
        meaning = f"{CLASSES[name].plain}: {CLASSES[name].sentence}"
        lines += textwrap.wrap(
            f"{name:4}{meaning}", 96, initial_indent="  ", subsequent_indent="      "
        )
    least, most = result.bracket
    known = CD if result.evs[CD] == least else TD
    what = f"CDZ, {CLASSES[CDZ].plain}, is"
    if least == most:
        bracket = f"{known} = U exactly, so {what} settled: it is worth what {known} is."
    else:
        bracket = (
            f"{what} worth at least what {known} is and at most U: a bracket of "
            f"{decimal_text(most - least)} in EV."
        )
    lines += ["", *textwrap.wrap(bracket, 96), "", "The same as fractions:"]
    for name, ev in result.evs.items():
        for number, part in enumerate(exact_lines(ev)):
            lines.append(f"{'' if number else name:4}  {part}")
    return lines


def _signed(value: Fraction) -> str:
    """Return a difference with its sign; 0 and what only rounds to it are told apart."""
    text = decimal_text(value)
    if not value:
        return "exactly 0"
    if not text.strip("-0."):
        return "less than 1e-12" if value > 0 else "more than -1e-12"
    return f"+{text}" if value > 0 else text
