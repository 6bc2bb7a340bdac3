"""`bjcalc games`: the games that come with bjcalc."""

from __future__ import annotations

from typing import Any

import click

from bjcalc.cli.columns import wrapped
from bjcalc.cli.common import echo_json, json_option
from bjcalc.gamefile import Claim, Game, load_game, shipped_games
from bjcalc.rules import rules_line

_WORDS = {
    "rtp": "RTP",
    "house_edge": "house edge",
    "hit_frequency": "hit frequency",
    "sd": "standard deviation",
}


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """List the shipped games: slug, name, rules in one line, and what their texts claim.

    Example: bjcalc games
    """
    games = [load_game(slug) for slug in shipped_games()]
    if as_json:
        echo_json({"games": [_row(game) for game in games]})
        return
    for game in games:
        click.echo(game.slug)
        claims = ", ".join(_claim(game, claim) for claim in game.claims)
        lines = [
            f"{game.name}: {rules_line(game.rules)}",
            *(
                [f"side bets: {', '.join(bet.name for bet in game.side_bets)}"]
                * bool(game.side_bets)
            ),
            f"claims: {claims or 'none'}",
        ]
        for line in lines:
            click.echo(wrapped(line, first="    ", rest="      "))


def _claim(game: Game, claim: Claim) -> str:
    names = {bet.id: bet.name for bet in game.side_bets}
    about = names.get(claim.side_bet or "", "main game")
    return f"{about} {_WORDS[claim.what]} {claim.printed}"


def _row(game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "name": game.name,
        "source": {"document": game.source.document, "date": game.source.date or None},
        "rules": rules_line(game.rules),
        "side_bets": [{"id": bet.id, "name": bet.name} for bet in game.side_bets],
        "claims": [
            {"about": claim.about, "what": claim.what, "printed": claim.printed}
            for claim in game.claims
        ],
        "interpretations": [
            {
                "id": one.id,
                "question": one.question,
                "chosen": one.chosen,
                "readings": [reading.id for reading in one.readings],
            }
            for one in game.interpretations
        ],
        "sha256": game.sha256,
    }
