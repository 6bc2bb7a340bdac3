"""`bjcalc tolerance`: where the actual RTP of n rounds lies, and whether an observed one does."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from bjcalc import __version__
from bjcalc.cli.about import game_json
from bjcalc.cli.bets import BETS, HANDS, read_combination
from bjcalc.cli.common import Answer, game_command, write_all
from bjcalc.cli.outputs import Form, Output, OutputFile
from bjcalc.cli.progress import steps
from bjcalc.cli.rounds import ROUNDS
from bjcalc.cli.strategies import CHART, STRATEGY, solve_for
from bjcalc.cli.wording import worded
from bjcalc.engine import Solution
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_json, parse_fraction
from bjcalc.outcomes import whole_law
from bjcalc.outcomes.combine import Combination, combine
from bjcalc.outcomes.covariance import Covariances
from bjcalc.outcomes.tolerance import (
    LAWS_EXPLAINED,
    LEVELS,
    Interval,
    Per,
    interval,
    needs_law,
    rtp_and_variance,
)
from bjcalc.rules import rules_line

_TABLE = tuple(10**power for power in range(3, 10))


_MOST_PERCENT = 10000
"""An --actual beyond this, either way, is a slip: it would be a hundred initial bets a round."""


class RtpError(BjcalcError):
    """The option --actual is no RTP."""


@game_command("tolerance", BETS, HANDS, STRATEGY, CHART)
@click.option("--rounds", type=ROUNDS, help="Number of rounds; without it, a table of 1e3 to 1e9.")
@click.option(
    "--actual",
    metavar="PERCENT",
    help="An observed RTP to be checked, such as 98.7; below 0 where more than the bets was lost.",
)
@click.option(
    "--per",
    type=click.Choice([one.value for one in Per]),
    default=Per.INITIAL.value,
    show_default=True,
    help="Count the RTP per initial bet, or per unit of all stakes (turnover).",
)
@click.option(
    "--level",
    type=click.Choice(["95", "99", "99.9"]),
    default="99",
    show_default=True,
    help="The confidence by which --actual decides the exit status.",
)
@click.option(
    "--plot",
    type=OutputFile("plot", {".svg": Form("bjcalc.outcomes.plot:tolerance_svg")}),
    help="Write the intervals as an SVG file.",
)
def command(
    game: Game,
    rounds: int | None,
    actual: str | None,
    per: str,
    level: str,
    plot: Output | None,
    bets: str | None,
    hands: int,
    strategy: str,
    chart: Path | None,
) -> Answer:
    """Print the intervals in which the actual RTP lies with 95, 99 and 99.9 %.

    They come from the exact variance and the normal law; per unit wagered the RTP is a ratio of two
    sums and its variance that of the ratio. For the main bet alone and at most 2000 rounds, per
    initial bet, they come from the exact distribution of the sum instead, where a round's is known
    (see `bjcalc outcomes`; with more than two hands after splits on small shoes alone).

    With --actual the exit status is 1 if the observed RTP is outside the interval of --level.

    \b
    Examples:
      bjcalc tolerance borgata-blackjack-pro
      bjcalc tolerance borgata-blackjack-pro --rounds 250000 --actual 98.7 --per wagered
    """
    if actual is not None and rounds is None:
        raise click.UsageError("--actual needs --rounds")
    observed = _rtp(actual)
    combination = read_combination(game, bets, hands)
    by = Per(per)
    alone = hands == 1 and not combination.bets
    law = None
    wanted = _TABLE if rounds is None else (rounds,)
    solution = solve_for(game, strategy, chart)
    covariances = Covariances(solution, steps("two hands"))
    together = combine(covariances, combination)
    if alone and needs_law(by, min(wanted)):
        law = whole_law(solution, steps("distribution"))
    net_law = None if law is None else law.net
    intervals = [
        interval(together.moments, together.initial, by, number, one, net_law)
        for number in wanted
        for one in LEVELS
    ]
    rtp, variance = rtp_and_variance(together.moments, together.initial, by)
    if plot is not None:
        notes = _notes(game, solution, combination)
        about = (together.moments, together.initial, by, game.name, notes)
        write_all([plot], lambda one: one.form.make(*about))
    inside = None
    if observed is not None:
        inside = {one.level: one.holds(observed) for one in intervals}
    return Answer(
        lambda: {
            "game": game_json(game),
            "strategy_class": solution.strategy_class,
            "per": per,
            "rtp": exact_json(rtp),
            "variance_of_one_round": exact_json(variance),
            "intervals": [_interval_json(one) for one in intervals],
            "actual": None if observed is None else exact_json(observed),
            "inside": None
            if inside is None
            else {_level_text(one): value for one, value in inside.items()},
        },
        lambda: worded(
            "tolerance",
            game=game,
            unit="initial bet" if by is Per.INITIAL else "unit wagered",
            rtp=rtp,
            variance=variance,
            levels=LEVELS,
            level_text=_level_text,
            intervals=intervals,
            laws=LAWS_EXPLAINED,
            observed=observed,
            inside=inside,
        ),
        status=int(inside is not None and not inside[Fraction(level) / 100]),
    )


def _rtp(actual: str | None) -> Fraction | None:
    """Return the observed RTP; below 0 where more than the initial bets was lost, by doubling."""
    if actual is None:
        return None
    value = parse_fraction(actual.removesuffix("%").strip())
    if value is None or abs(value) > _MOST_PERCENT:
        raise RtpError(
            f"--actual: {actual!r} is not an RTP in percent between -{_MOST_PERCENT} and "
            f"{_MOST_PERCENT}, such as 98.7"
        )
    return value / 100


def _notes(game: Game, solution: Solution, combination: Combination) -> list[str]:
    """Return what tells the plot of one game, bets and strategy from another's."""
    lines = [rules_line(game.rules)]
    if game.settings:
        lines.append(f"with {', '.join(game.settings)}")
    lines.append(
        f"Bets, {combination.words()}. Strategy class {solution.strategy_class}. Normal law with "
        "the exact variance."
    )
    lines.append(f"Game file SHA-256 {game.sha256}. Made by bjcalc {__version__}.")
    return lines


def _level_text(level: Fraction) -> str:
    return f"{decimal_text(100 * level, 1).removesuffix('.0')} %"


def _interval_json(one: Interval) -> dict[str, Any]:
    return {
        "rounds": one.rounds,
        "level": _level_text(one.level),
        "low": decimal_text(one.low),
        "high": decimal_text(one.high),
        "method": "convolution of the exact distribution" if one.convolved else "normal law",
    }
