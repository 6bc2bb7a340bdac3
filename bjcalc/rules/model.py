"""What a game is: frozen dataclasses that state the rules of the main game, fully resolved.

`Rules` is all that the engine sees. It has no defaults that depend on a file and no ambiguity left:
readings of ambiguous rules have been chosen before. Its fields are the keys of a game file
(rules.schema.json), and a `Rules` that exists is right: whatever is plainly meant is put into its
type, all else is refused with RulesError. Meanings are those of docs/mathematics.md. Fractions are
exact; a payout of 3:2 is Fraction(3, 2), profit per unit staked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Self, cast

from bjcalc.errors import Mistake, RulesError
from bjcalc.rules.contradictions import contradictions
from bjcalc.rules.form import rules_schema, unknown_key
from bjcalc.rules.keys import format_key, parse_key
from bjcalc.rules.part import Part
from bjcalc.rules.written import show
from bjcalc.shoe import Shoe


class Soft17(StrEnum):
    """What the dealer does on a soft 17 (S17 / H17)."""

    STAND = "stand"
    HIT = "hit"


class NaturalTakes(StrEnum):
    """What a dealer natural takes where the dealer did not peek.

    ALL: every stake, doubles and splits included (ENHC). ORIGINAL: one unit, whatever was split,
    doubled or busted (OBO). ORIGINAL_PER_HAND: one unit for each hand.
    """

    ALL = "all"
    ORIGINAL = "original"
    ORIGINAL_PER_HAND = "original_per_hand"


class UpCard(StrEnum):
    """The up cards that a dealer's natural may have."""

    ACE = "ace"
    TEN = "ten"


class PairKind(StrEnum):
    """Which two cards may be split: of the same value (J-K too), or of the same rank only."""

    VALUE = "value"
    RANK = "rank"


class SplitAces(StrEnum):
    """What split aces may do: take one card each, or be played like any hand (HSA)."""

    ONE_CARD = "one-card"
    FREE = "free"


class SplitNatural(StrEnum):
    """What an ace with a ten is after a split."""

    TWENTY_ONE = "21"
    BLACKJACK = "blackjack"


class Surrender(StrEnum):
    """Surrender against one kind of up card: half the bet back, before (early) or after a peek."""

    NONE = "none"
    LATE = "late"
    EARLY = "early"


