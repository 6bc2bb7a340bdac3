"""What the commands share: the game they are about, settings, readings, JSON output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from bjcalc.errors import ShoeExhaustedError, UnsupportedRuleError
from bjcalc.gamefile import Game, load_game

game_argument = click.argument("game", metavar="GAME")

set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="Set one rule of the game, such as shoe.decks=6 or dealer.soft17=hit. May be repeated.",
)

reading_option = click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="ID=READING",
    help="Take another reading of an ambiguous rule, such as resplit-aces=yes. May be repeated.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON with stable keys.")


def load_from_options(game: str, settings: tuple[str, ...], readings: tuple[str, ...]) -> Game:
    """Return the game that GAME, --set and --reading ask for.

    Raises UnknownGameError or GameFileError with every mistake.
    """
    return load_game(game, set=settings, readings=readings)


def echo_json(data: Any) -> None:
    """Print the data as JSON, indented, in the order of its keys."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


@contextmanager
def about_game(game: Game) -> Iterator[None]:
    """Say of rules that cannot be computed in which file they stand."""
    try:
        yield
    except (ShoeExhaustedError, UnsupportedRuleError) as error:
        raise type(error)(f"{game.path}: {error}") from None
