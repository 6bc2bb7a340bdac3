"""Real shoes: published figures, and agreement with the solver as fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bjcalc.engine import solve
from bjcalc.errors import UnsupportedRuleError
from bjcalc.numbers import decimal_text, root_text
from bjcalc.outcomes import distribution, moments, most_hands
from bjcalc.rules import Rules, rules_from_dict
from bjcalc.rules.model import Split
from bjcalc.shoe import Shoe


@pytest.mark.parametrize(
    ("rules", "deviation", "chances"),
    [
        (
            {},
            "1.146933189191",
            {"-2": ".042780126137", "0": ".087496143581", "3/2": ".045266132052"},
        ),
        ({"double.after_split": False}, "1.131088088409", {}),
        ({"dealer.soft17": "hit"}, "1.153009011333", {"4": ".000413850326"}),
    ],
    ids=["S17 DAS", "S17 no DAS", "H17 DAS"],
)
def test_eight_decks_two_hands(
    rules: dict[str, Any], deviation: str, chances: dict[str, str]
) -> None:
    solution = solve(rules_from_dict(rules | {"split.max_hands": 2, "split.max_hands_aces": 2}))
    law = distribution(solution)
    assert sum(law.law.values()) == 1
    assert min(law.law.values()) > 0
    assert law.moments == moments(solution)
    assert (law.moments.ev, law.moments.stake) == (solution.ev, solution.stake)
    assert root_text(law.moments.variance, 12) == deviation
    for result, chance in chances.items():
        assert decimal_text(law.net[Fraction(result)]) == f"0{chance}"


@pytest.mark.parametrize(
    ("split", "stake"),
    [(Split(max_hands=4, max_hands_aces=2), "1.13213337"), (Split(max_hands=8), None)],
    ids=["four hands", "eight hands"],
)
def test_more_hands_have_exact_moments_and_no_pretended_law(
    split: Split, stake: str | None
) -> None:
    solution = solve(Rules(split=split))
    found = moments(solution)
    assert found.ev == solution.ev
    assert found.stake == solution.stake
    if stake is not None:
        assert decimal_text(found.stake, 8) == stake
    assert most_hands(solution) == split.max_hands
    with pytest.raises(UnsupportedRuleError, match="may take hours"):
        distribution(solution)


def test_four_hands_of_a_shoe_without_low_cards() -> None:
    """Eight decks of 7 to ace: the whole law with four hands, beside the moments' own way."""
    decks = 8
    shoe = Shoe(values=(4 * decks, 0, 0, 0, 0, 0, 4 * decks, 4 * decks, 4 * decks, 16 * decks))
    solution = solve(Rules(shoe=shoe, split=Split(max_hands=4)))
    assert most_hands(solution) == 4
    law = distribution(solution)
    assert law.moments == moments(solution)
    assert max(law.stakes) > 4
