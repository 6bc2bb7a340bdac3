"""The mistakes a user can make, as exceptions: one class for each kind, each a sentence.

Every command turns a `BjcalcError` into its message and exit status 2; nothing else should reach
a user. A mistake knows where it stands (`file:line: dotted.key`), what is there and what would be
right. A reader collects all mistakes of a file and raises one `GameFileError` that lists them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bjcalc.shown import shown

_MOST_CHARACTERS = 2000
_MOST_LINES = 200


class BjcalcError(Exception):
    """Base of all errors that are the user's to mend; each argument is a line of its text.

    The text is ready to be shown: what it quotes cannot add lines to it or command a terminal.
    """

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text."""
        return tuple(shown(str(line)) for line in self.args)

    def __str__(self) -> str:
        """Return the lines as they may be shown: not endless ones, whatever a file holds."""
        lines = self.lines
        told = [_cut(line) for line in lines[:_MOST_LINES]]
        if len(lines) > _MOST_LINES:
            told.append(f"... and {len(lines) - _MOST_LINES} more")
        return "\n".join(told)


def _cut(line: str) -> str:
    if len(line) <= _MOST_CHARACTERS:
        return line
    return f"{line[: _MOST_CHARACTERS * 3 // 4]} ... {line[-_MOST_CHARACTERS // 4 :]}"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in a file or an option: where it is, what is there, what would be right.

    `others` are the keys of other rules that take part in it.
    """

    message: str
    key: str = ""
    file: str = ""
    line: int | None = None
    others: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return `file:line: key: message`, without the parts that are unknown."""
        place = self.file
        if self.line is not None:
            place = f"{place}:{self.line}" if place else f"line {self.line}"
        return shown(": ".join(part for part in (place, self.key, self.message) if part))


class MistakesError(BjcalcError):
    """Something is wrong in several places; `mistakes` lists them, a line of the text for each."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        """Keep the mistakes, in their order."""
        self.mistakes = tuple(mistakes)
        super().__init__(self.mistakes)

    @property
    def lines(self) -> tuple[str, ...]:
        """The mistakes."""
        return tuple(map(str, self.mistakes))


class GameFileError(MistakesError):
    """A game file is wrong; `mistakes` lists everything found in it, in file order."""


class UnknownGameError(BjcalcError):
    """A name is neither a shipped game's slug nor a file that can be read."""


class UnsupportedRuleError(BjcalcError):
    """The rules name something that bjcalc does not compute, or that contradicts another rule."""


class RulesError(MistakesError, UnsupportedRuleError):
    """Rules, or a part of them, cannot be; `mistakes` lists everything found in the object.

    `part` is that object where all of its fields are right by themselves and only do not fit
    together, so that what else does not fit can be looked for.
    """

    def __init__(self, mistakes: Sequence[Mistake], part: object = None) -> None:
        """Keep the mistakes, in their order."""
        super().__init__(mistakes)
        self.part = part


class ImpossibleHandError(BjcalcError):
    """A hand, up card or removal asked about cannot occur with this shoe and these rules."""


class ShoeExhaustedError(BjcalcError):
    """Some hand that rules and strategy allow could need a card that the shoe no longer has."""
