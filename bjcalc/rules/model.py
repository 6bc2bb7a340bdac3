"""What a game is: frozen dataclasses that state the rules of the main game, fully resolved.

`Rules` is all that the engine sees. It has no defaults that depend on a file and no ambiguity left:
readings of ambiguous rules have been chosen before. Meanings are those of docs/mathematics.md.
Fractions are exact; a payout of 3:2 is Fraction(3, 2), profit per unit staked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from bjcalc.shoe import Shoe

MAX_PAYOUT = 1000
MAX_DENOMINATOR = 1000


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealer:
    """The dealer's rules. `card_limit`: a hand of that many cards stands at whatever total."""

    soft17: Soft17 = Soft17.STAND
    peeks_ace: bool = True
    peeks_ten: bool = True
    natural_takes: NaturalTakes = NaturalTakes.ALL
    card_limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Blackjack:
    """What a player's natural is paid, and whether a natural beats a drawn 21 (else they push)."""

    pays: Fraction = Fraction(3, 2)
    beats_drawn_21: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Double:
    """When a hand may be doubled: one more card, stake times two.

    `hard` and `soft` are the totals that may be doubled (soft totals count the ace as 11); None
    means any total. `any_cards`: also with more than two cards. `after_split_aces` matters only
    where split aces are played freely.
    """

    allowed: bool = True
    hard: frozenset[int] | None = None
    soft: frozenset[int] | None = None
    any_cards: bool = False
    after_split: bool = True
    after_split_aces: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Pairs: which may be split, into how many hands in all (1: none), and what aces may do."""

    pairs: PairKind = PairKind.VALUE
    max_hands: int = 4
    max_hands_aces: int = 2
    aces: SplitAces = SplitAces.ONE_CARD
    ten_on_ace: SplitNatural = SplitNatural.TWENTY_ONE
    ace_on_ten: SplitNatural = SplitNatural.TWENTY_ONE


@dataclass(frozen=True, slots=True, kw_only=True)
class SurrenderRules:
    """Surrender on the first two cards, by up card."""

    ace: Surrender = Surrender.NONE
    ten: Surrender = Surrender.NONE
    other: Surrender = Surrender.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Insurance:
    """A bet on the dealer's natural: `price` of the initial bet, paid `pays` to one when it wins.

    Offered against an ace and, in some games, against a ten. `on_naturals`: a player's natural may
    be insured too. `even_money`: a natural against an ace may be paid 1 at once instead.
    """

    against_ace: bool = True
    against_ten: bool = False
    price: Fraction = Fraction(1, 2)
    pays: Fraction = Fraction(2)
    on_naturals: bool = True
    even_money: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Charlie:
    """A hand of `cards` cards not over 21 wins `pays` times its stake at once.

    `beats_natural`: also where the dealer, who did not peek, turns out to have a natural.
    """

    cards: int
    pays: Fraction = Fraction(1)
    beats_natural: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one main game, complete."""

    shoe: Shoe = field(default_factory=lambda: Shoe.of_decks(8))
    dealer: Dealer = Dealer()
    blackjack: Blackjack = Blackjack()
    double: Double = Double()
    split: Split = Split()
    surrender: SurrenderRules = SurrenderRules()
    insurance: Insurance = Insurance()
    charlie: Charlie | None = None
    stand_on_21: bool = True
    card_limit: int | None = None
