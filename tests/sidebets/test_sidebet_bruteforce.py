"""Every bet of the library against dealing: each ordered choice of distinct cards, one by one.

The dealing settles each deal from the conditions as they are written, and shares no code with the
counting by patterns. Full one- and two-deck shoes for two cards; for three and four cards small
mixed shoes by default, and full shoes among the slow tests.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from bjcalc.shoe import Shoe
from bjcalc.sidebets import KnownBet, classify, count, known_bets, paid_categories
from bjcalc.sidebets.bet import SideBet, holding

BETS = [known for known in known_bets() if "dealer_hand" not in known.cards]
BY_SIZE = {size: [known for known in BETS if len(known.cards) == size] for size in (2, 3, 4)}

# Cards (4 * rank + suit) chosen so that every category of the library happens.
MIXED = {
    3: [24, 24, 24, 25, 26, 20, 28, 28, 0, 1, 4, 8, 48, 44, 46, 46, 46, 36, 32, 13],
    4: [46, 46, 45, 0, 0, 36, 37, 48, 32, 40, 40],
}


def identity(known: KnownBet) -> str:
    return known.id


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


def compare(known: KnownBet, shoe: Shoe, cards: list[int]) -> None:
    bet = known.bet(known.versions[0])
    counts = count(bet, shoe)
    outcomes, total = dealt(bet, cards)
    assert {paid: Fraction(number, total) for paid, number in outcomes.items()} == {
        paid: Fraction(number, counts.total) for paid, number in counts.outcomes.items()
    }
    assert total % counts.total == 0, "a deal stands for a whole number of ordered deals"


def full(decks: int) -> list[int]:
    return list(range(52)) * decks


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("known", BY_SIZE[2], ids=identity)
def test_two_card_bets(known: KnownBet, decks: int) -> None:
    compare(known, Shoe.of_decks(decks), full(decks))


@pytest.mark.parametrize("known", [*BY_SIZE[3], *BY_SIZE[4]], ids=identity)
def test_mixed_shoes(known: KnownBet) -> None:
    cards = MIXED[len(known.cards)]
    shoe = Shoe.of_cards(tuple(cards.count(card) for card in range(52)))
    compare(known, shoe, cards)


def test_the_mixed_shoes_meet_every_category() -> None:
    for known in [*BY_SIZE[3], *BY_SIZE[4]]:
        cards = MIXED[len(known.cards)]
        shoe = Shoe.of_cards(tuple(cards.count(card) for card in range(52)))
        counts = count(known.bet(known.versions[0]), shoe)
        assert all(counts.categories), known.id


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("known", BY_SIZE[3], ids=identity)
def test_three_card_bets(known: KnownBet, decks: int) -> None:
    compare(known, Shoe.of_decks(decks), full(decks))


@pytest.mark.slow
@pytest.mark.parametrize("known", BY_SIZE[4], ids=identity)
def test_four_card_bets(known: KnownBet) -> None:
    # All ordered deals of four from one deck, by the kinds of card.
    compare(known, Shoe.of_decks(1), full(1))


def test_infinite_decks_are_dealt_with_replacement() -> None:
    shoe = Shoe.infinite_deck()
    for known in BY_SIZE[2]:
        bet = known.bet(known.versions[0])
        counts = count(bet, shoe)
        outcomes: Counter[tuple[int, ...]] = Counter()
        for first in range(52):
            for second in range(52):
                if not bet.offered_when or first // 4 == 0:
                    outcomes[paid_categories(bet, (first, second))] += 1
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
    (known,) = [known for known in BETS if known.id == name]
    bet = known.bet(known.versions[0])
    cards = range(0, 52)
    for first in cards:
        for second in range(first, 52, 3):
            for third in range(second, 52, 5):
                hand = (third, first, second)
                assert classify(bet, hand) == by_hand(hand), hand


def test_holding_is_empty_where_the_bet_is_not_offered() -> None:
    (known,) = [known for known in BETS if known.id == "insurance"]
    bet = known.bet(known.versions[0])
    assert holding(bet, (0, 40)) == (0,)
    assert holding(bet, (4, 40)) == ()
