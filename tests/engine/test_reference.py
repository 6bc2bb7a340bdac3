"""The slow solver against the brute force, against published exact values, and rule by rule."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import (
    NO_SPLIT,
    WITNESS,
    cannot_run_out,
    hand,
    most_hands,
    shoe,
    small_games,
    splits,
)

from bjcalc.errors import ImpossibleHandError, ShoeExhaustedError
from bjcalc.rules import model as m
from bjcalc.rules.model import Rules
from bjcalc.shoe import ACE, TEN, Shoe, parse_value, split_cards
from bjcalc.witness.bruteforce import Table
from bjcalc.witness.twin import (
    Hand,
    ReferenceSolution,
    hand_of,
    solve_reference,
    total_of,
)

HALF = Fraction(1, 2)


def cards(text: str) -> tuple[int, ...]:
    """Value indices of cards such as "A,10"."""
    return tuple(sorted(parse_value(card) for card in split_cards(text)))


def assert_same_as_played(rules: Rules) -> None:
    """The solver's EV, stake and shares equal those counted over all shuffles."""
    solution = solve_reference(rules)
    table = Table(rules, solution)
    played = table.play()
    assert solution.ev == played.ev
    assert solution.stake == played.stake
    assert sum(played.distribution.values()) == 1
    for up, share in solution.contributions.items():
        assert share == table.contribution(up)


# Against the brute force


@settings(WITNESS, max_examples=40)
@given(small_games())
def test_random_games(rules: Rules) -> None:
    assert_same_as_played(rules)


@pytest.mark.slow
@settings(WITNESS, max_examples=600)
@given(small_games())
def test_many_random_games(rules: Rules) -> None:
    assert_same_as_played(rules)


@settings(WITNESS, max_examples=40)
@given(small_games(most_hands_after_splits=3), st.data())
def test_every_action_of_random_hands(rules: Rules, data: st.DataObject) -> None:
    """Also the actions that are not the best, given no dealer natural where the dealer peeks."""
    by_rank = rules.split.pairs is m.PairKind.RANK
    counts = rules.shoe.need_ranks("a test") if by_rank else rules.shoe.values
    there = st.sampled_from([card for card, count in enumerate(counts) if count])
    first, second, up = data.draw(there), data.draw(there), data.draw(there)
    dealt = [first, second, up]
    assume(rules.shoe.infinite or all(dealt.count(card) <= counts[card] for card in dealt))
    solution, table = solve_reference(rules), Table(rules, solve_reference(rules))
    values = solution.actions(
        hand_of(min(first, TEN), min(second, TEN)),
        min(up, TEN),
        pair_rank=first if by_rank and first == second else None,
        up_rank=up if by_rank else None,
    )
    if values:  # else a peek has always ended the round before
        assert set(values) == table.allowed((first, second), up)
    early = solution.rules.surrender
    kind = {ACE: early.ace, TEN: early.ten}.get(min(up, TEN), early.other)
    for action, value in values.items():
        if action == "surrender" and kind is m.Surrender.EARLY:
            assert value == -HALF
        else:
            assert value == table.after((first, second), up, action).ev


def test_infinite_deck_with_four_hands() -> None:
    ranks = (1, 0, 0, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0)
    rules = Rules(shoe=Shoe.of_ranks(ranks, infinite=True), split=m.Split(max_hands=4))
    assert_same_as_played(rules)


# Naturals, the peek and what a dealer natural takes


@settings(WITNESS, max_examples=20)
@given(small_games())
def test_original_bet_only_equals_the_peek(rules: Rules) -> None:
    charlie = rules.charlie and replace(rules.charlie, beats_natural=False)
    blackjack = replace(rules.blackjack, beats_drawn_21=True)
    ties = replace(rules.ties, naturals=m.Tie.PUSH)  # no other goes with what `original` names
    rules = replace(rules, charlie=charlie, blackjack=blackjack, ties=ties)
    peeking = replace(rules.dealer, peek=frozenset(m.UpCard), natural_takes=m.NaturalTakes.ALL)
    original = replace(peeking, peek=frozenset(), natural_takes=m.NaturalTakes.ORIGINAL)
    peek = solve_reference(replace(rules, dealer=peeking))
    blind = solve_reference(replace(rules, dealer=original))
    assert peek.contributions == blind.contributions
    assert peek.stake <= blind.stake


def test_split_aces_played_freely() -> None:
    # A soft 16 may be hit: another five makes it 21.
    one = Rules(shoe=shoe("A,A,7,5,5,5,5,5", tens=9))
    free = replace(one, split=m.Split(aces=m.SplitAces.FREE))
    values = [solve_reference(rules).actions(hand("A,A"), 6)["split"] for rules in (one, free)]
    assert values[1] > values[0]
    assert_same_as_played(free)


# Surrender, insurance, even money


