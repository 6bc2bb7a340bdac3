"""`bjcalc evaluate`: the exact EV of a chart that somebody else published."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from bjcalc.cli.about import game_json
from bjcalc.cli.common import Answer, game_command
from bjcalc.cli.strategies import told_chart
from bjcalc.cli.wording import worded
from bjcalc.gamefile import Game
from bjcalc.numbers import exact_json
from bjcalc.shoe import VALUES
from bjcalc.strategy import evaluate_chart
from bjcalc.strategy.comparison import ChartEvaluation


@game_command("evaluate")
@click.argument("chart", type=click.Path(path_type=Path))
@click.option(
    "--cells",
    type=click.IntRange(min=0),
    default=12,
    show_default=True,
    help="How many of the worst cells to print.",
)
def command(game: Game, chart: Path, cells: int) -> Answer:
    """Print the exact EV of a chart, what it costs, and its worst cells.

    CHART is a CSV or JSON file: a line for each row of the chart and a column for each up card, or
    a .csv or .json that `bjcalc chart -o` writes. The usual abbreviations are understood (H, S, D,
    Ds, P or SP, SU or Rh, Y and N for pairs). A play that the game does not allow falls back as the
    symbol says.

    \b
    Examples:
      bjcalc evaluate borgata-blackjack-pro my-chart.csv
      bjcalc evaluate my-game.toml chart.json --set shoe.decks=6 --json
    """
    result = evaluate_chart(game.rules, told_chart(chart, game.rules))
    return Answer(
        lambda: _json(game, chart, result),
        lambda: worded(
            "evaluate",
            game=game,
            chart=chart.name,
            result=result,
            costs=_costs(result),
            cells=cells,
        ),
    )


def _costs(result: ChartEvaluation) -> dict[str, Fraction]:
    """Return what the chart costs against each class; a negative cost is a gain."""
    return {name: solution.ev - result.chart.ev for name, solution in result.against.items()}


def _json(game: Game, path: Path, result: ChartEvaluation) -> dict[str, Any]:
    return {
        "game": game_json(game),
        "chart": path.name,
        "unit": "initial bets, before the deal",
        "ev": exact_json(result.chart.ev),
        "house_edge": exact_json(result.chart.house_edge),
        "rtp": exact_json(result.chart.rtp),
        "total_stake": exact_json(result.chart.stake),
        "rtp_per_unit_wagered": exact_json(result.chart.rtp_per_unit_wagered),
        "cost_against": {
            name: {"ev": exact_json(solution.ev), "cost": exact_json(_costs(result)[name])}
            for name, solution in result.against.items()
        },
        "worst_cells": [
            {
                "row": loss.row.name,
                "up": VALUES[loss.up],
                "symbol": loss.symbol.value,
                "better": loss.better.value,
                "gain": exact_json(loss.gain),
            }
            for loss in result.worst_cells
        ],
    }
