"""The search for rule changes under which a refuted claim would hold: one change, then two.

Every single change is solved. Of the pairs, those are solved whose effects, taken one by one and
added, come close to the claim; how many were left out is reported. What is solved is exact, so an
explanation that is given is right; one that is not given may exist among the pairs left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from bjcalc.claims.finding import Explanation, SearchResult
from bjcalc.claims.printed import TOTAL_WAGERED, PrintedNumber
from bjcalc.claims.rounding import roundings
from bjcalc.claims.rule_changes import CHANGES
from bjcalc.claims.work import Job, Values, Workers
from bjcalc.errors import RulesError
from bjcalc.rules import Rules
from bjcalc.sidebets import Rounding
from bjcalc.strategy.classes import CD

SHOWN = 10

# How far the sum of two single effects may miss the claim, in initial bets: so much always, and
# this part of the smaller effect, since rules lessen or strengthen each other.
_SLACK = Fraction(3, 10_000)
_INTERACTION = Fraction(1, 4)
_MOST_PAIRS = 150


@dataclass(frozen=True, slots=True)
class _Changed:
    changes: tuple[int, ...]
    rules: Rules


def search(
    rules: Rules,
    printed: PrintedNumber,
    what: str,
    *,
    denominator: str,
    workers: Workers,
    all_pairs: bool = False,
) -> SearchResult:
    """Return the changes of one or two rules under which the claim holds at optimal play.

    `what` is rtp or house_edge. A pair is no explanation of its own where one of its changes alone
    gives the claim to nearest, or has the same effect. With `all_pairs` every pair is solved.
    """
    singles = [one for one in _changed(rules, 1) if one.rules != rules]
    base, *outcomes = _figures(
        [rules, *(one.rules for one in singles)], what, denominator, workers, "one rule changed"
    )
    assert base is not None, "the game as it stands has been solved before"
    effects: dict[int, Fraction] = {}
    explained: list[tuple[_Changed, Fraction]] = []
    enough: set[int] = set()
    refused = 0
    for one, value in zip(singles, outcomes, strict=True):
        if value is None:
            refused += 1
            continue
        index = one.changes[0]
        effects[index] = value - base
        ways = roundings(printed, value)
        if ways:
            explained.append((one, value))
        if Rounding.NEAREST in ways:
            enough.add(index)
    known = {rules, *(one.rules for one in singles)}
    pairs: list[_Changed] = []
    for pair in _changed(rules, 2):
        if pair.rules not in known and not enough & set(pair.changes):
            known.add(pair.rules)
            pairs.append(pair)
    chosen = pairs if all_pairs else _promising(pairs, effects, printed, base)
    values = _figures(
        [one.rules for one in chosen], what, denominator, workers, "two rules changed"
    )
    for pair, value in zip(chosen, values, strict=True):
        if value is None:
            refused += 1
        elif roundings(printed, value) and value not in (
            base + effects[index] for index in pair.changes if index in effects
        ):
            explained.append((pair, value))
    ranked = sorted(explained, key=lambda one: _rank(printed, *one))
    return SearchResult(
        explanations=tuple(_explanation(printed, *one) for one in ranked[:SHOWN]),
        found=len(ranked),
        single=len(singles),
        pairs=len(pairs),
        pairs_solved=len(chosen),
        refused=refused,
    )


def _changed(rules: Rules, number: int) -> Iterator[_Changed]:
    """Yield the rules with so many changes, where these fit together and with the game."""
    for changes in combinations(range(len(CHANGES)), number):
        made = [CHANGES[index] for index in changes]
        if len({change.group for change in made}) < number:
            continue
        for one_way in (made, made[::-1]):
            results = [rules]
            try:
                for change in sorted(one_way, key=lambda one: one.stage):
                    results.append(change.apply(results[-1]))
            except RulesError:  # the one may be possible only after the other
                continue
            if len(set(results)) == len(results):
                yield _Changed(changes, results[-1])
            break


def _promising(
    pairs: list[_Changed],
    effects: dict[int, Fraction],
    printed: PrintedNumber,
    base: Fraction,
) -> list[_Changed]:
    """Return the pairs whose added effects come near the claim, the nearest first."""
    found = []
    for pair in pairs:
        if not all(index in effects for index in pair.changes):
            continue
        first, second = (effects[index] for index in pair.changes)
        miss = abs(base + first + second - printed.value) - printed.unit
        slack = _SLACK + _INTERACTION * min(abs(first), abs(second))
        if miss <= slack:
            found.append((miss, pair.changes, pair))
    found.sort(key=lambda one: one[:2])
    return [pair for _, _, pair in found[:_MOST_PAIRS]]


def _figures(
    rule_sets: list[Rules], what: str, denominator: str, workers: Workers, words: str
) -> list[Fraction | None]:
    """Return RTP or house edge at optimal play of each rule set, None where it is refused."""
    figures: list[Fraction | None] = []
    for outcome in workers.evaluate(words, [Job(rules) for rules in rule_sets]):
        values = outcome[CD]
        if isinstance(values, Values):
            share = values.ev / values.stake if denominator == TOTAL_WAGERED else values.ev
            figures.append(1 + share if what == "rtp" else -share)
        else:
            figures.append(None)
    return figures


def _rank(
    printed: PrintedNumber, changed: _Changed, value: Fraction
) -> tuple[int, bool, int, tuple[int, ...]]:
    """Return the rank: fewest changes, then to nearest before other roundings, then commonness."""
    nearest = Rounding.NEAREST in roundings(printed, value)
    return len(changed.changes), not nearest, sum(changed.changes), changed.changes


def _explanation(printed: PrintedNumber, changed: _Changed, value: Fraction) -> Explanation:
    made = [CHANGES[index] for index in changed.changes]
    settings = [one for change in made for one in change.settings_for(changed.rules)]
    return Explanation(
        names=tuple(one.name for one in made),
        settings=tuple(settings),
        value=value,
        roundings=roundings(printed, value),
    )
