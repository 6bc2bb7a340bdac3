"""The conditions of side bets, FORMAT.md section 6: that they fit together, and what they mean.

Conditions written with the same words are one: each is known by its canonical form, its `text`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from bjcalc.checker.hands import ACE, CARDS, EMPTY, RANKS, TEN, is_ace_ten, pips, plus, total
from bjcalc.checker.reading import canonical, need

Condition = dict[str, Any]

MAX_CONDITIONS = 500
PLAYER, DEALER_HAND = ("player1", "player2"), "dealer_hand"
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": eq,
    "!=": ne,
    ">=": ge,
    "<=": le,
    ">": gt,
    "<": lt,
}


def conditions_of(bet: dict[str, Any]) -> list[Condition]:
    """Return the conditions of the categories, and that of the offer if there is one."""
    offered = [] if bet["offered"] is None else [bet["offered"]]
    return [*(category["condition"] for category in bet["categories"]), *offered]


def with_parts(conditions: list[Condition]) -> list[Condition]:
    """Return conditions and all their parts, parts first; such as stand twice, twice."""
    found = []
    for one in conditions:
        found += with_parts([one["part"]] if "part" in one else one.get("parts", []))
        found.append(one)
    return found


def joins(one: Condition) -> bool:
    """Return whether a condition is made of others (`always`: of none), so looks at no card."""
    return one["kind"] in ("and", "or", "not", "always")


def joined(one: Condition, truth: dict[str, bool]) -> bool:
    """Return whether a condition that is made of others holds; `truth` is theirs, by their text."""
    if one["kind"] == "not":
        return not truth[one["part"]["text"]]
    each = (truth[part["text"]] for part in one.get("parts", []))
    return any(each) if one["kind"] == "or" else all(each)


def check_form(bet: dict[str, Any], where: str) -> None:
    """Give each condition its text; refuse such as do not fit the bet's cards, or are too many."""
    cards = bet["cards"]
    on_hand = DEALER_HAND in cards
    parts = with_parts(conditions_of(bet))
    need(len(parts) <= MAX_CONDITIONS, "not-supported", f"{where}: too many conditions and parts")
    right = not on_hand or (
        cards in ([DEALER_HAND], [*PLAYER, DEALER_HAND]) and bet["offered"] is None
    )
    for one in parts:
        kind, about = one["kind"], one.get("cards", [])
        fits = kind in ("dealer", "natural") if on_hand else kind != "dealer"
        right &= (joins(one) or fits) and set(about) <= {*cards} - {DEALER_HAND}
        right &= kind != "ranks" or len(one["ranks"]) == len(about)
        if one.get("what") in ("busts", "natural"):
            right &= (one["operator"], one["number"]) == ("=", 1)
        one["text"] = _text(one, where)
    need(right, "bad-condition", f"{where}: its cards and conditions do not fit together")


def _text(one: Condition, where: str) -> str:
    """Return the canonical form of a condition whose parts have theirs."""
    if "parts" in one:
        texts = [part["text"] for part in one["parts"]]
        ordered = all(before < after for before, after in pairwise(texts))
        need(ordered, "bad-order", f"{where}: parts of a condition out of order, or twice")
        return f'{{"kind":"{one["kind"]}","parts":[{",".join(texts)}]}}'
    if "part" in one:
        return f'{{"kind":"not","part":{one["part"]["text"]}}}'
    plain = {key: str(value) if key == "number" else value for key, value in one.items()}
    return canonical(plain)


def sees(leaf: Condition, card: int) -> Any:
    """Return what a condition sees of a card: of two cards with the same, it tells neither."""
    rank, suit = divmod(card, 4)
    kind = leaf["kind"]
    if kind == "same":
        return {"rank": rank, "suit": suit, "colour": suit in (1, 2)}[leaf["what"]]
    if kind == "count":
        return CARDS[card] in leaf["of"]
    if kind == "total":
        return min(rank, TEN)
    return (rank == ACE, rank >= TEN) if kind == "natural" else rank


def holds(leaf: Condition, cards: list[int]) -> bool:
    """Return whether a condition that looks at cards holds for these (4 x rank + suit)."""
    kind, ranks = leaf["kind"], sorted(card // 4 for card in cards)
    if kind == "same":
        return len({sees(leaf, card) for card in cards}) == 1
    if kind == "pair":
        return len(set(ranks)) < len(ranks)
    if kind == "straight":
        high = sorted(13 if rank == ACE else rank for rank in ranks)
        forms = {"low": [ranks], "high": [high], "both": [ranks, high]}[leaf["ace"]]
        return any(form == list(range(form[0], form[0] + len(form))) for form in forms)
    if kind == "ranks":
        return ranks == sorted(map(RANKS.index, leaf["ranks"]))
    hand = EMPTY
    for rank in ranks:
        hand = plus(hand, min(rank, TEN))
    if kind == "natural":
        return is_ace_ten(hand)
    if kind == "count":
        points = sum(sees(leaf, card) for card in cards)
    else:
        points = pips(hand) if leaf["hard"] else total(hand)[0]
    return COMPARE[leaf["operator"]](points, leaf["number"])
