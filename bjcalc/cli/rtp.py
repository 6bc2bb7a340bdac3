"""`bjcalc rtp`: the exact house edge of a game, and what other readings of its rules give."""

from __future__ import annotations

import textwrap
from fractions import Fraction
from typing import Any

from bjcalc.cli.about import game_json, heading
from bjcalc.cli.columns import WIDTH, aligned
from bjcalc.cli.common import Answer, game_command
from bjcalc.engine import Solution, solve
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_json, exact_text, percent_text
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
    return Answer(lambda: _json(game, solution, others), lambda: _text(game, solution, others))


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


def _text(game: Game, solution: Solution, others: list[OtherReading]) -> list[str]:
    rows = [
        ("EV", decimal_text(solution.ev), solution.ev),
        ("house edge", percent_text(solution.house_edge, 12), solution.house_edge),
        ("RTP", percent_text(solution.rtp, 12), solution.rtp),
        ("total stake", decimal_text(solution.stake), solution.stake),
        (
            "RTP per unit wagered",
            percent_text(solution.rtp_per_unit_wagered, 12),
            solution.rtp_per_unit_wagered,
        ),
    ]
    lines = [*heading(game), "", *textwrap.wrap(CLASS_TEXT, WIDTH)]
    lines += ["EV, house edge and RTP are per initial bet, before the deal.", ""]
    lines += aligned([row[:2] for row in rows]).splitlines()
    lines += ["", "The same as fractions:"]
    width = max(len(name) for name, _, _ in rows)
    for name, _, value in rows:
        lines.append(f"{name.ljust(width)}  {exact_text(value)}")
    lines += ["", "By up card (the contributions add up to the EV):"]
    table = [("up", "chance", "EV given it", "contribution")]
    for share in solution.by_up_card:
        if share.probability:
            table.append(
                (
                    VALUES[share.up],
                    decimal_text(share.probability),
                    decimal_text(share.ev / share.probability),
                    decimal_text(share.ev),
                )
            )
    lines += aligned(table).splitlines()
    lines += _readings(game, solution, others)
    if game.defaults_taken:
        lines += ["", "Not stated by the game file, and taken by default:"]
        keys = ", ".join(game.defaults_taken)
        lines += textwrap.wrap(keys, WIDTH, initial_indent="  ", subsequent_indent="  ")
    if game.assumptions:
        lines += ["", "Assumed:"]
        for assumption in game.assumptions:
            lines += textwrap.wrap(assumption, WIDTH, initial_indent="  ", subsequent_indent="  ")
    return lines


def _readings(game: Game, solution: Solution, others: list[OtherReading]) -> list[str]:
    if not game.interpretations:
        return []
    lines = ["", "Where the text is open, the reading taken and what others would give:"]
    for one in game.interpretations:
        taken = one.chosen if one.chosen is not None else "set by --set, fits no reading"
        mark = "" if one.chosen == one.default else " (not the default)"
        lines += textwrap.wrap(
            f"{one.id}: {taken}{mark}. {one.question}",
            WIDTH,
            initial_indent="  ",
            subsequent_indent="    ",
        )
        alternatives = [other for other in others if other.interpretation.id == one.id]
        for other in alternatives:
            lines += textwrap.wrap(
                f"{other.reading.id}: {_effect(other, solution)}",
                WIDTH,
                initial_indent="    ",
                subsequent_indent="      ",
            )
        if not alternatives:
            lines.append("    no other reading changes the main game")
    return lines


def _effect(other: OtherReading, solution: Solution) -> str:
    if other.solution is None:
        return f"cannot be computed: {other.problem}"
    change = other.solution.ev - solution.ev
    effect = "exactly the same"
    if change:
        effect = f"{'+' if change > 0 else ''}{decimal_text(100 * change)} percentage points"
    return f"RTP {percent_text(other.solution.rtp, 12)}, {effect}"
