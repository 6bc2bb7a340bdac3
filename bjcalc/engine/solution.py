"""The whole game under one strategy: what is chosen at every deal, and what that is worth.

A `Solution` holds integers over known denominators and turns them into `fractions.Fraction` when
they are read. Everything is in initial bets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from bjcalc.engine.deals import Deal, all_deals, total_weight
from bjcalc.engine.hand_state import HandState
from bjcalc.engine.kernel import NATURAL, UPS, Kernel, hands, peeks, value_names
from bjcalc.engine.split_values import SplitValues
from bjcalc.numbers import decimal_text
from bjcalc.rules.actions import DECISIONS, Action, surrender_kind
from bjcalc.rules.model import NaturalTakes, Rules, Surrender, Tie, UpCard
from bjcalc.rules.settlement import (
    DEALER_NATURAL,
    DEALER_OVER_22,
    EVEN_MONEY,
    INSURANCE,
    SURRENDERED_EARLY,
    SURRENDERED_LATE,
)
from bjcalc.rules.settlement import NATURAL as NATURAL_FINAL
from bjcalc.shoe import ACE, TEN, VALUES
from bjcalc_ext.player import Evaluation

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionValues:
    """The exact value of every action of one hand against one up card, in initial bets.

    `actions` has every action, None where the rules do not allow it. Where the dealer peeks at this
    up card the values are given that there is no dealer natural, else they are unconditional.
    `unconditional` counts the losses to a dealer natural in both cases. Surrender is in `actions`
    as late or early surrender; `early` says that it comes before the peek, and then it is compared
    unconditionally. `insurance` is the expectation of the insurance bet where it is offered, before
    the peek; `even_money` says whether even money is taken (None: not offered). `missing` has the
    actions that are None because they could need a card which is not there, with the reason; `best`
    is then among the others only.
    """

    hand: tuple[int, ...]
    up: int
    given_no_natural: bool
    actions: dict[Action, Fraction | None]
    unconditional: dict[Action, Fraction | None]
    early: bool
    best: Action
    insurance: Fraction | None
    even_money: bool | None
    missing: Mapping[Action, str] = field(default_factory=dict)

    @property
    def insurance_taken(self) -> bool:
        """Whether insurance is worth taking: only a positive exact expectation is."""
        return self.insurance is not None and self.insurance > 0

    @property
    def value(self) -> Fraction:
        """The unconditional value of the best action, without insurance or even money."""
        value = self.unconditional[self.best]
        assert value is not None
        return value


Number = int | Fraction
Values = dict[Action, Fraction | None]


def each_over(values: Values, unit: int, more: int = 0) -> Values:
    """Return the values, each with `more` added to it, in initial bets of `unit`."""
    return {
        action: None if value is None else (value + more) / unit for action, value in values.items()
    }


class DealValues(HandState):
    """One deal's values, all unconditional: a dealer natural's toll is in every one of them.

    Integers over `unit`, or Fractions that are not yet divided by it.
    """

    __slots__ = ("deal", "peek", "splits")

    def __init__(
        self, kernel: Kernel, unsplit: Evaluation, splits: SplitValues, deal: Deal
    ) -> None:
        """Read nothing yet but the chance of a dealer natural."""
        super().__init__(kernel, unsplit, deal.hand, deal.up)
        self.splits = splits
        self.deal = deal
        self.peek = peeks(kernel.rules, deal.up)

    @property
    def is_natural(self) -> bool:
        """Whether the player was dealt a natural."""
        return self.hand == NATURAL

    def _toll(self) -> int:
        """Return what a natural takes that the kernel's values do not count."""
        return 0 if self.kernel.full >> self.up & 1 else self.natural

    def played_out(self) -> int:
        """Return the value of stand, hit or double, by the evaluation's decisions."""
        return self.played() - self._toll()

    def split(self) -> Fraction:
        """Return the value of splitting, times `unit`."""
        assert self.deal.pair is not None
        split = self.splits.value(self.deal.pair, self.deal.up)
        takes = self.kernel.rules.dealer.natural_takes
        if takes is NaturalTakes.ORIGINAL_PER_HAND and not self.peek:
            return (split.ev - split.natural_hands) * self.unit
        return split.ev * self.unit - self._toll()

    def surrender_kind(self) -> Surrender:
        """Return which surrender this up card allows."""
        return surrender_kind(self.kernel.rules, self.up)

    def surrender(self) -> int | None:
        """Return the value of surrendering, None where it is not allowed."""
        kind = self.surrender_kind()
        if kind is Surrender.NONE:
            return None
        return self.leaf(SURRENDERED_EARLY if kind is Surrender.EARLY else SURRENDERED_LATE)

    def insurance(self) -> int | None:
        """Return the value of the insurance bet, None where it is not offered."""
        rules = self.kernel.rules.insurance
        card = {ACE: UpCard.ACE, TEN: UpCard.TEN}.get(self.up)
        if card not in rules.against or (self.is_natural and not rules.on_naturals):
            return None
        return self.leaf(INSURANCE)

    def even_money_offered(self) -> bool:
        """Whether a natural may be paid one to one at once."""
        rules = self.kernel.rules
        offered = rules.insurance.even_money and rules.ties.naturals is not Tie.WIN
        return offered and self.is_natural and self.up == ACE

    def takes_even_money(self) -> bool:
        """Whether one unit at once is worth more than the natural, insured where that is right."""
        if not self.even_money_offered():
            return False
        declined = self.natural_pays() + max(self.insurance() or 0, 0)
        return self.leaf(EVEN_MONEY) > declined

    def best(self) -> tuple[Action, Number]:
        """Return the best action and its value; ties go to the first of Action's order."""
        if self.is_natural:
            return Action.STAND, self.natural_pays()
        action = DECISIONS[self.decision()].first
        value: Number = self.played_out()
        if self.deal.pair is not None:
            split = self.split()
            if split > value:
                action, value = Action.SPLIT, split
        surrender = self.surrender()
        if surrender is not None and surrender > value:
            action, value = Action.SURRENDER, surrender
        return action, value

    def value_of(self, action: Action) -> Fraction | None:
        """Return the value of an action times `unit`, None where it is not allowed."""
        value: Number | None
        if self.is_natural:
            value = self.natural_pays() if action is Action.STAND else None
        elif action is Action.STAND:
            value = self.final() - self._toll()
        elif action is Action.SPLIT:
            value = self.split() if self.deal.pair is not None else None
        elif action is Action.SURRENDER:
            value = self.surrender()
        else:
            hit, double = self.draws()
            value = hit if action is Action.HIT else double
            value = None if value is None else value - self._toll()
        return None if value is None else Fraction(value)

    def stake(self, action: Action) -> Number:
        """Return the expected stake of an action times `unit`, insurance not included.

        For stand, hit and double only where it is the evaluation's decision.
        """
        if self.is_natural or action in (Action.STAND, Action.SURRENDER):
            return self.unit
        if action is Action.SPLIT:
            assert self.deal.pair is not None
            stake = self.splits.value(self.deal.pair, self.deal.up).stake * self.unit
            return stake + (self.natural if self.peek else 0)
        return self.unit + self.added_stake()

    def settled(self, action: Action, value: Number) -> tuple[Number, Number]:
        """Return (value, stake) of an action of this value, insurance and even money included."""
        stake = self.stake(action)
        if self.takes_even_money():
            return self.leaf(EVEN_MONEY), stake
        insurance = self.insurance()
        if insurance is not None and insurance > 0:
            settled = self.kernel.settlement
            value += insurance
            stake -= settled.table[INSURANCE][DEALER_OVER_22] * self.unit // settled.unit
        return value, stake

    def chosen_value(self, action: Action) -> Number:
        """Return the value of the action that was chosen, by the evaluation's decisions.

        Stand, hit and double are what the decision says they are.
        """
        if not self.is_natural and action not in (Action.SPLIT, Action.SURRENDER):
            return self.played_out()
        value = self.value_of(action)
        assert value is not None
        return value

    def all_actions(self, best: Action) -> ActionValues:
        """Return the value of every action as Fractions, in initial bets."""
        raw = {action: self.value_of(action) for action in Action}
        unconditional = each_over(raw, self.unit)
        toll = self.natural
        if self.is_natural:
            settlement = self.kernel.settlement
            toll = -settlement.table[NATURAL_FINAL][DEALER_NATURAL] * toll // settlement.unit
        conditional = dict.fromkeys(raw)
        if self.no_natural:
            conditional = each_over(raw, self.no_natural, toll)
        early = self.surrender_kind() is Surrender.EARLY and raw[Action.SURRENDER] is not None
        if early:
            conditional[Action.SURRENDER] = unconditional[Action.SURRENDER]
        insurance = self.insurance()
        return ActionValues(
            hand=hands()[self.hand][0],
            up=self.up,
            given_no_natural=self.peek and self.natural > 0,
            actions=conditional if self.peek else unconditional,
            unconditional=unconditional,
            early=early,
            best=best,
            insurance=None if insurance is None else Fraction(insurance, self.unit),
            even_money=self.takes_even_money() if self.even_money_offered() else None,
        )


