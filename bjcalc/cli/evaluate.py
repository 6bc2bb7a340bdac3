"""`bjcalc evaluate`: the exact EV of a chart that somebody else published."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from bjcalc.cli.about import game_json, heading
from bjcalc.cli.columns import aligned
from bjcalc.cli.common import Answer, game_command
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_json, exact_lines, percent_text
from bjcalc.shoe import VALUES
from bjcalc.shown import shown
from bjcalc.strategy import evaluate_chart, read_chart
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
    result = evaluate_chart(game.rules, read_chart(chart, game.rules))
    return Answer(lambda: _json(game, chart, result), lambda: _text(game, chart, result, cells))


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


def _text(game: Game, path: Path, result: ChartEvaluation, cells: int) -> list[str]:
    solution = result.chart
    lines = [*heading(game), f"chart {shown(path.name)}", ""]
    lines += aligned(
        [
            ("EV", decimal_text(solution.ev)),
            ("house edge", percent_text(solution.house_edge, 12)),
            ("RTP", percent_text(solution.rtp, 12)),
            ("RTP per unit wagered", percent_text(solution.rtp_per_unit_wagered, 12)),
        ]
    ).splitlines()
    lines += ["", "EV as a fraction:", *(f"  {part}" for part in exact_lines(solution.ev)), ""]
    lines.append("Against the classes of this game (EV per initial bet, before the deal):")
    table = [("class", "EV", "this chart costs")]
    for name, cost in _costs(result).items():
        table.append((name, decimal_text(solution.ev + cost), decimal_text(cost)))
    lines += [*aligned(table).splitlines(), ""]
    if not result.worst_cells:
        return [*lines, "No change of a single cell improves this chart."]
    count = len(result.worst_cells)
    listed = result.worst_cells[:cells]
    cells_text = "1 cell" if count == 1 else f"{count} cells"
    lines.append(
        f"{cells_text} would be better changed alone; the dearest first, by what the change adds:"
    )
    worst = [("row", "up", "chart", "better", "EV of the game")]
    worst += [
        (
            loss.row.name,
            VALUES[loss.up],
            loss.symbol.value,
            loss.better.value,
            f"+{decimal_text(loss.gain)}",
        )
        for loss in listed
    ]
    return [*lines, *aligned(worst).splitlines()]
