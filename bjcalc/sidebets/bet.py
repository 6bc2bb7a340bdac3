"""What a side bet is: its cards, its categories and their pays, and settling one concrete deal.

A bet or a category that exists is in order, whoever made it: at construction (by `replace` too)
words become enumerations, lists tuples, pays Fractions, and what does not fit is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from bjcalc.errors import Mistake, MistakesError
from bjcalc.numbers import parse_fraction
from bjcalc.rules.model import Dealer
from bjcalc.rules.written import show
from bjcalc.shoe import Shoe
from bjcalc.sidebets.conditions import (
    ACE_CHOICES,
    DEALER_HAND,
    SLOTS,
    Condition,
    ConditionError,
    FinalHand,
    Leaf,
    Natural,
    evaluate,
    holds_for_cards,
    leaves,
    parse_condition,
    total_of,
)
from bjcalc.sidebets.dealer_hand import DealerFinal, count_final_hands, holds_for_hand
from bjcalc.sidebets.deals import Deals, count_deals

MAX_PAY = 10**9  # of numerator and denominator alike: anything above is a slip
WITH_DEALER_HAND = {(DEALER_HAND,), ("player1", "player2", DEALER_HAND)}


class WrongBetError(MistakesError):
    """A side bet makes no sense, by itself or with this shoe; `mistakes` lists everything."""


class Paid(StrEnum):
    """Which of the categories that hold are paid.

    BEST: the first in the list alone. ALL: every one. EXCLUSIVE: at most one can hold.
    """

    BEST = "best"
    ALL = "all"
    EXCLUSIVE = "exclusive"


class PaysSource(StrEnum):
    """Where the pays come from, so that no output takes an inferred one for a stated one.

    STATED: the game's rules. PUBLISHED: a published description of the bet. INFERRED: worked out
    from a claimed RTP, which they therefore cannot confirm. ASSUMED: given by whoever asks.
    UNKNOWN: lost; the pays stay symbols.
    """

    STATED = "stated"
    PUBLISHED = "published"
    INFERRED = "inferred"
    ASSUMED = "assumed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """One line of a pay table: a condition and the profit per unit staked (None: unknown)."""

    name: str
    when: str
    condition: Condition
    pays: Fraction | None

    def __post_init__(self) -> None:
        """Put the pay into its type; raise WrongBetError where a field is none of its kind."""
        fields = _Fields(self, f"the category {show(self.name)}")
        fields.text("name", least=1)
        fields.text("when")
        fields.put("condition", _condition, "a condition, as parse_condition gives it")
        fields.put("pays", _pays, "a profit per unit staked from 0 to 10^9, or None")
        fields.finish()

    @property
    def symbol(self) -> str:
        """The name as an identifier, which stands for the pay in formulas."""
        word = re.sub(r"[^a-z0-9]+", "_", self.name.lower()).strip("_")
        return word if word[:1].isalpha() else f"pays_{word}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """A side bet of one stake, decided by `cards` (names as in `conditions.SLOTS`).

    `offered`: the bet can be made only where this holds (insurance: the up card is an ace); its
    law is then conditional on that. `lenient`: categories may be impossible with the shoe. `key` is
    where the bet stands in its file, such as "side_bets[0]".
    """

    id: str
    name: str
    cards: tuple[str, ...]
    categories: tuple[Category, ...]
    paid: Paid
    pays_source: PaysSource
    offered: Condition | None = None
    offered_when: str = ""
    ace: str = "both"
    source: str = ""
    note: str = ""
    lenient: bool = False
    key: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Put every field into its type; raise WrongBetError where one is wrong, or two together.

        The cards are put into the order of `conditions.SLOTS`.
        """
        fields = _Fields(self, f"the side bet {show(self.name)}")
        for name in ("id", "name", "offered_when", "source", "note", "key"):
            fields.text(name, least=int(name in ("id", "name")))
        fields.put("cards", _cards, f"some of {', '.join(SLOTS)}, each once")
        fields.put("categories", _categories, "one Category or more")
        fields.put("paid", Paid, f"one of {', '.join(Paid)}")
        fields.put("pays_source", PaysSource, f"one of {', '.join(PaysSource)}")
        fields.put(
            "offered", lambda value: None if value is None else _condition(value), "a condition"
        )
        fields.put(
            "ace", lambda value: ACE_CHOICES[ACE_CHOICES.index(value)], ", ".join(ACE_CHOICES)
        )
        fields.put("lenient", lambda value: {True: True, False: False}[value], "True or False")
        fields.finish()
        for name, when, condition in self._asked():
            fields.wrong += [f"{name}: {words}" for words in self._not_of_the_cards(condition)]
            if not fields.wrong and read_condition(when, self.cards, self.ace) != condition:
                fields.wrong.append(f"{name}: {show(when)} does not say what the condition asks")
        fields.finish()

    def _asked(self) -> list[tuple[str, str, Condition]]:
        asked = [(one.name, one.when, one.condition) for one in self.categories]
        return asked + ([("offered", self.offered_when, self.offered)] if self.offered else [])

    def _not_of_the_cards(self, condition: Condition) -> list[str]:
        """Return in words what a condition asks that the cards of the bet cannot tell."""
        found = []
        for leaf in leaves(condition):
            slots = {DEALER_HAND} if isinstance(leaf, FinalHand) else leaf.slots
            if not slots <= set(self.cards):
                asked = ", ".join(sorted(slots - set(self.cards)))
                found.append(f"a condition looks at {asked}: add it to cards")
            elif self.by_final_hand and not isinstance(leaf, FinalHand | Natural):
                found.append("beside the dealer's final hand only a natural may be asked for")
        return found

    @property
    def by_final_hand(self) -> bool:
        """Whether the dealer's final hand decides the bet."""
        return DEALER_HAND in self.cards

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions of the categories, in their order."""
        return tuple(category.condition for category in self.categories)


class _Fields:
    """Puts the fields of a frozen object into their types, and collects what is wrong."""

    def __init__(self, owner: Category | SideBet, where: str) -> None:
        self.owner = owner
        self.where = where
        self.wrong: list[str] = []

    def put(self, name: str, typed: Callable[[Any], object], right: str) -> None:
        value = getattr(self.owner, name)
        try:
            object.__setattr__(self.owner, name, typed(value))
        except (ValueError, TypeError, KeyError):
            self.wrong.append(f"{name}: {show(value)} is wrong: write {right}")

    def text(self, name: str, *, least: int = 0) -> None:
        value = getattr(self.owner, name)
        if not isinstance(value, str) or len(value) < least:
            self.wrong.append(f"{name}: {show(value)} is not a text")
        else:
            object.__setattr__(self.owner, name, str(value))

    def finish(self) -> None:
        if self.wrong:
            raise WrongBetError([Mistake(words, self.where) for words in self.wrong])


@lru_cache(maxsize=1024)
def read_condition(text: str, cards: tuple[str, ...], ace: str) -> Condition | None:
    """Return the condition that a text states, None where it states none."""
    try:
        return parse_condition(text, cards=cards, ace=ace)
    except ConditionError:
        return None


def _condition(value: object) -> Condition:
    if not isinstance(value, Condition):
        raise TypeError
    return value


def _pays(value: object) -> Fraction | None:
    pays = None if value is None else pay_of(value)
    if (pays is not None and pays < 0) or (pays is None and value is not None):
        raise ValueError
    return pays


def _cards(value: Any) -> tuple[str, ...]:
    listed = [] if isinstance(value, str) else list(value)
    cards = tuple(slot for slot in SLOTS if slot in listed)
    alone = DEALER_HAND not in cards or cards in WITH_DEALER_HAND
    if not cards or len(cards) != len(listed) or not alone:
        raise ValueError
    return cards


def _categories(value: Any) -> tuple[Category, ...]:
    categories = tuple(value)
    if not categories or not all(isinstance(one, Category) for one in categories):
        raise ValueError
    return categories


def pay_of(value: object) -> Fraction | None:
    """Return the exact value of a pay as it is written (5, 2.5, "5:2"), None where it is none.

    None also where numerator or denominator are so large that it can only be a slip.
    """
    pays: Fraction | None = None
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        pays = Fraction(value)
    elif isinstance(value, Decimal):
        written = value.is_finite() and abs(value.adjusted()) < 20  # else far beyond MAX_PAY
        pays = Fraction(value) if written and len(value.as_tuple().digits) < 100 else None
    elif isinstance(value, str):
        pays = parse_fraction(value)
    elif isinstance(value, float) and len(repr(value).replace(".", "").strip("-0")) <= 15:
        # The digits as they were written: fifteen survive the way through a float.
        pays = parse_fraction(repr(value))
    if pays is None or abs(pays) > MAX_PAY or pays.denominator > MAX_PAY:
        return None
    return pays


def deals_of(bet: SideBet, shoe: Shoe, dealer: Dealer) -> Deals:
    """Return in how many deals which categories hold (not: are paid), and in how many in all.

    `dealer` matters only to bets on the dealer's final hand. Raises UnsupportedRuleError where
    the shoe does not state ranks or suits that the bet looks at, ShoeExhaustedError where the
    dealer could run out of cards.
    """
    if bet.by_final_hand:
        return count_final_hands(bet.cards, bet.conditions, shoe, dealer)
    return count_deals(bet.cards, bet.conditions, bet.offered, shoe)


def holding(bet: SideBet, cards: Sequence[int]) -> tuple[int, ...]:
    """Return the indices of the categories whose condition holds for concrete cards (0..51).

    The cards stand in the order of `bet.cards`; in a bet on the dealer's final hand, all its
    cards stand at the end. Settling by conditions alone, without any counting.
    """
    fixed = [name for name in bet.cards if name != DEALER_HAND]
    at = dict(zip(fixed, cards, strict=False))
    dealt = tuple(card // 4 for card in cards[len(fixed) :])
    hand = final_hand(dealt) if bet.by_final_hand else None

    def truth(leaf: Leaf) -> bool:
        if isinstance(leaf, FinalHand):
            assert hand is not None, "only a bet on the dealer's final hand asks about it"
            return holds_for_hand(leaf, hand)
        return holds_for_cards(leaf, [at[slot] for slot in sorted(leaf.slots)])

    if bet.offered is not None and not evaluate(bet.offered, truth):
        return ()
    return tuple(i for i, c in enumerate(bet.conditions) if evaluate(c, truth))


def final_hand(ranks: tuple[int, ...]) -> DealerFinal:
    """Return what a bet sees of a dealer's final hand of these ranks (0..12)."""
    total = total_of(ranks)
    return DealerFinal(total, len(ranks), natural=len(ranks) == 2 and total == 21)
