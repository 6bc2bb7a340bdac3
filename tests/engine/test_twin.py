"""The kernel against the slow solver, which shares no code with it: values as equal fractions.

The games are random and small (strategies.py). Some are also played through by brute force, with
the slow solver's decisions, which are shown to be the kernel's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st
from strategies import WITNESS, cannot_run_out, small_games

from bjcalc.engine import Action, Solution, hand_values, solve
from bjcalc.engine.deals import Deal, ten_ranks
from bjcalc.engine.kernel import hands, value_names
from bjcalc.errors import ImpossibleHandError
from bjcalc.rules.actions import DECISIONS
from bjcalc.rules.model import Charlie, PairKind, Player, Rules, Split, SplitAces
from bjcalc.shoe import ACE, TEN, VALUES, Shoe
from bjcalc.witness.bruteforce import Table
from bjcalc.witness.twin import Hand, ReferenceSolution, hand_of, solve_reference, total_of
from bjcalc_ext.hands import hand_counts, hand_index

NATURAL = hand_of(ACE, TEN)


@st.composite
def games(draw: st.DrawFn, *, most_hands: int = 4) -> Rules:
    """Small games in which no hand can run out of cards."""
    rules = draw(small_games(most_hands_after_splits=most_hands))
    assume(cannot_run_out(rules))
    event("infinite deck" if rules.shoe.infinite else "shoe")
    event(f"{rules.split.max_hands} hands")
    event(f"pairs by {rules.split.pairs}")
    return rules


def assert_same_game(fast: Solution, slow: ReferenceSolution) -> None:
    assert fast.ev == slow.ev
    assert fast.stake == slow.stake
    for share in fast.by_up_card:
        assert share.ev == slow.contributions.get(share.up, 0)
    assert sum(share.ev for share in fast.by_up_card) == fast.ev
    assert sum(share.probability for share in fast.by_up_card) == 1


def ranks_of(deal: Deal, fast: Solution) -> Iterator[tuple[int | None, int | None]]:
    """The (pair's rank, up card's rank) that a deal stands for, None where it is no matter.

    Two tens of one rank can be any of the ranks that leave as many to pair with.
    """
    by_rank = fast.rules.split.pairs is PairKind.RANK
    if deal.pair is None or not by_rank or deal.first != TEN:
        yield None, None
        return
    gone = 0 if fast.kernel.infinite else 1
    ranks = ten_ranks(fast.kernel)
    for rank, count in enumerate(ranks):
        if count < 2 * gone or not count:
            continue
        for up_rank, up_count in enumerate(ranks) if deal.up == TEN else [(None, 1)]:
            same = rank == up_rank
            if up_count > 2 * gone * same and count - gone * same == deal.pair.pair_cards:
                yield 9 + rank, None if up_rank is None else 9 + up_rank


def known(values: dict[Action, Fraction | None]) -> dict[str, Fraction]:
    return {str(action): value for action, value in values.items() if value is not None}


def assert_same_deals(fast: Solution, slow: ReferenceSolution) -> None:
    """Every action's value, the best action, insurance and even money of every two cards."""
    for deal in fast.deals:
        values = fast.action_values(deal)
        hand = hand_counts(deal.hand)
        found = list(ranks_of(deal, fast))
        assert found
        for pair_rank, up_rank in found:
            expected = slow.actions(hand, deal.up, pair_rank=pair_rank, up_rank=up_rank)
            if expected:
                assert known(values.actions) == expected
            else:  # a peek always ends it: no value can be given that it does not
                assert set(known(values.actions)) <= {Action.SURRENDER}
            best = slow.best(hand, deal.up, pair_rank=pair_rank, up_rank=up_rank)
            assert values.best == fast.chosen[deal] == best
        if hand == NATURAL and slow.takes_even_money(deal.up):
            assert values.even_money
        else:
            assert values.insurance_taken == slow.insures(hand, deal.up)
        if values.even_money is not None:
            assert values.even_money == slow.takes_even_money(deal.up)


def drawn_hands(rules: Rules) -> dict[Hand, bool]:
    """Every hand of two cards and more that a player can hold, and whether it can be drawn to."""
    rest = rules.shoe.values
    most = 99 if rules.shoe.infinite else 1
    charlie = rules.charlie.cards if rules.charlie else 99
    limit = rules.player.card_limit or 99
    held: dict[Hand, bool] = {}
    todo = [hand_of(first, second) for first in range(10) for second in range(first, 10)]
    while todo:
        hand = todo.pop()
        enough = all(n <= have * most for n, have in zip(hand, rest, strict=True))
        if hand in held or not enough or total_of(hand)[0] > 21:
            continue
        over = hand == NATURAL or sum(hand) >= min(charlie, limit)
        over = over or (total_of(hand)[0] == 21 and rules.player.stand_on_21)
        held[hand] = not over
        if not over:
            todo += [tuple(n + (v == value) for v, n in enumerate(hand)) for value in range(10)]
    return held


