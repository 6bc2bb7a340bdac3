"""Side bets as tables over their cards, filled by looking at every way the cards can fall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm

from bjcalc.errors import BjcalcError
from bjcalc.sidebets import paid_categories
from bjcalc.sidebets.bet import Category, SideBet, pay_of
from bjcalc.sidebets.deals import alike

SLOTS = {"player1": 0, "player2": 1, "up": 2, "hole": 3}
MOST_SLOTS = 3

Pair = tuple[Fraction, Fraction]
"""Net result and stake."""


def stake_of(value: object) -> Fraction:
    """Return a stake as it is written (1, "1/5", 0.2), exactly. Raises BjcalcError naming it."""
    stake = pay_of(value)
    if stake is None or stake < 0:
        raise BjcalcError(f"{value!r} is not a stake: write such as 1, 0.2 or 1/5")
    return stake


@dataclass(frozen=True, kw_only=True)
class BetOnTable:
    """A side bet at the table: its results are its sets of paid categories, lost, not offered.

    `stake` is what is bet each round, in main bets, for the total of the round.
    """

    bet: SideBet
    stake: Fraction
    results: tuple[tuple[int, ...] | None, ...]
    table: bytes

    def __post_init__(self) -> None:
        """Put the stake into its type. Raises BjcalcError where it is none."""
        object.__setattr__(self, "stake", stake_of(self.stake))

    @property
    def unit(self) -> int:
        """The parts of a stake in which every pay is whole."""
        pays = [category.pays for category in self.bet.categories]
        return lcm(*(pay.denominator for pay in pays if pay is not None))

    @property
    def per_round(self) -> bool:
        """Whether the bet looks at the dealer's cards alone: it is then made once a round."""
        return not any(slot.startswith("player") for slot in self.bet.cards)

    @cached_property
    def brings(self) -> tuple[Pair, ...]:
        """What each result brings, per unit staked: nothing of both where it is not offered."""
        return tuple((self.net(one), Fraction(one is not None)) for one in self.results)

    def net(self, result: tuple[int, ...] | None) -> Fraction:
        """Return the net result per unit staked."""
        if result is None:
            return Fraction(0)
        pays = [self.bet.categories[index].pays for index in result]
        return sum((pay for pay in pays if pay is not None), Fraction(0)) if pays else Fraction(-1)


def can_be_tabled(bet: SideBet) -> bool:
    """Whether the bet is decided by at most three cards of the deal, and its pays are known."""
    return not why_not_tabled(bet)


def why_not_tabled(bet: SideBet) -> tuple[str, ...]:
    """Return which of the conditions of `can_be_tabled` a bet fails, in words."""
    reasons = []
    unknown = [category.name for category in bet.categories if category.pays is None]
    if unknown:
        reasons.append(f"what it pays for {', '.join(unknown)} is not known")
    others = [slot for slot in bet.cards if slot not in SLOTS]
    if others:
        reasons.append(
            f"it looks at {', '.join(others)}, and only {', '.join(SLOTS)} can be looked at"
        )
    if len(bet.cards) > MOST_SLOTS:
        reasons.append(f"it looks at {len(bet.cards)} cards, and at most {MOST_SLOTS} can be")
    return tuple(reasons)


def read_bet(bet: SideBet, stake: Fraction = Fraction(0)) -> BetOnTable:
    """Look at every way its cards can fall and note what is paid."""
    offered = None
    if bet.offered is not None:
        category = Category(
            name="offered", when=bet.offered_when, condition=bet.offered, pays=Fraction(0)
        )
        offered = replace(bet, offered=None, categories=(category,))
    conditions = [*bet.conditions, *(offered.conditions if offered is not None else ())]
    groups = [[bet.cards.index(slot) for slot in group] for group in alike(bet.cards, conditions)]
    places = [place for group in groups for place in group]
    settled: dict[tuple[int, ...], int] = {}
    results: dict[tuple[int, ...] | None, int] = {}
    table = bytearray()
    for cards in product(range(52), repeat=len(bet.cards)):
        # Cards that every condition treats alike are settled in one order.
        held = [card for group in groups for card in sorted([cards[place] for place in group])]
        key = tuple(held)
        if key not in settled:
            in_order = tuple(held[places.index(place)] for place in range(len(held)))
            paid: tuple[int, ...] | None = paid_categories(bet, in_order)
            if offered is not None and not paid_categories(offered, in_order):
                paid = None
            settled[key] = results.setdefault(paid, len(results))
        table.append(settled[key])
    return BetOnTable(bet=bet, stake=stake, results=tuple(results), table=bytes(table))
