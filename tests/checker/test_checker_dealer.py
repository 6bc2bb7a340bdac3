"""The law of the cards against a plain recursion over every order of cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from bjcalc.certificate.body import stated_rules
from bjcalc.checker.dealer import Dealer, Law
from bjcalc.checker.hands import Hand, plus, total
from bjcalc.checker.rules import Rules
from bjcalc.rules import Rules as GameRules
from bjcalc.rules.model import Dealer as DealerRules
from bjcalc.rules.model import Soft17
from bjcalc.shoe import Shoe

ENDLESS = Shoe(values=(1, 0, 1, 0, 2, 1, 0, 1, 0, 3), infinite=True)


def checker_rules(rules: GameRules) -> Rules:
    return Rules(stated_rules(rules))


def dealer_ends(
    rules: Rules, held: Hand, left: list[int], chance: Fraction, ends: Counter[str]
) -> None:
    """Deal card by card and collect the chance of each end; the first card makes no natural."""
    points, soft = total(held)
    limit = rules["dealer.card_limit"] is not None and sum(held) >= rules["dealer.card_limit"]
    if sum(held) == 2 and points == 21:
        ends["natural"] += chance  # type: ignore[assignment]
        return
    hits = points < 17 or (points == 17 and soft and rules["dealer.soft17"] == "hit")
    if sum(held) > 1 and (limit or not hits):
        ends["bust" if points > 21 else str(points)] += chance  # type: ignore[assignment]
        return
    for card, number in enumerate(left):
        if number:
            rest = list(left)
            rest[card] -= 0 if rules.infinite else 1
            dealer_ends(rules, plus(held, card), rest, chance * Fraction(number, sum(left)), ends)


def chances(law: Law, hand: Hand) -> dict[str, Fraction]:
    """Return the chance of each total of the dealer that is no bust, given the hand."""
    finals = law.dealer.finals
    whole = law.chance(hand)
    return {str(points): Fraction(law.ends(hand, *part), whole) for points, *part in finals}


@pytest.mark.parametrize("up", [0, 4, 9])
@pytest.mark.parametrize("limit", [None, 3])
@pytest.mark.parametrize("soft17", list(Soft17))
@pytest.mark.parametrize(
    "shoe", [Shoe(values=(3, 2, 0, 0, 3, 3, 0, 2, 0, 6)), ENDLESS], ids=["shoe", "infinite"]
)
def test_ends_are_those_of_dealing_card_by_card(
    up: int, limit: int | None, soft17: Soft17, shoe: Shoe
) -> None:
    if shoe.infinite and limit is None:
        limit = 5  # keeps the plain recursion short
    rules = checker_rules(GameRules(shoe=shoe, dealer=DealerRules(soft17=soft17, card_limit=limit)))
    unseen = tuple(n - (value == up and not shoe.infinite) for value, n in enumerate(shoe.values))
    law = Law(Dealer(rules, up, unseen), depth=16)
    for hand in (plus((0,) * 10, 9), plus(plus((0,) * 10, 4), 5), plus(plus((0,) * 10, 0), 9)):
        ends: Counter[str] = Counter()
        left = [n - (0 if shoe.infinite else h) for n, h in zip(unseen, hand, strict=True)]
        dealer_ends(rules, plus((0,) * 10, up), left, Fraction(1), ends)
        assert Fraction(law.natural(hand), law.chance(hand)) == ends.pop("natural", 0)
        assert chances(law, hand) == {end: chance for end, chance in ends.items() if end != "bust"}


def test_hidden_cards_by_dealing_every_order() -> None:
    """Three 8s, one in another hand, one unseen card known not to be an 8, by permutations."""
    shoe = Shoe(values=(0, 0, 0, 0, 1, 0, 0, 3, 1, 3))
    rules = checker_rules(GameRules(shoe=shoe))
    unseen = (*shoe.values[:4], 0, *shoe.values[5:])  # a 5 is the up card
    pair, hand = 7, plus((0,) * 10, 7)
    law = Law(Dealer(rules, 4, unseen, pair), depth=5, pair=pair, extra=1, hidden=1)
    cards = [7, 8, 9, 9, 9]
    # The last of the order is the hidden one; the next is the player's, then the dealer's.
    orders = [order for order in permutations(cards) if order[-1] != pair]
    drawn: Counter[int] = Counter(order[0] for order in orders)
    ends: dict[int, Counter[str]] = {card: Counter() for card in drawn}
    for order in orders:
        held = plus((0,) * 10, 4)
        for card in order[1:-1]:
            held = plus(held, card)
            if total(held)[0] >= 17:
                break
        else:
            raise AssertionError("the dealer stands or busts within three cards")
        points = total(held)[0]
        ends[order[0]]["bust" if points > 21 else str(points)] += 1
    for card, weight in law.next_cards(hand):
        longer = plus(hand, card)
        right = Fraction(drawn[card], len(orders))
        assert Fraction(weight * law.chance(longer), law.chance(hand)) == right
        found = chances(law, longer)
        for points in map(str, range(17, 22)):
            assert found.get(points, 0) == Fraction(ends[card][points], drawn[card])
