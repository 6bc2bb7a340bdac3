"""What the readings of an open rule that are not taken would give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bjcalc.engine.solution import Solution
from bjcalc.engine.solver import solve
from bjcalc.errors import ShoeExhaustedError, UnsupportedRuleError
from bjcalc.gamefile import Game, Interpretation, Reading


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A reading that is not taken, the game under it, all else as it is, and its optimal play.

    `solution` is None where that cannot be computed; `problem` says why.
    """

    interpretation: Interpretation
    reading: Reading
    game: Game
    solution: Solution | None
    problem: str = ""


def solve_other_readings(
    game: Game, progress: Callable[[int, int], None] = lambda done, of: None
) -> Iterator[OtherReading]:
    """Yield every reading under which something that is computed differs, solved for class CD.

    `progress` is called with how many readings are done, and how many there are.
    """
    others = game.other_readings()
    for done, (interpretation, reading, other) in enumerate(others):
        progress(done, len(others))
        try:
            yield OtherReading(interpretation, reading, other, solve(other.rules))
        except (ShoeExhaustedError, UnsupportedRuleError) as error:
            yield OtherReading(interpretation, reading, other, None, str(error))
