"""The exact figures of a main game under every reading, strategy class and denominator.

Each distinct rule set is solved once. Rule sets that differ in nothing but insurance and even money
are played alike in every class, since these are settled apart from the hand: the difference of
their EVs and stakes is the same for all classes, so CDP, TD and U are computed for one of them and
carried over exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from bjcalc.claims.finding import Figure
from bjcalc.claims.printed import INITIAL_BET, TOTAL_WAGERED
from bjcalc.claims.rounding import SquareRoot
from bjcalc.claims.work import Job, Values, Workers
from bjcalc.gamefile import Game
from bjcalc.rules import Rules
from bjcalc.rules.model import Insurance
from bjcalc.strategy.classes import CD, CLASSES

# The classes that claims are compared with, optimal play first; and what none of them exceeds.
CLAIMED = sorted(one.name for one in CLASSES.values() if one.claimed_as)
BOUND = "U"

Departure = tuple[tuple[str, str], ...]


def reading_departures(game: Game) -> list[tuple[Departure, Game]]:
    """Return every combination of readings with how it departs from those in force, itself first.

    Where several combinations state the same game, the one with the fewest departures stands for
    them.
    """
    found: dict[object, tuple[Departure, Game]] = {}
    for other in game.all_readings():
        departs = tuple(
            (name, chosen)
            for name, chosen in other.readings.items()
            if chosen is not None and chosen != game.readings[name]
        )
        key = (other.rules, other.side_bets)
        if key not in found or len(departs) < len(found[key][0]):
            found[key] = (departs, other)
    return sorted(found.values(), key=lambda one: len(one[0]))


class MainFigures:
    """Computes the main game's figures when they are first asked for."""

    def __init__(self, game: Game, workers: Workers) -> None:
        """Find the readings; solve nothing yet."""
        self.game = game
        self.workers = workers
        self._values: dict[tuple[Rules, str], Values] = {}
        self._refused: dict[tuple[Rules, str], str] = {}

    @cached_property
    def readings(self) -> list[tuple[Departure, Rules]]:
        """The distinct rule sets, with the fewest departures from the readings in force."""
        found: dict[Rules, Departure] = {}
        for departs, game in reading_departures(self.game):
            found.setdefault(game.rules, departs)
        return [(departs, rules) for rules, departs in found.items()]

    @property
    def refused(self) -> list[tuple[Departure, str, str]]:
        """Readings and classes that could not be solved, with the reason."""
        return [
            (departs, name, reason)
            for departs, rules in self.readings
            for (refused, name), reason in self._refused.items()
            if refused == rules
        ]

    def optimum(self) -> None:
        """Solve class CD under every reading."""
        rules = [one for _, one in self.readings if not self._is_known(one, CD)]
        self._solve("readings, optimal play", [Job(one) for one in rules])

    def of_base(self) -> None:
        """Solve all classes under the readings in force."""
        self._classes([self.game.rules], CLAIMED)

    def everything(self) -> None:
        """Solve all classes under every reading."""
        self._classes([one for _, one in self.readings], CLAIMED)

    def mean_figures(self, what: str) -> Iterator[Figure]:
        """Yield what has been solved, as RTPs or house edges; the game as it stands first."""
        for departs, rules in self.readings:
            for name in CLAIMED:
                values = self._values.get((rules, name))
                if values is None:
                    continue
                for denominator, share in (
                    (INITIAL_BET, values.ev),
                    (TOTAL_WAGERED, values.ev / values.stake),
                ):
                    value = 1 + share if what == "rtp" else -share
                    yield Figure(value, departs, name, denominator)

    def refused_base(self) -> str:
        """Return why the game as it stands cannot be solved; empty where it can."""
        return self._refused.get((self.game.rules, CD), "")

    def highest_bound(self, below: Fraction) -> Fraction | None:
        """Return the highest U of any reading, as an RTP, if all are at most `below`; else None.

        None also where the optimum or U of some reading could not be computed.
        """
        self.optimum()
        if self._are_refused(CD):
            return None
        best = sorted((rules for _, rules in self.readings), key=lambda r: -self._ev(r, CD))
        # The reading with the best optimum has most likely the highest bound.
        for rules in best[:1]:
            self._classes([rules], [BOUND])
            if self._are_refused(BOUND) or 1 + self._ev(rules, BOUND) > below:
                return None
        self._classes(best, [BOUND])
        if self._are_refused(BOUND):
            return None
        highest = 1 + max(self._ev(rules, BOUND) for rules in best)
        return highest if highest <= below else None

    def spread_figures(
        self, what: str, classes: tuple[str, ...], *, base_only: bool
    ) -> tuple[list[Figure], str]:
        """Return standard deviations or hit frequencies, under every reading or the game's own.

        The second is why the game as it stands has none, or empty.
        """
        readings = self.readings[:1] if base_only else self.readings
        jobs = [Job(rules, classes, frozenset({what})) for _, rules in readings]
        outcomes = self.workers.evaluate(f"readings, {what.replace('_', ' ')}", jobs)
        figures, reason = [], ""
        for (departs, _), outcome in zip(readings, outcomes, strict=True):
            for name, values in outcome.items():
                if isinstance(values, str):
                    refused = values
                elif values.variance is not None:
                    figures.append(Figure(SquareRoot(values.variance), departs, name))
                    continue
                elif values.hit_frequency is not None:
                    figures.append(Figure(values.hit_frequency, departs, name))
                    continue
                else:
                    refused = values.refused
                if not departs and name == classes[0]:
                    reason = refused
        return figures, reason

    def _are_refused(self, name: str) -> bool:
        """Return whether a class could not be solved under some reading."""
        return any(refused == name for _, refused in self._refused)

    def _ev(self, rules: Rules, name: str) -> Fraction:
        return self._values[rules, name].ev

    def _is_known(self, rules: Rules, name: str) -> bool:
        return (rules, name) in self._values or (rules, name) in self._refused

    def _solve(self, what: str, jobs: list[Job]) -> None:
        if not jobs:
            return
        for job, outcome in zip(jobs, self.workers.evaluate(what, jobs), strict=True):
            for name, values in outcome.items():
                if isinstance(values, str):
                    self._refused[job.rules, name] = values
                else:
                    self._values[job.rules, name] = values

    def _classes(self, wanted: list[Rules], classes: list[str]) -> None:
        """Solve classes of rule sets, one of each kind that is played alike."""
        self.optimum()
        alike: dict[Rules, list[Rules]] = defaultdict(list)
        for rules in wanted:
            if (rules, CD) not in self._refused:
                alike[replace(rules, insurance=Insurance())].append(rules)
        jobs, members = [], []
        for group in alike.values():
            missing = tuple(
                name for name in classes if not all(self._is_known(one, name) for one in group)
            )
            if missing:
                jobs.append(Job(group[0], missing))
                members.append(group)
        self._solve("readings, other strategy classes", jobs)
        for job, group in zip(jobs, members, strict=True):
            optimum = self._values[job.rules, CD]
            for name in job.classes:
                for rules in group[1:]:
                    if (job.rules, name) in self._refused:
                        self._refused[rules, name] = self._refused[job.rules, name]
                        continue
                    known = self._values[job.rules, name]
                    own = self._values[rules, CD]
                    self._values[rules, name] = Values(
                        known.ev + own.ev - optimum.ev, known.stake + own.stake - optimum.stake
                    )
