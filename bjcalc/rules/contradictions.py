"""Rules of several parts that are each right but do not fit together, or leave something undefined.

A rule that merely has no effect (doubling after splits where nothing may be split) is let pass, so
that one rule of a game can be changed for a what-if; a rule that denies another is not.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bjcalc.errors import Mistake
from bjcalc.shoe import MAX_CARDS

if TYPE_CHECKING:
    from bjcalc.rules.model import Rules

# Two cards for the player and two for the dealer.
_MIN_CARDS = 4


def contradictions(rules: Rules) -> Iterator[Mistake]:
    """Yield all contradictions between the parts of the rules."""
    shoe, double, split = rules.shoe, rules.double, rules.split
    shoe_key = "shoe.counts" if shoe.decks is None else "shoe.decks"
    # An infinite deck counts in its lowest terms, which hold whole cards of each known rank.
    size = shoe.size // (math.gcd(*(shoe.ranks or shoe.values)) or 1 if shoe.infinite else 1)
    if size > MAX_CARDS:
        yield Mistake(
            f"{size} cards are too many: write at most {MAX_CARDS} (the computation's "
            "integers are proved wide enough up to there)",
            shoe_key,
        )
    if not shoe.infinite and shoe.size < _MIN_CARDS:
        yield Mistake(
            f"{shoe.size} cards are too few to play: the deal alone takes {_MIN_CARDS}", shoe_key
        )
    if double.after_split_aces and split.aces == "one-card":
        yield Mistake(
            "true contradicts split.aces: an ace that takes one card and stands cannot be "
            'doubled; write false, or split.aces = "free"',
            "double.after_split_aces",
            others=("split.aces",),
        )
    if split.pairs == "rank" and shoe.ranks is None:
        yield Mistake(
            '"rank" needs the shoe\'s counts of 10, J, Q and K apart; shoe.counts gives T: write '
            'them apart, or "value"',
            "split.pairs",
            others=("shoe.counts",),
        )
    charlie, limit = rules.charlie, rules.player.card_limit
    if charlie is not None and limit is not None and charlie.cards > limit:
        yield Mistake(
            f"{charlie.cards} is never reached: player.card_limit makes a hand stand at {limit} "
            f"cards; write at most {limit}, or a higher limit",
            "charlie.cards",
            others=("player.card_limit",),
        )
    # Where a dealer natural takes a bet from every hand, none may escape it by another rule.
    if rules.dealer.natural_takes == "all":
        return
    stated = f'dealer.natural_takes = "{rules.dealer.natural_takes}"'
    if charlie is not None and charlie.beats_natural:
        yield Mistake(
            f"true contradicts {stated}, by which a dealer blackjack takes the bet: write false, "
            'or dealer.natural_takes = "all"',
            "charlie.beats_natural",
            others=("dealer.natural_takes",),
        )
    if not rules.blackjack.beats_drawn_21:
        yield Mistake(
            f"false contradicts {stated}, by which a dealer blackjack takes the bet from a drawn "
            '21 that would push: write true, or dealer.natural_takes = "all"',
            "blackjack.beats_drawn_21",
            others=("dealer.natural_takes",),
        )
    if rules.ties.naturals != "push" and "blackjack" in (split.ten_on_ace, split.ace_on_ten):
        yield Mistake(
            f'"{rules.ties.naturals}" contradicts {stated}, where a hand of a split may count as a '
            'blackjack: write "push", or dealer.natural_takes = "all"',
            "ties.naturals",
            others=("dealer.natural_takes",),
        )
