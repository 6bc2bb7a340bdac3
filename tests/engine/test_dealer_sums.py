"""The kernel's sums over dealer hands, for any table of pays, against the dealer card by card."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from bjcalc.engine.kernel import hands
from bjcalc_ext.dealer import DealerTables
from bjcalc_ext.hands import hand_index

SHOES = [
    (2, 1, 3, 2, 1, 2, 2, 1, 2, 6),
    (6, 6, 0, 0, 3, 0, 0, 0, 0, 9),
    (5, 0, 0, 4, 4, 4, 0, 1, 0, 5),
]


def totals(
    dealer: list[int], left: list[int], chance: Fraction, rules: tuple[bool, int, bool]
) -> dict[int, Fraction]:
    """The chances of the dealer's totals, naturals left out, from these cards on (values).

    `rules`: whether a soft 17 is hit, the limit of cards (0: none), whether cards are put back.
    """
    hit_soft_17, limit, infinite = rules
    hard = sum(value + 1 for value in dealer)
    soft = 0 in dealer and hard <= 11
    total = hard + 10 if soft else hard
    if sorted(dealer) == [0, 9]:
        return {}
    stands = total > 17 or (total == 17 and not (soft and hit_soft_17))
    if len(dealer) > 1 and (stands or len(dealer) == limit):
        return {total: chance}
    found: dict[int, Fraction] = {}
    for value, number in enumerate(left):
        if number:
            rest = left if infinite else [n - (v == value) for v, n in enumerate(left)]
            part = chance * Fraction(number, sum(left))
            for end, share in totals([*dealer, value], rest, part, rules).items():
                found[end] = found.get(end, Fraction(0)) + share
    return found


@pytest.mark.parametrize("infinite", [False, True])
@pytest.mark.parametrize("hit_soft_17", [False, True])
@pytest.mark.parametrize("limit", [0, 3])
@pytest.mark.parametrize("shoe", SHOES)
def test_any_table_of_pays(
    shoe: tuple[int, ...], limit: int, hit_soft_17: bool, infinite: bool
) -> None:
    if infinite and not limit:
        limit = 5  # with replacement the play goes on for long
    choose = random.Random(str((shoe, limit, hit_soft_17, infinite)))
    table = [[choose.choice((0, 0, 1, 2)) for _ in range(23)] for _ in range(22)]
    tables = DealerTables(
        shoe, infinite=infinite, hit_soft_17=hit_soft_17, card_limit=limit, differences=table
    )
    held = [
        counts for counts, _, _, size in hands()
        if size > 1 and all(n < have for n, have in zip(counts, shoe, strict=True) if n)
    ]  # fmt: skip
    for counts in choose.sample(held, 12):
        pair = choose.choice([value for value in range(10) if counts[value]])
        extra = choose.randrange(0, 1 if infinite else shoe[pair] - counts[pair] + 1)
        left = [
            have - (0 if infinite else n + (extra if value == pair else 0))
            for value, (have, n) in enumerate(zip(shoe, counts, strict=True))
        ]
        index = hand_index(counts)
        for up in (value for value in range(10) if left[value] > 0):
            rest = left if infinite else [n - (value == up) for value, n in enumerate(left)]
            rules = (hit_soft_17, limit, infinite)
            ends = totals([up], rest, Fraction(left[up], sum(left)), rules)
            row = table[hands()[index][1]]
            expected = sum(chance * row[end] for end, chance in ends.items() if end <= 22)
            found = tables.paid(index, up, pair=pair if extra else None, extra=extra)
            assert Fraction(*found) == expected
