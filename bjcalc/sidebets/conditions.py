"""The conditions of side bets: a small language about the cards of a bet, as text and as a tree.

A category of a side bet is a sentence such as "same rank and not same suit" or "natural in dealer
and total in player = 20". `parse_condition` turns it into a frozen tree; `evaluate` walks a tree
and asks the caller about its leaves, so that counting, settling one concrete deal and the dealer's
final hand share one meaning. The vocabulary is documented in docs/side-bets.md.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from bjcalc.shoe import RANKS, RED_SUITS, SUITS, TEN

# The cards that a bet may name, in the order in which they are listed everywhere.
PLAYER = ("player1", "player2", "player3")
DEALER = ("up", "hole")
DEALER_HAND = "dealer_hand"
SLOTS = (*PLAYER, *DEALER, DEALER_HAND)
ACE_CHOICES = ("both", "high", "low")

MAX_LENGTH = 500
MAX_DEPTH = 40

_OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    ">=": lambda left, right: left >= right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    "<": lambda left, right: left < right,
}
_KEYS: dict[str, Callable[[int], int]] = {
    "rank": lambda card: card // 4,
    "suit": lambda card: card % 4,
    "colour": lambda card: int(card % 4 in RED_SUITS),
}
_SUIT_WORDS = {"clubs": {0}, "diamonds": {1}, "hearts": {2}, "spades": {3}}
_COLOUR_WORDS = {"red": set(RED_SUITS), "black": set(range(4)) - RED_SUITS}
_CARD = re.compile(r"(10|[2-9AJQKT])([CDHS]?)", re.IGNORECASE)
_TOKEN = re.compile(r"\s*(>=|<=|!=|[=<>(),]|[A-Za-z0-9_]+)")
_WORDS = (
    *("and", "or", "not", "same", "rank", "suit", "colour", "color", "card", "pair", "straight"),
    *("hard", "total", "natural", "ranks", "cards", "count", "in", "is", "otherwise", "dealer"),
    *("busts", "player", *SLOTS, *_SUIT_WORDS, *_COLOUR_WORDS),
)


class ConditionError(ValueError):
    """A condition that cannot be understood; the text says which word and what would be right."""


@dataclass(frozen=True, slots=True)
class Same:
    """All the cards have the same rank, suit or colour (`what`)."""

    what: str
    slots: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pair:
    """Some two of the cards have the same rank."""

    slots: frozenset[str]


@dataclass(frozen=True, slots=True)
class Straight:
    """The ranks follow one another; the ace is high, low or both, never around the corner."""

    slots: frozenset[str]
    ace: str = "both"


@dataclass(frozen=True, slots=True)
class Total:
    """The blackjack total compares so with `number`.

    An ace counts 1, or 11 where that does not make the total exceed 21; with `hard` always 1.
    """

    hard: bool
    operator: str
    number: int
    slots: frozenset[str]


@dataclass(frozen=True, slots=True)
class Natural:
    """The two cards are an ace and a ten-valued card."""

    slots: frozenset[str]


@dataclass(frozen=True, slots=True)
class Ranks:
    """The cards have exactly these ranks (0..12, sorted), in any order."""

    ranks: tuple[int, ...]
    slots: frozenset[str]


@dataclass(frozen=True, slots=True)
class Count:
    """The number of the cards that are in `cards` (52 indices) compares so with `number`."""

    cards: frozenset[int]
    operator: str
    number: int
    slots: frozenset[str]


@dataclass(frozen=True, slots=True)
class FinalHand:
    """Something about the dealer's final hand: `what` is busts, natural, cards or total."""

    what: str
    operator: str = "="
    number: int = 0


@dataclass(frozen=True, slots=True)
class Always:
    """Holds for every deal (the word "otherwise")."""


@dataclass(frozen=True, slots=True)
class And:
    """All parts hold."""

    parts: frozenset[Condition]


@dataclass(frozen=True, slots=True)
class Or:
    """Some part holds."""

    parts: frozenset[Condition]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Condition


CardLeaf = Same | Pair | Straight | Total | Natural | Ranks | Count
Leaf = CardLeaf | FinalHand
Condition = Leaf | Always | And | Or | Not


