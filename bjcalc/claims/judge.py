"""The verdict on a claim about the main game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from bjcalc.claims.explain import search
from bjcalc.claims.figures import CLAIMED, MainFigures
from bjcalc.claims.finding import (
    Figure,
    Finding,
    Match,
    Verdict,
    open_finding,
    refuted,
    with_base,
)
from bjcalc.claims.printed import (
    INITIAL_BET,
    TOTAL_WAGERED,
    VOCABULARY,
    ClaimError,
    PrintedNumber,
)
from bjcalc.claims.rounding import compare, roundings
from bjcalc.gamefile import Claim
from bjcalc.sidebets import Rounding
from bjcalc.strategy.classes import CD, CLASSES

RETURNS = ("rtp", "house_edge")
# What a policy must allow for a rounding other than to nearest.
_ROUNDINGS = {Rounding.TRUNCATED: Verdict.TRUNCATION, Rounding.UP: Verdict.ROUNDING_UP}


@dataclass(frozen=True, slots=True)
class SearchWish:
    """Whether to look for explanations of refuted claims, and whether among all pairs."""

    wanted: bool = True
    all_pairs: bool = False


def strategy_class(text: str | None) -> str | None:
    """Return the strategy class that a claim names; CD if it names none, None if it is not known.

    "optimal" and the like are CD, "basic strategy" and charts are TD. "Perfect" is none of them: it
    may be meant to use every card that is seen.
    """
    if text is None:
        return CD
    words = [word for word in re.split(r"[^a-z]+", text.lower()) if word]
    named = {name for name in CLAIMED if CLASSES[name].claimed_as.intersection(words)}
    known = set(VOCABULARY["strategy"]["idle"]).union(*(CLASSES[one].claimed_as for one in named))
    return named.pop() if len(named) == 1 and known.issuperset(words) else None


def stated_denominator(claim: Claim, printed: PrintedNumber) -> str:
    """Return the denominator that a claim states, initial bet if none.

    Raises ClaimError where the file and the printed words state two.
    """
    if claim.denominator and printed.denominator not in (None, claim.denominator):
        raise ClaimError(
            f"{printed.text!r} is per {printed.denominator}, but its denominator is given as "
            f"{claim.denominator}: correct the one or the other"
        )
    return claim.denominator or printed.denominator or INITIAL_BET


def judge_main(
    claim: Claim, printed: PrintedNumber, what: str, figures: MainFigures, explain: SearchWish
) -> Finding:
    """Return the verdict on a claim about the main game. Raises ClaimError as above."""
    denominator = stated_denominator(claim, printed)
    name = strategy_class(claim.strategy)
    finding = open_finding(claim, printed, what, main=True)
    if what in RETURNS:
        found, missing = _returns(printed, what, figures, name, denominator, finding.odd)
    else:
        found, missing = _spread(printed, what, figures, name, finding.odd)
    base = next(
        (one for one in found if one == Figure(one.value, (), name or "", denominator)), None
    )
    if name is None:
        missing = f"what is meant by the strategy {claim.strategy!r}: bjcalc knows " + "; ".join(
            CLASSES[one].label for one in CLAIMED
        )
    finding = replace(
        finding, figures=_listed(found, name or CD, denominator), looked_at=_looked_at(found)
    )
    if base is None:
        return replace(finding, missing=missing or "a value of this class of strategy")
    refused = {reason for _, _, reason in figures.refused}
    if refused:
        problem = "under some readings nothing could be computed: " + "; ".join(refused)
        finding = replace(finding, remarks=(*finding.remarks, problem))
    finding = with_base(finding, base)
    matches = _matches(found, base, printed)
    if matches:
        verdict, needs = verdict_of(matches[0], base)
        return replace(finding, verdict=verdict, needs=needs, matches=matches)
    finding = refuted(finding, found)
    if what not in RETURNS:
        return finding
    if denominator == INITIAL_BET:
        finding = replace(finding, bound=_bound(printed, what, figures))
    if explain.wanted and not finding.odd:
        finding = replace(
            finding,
            search=search(
                figures.game.rules,
                printed,
                what,
                denominator=denominator,
                workers=figures.workers,
                all_pairs=explain.all_pairs,
            ),
        )
    return finding


def verdict_of(match: Match, base: Figure) -> tuple[Verdict, frozenset[str]]:
    """Return the verdict that a match gives, and what a policy must allow for it."""
    figure = match.figure
    departs = {
        Verdict.OTHER_READING: bool(figure.readings),
        Verdict.OTHER_STRATEGY: figure.strategy != base.strategy,
        Verdict.OTHER_DENOMINATOR: figure.denominator != base.denominator,
    }
    needs = [verdict for verdict, differs in departs.items() if differs]
    if match.rounding in _ROUNDINGS:
        needs.append(_ROUNDINGS[match.rounding])
    return needs[0] if needs else Verdict.CONFIRMED, frozenset(needs)


def _returns(
    printed: PrintedNumber,
    what: str,
    figures: MainFigures,
    name: str | None,
    denominator: str,
    odd: bool,
) -> tuple[list[Figure], str]:
    """Return the figures that decide a claim about a return, or why there are none.

    Where the game as it stands decides, or the number is impossible anyway (`odd`), only the game's
    own other classes are computed, and the optimum under other readings.
    """
    figures.optimum()
    if figures.refused_base():
        return [], figures.refused_base()
    figures.of_base()
    wanted = (name, denominator, ())
    decides = (
        name is None
        or odd
        or any(
            (one.strategy, one.denominator, one.readings) == wanted
            and roundings(printed, one.value)
            for one in figures.mean_figures(what)
        )
    )
    if not decides:
        figures.everything()
    return list(figures.mean_figures(what)), ""


def _spread(
    printed: PrintedNumber, what: str, figures: MainFigures, name: str | None, odd: bool
) -> tuple[list[Figure], str]:
    """Return the figures that decide a claim about hit frequency or standard deviation.

    These take long, so what decides is computed first, as for returns, and no more than needed.
    """
    classes = (name or CD,)
    found, missing = figures.spread_figures(what, classes, base_only=True)
    if missing or odd or any(roundings(printed, one.value) for one in found):
        return found, missing
    return figures.spread_figures(what, tuple(CLAIMED), base_only=name is None)


def _matches(found: list[Figure], base: Figure, printed: PrintedNumber) -> tuple[Match, ...]:
    """Return what is printed like the claim: the game as it stands, then by fewest departures.

    Left out is a figure whose departures include those of another that does as well.
    """
    matches = [Match(one, ways) for one in found if (ways := roundings(printed, one.value))]

    def departures(match: Match) -> frozenset[object]:
        figure = match.figure
        departs: list[object] = list(figure.readings)
        if figure.strategy != base.strategy:
            departs.append(figure.strategy)
        if figure.denominator != base.denominator:
            departs.append((figure.denominator,))
        return frozenset(departs)

    def rank(match: Match) -> tuple[bool, bool, int, int]:
        order = list(Rounding).index(match.rounding)
        is_base = not departures(match)
        return not is_base, match.rounding is not Rounding.NEAREST, len(departures(match)), order

    kept: list[Match] = []
    for match in sorted(matches, key=rank):
        better = (
            one
            for one in kept
            if departures(one) < departures(match) and set(match.roundings) <= set(one.roundings)
        )
        if next(better, None) is None:
            kept.append(match)
    return tuple(kept)


def _listed(found: list[Figure], name: str, denominator: str) -> tuple[Figure, ...]:
    """Return the figures worth showing: all of the game as it stands, and one of each reading."""
    return tuple(
        one
        for one in found
        if not one.readings or (one.strategy == name and one.denominator == denominator)
    )


def _looked_at(found: list[Figure]) -> str:
    """Return in words what the claim was compared with."""
    readings = {one.readings for one in found}
    classes = {one.strategy for one in found if one.readings} or {one.strategy for one in found}
    of_base = {one.strategy for one in found if not one.readings}
    denominators = {one.denominator for one in found}
    parts = [
        f"{len(readings)} {'reading' if len(readings) == 1 else 'readings'}",
        f"classes {', '.join(sorted(classes))}",
    ]
    if of_base - classes:
        parts.append(f"{', '.join(sorted(of_base - classes))} under the readings in force only")
    words = {INITIAL_BET: "per initial bet", TOTAL_WAGERED: "per unit wagered"}
    parts.append(" and ".join(words[one] for one in sorted(denominators)))
    return "; ".join(parts)


def _bound(printed: PrintedNumber, what: str, figures: MainFigures) -> Fraction | None:
    """Return the highest U, as an RTP, where no value up to it is printed like the claim."""
    value = printed.value if what == "rtp" else 1 - printed.value
    lowest = value - printed.unit
    best = max(
        one.value
        for one in figures.mean_figures("rtp")
        if one.denominator == INITIAL_BET and isinstance(one.value, Fraction)
    )
    if compare(best, lowest) > 0:
        return None
    return figures.highest_bound(lowest)
