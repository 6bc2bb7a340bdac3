"""The main game: every decision, every cell of two cards against an up card, and the totals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from bjcalc.checker.dealer import Dealer, Law, can_run_out
from bjcalc.checker.hands import (
    ACE,
    PAIR_TEN,
    TEN,
    VALUES,
    Cell,
    Hand,
    Rules,
    cells,
    is_ace_ten,
    is_over,
    listed,
    may_double,
    plus,
    total,
    ways,
)
from bjcalc.checker.play import Play
from bjcalc.checker.reading import Refuted, Unreadable
from bjcalc.checker.splits import Splits

HALF = Fraction(1, 2)
NONE = (Fraction(0), Fraction(0))
FIRST_WORDS = {".": "as `play` says", "P": "split", "R": "surrender"}
INSURANCE_WORDS = {".": "no insurance", "I": "insurance", "M": "even money"}
SAMPLE = 40  # hands of three and more cards checked for each up card by --quick

Worth = tuple[Fraction, Fraction]
"""Net result and stake in initial bets."""


@dataclass
class Coverage:
    """What was checked and what was left out, to be reported."""

    decisions: int = 0
    left_out: int = 0


@dataclass(frozen=True)
class RightCell:
    """The letters and values that are right for a cell, and its EV and stake."""

    first: str
    insurance: str
    values: dict[str, Fraction | None]
    worth: Worth


class UpCard:
    """Everything against one up card. The stated strings and values are compared as they come."""

    def __init__(self, rules: Rules, up: int, strategy: dict[str, str]) -> None:
        """Read the letters; refuses strings of the wrong length."""
        self.rules, self.up, self.name = rules, up, VALUES[up]
        step = 0 if rules.infinite else 1
        self.unseen = tuple(n - step * (value == up) for value, n in enumerate(rules.shoe))
        self.hands = listed(rules, self.unseen)
        self.cells = cells(rules)
        self.first, self.insurance = strategy["first"], strategy["insurance"]
        for key, right in (
            ("play", len(self.hands)),
            ("first", len(self.cells)),
            ("insurance", len(self.cells)),
        ):
            if len(strategy[key]) != right:
                raise Unreadable(
                    "wrong-length",
                    f"strategy.up.{self.name}.{key}: {len(strategy[key])} letters where these "
                    f"rules need {right}",
                )
        letters = dict(zip(self.hands, strategy["play"], strict=True))
        for hand, letter in letters.items():
            if letter in "DE" and not may_double(rules, hand):
                raise Refuted(
                    "decision-not-allowed",
                    f"{self._place(Cell(hand))}: the strategy doubles, which the rules forbid",
                )
        self.letters = letters
        self.dealer = Dealer(rules, up, self.unseen)
        self.depth = max(map(sum, [(2,), *self.hands])) + 1 + self.dealer.longest
        self._need_cards()
        self.play = Play(rules, Law(self.dealer, self.depth), letters)
        self._splits: dict[int, Worth] = {}  # of tens of one rank, by their number

    def _place(self, cell: Cell) -> str:
        return f"{cell} against {self.name}"

    def _need_cards(self) -> None:
        """Refuse a shoe where a listed hand, or one card more, leaves the dealer without a card."""
        if self.rules.infinite or sum(self.unseen) >= self.depth + 1:
            return
        starts = [cell.hand for cell in self.cells if ways(self.rules, cell, self.up)]
        ends = [
            plus(hand, card)
            for hand in self.hands
            for card in range(10)
            if self.unseen[card] > hand[card]
        ]
        for hand in [*starts, *self.hands, *ends]:
            if sum(hand) >= sum(self.unseen) or (
                total(hand)[0] <= 21 and can_run_out(self.dealer, hand)
            ):
                raise Unreadable(
                    "not-supported",
                    f"the shoe is too small: {self._place(Cell(hand))} can use it up",
                )

    def check_decisions(self, sample: Random | None) -> Coverage:
        """Refute the strategy if one decision can be improved; with `sample`, of some hands only.

        All hands of two cards are always checked.
        """
        chosen = self.hands
        if sample is not None:
            longer = [hand for hand in self.hands if sum(hand) > 2]
            chosen = [hand for hand in self.hands if sum(hand) == 2]
            chosen += sample.sample(longer, min(SAMPLE, len(longer)))
        # Longest first, so that the recursion stays flat.
        for hand in sorted(chosen, key=sum, reverse=True):
            self.play.check(hand)
        return Coverage(len(chosen), len(self.hands) - len(chosen))

    # Cells

    def check_cells(self, stated: list[dict[str, Fraction | None] | None]) -> Worth:
        """Compare all cells; return the EV and stake of this up card, each times P(up card)."""
        if len(stated) != len(self.cells):
            raise Unreadable(
                "wrong-length",
                f"values.{self.name}: {len(stated)} cells where these rules need {len(self.cells)}",
            )
        size = sum(self.rules.shoe)
        step = 0 if self.rules.infinite else 1
        orders = size * (size - step) * (size - 2 * step)
        net, stake = NONE
        for cell, found, first, insurance in zip(
            self.cells, stated, self.first, self.insurance, strict=True
        ):
            number = ways(self.rules, cell, self.up)
            if number == 0:
                if found is not None or first != "-" or insurance != "-":
                    raise Refuted("impossible-cell", f"{self._place(cell)} cannot be dealt")
                continue
            if found is None or "-" in (first, insurance):
                raise Refuted("missing-cell", f"{self._place(cell)} can be dealt and is missing")
            worth = self._check_cell(cell, found, first, insurance)
            net += worth[0] * Fraction(number, orders)
            stake += worth[1] * Fraction(number, orders)
        return net, stake

    def _check_cell(
        self, cell: Cell, stated: dict[str, Fraction | None], first: str, insurance: str
    ) -> Worth:
        """Compare one cell; return its EV and stake given the hand and the up card alone."""
        right = self.right_cell(cell)
        place = self._place(cell)
        for code, given, best, words in (
            ("decision-not-best", first, right.first, FIRST_WORDS),
            ("insurance-not-best", insurance, right.insurance, INSURANCE_WORDS),
        ):
            if given != best:
                sentence = f"{place}: stated is {words[given]}; the best is {words[best]}"
                raise Refuted(code, sentence)
        for key, value in right.values.items():
            if stated[key] != value:
                raise Refuted(
                    "wrong-value",
                    f"{place}, {key}: stated is {show(stated[key])}, right is {show(value)}",
                )
        return right.worth

    def right_cell(self, cell: Cell) -> RightCell:
        """Return what the certificate should say of this cell, under its own `play`."""
        rules, hand = self.rules, cell.hand
        law = self.play.law
        chance = Fraction(law.natural(hand), law.whole(hand))
        ended = chance if rules.peeks_at(self.up) else Fraction(0)
        natural = is_ace_ten(hand)
        surrender = "none" if is_over(rules, hand) else rules.surrender[self.up]
        joint = self._actions(cell) if ended != 1 else {}
        if surrender == "late" and ended != 1:
            lost = HALF * (1 - chance) + (0 if ended else chance)
            joint["surrender"] = (-lost, 1 - ended)
        # max() keeps the first of equals, and the actions are in the order of ties.
        best = max(joint, key=lambda action: joint[action][0], default="stand")
        net, stake = joint.get(best, NONE)
        net, stake = net - (0 if natural else ended), stake + ended
        values: dict[str, Fraction | None] = {
            action: joint[action][0] / (1 - ended) if action in joint else None
            for action in ("stand", "hit", "double", "split", "surrender")
        }
        values["play_on"] = None
        if surrender == "early":
            values["surrender"], values["play_on"] = -HALF, net
            if net < -HALF:
                best, net, stake = "surrender", -HALF, Fraction(1)

        price = rules.insurance_price
        offered = self.up in rules.insured_ups and (rules.insures_naturals or not natural)
        insured = price * (chance * rules.insurance_pays - (1 - chance))
        values["insurance"] = insured if offered else None
        insurance = "."
        if offered and insured > 0:
            insurance, net, stake = "I", net + insured, stake + price
        if natural and self.up == ACE and rules.even_money and net < 1:
            insurance, net, stake = "M", Fraction(1), Fraction(1)
        values["ev"] = net
        first = {"split": "P", "surrender": "R"}.get(best, ".")
        return RightCell(first, insurance, values, (net, stake))

    def _actions(self, cell: Cell) -> dict[str, Worth]:
        """Return the joint worth of stand, hit, double and split, where allowed, in this order."""
        hand, play = cell.hand, self.play
        if is_ace_ten(hand):
            return {"stand": self._exact(play.natural(hand), hand)}
        actions = {"stand": self._exact(play.stand(hand, 1), hand)}
        if is_over(self.rules, hand):
            return actions
        actions["hit"] = self._exact(play.hit(hand), hand)
        if may_double(self.rules, hand):
            actions["double"] = self._exact(play.double(hand), hand)
        pair = cell.pair
        if pair is not None and self.rules.hands_allowed(pair) > 1:
            if not (self.rules.pairs_by_rank and pair == TEN):
                actions["split"] = self._split(pair, None, False)
            elif cell.rank is not None:
                actions["split"] = self._split(pair, cell.rank, cell.up_has_rank)
        return actions

    def _exact(self, worth: tuple[int, int], hand: Hand) -> Worth:
        whole = self.play.law.whole(hand)
        return Fraction(worth[0], whole * self.play.scale), Fraction(worth[1], whole)

    def _split(self, pair: int, rank: int | None, up_has_rank: bool) -> Worth:
        """Return the joint worth of a split; for tens of one rank, that rank is counted apart."""
        if rank is None:
            dealer = self.dealer if pair == ACE else Dealer(self.rules, self.up, self.unseen, pair)
            return Splits(dealer, self.letters, pair, pair, self.depth).worth()
        tens = self.rules.rank_tens
        assert tens is not None
        same = tens[rank] - (1 if up_has_rank and not self.rules.infinite else 0)
        if same not in self._splits:  # standard decks have the same number of each rank
            unseen = (*self.unseen[:TEN], self.unseen[TEN] - same, same)
            dealer = Dealer(self.rules, self.up, unseen, PAIR_TEN)
            splits = Splits(dealer, self.letters, PAIR_TEN, TEN, self.depth)
            self._splits[same] = splits.worth()
        return self._splits[same]


def show(value: Fraction | None) -> str:
    """Return a value for a sentence: exact if short, else to some digits."""
    if value is None:
        return "null"
    exact = f"{value.numerator}/{value.denominator}"
    if len(exact) <= 40:
        return exact
    scaled = round(value * 10**15)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{abs(scaled) // 10**15}.{abs(scaled) % 10**15:015d}... ({len(exact)} characters)"


def check_game(
    rules: Rules,
    body: dict[str, Any],
    sample: Random | None,
    progress: Callable[[str], None],
) -> Coverage:
    """Check strategy, values and totals of the main game; `sample` limits the decisions checked."""
    strategy, values, totals = body["strategy"]["up"], body["values"], body["totals"]
    coverage = Coverage()
    ev, stake = NONE
    for up, name in enumerate(VALUES):
        given = (strategy[name], values[name], totals["by_up"][name])
        if rules.shoe[up] == 0:
            if any(part is not None for part in given):
                raise Refuted("impossible-up-card", f"the shoe has no up card {name}")
            continue
        if any(part is None for part in given):
            raise Refuted("missing-up-card", f"the up card {name} is missing (null)")
        progress(f"up card {name}")
        table = UpCard(rules, up, strategy[name])
        checked = table.check_decisions(sample)
        coverage.decisions += checked.decisions
        coverage.left_out += checked.left_out
        part = table.check_cells(values[name])
        compare_total(f"by_up.{name}", totals["by_up"][name], part[0])
        ev, stake = ev + part[0], stake + part[1]
    compare_total("ev", totals["ev"], ev)
    compare_total("stake", totals["stake"], stake)
    compare_total("house_edge", totals["house_edge"], -ev)
    compare_total("rtp", totals["rtp"], 1 + ev)
    compare_total("rtp_per_unit_wagered", totals["rtp_per_unit_wagered"], 1 + ev / stake)
    return coverage


def compare_total(key: str, stated: Fraction, right: Fraction) -> None:
    """Refute a total that is not the right one."""
    if stated != right:
        raise Refuted(
            "wrong-total", f"totals.{key}: stated is {show(stated)}, right is {show(right)}"
        )
