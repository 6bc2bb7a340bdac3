"""The law of the dealer's final hand, for side bets that it decides (Buster Blackjack).

The dealer always plays out. The hands are built from the full shoe by composition: all orders of
the same cards that the dealer still draws to share one weight.
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


@dataclass(frozen=True, slots=True, order=True)
class Hand:
    """A dealer's final hand as far as a bet can see it: total (over 21: bust), cards, natural."""

    total: int
    cards: int
    natural: bool


@dataclass(frozen=True, slots=True)
class DealerLaw:
    """How many ordered deals of `depth` cards (the longest hand) lead to each final hand."""

    depth: int
    total: int
    hands: dict[Hand, int]


def dealer_law(shoe: Shoe, dealer: Dealer) -> DealerLaw:
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

    def add(hands: dict[Hand, int], natural: bool) -> None:
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
        beside: dict[Hand, int] = {}
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


def holds_for_hand(leaf: FinalHand, hand: Hand) -> bool:
    """Return whether what a condition says about the dealer's final hand is true of `hand`."""
    if leaf.what == "busts":
        return hand.total > 21
    if leaf.what == "natural":
        return hand.natural
    return compare(leaf.operator, hand.cards if leaf.what == "cards" else hand.total, leaf.number)


def _truth(hand: Hand, player_natural: bool) -> Callable[[Leaf], bool]:
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
def _law(values: tuple[int, ...], infinite: bool, dealer: Dealer) -> DealerLaw:
    size = sum(values)
    finals: list[Counter[Hand]] = []
    # Hands that draw, by how many of each value they have: (ordered deals, hard total).
    drawing: dict[tuple[int, ...], tuple[int, int]] = {(0,) * 10: (1, 0)}
    while drawing:
        longer: dict[tuple[int, ...], tuple[int, int]] = {}
        done: Counter[Hand] = Counter()
        for held, (weight, hard) in drawing.items():
            drawn = False
            for value, stock in enumerate(values):
                left = stock if infinite else stock - held[value]
                if left <= 0:
                    continue
                drawn = True
                ways, total = weight * left, hard + value + 1
                soft = total <= 11 and (value == ACE or held[ACE] > 0)
                hand = _finished(total, soft, len(finals) + 1, dealer)
                if hand is not None:
                    done[hand] += ways
                    continue
                after = (*held[:value], held[value] + 1, *held[value + 1 :])
                before = longer[after][0] if after in longer else 0
                longer[after] = (before + ways, total)
            if not drawn:
                names = " ".join(
                    name for name, number in zip(VALUES, held, strict=True) for _ in range(number)
                )
                raise ShoeExhaustedError(
                    f"the dealer's hand {names or 'of no cards'} needs another card, but the shoe "
                    f"of {size} cards has none left"
                )
        finals.append(done)
        drawing = longer
    depth = len(finals)
    hands: Counter[Hand] = Counter()
    for number, ended in enumerate(finals, start=1):
        for hand, weight in ended.items():
            hands[hand] += weight * _ordered(size, depth, number, infinite)
    return DealerLaw(depth, _ordered(size, depth, 0, infinite), dict(hands))


def _finished(hard: int, soft: bool, cards: int, dealer: Dealer) -> Hand | None:
    """Return the final hand if the dealer stops here: at 17 or more, bust, or the card limit."""
    total = hard + 10 if soft else hard
    if cards < 2:
        return None
    stands = total >= 17 and not (soft and total == 17 and dealer.soft17 is Soft17.HIT)
    if stands or cards == dealer.card_limit:
        return Hand(total, cards, natural=soft and cards == 2 and total == 21)
    return None
