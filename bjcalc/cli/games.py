"""`bjcalc games`: the games that come with bjcalc."""

from __future__ import annotations

from typing import Any

from bjcalc.cli.columns import wrapped
from bjcalc.cli.common import Answer, answering
from bjcalc.gamefile import Claim, Game, load_game, shipped_games
from bjcalc.rules import rules_line

_WORDS = {
    "rtp": "RTP",
    "house_edge": "house edge",
    "hit_frequency": "hit frequency",
    "sd": "standard deviation",
}


@answering("games")
def command() -> Answer:
    """List the shipped games: slug, name, rules in one line, and what their texts claim.

    Example: bjcalc games
    """
    games = [load_game(slug) for slug in shipped_games()]
    return Answer(
        lambda: {"games": [_row(game) for game in games]},
        lambda: [line for game in games for line in _lines(game)],
    )


def _lines(game: Game) -> list[str]:
    parts = [f"{game.name}: {rules_line(game.rules)}"]
    if game.side_bets:
        parts.append(f"side bets: {', '.join(bet.name for bet in game.side_bets)}")
    claims = ", ".join(_claim(game, claim) for claim in game.claims)
    parts.append(f"claims: {claims or 'none'}")
    return [game.slug, *(wrapped(part, first="    ", rest="      ") for part in parts)]


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
