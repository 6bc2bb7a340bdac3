"""The kernel's integers are wide enough: the bounds of bjcalc_ext/wide.h, and values near them.

The bounds are worked out here for the largest shoe that is accepted; larger shoes and payouts are
refused. Values of every size of hand at 12 and 15 decks are compared with the slow solver's.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from bjcalc import solve
from bjcalc.engine import hand_values
from bjcalc.engine.kernel import PAYS_LIMIT, Kernel, differences, hands, value_names
from bjcalc.errors import UnsupportedRuleError
from bjcalc.rules import model as m
from bjcalc.rules.form import MAX_DENOMINATOR, MAX_PAYOUT
from bjcalc.rules.model import Rules
from bjcalc.rules.settlement import settlement
from bjcalc.shoe import ACE, MAX_CARDS, TEN, VALUES, Shoe
from bjcalc.witness.twin import ReferenceSolution, solve_reference
from bjcalc_ext.dealer import DealerTables
from bjcalc_ext.dealer_hands import dealer_hands

KERNEL = Path(__file__).parents[2] / "bjcalc_ext"
LONGEST_DEALER = {False: 12, True: 13}  # by whether he hits soft 17
LONGEST_PLAYER = 21
MOST_OF_EACH = (MAX_CARDS,) * 10

# The rules that make the largest integers: every card counts, stakes double, payouts are fine.
EXTREME = Rules(
    dealer=m.Dealer(soft17=m.Soft17.HIT),
    double=m.Double(any_cards=True),
    split=m.Split(max_hands=1, max_hands_aces=1),
    charlie=m.Charlie(cards=21, pays=Fraction(MAX_DENOMINATOR + 1, MAX_DENOMINATOR)),
    player=m.Player(stand_on_21=False),
)


def defined(header: str, name: str) -> int:
    """The value of a #define or an enum constant of the kernel's sources."""
    found = re.search(rf"\b{name}\s*=?\s+(\d+)", (KERNEL / header).read_text())
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("most", [21, 22])
@pytest.mark.parametrize("hit_soft_17", [False, True])
def test_dealer_sums_fit_127_bits(hit_soft_17: bool, most: int) -> None:
    final = dealer_hands(hit_soft_17, 0, MOST_OF_EACH, most=most)
    longest = max(length for _, length, _ in final.values())
    assert longest == LONGEST_DEALER[hit_soft_17]
    assert longest < defined("dealer.pxd", "MAX_LENGTH")
    # A deal counts twice where the dealer's hand wins, once where it ties.
    assert 2 * MAX_CARDS**longest < 2**127
    # The number of orders of one hand is kept in 32 bits, a card's number in 4.
    assert max(max(orders) for _, _, orders in final.values()) < 2**32
    assert max(key >> 6 * value & 63 for key in final for value in range(10)) <= 2**4
    # A player's high cards are counted in 3 bits each, the low ones in 5.
    low = defined("dealer.pyx", "N_LOW_VALUES")
    assert max(max(counts[low:]) for counts, *_ in hands()) < 2**3
    assert max(max(counts) for counts, *_ in hands()) < 2**5


def test_a_card_limit_makes_no_longer_hands() -> None:
    for limit in range(2, 22):
        final = dealer_hands(True, limit, MOST_OF_EACH)
        assert max(length for _, length, _ in final.values()) == min(limit, LONGEST_DEALER[True])


def test_player_values_fit_their_limbs() -> None:
    assert max(size for _, _, _, size in hands()) == LONGEST_PLAYER
    factors = LONGEST_PLAYER - 1 + LONGEST_DEALER[True]
    assert factors == 33
    limbs = defined("wide.h", "WIDE_LIMBS")
    doubled = 2
    assert doubled * PAYS_LIMIT * MAX_CARDS**factors < 2 ** (64 * limbs - 1)
    # A count of (up card, hole card) pairs, times a payout, is one 64-bit factor.
    assert MAX_CARDS**2 * PAYS_LIMIT < 2**64
    assert MAX_PAYOUT * MAX_DENOMINATOR < PAYS_LIMIT


