"""Side bets as tests need them: known ones by name, and others made of a few words."""

from __future__ import annotations

from typing import Any

from bjcalc.shoe import Shoe
from bjcalc.sidebets import BetCounts, count, find_known_bet, parse_side_bets
from bjcalc.sidebets.bet import SideBet


def known_bet(name: str, version: str = "", **changes: Any) -> SideBet:
    """A bet of the library, its first version unless one is named, with other keys perhaps."""
    known = find_known_bet(name)
    chosen = known.version(version) if version else known.versions[0]
    return made(known.raw(chosen) | changes)


def made(raw: dict[str, Any]) -> SideBet:
    """The bet of a raw table; categories are named in their order where they have no names."""
    categories = [{"name": f"C{i}"} | one for i, one in enumerate(raw["categories"])]
    bets, mistakes = parse_side_bets(
        [{"name": "Bet"} | raw | {"categories": categories}], key_prefix="side_bets"
    )
    assert not mistakes, mistakes
    return bets[0]


def on_decks(bet: SideBet, decks: int = 8) -> BetCounts:
    """The counts of a bet on so many decks."""
    return count(bet, Shoe.of_decks(decks))


def physical(cards: list[int]) -> Shoe:
    """The shoe of these cards, 4 * rank + suit each."""
    return Shoe.of_cards(tuple(cards.count(card) for card in range(52)))