def test_early_surrender_in_an_infinite_deck() -> None:
    """Published: against an ace hard 5 to 7 and 12 to 17, against a ten hard 14 to 16."""
    early = m.SurrenderRules(ace=m.Surrender.EARLY, ten=m.Surrender.EARLY)
    solution = solve_reference(Rules(shoe=Shoe.infinite_deck(), surrender=early, split=NO_SPLIT))
    for up, totals in ((ACE, {5, 6, 7, *range(12, 18)}), (TEN, {14, 15, 16})):
        for first in range(1, 10):
            for second in range(first, 10):
                dealt = hand_of(first, second)
                surrenders = solution.best(dealt, up) == "surrender"
                assert surrenders == (total_of(dealt)[0] in totals)
    values = solution.actions(hand("10,6"), ACE)
    assert values["surrender"] == -HALF


# Pairs of identical rank


def test_tens_of_identical_rank() -> None:
    ranks = (0, 0, 0, 0, 0, 4, 0, 0, 2, 4, 3, 0, 0)
    rules = Rules(shoe=Shoe.of_ranks(ranks), split=m.Split(pairs=m.PairKind.RANK))
    solution = solve_reference(rules)
    two_tens = hand("10,10")
    assert "split" not in solution.actions(two_tens, 5)
    low = solution.actions(two_tens, 5, pair_rank=9, up_rank=5)["split"]
    high = solution.actions(two_tens, 5, pair_rank=10, up_rank=5)["split"]
    assert low != high  # more 10s than jacks are left to resplit
    same = solution.actions(two_tens, TEN, pair_rank=10, up_rank=10)["split"]
    other = solution.actions(two_tens, TEN, pair_rank=10, up_rank=9)["split"]
    assert same != other  # the up card is one of the jacks, or not
    table = Table(rules, solution)
    assert same == table.after((10, 10), 10, "split").ev
    assert other == table.after((10, 10), 9, "split").ev
    with pytest.raises(ImpossibleHandError, match="which ten"):
        solution.actions(two_tens, TEN, pair_rank=10)


# Mistakes


def test_shoe_runs_out() -> None:
    """One hand alone can need too much; the message says which."""
    solution = solve_reference(Rules(shoe=shoe("2,2,2,2,3,3,3", tens=1), split=NO_SPLIT))
    with pytest.raises(ShoeExhaustedError, match="dealer, showing T"):
        solution.actions(hand("2,2"), TEN)
    with pytest.raises(ShoeExhaustedError, match="the hand 6,T needs a card"):
        solve_reference(Rules(shoe=shoe("6,7", tens=2))).actions(hand("10,6"), 6)
    with pytest.raises(ShoeExhaustedError, match="splitting 8,8 against 9 into 2 hands"):
        solve_reference(Rules(shoe=shoe("8,8,9", tens=2))).actions(hand("8,8"), 8)


def test_brute_force_sees_hands_run_out_together() -> None:
    """Two hands of a split can need what one hand alone never does."""
    rules = Rules(
        shoe=shoe("2,2,3,3,3,4,4,7,7", tens=3),
        split=m.Split(max_hands=2),
        double=m.Double(on=m.DoubleOn()),
    )
    assert not cannot_run_out(rules)
    with pytest.raises(ShoeExhaustedError, match="needs a card and the shoe is empty"):
        Table(rules, AlwaysHit()).after(cards("2,2"), 6, "split")


class AlwaysHit(ReferenceSolution):
    """Hits all it may: the hungriest strategy."""

    def __init__(self) -> None:
        super().__init__(Rules())

    def decision(self, hand: Hand, up: int) -> str:
        return "hit"


@settings(WITNESS, max_examples=10)
@given(small_games(most_hands_after_splits=2))
def test_games_drawn_cannot_run_out(rules: Rules) -> None:
    """Not even under a strategy that splits every pair and hits every hand."""
    assume(not rules.shoe.infinite and most_hands(rules) > 1)
    hungry = Table(rules, AlwaysHit())
    assert sum(hungry.after(cards, up, "split").shuffles for cards, up in splits(rules)) > 0


@pytest.mark.parametrize(
    ("text", "up"), [("A,A,A,A,A", "2"), ("10,10,5", "2"), ("5", "2"), ("2,2,2,2", "2")]
)
def test_impossible_hands(text: str, up: str) -> None:
    solution = solve_reference(Rules(shoe=Shoe.of_decks(1)))
    with pytest.raises(ImpossibleHandError, match="against 2"):
        solution.actions(hand(text), parse_value(up))


def test_a_hand_that_a_peek_rules_out_has_no_action() -> None:
    # Only tens are unseen: under an ace that peeks, nobody ever plays this hand.
    solution = solve_reference(Rules(shoe=shoe("A,5,6", tens=6)))
    assert solution.actions(hand("5,6"), ACE) == {}
    assert solution.best(hand("5,6"), ACE) == "stand"
