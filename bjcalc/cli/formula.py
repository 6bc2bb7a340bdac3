"""`bjcalc formula`: a side bet in closed form, for any number of decks and any pays."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from bjcalc.cli.bets import find_bet, pays_remark
from bjcalc.cli.columns import wrapped
from bjcalc.cli.common import READING, SET, Answer, answering
from bjcalc.cli.wording import worded
from bjcalc.gamefile import Game, check_side_bets, load_game
from bjcalc.shoe import Shoe
from bjcalc.sidebets import Formula, closed_form, count, find_known_bet, known_tables
from bjcalc.sidebets.bet import SideBet

# Enough decks for every category of every known bet to be possible.
_MANY = Shoe.of_decks(8)

Tables = dict[str, tuple[tuple[Fraction, ...], str]]
"""Pays and their source, by the name of the pay table."""


@answering("formula", SET, READING)
@click.argument("bet", metavar="BET")
@click.option("--game", metavar="GAME", help="Take the side bet of this game, not the known one.")
def command(
    bet: str, game: str | None, settings: tuple[str, ...], readings: tuple[str, ...]
) -> Answer:
    """Give a side bet's probabilities and RTP as rational functions of the number of decks n.

    BET is the id or name of a known side bet (see `bjcalc sidebets --library`) or, with --game, of
    one of that game's. In the RTP the pays stand as symbols, each a profit per unit staked.

    Example: bjcalc formula "Perfect Pairs"
    """
    notes: list[str] = []
    if game is None:
        if settings or readings:
            raise click.UsageError("--set and --reading go with --game")
        known = find_known_bet(bet)
        chosen, dealer, remark = known.bet(known.versions[0]), None, ""
    else:
        loaded = load_game(game, set=settings, readings=readings)
        check_side_bets(loaded)
        chosen, dealer = find_bet(loaded, bet), loaded.rules.dealer
        remark = pays_remark(chosen)
        for text in _without_effect(loaded, chosen):
            notes.append(wrapped(f"note: {text}", rest="  "))
    formula = closed_form(chosen, dealer)
    tables = {
        table.name: (table.pays, table.source)
        for table in known_tables(count(chosen, _MANY, dealer))
    }
    pays = [category.pays for category in chosen.categories]
    if game is not None and None not in pays:
        own = tuple(pay for pay in pays if pay is not None)
        tables = {f"this game's pays ({chosen.pays_source.value})": (own, "")} | tables
    return Answer(
        lambda: _json(formula, tables),
        lambda: worded(
            "formula",
            formula=formula,
            bet=formula.bet,
            tables=tables,
            remark=remark,
            chances=list(zip(formula.bet.categories, formula.probabilities, strict=True)),
        ),
        notes,
    )


def _without_effect(game: Game, bet: SideBet) -> list[str]:
    """Return a sentence for each setting and reading that was asked for and changes no formula."""
    said = []
    for place, paths in game.asked_for():
        if any(path[0] == "side_bets" and path[1:2] in ((), (bet.id,)) for path in paths) or (
            bet.by_final_hand and any(path[0] == "dealer" for path in paths)
        ):
            continue
        if any(path[0] == "shoe" for path in paths):
            said.append(f"{place} changes nothing here: the formula holds for n standard decks")
        else:
            said.append(f"{place} changes nothing here: the formula does not depend on it")
    return said


def _json(formula: Formula, tables: Tables) -> dict[str, Any]:
    bet = formula.bet
    return {
        "side_bet": {"id": bet.id, "name": bet.name, "pays_source": bet.pays_source.value},
        "variable": "n",
        "degree_bound": formula.degree,
        "fixed_by_decks": list(range(1, formula.degree + 2)),
        "probabilities": [
            {"name": category.name, "symbol": category.symbol, "probability": str(chance)}
            for category, chance in zip(bet.categories, formula.probabilities, strict=True)
        ],
        "rtp": str(formula.rtp),
        "tables": [
            {
                "name": name,
                "source": source or None,
                "pays": [str(pay) for pay in amounts],
                "rtp": str(formula.rtp_with(amounts)),
            }
            for name, (amounts, source) in tables.items()
        ],
    }
