"""Side bets, counted by enumerating rank and suit patterns of their cards.

For each card of the bet, the 52 cards are put into classes that no condition tells apart: by rank
only where ranks are looked at, by suit only where suits are. Every pattern of classes is dealt
once, with its number of ways. A bet on the dealer's final hand deals that hand card by card.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import perm, prod
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from bjcalc.checker.hands import ACE, RANKS, TEN, Hand, Rules, is_ace_ten, plus, total
from bjcalc.checker.reading import Refuted, Unreadable

SUITS = "cdhs"
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "=": eq,
    "!=": ne,
    ">=": ge,
    "<=": le,
    ">": gt,
    "<": lt,
}
DEALER_HAND = "dealer_hand"
MAX_WORK = 10_000_000  # patterns times different conditions, of all bets together
MAX_NODES = 500
MAX_DRAWN = 60

Condition = dict[str, Any]
Deals = Counter[tuple[int, ...]]
"""Ordered deals by the categories that hold (not: are paid)."""


def check_sizes(bets: list[dict[str, Any]]) -> None:
    """Refuse side bets that do not fit together in themselves, or are too much work to recount."""
    work = 0
    for index, bet in enumerate(bets):
        where = f"side_bets[{index}]"
        _check_form(bet, where)
        work += work_of(bet)
        if work > MAX_WORK:
            raise Unreadable("not-supported", f"{where}: too many patterns to enumerate")


def work_of(bet: dict[str, Any]) -> int:
    """Return patterns times different conditions and parts; 0 for the dealer's final hand."""
    if DEALER_HAND in bet["cards"]:
        return 0
    conditions = _conditions(bet)
    patterns = prod(map(len, _classes(bet["cards"], list(_leaves(conditions)))))
    return patterns * (1 + len({_name(part) for part in _all_parts(conditions)}))


