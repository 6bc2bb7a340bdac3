"""`bjcalc rtp`: the exact house edge of a game, and what other readings of its rules give."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjcalc.cli.about import game_json
from bjcalc.cli.common import Answer, game_command
from bjcalc.cli.wording import worded
from bjcalc.engine import Solution, solve
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_json, percent_text
from bjcalc.shoe import VALUES
from bjcalc.strategy.classes import CD, sentences
from bjcalc.strategy.readings import OtherReading, solve_other_readings

CLASS_TEXT = f"Class {sentences([CD])} Exact; decimals rounded to nearest."


@game_command("rtp")
def command(game: Game) -> Answer:
    """Print the exact EV, house edge and RTP of a game, and what other readings would give.

    \b
    Examples:
      bjcalc rtp borgata-blackjack-pro
      bjcalc rtp my-game.toml --set shoe.decks=6 --set dealer.soft17=hit --json
    """
    solution = solve(game.rules)
    others = [one for one in solve_other_readings(game) if one.game.rules != game.rules]
    return Answer(
        lambda: _json(game, solution, others),
        lambda: worded(
            "rtp",
            game=game,
            solution=solution,
            others=others,
            class_text=CLASS_TEXT,
            effect=_effect,
        ),
    )


def _figures(solution: Solution) -> dict[str, Fraction]:
    """Return the figures of a whole game by their JSON keys."""
    return {
        "ev": solution.ev,
        "house_edge": solution.house_edge,
        "rtp": solution.rtp,
        "total_stake": solution.stake,
        "rtp_per_unit_wagered": solution.rtp_per_unit_wagered,
    }


def _json(game: Game, solution: Solution, others: list[OtherReading]) -> dict[str, Any]:
    return {
        "game": game_json(game),
        "unit": "initial bets, before the deal; rtp_per_unit_wagered per unit of all stakes",
        "main": {
            solution.strategy_class: {
                **{key: exact_json(value) for key, value in _figures(solution).items()},
                "by_up_card": {
                    VALUES[share.up]: {
                        "probability": exact_json(share.probability),
                        "ev_given_up_card": exact_json(share.ev / share.probability),
                        "ev_contribution": exact_json(share.ev),
                    }
                    for share in solution.by_up_card
                    if share.probability
                },
            }
        },
        "other_readings": [_other_json(other, solution) for other in others],
    }


def _other_json(other: OtherReading, solution: Solution) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": other.interpretation.id,
        "reading": other.reading.id,
        "text": other.reading.text,
        "settings": dict(other.reading.settings),
        "main": None,
        "ev_change": None,
        "problem": other.problem or None,
    }
    if other.solution is not None:
        figures = _figures(other.solution)
        row["main"] = {
            solution.strategy_class: {key: exact_json(value) for key, value in figures.items()}
        }
        row["ev_change"] = exact_json(other.solution.ev - solution.ev)
    return row


def _effect(other: OtherReading, solution: Solution) -> str:
    if other.solution is None:
        return f"cannot be computed: {other.problem}"
    change = other.solution.ev - solution.ev
    effect = "exactly the same"
    if change:
        effect = f"{'+' if change > 0 else ''}{decimal_text(100 * change)} percentage points"
    return f"RTP {percent_text(other.solution.rtp, 12)}, {effect}"
