"""Hands as counts by value: their totals, and the two-card hands in FORMAT.md's order.

A hand is a tuple of ten counts, A, 2, ..., 9, T. Where pairs are of identical rank and two tens are
split, tens of the pair's rank are counted apart, as an eleventh entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import mul
from typing import NamedTuple

Hand = tuple[int, ...]

VALUES = "A23456789T"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "cdhs"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
ACE, TEN, PAIR_TEN = 0, 9, 10
PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10)
EMPTY: Hand = (0,) * 10
MAX_KEPT = 200_000  # hands whose totals and successors are kept


def pips(hand: Hand) -> int:
    """Return the total of a hand with every ace as 1."""
    return sum(map(mul, hand, PIPS))


@lru_cache(MAX_KEPT)
def total(hand: Hand) -> tuple[int, bool]:
    """Return the total of a hand and whether it is soft, an ace counting as 11."""
    points = pips(hand)
    return (points + 10, True) if hand[ACE] and points <= 11 else (points, False)


@lru_cache(MAX_KEPT)
def plus(hand: Hand, card: int) -> Hand:
    """Return the hand with one more card."""
    return (*hand[:card], hand[card] + 1, *hand[card + 1 :])


def by_value(hand: Hand) -> Hand:
    """Return the hand with all tens counted together."""
    return hand if len(hand) == 10 else (*hand[:TEN], hand[TEN] + hand[PAIR_TEN])


def name(hand: Hand) -> str:
    """Return the cards of a hand, such as "A,2,2,T"."""
    return ",".join(VALUES[card] for card, held in enumerate(by_value(hand)) for _ in range(held))


def is_ace_ten(hand: Hand) -> bool:
    """Return whether the hand is an ace and a ten, two cards."""
    return sum(hand) == 2 and hand[ACE] == 1 and pips(hand) == 11


def grown(stock: Hand, *, put_back: bool) -> list[Hand]:
    """Return all hands of one card or more with at most 21 pips, by size, then card by card."""

    def grow(hand: Hand, least: int) -> Iterator[Hand]:
        for card in range(least, 10):
            longer = plus(hand, card)
            if stock[card] > (0 if put_back else hand[card]) and pips(longer) <= 21:
                yield longer
                yield from grow(longer, card)

    # Grown card by card in rising order, hands of equal size come in the right order.
    return sorted(grow(EMPTY, 0), key=sum)


class Cell(NamedTuple):
    """A two-card hand; `rank` (0 to 3: 10, J, Q, K) where a pair of tens is of one rank."""

    hand: Hand
    rank: int | None = None
    up_has_rank: bool = False

    def __str__(self) -> str:
        """Return the cards, such as "A,7" or "T,T of rank J, as the up card"."""
        rank = "" if self.rank is None else f" of rank {RANKS[TEN + self.rank]}"
        return name(self.hand) + rank + (", as the up card" if self.up_has_rank else "")


def cells(*, by_rank: bool) -> list[Cell]:
    """Return all two-card hands in FORMAT.md's order: 55, or 63 where pairs are by rank."""
    found = [Cell(plus(plus(EMPTY, a), b)) for a in range(10) for b in range(a, 10)]
    apart = [Cell(found[-1].hand, rank, same) for rank in range(4) for same in (False, True)]
    return found + (apart if by_rank else [])
