"""The option --bets: which bets are made together, with their stakes."""

from __future__ import annotations

from fractions import Fraction

import click

from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Game
from bjcalc.numbers import parse_fraction
from bjcalc.outcomes.bet_tables import BetOnTable, read_bet, why_not_tabled
from bjcalc.outcomes.combine import Combination


class BetsError(BjcalcError):
    """The option --bets names a bet that the game does not have, or a wrong stake."""


bets_option = click.option(
    "--bets",
    default=None,
    metavar="NAME=STAKE,...",
    help="Bets and their stakes, such as main=1,21+3=0.2 (default: the main bet of 1 alone).",
)

hands_option = click.option(
    "--hands",
    type=click.IntRange(1, 7),
    default=1,
    show_default=True,
    help="Hands played at once, each with these bets.",
)


def read_combination(game: Game, bets: str | None, hands: int) -> Combination:
    """Return what --bets and --hands ask for; side bets by id or name.

    Raises BetsError naming each part that is wrong.
    """
    if bets is not None and not bets.strip():
        raise BetsError("--bets: no bet is named; write such as main=1,21+3=0.2")
    stakes: dict[str, Fraction] = {}
    wrong: list[str] = []
    by_name = {one.id.casefold(): one for one in game.side_bets}
    by_name |= {one.name.casefold(): one for one in game.side_bets}
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
        raise BetsError("\n".join(wrong))
    return Combination(stakes.get("main", Fraction(0)), tuple(tabled), hands)
