"""`bjcalc schema`: the JSON Schema of the game file."""

from __future__ import annotations

import click

from bjcalc.gamefile.form import schema_text


@click.command("schema")
def command() -> None:
    """Print the JSON Schema of the game file, for editors and other programs.

    Example: bjcalc schema > game.schema.json
    """
    click.echo(schema_text(), nl=False)
