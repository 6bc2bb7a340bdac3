"""`bjcalc diff`: the cells where the charts of two games differ."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from bjcalc.cli.about import game_json
from bjcalc.cli.common import Answer, about_game, answering
from bjcalc.cli.wording import worded
from bjcalc.gamefile import Game, load_game
from bjcalc.numbers import decimal_text, exact_json
from bjcalc.shoe import VALUES
from bjcalc.strategy import ChartSolution, differences, solve_td
from bjcalc.strategy.comparison import CellDifference

Found = tuple[CellDifference, ...]


@answering("diff")
@click.argument("first", metavar="GAME-A")
@click.argument("second", metavar="GAME-B")
@click.option(
    "--set-a",
    "settings_first",
    multiple=True,
    metavar="KEY=VALUE",
    help="Set one rule of the first game. May be repeated.",
)
@click.option(
    "--set-b",
    "settings_second",
    multiple=True,
    metavar="KEY=VALUE",
    help="Set one rule of the second game. May be repeated.",
)
def command(
    first: str, second: str, settings_first: tuple[str, ...], settings_second: tuple[str, ...]
) -> Answer:
    """Print the cells where two games' charts (class TD) differ, and what it costs to mix them up.

    The costs are in the whole game's EV: what the other game's symbol would cost in this one cell.

    \b
    Examples:
      bjcalc diff borgata-blackjack-pro bonus-pairs-blackjack
      bjcalc diff my-game.toml my-game.toml --set-b dealer.soft17=hit --json
    """
    games = [load_game(first, set=settings_first), load_game(second, set=settings_second)]
    charts = []
    for game in games:
        with about_game(game):
            charts.append(solve_td(game.rules))
    found = differences(*charts)
    return Answer(
        lambda: _json(games, charts, found),
        lambda: worded(
            "diff",
            charts=list(zip("AB", games, charts, strict=True)),
            found=found,
            cost=_cost_text,
        ),
    )


def _json(games: list[Game], charts: list[ChartSolution], found: Found) -> dict[str, Any]:
    return {
        "games": [
            {"game": game_json(game), "td_ev": exact_json(chart.ev)}
            for game, chart in zip(games, charts, strict=True)
        ],
        "unit": "costs in initial bets, before the deal",
        "differences": [
            {
                "row": cell.row.name,
                "up": VALUES[cell.up],
                "a": _name(cell.first),
                "b": _name(cell.second),
                "cost_of_b_in_a": _cost_json(cell.first_cost),
                "cost_of_a_in_b": _cost_json(cell.second_cost),
            }
            for cell in found
        ],
    }


def _name(symbol: str | None) -> str | None:
    return None if symbol is None else str(symbol)


def _cost_json(cost: Fraction | None) -> dict[str, str] | None:
    return None if cost is None else exact_json(cost)


def _cost_text(cost: Fraction | None) -> str:
    return "not allowed" if cost is None else decimal_text(cost)
