"""Hands as counts by value: totals, which hands are over, which have a decision, and the cells.

A hand is a tuple of ten counts, A, 2, ..., 9, T. Where pairs are of identical rank and two tens are
split, tens of the pair's rank are counted apart, as an eleventh entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

Hand = tuple[int, ...]

VALUES = "A23456789T"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACE, TEN, PAIR_TEN = 0, 9, 10
PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10)


@dataclass(frozen=True)
class Rules:
    """The rules of FORMAT.md section 3; see there for meanings. `rank_tens` counts 10, J, Q, K."""

    shoe: Hand
    rank_tens: Hand | None
    cards: tuple[int, ...] | None
    infinite: bool
    hits_soft17: bool
    peeks: dict[int, bool]  # by up card: ace and ten
    natural_takes: str
    dealer_limit: int | None
    natural_pays: Fraction
    natural_beats_21: bool
    may_double: bool
    double_hard: frozenset[int] | None
    double_soft: frozenset[int] | None
    double_any_cards: bool
    double_after_split: bool
    double_split_aces: bool
    pairs_by_rank: bool
    max_hands: int
    max_hands_aces: int
    aces_one_card: bool
    split_ace_ten_is_natural: dict[int, bool]  # by the pair that was split: ace and ten
    surrender: tuple[str, ...]  # by up card
    insured_ups: frozenset[int]
    insurance_price: Fraction
    insurance_pays: Fraction
    insures_naturals: bool
    even_money: bool
    charlie: int | None
    charlie_pays: Fraction
    charlie_beats_natural: bool
    stand_on_21: bool
    card_limit: int | None

    def hands_allowed(self, pair: int) -> int:
        """Return into how many hands a pair of this value may be split in all."""
        return self.max_hands_aces if pair == ACE else self.max_hands

    def peeks_at(self, up: int) -> bool:
        """Return whether a dealer natural under this up card ends the round at once."""
        return self.peeks.get(up, False)


def total(hand: Hand) -> tuple[int, bool]:
    """Return the total of a hand and whether it is soft, an ace counting as 11."""
    pips = sum(map(int.__mul__, hand, PIPS))
    return (pips + 10, True) if hand[ACE] and pips <= 11 else (pips, False)


def plus(hand: Hand, card: int) -> Hand:
    """Return the hand with one more card."""
    return (*hand[:card], hand[card] + 1, *hand[card + 1 :])


def by_value(hand: Hand) -> Hand:
    """Return the hand with all tens counted together."""
    return hand if len(hand) == 10 else (*hand[:TEN], hand[TEN] + hand[PAIR_TEN])


def of_cards(*cards: int) -> Hand:
    """Return the hand of these values."""
    return tuple(cards.count(value) for value in range(10))


def name(hand: Hand) -> str:
    """Return the cards of a hand, such as "A,2,2,T"."""
    return ",".join(
        value for value, number in zip(VALUES, by_value(hand), strict=True) for _ in range(number)
    )


def is_ace_ten(hand: Hand) -> bool:
    """Return whether the hand is an ace and a ten, two cards."""
    hand = by_value(hand)
    return hand[ACE] == hand[TEN] == 1 and sum(hand) == 2


def is_charlie(rules: Rules, hand: Hand) -> bool:
    """Return whether the hand wins at once by its number of cards."""
    return rules.charlie is not None and sum(hand) >= rules.charlie and total(hand)[0] <= 21


def is_over(rules: Rules, hand: Hand) -> bool:
    """Return whether the hand takes no further action."""
    points = total(hand)[0]
    return (
        points > 21
        or (points == 21 and rules.stand_on_21)
        or is_ace_ten(hand)
        or is_charlie(rules, hand)
        or (rules.card_limit is not None and sum(hand) >= rules.card_limit)
    )


def may_double(rules: Rules, hand: Hand) -> bool:
    """Return whether an unsplit hand that is not over may be doubled."""
    points, soft = total(hand)
    allowed = rules.double_soft if soft else rules.double_hard
    few = rules.double_any_cards or sum(hand) == 2
    return rules.may_double and few and (allowed is None or points in allowed)


def listed(rules: Rules, unseen: Hand) -> list[Hand]:
    """Return the hands that have a decision, in FORMAT.md's order.

    `unseen`: all cards but the up card.
    """

    def grow(hand: Hand, least: int) -> Iterator[Hand]:
        if sum(hand) >= 2 and not is_over(rules, hand):
            yield hand
        for card in range(least, 10):
            longer = plus(hand, card)
            # A composition can be listed though a shorter one that it contains is over.
            if sum(map(int.__mul__, longer, PIPS)) <= 21 and (
                unseen[card] > hand[card] or (rules.infinite and unseen[card])
            ):
                yield from grow(longer, card)

    # Grown card by card in rising order, hands of equal length come in the right order.
    return sorted(grow((0,) * 10, 0), key=sum)


@dataclass(frozen=True)
class Cell:
    """A two-card hand; `rank` (0..3: 10, J, Q, K) where a pair of tens is of one rank."""

    hand: Hand
    rank: int | None = None
    up_has_rank: bool = False

    @property
    def pair(self) -> int | None:
        """The value of the pair, or None."""
        return self.hand.index(2) if 2 in self.hand else None

    def __str__(self) -> str:
        """Return the cards, such as "A,7" or "J,J (up card a J)"."""
        if self.rank is None:
            return name(self.hand)
        card = RANKS[TEN + self.rank]
        return f"{card},{card} (up card {'a' if self.up_has_rank else 'not a'} {card})"


def cells(rules: Rules) -> list[Cell]:
    """Return all two-card hands in FORMAT.md's order: 55, or 63 where pairs are by rank."""
    found = [Cell(of_cards(a, b)) for a in range(10) for b in range(a, 10)]
    if rules.pairs_by_rank:
        found += [
            Cell(of_cards(TEN, TEN), rank, same) for rank in range(4) for same in (False, True)
        ]
    return found


def ways(rules: Rules, cell: Cell, up: int) -> int:
    """Return in how many orders the cell and this up card can be dealt, as three ordered cards."""
    step = 0 if rules.infinite else 1
    if rules.pairs_by_rank and cell.hand[TEN] == 2:
        assert rules.rank_tens is not None
        tens = rules.rank_tens
        if cell.rank is None:
            left = rules.shoe[up] - 2 * step * (up == TEN)
            return max(left, 0) * sum(
                tens[a] * tens[b] for a in range(4) for b in range(4) if a != b
            )
        number = tens[cell.rank]
        if up != TEN:
            left = 0 if cell.up_has_rank else rules.shoe[up]
        elif cell.up_has_rank:
            left = number - 2 * step
        else:
            left = rules.shoe[TEN] - number
        return max(left, 0) * number * max(number - step, 0)
    held = [value for value in range(10) for _ in range(cell.hand[value])]
    orders = 1 if cell.pair is not None else 2
    for index, card in enumerate([*held, up]):
        orders *= max(rules.shoe[card] - step * [*held, up][:index].count(card), 0)
    return orders
