"""The shoe must not run out: refused is what has a line of play that needs a missing card.

Lines of play are all that the rules allow for an unsplit hand, which are all valued, and for the
hands of a split what the strategy does. The slow solver walks the former, the brute force the
latter; random shoes of a few cards are on both sides of the border.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from strategies import WITNESS, charlies, maybe

from bjcalc import solve
from bjcalc.engine import Solution
from bjcalc.errors import ShoeExhaustedError
from bjcalc.rules.model import (
    Charlie,
    Dealer,
    Double,
    PairKind,
    Player,
    Rules,
    Soft17,
    Split,
    SplitAces,
    UpCard,
)
from bjcalc.shoe import ACE, Shoe
from bjcalc.witness.bruteforce import Table
from bjcalc.witness.twin import ReferenceSolution, solve_reference

NO_SPLIT = Split(max_hands=1, max_hands_aces=1)


@st.composite
def scarce_games(draw: st.DrawFn, *, most_hands: int) -> Rules:
    """Games on shoes of 4 to 16 cards, most of which may run out."""
    counts = [0] * 13
    for value in draw(st.lists(st.integers(0, 8), min_size=1, max_size=3, unique=True)):
        counts[value] = draw(st.integers(1, 4))
    counts[9] = draw(st.integers(2, 6)) + (sum(counts) < 2)
    counts[12] = draw(st.integers(0, 2))
    hands = draw(st.integers(1, most_hands))
    limit = draw(maybe(st.integers(3, 4)))
    return Rules(
        shoe=Shoe.of_ranks(tuple(counts)),
        dealer=Dealer(
            soft17=draw(st.sampled_from(Soft17)),
            peek=draw(st.sampled_from((frozenset(UpCard), frozenset()))),
            card_limit=draw(maybe(st.integers(3, 4))),
        ),
        double=Double(any_cards=draw(st.booleans()), after_split=draw(st.booleans())),
        split=Split(
            pairs=draw(st.sampled_from(PairKind)),
            max_hands=hands,
            max_hands_aces=hands,
            aces=draw(st.sampled_from(SplitAces)),
        ),
        charlie=draw(maybe(charlies(limit or 5))),
        player=Player(stand_on_21=draw(st.booleans()), card_limit=limit),
    )


def lasts(rules: Rules) -> ReferenceSolution | None:
    """The slow solution where no unsplit hand and no dealer against one can run out, else None."""
    unsplit = solve_reference(replace(rules, split=NO_SPLIT))
    try:
        _ = unsplit.ev
    except ShoeExhaustedError:
        return None
    return unsplit


def splits_last(rules: Rules, strategy: ReferenceSolution) -> bool:
    """Whether every pair can be split against every up card, by dealing all orders."""
    table = Table(rules, strategy)
    by_rank = rules.split.pairs is PairKind.RANK
    counts = rules.shoe.ranks if by_rank else rules.shoe.values
    assert counts is not None
    for pair, count in enumerate(counts):
        limit = rules.split.max_hands_aces if pair == ACE else rules.split.max_hands
        for up, there in enumerate(counts):
            if count >= 2 and limit > 1 and there > 2 * (up == pair):
                try:
                    table.after((pair, pair), up, "split")
                except ShoeExhaustedError:
                    return False
    return True


def assert_right(rules: Rules, fast: Solution | None, *, lasting: bool) -> None:
    """Nothing that can run out is solved, nor is anything else refused, but for one odd case.

    Refused as well is a round that a peek always ends, because a natural is certain.
    """
    assert lasting or fast is None
    if not rules.dealer.peek:
        assert fast is not None or not lasting


def solved(rules: Rules) -> Solution | None:
    try:
        return solve(rules)
    except ShoeExhaustedError:
        return None


@settings(WITNESS, max_examples=150)
@given(scarce_games(most_hands=1))
def test_unsplit_hands(rules: Rules) -> None:
    fast, slow = solved(rules), lasts(rules)
    event("lasts" if slow else "runs out")
    assert_right(rules, fast, lasting=slow is not None)
    if fast is not None and slow is not None:
        assert fast.ev == slow.ev


@settings(WITNESS, max_examples=100)
@given(scarce_games(most_hands=3))
def test_hands_of_a_split(rules: Rules) -> None:
    strategy = lasts(rules)
    lasting = strategy is not None and splits_last(rules, strategy)
    event("lasts" if lasting else "runs out in a split" if strategy else "runs out")
    fast = solved(rules)
    assert_right(rules, fast, lasting=lasting)
    if fast is not None:
        assert fast.ev == solve_reference(rules).ev


def shoe(counts: str) -> Shoe:
    return Shoe(values=tuple(map(int, counts.split())))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            Rules(shoe=shoe("0 4 3 0 0 0 0 0 0 1"), split=NO_SPLIT),
            "the shoe of 8 cards is too small: with the hand .* against .* a card could be needed",
        ),
        (
            Rules(shoe=shoe("0 0 0 0 0 1 1 0 0 2"), split=NO_SPLIT),
            "the shoe of 4 cards is too small: with the hand .* a card could be needed that is not",
        ),
        (
            Rules(shoe=shoe("0 0 0 0 0 0 0 2 1 2"), split=Split(max_hands=2)),
            "when T,T against 8 is split into 2 hands, their second cards may not all be there",
        ),
    ],
)
def test_the_message_names_the_hand(rules: Rules, message: str) -> None:
    with pytest.raises(ShoeExhaustedError, match=message):
        solve(rules)


def test_a_limit_on_cards_lets_a_small_shoe_last() -> None:
    small = Rules(shoe=shoe("0 0 5 0 0 0 0 0 0 2"), split=NO_SPLIT)
    with pytest.raises(ShoeExhaustedError):
        solve(small)
    for rules in (
        replace(small, player=Player(card_limit=3), dealer=Dealer(card_limit=3)),
        replace(small, charlie=Charlie(cards=3), dealer=Dealer(card_limit=3)),
    ):
        assert solve(rules).ev == solve_reference(rules).ev


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_standard_decks_last_with_eight_hands(decks: int) -> None:
    """One deck and eight hands are a matter of search, more decks of one sum."""
    rules = Rules(
        shoe=Shoe.of_decks(decks),
        dealer=Dealer(soft17=Soft17.HIT),
        split=Split(max_hands=8, max_hands_aces=8, aces=SplitAces.FREE),
        double=Double(after_split_aces=True),
    )
    assert abs(solve(rules).ev) < Fraction(1, 50)
