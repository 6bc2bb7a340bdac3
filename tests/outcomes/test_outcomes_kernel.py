"""The exact sums of outcomes refuse what they cannot mean, and may be shared by threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any

import pytest

from bjcalc_ext.dealer_hands import NATURAL, dealer_hands, trie_path
from bjcalc_ext.hands import all_hands, hand_index
from bjcalc_ext.outcomes import (
    DealerLaw,
    Polynomial,
    Terms,
    hand_key,
    hand_terms,
    joint_results,
    play_out,
)

DECK = (4,) * 9 + (16,)
FULL_DECK = (1,) * 52
HANDS = len(all_hands())
EVERY = bytes(HANDS)
PAIR = hand_index((0, 0, 0, 0, 0, 0, 0, 2, 0, 0))
NONSENSE: tuple[Any, ...] = (-1, 10**30, None, "7", 2.5)
"""No hand, no card, no number of cards, whatever is asked."""

Refused = (ValueError, TypeError, OverflowError)


def law(**changed: Any) -> DealerLaw:
    settings = {"infinite": False, "hit_soft_17": False, "card_limit": 0, "start": (5,)} | changed
    return DealerLaw(settings.pop("counts", DECK), **settings)


def polynomial(*terms: tuple[int, int]) -> Polynomial:
    found = Polynomial(1, law().classes)
    found.add(Terms(terms), 0, [(0, 1)])
    return found


def results(counts: Any = FULL_DECK, slots: Any = 1, bets: Any = (((0,), bytes(52), 1),)) -> object:
    return joint_results(counts, False, slots, bets, True)


def played(
    decisions: bytes = bytes(10 * HANDS),
    kinds: bytes = EVERY,
    may_double: bytes = EVERY,
    up: Any = 5,
    starts: Any = MappingProxyType({PAIR: 1}),
    counts: Any = DECK,
) -> object:
    return play_out(decisions, kinds, may_double, up, dict(starts), counts)


@pytest.mark.parametrize("nonsense", (*NONSENSE, 10**6))
@pytest.mark.parametrize(
    "ask",
    [
        lambda n: hand_key((n, *DECK[1:])),
        lambda n: dealer_hands(False, n, DECK),
        lambda n: dealer_hands(False, 0, DECK, most=n),
        lambda n: dealer_hands(False, 0, DECK, start=(n,)),
        lambda n: played(up=n),
        lambda n: played(starts={n: 1}),
        lambda n: played(counts=(n, *DECK[1:])),
        lambda n: hand_terms([(n, 1)], 0),
        lambda n: hand_terms([(0, 1)], n),
        lambda n: Polynomial(1, n),
        lambda n: polynomial().add(Terms([(0, 1)]), 0, [(n, 1)]),
        lambda n: polynomial().add(n, 0, [(0, 1)]),
        lambda n: polynomial().add_product(Terms([]), n, 0, [(0, 1)]),
        lambda n: Terms([]).times(n),
        lambda n: law(counts=(n, *DECK[1:])),
        lambda n: law(card_limit=n),
        lambda n: law(start=(n,)),
        lambda n: law(most=n),
        lambda n: law().evaluate(n, DECK),
        lambda n: law().evaluate(polynomial(), (n, *DECK[1:])),
        lambda n: law().evaluate(polynomial(), DECK, n),
        lambda n: law().evaluate(Polynomial(1, 1), DECK, 0, n if n != -1 else -2),
        lambda n: law().denominator(n, 0),
        lambda n: law().denominator(52, n),
        lambda n: results(counts=(n, *FULL_DECK[1:])),
        lambda n: results(slots=n),
        lambda n: results(bets=[((n,), bytes(52), 1)]),
        lambda n: results(bets=[((0,), bytes(52), n)]),
    ],
)  # fmt: skip
def test_nonsense_is_refused(ask: Callable[[Any], object], nonsense: object) -> None:
    with pytest.raises(Refused):
        ask(nonsense)


@pytest.mark.parametrize("nonsense", NONSENSE)
@pytest.mark.parametrize(
    "ask",
    [
        trie_path,
        lambda n: Terms([(n, 1)]),
        lambda n: Terms([(0, n if n != -1 else -(10**30))]),
        lambda n: Polynomial(n, 1),
        lambda n: polynomial().add(Terms([(0, 1)]), n, [(0, 1)]),
    ],
)
def test_nonsense_is_no_key(ask: Callable[[Any], object], nonsense: object) -> None:
    with pytest.raises(Refused):
        ask(nonsense)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: hand_key(DECK[1:]),
        lambda: hand_key((64, *DECK[1:])),
        lambda: dealer_hands(False, 1, DECK),
        lambda: dealer_hands(False, 0, DECK[1:]),
        lambda: dealer_hands(False, 0, DECK, start=(1, 2, 3)),
        lambda: played(decisions=bytes(HANDS)),
        lambda: played(decisions=bytes([4]) * (10 * HANDS)),
        lambda: played(kinds=EVERY[1:]),
        lambda: played(kinds=b"\x03" * HANDS),
        lambda: played(may_double=b"\x02" * HANDS),
        lambda: played(counts=(*DECK, 1)),
        lambda: hand_terms([(PAIR, 1)], hand_key((1, *(0,) * 9))),
        lambda: Polynomial(1, 1).add(Terms([(0, 1)]), 0, [(1, 1)]),
        lambda: law(start=()),
        lambda: law(start=(1, 2, 3)),
        lambda: law(counts=DECK[1:]),
        lambda: law().evaluate(Polynomial(1, 3), DECK),
        lambda: law().evaluate(polynomial(), (5, *DECK[1:])),
        lambda: law().evaluate(polynomial(), DECK, 17),
        lambda: law().evaluate(Polynomial(1, 1), DECK, 0, law().classes),
        lambda: results(counts=FULL_DECK[1:]),
        lambda: results(slots=0),
        lambda: results(slots=7),
        lambda: results(bets=[((1,), bytes(52), 1)]),
        lambda: results(bets=[((0,), bytes(51), 1)]),
        lambda: results(bets=[((0,), b"\x01" * 52, 1)]),
        lambda: results(bets=[((0,), bytes(52), 1)] * 17),
    ],
)  # fmt: skip
def test_wrong_lengths_and_numbers_that_do_not_fit_are_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        ask()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: polynomial((hand_key((40, *(0,) * 9)), 1)).add(
            Terms([(40, 1)]), 24, [(0, 1)]
        ),
        lambda: Terms([(15 << 60, 1)]).times(Terms([(1 << 60, 1)])),
        lambda: Terms([(0, 1 << 57)]).times(Terms([(0, 2)])),
        lambda: law(counts=(999_999,) * 10),
        lambda: results(slots=6, bets=[((0,), bytes(52), 256)] * 4),
        lambda: results(counts=(100_000,) * 52, slots=3),
    ],
)  # fmt: skip
def test_what_is_too_large_is_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(OverflowError, match=r"\w"):
        ask()


def test_a_shoe_of_one_card_and_one_of_none() -> None:
    """The dealer can't finish; the law is there all the same, and nothing hangs."""
    for counts in ((0,) * 10, (1, *(0,) * 9)):
        assert law(counts=counts).totals == ()


