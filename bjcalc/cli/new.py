"""`bjcalc new`: a commented game file to start from."""

from __future__ import annotations

from pathlib import Path

import click

from bjcalc.cli.common import say
from bjcalc.errors import BjcalcError
from bjcalc.files import write_atomically
from bjcalc.gamefile.template import template_text
from bjcalc.shown import shown


@click.command("new")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def command(file: Path, force: bool) -> None:
    """Write a game file to start from, with every rule in it and explained.

    Example: bjcalc new my-game.toml
    """
    if file.exists() and not force:
        raise BjcalcError(f"{file}: exists already; --force replaces it")
    write_atomically(file, template_text())
    name = shown(str(file))
    say(f"{name}: written; change the rules in it, then: bjcalc rtp {name}")
