"""What finished hands are paid: each entry of the settlement, from the words of the rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bjcalc.rules import settlement as s
from bjcalc.rules.model import Blackjack, Charlie, Dealer, Insurance, NaturalTakes, Rules

TIES_21 = Blackjack(beats_drawn_21=False)
CHARLIE = Charlie(cards=5, pays=Fraction(3, 2))
BEATS = Charlie(cards=5, pays=Fraction(2), beats_natural=True)
N = s.DEALER_NATURAL
WORTH = [
    # rules, player, dealer, stake, what the hand wins in initial bets
    (Rules(), s.BUST, s.DEALER_OVER_22, s.PLAIN, "-1"),
    (Rules(), s.BUST, 17, s.DOUBLED, "-2"),
    (Rules(), 16, s.DEALER_22, s.PLAIN, "1"),
    (Rules(), 4, s.DEALER_OVER_22, s.DOUBLED, "2"),
    (Rules(), 18, 17, s.DOUBLED, "2"),
    (Rules(), 18, 18, s.DOUBLED, "0"),
    (Rules(), 18, 21, s.DOUBLED, "-2"),
    (Rules(), 12, 11, s.PLAIN, "1"),
    (Rules(), 21, N, s.DOUBLED, "-2"),
    (Rules(), s.NATURAL, 21, s.PLAIN, "3/2"),
    (Rules(), s.NATURAL, N, s.PLAIN, "0"),
    (Rules(blackjack=TIES_21), s.NATURAL, 21, s.PLAIN, "0"),
    (Rules(blackjack=TIES_21), s.NATURAL, 20, s.PLAIN, "3/2"),
    (Rules(blackjack=TIES_21), 21, N, s.DOUBLED, "0"),
    (Rules(blackjack=TIES_21), 20, N, s.DOUBLED, "-2"),
    (Rules(), s.EVEN_MONEY, N, s.PLAIN, "1"),
    (Rules(), s.EVEN_MONEY, 21, s.PLAIN, "1"),
    (Rules(), s.SURRENDERED_EARLY, N, s.PLAIN, "-1/2"),
    (Rules(), s.SURRENDERED_LATE, N, s.PLAIN, "-1"),
    (Rules(), s.SURRENDERED_LATE, 17, s.PLAIN, "-1/2"),
    (Rules(insurance=Insurance(price=Fraction(1, 3))), s.INSURANCE, N, s.PLAIN, "2/3"),
    (Rules(insurance=Insurance(price=Fraction(1, 3))), s.INSURANCE, 21, s.PLAIN, "-1/3"),
    (Rules(charlie=CHARLIE), s.WON, 21, s.DOUBLED, "3"),
    (Rules(charlie=CHARLIE), s.WON_WITH_21, N, s.DOUBLED, "-2"),
    (Rules(charlie=CHARLIE, blackjack=TIES_21), s.WON_WITH_21, N, s.DOUBLED, "0"),
    (Rules(charlie=CHARLIE, blackjack=TIES_21), s.WON, N, s.DOUBLED, "-2"),
    (Rules(charlie=BEATS, blackjack=TIES_21), s.WON_WITH_21, N, s.DOUBLED, "4"),
    (Rules(charlie=BEATS), s.WON, N, s.PLAIN, "2"),
]


@pytest.mark.parametrize(("rules", "player", "dealer", "stake", "worth"), WORTH)
def test_net(rules: Rules, player: int, dealer: int, stake: s.Stake, worth: str) -> None:
    settled = s.settlement(rules)
    assert Fraction(settled.net(player, dealer, stake), settled.unit) == Fraction(worth)


@pytest.mark.parametrize(
    ("takes", "unsplit", "split", "of_the_round"),
    [
        (NaturalTakes.ALL, -2, -2, 0),
        (NaturalTakes.ORIGINAL_PER_HAND, -1, -1, 0),
        (NaturalTakes.ORIGINAL, -1, 0, -1),
    ],
)
def test_what_a_natural_takes(
    takes: NaturalTakes, unsplit: int, split: int, of_the_round: int
) -> None:
    settled = s.settlement(Rules(dealer=Dealer(peek=frozenset(), natural_takes=takes)))
    for player in (s.BUST, 17, 21):
        assert settled.net(player, N, s.DOUBLED) == unsplit * settled.unit
        assert settled.net(player, N, s.DOUBLED, split=True) == split * settled.unit
    assert settled.split_round(N) == of_the_round * settled.unit
    assert settled.split_round(21) == 0


def test_finals() -> None:
    plain, charlie = s.settlement(Rules()), s.settlement(Rules(charlie=CHARLIE))
    assert plain.final(21, 5) == 21
    assert [charlie.final(20, 4), charlie.final(20, 5)] == [20, s.WON]
    assert [charlie.final(21, 4), charlie.final(21, 6)] == [21, s.WON_WITH_21]


def test_a_stake_of_the_house_loses_nothing() -> None:
    settled = s.settlement(Rules())
    half_free = s.Stake(wins=2, loses=1)
    assert settled.net(20, 19, half_free) == 2 * settled.unit
    assert settled.net(20, 21, half_free) == -settled.unit
    assert settled.net(20, 21, s.Stake(wins=1, loses=0)) == 0
