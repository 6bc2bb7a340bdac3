"""`bjcalc sidebets`: every category of a game's side bets, or the library of known bets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from bjcalc.cli.bets import bet_warnings, pay_text
from bjcalc.cli.common import READING, SET, Answer, answering
from bjcalc.cli.wording import worded
from bjcalc.gamefile import Game, check_side_bets, load_game
from bjcalc.numbers import exact_json, exact_text, percent_text, root_text
from bjcalc.shoe import Shoe
from bjcalc.sidebets import BetCounts, count, known_bets
from bjcalc.sidebets.bet import Paid

MAX_DECKS = 1000


@answering("sidebets", SET, READING)
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--library", is_flag=True, help="List the known side bets and their pay tables.")
@click.option(
    "--decks",
    type=click.IntRange(1, MAX_DECKS),
    help="With --library: the number of decks (8 if not given).",
)
@click.option(
    "--digits",
    type=click.IntRange(0, 1000),
    default=10,
    show_default=True,
    help="Digits after the point of percentages and standard deviations.",
)
def command(
    game: str | None,
    library: bool,
    decks: int | None,
    digits: int,
    settings: tuple[str, ...],
    readings: tuple[str, ...],
) -> Answer:
    """Count the side bets of a game: combinations, probability, pays and what each adds to the RTP.

    All figures are exact, per unit staked on the side bet, before any card is seen (insurance:
    given that it is offered). Pays are to one: 25 is a profit of 25 units.

    Example: bjcalc sidebets borgata-blackjack-pro
    """
    if library:
        if game is not None or settings or readings:
            raise click.UsageError("--library stands alone: it takes no GAME, --set or --reading")
        return _library(Shoe.of_decks(decks or 8), digits)
    if game is None:
        raise click.UsageError("name a GAME, or ask for --library")
    if decks is not None:
        raise click.UsageError("--decks goes with --library; for a game write --set shoe.decks=6")
    loaded = load_game(game, set=settings, readings=readings)
    check_side_bets(loaded)
    counted = [count(bet, loaded.rules.shoe, loaded.rules.dealer) for bet in loaded.side_bets]
    return Answer(
        lambda: _game_json(loaded, counted, digits),
        lambda: worded(
            "sidebets",
            game=loaded,
            counted=counted,
            digits=digits,
            readings=", ".join(f"{key}={one or '(set)'}" for key, one in loaded.readings.items()),
            share=lambda number, counts: percent_text(Fraction(number, counts.total), digits),
            summary=lambda counts: _summary(counts, digits),
        ),
        warnings=[f"warning: {warning}" for counts in counted for warning in bet_warnings(counts)],
    )


def _summary(counts: BetCounts, digits: int) -> list[str]:
    if not counts.pays_known:
        return [f"RTP = {_symbolic_rtp(counts)}"]
    return [
        f"RTP {percent_text(counts.rtp, digits)} = {exact_text(counts.rtp)}, "
        f"EV {exact_text(counts.ev)} per unit staked on this bet",
        f"hit frequency {percent_text(counts.hit_frequency, digits)}, "
        f"push {percent_text(counts.push_frequency, digits)}",
        f"standard deviation {root_text(counts.variance, digits)} "
        f"(variance {exact_text(counts.variance)})",
    ]


def _symbolic_rtp(counts: BetCounts) -> str:
    """Return the RTP as a sum over the categories in the symbols of their pays."""
    terms = []
    for index, category in enumerate(counts.bet.categories):
        chance = exact_text(counts.probability(index))
        if counts.bet.paid is Paid.ALL:
            terms.append(f"{chance} * {pay_text(category.pays, category.symbol)}")
        else:
            terms.append(f"{chance} * (1 + {pay_text(category.pays, category.symbol)})")
    if counts.bet.paid is Paid.ALL:
        terms.append(exact_text(Fraction(counts.winning, counts.total)))
    return " + ".join(terms)


def counts_json(counts: BetCounts, digits: int) -> dict[str, Any]:
    """Return everything about a counted bet, exact numbers as text."""
    bet, known = counts.bet, counts.pays_known
    return {
        "id": bet.id,
        "name": bet.name,
        "cards": list(bet.cards),
        "offered": bet.offered_when or None,
        "paid": bet.paid.value,
        "ace": bet.ace,
        "pays_source": bet.pays_source.value,
        "source": bet.source or None,
        "note": bet.note or None,
        "deals": {"total": str(counts.total), "described": counts.described},
        "categories": [
            {
                "name": category.name,
                "when": category.when,
                "symbol": category.symbol,
                "combinations": str(counts.categories[index]),
                "probability": exact_json(counts.probability(index)),
                "one_in": (
                    exact_json(1 / counts.probability(index)) if counts.categories[index] else None
                ),
                "pays": exact_json(category.pays) if category.pays is not None else None,
                "share_of_rtp": exact_json(counts.share(index)) if known else None,
            }
            for index, category in enumerate(bet.categories)
        ],
        "lost": {
            "combinations": str(counts.lost),
            "probability": exact_json(Fraction(counts.lost, counts.total)),
        },
        "rtp": exact_json(counts.rtp) if known else None,
        "rtp_formula": None if known else _symbolic_rtp(counts),
        "ev": exact_json(counts.ev) if known else None,
        "variance": exact_json(counts.variance) if known else None,
        "standard_deviation": root_text(counts.variance, digits) if known else None,
        "hit_frequency": exact_json(counts.hit_frequency) if known else None,
        "push_frequency": exact_json(counts.push_frequency) if known else None,
        "warnings": bet_warnings(counts),
    }


def _game_json(game: Game, counted: list[BetCounts], digits: int) -> dict[str, Any]:
    return {
        "game": {"slug": game.slug, "name": game.name, "sha256": game.sha256},
        "shoe": game.rules.shoe.describe(),
        "readings": game.readings,
        "settings": list(game.settings),
        "unit": "the stake of the side bet",
        "side_bets": [counts_json(counts, digits) for counts in counted],
    }


def _library(shoe: Shoe, digits: int) -> Answer:
    listed = {
        known: [(version, count(known.bet(version), shoe)) for version in known.versions]
        for known in known_bets()
    }
    warnings = dict.fromkeys(
        f"warning: {warning}"
        for counted in listed.values()
        for warning in sorted({one for _, counts in counted for one in bet_warnings(counts)})
    )
    return Answer(
        lambda: {
            "shoe": shoe.describe(),
            "unit": "the stake of the side bet",
            "side_bets": [
                counts_json(counts, digits)
                | {"version": version.id, "decks_in_source": list(version.decks)}
                for counted in listed.values()
                for version, counts in counted
            ],
        },
        lambda: worded("library", shoe=shoe, listed=listed, digits=digits),
        warnings=list(warnings),
    )
