"""What the commands share: the game they are about, its settings, the answer, files written."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from bjcalc.cli import progress
from bjcalc.cli.outputs import Content, Output
from bjcalc.errors import BjcalcError, ShoeExhaustedError, UnsupportedRuleError
from bjcalc.files import write_atomically
from bjcalc.gamefile import Game, load_game
from bjcalc.shown import shown, shown_lines

SET = click.Option(
    ["--set", "settings"],
    multiple=True,
    metavar="KEY=VALUE",
    help="Set one rule of the game, such as shoe.decks=6 or dealer.soft17=hit. May be repeated.",
)

READING = click.Option(
    ["--reading", "readings"],
    multiple=True,
    metavar="ID=READING",
    help="Take another reading of an ambiguous rule, such as resplit-aces=yes. May be repeated.",
)

_JSON = click.Option(["--json", "as_json"], is_flag=True, help="Print JSON with stable keys.")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command says: `data` with --json, else `lines`; only what is wanted is made.

    `notes` go to stderr before either, `warnings` with the lines alone (the data have them too).
    `status` is the exit status: 1 for "checked and found false".
    """

    data: Callable[[], Any]
    lines: Callable[[], Iterable[str]]
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()
    status: int = 0


Work = Callable[..., Answer]


def answering(name: str, *options: click.Option) -> Callable[[Work], click.Command]:
    """Make a command of a function that returns an `Answer`; its last option is --json.

    `options` follow the function's own ones in the help.
    """

    def decorate(work: Work) -> click.Command:
        @functools.wraps(work)
        def run(*, as_json: bool, **given: Any) -> int:
            _check_files(given)
            with progress.running(name):
                answer = work(**given)
                data = answer.data() if as_json else None
            for note in (*answer.notes, *(() if as_json else answer.warnings)):
                say(note, err=True)
            if as_json:
                echo_json(data)
            else:
                for line in answer.lines():
                    say(line.removesuffix("\n"))
            return answer.status

        made = click.command(name)(run)
        made.params += [*options, _JSON]
        return made

    return decorate


def game_command(name: str, *options: click.Option) -> Callable[[Work], click.Command]:
    """Make a command about one GAME, with --set, --reading and --json.

    The function gets the game, read under these, as `game`. What cannot be computed of its rules is
    reported with the file in which they stand.
    """

    def decorate(work: Work) -> click.Command:
        @functools.wraps(work)
        def run(
            game: str, settings: Sequence[str], readings: Sequence[str], **given: Any
        ) -> Answer:
            chosen = load_game(game, set=settings, readings=readings)
            with about_game(chosen):
                return work(game=chosen, **given)

        made = answering(name, *options, SET, READING)(run)
        made.params.insert(0, click.Argument(["game"], metavar="GAME"))
        return made

    return decorate


def _check_files(given: Mapping[str, Any]) -> None:
    """Raise BjcalcError where a file is to be written twice, or is one that the command reads."""
    values = [one for value in given.values() for one in _each(value)]
    read = {_place(one) for one in values if isinstance(one, str | Path)}
    written: set[str] = set()
    for one in values:
        if isinstance(one, Output):
            place = _place(one.path)
            if place in written:
                raise BjcalcError(f"{one.path}: named twice as a file to be written")
            if place in read:
                raise BjcalcError(
                    f"{one.path}: cannot be written: this command reads it; name another file"
                )
            written.add(place)


def _place(path: str | Path) -> str:
    try:
        return os.path.realpath(path)
    except ValueError:  # half a character, or a zero byte: no file's name
        return ""


def _each(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def write_all(outputs: Iterable[Output], content: Callable[[Output], Content]) -> None:
    """Write every file and say so on stderr; nothing is written before all contents are made.

    Raises BjcalcError where a file cannot be written.
    """
    for one, data in [(one, content(one)) for one in outputs]:
        write_atomically(one.path, data)
        say(f"{one.what} written to {shown(str(one.path))}", err=True)


def say(text: str, *, err: bool = False) -> None:
    """Print a text, to stderr with `err`; nothing in it but colours is obeyed by a terminal."""
    progress.clear()
    print(shown_lines(text), file=sys.stderr if err else sys.stdout)


def echo_json(data: Any) -> None:
    """Print the data as JSON, indented, in the order of its keys; in ASCII where stdout is so."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    say(json.dumps(data, indent=2, ensure_ascii=not unicode))


@contextmanager
def about_game(game: Game) -> Iterator[None]:
    """Say of rules that cannot be computed in which file they stand."""
    try:
        yield
    except (ShoeExhaustedError, UnsupportedRuleError) as error:
        raise type(error)(f"{game.path}: {error}") from None