def compare(operator: str, left: int, right: int) -> bool:
    """Return whether `left operator right`, the operator being one of = != >= <= > <."""
    return _OPERATORS[operator](left, right)


def evaluate(condition: Condition, leaf: Callable[[Leaf], bool]) -> bool:
    """Return whether the condition holds, given the truth of each of its leaves."""
    if isinstance(condition, And):
        return all(evaluate(part, leaf) for part in condition.parts)
    if isinstance(condition, Or):
        return any(evaluate(part, leaf) for part in condition.parts)
    if isinstance(condition, Not):
        return not evaluate(condition.part, leaf)
    return True if isinstance(condition, Always) else leaf(condition)


def leaves(condition: Condition) -> list[Leaf]:
    """Return the leaves of the tree (in no particular order, possibly repeated)."""
    if isinstance(condition, And | Or):
        return [leaf for part in condition.parts for leaf in leaves(part)]
    if isinstance(condition, Not):
        return leaves(condition.part)
    return [] if isinstance(condition, Always) else [condition]


def exchange(condition: Condition, first: str, second: str) -> Condition:
    """Return the condition with two cards of the bet exchanged; equal if it treats them alike."""
    if isinstance(condition, And | Or):
        return type(condition)(frozenset(exchange(one, first, second) for one in condition.parts))
    if isinstance(condition, Not):
        return Not(exchange(condition.part, first, second))
    if isinstance(condition, Always | FinalHand):
        return condition
    swapped = {first: second, second: first}
    return replace(condition, slots=frozenset(swapped.get(slot, slot) for slot in condition.slots))


def total_of(ranks: tuple[int, ...], *, hard: bool = False) -> int:
    """Return the blackjack total of these ranks (0 is the ace, 9 to 12 count ten)."""
    total = sum(min(rank, TEN) + 1 for rank in ranks)
    return total + 10 if not hard and 0 in ranks and total <= 11 else total


def is_straight(ranks: tuple[int, ...], ace: str) -> bool:
    """Return whether the ranks are consecutive, the ace being "high", "low" or "both"."""
    forms = []
    if ace != "high":
        forms.append(sorted(ranks))
    if ace != "low":
        forms.append(sorted(rank or len(RANKS) for rank in ranks))
    return any(form == list(range(form[0], form[0] + len(form))) for form in forms)


def rank_test(leaf: Pair | Straight | Total | Natural | Ranks, ranks: tuple[int, ...]) -> bool:
    """Return whether a leaf that looks at ranks alone holds for the ranks of its cards."""
    if isinstance(leaf, Pair):
        return len(set(ranks)) < len(ranks)
    if isinstance(leaf, Straight):
        return is_straight(ranks, leaf.ace)
    if isinstance(leaf, Total):
        return compare(leaf.operator, total_of(ranks, hard=leaf.hard), leaf.number)
    if isinstance(leaf, Natural):
        return sorted(min(rank, TEN) for rank in ranks) == [0, TEN]
    return tuple(sorted(ranks)) == leaf.ranks


