"""The rules as version 1 of the certificate format spells them."""

from __future__ import annotations

from typing import Any

from bjcalc.rules import Rules
from bjcalc.rules.model import DoubleOn


def rules_form(rules: Rules) -> dict[str, Any]:
    """Return the rules with every field of version 1 stated."""
    plain: dict[str, Any] = rules.to_plain()
    dealer, insurance, player, double = (
        plain.pop(name) for name in ("dealer", "insurance", "player", "double")
    )
    shoe, on = rules.shoe, rules.double.on
    peek, against, double["allowed"] = (
        dealer.pop("peek"),
        insurance.pop("against"),
        on != DoubleOn(),
    )
    del double["on"]
    for name, totals in (("hard", on.hard), ("soft", on.soft)):
        free = totals is None or not double["allowed"]
        double[name] = None if free else sorted(totals or ())
    dealer |= {f"peeks_{card}": card in peek for card in ("ace", "ten")}
    dealer |= {"natural_takes": rules.dealer.natural_takes.value}
    dealer["card_limit"] = rules.dealer.card_limit
    return plain | {
        "shoe": {
            "values": list(shoe.values),
            "ranks": shoe.ranks and list(shoe.ranks),
            "cards": shoe.cards and list(shoe.cards),
            "infinite": shoe.infinite,
            "decks": shoe.decks,
        },
        "dealer": dealer,
        "double": double,
        "insurance": insurance | {f"against_{card}": card in against for card in ("ace", "ten")},
        "charlie": None if plain["charlie"] == "none" else plain["charlie"],
        "stand_on_21": player["stand_on_21"],
        "card_limit": rules.player.card_limit,
    }
