"""The law of the dealer's final hand, for side bets that it decides (Buster Blackjack).

The dealer always plays out. All orders of the same cards share one weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bjcalc.errors import ShoeExhaustedError
from bjcalc.rules.model import Dealer, Soft17
from bjcalc.shoe import ACE, TEN, VALUES, Shoe
from bjcalc.sidebets.conditions import (
    Condition,
    FinalHand,
    Leaf,
    Natural,
    compare,
    evaluate,
    leaves,
)
from bjcalc.sidebets.deals import Deals, ordered_deals
from bjcalc_ext.dealer_hands import NATURAL, dealer_hands, trie_path

_MOST_TOTAL = 31
_MANY = 99
"""More cards of one value than any hand has."""


@dataclass(frozen=True, slots=True, order=True)
class DealerFinal:
    """A dealer's final hand as far as a bet can see it: total (over 21: bust), cards, natural."""

    total: int
    cards: int
    natural: bool


@dataclass(frozen=True, slots=True)
class FinalLaw:
    """How many ordered deals of `depth` cards (the longest hand) lead to each final hand."""

    depth: int
    total: int
    hands: dict[DealerFinal, int]


def dealer_law(shoe: Shoe, dealer: Dealer) -> FinalLaw:
    """Return the exact law of the final hand of a dealer who plays out, before any card is seen.

    Raises ShoeExhaustedError naming a hand that would need a card that is not there.
    """
    return _law(shoe.values, shoe.infinite, dealer)


def count_final_hands(
    cards: tuple[str, ...], conditions: Sequence[Condition], shoe: Shoe, dealer: Dealer
) -> Deals:
    """Count the deals by the sets of conditions that hold for the dealer's final hand.

    The bet's cards are the dealer's final hand and perhaps the player's first two, of which it may
    ask only whether they are a natural.
    """
    law = dealer_law(shoe, dealer)
    held: Counter[tuple[int, ...]] = Counter()

    def add(hands: dict[DealerFinal, int], natural: bool) -> None:
        for hand, weight in hands.items():
            truth = _truth(hand, natural)
            truths = tuple(i for i, c in enumerate(conditions) if evaluate(c, truth))
            held[truths] += weight

    depth = law.depth
    if len(cards) == 1:
        add(law.hands, False)
    else:
        # The player's natural takes an ace and a ten out of the shoe; what is left of the
        # dealer's own law belongs to the deals without it.
        aces, tens = shoe.values[ACE], shoe.values[TEN]
        beside: dict[DealerFinal, int] = {}
        asked = any(isinstance(leaf, Natural) for c in conditions for leaf in leaves(c))
        if asked and aces and tens:
            gone = (aces - 1, *shoe.values[1:TEN], tens - 1)
            rest = shoe.values if shoe.infinite else gone
            less = _law(rest, shoe.infinite, dealer)
            depth = max(depth, less.depth)
            scale = 2 * aces * tens * _ordered(sum(rest), depth, less.depth, shoe.infinite)
            beside = {hand: weight * scale for hand, weight in less.hands.items()}
            add(beside, True)
        scale = _ordered(shoe.size, depth + 2, law.depth, shoe.infinite)
        without = {h: weight * scale - beside.get(h, 0) for h, weight in law.hands.items()}
        add(without, False)
        depth += 2
    return Deals(
        total=ordered_deals(shoe, depth),
        held={truths: weight for truths, weight in held.items() if weight},
        described=f"ordered deals of {depth} cards, the dealer playing out",
    )


def holds_for_hand(leaf: FinalHand, hand: DealerFinal) -> bool:
    """Return whether what a condition says about the dealer's final hand is true of `hand`."""
    if leaf.what == "busts":
        return hand.total > 21
    if leaf.what == "natural":
        return hand.natural
    return compare(leaf.operator, hand.cards if leaf.what == "cards" else hand.total, leaf.number)


def _truth(hand: DealerFinal, player_natural: bool) -> Callable[[Leaf], bool]:
    return lambda leaf: (
        holds_for_hand(leaf, hand) if isinstance(leaf, FinalHand) else player_natural
    )


def _ordered(size: int, to_depth: int, from_depth: int, infinite: bool) -> int:
    """Return how many ordered deals of `to_depth` cards begin like one of `from_depth` cards."""
    ways = 1
    for dealt in range(from_depth, to_depth):
        ways *= size if infinite else size - dealt
    return ways


@lru_cache(maxsize=64)
def _law(values: tuple[int, ...], infinite: bool, dealer: Dealer) -> FinalLaw:
    size = sum(values)
    ended = dealer_hands(
        dealer.soft17 is Soft17.HIT,
        dealer.card_limit or 0,
        [_MANY if infinite and stock else stock for stock in values],
        most=_MOST_TOTAL,
    )
    depth = max((length for _, length, _ in ended.values()), default=0)
    hands: Counter[DealerFinal] = Counter()
    for key, (total, length, orders) in ended.items():
        ways = sum(orders) * _ordered(size, depth, length, infinite)
        for value, before in trie_path(key):
            ways *= values[value] - (0 if infinite else before)
        hands[DealerFinal(total, length, key == NATURAL)] += ways
    law = FinalLaw(depth, _ordered(size, depth, 0, infinite), dict(hands))
    if sum(hands.values()) != law.total or not ended:
        # Only the hand that holds every card of the shoe can go without another.
        held = " ".join(name for name, n in zip(VALUES, values, strict=True) for _ in range(n))
        raise ShoeExhaustedError(
            f"the dealer's hand {held or 'of no cards'} needs another card, but the shoe of {size} "
            "cards has none left"
        )
    return law
