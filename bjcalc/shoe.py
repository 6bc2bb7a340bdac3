"""Cards and compositions: what is in the shoe, at the three levels of detail that are needed.

The main game sees ten values (ace, 2 to 9, ten), pairs of identical rank need thirteen ranks, side
bets need all fifty-two cards. A `Shoe` keeps the finest composition that it was given and projects
it to the coarser ones; it never invents a finer one.

Indices: value 0 is the ace, 1..8 are 2..9, 9 is the ten; rank 0..12 is A, 2..10, J, Q, K;
suit 0..3 is clubs, diamonds, hearts, spades (the even/odd pattern is not relied upon: red suits
are 1 and 2); card = 4 * rank + suit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bjcalc.errors import ImpossibleHandError, UnsupportedRuleError

VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("c", "d", "h", "s")
ACE = 0
TEN = 9
RED_SUITS = frozenset({1, 2})

# The most cards (for an infinite deck, in one period of it) for which the kernel's integers are
# proved wide enough, under every rule; see bjcalc_ext/wide.h.
MAX_CARDS = 800

_RANK_INDEX = {name: index for index, name in enumerate(RANKS)}


def value_of_rank(rank: int) -> int:
    """Return the value index (0..9) of a rank index (0..12); 10, J, Q and K are all tens."""
    return min(rank, TEN)


def parse_value(text: str) -> int:
    """Return the value index of a card written as A, 2..10, T, J, Q or K (any case).

    Raises ImpossibleHandError naming the text when it is no card.
    """
    rank = parse_rank(text)
    return TEN if rank is None else value_of_rank(rank)


def parse_rank(text: str) -> int | None:
    """Return the rank index of a card; None for T, "some ten", whose rank is not stated.

    Raises ImpossibleHandError naming the text when it is no card.
    """
    name = text.strip().upper()
    if name == "T":
        return None
    if name not in _RANK_INDEX:
        raise ImpossibleHandError(
            f"{text.strip()!r} is not a card: write A, 2 to 10, J, Q, K, or T for any ten"
            + _meant(name)
        )
    return _RANK_INDEX[name]


def _meant(name: str) -> str:
    """Return what a text that is no card may mean, for a message; "" where that is not plain."""
    if re.fullmatch(r"(10|[A2-9TJQK])[CDHS\u2663\u2666\u2665\u2660]", name):
        return f" (without its suit: {name[:-1]})"
    if re.fullmatch(r"(10|[A2-9TJQK])[ .;/+-]?((10|[A2-9TJQK])[ .;/+-]?)+", name):
        return f"; cards stand apart, with commas: {','.join(re.findall('10|[A2-9TJQK]', name))}"
    if re.fullmatch("1[1-9]|20", name):
        low = int(name) - 10
        cards = f"10,{low}" if low > 1 else "9,2"
        return f"; a hand of {name} is written by its cards, such as {cards}"
    return ""


def split_cards(text: str) -> list[str]:
    """Return the cards of a list such as "10,2" or "A 7", as written; an empty text has none.

    Raises ImpossibleHandError where a card is missing between or beside commas.
    """
    if not text.strip():
        return []
    cards = [part for item in text.split(",") for part in item.split() or [""]]
    if "" in cards:
        raise ImpossibleHandError(f"{text!r}: a card is missing beside a comma; write such as 10,2")
    return cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoe:
    """The composition that every round starts from, shuffled; exactly one detail level is given.

    `values` has 10 counts and is always there; `ranks` (13) and `cards` (52) are None where the
    composition was given in less detail. `infinite` means that draws are with replacement and the
    counts are proportions. `decks` is the number of standard decks, None for anything else.
    """

    values: tuple[int, ...]
    ranks: tuple[int, ...] | None = None
    cards: tuple[int, ...] | None = None
    infinite: bool = False
    decks: int | None = None

    @classmethod
    def of_decks(cls, decks: int) -> Shoe:
        """Return a shoe of `decks` standard decks of 52 cards."""
        return cls.of_cards((decks,) * 52, decks=decks)

    @classmethod
    def infinite_deck(cls) -> Shoe:
        """Return draws with replacement from a standard deck."""
        return cls.of_cards((1,) * 52, infinite=True)

    @classmethod
    def of_cards(
        cls, cards: tuple[int, ...], *, infinite: bool = False, decks: int | None = None
    ) -> Shoe:
        """Return a shoe with these 52 counts (card = 4 * rank + suit)."""
        ranks = tuple(sum(cards[4 * rank : 4 * rank + 4]) for rank in range(13))
        shoe = cls.of_ranks(ranks, infinite=infinite)
        return cls(
            values=shoe.values, ranks=ranks, cards=tuple(cards), infinite=infinite, decks=decks
        )

    @classmethod
    def of_ranks(cls, ranks: tuple[int, ...], *, infinite: bool = False) -> Shoe:
        """Return a shoe with these 13 counts by rank; suits are then unknown."""
        return cls(values=(*ranks[:9], sum(ranks[9:])), ranks=tuple(ranks), infinite=infinite)

    @property
    def size(self) -> int:
        """Number of cards; for an infinite deck, of one period of it."""
        return sum(self.values)

    def need_ranks(self, purpose: str) -> tuple[int, ...]:
        """Return the 13 counts, or raise UnsupportedRuleError saying what needs them."""
        if self.ranks is None:
            raise UnsupportedRuleError(
                f"{purpose} needs the shoe's counts by rank (10, J, Q, K apart); "
                "this shoe gives ten-valued cards together"
            )
        return self.ranks

    def need_cards(self, purpose: str) -> tuple[int, ...]:
        """Return the 52 counts, or raise UnsupportedRuleError saying what needs them."""
        if self.cards is None:
            raise UnsupportedRuleError(
                f"{purpose} needs the shoe's counts by rank and suit; this shoe does not give suits"
            )
        return self.cards

    def describe(self) -> str:
        """Return the shoe in words, such as "8 decks"."""
        if self.decks is not None:
            return "1 deck" if self.decks == 1 else f"{self.decks} decks"
        if self.infinite:
            return "infinite deck"
        counts = " ".join(f"{n}x{v}" for v, n in zip(VALUES, self.values, strict=True) if n)
        return f"{self.size} cards ({counts})"
