"""`bjcalc compare`: the exact EV of each strategy class of a game, and the gaps between them."""

from __future__ import annotations

import textwrap
from fractions import Fraction
from typing import Any

import click

from bjcalc.cli.columns import aligned
from bjcalc.cli.common import (
    about_game,
    echo_json,
    game_argument,
    json_option,
    load_from_options,
    reading_option,
    set_option,
)
from bjcalc.cli.rtp import game_json, heading
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_json, exact_lines
from bjcalc.strategy import Comparison, compare

_CLASSES = {
    "TD": "a chart by total (locally best: no single cell can be improved)",
    "CD": "the best decision for every composition; split hands are played the same way",
    "CDP": "as CD, and after a split decisions know how many hands the pair has become",
    "U": "no zero-memory strategy exceeds this (it is no strategy itself)",
}


@click.command("compare")
@game_argument
@set_option
@reading_option
@json_option
def command(game: str, settings: tuple[str, ...], readings: tuple[str, ...], as_json: bool) -> None:
    """Print the exact EV of each strategy class, and what each costs.

    CDZ, the best single map from hand and up card to actions, lies between CD and U; where the two
    are equal it is settled.

    \b
    Examples:
      bjcalc compare borgata-blackjack-pro
      bjcalc compare my-game.toml --set shoe.decks=1 --json
    """
    chosen = load_from_options(game, settings, readings)
    with about_game(chosen):
        result = compare(chosen.rules)
    if as_json:
        echo_json(_json(chosen, result))
    else:
        click.echo("\n".join(_text(chosen, result)))


def _values(result: Comparison) -> dict[str, Fraction]:
    return {
        "TD": result.td.ev,
        "CD": result.cd.ev,
        "CDP": result.cdp.ev,
        "U": result.bound,
    }


def _json(game: Game, result: Comparison) -> dict[str, Any]:
    return {
        "game": game_json(game),
        "unit": "initial bets, before the deal",
        "classes": {
            name: {
                "meaning": _CLASSES[name],
                "ev": exact_json(ev),
                "minus_cd": exact_json(ev - result.cd.ev),
            }
            for name, ev in _values(result).items()
        },
        "cdz": {
            "at_least": exact_json(result.cd.ev),
            "at_most": exact_json(result.bound),
            "settled": result.closed,
        },
    }


def _text(game: Game, result: Comparison) -> list[str]:
    lines = [*heading(game), "", "EV per initial bet, before the deal, by strategy class:"]
    values = _values(result)
    table = [("class", "EV", "minus CD")]
    for name, ev in values.items():
        gap = ev - result.cd.ev
        table.append((name, decimal_text(ev), _signed(gap) if name != "CD" else ""))
    lines += [*aligned(table).splitlines(), ""]
    for name, meaning in _CLASSES.items():
        lines += textwrap.wrap(
            f"{name:4}{meaning}", 96, initial_indent="  ", subsequent_indent="      "
        )
    if result.closed:
        bracket = (
            "CD = U exactly, so CDZ, the best zero-memory strategy, is settled: it is worth what "
            "CD is."
        )
    else:
        bracket = (
            "CDZ, the best zero-memory strategy, is worth at least what CD is and at most U: a "
            f"bracket of {decimal_text(result.bound - result.cd.ev)} in EV."
        )
    lines += ["", *textwrap.wrap(bracket, 96), "", "The same as fractions:"]
    for name, ev in values.items():
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
