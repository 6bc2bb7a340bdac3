"""The exact sums of outcomes: every deal is there once, and threads may share them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from bjcalc_ext.dealer_hands import NATURAL, dealer_hands, trie_path
from bjcalc_ext.hands import all_hands
from bjcalc_ext.outcomes import DealerLaw, Polynomial, Terms, hand_key

DECK = (4,) * 9 + (16,)


def law(counts: tuple[int, ...] = DECK) -> DealerLaw:
    return DealerLaw(counts, infinite=False, hit_soft_17=False, card_limit=0, start=(5,))


def test_a_shoe_of_one_card_and_one_of_none() -> None:
    """The dealer can't finish; the law is there all the same, and nothing hangs."""
    for counts in ((0,) * 10, (1, *(0,) * 9)):
        assert law(counts).totals == ()


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
    shared = law()
    asked = Polynomial(1, shared.classes)
    asked.add(Terms([(hand_key(c), 1) for c, _, _, n in all_hands() if n == 4]), 0, [(0, 1)])
    left = tuple(n - (v == 5) for v, n in enumerate(DECK))
    shoes = [tuple(max(0, n - (v == gone)) for v, n in enumerate(left)) for gone in range(10)] * 5
    alone = [shared.evaluate(asked, shoe) for shoe in shoes]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda shoe: shared.evaluate(asked, shoe), shoes)) == alone
    grown = Polynomial(1, 1)
    parts = [Terms([(hand_key(c), n + 1)]) for c, _, _, n in all_hands()]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda terms: grown.add(terms, 0, [(0, 1)]), parts))
    assert grown.rows == len(all_hands())
