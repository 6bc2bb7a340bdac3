"""Cards and compositions: what is in the shoe, at the three levels of detail that are needed.

The main game sees ten values (ace, 2 to 9, ten), pairs of identical rank need thirteen ranks, side
bets need all fifty-two cards. A `Shoe` keeps the finest composition that it was given and projects
it to the coarser ones; it never invents a finer one.

Indices: value 0 is the ace, 1..8 are 2..9, 9 is the ten; rank 0..12 is A, 2..10, J, Q, K;
suit 0..3 is clubs, diamonds, hearts, spades (the even/odd pattern is not relied upon: red suits
are 1 and 2); card = 4 * rank + suit.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from bjcalc.errors import ImpossibleHandError, Mistake, RulesError, UnsupportedRuleError

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


# The levels of detail, the finest first, with the names of their counts in a game file.
COUNT_NAMES = {
    "cards": tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS),
    "ranks": RANKS,
    "values": VALUES,
}
_MOST_OF_A_CARD = 10**6


def _counts(listed: Any, length: int) -> tuple[int, ...] | None:
    """Return so many whole numbers as a tuple, None where they are not that."""
    if isinstance(listed, str | set | frozenset | dict) or not hasattr(listed, "__len__"):
        return None
    numbers = tuple(listed)
    if len(numbers) != length or any(
        isinstance(number, bool) or not hasattr(number, "__index__") for number in numbers
    ):
        return None
    counts = tuple(operator.index(number) for number in numbers)
    return counts if min(counts) >= 0 and max(counts) <= _MOST_OF_A_CARD else None


def _shown(value: object) -> str:
    try:
        return f"{value!r:.60}"
    except ValueError:  # Python's own limit on the digits of an integer
        return "a number of thousands of digits"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoe:
    """The composition that every round starts from, shuffled.

    `values` has 10 counts and is always there; `ranks` (13) and `cards` (52) are None where the
    composition was given in less detail. Of what is given in more detail the rest follows.
    `infinite` means that draws are with replacement and the counts are proportions. `decks` is the
    number of standard decks, None for anything else. Raises RulesError that names every count which
    cannot be, or says that they do not agree.
    """

    values: tuple[int, ...] = cast(tuple[int, ...], None)
    ranks: tuple[int, ...] | None = None
    cards: tuple[int, ...] | None = None
    infinite: bool = False
    decks: int | None = None

    def __post_init__(self) -> None:
        """Check every count, and let the coarser ones follow from the finer."""
        mistakes: list[Mistake] = []

        def wrong(name: str, value: object, wanted: str) -> None:
            mistakes.append(Mistake(f"{_shown(value)} is wrong: write {wanted}", f"shoe.{name}"))

        given: dict[str, tuple[int, ...] | None] = {}
        for level, names in COUNT_NAMES.items():
            listed = getattr(self, level)
            given[level] = None if listed is None else _counts(listed, len(names))
            if listed is not None and given[level] is None:
                named = f"{names[0]}, {names[1]}, ... {names[-1]}"
                wrong(level, listed, f"{len(names)} whole numbers from 0 ({named})")
        decks = _counts([self.decks], 1) or (0,)
        if self.decks is not None and not decks[0]:
            wrong("decks", self.decks, "a whole number from 1")
        if not isinstance(self.infinite, bool):
            wrong("infinite", self.infinite, "true or false")
        elif self.infinite and self.decks is not None:
            text = 'true goes with counts: write decks = "infinite" for an infinite deck'
            mistakes.append(Mistake(text, "shoe.infinite", others=("shoe.decks",)))
        if mistakes:
            raise RulesError(mistakes)
        cards, ranks, values = given.values()
        if decks[0] and cards is None:
            cards = decks * 52
        if cards is not None:
            ranks = tuple(sum(cards[4 * rank : 4 * rank + 4]) for rank in range(13))
        if ranks is not None:
            values = (*ranks[:9], sum(ranks[9:]))
        if values is None:
            raise RulesError([Mistake("has neither decks nor counts of cards", "shoe")])
        agree = given["ranks"] in (None, ranks) and given["values"] in (None, values)
        if not agree or (decks[0] and cards != decks * 52):
            text = "the counts by value, rank and card, and the decks, do not agree: give one alone"
            raise RulesError([Mistake(text, "shoe")])
        if self.infinite and not any(values):
            text = "has no card at all: write how many of each card there are"
            raise RulesError([Mistake(text, "shoe.counts")])
        found = {"values": values, "ranks": ranks, "cards": cards, "decks": decks[0] or None}
        for name, value in found.items():
            object.__setattr__(self, name, value)

    @classmethod
    def of_decks(cls, decks: int) -> Shoe:
        """Return a shoe of `decks` standard decks of 52 cards."""
        return cls(decks=decks)

    @classmethod
    def infinite_deck(cls) -> Shoe:
        """Return draws with replacement from a standard deck."""
        return cls(cards=(1,) * 52, infinite=True)

    @classmethod
    def of_cards(cls, cards: tuple[int, ...], *, infinite: bool = False) -> Shoe:
        """Return a shoe with these 52 counts (card = 4 * rank + suit)."""
        return cls(cards=cards, infinite=infinite)

    @classmethod
    def of_ranks(cls, ranks: tuple[int, ...], *, infinite: bool = False) -> Shoe:
        """Return a shoe with these 13 counts by rank; suits are then unknown."""
        return cls(ranks=ranks, infinite=infinite)

    @classmethod
    def of_table(cls, table: Mapping[str, Any]) -> Shoe:
        """Return the shoe of a [shoe] table of a game file that is right in form.

        Raises RulesError where its counts name cards at two levels of detail, such as T and K.
        """
        decks, infinite = table.get("decks"), table.get("infinite", False)
        if decks == "infinite":
            return cls.infinite_deck()
        if decks is not None:
            return cls(decks=decks, infinite=infinite)
        counts = table["counts"]
        by_card = [name for name in counts if name[-1] in SUITS]
        by_rank = [name for name in counts if name in RANKS[TEN:]]
        text = ""
        if by_card and len(by_card) < len(counts):
            other = next(name for name in counts if name not in by_card)
            text = (
                f"names {by_card[0]} by suit and {other} without: write every card with its suit, "
                "or none"
            )
        elif by_rank and "T" in counts:
            text = (
                f"names both T (all ten-valued cards) and {by_rank[0]}: write T alone, or 10, J, Q "
                "and K"
            )
        if text:
            raise RulesError([Mistake(text, "shoe.counts")])
        level = "cards" if by_card else "values" if "T" in counts else "ranks"
        listed: Any = tuple(counts.get(name, 0) for name in COUNT_NAMES[level])
        return cls(infinite=infinite, **{level: listed})

    def to_table(self) -> dict[str, Any]:
        """Return the shoe as a [shoe] table of a game file; `of_table` is the inverse."""
        if self.decks is not None or self == Shoe.infinite_deck():
            return {"decks": self.decks or "infinite"}
        level, counts = next(
            (level, getattr(self, level)) for level in COUNT_NAMES if getattr(self, level)
        )
        return {
            "counts": dict(zip(COUNT_NAMES[level], counts, strict=True)),
            "infinite": self.infinite,
        }

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
