"""`bjcalc report`: the math report of a game, as a document for a regulator or a laboratory."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bjcalc.cli.common import (
    about_game,
    game_argument,
    json_option,
    load_from_options,
    reading_option,
    set_option,
)
from bjcalc.cli.rounds import ROUNDS
from bjcalc.errors import BjcalcError
from bjcalc.files import write_atomically

if TYPE_CHECKING:
    from bjcalc.report import Report

_ENDINGS = (".pdf", ".html", ".md", ".json")


@click.command("report")
@game_argument
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Write to a file; its ending says what: .pdf .html .md .json. May be repeated.",
)
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
@set_option
@reading_option
@json_option
def command(
    game: str,
    outputs: tuple[Path, ...],
    rounds: int,
    seed: int,
    no_simulation: bool,
    settings: tuple[str, ...],
    readings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Write the whole math report of a game: rules, return, strategy, odds, volatility, claims.

    Without -o the report is printed as Markdown (with --json, as JSON). The same game, options and
    version give the same bytes. A .pdf needs the extra bjcalc[pictures].

    \b
    Examples:
      bjcalc report borgata-blackjack-pro -o report.pdf -o report.html
      bjcalc report my-game.toml --rounds 50e6 --seed 7 -o report.pdf
    """
    writers = [(path, _writer(path)) for path in outputs]
    chosen = load_from_options(game, settings, readings)
    from bjcalc.report import build_report, gather

    progress = _Progress() if sys.stderr.isatty() else None
    with about_game(chosen):
        facts = gather(chosen, rounds=0 if no_simulation else rounds, seed=seed, progress=progress)
        if progress is not None:
            progress("report", 0, 1)
        report = build_report(facts)
        contents = [(path, to_form(report)) for path, to_form in writers]
    if progress is not None:
        progress.clear()
    for path, content in contents:
        write_atomically(path, content)
    if as_json:
        from bjcalc.report.data import to_json

        click.echo(to_json(report), nl=False)
    elif not outputs:
        from bjcalc.report.markdown import to_markdown

        click.echo(to_markdown(report), nl=False)


def _writer(path: Path) -> Callable[[Report], str | bytes]:
    """Return what makes the content of a file with this ending.

    Raises BjcalcError where there is no such form, or where the library for it is missing.
    """
    kind = path.suffix.lower()
    if kind == ".pdf":
        from bjcalc.charts.printed import check_libraries

        check_libraries(kind)
        from bjcalc.report.pdf import to_pdf

        return to_pdf
    if kind == ".html":
        from bjcalc.report.html import to_html

        return to_html
    if kind == ".md":
        from bjcalc.report.markdown import to_markdown

        return to_markdown
    if kind == ".json":
        from bjcalc.report.data import to_json

        return to_json
    raise BjcalcError(
        f"{path}: the ending {kind or '(none)'} is no form of a report; "
        f"write {', '.join(_ENDINGS[:-1])} or {_ENDINGS[-1]}"
    )


class _Progress:
    """One line on a terminal that says what is being computed, and how far it is."""

    def __call__(self, what: str, done: int, total: int) -> None:
        share = f" {100 * done // total} %" if total > 1 else ""
        click.echo(f"\r\x1b[K{what}{share}"[:78], nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        click.echo("\r\x1b[K", nl=False, err=True)
