"""The side bets of a certificate: conditions as data, and the exact counts: FORMAT.md section 6."""

from __future__ import annotations

from math import factorial, perm
from typing import Any

from bjcalc.certificate.canonical import in_order
from bjcalc.numbers import exact_text
from bjcalc.shoe import RANKS, SUITS, Shoe
from bjcalc.sidebets import BetCounts
from bjcalc.sidebets.conditions import (
    SLOTS,
    Always,
    And,
    Condition,
    Count,
    FinalHand,
    Natural,
    Not,
    Or,
    Pair,
    Ranks,
    Same,
    Straight,
    Total,
)
from bjcalc.sidebets.deals import alike

Plain = dict[str, Any]


def side_bet(counts: BetCounts) -> Plain:
    """Return a counted bet as the certificate states it."""
    bet = counts.bet
    return {
        "id": bet.id,
        "name": bet.name,
        "cards": list(bet.cards),
        "offered": None if bet.offered is None else condition(bet.offered),
        "paid": bet.paid.value,
        "pays_source": bet.pays_source.value,
        "categories": [
            {
                "name": category.name,
                "when": category.when,
                "condition": condition(category.condition),
                "pays": None if category.pays is None else exact_text(category.pays),
            }
            for category in bet.categories
        ],
        "drawn": str(_drawn(counts)),
        "orders": str(_orders(counts)),
        "total": str(counts.total),
        "outcomes": [
            {"paid": [str(index) for index in paid], "deals": str(counts.outcomes[paid])}
            for paid in sorted(counts.outcomes)
            if counts.outcomes[paid]
        ],
        "rtp": exact_text(counts.rtp) if counts.pays_known else None,
    }


def _drawn(counts: BetCounts) -> int:
    """Return how many cards a deal has; for a dealer's final hand, as many as are counted."""
    bet, shoe = counts.bet, counts.shoe
    if not bet.by_final_hand:
        return len(bet.cards)
    # The largest number is taken where two fit: all cards, or all but one, have as many orders.
    return next(
        number for number in range(60, 0, -1) if _ordered_deals(shoe, number) == counts.total
    )


def _ordered_deals(shoe: Shoe, cards: int) -> int:
    return shoe.size**cards if shoe.infinite else perm(shoe.size, cards)


def _orders(counts: BetCounts) -> int:
    """Return how many ordered deals are counted as one."""
    bet = counts.bet
    if bet.by_final_hand or counts.shoe.infinite:
        return 1
    asked = [*bet.conditions, *([] if bet.offered is None else [bet.offered])]
    orders = 1
    for group in alike(bet.cards, asked):
        orders *= factorial(len(group))
    return orders


def condition(tree: Condition) -> Plain:
    """Return a condition as data."""
    if isinstance(tree, And | Or):
        parts = in_order(condition(part) for part in tree.parts)
        return {"kind": "and" if isinstance(tree, And) else "or", "parts": parts}
    if isinstance(tree, Not):
        return {"kind": "not", "part": condition(tree.part)}
    if isinstance(tree, Always):
        return {"kind": "always"}
    if isinstance(tree, FinalHand):
        compared = tree.what in ("cards", "total")
        return {
            "kind": "dealer",
            "what": tree.what,
            "operator": tree.operator if compared else "=",
            "number": str(tree.number) if compared else "1",
        }
    slots = [slot for slot in SLOTS if slot in tree.slots]
    return {**_about_cards(tree), "cards": slots}


def _about_cards(leaf: Same | Pair | Straight | Total | Natural | Ranks | Count) -> Plain:
    """Return a condition on single cards without the cards that it is about."""
    if isinstance(leaf, Same):
        return {"kind": "same", "what": leaf.what}
    if isinstance(leaf, Pair):
        return {"kind": "pair"}
    if isinstance(leaf, Straight):
        return {"kind": "straight", "ace": leaf.ace}
    if isinstance(leaf, Total):
        compared = {"operator": leaf.operator, "number": str(leaf.number)}
        return {"kind": "total", "hard": leaf.hard, **compared}
    if isinstance(leaf, Natural):
        return {"kind": "natural"}
    if isinstance(leaf, Ranks):
        return {"kind": "ranks", "ranks": [RANKS[rank] for rank in leaf.ranks]}
    cards = [RANKS[card // 4] + SUITS[card % 4] for card in sorted(leaf.cards)]
    return {
        "kind": "count",
        "of": cards,
        "operator": leaf.operator,
        "number": str(leaf.number),
    }
