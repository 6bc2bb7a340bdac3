"""Side bets, counted by enumerating rank and suit patterns of their cards.

For each card of the bet, the 52 cards are put into classes that no condition tells apart: by rank
only where ranks are looked at, by suit only where suits are. Every pattern of classes is dealt
once, with its number of ways. A bet on the dealer's final hand deals that hand card by card.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import perm, prod
from typing import Any

from bjcalc.checker.conditions import (
    COMPARE,
    DEALER_HAND,
    Condition,
    check_form,
    conditions_of,
    holds,
    joined,
    joins,
    sees,
    with_parts,
)
from bjcalc.checker.hands import ACE, EMPTY, TEN, Hand, is_ace_ten, plus, total
from bjcalc.checker.reading import agree, need, short
from bjcalc.checker.rules import Rules

MAX_WORK = 10_000_000  # patterns times different conditions, of all bets together

Deals = Counter[tuple[int, ...]]
"""Ordered deals by the categories that hold (not: are paid)."""


def check_sizes(bets: list[dict[str, Any]]) -> None:
    """Refuse side bets that do not fit together in themselves, or are too much work to recount."""
    work = 0
    for index, bet in enumerate(bets):
        check_form(bet, f"side_bets[{index}]")
        work += work_of(bet)
    need(work <= MAX_WORK, "not-supported", "side_bets: too many patterns to enumerate")


def work_of(bet: dict[str, Any]) -> int:
    """Return patterns times different conditions and parts; 0 for the dealer's final hand."""
    if DEALER_HAND in bet["cards"]:
        return 0
    different = _different(bet)
    leaves = [one for one in different if not joins(one)]
    return prod(map(len, _classes(bet["cards"], leaves))) * (1 + len(different))


