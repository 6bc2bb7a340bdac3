"""The law and the moments of a round against every ordered deal of small shoes, as fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from played import Played
from strategies import WITNESS, small_games

from bjcalc.engine import solve
from bjcalc.errors import UnsupportedRuleError
from bjcalc.outcomes.distribution import distribution, moments
from bjcalc.rules.model import Dealer, Player, Rules, Soft17, Split
from bjcalc.shoe import Shoe
from bjcalc.witness.bruteforce import Table


def check(rules: Rules) -> None:
    try:
        solution = solve(rules)
    except UnsupportedRuleError:
        assume(False)
        return
    ledger = Table(rules, Played(solution)).play()
    expected = {key: Fraction(number, ledger.shuffles) for key, number in ledger.ledger.items()}
    assert dict(distribution(solution).law) == expected
    found = moments(solution)
    assert found.ev == solution.ev
    assert found.stake == solution.stake
    law = [(chance, net, stake) for (net, stake), chance in expected.items()]
    assert found.net_squared == sum(chance * net**2 for chance, net, _ in law)
    assert found.net_times_stake == sum(chance * net * stake for chance, net, stake in law)
    assert found.stake_squared == sum(chance * stake**2 for chance, _, stake in law)


@settings(WITNESS, max_examples=20)
@given(small_games(most_hands_after_splits=2))
def test_two_hands_have_the_law_of_every_ordered_deal(rules: Rules) -> None:
    check(rules)


@settings(WITNESS, max_examples=15)
@given(small_games(most_hands_after_splits=4))
def test_many_hands_have_the_moments_of_every_ordered_deal(rules: Rules) -> None:
    check(rules)


@pytest.mark.parametrize(("limit", "soft17"), [(3, Soft17.STAND), (3, Soft17.HIT), (4, Soft17.HIT)])
def test_a_dealer_of_few_cards_ends_with_many_totals(limit: int, soft17: Soft17) -> None:
    """Against a two and three cards: every total from 7 to 21."""
    shoe = Shoe(values=(1, 2, 1, 1, 1, 1, 1, 1, 0, 1))
    dealer = Dealer(soft17=soft17, card_limit=limit, peek=frozenset({"ace"}))
    check(Rules(shoe=shoe, dealer=dealer, split=Split(max_hands=2), player=Player(card_limit=3)))
