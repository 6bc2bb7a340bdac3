"""Solving many rule sets, on all cores where it is worth it, and in an order that shares tables.

Rule sets with the same shoe and dealer share the dealer's tables within a process, so work goes out
in batches of these. What comes back is plain numbers, or the text of what a rule set was refused
for.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from fractions import Fraction
from multiprocessing.context import BaseContext
from types import TracebackType

from bjcalc.engine import Solution, solve
from bjcalc.errors import BjcalcError
from bjcalc.rules import Rules
from bjcalc.strategy.classes import CD, CLASSES, solve_class

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many rule sets are done, and how many there are."""

# Below this many rule sets new processes cost more than they save.
_WORTH_PROCESSES = 3
# Batches for each process, so that the last ones to finish do not keep the others waiting.
_BATCHES_EACH = 4


@dataclass(frozen=True, slots=True)
class Values:
    """What one strategy class is worth, in initial bets; None what was not asked for.

    `refused` says why the whole law of a round, and so its hit frequency, cannot be had.
    """

    ev: Fraction
    stake: Fraction
    variance: Fraction | None = None
    hit_frequency: Fraction | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One rule set, and which classes of it are wanted; `measures` may ask for sd, hit_frequency.

    Of a class that is only a bound, such as U, there is an EV alone.
    """

    rules: Rules
    classes: tuple[str, ...] = (CD,)
    measures: frozenset[str] = frozenset()


Outcome = dict[str, Values | str]
"""By class: the values, or why the rule set is refused."""


def evaluate(job: Job) -> Outcome:
    """Return the values that a job asks for, or the text of the error that refuses its rules."""
    try:
        best = solve(job.rules)
    except BjcalcError as error:
        return dict.fromkeys(job.classes, str(error))
    outcome: Outcome = {}
    for name in job.classes:
        try:
            outcome[name] = _values(name, best, job)
        except BjcalcError as error:
            outcome[name] = str(error)
    return outcome


def _values(name: str, best: Solution, job: Job) -> Values:
    bound = CLASSES[name].bound
    if bound is not None:
        return Values(bound(job.rules, best), Fraction(0))
    solution = solve_class(name, job.rules, composition_dependent=best)
    values = Values(solution.ev, solution.stake)
    if "sd" in job.measures:
        from bjcalc.outcomes import moments

        values = replace(values, variance=moments(solution).variance)
    if "hit_frequency" in job.measures:
        from bjcalc.outcomes import distribution

        try:
            values = replace(values, hit_frequency=distribution(solution).hit_frequency)
        except BjcalcError as error:
            values = replace(values, refused=str(error))
    return values


def evaluate_batch(batch: list[tuple[int, Job]]) -> list[tuple[int, Outcome]]:
    """Return the outcomes of a batch, each with its number."""
    return [(number, evaluate(job)) for number, job in batch]


class Workers:
    """Evaluates jobs on up to `processes` cores (default: all that this process may use).

    A context manager: processes are started when first worth it, and ended on leaving.
    """

    def __init__(self, processes: int | None = None, progress: Progress | None = None) -> None:
        """Start nothing yet."""
        self.processes = processes or _cores()
        self.progress = progress
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the processes, at once where an error or an interruption ends the work."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=error is not None)
            self._pool = None

    def evaluate(self, what: str, jobs: Iterable[Job]) -> list[Outcome]:
        """Return the outcome of every job, in their order; `what` names them for the progress."""
        listed = list(jobs)
        outcomes: list[Outcome] = [{}] * len(listed)
        for done, (number, outcome) in enumerate(self._run(listed), start=1):
            outcomes[number] = outcome
            if self.progress is not None:
                self.progress(what, done, len(listed))
        return outcomes

    def _run(self, jobs: list[Job]) -> Iterator[tuple[int, Outcome]]:
        weight = sum(len(job.classes) for job in jobs)
        alone = self.processes == 1 or multiprocessing.current_process().daemon
        if alone or len(jobs) == 1 or weight < _WORTH_PROCESSES:
            for number, job in _by_tables(jobs):
                yield number, evaluate(job)
            return
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.processes, mp_context=_context(), initializer=_end_on_interruption
            )
        batches = _batches(_by_tables(jobs), self.processes * _BATCHES_EACH)
        try:
            futures = [self._pool.submit(evaluate_batch, batch) for batch in batches]
            for future in as_completed(futures):
                yield from future.result()
        except BrokenProcessPool:
            raise BjcalcError(
                "a process that was solving rule sets was ended from outside or ran out of memory: "
                "try again with one process (--jobs 1)"
            ) from None


def _context() -> BaseContext:
    """Return how new processes are started: as this platform or whoever runs this has chosen.

    A forked process has the tables that this one has already. But where other threads run, one of
    them may hold a lock that would never be released in a fork.
    """
    method = multiprocessing.get_start_method(allow_none=True)
    methods = multiprocessing.get_all_start_methods()
    if (method or methods[0]) == "fork" and threading.active_count() > 1:
        method = "forkserver" if "forkserver" in methods else "spawn"
    context = multiprocessing.get_context(method or methods[0])
    if method == "forkserver":
        context.set_forkserver_preload([__name__])
    return context


def _cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _end_on_interruption() -> None:
    """Let an interruption from the keyboard end a process at once, unless it is ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _by_tables(jobs: list[Job]) -> list[tuple[int, Job]]:
    """Return the jobs, numbered, those that share dealer tables side by side."""
    groups: dict[object, list[tuple[int, Job]]] = defaultdict(list)
    for number, job in enumerate(jobs):
        rules = job.rules
        groups[rules.shoe, rules.dealer.soft17, rules.dealer.card_limit].append((number, job))
    return [one for group in groups.values() for one in group]


def _batches(jobs: list[tuple[int, Job]], number: int) -> list[list[tuple[int, Job]]]:
    """Cut the jobs into about so many runs of neighbours."""
    size = max(1, -(-len(jobs) // number))
    return [jobs[start : start + size] for start in range(0, len(jobs), size)]
