"""Every bet of the library against dealing: each ordered choice of distinct cards, one by one.

The dealing settles each deal from the conditions as they are written, and shares no code with the
counting by patterns. Full one- and two-deck shoes for two cards; for three and four cards small
mixed shoes by default, and full shoes among the slow tests.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from bets import known_bet, physical

from bjcalc.shoe import Shoe
from bjcalc.sidebets import classify, count, known_bets, paid_categories
from bjcalc.sidebets.bet import SideBet, holding

BY_SIZE = {
    size: [
        known.id
        for known in known_bets()
        if len(known.cards) == size and "dealer_hand" not in known.cards
    ]
    for size in (2, 3, 4)
}

# Cards (4 * rank + suit) chosen so that every category of the library happens.
MIXED = {
    3: [24, 24, 24, 25, 26, 20, 28, 28, 0, 1, 4, 8, 48, 44, 46, 46, 46, 36, 32, 13],
    4: [46, 46, 45, 0, 0, 36, 37, 48, 32, 40, 40],
}


def dealt(bet: SideBet, cards: list[int]) -> tuple[Counter[tuple[int, ...]], int]:
    """Deal every ordered choice of distinct cards; return (outcomes, deals in which offered)."""
    outcomes: Counter[tuple[int, ...]] = Counter()
    settled: dict[tuple[int, ...], tuple[int, ...]] = {}
    total = 0
    for hand in permutations(cards, len(bet.cards)):
        if bet.offered_when and hand[0] // 4 != 0:
            continue  # insurance: the up card must be an ace
        total += 1
        if hand not in settled:
            settled[hand] = paid_categories(bet, hand)
        outcomes[settled[hand]] += 1
    return outcomes, total


def compare(name: str, shoe: Shoe, cards: list[int]) -> None:
    bet = known_bet(name)
    counts = count(bet, shoe)
    outcomes, total = dealt(bet, cards)
    assert {paid: Fraction(number, total) for paid, number in outcomes.items()} == {
        paid: Fraction(number, counts.total) for paid, number in counts.outcomes.items()
    }
    assert total % counts.total == 0, "a deal stands for a whole number of ordered deals"


@pytest.mark.parametrize(
    ("name", "decks"),
    [
        *((name, decks) for name in BY_SIZE[2] for decks in (1, 2)),
        *(pytest.param(name, d, marks=pytest.mark.slow) for name in BY_SIZE[3] for d in (1, 2)),
        *(pytest.param(name, 1, marks=pytest.mark.slow) for name in BY_SIZE[4]),
    ],
)
def test_full_shoes(name: str, decks: int) -> None:
    compare(name, Shoe.of_decks(decks), list(range(52)) * decks)


@pytest.mark.parametrize(
    ("name", "size"), [(name, size) for size in (3, 4) for name in BY_SIZE[size]]
)
def test_mixed_shoes(name: str, size: int) -> None:
    shoe = physical(MIXED[size])
    compare(name, shoe, MIXED[size])
    assert all(count(known_bet(name), shoe).categories), "every category is met"


def test_infinite_decks_are_dealt_with_replacement() -> None:
    shoe = Shoe.infinite_deck()
    for name in BY_SIZE[2]:
        bet = known_bet(name)
        counts = count(bet, shoe)
        outcomes: Counter[tuple[int, ...]] = Counter()
        for hand in product(range(52), repeat=2):
            if not bet.offered_when or hand[0] // 4 == 0:
                outcomes[paid_categories(bet, hand)] += 1
        assert outcomes == Counter(counts.outcomes)


def three_card_poker(cards: tuple[int, int, int]) -> int | None:
    """Return the category of 21+3, written out by hand."""
    ranks = sorted(card // 4 for card in cards)
    suits = {card % 4 for card in cards}
    in_row = ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1 or ranks == [0, 11, 12]
    if ranks[0] == ranks[2]:
        return 0 if len(suits) == 1 else 2
    if len(suits) == 1:
        return 1 if in_row else 4
    return 3 if in_row else None


def lucky_lucky(cards: tuple[int, int, int]) -> int | None:
    """Return the category of Lucky Lucky, written out by hand."""
    ranks = sorted(card // 4 for card in cards)
    suited = len({card % 4 for card in cards}) == 1
    if ranks == [6, 6, 6]:
        return 0 if suited else 2
    if ranks == [5, 6, 7]:
        return 1 if suited else 3
    low = sum(min(rank + 1, 10) for rank in ranks)
    total = low + 10 if 0 in ranks and low + 10 <= 21 else low
    if total == 21:
        return 4 if suited else 5
    return {20: 6, 19: 7}.get(total)


@pytest.mark.parametrize(
    ("name", "by_hand"), [("21+3", three_card_poker), ("lucky-lucky", lucky_lucky)]
)
def test_classify_agrees_with_rules_written_out(name: str, by_hand: object) -> None:
    assert callable(by_hand)
    bet = known_bet(name)
    for first in range(52):
        for second in range(first, 52, 3):
            for third in range(second, 52, 5):
                hand = (third, first, second)
                assert classify(bet, hand) == by_hand(hand), hand


def test_holding_is_empty_where_the_bet_is_not_offered() -> None:
    bet = known_bet("insurance")
    assert holding(bet, (0, 40)) == (0,)
    assert holding(bet, (4, 40)) == ()
