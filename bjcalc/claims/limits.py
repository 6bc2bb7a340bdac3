"""Limits from regulators' texts, held against a game: a line for each, which passes or fails.

The limits are data (jurisdictions.toml), with citation and date; none is looked at unasked.
"""

from __future__ import annotations

import difflib
import functools
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources

from bjcalc.claims.figures import MainFigures, reading_departures
from bjcalc.claims.printed import INITIAL_BET, parse_printed
from bjcalc.engine import Action, Solution, solve
from bjcalc.engine.deals import total_weight
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Game
from bjcalc.shoe import ACE, TEN
from bjcalc.sidebets import BetCounts, count
from bjcalc.strategy.classes import CD
from bjcalc_ext.hands import hand_children, hand_counts
from bjcalc_ext.player import Decision


class UnknownJurisdictionError(BjcalcError):
    """There are no limits for a jurisdiction of that name."""


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit. `kind` is least_rtp or most_odds; `amount` a return, or odds to one."""

    kind: str
    amount: Fraction
    citation: str
    as_of: str
    url: str
    note: str


@dataclass(frozen=True, slots=True)
class Jurisdiction:
    """A regulator's limits, under the code that asks for them."""

    code: str
    name: str
    limits: tuple[Limit, ...]


@dataclass(frozen=True, slots=True)
class LimitLine:
    """A limit held against one thing: passes, fails, or (None) cannot be told.

    `value` is the lowest return under any reading, or the odds against an award, to one. With
    `at_most` the odds are no longer than `value`, by how much shorter is not computed.
    """

    jurisdiction: str
    limit: Limit
    subject: str
    value: Fraction | None
    passes: bool | None
    at_most: bool = False
    remark: str = ""


@functools.cache
def jurisdictions() -> dict[str, Jurisdiction]:
    """Return the jurisdictions that bjcalc has limits of, by code."""
    text = resources.files("bjcalc.claims").joinpath("jurisdictions.toml").read_text("utf-8")
    found = {}
    for table in tomllib.loads(text)["jurisdiction"]:
        limits = tuple(
            Limit(**{**limit, "amount": _amount(limit["kind"], limit["amount"])})
            for limit in table["limit"]
        )
        found[table["code"]] = Jurisdiction(table["code"], table["name"], limits)
    return found


def find_jurisdiction(name: str) -> Jurisdiction:
    """Return the jurisdiction of a code or name, in any case. Raises UnknownJurisdictionError."""
    known = jurisdictions()
    wanted = name.strip().casefold()
    for one in known.values():
        if wanted in (one.code.casefold(), one.name.casefold()):
            return one
    listed = ", ".join(f"{one.code} ({one.name})" for one in known.values())
    near = difflib.get_close_matches(wanted, [one.name.casefold() for one in known.values()], n=1)
    hint = f"did you mean {near[0].title()}? " if near else ""
    raise UnknownJurisdictionError(f"--jurisdiction {name!r}: {hint}there are limits of: {listed}")


def check_limits(
    game: Game, wanted: Iterable[Jurisdiction], figures: MainFigures
) -> list[LimitLine]:
    """Return a line for each limit and each thing that it is held against."""
    lines: list[LimitLine] = []
    for jurisdiction in wanted:
        for limit in jurisdiction.limits:
            check = _returns if limit.kind == "least_rtp" else _odds
            lines += [
                LimitLine(jurisdiction.code, limit, *rest) for rest in check(limit, game, figures)
            ]
    return lines


_Rest = tuple[str, Fraction | None, bool | None, bool, str]


def _returns(limit: Limit, game: Game, figures: MainFigures) -> Iterator[_Rest]:
    figures.optimum()
    returns = [
        one.value
        for one in figures.mean_figures("rtp")
        if one.strategy == CD and one.denominator == INITIAL_BET and isinstance(one.value, Fraction)
    ]
    refused = "; ".join({reason for _, name, reason in figures.refused if name == CD})
    yield _line("main game", returns, limit, refused)
    for bet in game.side_bets:
        returns, refused = [], ""
        for _, other in reading_departures(game):
            counts = _counted(other, bet.id)
            if counts.pays_known:
                returns.append(counts.rtp)
            else:
                refused = "its pay table is not known"
        yield _line(bet.name, returns, limit, refused)


def _line(subject: str, returns: list[Fraction], limit: Limit, refused: str) -> _Rest:
    lowest = min(returns) if returns else None
    passes = None if lowest is None else lowest >= limit.amount
    if passes and refused:
        passes = None
    return subject, lowest, passes, False, refused


def _odds(limit: Limit, game: Game, figures: MainFigures) -> Iterator[_Rest]:
    counts = game.rules.shoe.values
    cards = sum(counts)
    second = cards if game.rules.shoe.infinite else cards - 1
    chance = Fraction(2 * counts[ACE] * counts[TEN], cards * second)
    yield _odds_line("a blackjack", chance, limit)
    if game.rules.charlie is not None:
        name = f"a {game.rules.charlie.cards}-card Charlie"
        chance = charlie_chance_at_least(solve(game.rules))
        odds = 1 / chance - 1 if chance else None
        short = odds is not None and odds <= limit.amount
        remark = "" if short else "its exact odds are not computed"
        yield name, odds, True if short else None, True, remark
    for bet in game.side_bets:
        counted = _counted(game, bet.id)
        for index, category in enumerate(bet.categories):
            if counted.categories[index]:
                yield _odds_line(f"{bet.name}: {category.name}", counted.probability(index), limit)


def _odds_line(subject: str, chance: Fraction, limit: Limit) -> _Rest:
    if not chance:
        return subject, None, True, False, "it cannot happen with this shoe"
    odds = 1 / chance - 1
    return subject, odds, odds <= limit.amount, False, ""


def charlie_chance_at_least(solution: Solution) -> Fraction:
    """Return a lower bound on the chance of a Charlie in a round at this strategy.

    The chance that the first two cards, never split or doubled, are hit into a Charlie against an
    up card that cannot make a natural; what else leads to a Charlie is left out.
    """
    kernel = solution.kernel
    charlie = solution.rules.charlie
    assert charlie is not None, "the game has no Charlie"
    total = Fraction(0)
    for up in range(ACE + 1, TEN):
        reach: dict[int, Fraction] = {}
        for deal in solution.deals:
            if deal.up == up and solution.chosen[deal] is Action.HIT:
                share = Fraction(deal.weight, total_weight(kernel))
                reach[deal.hand] = reach.get(deal.hand, Fraction(0)) + share
        for size in range(2, charlie.cards):
            after: dict[int, Fraction] = {}
            for hand, share in reach.items():
                if size > 2 and solution.decisions[10 * hand + up] != Decision.HIT:
                    continue
                counts = hand_counts(hand)
                for value, child in enumerate(hand_children(hand)):
                    left, unseen = kernel.counts[value], kernel.cards
                    if not kernel.infinite:
                        left -= counts[value] + (value == up)
                        unseen -= size + 1
                    if child >= 0 and left > 0:
                        after[child] = after.get(child, Fraction(0)) + share * left / unseen
            reach = after
        total += sum(reach.values(), Fraction(0))
    return total


def _counted(game: Game, name: str) -> BetCounts:
    bet = next(one for one in game.side_bets if one.id == name)
    return count(bet, game.rules.shoe, game.rules.dealer)


def _amount(kind: str, text: str) -> Fraction:
    return parse_printed(text, "rtp").value if kind == "least_rtp" else Fraction(text)
