"""Random games for the engine's tests: every rule at play, on shoes so small that a brute force can
play through them and yet so large that no hand can run out of cards.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bjcalc.rules.contradictions import check_rules
from bjcalc.rules.model import (
    Blackjack,
    Charlie,
    Dealer,
    Double,
    Insurance,
    NaturalTakes,
    PairKind,
    Rules,
    Soft17,
    Split,
    SplitAces,
    SplitNatural,
    Surrender,
    SurrenderRules,
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
    hands, draws_at = most_hands(rules), 20 if rules.stand_on_21 else 21
    if sum(cards) > hands * (draws_at + cards[-1]) + 16:
        return True
    limits = [limit for limit in (rules.card_limit,) if limit is not None]
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


def dealers() -> st.SearchStrategy[Dealer]:
    return st.builds(
        Dealer,
        soft17=st.sampled_from(Soft17),
        peeks_ace=st.booleans(),
        peeks_ten=st.booleans(),
        natural_takes=st.sampled_from(NaturalTakes),
        card_limit=maybe(st.integers(3, 5)),
    )


def insurances() -> st.SearchStrategy[Insurance]:
    return st.builds(
        Insurance,
        against_ace=st.booleans(),
        against_ten=st.booleans(),
        price=st.sampled_from((Fraction(1, 2), Fraction(1), Fraction(1, 3))),
        pays=st.sampled_from((Fraction(2), Fraction(3), Fraction(5), Fraction(3, 2))),
        on_naturals=st.booleans(),
        even_money=st.booleans(),
    )


def charlies() -> st.SearchStrategy[Charlie]:
    return st.builds(
        Charlie,
        cards=st.integers(3, 5),
        pays=st.sampled_from((Fraction(1), Fraction(2), Fraction(1, 2))),
        beats_natural=st.sampled_from((True, False, False)),
    )


def surrenders() -> st.SearchStrategy[SurrenderRules]:
    kinds = st.sampled_from(Surrender)
    return st.builds(SurrenderRules, ace=kinds, ten=kinds, other=kinds)


def doubles() -> st.SearchStrategy[Double]:
    return st.builds(
        Double,
        allowed=st.sampled_from((True, True, True, False)),
        hard=maybe(st.frozensets(st.integers(4, 20), min_size=3)),
        soft=maybe(st.frozensets(st.integers(12, 20))),
        any_cards=st.booleans(),
        after_split=st.booleans(),
        after_split_aces=st.booleans(),
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

    The rules fit together (`check_rules` passes); pairs of identical rank, Charlies, limits, every
    peek and up to `most_hands_after_splits` hands are all common.
    """
    rules = Rules(
        dealer=draw(dealers()),
        blackjack=Blackjack(
            pays=draw(st.sampled_from(PAYOUTS)),
            beats_drawn_21=draw(st.sampled_from((True, True, True, False))),
        ),
        split=draw(splits(most_hands_after_splits)),
        double=draw(doubles()),
        surrender=draw(surrenders()),
        insurance=draw(insurances()),
        charlie=draw(maybe(charlies())),
        stand_on_21=draw(st.sampled_from((True, True, False))),
        card_limit=draw(maybe(st.integers(3, 5))),
    )
    rules = _reconciled(rules)
    ranks, infinite = draw(_counts(4)), draw(st.integers(0, 5)) == 5
    if infinite:  # more hands would take a brute force minutes: nothing ever leaves the shoe
        two = replace(rules.split, max_hands=min(2, rules.split.max_hands))
        two = replace(two, max_hands_aces=min(two.max_hands, two.max_hands_aces))
        rules = replace(rules, split=two)
    top = draw(st.integers(9, 12))
    while True:
        rules = replace(rules, shoe=Shoe.of_ranks(tuple(ranks), infinite=infinite))
        if cannot_run_out(rules):
            check_rules(rules)
            return rules
        ranks[top] += 1


def _reconciled(rules: Rules) -> Rules:
    """The rules without what they contradict: hands that escape a dealer natural which takes a unit
    whatever happened, a Charlie above the card limit, doubling of split aces where it cannot be.
    """
    charlie, limit, split, double = rules.charlie, rules.card_limit, rules.split, rules.double
    escapes = not rules.blackjack.beats_drawn_21 or (charlie is not None and charlie.beats_natural)
    if escapes:
        rules = replace(rules, dealer=replace(rules.dealer, natural_takes=NaturalTakes.ALL))
    if charlie is not None and limit is not None:
        rules = replace(rules, card_limit=max(limit, charlie.cards))
    if double.after_split_aces and (split.aces is SplitAces.ONE_CARD or not double.after_split):
        rules = replace(rules, double=replace(double, after_split_aces=False))
    return rules
