"""From the tables of a game file, right in form, to `Rules`: defaults filled in, words read."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from bjcalc.gamefile.form import payout_fraction
from bjcalc.rules.model import (
    Blackjack,
    Charlie,
    Dealer,
    Double,
    Insurance,
    NaturalTakes,
    PairKind,
    Rules,
    Soft17,
    Split,
    SplitAces,
    SplitNatural,
    Surrender,
    SurrenderRules,
)
from bjcalc.shoe import RANKS, SUITS, VALUES, Shoe

Tables = dict[str, Any]

CARDS = tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS)


def build_rules(tables: Tables) -> Rules:
    """Return the rules that the tables of a game file state; they must be right in form."""
    player = tables.get("player", {})
    return Rules(
        shoe=build_shoe(tables["shoe"]),
        dealer=_dealer(tables.get("dealer", {})),
        blackjack=_blackjack(tables.get("blackjack", {})),
        double=_double(tables.get("double", {})),
        split=_split(tables.get("split", {})),
        surrender=_surrender(tables.get("surrender", {})),
        insurance=_insurance(tables.get("insurance", {})),
        charlie=_charlie(tables.get("charlie", "none")),
        stand_on_21=player.get("stand_on_21", True),
        card_limit=_limit(player.get("card_limit", "none")),
    )


def build_shoe(table: Tables) -> Shoe:
    """Return the shoe of a [shoe] table that is right in form and does not mix kinds of card."""
    decks = table.get("decks")
    if decks is not None:
        return Shoe.infinite_deck() if decks == "infinite" else Shoe.of_decks(decks)
    counts, infinite = table["counts"], table.get("infinite", False)
    if any(name in CARDS for name in counts):
        cards = tuple(counts.get(name, 0) for name in CARDS)
        return Shoe.of_cards(cards, infinite=infinite)
    if "T" in counts:
        return Shoe(values=tuple(counts.get(name, 0) for name in VALUES), infinite=infinite)
    return Shoe.of_ranks(tuple(counts.get(name, 0) for name in RANKS), infinite=infinite)


def _dealer(table: Tables) -> Dealer:
    peek = table.get("peek", ["ace", "ten"])
    return Dealer(
        soft17=Soft17(table.get("soft17", "stand")),
        peeks_ace="ace" in peek,
        peeks_ten="ten" in peek,
        natural_takes=NaturalTakes(table.get("natural_takes", "all")),
        card_limit=_limit(table.get("card_limit", "none")),
    )


def _blackjack(table: Tables) -> Blackjack:
    return Blackjack(
        pays=_payout(table.get("pays", "3:2")), beats_drawn_21=table.get("beats_drawn_21", True)
    )


def _double(table: Tables) -> Double:
    on = table.get("on", "any")
    totals = on if isinstance(on, dict) else {"hard": "any", "soft": "any"}
    return Double(
        allowed=on != "none",
        hard=_totals(totals.get("hard", [])),
        soft=_totals(totals.get("soft", [])),
        any_cards=table.get("any_cards", False),
        after_split=table.get("after_split", True),
        after_split_aces=table.get("after_split_aces", False),
    )


def _split(table: Tables) -> Split:
    max_hands = table.get("max_hands", 4)
    return Split(
        pairs=PairKind(table.get("pairs", "value")),
        max_hands=max_hands,
        max_hands_aces=table.get("max_hands_aces", min(2, max_hands)),
        aces=SplitAces(table.get("aces", "one-card")),
        ten_on_ace=SplitNatural(table.get("ten_on_ace", "21")),
        ace_on_ten=SplitNatural(table.get("ace_on_ten", "21")),
    )


def _surrender(table: Tables | str) -> SurrenderRules:
    if isinstance(table, str):
        table = dict.fromkeys(("ace", "ten", "other"), table)
    ace, ten, other = (Surrender(table.get(card, "none")) for card in ("ace", "ten", "other"))
    return SurrenderRules(ace=ace, ten=ten, other=other)


def _insurance(table: Tables) -> Insurance:
    against = table.get("against", ["ace"])
    return Insurance(
        against_ace="ace" in against,
        against_ten="ten" in against,
        price=_payout(table.get("price", "1/2")),
        pays=_payout(table.get("pays", "2:1")),
        on_naturals=table.get("on_naturals", True),
        even_money=table.get("even_money", False),
    )


def _charlie(table: Tables | str) -> Charlie | None:
    if isinstance(table, str):
        return None
    return Charlie(
        cards=table["cards"],
        pays=_payout(table.get("pays", "1:1")),
        beats_natural=table.get("beats_natural", False),
    )


def _payout(value: object) -> Fraction:
    fraction = payout_fraction(value)
    assert fraction is not None, "the form has been checked"
    return fraction


def _totals(value: list[int] | str) -> frozenset[int] | None:
    return None if isinstance(value, str) else frozenset(value)


def _limit(value: int | str) -> int | None:
    return None if isinstance(value, str) else value
