"""Bets by their names: the option --bets, a bet that an argument names, and words about one."""

from __future__ import annotations

from fractions import Fraction

import click

from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Game, check_side_bets
from bjcalc.numbers import parse_fraction
from bjcalc.outcomes.bet_tables import BetOnTable, read_bet, why_not_tabled
from bjcalc.outcomes.combine import MOST_SPOTS, Combination
from bjcalc.sidebets import BetCounts
from bjcalc.sidebets.bet import PaysSource, SideBet


class BetsError(BjcalcError):
    """The option --bets names a bet that the game does not have, or a wrong stake."""


BETS = click.Option(
    ["--bets"],
    default=None,
    metavar="NAME=STAKE,...",
    help="Bets and their stakes, such as main=1,21+3=0.2 (default: the main bet of 1 alone).",
)

HANDS = click.Option(
    ["--hands"],
    type=click.IntRange(1, MOST_SPOTS),
    default=1,
    show_default=True,
    help="Hands played at once, each with these bets.",
)


# What is said about pays that the game's own text does not state.
_PAYS_SOURCE = {
    PaysSource.STATED: "as the rules state",
    PaysSource.PUBLISHED: "as published",
    PaysSource.INFERRED: "INFERRED from a printed return, which they therefore cannot confirm",
    PaysSource.ASSUMED: "ASSUMED, in place of what the rules state",
    PaysSource.UNKNOWN: "UNKNOWN, kept as symbols",
}


def pays_remark(bet: SideBet) -> str:
    """Return where the pays of a bet come from, for a reader."""
    return _PAYS_SOURCE[bet.pays_source]


def bet_warnings(counts: BetCounts) -> list[str]:
    """Return a sentence for each category that cannot happen with this shoe."""
    return [f"{counts.bet.name}: {warning}" for warning in counts.warnings]


def pay_text(pays: Fraction | None, symbol: str = "") -> str:
    """Return a pay as "25" or "5:2", or its symbol where it is unknown."""
    if pays is None:
        return symbol
    return str(pays) if pays.denominator == 1 else f"{pays.numerator}:{pays.denominator}"


def find_bet(game: Game, name: str) -> SideBet:
    """Return the game's side bet of that id or name, in any case. Raises BetsError."""
    wanted = name.strip().casefold()
    for bet in game.side_bets:
        if wanted in (bet.id.casefold(), bet.name.casefold()):
            return bet
    known = ", ".join(f"{bet.name} ({bet.id})" for bet in game.side_bets) or "none"
    raise BetsError(f"{game.name} has no side bet {name!r}; its side bets: {known}")


def read_combination(game: Game, bets: str | None, hands: int) -> Combination:
    """Return what --bets and --hands ask for; side bets by id or name.

    Raises BetsError naming each part that is wrong.
    """
    if bets is not None and not bets.strip():
        raise BetsError("--bets: no bet is named; write such as main=1,21+3=0.2")
    stakes: dict[str, Fraction] = {}
    wrong: list[str] = []
    by_name = {label.casefold(): one for one in game.side_bets for label in (one.name, one.id)}
    for part in ("main=1" if bets is None else bets).split(","):
        name, _, amount = part.rpartition("=")
        name = name.strip().strip("\"'")
        stake = parse_fraction(amount)
        if not name or stake is None or stake <= 0:
            wrong.append(f"--bets: {part.strip()!r} is not NAME=STAKE with a stake above 0")
        elif name.casefold() != "main" and name.casefold() not in by_name:
            known = ", ".join(["main", *(one.id for one in game.side_bets)])
            wrong.append(f"--bets: {name!r} is no bet of this game: {known}")
        else:
            key = "main" if name.casefold() == "main" else by_name[name.casefold()].id
            if key in stakes:
                wrong.append(f"--bets: {name!r} is named twice")
            stakes[key] = stake
    tabled: list[BetOnTable] = []
    for bet in game.side_bets:
        if bet.id not in stakes:
            continue
        reasons = why_not_tabled(bet)
        if reasons:
            wrong.append(f"--bets: {bet.name!r} cannot be combined: {'; '.join(reasons)}")
        else:
            tabled.append(read_bet(bet, stakes[bet.id]))
    if wrong:
        raise BetsError(*wrong)
    if tabled:
        check_side_bets(game)
    return Combination(stakes.get("main", Fraction(0)), tuple(tabled), hands)