def test_the_largest_shoe_is_accepted_and_the_next_refused() -> None:
    assert MAX_CARDS >= 15 * 52 and MAX_CARDS >= 12 * 52
    most = Shoe(values=(*(MAX_CARDS // 10,) * 9, MAX_CARDS - 9 * (MAX_CARDS // 10)))
    assert most.size == MAX_CARDS
    Kernel(Rules(shoe=most))
    more = replace(most, values=(*most.values[:9], most.values[9] + 1))
    with pytest.raises(UnsupportedRuleError, match=f"{MAX_CARDS + 1} cards are too many"):
        Rules(shoe=more)
    # Short dealer hands make small sums, and yet the player's values would not fit.
    with pytest.raises(UnsupportedRuleError, match="too many"):
        Rules(shoe=more, dealer=m.Dealer(card_limit=3))
    with pytest.raises(UnsupportedRuleError, match="too many"):
        Rules(shoe=replace(more, infinite=True))


def test_proportions_of_an_infinite_deck_are_brought_to_lowest_terms() -> None:
    one = solve(Rules(shoe=Shoe.infinite_deck()))
    many = solve(Rules(shoe=Shoe.of_cards((1000,) * 52, infinite=True)))
    assert one.ev == many.ev


@pytest.mark.parametrize("value", [ACE, 4, TEN])
def test_an_infinite_deck_of_one_value(value: int) -> None:
    """Periods of one card: products of any length fit."""
    shoe = Shoe(values=tuple(int(v == value) for v in range(10)), infinite=True)
    rules = Rules(shoe=shoe, split=m.Split(max_hands=2))
    assert solve(rules).ev == solve_reference(rules).ev


@pytest.mark.parametrize(
    ("values", "soft17"),
    [
        ((0, 780, 0, 0, 0, 0, 0, 0, 0, 20), m.Soft17.STAND),
        ((760, 0, 0, 0, 0, 0, 0, 0, 0, 40), m.Soft17.HIT),
        ((380, 0, 0, 380, 0, 0, 0, 0, 0, 40), m.Soft17.HIT),
        ((0, 0, 0, 0, 700, 0, 0, 0, 0, 100), m.Soft17.STAND),
        ((0, 0, 790, 0, 0, 0, 0, 0, 0, 10), m.Soft17.HIT),
    ],
)
def test_shoes_concentrated_in_few_values(values: tuple[int, ...], soft17: m.Soft17) -> None:
    """The largest products that a shoe can make: some dealer hands' sums leave 64 bits."""
    rules = Rules(
        shoe=Shoe(values=values),
        dealer=m.Dealer(soft17=soft17, peek=frozenset()),
        charlie=m.Charlie(cards=9),
    )
    slow = solve_reference(rules)
    assert (solve(rules).ev, solve(rules).stake) == (slow.ev, slow.stake)


def test_the_dealer_s_tables_refuse_what_would_not_fit() -> None:
    with pytest.raises(OverflowError, match="too large"):
        DealerTables(
            (1000,) * 10,
            infinite=False,
            hit_soft_17=True,
            differences=differences(settlement(Rules())),
        )


@pytest.fixture(scope="module", params=[12, 15])
def slow(request: pytest.FixtureRequest) -> ReferenceSolution:
    """The slow solver for the extreme rules; its dealer hands are kept from test to test."""
    return solve_reference(replace(EXTREME, shoe=Shoe.of_decks(request.param)))


@pytest.mark.parametrize("size", range(2, LONGEST_PLAYER + 1))
def test_hands_of_every_size(slow: ReferenceSolution, size: int) -> None:
    """The fullest hand of the size and one that draws on, against an ace, a ten and a six."""
    fitting = [counts for counts, _, _, n in hands() if n == size]
    hard = [sum(n * (value + 1) for value, n in enumerate(counts)) for counts in fitting]
    draws = next(counts for counts, total in zip(fitting, hard, strict=True) if total >= 17)
    for hand, ups in ((fitting[-1], (ACE, TEN)), (draws, (ACE, 5))):
        for up in ups:
            values = hand_values(slow.rules, value_names(hand), VALUES[up])
            found = {action: value for action, value in values.actions.items() if value is not None}
            assert found == slow.actions(hand, up)


@pytest.mark.parametrize("decks", [12, 15])
def test_whole_games_of_many_decks(decks: int) -> None:
    """Two routes to one number: naturals left out by a peek, or counted and given back."""
    peek = Rules(
        shoe=Shoe.of_decks(decks),
        dealer=m.Dealer(soft17=m.Soft17.HIT),
        split=m.Split(max_hands=8, max_hands_aces=8, aces=m.SplitAces.FREE),
        double=m.Double(any_cards=True, after_split_aces=True),
    )
    original = m.NaturalTakes.ORIGINAL
    unseen = replace(peek.dealer, peek=frozenset(), natural_takes=original)
    assert solve(peek).ev == solve(replace(peek, dealer=unseen)).ev
