"""The side bets of a certificate: conditions as data, and the exact counts: FORMAT.md section 6."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from math import factorial, perm
from typing import Any

from bjcalc.certificate.canonical import in_order
from bjcalc.numbers import exact_text
from bjcalc.shoe import RANKS, SUITS, Shoe
from bjcalc.sidebets import BetCounts
from bjcalc.sidebets.bet import Category, Paid, PaysSource, SideBet
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
    leaves,
)
from bjcalc.sidebets.deals import alike

Plain = dict[str, Any]


def side_bet(counts: BetCounts) -> Plain:
    """Return a counted bet as the certificate states it."""
    bet = counts.bet
    return {
        "id": bet.id,
        "name": bet.name,
        **{key: text for key in ("note", "offered_when") if (text := getattr(bet, key))},
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


def bet_of(stated: Plain) -> SideBet:
    """Return the bet that a certificate states."""
    conditions = [condition_of(one["condition"]) for one in stated["categories"]]
    straights = [leaf for one in conditions for leaf in leaves(one) if isinstance(leaf, Straight)]
    return SideBet(
        id=stated["id"],
        name=stated["name"],
        cards=tuple(stated["cards"]),
        categories=tuple(
            Category(
                name=one["name"],
                when=one["when"],
                condition=condition,
                pays=None if one["pays"] is None else Fraction(one["pays"]),
            )
            for one, condition in zip(stated["categories"], conditions, strict=True)
        ),
        ace=straights[0].ace if straights else "both",
        paid=Paid(stated["paid"]),
        pays_source=PaysSource(stated["pays_source"]),
        offered=None if stated["offered"] is None else condition_of(stated["offered"]),
        offered_when=stated.get("offered_when", ""),
        note=stated.get("note", ""),
    )


# Conditions: each kind has the fields of its class, but for the names and values below.
_KINDS: dict[str, type[Condition]] = {
    "and": And,
    "or": Or,
    "not": Not,
    "always": Always,
    "same": Same,
    "pair": Pair,
    "straight": Straight,
    "total": Total,
    "natural": Natural,
    "ranks": Ranks,
    "count": Count,
    "dealer": FinalHand,
}
_NAMES = {"slots": "cards", "cards": "of"}
_CARDS = [rank + suit for rank in RANKS for suit in SUITS]


def condition(tree: Condition) -> Plain:
    """Return a condition as data."""
    if isinstance(tree, FinalHand) and tree.what in ("busts", "natural"):
        tree = FinalHand(tree.what, "=", 1)
    write: dict[str, Callable[[Any], Any]] = {
        "parts": lambda parts: in_order(map(condition, parts)),
        "part": condition,
        "slots": lambda slots: [slot for slot in SLOTS if slot in slots],
        "cards": lambda cards: [_CARDS[card] for card in sorted(cards)],
        "ranks": lambda ranks: [RANKS[rank] for rank in ranks],
        "number": str,
    }
    kind = next(name for name, kind in _KINDS.items() if type(tree) is kind)
    stated = {
        _NAMES.get(field.name, field.name): write.get(field.name, lambda value: value)(
            getattr(tree, field.name)
        )
        for field in fields(tree)
    }
    return {"kind": kind, **stated}


def condition_of(stated: Plain) -> Condition:
    """Return the condition that a certificate states."""
    read: dict[str, Callable[[Any], Any]] = {
        "parts": lambda parts: frozenset(map(condition_of, parts)),
        "part": condition_of,
        "slots": frozenset,
        "cards": lambda cards: frozenset(map(_CARDS.index, cards)),
        "ranks": lambda ranks: tuple(map(RANKS.index, ranks)),
        "number": int,
    }
    kind = _KINDS[stated["kind"]]
    return kind(
        **{
            field.name: read.get(field.name, lambda value: value)(
                stated[_NAMES.get(field.name, field.name)]
            )
            for field in fields(kind)
        }
    )
