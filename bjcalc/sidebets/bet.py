"""What a side bet is: its cards, its categories and their pays, and settling one concrete deal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from bjcalc.rules.model import Dealer
from bjcalc.shoe import Shoe
from bjcalc.sidebets.conditions import (
    DEALER_HAND,
    Condition,
    FinalHand,
    Leaf,
    evaluate,
    holds_for_cards,
    total_of,
)
from bjcalc.sidebets.dealer_hand import DealerFinal, count_final_hands, holds_for_hand
from bjcalc.sidebets.deals import Deals, count_deals


class Paid(StrEnum):
    """Which of the categories that hold are paid.

    BEST: the first in the list alone. ALL: every one. EXCLUSIVE: at most one can hold.
    """

    BEST = "best"
    ALL = "all"
    EXCLUSIVE = "exclusive"


class PaysSource(StrEnum):
    """Where the pays come from, so that no output takes an inferred one for a stated one.

    STATED: the game's rules. PUBLISHED: a published description of the bet. INFERRED: worked out
    from a claimed RTP, which they therefore cannot confirm. ASSUMED: given by whoever asks.
    UNKNOWN: lost; the pays stay symbols.
    """

    STATED = "stated"
    PUBLISHED = "published"
    INFERRED = "inferred"
    ASSUMED = "assumed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """One line of a pay table: a condition and the profit per unit staked (None: unknown)."""

    name: str
    when: str
    condition: Condition
    pays: Fraction | None

    @property
    def symbol(self) -> str:
        """The name as an identifier, which stands for the pay in formulas."""
        word = re.sub(r"[^a-z0-9]+", "_", self.name.lower()).strip("_")
        return word if word[:1].isalpha() else f"pays_{word}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """A side bet of one stake, decided by `cards` (names as in `conditions.SLOTS`).

    `offered`: the bet can be made only where this holds (insurance: the up card is an ace); its
    law is then conditional on that. `lenient`: categories may be impossible with the shoe. `key` is
    where the bet stands in its file, such as "side_bets[0]".
    """

    id: str
    name: str
    cards: tuple[str, ...]
    categories: tuple[Category, ...]
    paid: Paid
    pays_source: PaysSource
    offered: Condition | None = None
    offered_when: str = ""
    ace: str = "both"
    source: str = ""
    note: str = ""
    lenient: bool = False
    key: str = field(default="", compare=False)

    @property
    def by_final_hand(self) -> bool:
        """Whether the dealer's final hand decides the bet."""
        return DEALER_HAND in self.cards

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions of the categories, in their order."""
        return tuple(category.condition for category in self.categories)


def deals_of(bet: SideBet, shoe: Shoe, dealer: Dealer) -> Deals:
    """Return in how many deals which categories hold (not: are paid), and in how many in all.

    `dealer` matters only to bets on the dealer's final hand. Raises UnsupportedRuleError where
    the shoe does not state ranks or suits that the bet looks at, ShoeExhaustedError where the
    dealer could run out of cards.
    """
    if bet.by_final_hand:
        return count_final_hands(bet.cards, bet.conditions, shoe, dealer)
    return count_deals(bet.cards, bet.conditions, bet.offered, shoe)


def holding(bet: SideBet, cards: Sequence[int]) -> tuple[int, ...]:
    """Return the indices of the categories whose condition holds for concrete cards (0..51).

    The cards stand in the order of `bet.cards`; in a bet on the dealer's final hand, all its
    cards stand at the end. Settling by conditions alone, without any counting.
    """
    fixed = [name for name in bet.cards if name != DEALER_HAND]
    at = dict(zip(fixed, cards, strict=False))
    dealt = tuple(card // 4 for card in cards[len(fixed) :])
    hand = final_hand(dealt) if bet.by_final_hand else None

    def truth(leaf: Leaf) -> bool:
        if isinstance(leaf, FinalHand):
            assert hand is not None, "only a bet on the dealer's final hand asks about it"
            return holds_for_hand(leaf, hand)
        return holds_for_cards(leaf, [at[slot] for slot in sorted(leaf.slots)])

    if bet.offered is not None and not evaluate(bet.offered, truth):
        return ()
    return tuple(i for i, c in enumerate(bet.conditions) if evaluate(c, truth))


def final_hand(ranks: tuple[int, ...]) -> DealerFinal:
    """Return what a bet sees of a dealer's final hand of these ranks (0..12)."""
    total = total_of(ranks)
    return DealerFinal(total, len(ranks), natural=len(ranks) == 2 and total == 21)
