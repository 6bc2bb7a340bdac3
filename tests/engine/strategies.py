"""Random games for the engine's tests: every rule at play, on shoes so small that a brute force can
play through them and yet so large that no hand can run out of cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from random_rules import random_rules

from bjcalc.rules.model import Charlie, PairKind, Rules, Split
from bjcalc.shoe import ACE, TEN, Shoe, parse_value, split_cards
from bjcalc.witness.twin import Hand, add, hand_of

WITNESS = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
"""Settings for tests that play games through: examples differ widely in cost."""

NO_SPLIT = Split(max_hands=1, max_hands_aces=1)
"""No pair may be split."""


def hand(text: str) -> Hand:
    """The ten counts of cards such as "A,10"."""
    return hand_of(*(parse_value(card) for card in split_cards(text)))


def shoe(text: str, *, tens: int = 0) -> Shoe:
    """A shoe of these cards and so many tens."""
    return Shoe(values=add(hand(text), TEN, tens))


LOW = range(1, 5)  # 2 to 5: the cards that make long hands, and a brute force slow


def hands_by_pair(rules: Rules) -> dict[int, int]:
    """The most hands that a pair of each card can become; cards are ranks where pairs are."""
    split, shoe = rules.split, rules.shoe
    counts = shoe.need_ranks("a test") if split.pairs is PairKind.RANK else shoe.values
    most = {card: count for card, count in enumerate(counts) if count >= 2}
    for card, count in most.items():
        limit = split.max_hands_aces if card == ACE else split.max_hands
        most[card] = limit if shoe.infinite else min(limit, count)
    return most


def most_hands(rules: Rules) -> int:
    """The most hands that one round can have with these pairs in this shoe."""
    return max(hands_by_pair(rules).values(), default=1)


def splits(rules: Rules) -> Iterator[tuple[tuple[int, int], int]]:
    """Every pair that may be split and up card that the shoe holds beside it."""
    by_rank = rules.split.pairs is PairKind.RANK
    counts = rules.shoe.need_ranks("a test") if by_rank else rules.shoe.values
    for pair, most in hands_by_pair(rules).items():
        for up, there in enumerate(counts):
            if most > 1 and there > 2 * (up == pair):
                yield (pair, pair), up


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


LIMITS = st.just("none") | st.integers(3, 5)
MOSTLY = st.sampled_from((True, True, True, False))
CHARLIES = st.builds(
    Charlie,
    cards=st.integers(3, 5),
    pays=st.sampled_from((1, 2, "1/2")),
    beats_natural=st.sampled_from((True, False, False)),
)
TOTALS = st.fixed_dictionaries(
    {
        "hard": st.just("any") | st.lists(st.integers(4, 20), min_size=3, unique=True),
        "soft": st.just("any") | st.lists(st.integers(12, 20), unique=True),
    }
)
FEW: dict[str, st.SearchStrategy[object]] = {
    "dealer.card_limit": LIMITS,
    "blackjack.pays": st.sampled_from(("3/2", "6/5", 1, 2, "7/5")),
    "blackjack.beats_drawn_21": MOSTLY,
    "double.on": TOTALS | TOTALS | TOTALS | st.just("none"),
    "player.stand_on_21": st.sampled_from((True, True, False)),
    "player.card_limit": LIMITS,
    "charlie": st.just("none") | CHARLIES.map(Charlie.to_plain),
    "insurance.price": st.sampled_from(("1/2", 1, "1/3")),
    "insurance.pays": st.sampled_from((2, 3, 5, "3/2")),
}


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
    few = FEW | dict.fromkeys(
        ("split.max_hands", "split.max_hands_aces"), st.integers(1, most_hands_after_splits)
    )
    rules = draw(random_rules(st.just(Shoe.of_decks(1)), few))
    split = rules.split
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
