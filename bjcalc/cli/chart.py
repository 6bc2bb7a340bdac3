"""`bjcalc chart`: what to play in this very game, as text, data, picture or page."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import click

from bjcalc.charts.sheet import CLASSES, Sheet, make_sheet
from bjcalc.cli.common import (
    about_game,
    echo_json,
    game_argument,
    json_option,
    load_from_options,
    reading_option,
    set_option,
)
from bjcalc.errors import BjcalcError
from bjcalc.files import write_atomically

PAPERS = ("a4", "letter")


@click.command("chart")
@game_argument
@set_option
@reading_option
@click.option(
    "--class",
    "strategy_class",
    type=click.Choice(CLASSES, case_sensitive=False),
    default="TD",
    show_default=True,
    help="TD: the best chart by total. CD: the same, with what every composition plays otherwise.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Write to a file; its ending says what: .html .svg .pdf .png .csv .json .md .txt",
)
@click.option(
    "--paper",
    type=click.Choice(PAPERS, case_sensitive=False),
    default="a4",
    show_default=True,
    help="The page of .svg, .pdf and .png, and of the printed .html.",
)
@json_option
def command(
    game: str,
    settings: tuple[str, ...],
    readings: tuple[str, ...],
    strategy_class: str,
    output: Path | None,
    paper: str,
    as_json: bool,
) -> None:
    """Print or draw a game's strategy chart with its exact EV.

    Pictures and pages name the game, its rules, the class, the EV and the digest of the game file.

    \b
    Examples:
      bjcalc chart borgata-blackjack-pro
      bjcalc chart borgata-blackjack-pro -o chart.html
      bjcalc chart bonus-pairs-blackjack --class CD -o cd.html
      bjcalc chart my-game.toml --set shoe.decks=6 -o chart.pdf --paper letter
    """
    write = None if output is None else _writer(output, paper.lower())
    chosen = load_from_options(game, settings, readings)
    with about_game(chosen):
        sheet = make_sheet(chosen, strategy_class=strategy_class.upper())
    if output is not None and write is not None:
        write_atomically(output, write(sheet))
        if not as_json:
            return
    if as_json:
        from bjcalc.charts.data import to_json_data

        echo_json(to_json_data(sheet))
    elif sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        from rich.console import Console

        from bjcalc.charts.terminal import print_chart

        print_chart(sheet, Console(highlight=False))
    else:
        from bjcalc.charts.text import plain_text

        click.echo(plain_text(sheet), nl=False)


def _writer(output: Path, paper: str) -> Callable[[Sheet], str | bytes]:
    """Return what makes the content of a file with this ending.

    Raises BjcalcError where there is no such kind, or where the libraries for it are missing.
    """
    kind = output.suffix.lower()
    if kind in (".csv", ".json"):
        from bjcalc.charts import data

        return data.to_csv if kind == ".csv" else data.to_json
    if kind in (".txt", ".md"):
        from bjcalc.charts import text

        return text.plain_text if kind == ".txt" else text.markdown
    if kind == ".svg":
        from bjcalc.charts.svg import to_svg

        return lambda sheet: to_svg(sheet, paper)
    if kind == ".html":
        from bjcalc.charts.page import to_html

        return lambda sheet: to_html(sheet, paper)
    if kind in (".pdf", ".png"):
        from bjcalc.charts import printed

        printed.check_libraries(kind)
        to_bytes = printed.to_pdf if kind == ".pdf" else printed.to_png
        return lambda sheet: to_bytes(sheet, paper)
    raise BjcalcError(
        f"{output}: the ending {kind or '(none)'} is no kind of chart; "
        "write .html, .svg, .pdf, .png, .csv, .json, .md or .txt"
    )
