"""Side bets as FORMAT.md writes them, from the counts of `bjcalc.sidebets`."""

from __future__ import annotations

from math import perm
from typing import Any

from make import exact

from bjcalc.rules.model import Rules
from bjcalc.shoe import RANKS, SUITS
from bjcalc.sidebets import conditions as language
from bjcalc.sidebets.bet import SideBet
from bjcalc.sidebets.counts import count


def condition(tree: language.Condition) -> dict[str, Any]:
    """Return a condition's tree as FORMAT.md writes it."""
    if isinstance(tree, language.And | language.Or):
        parts = sorted(map(condition, tree.parts), key=repr)
        return {"kind": "and" if isinstance(tree, language.And) else "or", "parts": parts}
    if isinstance(tree, language.Not):
        return {"kind": "not", "part": condition(tree.part)}
    if isinstance(tree, language.Always):
        return {"kind": "always"}
    compared = {
        key: str(getattr(tree, key)) for key in ("operator", "number") if hasattr(tree, key)
    }
    if isinstance(tree, language.FinalHand):
        if tree.what in ("busts", "natural"):
            compared = {"operator": "=", "number": "1"}
        return {"kind": "dealer", "what": tree.what, **compared}
    leaf = {"cards": [slot for slot in language.SLOTS if slot in tree.slots], **compared}
    if isinstance(tree, language.Same):
        return {"kind": "same", "what": tree.what, **leaf}
    if isinstance(tree, language.Straight):
        return {"kind": "straight", "ace": tree.ace, **leaf}
    if isinstance(tree, language.Total):
        return {"kind": "total", "hard": tree.hard, **leaf}
    if isinstance(tree, language.Ranks):
        return {"kind": "ranks", "ranks": [RANKS[rank] for rank in tree.ranks], **leaf}
    if isinstance(tree, language.Count):
        of = [RANKS[card // 4] + SUITS[card % 4] for card in sorted(tree.cards)]
        return {"kind": "count", "of": of, **leaf}
    return {"kind": "pair" if isinstance(tree, language.Pair) else "natural", **leaf}


def entry(bet: SideBet, rules: Rules) -> dict[str, Any]:
    """Return the bet's entry in a certificate."""
    counts = count(bet, rules.shoe, rules.dealer)
    size, infinite = rules.shoe.size, rules.shoe.infinite

    def deals(drawn: int) -> int:
        return int(size**drawn) if infinite else perm(size, drawn)

    drawn, orders = len(bet.cards), 1
    if bet.by_final_hand:
        drawn = next(n for n in range(60) if deals(n) == counts.total)
    elif bet.offered is None:
        orders = deals(drawn) // counts.total
    return {
        "id": bet.id,
        "name": bet.name,
        "cards": list(bet.cards),
        "offered": None if bet.offered is None else condition(bet.offered),
        "paid": str(bet.paid),
        "pays_source": str(bet.pays_source),
        "categories": [
            {
                "name": category.name,
                "when": category.when,
                "condition": condition(category.condition),
                "pays": None if category.pays is None else exact(category.pays),
                "deals": str(number),
            }
            for category, number in zip(bet.categories, counts.categories, strict=True)
        ],
        "drawn": str(drawn),
        "orders": str(orders),
        "total": str(counts.total),
        "lost": str(counts.lost),
        "outcomes": [
            {"paid": list(map(str, paid)), "deals": str(number)}
            for paid, number in sorted(counts.outcomes.items())
            if number
        ],
        "rtp": exact(counts.rtp) if counts.pays_known else None,
    }