def check_side_bet(rules: Rules, bet: dict[str, Any], where: str) -> None:
    """Recount a side bet, for which `check_sizes` is done, and compare all that is stated of it."""
    if DEALER_HAND in bet["cards"]:
        deals, drawn = _deal_dealer_hand(rules, bet, where), bet["drawn"]
    else:
        deals, drawn = _deal_cards(rules, bet, where), len(bet["cards"])
        if bet["drawn"] != drawn:
            raise Refuted("wrong-deals", f"{where}.drawn: {bet['drawn']}, but {drawn} cards decide")

    paid: Deals = Counter()
    for held, number in deals.items():
        if number and bet["paid"] == "exclusive" and len(held) > 1:
            names = ", ".join(bet["categories"][index]["name"] for index in held)
            raise Refuted("not-exclusive", f"{where}: these can hold together: {names}")
        paid[held if bet["paid"] == "all" else held[:1]] += number
    right = [
        {"paid": list(held), "deals": number // bet["orders"]}
        for held, number in sorted(paid.items())
        if number
    ]
    if any(number % bet["orders"] for number in paid.values()):
        raise Refuted("wrong-deals", f"{where}.orders: {bet['orders']} does not divide the deals")
    totals = {"total": sum(entry["deals"] for entry in right), "lost": 0}
    for entry in right:
        if not entry["paid"]:
            totals["lost"] = entry["deals"]
    for key, number in totals.items():
        _compare(f"{where}.{key}", bet[key], number)
    for index, category in enumerate(bet["categories"]):
        number = sum(entry["deals"] for entry in right if index in entry["paid"])
        _compare(f"{where}.categories[{index}].deals", category["deals"], number)
    if bet["outcomes"] != right:
        raise Refuted("wrong-deals", f"{where}.outcomes: not the outcomes of this bet, in order")
    rtp = _rtp(bet, right, totals["total"])
    if bet["rtp"] != rtp:
        raise Refuted("wrong-rtp", f"{where}.rtp: stated is {bet['rtp']}, right is {rtp}")


def _compare(where: str, stated: int, right: int) -> None:
    if stated != right:
        raise Refuted("wrong-deals", f"{where}: stated is {stated}, right is {right}")


def _rtp(bet: dict[str, Any], outcomes: list[dict[str, Any]], deals: int) -> Fraction | None:
    pays = [category["pays"] for category in bet["categories"]]
    if None in pays or deals == 0:
        return None
    net = Fraction(0)
    for entry in outcomes:
        won = sum((pays[index] for index in entry["paid"]), Fraction(0))
        net += entry["deals"] * (won if entry["paid"] else -1)
    return 1 + net / deals


def _check_form(bet: dict[str, Any], where: str) -> None:
    """Refuse slots out of order, conditions about other cards, and the like."""
    slots = ["player1", "player2", "player3", "up", "hole", DEALER_HAND]
    cards = bet["cards"]
    on_hand = DEALER_HAND in cards
    if not cards or cards != [slot for slot in slots if slot in cards]:
        raise Unreadable("bad-condition", f"{where}.cards: not in order, or twice, or none")
    if on_hand and cards not in ([DEALER_HAND], ["player1", "player2", DEALER_HAND]):
        raise Unreadable("bad-condition", f"{where}.cards: these do not go with {DEALER_HAND}")
    if bet["orders"] == 0 or (on_hand and bet["offered"] is not None):
        raise Unreadable("bad-condition", f"{where}: orders is 0, or offered does not fit")
    conditions = _conditions(bet)
    if sum(1 for _ in _all_parts(conditions)) > MAX_NODES or bet["drawn"] > MAX_DRAWN:
        raise Unreadable("not-supported", f"{where}: too large a condition, or too many cards")
    for leaf in _leaves(conditions):
        about = leaf.get("cards", [])
        known = [slot for slot in cards if slot in about and slot != DEALER_HAND]
        allowed = leaf["kind"] in ("dealer", "natural") if on_hand else leaf["kind"] != "dealer"
        if about != known or not (about or leaf["kind"] == "dealer") or not allowed:
            raise Unreadable(
                "bad-condition", f"{where}: a condition {leaf['kind']!r} about {about} does not fit"
            )
        if leaf.get("what") in ("busts", "natural") and (
            (leaf["operator"], leaf["number"]) != ("=", 1)
        ):
            raise Unreadable("bad-condition", f"{where}: {leaf['what']} is written with = and 1")


def _conditions(bet: dict[str, Any]) -> list[Condition]:
    """Return the conditions of the categories, and that of the offer if there is one."""
    offered = [] if bet["offered"] is None else [bet["offered"]]
    return [*(category["condition"] for category in bet["categories"]), *offered]


def _name(condition: Condition) -> str:
    """Return a text that conditions share if they are written with the same words."""
    return json.dumps(condition, sort_keys=True)


def _all_parts(conditions: list[Condition]) -> Iterator[Condition]:
    """Yield conditions and all their parts."""
    for condition in conditions:
        yield condition
        parts = condition.get("parts", [])
        yield from _all_parts([condition["part"]] if condition["kind"] == "not" else parts)


def _leaves(conditions: list[Condition]) -> Iterator[Condition]:
    for condition in conditions:
        if condition["kind"] in ("and", "or"):
            yield from _leaves(condition["parts"])
        elif condition["kind"] == "not":
            yield from _leaves([condition["part"]])
        elif condition["kind"] != "always":
            yield condition


def _joined(conditions: list[Condition]) -> list[tuple[str, str, list[str]]]:
    """Return name, kind and parts' names of what is made of other conditions, parts first.

    `always` is among them: it is made of nothing. None stands twice, and no part in one of them.
    """
    found: dict[str, tuple[str, str, list[str]]] = {}
    for condition in reversed(list(_all_parts(conditions))):
        kind, name = condition["kind"], _name(condition)
        if kind in ("and", "or", "not", "always"):
            parts = [condition["part"]] if kind == "not" else condition.get("parts", [])
            found.setdefault(name, (name, kind, list(dict.fromkeys(map(_name, parts)))))
    return list(found.values())


def _holds(condition: Condition, leaf: Callable[[Condition], bool]) -> bool:
    kind = condition["kind"]
    if kind == "and":
        return all(_holds(part, leaf) for part in condition["parts"])
    if kind == "or":
        return any(_holds(part, leaf) for part in condition["parts"])
    if kind == "not":
        return not _holds(condition["part"], leaf)
    return True if kind == "always" else leaf(condition)


# Bets on single cards. A card is 4 * rank + suit.


def card_name(card: int) -> str:
    """Return the name of a card, such as "Qh"."""
    return RANKS[card // 4] + SUITS[card % 4]


def _leaf_holds(leaf: Condition, cards: list[int]) -> bool:
    """Return whether a condition holds for the cards that it is about."""
    kind = leaf["kind"]
    ranks, suits = [card // 4 for card in cards], [card % 4 for card in cards]
    if kind == "same":
        colours = [int(suit in (1, 2)) for suit in suits]
        return len(set({"rank": ranks, "suit": suits, "colour": colours}[leaf["what"]])) == 1
    if kind == "pair":
        return len(set(ranks)) < len(ranks)
    if kind == "straight":
        low = sorted(ranks)
        high = sorted(13 if rank == ACE else rank for rank in ranks)
        forms = {"low": [low], "high": [high], "both": [low, high]}[leaf["ace"]]
        return any(form == list(range(form[0], form[0] + len(form))) for form in forms)
    if kind == "ranks":
        return sorted(ranks) == sorted(RANKS.index(rank) for rank in leaf["ranks"])
    if kind == "count":
        among = sum(card_name(card) in leaf["of"] for card in cards)
        return COMPARE[leaf["operator"]](among, leaf["number"])
    hand: Hand = (0,) * 10
    for rank in ranks:
        hand = plus(hand, min(rank, TEN))
    if kind == "natural":
        return is_ace_ten(hand)
    pips = sum((value + 1) * number for value, number in enumerate(hand))
    return COMPARE[leaf["operator"]](pips if leaf["hard"] else total(hand)[0], leaf["number"])


def _deal_cards(rules: Rules, bet: dict[str, Any], where: str) -> Deals:
    """Return the ordered deals of the bet's cards by the categories that hold."""
    if rules.cards is None:
        raise Unreadable("not-supported", f"{where}: the shoe's counts by card are not stated")
    # Conditions written with the same words are one: judged once, and one place in a pattern.
    leaves = list({_name(leaf): leaf for leaf in _leaves(_conditions(bet))}.values())
    names = list(map(_name, leaves))
    joined = _joined(_conditions(bet))
    categories = [_name(category["condition"]) for category in bet["categories"]]
    offered = None if bet["offered"] is None else _name(bet["offered"])
    classes = _classes(bet["cards"], leaves)
    # The card with the finest classes first, so that an earlier class lies in one later class.
    sizes = {
        members: sum(rules.cards[card] for card in members)
        for groups in classes
        for members in groups
    }
    order = sorted(range(len(classes)), key=lambda slot: -len(classes[slot]))
    deals: Deals = Counter()
    cards = [0] * len(classes)
    known: dict[bytes, tuple[int, ...] | None] = {}
    # A condition's truth is looked up by what it sees of its cards, in whatever order they lie: of
    # five cards 6,188 such things at most, so each is judged once and few have to be kept.
    seats = [[bet["cards"].index(slot) for slot in leaf["cards"]] for leaf in leaves]
    labels = [[_sees(leaf, card) for card in range(52)] for leaf in leaves]
    truths: list[dict[tuple[Any, ...], bool]] = [{} for _ in leaves]

    def held() -> tuple[int, ...] | None:
        """Return the categories that hold for `cards`; None where the bet is not offered."""
        pattern = []
        for leaf, seat, label, seen in zip(leaves, seats, labels, truths, strict=True):
            key = tuple(sorted([label[cards[index]] for index in seat]))
            truth = seen.get(key)
            if truth is None:
                truth = seen[key] = _leaf_holds(leaf, [cards[index] for index in seat])
            pattern.append(truth)
        found = bytes(pattern)
        if found not in known:
            known[found] = judge(found)
        return known[found]

    def judge(pattern: bytes) -> tuple[int, ...] | None:
        truth = dict(zip(names, map(bool, pattern), strict=True))
        for name, kind, parts in joined:
            each = (truth[part] for part in parts)
            truth[name] = any(each) if kind == "or" else all(each) != (kind == "not")
        if offered is not None and not truth[offered]:
            return None
        return tuple(i for i, name in enumerate(categories) if truth[name])

    def deal(position: int, number: int) -> None:
        if position == len(order):
            categories = held()
            if categories is not None:
                deals[categories] += number
            return
        slot = order[position]
        for members in classes[slot]:
            left = sizes[members]
            if not rules.infinite:
                for earlier in order[:position]:
                    left -= cards[earlier] in members
            if left > 0:
                cards[slot] = min(members)
                deal(position + 1, number * left)

    deal(0, 1)
    return deals


def _sees(leaf: Condition, card: int) -> Any:
    """Return what a condition sees of a card: of two cards with the same, it tells neither."""
    rank, suit = divmod(card, 4)
    kind = leaf["kind"]
    if kind == "same":
        return {"rank": rank, "suit": suit, "colour": suit in (1, 2)}[leaf["what"]]
    if kind == "count":
        return card_name(card) in leaf["of"]
    if kind == "total":
        return min(rank, TEN)
    if kind == "natural":
        return (rank == ACE, rank >= TEN)
    return rank


def _classes(slots: list[str], leaves: list[Condition]) -> list[list[frozenset[int]]]:
    """Return for each slot the sets of cards that no condition about it tells apart.

    Slots with few classes are refined to what all slots with fewer see, so that classes nest.
    """

    labels: list[list[Any]] = [
        [tuple(_sees(leaf, card) for leaf in leaves if slot in leaf["cards"]) for card in range(52)]
        for slot in slots
    ]
    coarse_first = sorted(range(len(slots)), key=lambda index: len(set(labels[index])))
    for before, after in pairwise(coarse_first):
        labels[after] = list(zip(labels[before], labels[after], strict=True))
    found = []
    for label in labels:
        groups: dict[Any, set[int]] = {}
        for card in range(52):
            groups.setdefault(label[card], set()).add(card)
        found.append([frozenset(group) for group in groups.values()])
    return found


# Bets on the dealer's final hand


def _deal_dealer_hand(rules: Rules, bet: dict[str, Any], where: str) -> Deals:
    """Return the ordered deals of `drawn` cards: the player's two, if asked about, and the hand."""
    conditions = [category["condition"] for category in bet["categories"]]
    with_player = len(bet["cards"]) > 1
    drawn = bet["drawn"] - (2 if with_player else 0)
    deals: Deals = Counter()

    def add(finals: Counter[tuple[int, int, bool]], natural: bool, times: int) -> None:
        for final, number in finals.items():

            def leaf(condition: Condition, final: tuple[int, int, bool] = final) -> bool:
                if condition["kind"] == "natural":
                    return natural
                points, cards, is_natural = final
                if condition["what"] in ("busts", "natural"):
                    return points > 21 if condition["what"] == "busts" else is_natural
                compared = cards if condition["what"] == "cards" else points
                return COMPARE[condition["operator"]](compared, condition["number"])

            held = tuple(i for i, condition in enumerate(conditions) if _holds(condition, leaf))
            deals[held] += number * times

    size, step = sum(rules.shoe), 0 if rules.infinite else 1
    if not with_player:
        add(_final_hands(rules, rules.shoe, drawn, where), False, 1)
        return deals
    # All deals, less those in which the player has a natural, and these with the natural.
    aces, tens = rules.shoe[ACE], rules.shoe[TEN]
    later = size - step * drawn
    add(_final_hands(rules, rules.shoe, drawn, where), False, later * (later - step))
    if aces and tens:
        left = tuple(n - step * (value in (ACE, TEN)) for value, n in enumerate(rules.shoe))
        finals = _final_hands(rules, left, drawn, where)
        add(finals, False, -2 * aces * tens)
        add(finals, True, 2 * aces * tens)
    return deals


def _final_hands(
    rules: Rules, shoe: Hand, drawn: int, where: str
) -> Counter[tuple[int, int, bool]]:
    """Return (total, cards, natural) of the dealer's final hand -> ordered deals of `drawn` cards.

    The player's cards, where they matter, are dealt after the dealer's: unseen cards are in random
    order, so that changes no chance.
    """
    size, step = sum(shoe), 0 if rules.infinite else 1
    finals: Counter[tuple[int, int, bool]] = Counter()
    going: dict[Hand, int] = {(0,) * 10: 1}
    cards = 0
    while going:
        cards += 1
        if cards > drawn or (not rules.infinite and cards > size):
            raise Refuted("wrong-deals", f"{where}.drawn: the dealer can draw more than {drawn}")
        longer: dict[Hand, int] = {}
        for hand, number in going.items():
            for card, stock in enumerate(shoe):
                left = stock - step * hand[card]
                if left > 0:
                    more = plus(hand, card)
                    longer[more] = longer.get(more, 0) + number * left
        going = {}
        rest = (size - step * cards, drawn - cards)
        after = size ** rest[1] if rules.infinite else perm(*rest)
        for hand, number in longer.items():
            points, soft = total(hand)
            stands = points > 17 or (points == 17 and not (soft and rules.hits_soft17))
            if cards > 1 and (stands or cards == rules.dealer_limit):
                finals[points, cards, is_ace_ten(hand)] += number * after
            else:
                going[hand] = number
    return finals