def check_side_bet(rules: Rules, bet: dict[str, Any], where: str) -> None:
    """Recount a side bet, for which `check_sizes` is done, and compare all that is stated of it."""
    if DEALER_HAND in bet["cards"]:
        deals = _deal_dealer_hand(rules, bet, where)
    else:
        deals = _deal_cards(rules, bet, where)
        drawn = bet["drawn"] == len(bet["cards"])
        agree(drawn, "wrong-deals", f"{where}.drawn: not the number of its cards")
    paid: Deals = Counter()
    for held, number in deals.items():
        names = ", ".join(short(bet["categories"][index]["name"]) for index in held)
        right = not number or bet["paid"] != "exclusive" or len(held) < 2
        agree(right, "not-exclusive", f"{where}: these can hold together: {names}")
        paid[held if bet["paid"] == "all" else held[:1]] += number
    whole = not any(number % bet["orders"] for number in paid.values())
    agree(whole, "wrong-deals", f"{where}.orders: {bet['orders']} does not divide the deals")
    right = [
        {"paid": list(held), "deals": number // bet["orders"]}
        for held, number in sorted(paid.items())
        if number
    ]
    agree(bet["outcomes"] == right, "wrong-deals", f"{where}.outcomes: not those of this bet")
    number = sum(entry["deals"] for entry in right)
    agree(bet["total"] == number, "wrong-deals", f"{where}.total: right is {number}")
    law = net_law(bet)
    rtp = None if law is None else 1 + sum(net * chance for net, chance in law)
    agree(bet["rtp"] == rtp, "wrong-rtp", f"{where}.rtp: stated is {bet['rtp']}, right is {rtp}")


def net_law(bet: dict[str, Any]) -> list[tuple[Fraction, Fraction]] | None:
    """Return (net result, chance) of all outcomes; None where pays are unknown or none occurs."""
    pays = [category["pays"] for category in bet["categories"]]
    if None in pays or not bet["total"]:
        return None
    return [
        (
            sum((pays[index] for index in entry["paid"]), Fraction(0 if entry["paid"] else -1)),
            Fraction(entry["deals"], bet["total"]),
        )
        for entry in bet["outcomes"]
    ]


def _different(bet: dict[str, Any]) -> list[Condition]:
    """Return the bet's conditions and their parts, parts first, of such as are the same one."""
    return list({one["text"]: one for one in with_parts(conditions_of(bet))}.values())


# Bets on single cards. A card is 4 * rank + suit.


def _deal_cards(rules: Rules, bet: dict[str, Any], where: str) -> Deals:
    """Return the ordered deals of the bet's cards by the categories that hold."""
    need(rules.cards, "not-supported", f"{where}: the shoe's counts by card are not stated")
    assert rules.cards is not None
    different = _different(bet)
    leaves = [one for one in different if not joins(one)]
    classes = _classes(bet["cards"], leaves)
    sizes = {cards: sum(map(rules.cards.__getitem__, cards)) for one in classes for cards in one}
    # The card with the finest classes first, so that an earlier class lies in one later class.
    order = sorted(range(len(classes)), key=lambda slot: -len(classes[slot]))
    deals: Deals = Counter()
    cards = [0] * len(classes)
    judged: dict[tuple[bool, ...], tuple[int, ...] | None] = {}
    # A condition's truth is looked up by what it sees of its cards, in whatever order they lie: of
    # five cards 6,188 such things at most, so each is judged once and few have to be kept.
    seats = [[bet["cards"].index(slot) for slot in leaf["cards"]] for leaf in leaves]
    labels = [[sees(leaf, card) for card in range(52)] for leaf in leaves]
    truths: list[dict[tuple[Any, ...], bool]] = [{} for _ in leaves]

    def pattern() -> tuple[bool, ...]:
        """Return which conditions about cards hold for `cards`."""
        found = []
        for leaf, seat, label, seen in zip(leaves, seats, labels, truths, strict=True):
            key = tuple(sorted([label[cards[index]] for index in seat]))
            if key not in seen:
                seen[key] = holds(leaf, [cards[index] for index in seat])
            found.append(seen[key])
        return tuple(found)

    def judge(found: tuple[bool, ...]) -> tuple[int, ...] | None:
        """Return the categories that hold; None where the bet is not offered."""
        truth = {leaf["text"]: holds for leaf, holds in zip(leaves, found, strict=True)}
        return _held(bet, different, truth)

    def deal(position: int, number: int) -> None:
        if position == len(order):
            found = pattern()
            if found not in judged:
                judged[found] = judge(found)
            held = judged[found]
            if held is not None:
                deals[held] += number
            return
        slot = order[position]
        for members in classes[slot]:
            gone = sum(cards[earlier] in members for earlier in order[:position])
            left = sizes[members] - gone * rules.step
            if left > 0:
                cards[slot] = min(members)
                deal(position + 1, number * left)

    deal(0, 1)
    return deals


def _held(
    bet: dict[str, Any], different: list[Condition], truth: dict[str, bool]
) -> tuple[int, ...] | None:
    """Return the categories that hold, None where the bet is not offered, by the leaves' truth."""
    for one in different:
        if joins(one):
            truth[one["text"]] = joined(one, truth)
    if bet["offered"] is not None and not truth[bet["offered"]["text"]]:
        return None
    return tuple(
        index
        for index, category in enumerate(bet["categories"])
        if truth[category["condition"]["text"]]
    )


def _classes(slots: list[str], leaves: list[Condition]) -> list[list[frozenset[int]]]:
    """Return for each slot the sets of cards that no condition about it tells apart.

    Slots with few classes are refined to what all slots with fewer see, so that classes nest.
    """
    labels: list[list[Any]] = [
        [tuple(sees(leaf, card) for leaf in leaves if slot in leaf["cards"]) for card in range(52)]
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

Finals = Counter[tuple[int, int, bool]]
"""Ordered deals by total, cards and whether it is a natural."""


def _deal_dealer_hand(rules: Rules, bet: dict[str, Any], where: str) -> Deals:
    """Return the ordered deals of `drawn` cards: the player's two, if asked about, and the hand."""
    different = _different(bet)
    with_player = len(bet["cards"]) > 1
    drawn = bet["drawn"] - (2 if with_player else 0)
    deals: Deals = Counter()

    def add(finals: Finals, natural: bool, times: int) -> None:
        for (points, cards, is_natural), number in finals.items():
            about = {"busts": points > 21, "natural": is_natural, "cards": cards, "total": points}
            truth = {
                one["text"]: natural
                if one["kind"] == "natural"
                else COMPARE[one["operator"]](about[one["what"]], one["number"])
                for one in different
                if not joins(one)
            }
            held = _held(bet, different, truth)
            assert held is not None, "such a bet is always offered"
            deals[held] += number * times

    size, step = sum(rules.shoe), rules.step
    if not with_player:
        add(_final_hands(rules, rules.shoe, drawn, where), False, 1)
        return deals
    # All deals, less those in which the player has a natural, and these with the natural.
    pairs = 2 * rules.shoe[ACE] * rules.shoe[TEN]
    later = size - step * drawn
    add(_final_hands(rules, rules.shoe, drawn, where), False, later * (later - step))
    if pairs:
        left = tuple(n - step * (value in (ACE, TEN)) for value, n in enumerate(rules.shoe))
        finals = _final_hands(rules, left, drawn, where)
        add(finals, False, -pairs)
        add(finals, True, pairs)
    return deals


def _final_hands(rules: Rules, shoe: Hand, drawn: int, where: str) -> Finals:
    """Return the dealer's final hands among ordered deals of `drawn` cards.

    The player's cards, where they matter, are dealt after the dealer's: unseen cards are in random
    order, so that changes no chance.
    """
    size, step = sum(shoe), rules.step
    finals: Finals = Counter()
    going: dict[Hand, int] = {EMPTY: 1}
    cards = 0
    while going:
        cards += 1
        enough = cards <= drawn and (rules.infinite or cards <= size)
        agree(enough, "wrong-deals", f"{where}.drawn: the dealer can draw more than {drawn}")
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
            if cards > 1 and rules.dealer_stands(hand):
                finals[total(hand)[0], cards, is_ace_ten(hand)] += number * after
            else:
                going[hand] = number
    return finals