def test_every_final_hand_of_the_dealer_is_one_deal_in_some_order() -> None:
    """Orders times ways, over all hands and busts, are all deals of the longest hand."""
    ended = dealer_hands(True, 0, DECK, most=31)
    longest = max(length for _, length, _ in ended.values())
    deals = 0
    for key, (total, length, orders) in ended.items():
        ways = sum(orders)
        for value, before in trie_path(key):
            ways *= DECK[value] - before
        for dealt in range(length, longest):
            ways *= 52 - dealt
        assert total <= 26
        deals += ways
    every = 1
    for dealt in range(longest):
        every *= 52 - dealt
    assert deals == every
    assert ended[NATURAL] == (21, 2, [1, *(0,) * 8, 1])


def test_one_law_and_one_polynomial_in_many_threads() -> None:
    shared, asked = law(), polynomial(*((hand_key(c), 1) for c, _, _, n in all_hands() if n == 4))
    left = tuple(n - (v == 5) for v, n in enumerate(DECK))
    shoes = [tuple(max(0, n - (v == gone)) for v, n in enumerate(left)) for gone in range(10)] * 5
    alone = [shared.evaluate(asked, shoe) for shoe in shoes]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda shoe: shared.evaluate(asked, shoe), shoes)) == alone
    grown = Polynomial(1, 1)
    parts = [Terms([(hand_key(c), n + 1)]) for c, _, _, n in all_hands()]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda terms: grown.add(terms, 0, [(0, 1)]), parts))
    assert grown.rows == HANDS
