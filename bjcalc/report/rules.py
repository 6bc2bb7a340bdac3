"""What some rules say in words; those that need no more than a few stand in the template."""

from __future__ import annotations

from bjcalc.rules.model import Double, Surrender, SurrenderRules


def double_words(double: Double) -> str:
    """Return when a hand may be doubled."""
    hard, soft = double.on.hard, double.on.soft
    if hard == soft == frozenset():
        return "not allowed"
    cards = "any number of cards" if double.any_cards else "the first two cards"
    parts = []
    for name, totals in (("hard", hard), ("soft", soft)):
        if totals is None:
            parts.append(f"any {name} total")
        elif totals:
            parts.append(f"{name} {', '.join(map(str, sorted(totals)))}")
    what = "any total" if hard is None and soft is None else " or ".join(parts)
    after = "after a split" if double.after_split else "not after a split"
    aces = ", on split aces too" if double.after_split and double.after_split_aces else ""
    return f"{what} on {cards}; {after}{aces}; one card"


def surrender_words(surrender: SurrenderRules) -> str:
    """Return against which up cards a hand may be surrendered, and when."""
    kinds = {"an ace": surrender.ace, "a ten": surrender.ten, "2 to 9": surrender.other}
    if set(kinds.values()) == {Surrender.NONE}:
        return "not offered"
    if len(set(kinds.values())) == 1:
        return f"{surrender.ace.value}, against any up card, on the first two cards"
    shown = [
        f"{kind.value} against {card}" for card, kind in kinds.items() if kind is not Surrender.NONE
    ]
    return f"{', '.join(shown)}, on the first two cards"