def assert_same_hands(fast: Solution, slow: ReferenceSolution, up: int) -> int:
    """Every action's value of every hand of three cards and more; return how many there are."""
    number = 0
    shoe = fast.rules.shoe
    for hand, plays in drawn_hands(fast.rules).items():
        gone = tuple(n + (v == up) for v, n in enumerate(hand))
        fits = all(n <= have for n, have in zip(gone, shoe.values, strict=True))
        if sum(hand) < 3 or not (shoe.infinite or fits) or shoe.values[up] == 0:
            continue
        expected = slow.actions(hand, up)
        if not expected:
            continue
        number += 1
        values = hand_values(fast.rules, value_names(hand), VALUES[up])
        assert known(values.actions) == expected
        assert values.best == slow.best(hand, up)
        if plays:
            symbol = DECISIONS[fast.decisions[10 * hand_index(hand) + up]]
            assert symbol.first == slow.decision(hand, up)
            assert symbol.actions[-1] == slow.hit_or_stand(hand, up)
    return number


def assert_same(rules: Rules) -> None:
    fast, slow = solve(rules), solve_reference(rules)
    assert_same_game(fast, slow)
    assert_same_deals(fast, slow)


@settings(WITNESS, max_examples=80)
@given(games())
def test_whole_games(rules: Rules) -> None:
    assert_same(rules)


@pytest.mark.slow
@settings(WITNESS, max_examples=2000)
@given(games())
def test_many_whole_games(rules: Rules) -> None:
    assert_same(rules)


@settings(WITNESS, max_examples=40)
@given(games(most_hands=2))
def test_hands_of_any_number_of_cards(rules: Rules) -> None:
    fast, slow = solve(rules), solve_reference(rules)
    number = sum(assert_same_hands(fast, slow, up) for up in range(10))
    event("no hand" if number == 0 else "hands" if number < 50 else "50 hands and more")


@settings(WITNESS, max_examples=12)
@given(games(most_hands=3))
def test_games_played_through(rules: Rules) -> None:
    """Brute force over every order of the shoe agrees with the kernel."""
    fast, slow = solve(rules), solve_reference(rules)
    assert_same_deals(fast, slow)
    played = Table(rules, slow).play()
    assert (fast.ev, fast.stake) == (played.ev, played.stake)


@pytest.mark.parametrize("most", range(1, 9))
@pytest.mark.parametrize("pairs", PairKind)
def test_up_to_eight_hands(most: int, pairs: PairKind) -> None:
    """Resplits to every number of hands, with enough of the pair's cards to reach it."""
    rules = Rules(
        shoe=Shoe.of_ranks((0, 0, 0, 0, 0, 9, 0, 0, 6, 9, 9, 0, 0)),
        split=Split(pairs=pairs, max_hands=most, max_hands_aces=1),
        player=Player(card_limit=3),
    )
    assert_same(rules)


@pytest.mark.parametrize("aces", SplitAces)
def test_infinite_deck_with_four_hands(aces: SplitAces) -> None:
    rules = Rules(
        shoe=Shoe(values=(2, 0, 0, 0, 1, 0, 0, 2, 0, 3), infinite=True),
        split=Split(max_hands=4, max_hands_aces=4, aces=aces),
    )
    assert_same(rules)


def test_infinite_deck_of_tens_that_are_fewer_by_rank() -> None:
    """By value the period is one card of each, by rank it is not."""
    rules = Rules(
        shoe=Shoe.of_ranks((0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0), infinite=True),
        split=Split(pairs=PairKind.RANK, max_hands=2),
    )
    assert_same(rules)


@pytest.mark.parametrize(
    ("rules", "some"),
    [
        (Rules(), False),
        (Rules(player=Player(stand_on_21=False)), False),
        (Rules(player=Player(card_limit=4)), True),
        (Rules(charlie=Charlie(cards=4)), True),
    ],
    ids=["usual", "21 may draw", "card limit", "Charlie"],
)
def test_exactly_the_hands_that_cannot_be_drawn_are_refused(rules: Rules, some: bool) -> None:
    """A hand is refused where every order of its cards passes a hand that takes no more."""
    rules = replace(
        rules,
        shoe=Shoe(values=(3, 2, 1, 0, 2, 0, 0, 0, 2, 6)),
        split=Split(max_hands=1, max_hands_aces=1),
    )
    possible = drawn_hands(rules)
    refused = 0
    for hand, total, _, size in hands():
        if size < 2 or any(n > have for n, have in zip(hand, rules.shoe.values, strict=True)):
            continue
        assert total <= 21
        if hand in possible:
            hand_values(rules, value_names(hand), "T")
        else:
            refused += 1
            with pytest.raises(ImpossibleHandError, match="takes no more"):
                hand_values(rules, value_names(hand), "T")
    assert possible and bool(refused) == some