class Tie(StrEnum):
    """What a tie does to the player's bet."""

    PUSH = "push"
    LOSE = "lose"
    WIN = "win"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealer(Part, key="dealer"):
    """The dealer's rules. `peek`: the up cards under which a natural is looked for first.

    `card_limit`: a hand of that many cards stands at whatever total. `push_22`: a dealer's total
    of 22 pushes what is neither bust nor a natural nor has won at once.
    """

    soft17: Soft17 = Soft17.STAND
    peek: frozenset[UpCard] = frozenset(UpCard)
    natural_takes: NaturalTakes = NaturalTakes.ALL
    card_limit: int | None = None
    push_22: bool = False

    def to_plain(self) -> Any:
        """Return the part as plain JSON, without what a natural takes where all are looked for."""
        plain = Part.to_plain(self)
        if len(self.peek) == len(UpCard):
            del plain["natural_takes"]
        return plain

    def _contradictions(self) -> Iterator[Mistake]:
        if len(self.peek) == len(UpCard) and self.natural_takes is not NaturalTakes.ALL:
            yield Mistake(
                f'"{self.natural_takes}" has no meaning where the dealer peeks under ace and ten: '
                "leave it out, or change dealer.peek",
                "dealer.natural_takes",
                others=("dealer.peek",),
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Blackjack(Part, key="blackjack"):
    """What a player's natural is paid, and whether a natural beats a drawn 21 (else they push)."""

    pays: Fraction = Fraction(3, 2)
    beats_drawn_21: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleOn(Part, key="double.on"):
    """The totals that may be doubled, None for any; soft totals count the ace as 11."""

    hard: frozenset[int] | None = frozenset()
    soft: frozenset[int] | None = frozenset()

    @classmethod
    def of_word(cls, word: str) -> Self:
        """Return what "any" or "none" stands for."""
        return cls(hard=None, soft=None) if word == "any" else cls()

    def to_plain(self) -> Any:
        """Return the word for it, if it has one, else both lists of totals."""
        for word in ("any", "none"):
            if self == DoubleOn.of_word(word):
                return word
        return Part.to_plain(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Double(Part, key="double"):
    """When a hand may be doubled: one more card, stake times two.

    `on`: its totals. `any_cards`: also with more than two cards. `after_split_aces` matters only
    where split aces are played freely.
    """

    on: DoubleOn = DoubleOn(hard=None, soft=None)
    any_cards: bool = False
    after_split: bool = True
    after_split_aces: bool = False

    def _contradictions(self) -> Iterator[Mistake]:
        if self.after_split_aces and not self.after_split:
            yield Mistake(
                "true contradicts double.after_split = false: write false, or double.after_split "
                "= true",
                "double.after_split_aces",
                others=("double.after_split",),
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Part, key="split"):
    """Pairs: which may be split, into how many hands in all (1: none), and what aces may do.

    `max_hands_aces` is 2 where it is left out, or `max_hands` where that is less.
    """

    pairs: PairKind = PairKind.VALUE
    max_hands: int = 4
    max_hands_aces: int = cast(int, None)
    aces: SplitAces = SplitAces.ONE_CARD
    ten_on_ace: SplitNatural = SplitNatural.TWENTY_ONE
    ace_on_ten: SplitNatural = SplitNatural.TWENTY_ONE

    def __post_init__(self) -> None:
        """Put every field into its type, the one that depends on another too."""
        if self.max_hands_aces is None:
            one = self.max_hands == 1
            object.__setattr__(self, "max_hands_aces", 1 if one else 2)
        Part.__post_init__(self)

    def _contradictions(self) -> Iterator[Mistake]:
        if self.max_hands_aces > self.max_hands:
            yield Mistake(
                f"{self.max_hands_aces} is above split.max_hands = {self.max_hands}: write at "
                "most that",
                "split.max_hands_aces",
                others=("split.max_hands",),
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class SurrenderRules(Part, key="surrender"):
    """Surrender on the first two cards, by up card."""

    ace: Surrender = Surrender.NONE
    ten: Surrender = Surrender.NONE
    other: Surrender = Surrender.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Player(Part, key="player"):
    """Other limits on the player's hands. `card_limit`: a hand of that many cards stands."""

    stand_on_21: bool = True
    card_limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Charlie(Part, key="charlie"):
    """A hand of `cards` cards not over 21 wins `pays` times its stake at once.

    `beats_natural`: also where the dealer, who did not peek, turns out to have a natural.
    """

    cards: int
    pays: Fraction = Fraction(1)
    beats_natural: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Insurance(Part, key="insurance"):
    """A bet on the dealer's natural: `price` of the initial bet, paid `pays` to one when it wins.

    Offered against the up cards of `against`. `on_naturals`: a player's natural may be insured
    too. `even_money`: a natural against an ace may be paid 1 at once instead.
    """

    against: frozenset[UpCard] = frozenset({UpCard.ACE})
    price: Fraction = Fraction(1, 2)
    pays: Fraction = Fraction(2)
    on_naturals: bool = True
    even_money: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ties(Part, key="ties"):
    """What ties do: `hands` of equal totals, `naturals` of both sides (a win is paid as a natural).

    A natural against a drawn 21 that it does not beat, whoever holds which, is a tie of hands.
    """

    hands: Tie = Tie.PUSH
    naturals: Tie = Tie.PUSH


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Part):
    """The rules of one main game, complete."""

    shoe: Shoe = field(default_factory=lambda: Shoe.of_decks(8))
    dealer: Dealer = Dealer()
    blackjack: Blackjack = Blackjack()
    double: Double = Double()
    split: Split = Split()
    surrender: SurrenderRules = SurrenderRules()
    player: Player = Player()
    charlie: Charlie | None = None
    insurance: Insurance = Insurance()
    ties: Ties = Ties()

    def _contradictions(self) -> Iterator[Mistake]:
        return contradictions(self)


def rules_to_dict(rules: Rules) -> dict[str, Any]:
    """Return the rules as plain JSON by their dotted keys, those that `--set` takes.

    Fractions are "p/q" in lowest terms, sets ascending lists, what is not there "none". Every key
    of the first version of the form is there, but `dealer.natural_takes` where it has no meaning; a
    later one only where it differs from its default. `rules_from_dict` is the inverse.
    """
    found: dict[str, Any] = {}
    for section, plain in rules.to_plain().items():
        if isinstance(plain, dict):
            found |= {f"{section}.{name}": value for name, value in plain.items()}
        else:
            found[section] = plain
    return found


def rules_from_dict(keys: Mapping[str, Any]) -> Rules:
    """Return the rules that values by dotted keys, or by sections, state.

    What is left out has its default. Raises RulesError that lists everything wrong: unknown keys,
    values, contradictions.
    """
    sections: dict[str, Any] = {}
    mistakes: list[Mistake] = []
    for key, value in keys.items():
        section, dot, name = key.partition(".")
        if section not in rules_schema():
            path = parse_key(key) or (key,)
            mistakes.append(Mistake(unknown_key(path, list(rules_schema())), format_key(path)))
        elif not dot:
            sections[section] = value
        elif isinstance(sections.setdefault(section, {}), dict):
            sections[section] = {**sections[section], name: value}
        else:
            mistakes.append(Mistake(f"contradicts {section} = {show(sections[section])}", key))
    try:
        rules = Rules(**sections)
    except RulesError as error:
        mistakes += error.mistakes
    if mistakes:
        raise RulesError(mistakes)
    return rules
