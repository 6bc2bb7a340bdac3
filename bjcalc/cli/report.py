"""`bjcalc report`: the math report of a game, as a document for a regulator or a laboratory."""

from __future__ import annotations

import click

from bjcalc.cli.common import Answer, game_command, write_all
from bjcalc.cli.outputs import PDF, Form, Output, output_option
from bjcalc.cli.progress import told
from bjcalc.cli.rounds import ROUNDS
from bjcalc.gamefile import Game

FORMS = {
    ".pdf": Form("bjcalc.documents.pdf:to_pdf", PDF),
    ".html": Form("bjcalc.documents.html:to_html"),
    ".md": Form("bjcalc.documents.markdown:to_markdown"),
    ".json": Form("bjcalc.report:to_json"),
}


@game_command("report")
@output_option("report", FORMS)
@click.option(
    "--rounds",
    type=ROUNDS,
    default="2e6",
    show_default=True,
    help="Rounds of the simulation that the exact values are compared with.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="Seed of the simulation.",
)
@click.option("--no-simulation", is_flag=True, help="Leave the simulation out.")
def command(
    game: Game,
    outputs: tuple[Output, ...],
    rounds: int,
    seed: int,
    no_simulation: bool,
) -> Answer:
    """Write the whole math report of a game: rules, return, strategy, odds, volatility, claims.

    Without -o the report is printed as Markdown (with --json, as JSON). The same game, options and
    version give the same bytes. A .pdf needs the extra "pictures".

    \b
    Examples:
      bjcalc report borgata-blackjack-pro -o report.pdf -o report.html
      bjcalc report my-game.toml --rounds 50e6 --seed 7 -o report.pdf
    """
    from bjcalc.documents.markdown import to_markdown
    from bjcalc.report import build_report, gather, to_json_data

    facts = gather(game, rounds=0 if no_simulation else rounds, seed=seed, progress=told)
    told("report")
    report = build_report(facts)
    write_all(outputs, lambda one: one.form.make(report))
    return Answer(
        lambda: to_json_data(report),
        lambda: [] if outputs else [to_markdown(report)],
    )