def holds_for_cards(leaf: CardLeaf, cards: list[int]) -> bool:
    """Return whether the leaf holds for concrete cards (indices 0..51) of its slots."""
    if isinstance(leaf, Same):
        return len({_KEYS[leaf.what](card) for card in cards}) == 1
    if isinstance(leaf, Count):
        return compare(leaf.operator, sum(card in leaf.cards for card in cards), leaf.number)
    return rank_test(leaf, tuple(card // 4 for card in cards))


def parse_condition(text: str, *, cards: tuple[str, ...], ace: str = "both") -> Condition:
    """Return the tree of a condition about the named cards of a bet.

    `cards` are the bet's cards; a phrase without "in ..." is about all of them (but the dealer's
    final hand). `ace` says what an ace may be in a straight. Raises ConditionError.
    """
    if len(text) > MAX_LENGTH:
        raise ConditionError(f"the condition is longer than {MAX_LENGTH} characters")
    return _Parser(_tokens(text), cards, ace).whole()


def parse_card_set(text: str) -> frozenset[int]:
    """Return the cards (indices 0..51) that a word means: 7, T, Qh, hearts, red.

    Raises ConditionError when it means none.
    """
    word = text.lower()
    suits = _SUIT_WORDS.get(word) or _COLOUR_WORDS.get(word)
    if suits is not None:
        return frozenset(4 * rank + suit for rank in range(13) for suit in suits)
    match = _CARD.fullmatch(text)
    if match is None:
        raise ConditionError(
            f"{text!r} is not a card: write a rank (A, 2 to 10, J, Q, K, T for any ten), a card "
            "such as Qh, a suit such as hearts, red or black"
        )
    name, suit = match.group(1).upper(), match.group(2).lower()
    ranks = range(TEN, 13) if name == "T" else [RANKS.index(name)]
    chosen = [SUITS.index(suit)] if suit else range(4)
    return frozenset(4 * rank + index for rank in ranks for index in chosen)


def _tokens(text: str) -> list[str]:
    tokens, position = [], 0
    stripped = text.rstrip()
    while position < len(stripped):
        match = _TOKEN.match(stripped, position)
        if match is None:
            raise ConditionError(f"{stripped[position:].split()[0]!r} is not understood")
        tokens.append(match.group(1))
        position = match.end()
    if not tokens:
        raise ConditionError('the condition is empty: write one such as "same rank"')
    return tokens


class _Parser:
    """Recursive descent over the tokens; "or" binds weaker than "and", "not" strongest."""

    def __init__(self, tokens: list[str], cards: tuple[str, ...], ace: str) -> None:
        self.tokens = tokens
        self.position = 0
        self.depth = 0
        self.cards = cards
        self.ace = ace

    def whole(self) -> Condition:
        condition = self.joined()
        if self.position < len(self.tokens):
            raise ConditionError(self.unknown(self.tokens[self.position]))
        return condition

    def peek(self) -> str:
        return self.tokens[self.position].lower() if self.position < len(self.tokens) else ""

    def take(self, wanted: str, *choices: str) -> str:
        """Return the next token in lower case if it is one of the choices (or any, if none)."""
        token = self.peek()
        if not token:
            raise ConditionError(f"the condition ends where {wanted} should follow")
        if choices and token not in choices:
            raise ConditionError(f"{self.tokens[self.position]!r} stands where {wanted} should be")
        self.position += 1
        return token

    def accept(self, token: str) -> bool:
        if self.peek() == token:
            self.position += 1
            return True
        return False

    @staticmethod
    def unknown(token: str) -> str:
        near = difflib.get_close_matches(token.lower(), _WORDS, n=1)
        hint = f"; did you mean {near[0]!r}?" if near and near[0] != token.lower() else ""
        return f"{token!r} is not understood here{hint}"

    def joined(self) -> Condition:
        alternatives, parts = [], [self.negation()]
        while (word := self.peek()) in ("or", "and"):
            self.position += 1
            if word == "or":
                alternatives.append(_join(And, parts))
                parts = []
            parts.append(self.negation())
        return _join(Or, [*alternatives, _join(And, parts)])

    def negation(self) -> Condition:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ConditionError(f"the condition is nested more than {MAX_DEPTH} deep")
        if self.accept("not"):
            result: Condition = Not(self.negation())
        elif self.accept("("):
            result = self.joined()
            self.take("')'", ")")
        else:
            result = self.phrase()
        self.depth -= 1
        return result

    def phrase(self) -> Condition:
        word = self.take("a condition")
        if word in SLOTS and word != DEALER_HAND and self.accept("is"):
            return Count(frozenset().union(*self.listed()), "=", 1, self.known(word))
        readers: dict[str, Callable[[], Condition]] = {
            "otherwise": Always,
            "dealer": self.final_hand,
            "same": self.same,
            "hard": self.hard_total,
            "total": lambda: self.total(hard=False),
            "pair": lambda: Pair(self.group(at_least=2)),
            "straight": lambda: Straight(self.group(at_least=2), self.ace),
            "natural": self.natural,
            "ranks": self.ranks,
            "cards": self.exact_cards,
            "count": self.count,
        }
        if word not in readers:
            raise ConditionError(self.unknown(self.tokens[self.position - 1]))
        return readers[word]()

    def known(self, *slots: str) -> frozenset[str]:
        """Return the slots, after checking that the bet has them."""
        for slot in slots:
            if slot not in self.cards:
                raise ConditionError(
                    f"{slot!r} is not one of the bet's cards ({', '.join(self.cards)})"
                )
        return frozenset(slots)

    def group(self, *, at_least: int = 1) -> frozenset[str]:
        """Return the cards that a phrase is about: after "in", else all of the bet."""
        if not self.accept("in"):
            chosen = frozenset(slot for slot in self.cards if slot != DEALER_HAND)
        else:
            names: list[str] = []
            while True:
                name = self.take("a card such as player1")
                if name == "player":
                    names += PLAYER[:2]
                elif name == "dealer":
                    names += DEALER
                elif name in SLOTS and name != DEALER_HAND:
                    names.append(name)
                else:
                    raise ConditionError(self.unknown(self.tokens[self.position - 1]))
                if not self.accept(","):
                    break
            chosen = self.known(*names)
        if len(chosen) < at_least:
            raise ConditionError(
                f"this needs at least {at_least} cards, but there are {len(chosen)}: "
                f"{', '.join(sorted(chosen)) or 'none'}"
            )
        return chosen

    def comparison(self) -> tuple[str, int]:
        operator = self.take("a comparison such as '='", *_OPERATORS)
        number = self.take("a whole number")
        if not number.isascii() or not number.isdigit() or len(number) > 3:
            raise ConditionError(
                f"{number!r} stands where a whole number of at most three digits should be"
            )
        return operator, int(number)

    def listed(self) -> list[frozenset[int]]:
        """Return the cards that each item of a list means."""
        items = []
        while True:
            self.take("a card")
            items.append(parse_card_set(self.tokens[self.position - 1]))
            if not self.accept(","):
                return items

    def same(self) -> Condition:
        what = self.take("rank, suit, colour or card", "rank", "suit", "colour", "color", "card")
        slots = self.group(at_least=2)
        if what == "card":
            return And(frozenset({Same("rank", slots), Same("suit", slots)}))
        return Same("colour" if what == "color" else what, slots)

    def hard_total(self) -> Condition:
        self.take("'total'", "total")
        return self.total(hard=True)

    def total(self, *, hard: bool) -> Condition:
        slots = self.group()
        operator, number = self.comparison()
        return Total(hard, operator, number, slots)

    def natural(self) -> Condition:
        slots = self.group(at_least=2)
        if len(slots) != 2:
            raise ConditionError(
                'a natural is two cards: write "natural in player" or "natural in dealer"'
            )
        return Natural(slots)

    def ranks(self) -> Condition:
        ranks = []
        for cards in self.listed():
            if len(cards) != 4 or len({card // 4 for card in cards}) != 1:
                raise ConditionError(
                    '"ranks" lists one rank for each card, such as "ranks 6, 7, 8"'
                )
            ranks.append(min(cards) // 4)
        slots = self.group()
        self.same_number(len(ranks), slots)
        return Ranks(tuple(sorted(ranks)), slots)

    def exact_cards(self) -> Condition:
        listed = self.listed()
        if any(len(cards) != 1 for cards in listed):
            raise ConditionError('"cards" lists one card for each, such as "cards Qh, Qh"')
        slots = self.group()
        self.same_number(len(listed), slots)
        return _join(
            And, [Count(cards, "=", listed.count(cards), slots) for cards in dict.fromkeys(listed)]
        )

    @staticmethod
    def same_number(listed: int, slots: frozenset[str]) -> None:
        if listed != len(slots):
            raise ConditionError(
                f"{listed} cards are listed for {len(slots)} ({', '.join(sorted(slots))})"
            )

    def count(self) -> Condition:
        cards = frozenset().union(*self.listed())
        slots = self.group()
        operator, number = self.comparison()
        return Count(cards, operator, number, slots)

    def final_hand(self) -> Condition:
        self.known(DEALER_HAND)
        what = self.take("busts, natural, cards or total", "busts", "natural", "cards", "total")
        return FinalHand(what, *(self.comparison() if what in ("cards", "total") else ("=", 1)))


def _join(kind: type[And] | type[Or], parts: list[Condition]) -> Condition:
    """Return the parts joined, nested joins of the same kind made flat."""
    flat: set[Condition] = set()
    for part in parts:
        flat |= part.parts if isinstance(part, kind) else {part}
    return flat.pop() if len(flat) == 1 else kind(frozenset(flat))
