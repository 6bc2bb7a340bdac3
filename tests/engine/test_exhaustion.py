"""The shoe must not run out: refused is what has a line of play that needs a missing card.

Lines of play are all that the rules allow for an unsplit hand, which are all valued, and for the
hands of a split what the strategy does. The slow solver walks the former, the brute force the
latter; random shoes of a few cards are on both sides of the border.
"""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st
from random_rules import random_rules
from strategies import FEW, NO_SPLIT, WITNESS, splits

from bjcalc import hand_values, solve
from bjcalc.engine import ActionValues, Solution
from bjcalc.engine.exhaustion import Steps, check_shoe_lasts, split_runs_out
from bjcalc.engine.kernel import Kernel, hands
from bjcalc.errors import BjcalcError, ImpossibleHandError, RulesError, ShoeExhaustedError
from bjcalc.rules import model as m
from bjcalc.rules.actions import DECISIONS, Action
from bjcalc.rules.model import Rules
from bjcalc.shoe import ACE, VALUES, Shoe
from bjcalc.witness.bruteforce import Table
from bjcalc.witness.twin import Hand, ReferenceSolution, solve_reference
from bjcalc_ext.hands import hand_index
from bjcalc_ext.player import Decision


@st.composite
def scarce_games(draw: st.DrawFn, *, most_hands: int) -> Rules:
    """Games on shoes of 4 to 16 cards, most of which may run out."""
    counts = [0] * 13
    for value in draw(st.lists(st.integers(0, 8), min_size=1, max_size=3, unique=True)):
        counts[value] = draw(st.integers(1, 4))
    counts[9] = draw(st.integers(2, 6)) + (sum(counts) < 2)
    counts[12] = draw(st.integers(0, 2))
    hands, limits = draw(st.integers(1, most_hands)), st.just("none") | st.integers(3, 4)
    few = {
        "dealer.peek": st.sampled_from(([], ["ace", "ten"])),
        "dealer.natural_takes": st.just("all"),
        "dealer.card_limit": limits,
        "double.on": st.just("any"),
        "split.max_hands": st.just(hands),
        "split.max_hands_aces": st.just(hands),
        "player.card_limit": limits,
        "charlie": FEW["charlie"],
    }
    return draw(random_rules(st.just(Shoe.of_ranks(tuple(counts))), few))


def lasts(rules: Rules) -> ReferenceSolution | None:
    """The slow solution where no unsplit hand and no dealer against one can run out, else None."""
    one_hand = replace(rules.split, max_hands=1, max_hands_aces=1)
    unsplit = solve_reference(replace(rules, split=one_hand))
    try:
        _ = unsplit.ev
    except ShoeExhaustedError:
        return None
    return unsplit


def splits_last(rules: Rules, strategy: ReferenceSolution) -> bool:
    """Whether every pair can be split against every up card, by dealing all orders."""
    table = Table(rules, strategy)
    try:
        for cards, up in splits(rules):
            table.after(cards, up, "split")
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
    ("counts", "most_hands", "message"),
    [
        ("0 4 3 0 0 0 0 0 0 1", 1, "of 8 cards is too small: with the hand .* against .* a card"),
        ("0 0 0 0 0 1 1 0 0 2", 1, "of 4 cards is too small: with the hand .* needed that is not"),
        ("0 0 0 0 0 0 0 2 1 2", 2, "T against 8 is split into 2 hands, their second cards may not"),
    ],
)
def test_the_message_names_the_hand(counts: str, most_hands: int, message: str) -> None:
    with pytest.raises(ShoeExhaustedError, match=message):
        solve(Rules(shoe=shoe(counts), split=m.Split(max_hands=most_hands)))


def test_a_limit_on_cards_lets_a_small_shoe_last() -> None:
    small = Rules(shoe=shoe("0 0 5 0 0 0 0 0 0 2"), split=NO_SPLIT)
    with pytest.raises(ShoeExhaustedError):
        solve(small)
    for rules in (
        replace(small, player=m.Player(card_limit=3), dealer=m.Dealer(card_limit=3)),
        replace(small, charlie=m.Charlie(cards=3), dealer=m.Dealer(card_limit=3)),
    ):
        assert solve(rules).ev == solve_reference(rules).ev


