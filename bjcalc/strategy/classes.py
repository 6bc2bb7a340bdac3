"""The strategy classes as data: how each is solved, what it is in words, and what bounds it.

Whoever compares classes, names one or lets one be chosen reads this table, so a class is added by
one entry. An EV is always printed with its class. What is never above what: a chart (TD) and CD are
both zero-memory strategies, so neither exceeds CDZ, but TD may exceed CD, which plays split hands
as unsplit ones; no zero-memory strategy exceeds U, nor does CDP (docs/mathematics.md, section 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bjcalc.engine.solution import Solution
from bjcalc.engine.solver import solve
from bjcalc.errors import BjcalcError
from bjcalc.rules.model import Rules
from bjcalc.strategy.bound import upper_bound
from bjcalc.strategy.pair_dependent import solve_cdp
from bjcalc.strategy.total_dependent import solve_td

CD = "CD"
TD = "TD"
CDZ = "CDZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyClass:
    """One class. `plain` names it for people, `sentence` says what it is, without a full stop.

    `solve` and `bound` take the rules and the game's class CD solution; a class that has a strategy
    has the first, one that is an EV alone the second, one that is only bracketed has neither.
    `at_most` are the classes that it never exceeds. `claimed_as` are words by which a claim means
    it; without any, no claim is compared with it.
    """

    name: str
    plain: str
    sentence: str
    solve: Callable[[Rules, Solution], Solution] | None = None
    bound: Callable[[Rules, Solution], Fraction] | None = None
    at_most: tuple[str, ...] = ()
    claimed_as: frozenset[str] = frozenset()

    @property
    def label(self) -> str:
        """The plain words, then the abbreviation."""
        return f"{self.plain} (class {self.name})"


CLASSES = {
    one.name: one
    for one in (
        StrategyClass(
            name=TD,
            plain="basic strategy, the locally best chart",
            sentence="one play for each total or pair and each up card; locally best, which means "
            "that no single cell of the chart can be improved",
            solve=lambda rules, best: solve_td(rules, composition_dependent=best),
            at_most=(CDZ,),
            claimed_as=frozenset({"td", "basic", "chart", "total"}),
        ),
        StrategyClass(
            name=CD,
            plain="optimal play",
            sentence="the best decision for every composition of the hand and every up card; after "
            "a split a hand is played as the unsplit hand of its composition",
            solve=lambda rules, best: best,
            at_most=(CDZ,),
            claimed_as=frozenset({"cd", "optimal", "optimum", "best", "composition", "cdz"}),
        ),
        StrategyClass(
            name="CDP",
            plain="optimal play that counts the hands of a split",
            sentence="as CD, and after a split decisions also know how many hands the pair has "
            "become",
            solve=lambda rules, best: solve_cdp(rules, composition_dependent=best),
            at_most=("U",),
            claimed_as=frozenset({"cdp"}),
        ),
        StrategyClass(
            name=CDZ,
            plain="the best zero-memory strategy",
            sentence="the best single map from the hand's cards and the up card to actions, the "
            "same before and after a split; it is not computed, only bracketed",
            at_most=("U",),
        ),
        StrategyClass(
            name="U",
            plain="an upper bound, no strategy",
            sentence="no strategy that decides by the hand's cards and the up card alone and "
            "splits every further pair of a pair that it splits exceeds it",
            bound=lambda rules, best: upper_bound(rules, composition_dependent=best),
        ),
    )
}

# What can be played, and what has an EV at all.
PLAYED = tuple(one.name for one in CLASSES.values() if one.solve)
VALUED = tuple(one.name for one in CLASSES.values() if one.solve or one.bound)


def solve_class(
    name: str, rules: Rules, *, composition_dependent: Solution | None = None
) -> Solution:
    """Return the game played by one of `PLAYED`, exactly.

    `composition_dependent` is the game's class CD solution, if it is there already. Raises as
    `bjcalc.solve`, and BjcalcError for a name that is none.
    """
    play = CLASSES[name].solve if name in PLAYED else None
    if play is None:
        raise BjcalcError(f"{name!r} is no class that is played: write one of {', '.join(PLAYED)}")
    return play(rules, composition_dependent or solve(rules))


def bracket(name: str, evs: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
    """Return between which of these EVs a class lies: the highest below it, the lowest above it."""
    below = [ev for other, ev in evs.items() if name in _never_exceeded(other)]
    above = [ev for other, ev in evs.items() if other in _never_exceeded(name)]
    return max(below), min(above)


def _never_exceeded(name: str) -> set[str]:
    """Return a class and all that it never exceeds."""
    found = {name}
    for other in CLASSES[name].at_most:
        found |= _never_exceeded(other)
    return found


def sentences(names: Iterable[str]) -> str:
    """Return what these classes are, a sentence for each."""
    return " ".join(f"{name}, {CLASSES[name].plain}: {CLASSES[name].sentence}." for name in names)
