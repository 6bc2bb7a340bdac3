"""What commands about one strategy share: its class or chart, and its moments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bjcalc.cli.common import say
from bjcalc.engine import Solution
from bjcalc.gamefile import Game
from bjcalc.numbers import exact_json, root_text
from bjcalc.outcomes import Moments
from bjcalc.rules import Rules
from bjcalc.strategy import Chart, play_chart, read_chart, solve_class
from bjcalc.strategy.classes import CD, CLASSES, PLAYED

STRATEGY = click.Option(
    ["--strategy"],
    type=click.Choice(PLAYED),
    default=CD,
    show_default=True,
    help="; ".join(f"{name}: {CLASSES[name].plain}" for name in PLAYED) + ".",
)

CHART = click.Option(
    ["--chart"],
    type=click.Path(path_type=Path),
    help="Play this chart (CSV or JSON, see `bjcalc evaluate`) instead of a strategy class.",
)


def solve_for(game: Game, strategy: str, chart: Path | None) -> Solution:
    """Return the game under the strategy asked for.

    Raises click.UsageError where --strategy and --chart are both given, ChartFileError for a chart
    that cannot be read, or as `bjcalc.solve`.
    """
    if chart is not None:
        if _given("strategy"):
            raise click.UsageError(
                "--strategy and --chart exclude each other: both say what to play"
            )
        return play_chart(game.rules, told_chart(chart, game.rules))
    return solve_class(strategy, game.rules)


def told_chart(path: Path, rules: Rules) -> Chart:
    """Return the chart in a file, and say on stderr what was taken for rows that it leaves out."""
    chart = read_chart(path, rules)
    for words in chart.assumed:
        say(f"note: {words}", err=True)
    return chart


def _given(option: str) -> bool:
    """Whether the user wrote an option of the command that runs, even if with its default."""
    context = click.get_current_context(silent=True)
    return (
        context is not None
        and context.get_parameter_source(option) is click.core.ParameterSource.COMMANDLINE
    )


def moments_json(found: Moments) -> dict[str, Any]:
    """Return mean, variance and the rest as exact numbers; standard deviations as decimals."""
    return {
        "ev": exact_json(found.ev),
        "rtp": exact_json(1 + found.ev),
        "variance": exact_json(found.variance),
        "standard_deviation": root_text(found.variance, 12),
        "total_stake": exact_json(found.stake),
        "total_stake_variance": exact_json(found.stake_variance),
        "covariance_of_net_and_stake": exact_json(found.covariance),
        "rtp_per_unit_wagered": exact_json(found.rtp_per_unit_wagered),
        "variance_per_unit_wagered": exact_json(found.ratio_variance),
    }