@pytest.mark.parametrize("decks", [1, 2, 8])
def test_standard_decks_last_with_eight_hands(decks: int) -> None:
    """One deck and eight hands are a matter of search, more decks of one sum."""
    rules = Rules(
        shoe=Shoe.of_decks(decks),
        dealer=m.Dealer(soft17=m.Soft17.HIT),
        split=m.Split(max_hands=8, max_hands_aces=8, aces=m.SplitAces.FREE),
        double=m.Double(after_split_aces=True),
    )
    assert abs(solve(rules).ev) < Fraction(1, 50)


# One hand: an action that could need a missing card has no value


class Until(ReferenceSolution):
    """Hits until it has so many cards: one of these strategies plays out every line there is."""

    def __init__(self, cards: int) -> None:
        super().__init__(Rules())
        self.cards = cards

    def decision(self, hand: Hand, up: int) -> str:
        return "hit" if sum(hand) < self.cards else "stand"


class ClassCD(ReferenceSolution):
    """The kernel's decisions, to be dealt out."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.choices = Kernel(rules).evaluate().decisions()

    def decision(self, hand: Hand, up: int) -> str:
        symbol = DECISIONS[self.choices[10 * hand_index(hand) + up]].value
        return {"S": "stand", "H": "hit", "D": "double"}[symbol[0]]

    def hit_or_stand(self, hand: Hand, up: int) -> str:
        symbol = DECISIONS[self.choices[10 * hand_index(hand) + up]].value
        return "hit" if symbol in ("H", "Dh") else "stand"


def runs_out(rules: Rules, cards: tuple[int, int], up: int, action: str) -> bool:
    for number in range(2, rules.shoe.size):
        try:
            Table(rules, Until(number)).after(cards, up, action)
        except ShoeExhaustedError:
            return True
    return False


def asked(rules: Rules, cards: tuple[int, int], up: int, **options: Any) -> ActionValues | None:
    try:
        return hand_values(rules, [VALUES[card] for card in cards], VALUES[up], **options)
    except (ShoeExhaustedError, ImpossibleHandError):
        return None


@settings(WITNESS, max_examples=100)
@given(scarce_games(most_hands=2), st.data())
def test_an_action_has_a_value_where_the_shoe_lasts(rules: Rules, data: st.DataObject) -> None:
    """It is missing where some line of play runs out; else it is what dealing all orders gives."""
    dealer = replace(rules.dealer, peek=frozenset())
    split = replace(rules.split, pairs=m.PairKind.VALUE)
    rules = replace(rules, dealer=dealer, split=split)
    left = [value for value, count in enumerate(rules.shoe.values) for _ in range(count)]
    first, second, up = data.draw(st.permutations(left))[:3]
    cards = (min(first, second), max(first, second))
    values, strategy = asked(rules, cards, up), ClassCD(rules)
    if cards == (ACE, 9):
        return
    for action in (Action.STAND, Action.HIT, Action.DOUBLE, Action.SPLIT):
        if action not in Table(rules, strategy).allowed(cards, up):
            continue
        value = None if values is None else values.actions[action]
        if action is not Action.SPLIT:
            assert (value is None) == runs_out(rules, cards, up, action.value)
            assert values is None or (action in values.missing) == (value is None)
        event(f"{action}: {'missing' if value is None else 'there'}")
        if value is not None:
            assert value == Table(rules, strategy).after(cards, up, action.value).ev
    if values is not None:
        known = {one: value for one, value in values.unconditional.items() if value is not None}
        assert known[values.best] == max(known.values())


def test_what_is_missing_is_said() -> None:
    eight = Rules(shoe=shoe("0 4 4 0 0 0 0 0 0 0"))
    with pytest.raises(ShoeExhaustedError, match="the shoe of 8 cards is too small: with the hand"):
        hand_values(eight, "2,2", "2")
    values = hand_values(Rules(shoe=shoe("0 4 4 2 0 0 2 0 0 7")), "2,2", "7")
    assert values.actions[Action.HIT] == Fraction(-664, 5005)
    assert values.best is Action.HIT
    assert values.actions[Action.SPLIT] is values.unconditional[Action.SPLIT] is None
    assert list(values.missing) == [Action.SPLIT]
    assert "2,2 against 7 is split into 4 hands, the dealer may" in values.missing[Action.SPLIT]


@settings(WITNESS, max_examples=50)
@given(scarce_games(most_hands=2), st.data())
def test_cards_that_are_gone_are_not_in_the_shoe(rules: Rules, data: st.DataObject) -> None:
    """Removed or a sibling's: the answer is that of a shoe without them."""
    rules = replace(rules, split=replace(rules.split, max_hands=2, pairs=m.PairKind.VALUE))
    left = [value for value, count in enumerate(rules.shoe.values) for _ in range(count)]
    first, second, up, *gone = data.draw(st.permutations(left))[:5]
    fewer = [count - gone.count(value) for value, count in enumerate(rules.shoe.values)]
    cards = (min(first, second), max(first, second))
    try:
        without = replace(rules, shoe=Shoe(values=fewer))
    except RulesError:
        return
    removed = [VALUES[card] for card in gone]
    assert asked(rules, cards, up, removed=removed) == asked(without, cards, up)
    if gone and gone[0] in cards and ACE not in (first, second):
        sibling = {"split_of": removed[0], "removed": removed[1:]}
        assert asked(rules, cards, up, **sibling) == asked(without, cards, up, after_split=True)


