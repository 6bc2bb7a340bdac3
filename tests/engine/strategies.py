"""Random games for the engine's tests: every rule at play, on shoes so small that a brute force can
play through them and yet so large that no hand can run out of cards.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bjcalc.rules.model import (
    Blackjack,
    Charlie,
    Dealer,
    Double,
    DoubleOn,
    Insurance,
    NaturalTakes,
    PairKind,
    Player,
    Rules,
    Soft17,
    Split,
    SplitAces,
    SplitNatural,
    Surrender,
    SurrenderRules,
    UpCard,
)
from bjcalc.shoe import ACE, Shoe

T = TypeVar("T")

WITNESS = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
"""Settings for tests that play games through: examples differ widely in cost."""

PAYOUTS = tuple(map(Fraction, ("3/2", "6/5", "1", "2", "7/5")))
LOW = range(1, 5)  # 2 to 5: the cards that make long hands, and a brute force slow


def most_hands(rules: Rules) -> int:
    """The most hands that one round can have with these pairs in this shoe."""
    split, shoe = rules.split, rules.shoe
    counts = shoe.values
    if split.pairs is PairKind.RANK and shoe.ranks is not None:
        counts = shoe.ranks
    hands = 1
    for card, count in enumerate(counts):
        limit = split.max_hands_aces if card == ACE else split.max_hands
        if count >= 2:
            hands = max(hands, limit if shoe.infinite else min(limit, count))
    return hands


def cannot_run_out(rules: Rules) -> bool:
    """A sufficient condition that no card can be missing in a round, whatever the strategy.

    If one were, all cards of the shoe would lie on the table. With aces as 1, a player's hand draws
    at 21 at the most (a hard 21 where 21 need not stand) and ends at that plus the highest card m;
    the dealer draws at a hard 16 at the most (a soft 17 is a hard 7), or has two cards while a
    player draws. So it is enough that the cards of the shoe add up to more than h (21 + m) + 16 for
    h hands, or that there are as many as h longest hands and the dealer's longest could take.
    """
    if rules.shoe.infinite:
        return True
    cards = sorted(v + 1 for v, count in enumerate(rules.shoe.values) for _ in range(count))
    hands, draws_at = most_hands(rules), 20 if rules.player.stand_on_21 else 21
    if sum(cards) > hands * (draws_at + cards[-1]) + 16:
        return True
    limits = [limit for limit in (rules.player.card_limit,) if limit is not None]
    if rules.charlie is not None:
        limits.append(rules.charlie.cards)
    player = min([_longest(cards, draws_at), *limits])
    dealer = _longest(cards, 16)
    if rules.dealer.card_limit is not None:
        dealer = min(dealer, rules.dealer.card_limit)
    return len(cards) >= hands * player + dealer


def _longest(cards: list[int], draws_at: int) -> int:
    """The most cards of a hand that draws at this total at the most; two at least."""
    total, number = 0, 0
    while number < len(cards) and total + cards[number] <= draws_at:
        total += cards[number]
        number += 1
    return max(2, number + 1)


def maybe(strategy: st.SearchStrategy[T]) -> st.SearchStrategy[T | None]:
    """None as often as not."""
    return st.one_of(st.none(), strategy)


@st.composite
def dealers(draw: st.DrawFn, *, takes_all: bool) -> Dealer:
    """A dealer; `takes_all`: whose natural takes every stake, since some hand may escape it."""
    peek = draw(st.frozensets(st.sampled_from(UpCard)))
    takes = NaturalTakes.ALL
    if not takes_all and len(peek) < 2:
        takes = draw(st.sampled_from(NaturalTakes))
    return Dealer(
        soft17=draw(st.sampled_from(Soft17)),
        peek=peek,
        natural_takes=takes,
        card_limit=draw(maybe(st.integers(3, 5))),
    )


def insurances() -> st.SearchStrategy[Insurance]:
    return st.builds(
        Insurance,
        against=st.frozensets(st.sampled_from(UpCard)),
        price=st.sampled_from((Fraction(1, 2), Fraction(1), Fraction(1, 3))),
        pays=st.sampled_from((Fraction(2), Fraction(3), Fraction(5), Fraction(3, 2))),
        on_naturals=st.booleans(),
        even_money=st.booleans(),
    )


def charlies(most: int = 5) -> st.SearchStrategy[Charlie]:
    return st.builds(
        Charlie,
        cards=st.integers(3, most),
        pays=st.sampled_from((Fraction(1), Fraction(2), Fraction(1, 2))),
        beats_natural=st.sampled_from((True, False, False)),
    )


def surrenders() -> st.SearchStrategy[SurrenderRules]:
    kinds = st.sampled_from(Surrender)
    return st.builds(SurrenderRules, ace=kinds, ten=kinds, other=kinds)


@st.composite
def doubles(draw: st.DrawFn, aces: SplitAces) -> Double:
    on = st.builds(
        DoubleOn,
        hard=maybe(st.frozensets(st.integers(4, 20), min_size=3)),
        soft=maybe(st.frozensets(st.integers(12, 20))),
    )
    after_split = draw(st.booleans())
    return Double(
        on=draw(st.one_of(on, on, on, st.just(DoubleOn()))),
        any_cards=draw(st.booleans()),
        after_split=after_split,
        after_split_aces=after_split and aces is SplitAces.FREE and draw(st.booleans()),
    )


@st.composite
def splits(draw: st.DrawFn, most: int) -> Split:
    hands = draw(st.integers(1, most))
    return Split(
        pairs=draw(st.sampled_from(PairKind)),
        max_hands=hands,
        max_hands_aces=draw(st.integers(1, hands)),
        aces=draw(st.sampled_from(SplitAces)),
        ten_on_ace=draw(st.sampled_from(SplitNatural)),
        ace_on_ten=draw(st.sampled_from(SplitNatural)),
    )


@st.composite
def _counts(draw: st.DrawFn, most: int) -> list[int]:
    """Counts by rank of a few cards: tens mostly, aces often, one to three other values."""
    ranks = [0] * 13
    if draw(st.sampled_from((True, True, False))):
        ranks[ACE] = draw(st.integers(1, 3))
    others = draw(st.lists(st.integers(1, 8), min_size=1, max_size=3, unique=True))
    low_left = 4
    for value in sorted(others):
        ranks[value] = draw(st.integers(1, most))
        if value in LOW:
            ranks[value] = max(1, min(ranks[value], low_left))
            low_left -= ranks[value]
    for rank in draw(st.lists(st.integers(9, 12), min_size=1, max_size=2, unique=True)):
        ranks[rank] = draw(st.integers(1, 3))
    return ranks


@st.composite
def small_games(draw: st.DrawFn, *, most_hands_after_splits: int = 4) -> Rules:
    """Random rules on a shoe of a few values on which nothing can run out (or an infinite deck).

    Pairs of identical rank, Charlies, limits, every peek and up to `most_hands_after_splits` hands
    are all common.
    """
    blackjack = Blackjack(
        pays=draw(st.sampled_from(PAYOUTS)),
        beats_drawn_21=draw(st.sampled_from((True, True, True, False))),
    )
    limit = draw(maybe(st.integers(3, 5)))
    charlie = draw(maybe(charlies(limit or 5)))
    escapes = not blackjack.beats_drawn_21 or (charlie is not None and charlie.beats_natural)
    split = draw(splits(most_hands_after_splits))
    rules = Rules(
        dealer=draw(dealers(takes_all=escapes)),
        blackjack=blackjack,
        split=split,
        double=draw(doubles(split.aces)),
        surrender=draw(surrenders()),
        insurance=draw(insurances()),
        charlie=charlie,
        player=Player(stand_on_21=draw(st.sampled_from((True, True, False))), card_limit=limit),
    )
    ranks, infinite = draw(_counts(4)), draw(st.integers(0, 5)) == 5
    if infinite:  # more hands would take a brute force minutes: nothing ever leaves the shoe
        hands, aces = min(2, split.max_hands), min(2, split.max_hands_aces)
        rules = replace(rules, split=replace(split, max_hands=hands, max_hands_aces=aces))
    top = draw(st.integers(9, 12))
    ranks[top] += max(0, 4 - sum(ranks))  # the deal alone takes four
    while True:
        rules = replace(rules, shoe=Shoe.of_ranks(tuple(ranks), infinite=infinite))
        if cannot_run_out(rules):
            return rules
        ranks[top] += 1
