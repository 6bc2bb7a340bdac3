"""`bjcalc chart`: what to play in this very game, as text, data, picture or page."""

from __future__ import annotations

import os
import sys

import click

from bjcalc.charts.sheet import CLASSES, Sheet, make_sheet
from bjcalc.cli.common import Answer, game_command, write_all
from bjcalc.cli.outputs import PDF, PNG, Content, Form, Output, output_option
from bjcalc.gamefile import Game

PAPERS = ("a4", "letter")
FORMS = {
    ".html": Form("bjcalc.charts.page:to_html"),
    ".svg": Form("bjcalc.charts.layout:to_svg"),
    ".pdf": Form("bjcalc.charts.layout:to_pdf", PDF),
    ".png": Form("bjcalc.charts.layout:to_png", PNG),
    ".csv": Form("bjcalc.charts.data:to_csv"),
    ".json": Form("bjcalc.charts.data:to_json"),
    ".md": Form("bjcalc.charts.forms:markdown"),
    ".txt": Form("bjcalc.charts.forms:plain_text"),
}
_PAGES = (".html", ".svg", ".pdf", ".png")


@game_command("chart")
@click.option(
    "--class",
    "strategy_class",
    type=click.Choice(CLASSES, case_sensitive=False),
    default="TD",
    show_default=True,
    help="TD: the best chart by total. CD: the same, with what every composition plays otherwise.",
)
@output_option("chart", FORMS)
@click.option(
    "--paper",
    type=click.Choice(PAPERS, case_sensitive=False),
    default="a4",
    show_default=True,
    help="The page of .svg, .pdf and .png, and of the printed .html.",
)
def command(game: Game, strategy_class: str, outputs: tuple[Output, ...], paper: str) -> Answer:
    """Print or draw a game's strategy chart with its exact EV.

    Pictures and pages name the game, its rules, the class, the EV and the digest of the game file.

    \b
    Examples:
      bjcalc chart borgata-blackjack-pro
      bjcalc chart borgata-blackjack-pro -o chart.html
      bjcalc chart bonus-pairs-blackjack --class CD -o cd.html -o cd.csv
      bjcalc chart my-game.toml --set shoe.decks=6 -o chart.pdf --paper letter
    """
    sheet = make_sheet(game, strategy_class=strategy_class.upper())

    def content(one: Output) -> Content:
        about = (sheet, paper.lower()) if one.path.suffix.lower() in _PAGES else (sheet,)
        return one.form.make(*about)

    write_all(outputs, content)
    from bjcalc.charts.data import to_json_data

    return Answer(lambda: to_json_data(sheet), lambda: [] if outputs else [_shown(sheet)])


def _shown(sheet: Sheet) -> str:
    """Return the chart for this output: coloured as far as a terminal can, else plain."""
    from bjcalc.charts.forms import chart_document
    from bjcalc.documents.text import to_coloured, to_text

    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return (to_coloured if coloured else to_text)(chart_document(sheet))