# The bounds of the search: one less, and one of these would not be found


@pytest.mark.parametrize(
    ("counts", "decision", "soft17", "pair", "found"),
    [
        # Another hand has drawn a ten to a hard 21, which is 31, and one of 21 draws against two
        # tens: 72 points.
        ("0 0 0 0 0 0 6 0 0 3", "HIT", "stand", "7,T", "hand 2 may have no card left to draw"),
        # Two hands of 19, and the dealer's 16 draws; so does a soft 17, if it may.
        ("0 1 0 0 0 0 2 0 2 2", "STAND", "stand", "9,2", "the dealer may have no card left"),
        ("1 0 0 0 0 1 0 0 2 2", "STAND", "hit", "9,A", "the dealer may have no card left"),
        ("1 0 0 0 0 1 0 0 2 2", "STAND", "stand", "9,A", ""),
    ],
)
def test_the_bounds_for_splits_are_not_too_tight(
    counts: str, decision: str, soft17: str, pair: str, found: str
) -> None:
    rules = Rules(
        shoe=shoe(counts),
        dealer=m.Dealer(soft17=soft17),
        player=m.Player(stand_on_21=False),
        split=m.Split(max_hands=2),
    )
    decisions = bytes([Decision[decision]]) * (10 * len(hands()))
    value, up = (VALUES.index(card) for card in pair.split(","))
    said = split_runs_out(Kernel(rules), decisions, value, up, Steps())
    assert found in said
    assert bool(found) == bool(said)


def test_the_bound_for_one_hand_is_not_too_tight() -> None:
    """A hard 21 that may be hit draws against two tens: 41 points."""
    rules = Rules(
        shoe=shoe("0 0 0 0 0 0 3 0 0 2"), split=NO_SPLIT, player=m.Player(stand_on_21=False)
    )
    with pytest.raises(ShoeExhaustedError, match="with the hand 7,7,7 against T a card could"):
        solve(rules)


LOPSIDED = Rules(
    shoe=shoe("0 6 3 1 12 0 0 4 1 4"),
    dealer=m.Dealer(soft17=m.Soft17.HIT, card_limit=8),
    split=m.Split(max_hands=6),
)


def test_too_many_cases_are_refused() -> None:
    kernel = Kernel(LOPSIDED)
    decisions = kernel.evaluate().decisions()
    with pytest.raises(ShoeExhaustedError, match="there are too many cases to search"):
        split_runs_out(kernel, decisions, 1, 7, Steps(1000))
    assert split_runs_out(kernel, decisions, 1, 1, Steps(100_000)) == ""


@st.composite
def lopsided_games(draw: st.DrawFn) -> Rules:
    """Games of up to eight hands on shoes of any few kinds of cards."""
    counts = [0] * 10
    for value in draw(st.lists(st.integers(0, 9), min_size=1, max_size=6, unique=True)):
        counts[value] = draw(st.integers(1, 24))
    counts[9] += max(0, 4 - sum(counts))
    few = {
        "split.pairs": st.just("value"),
        "dealer.card_limit": st.just("none") | st.integers(3, 9),
    }
    return draw(random_rules(st.just(Shoe(values=counts)), few))


@settings(WITNESS, max_examples=60)
@example(LOPSIDED)
@given(lopsided_games())
def test_no_shoe_takes_long(rules: Rules) -> None:
    kernel = Kernel(rules)
    decisions = kernel.evaluate().decisions()
    started = time.process_time()
    try:
        check_shoe_lasts(kernel, decisions)
        event("lasts")
    except BjcalcError as error:
        event("too many cases" if "too many cases" in str(error) else "runs out")
    assert time.process_time() - started < 4
