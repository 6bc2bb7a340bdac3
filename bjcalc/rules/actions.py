"""Actions, stakes and the symbols of charts: what a player may do, written once.

`Action` lists the actions in the order in which exact ties are broken; `ACTIONS` says of each when
the rules offer it and what it leads to. Whether a hand plays at all (a natural, a Charlie and a
hand at the card limit do not) is no question of these: it is asked of hands that play. A `Symbol`
is an action by its letter and, where that may be out of reach, by a second letter what to do then:
the one alphabet of charts, decisions, certificates and tables.

An action is added here, with its letter, and to the kernel, which knows decisions by the numbers
of `DECISIONS`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, StrEnum
from functools import cached_property
from typing import NamedTuple

from bjcalc.rules.model import Rules, Surrender
from bjcalc.rules.settlement import DOUBLED, PLAIN, Stake
from bjcalc.shoe import ACE, TEN


class Action(StrEnum):
    """What a player may do with a hand; exact ties go to the first in this order."""

    STAND = "stand"
    HIT = "hit"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"

    @property
    def letter(self) -> str:
        """The action's letter in every chart, table and certificate."""
        return ACTIONS[self].letter

    @property
    def dealt_only(self) -> bool:
        """Whether only the two cards that were dealt may do this."""
        return ACTIONS[self].dealt_only


class Leads(Enum):
    """What follows an action."""

    FINAL = "the hand as it is, against the dealer's"
    CARD = "the hand with one more card, to be played on"
    LAST_CARD = "the hand with one more card, final"
    HANDS = "two hands or more, each played on"
    LEAF = "an amount, whatever the dealer has"


class Situation(NamedTuple):
    """Where an action is asked for: a hand that plays. Cards are value indices.

    `soft` counts an ace as 11 in `total`. `pair` is the value of two cards that count as a pair,
    `split_of` that of the pair which the hand comes from, None where there is none. The up card
    matters to what only dealt cards may do; elsewhere it may be left out.
    """

    cards: int
    total: int
    soft: bool
    up: int | None = None
    pair: int | None = None
    split_of: int | None = None
    stake: Stake = PLAIN


class ActionRule(NamedTuple):
    """One action: its letter, what it leads to and with which stake, and when it is offered.

    `stakes` are those in force with which it is offered; `offered` says where the rules offer it.
    """

    letter: str
    leads_to: Leads
    offered: Callable[[Rules, Situation], bool]
    stake: Stake = PLAIN
    stakes: frozenset[Stake] = frozenset({PLAIN})
    dealt_only: bool = False


def surrender_kind(rules: Rules, up: int | None) -> Surrender:
    """Return which surrender the rules allow against an up card."""
    surrender = rules.surrender
    if up == ACE:
        return surrender.ace
    return surrender.ten if up == TEN else surrender.other


def most_hands(rules: Rules, value: int) -> int:
    """Return the number of hands that a pair of this value may become (1: it may not be split)."""
    split = rules.split
    return min(split.max_hands, split.max_hands_aces) if value == ACE else split.max_hands


def alike_after_split(split_of: int | None) -> int | None:
    """Return a pair after whose split hands may do what they may after one of this value."""
    return split_of if split_of in (None, ACE) else TEN


def _double(rules: Rules, place: Situation) -> bool:
    double = rules.double
    totals = double.on.soft if place.soft else double.on.hard
    return (
        (place.cards == 2 or (place.cards > 2 and double.any_cards))
        and (totals is None or place.total in totals)
        and (place.split_of is None or double.after_split)
        and (place.split_of != ACE or double.after_split_aces)
    )


ACTIONS = {
    Action.STAND: ActionRule(
        letter="S",
        leads_to=Leads.FINAL,
        stakes=frozenset({PLAIN, DOUBLED}),
        offered=lambda rules, place: True,
    ),
    Action.HIT: ActionRule(letter="H", leads_to=Leads.CARD, offered=lambda rules, place: True),
    Action.DOUBLE: ActionRule(letter="D", leads_to=Leads.LAST_CARD, stake=DOUBLED, offered=_double),
    Action.SPLIT: ActionRule(
        letter="P",
        leads_to=Leads.HANDS,
        dealt_only=True,
        offered=lambda rules, place: place.pair is not None and most_hands(rules, place.pair) > 1,
    ),
    Action.SURRENDER: ActionRule(
        letter="R",
        leads_to=Leads.LEAF,
        dealt_only=True,
        offered=lambda rules, place: surrender_kind(rules, place.up) is not Surrender.NONE,
    ),
}


def offered(action: Action, rules: Rules, place: Situation) -> bool:
    """Whether the rules offer an action to a hand that plays."""
    about = ACTIONS[action]
    if about.dealt_only and (place.cards != 2 or place.split_of is not None):
        return False
    return place.stake in about.stakes and about.offered(rules, place)


class Symbol(StrEnum):
    """What a cell of a chart says; the second letter is for hands that may not do the first.

    A P falls back to the row of the pair's total. Exact ties go to the first in this order.
    """

    S = "S"
    H = "H"
    DH = "Dh"
    DS = "Ds"
    P = "P"
    RH = "Rh"
    RS = "Rs"
    RP = "Rp"

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """What to do, the first that is offered."""
        by_letter = {about.letter: action for action, about in ACTIONS.items()}
        return tuple(by_letter[letter] for letter in self.value.upper())

    @property
    def first(self) -> Action:
        """What to do where it is offered."""
        return self.actions[0]

    @property
    def meaning(self) -> str:
        """The symbol in words, such as "double, else hit"."""
        return ", else ".join(self.actions)

    @property
    def past_deal(self) -> Symbol | None:
        """The symbol's meaning for a hand past the deal; None where only its total has one."""
        left = [action.letter for action in self.actions if not action.dealt_only]
        return Symbol("".join(left).capitalize()) if left else None

    @staticmethod
    def of(action: Action, *otherwise: Action) -> Symbol:
        """Return the symbol of these actions. Raises ValueError where there is none."""
        return Symbol("".join(one.letter for one in (action, *otherwise)).capitalize())


# What a hand past the deal may be told to do; a decision of the kernel is an index here.
DECISIONS = (Symbol.S, Symbol.H, Symbol.DS, Symbol.DH)
