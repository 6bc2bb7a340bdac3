"""What is made in Python is put into its type, or refused in words, before anything is computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bjcalc import load_game
from bjcalc.errors import BjcalcError
from bjcalc.outcomes.bet_tables import read_bet
from bjcalc.outcomes.combine import Combination
from bjcalc.outcomes.distribution import Moments
from bjcalc.outcomes.tolerance import Per, interval
from bjcalc.rules.actions import Symbol
from bjcalc.simulate import simulate
from bjcalc.strategy import Chart, solve_class
from bjcalc.strategy.rows import HARD_ROWS

GAME = load_game("borgata-blackjack-pro")
BET = read_bet(GAME.side_bets[0])
MOMENTS = Moments(*map(Fraction, (0, 1, 1, 0, 0)))
CELL: Any = (HARD_ROWS[0], 3)


def played(**given: Any) -> object:
    return simulate(None, **{"rounds": 5, "seed": 1, **given})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "same"), [("1/5", "1/5"), (0.2, "1/5"), (2, "2"), (Fraction(1, 3), "1/3"), (0, "0")]
)
def test_stakes_are_exact(given: Any, same: str) -> None:
    made = Combination(main=given, bets=[replace(BET, stake=given)], hands=1)  # type: ignore[arg-type]
    assert (made.main, made.bets[0].stake) == (Fraction(same), Fraction(same))
    assert isinstance(made.main, Fraction)


def test_words_are_symbols() -> None:
    made = Chart({CELL: "H"})  # type: ignore[dict-item]
    assert made[CELL] is Symbol.H


@pytest.mark.parametrize(
    "make",
    [
        *(lambda v=v: Combination(main=v, bets=(), hands=1) for v in (-1, None, True, 1 / 3, "x")),
        *(lambda v=v: replace(BET, stake=v) for v in (Fraction(-1, 2), [], float("nan"))),
        *(lambda v=v: Combination(main=1, bets=(), hands=v) for v in (0, -1, 1.5, "2", 99, True)),
        *(lambda v=v: Chart({CELL: v}) for v in ("X", "", None, 5)),
        *(lambda v=v: Chart({v: Symbol.H}) for v in (("hard 4", 3), (HARD_ROWS[0], 10))),
        *(lambda v=v: solve_class(v, GAME.rules) for v in ("XX", "cd", "U", "P", None)),
        *(lambda v=v: played(rounds=v) for v in (0, -5, 1.5, "5", None, True)),
        *(lambda v=v: played(seed=v) for v in (-1, "a", 0.5)),
        *(lambda v=v: played(cores=v) for v in (-1, 1.5)),
        *(lambda v=v: interval(MOMENTS, 1, Per.INITIAL, v, 0.9, None) for v in (0, -1, 1.5)),
        *(lambda v=v: interval(MOMENTS, 1, Per.INITIAL, 9, v, None) for v in (0, 1, 95, -1)),
        *(lambda v=v: replace(GAME, rules=v) for v in ("x", None, {})),
    ],
)
def test_what_is_none_of_its_kind_is_refused_in_words(make: Callable[[], object]) -> None:
    with pytest.raises(BjcalcError, match=r"write|is no|is none|is not"):
        make()