class UpCardShare(NamedTuple):
    """What one up card contributes: its chance, and its part of the game's EV (they add up)."""

    up: int
    probability: Fraction
    ev: Fraction


class Solution:
    """A game under one strategy. EV and stake are before the deal, per initial bet.

    Read `ev`, `house_edge`, `rtp`, `stake`, `rtp_per_unit_wagered`, `by_up_card`, `values` for any
    two cards and up card, `to_rows` or `to_pandas` for all of them.
    """

    def __init__(
        self,
        kernel: Kernel,
        unsplit: Evaluation,
        splits: SplitValues,
        *,
        strategy_class: str,
        choices: Mapping[Deal, Action] | None = None,
    ) -> None:
        """Put the game together; `choices` fixes the action at deals, else the best is taken."""
        self.kernel = kernel
        self.rules: Rules = kernel.rules
        self.strategy_class = strategy_class
        self.unsplit = unsplit
        self.splits = splits
        self.deals = tuple(all_deals(kernel))
        self.chosen: dict[Deal, Action] = {}
        self._sum_up(choices)

    def _sum_up(self, choices: Mapping[Deal, Action] | None) -> None:
        """Choose at every deal and add up; whole numbers over one unit, splits apart."""
        whole = dict.fromkeys(UPS, 0)
        parts = dict.fromkeys(UPS, Fraction(0))
        weights = dict.fromkeys(UPS, 0)
        whole_stake = 0
        part_stake = Fraction(0)
        unit = 1
        for deal in self.deals:
            values = self.deal_values(deal)
            unit = values.unit
            if choices is None:
                action, value = values.best()
            else:
                action = choices[deal]
                value = values.chosen_value(action)
            self.chosen[deal] = action
            value, stake = values.settled(action, value)
            weights[deal.up] += deal.weight
            if value.denominator == 1:
                whole[deal.up] += deal.weight * value.numerator
            else:
                parts[deal.up] += deal.weight * value
            if stake.denominator == 1:
                whole_stake += deal.weight * stake.numerator
            else:
                part_stake += deal.weight * stake
        total = total_weight(self.kernel)
        assert sum(weights.values()) == total, "the deals do not add up to all deals"
        self.by_up_card = tuple(
            UpCardShare(
                up,
                Fraction(weights[up], total),
                (Fraction(whole[up]) + parts[up]) / (total * unit),
            )
            for up in UPS
        )
        self.ev = sum((share.ev for share in self.by_up_card), Fraction(0))
        self.stake = (whole_stake + part_stake) / (total * unit)

    def __repr__(self) -> str:
        """Return the class and the EV."""
        return f"<Solution {self.strategy_class}: EV {decimal_text(self.ev)}>"

    @property
    def house_edge(self) -> Fraction:
        """The house's expectation, -EV, per initial bet."""
        return -self.ev

    @property
    def rtp(self) -> Fraction:
        """1 + EV: what comes back per initial bet."""
        return 1 + self.ev

    @property
    def rtp_per_unit_wagered(self) -> Fraction:
        """1 + EV / expected total stake: what comes back per unit of all stakes."""
        return 1 + self.ev / self.stake

    def deal_values(self, deal: Deal) -> DealValues:
        """Return the values of one deal as the solver sees them."""
        return DealValues(self.kernel, self.unsplit, self.splits, deal)

    @cached_property
    def decisions(self) -> bytes:
        """The decisions of unsplit hands, ten bytes a hand, as the kernel codes them."""
        return self.unsplit.decisions()

    def action_values(self, deal: Deal) -> ActionValues:
        """Return the exact value of every action at a deal."""
        return self.deal_values(deal).all_actions(self.chosen[deal])

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for every deal: hand, up, whether a pair may split, weight, EVs, best.

        EVs are Fractions or None, conditional as in `ActionValues`.
        """
        rows = []
        total = total_weight(self.kernel)
        for deal in self.deals:
            values = self.action_values(deal)
            rows.append(
                {
                    "hand": value_names(values.hand),
                    "up": VALUES[deal.up],
                    "may_split": deal.pair is not None,
                    "probability": Fraction(deal.weight, total),
                    **{action.value: values.actions[action] for action in Action},
                    "best": values.best.value,
                    "given_no_natural": values.given_no_natural,
                }
            )
        return rows

    def to_pandas(self) -> pandas.DataFrame:
        """Return `to_rows` as a pandas DataFrame (pandas is an optional extra)."""
        import pandas

        return pandas.DataFrame(self.to_rows())
