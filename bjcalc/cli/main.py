"""The entry point: finds the command, loads only that one, and turns mistakes into messages.

Exit status: 0 done, 1 checked and found false, 2 bad input. A `BjcalcError` becomes its own text
on stderr; anything else is a defect of bjcalc and keeps its traceback.
"""

from __future__ import annotations

import difflib
import importlib
import io
import os
import signal
import sys
from typing import Any, NoReturn

import click

from bjcalc import __version__
from bjcalc.errors import BjcalcError
from bjcalc.shown import shown

# Command name -> module of bjcalc.cli that holds it as `command`, in the order of the help text.
COMMANDS: dict[str, str] = {
    "games": "games",
    "rtp": "rtp",
    "hand": "hand",
    "chart": "chart",
    "compare": "compare",
    "evaluate": "evaluate",
    "diff": "diff",
    "sidebets": "sidebets",
    "paytables": "paytables",
    "formula": "formula",
    "outcomes": "outcomes",
    "combine": "combine",
    "tolerance": "tolerance",
    "simulate": "simulate",
    "report": "report",
    "audit": "audit",
    "certify": "certify",
    "verify": "verify",
    "keygen": "keygen",
    "new": "new",
    "schema": "schema",
}


class LazyGroup(click.Group):
    """A group that imports a command's module only when that command is used or explained."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of the command and return it; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"bjcalc.cli.{COMMANDS[cmd_name]}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, with a suggestion where the name is misspelt."""
        if args and args[0] not in COMMANDS:
            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"no such command {args[0]!r}{hint}")
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            refuse_repeated(command, click.Context(command, ctx, name), rest)
        return name, command, rest


def refuse_repeated(command: click.Command, ctx: click.Context, args: list[str]) -> None:
    """Raise UsageError where an option is given twice that has one value only.

    Without it the last one would count, and the others be dropped without a word.
    """
    _, _, given = command.make_parser(ctx).parse_args(args=list(args))
    options = [one for one in given if isinstance(one, click.Option)]
    again = [one for one in dict.fromkeys(options) if options.count(one) > 1 and not one.multiple]
    if again and not any(one.is_eager for one in options):
        names = ", ".join(max(one.opts, key=len) for one in again)
        repeatable = [
            max(one.opts, key=len)
            for one in command.params
            if isinstance(one, click.Option) and one.multiple
        ]
        hint = f"; only {', '.join(repeatable)} may be repeated" if repeatable else ""
        raise click.UsageError(f"given more than once: {names}{hint}", ctx)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="bjcalc")
def cli() -> None:
    """Compute the exact house edge, strategy and side bets of one particular blackjack game.

    A GAME is the slug of a shipped game (see `bjcalc games`) or the path of a game file (see
    `bjcalc new`).
    """


def run(args: list[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    if hasattr(signal, "SIGPIPE"):
        # When the reader (such as `head`) has gone, end quietly as other filters do.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if sys.stdout is None:
        sys.exit(2)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What a terminal cannot show is written out, instead of ending in an error.
            stream.reconfigure(errors="backslashreplace")
    try:
        result: Any = cli.main(args=args, prog_name="bjcalc", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Abort:
        click.echo("interrupted", err=True)
        sys.exit(130)
    except click.ClickException as error:
        vars(error)["message"] = shown(error.message)
        error.show(sys.stderr)
        sys.exit(error.exit_code)
    except BjcalcError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        if error.filename is not None:
            raise
        _give_up_on_output(error)
    sys.exit(result if isinstance(result, int) else 0)


def _give_up_on_output(error: OSError) -> NoReturn:
    """Say that the output could not be written, and leave without trying again."""
    click.echo(f"bjcalc: the output cannot be written: {error.strerror}", err=True)
    # What is still buffered would fail once more when the interpreter ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(2)
