"""The main game: every decision, every cell of two cards against an up card, and the totals."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from bjcalc.checker.dealer import Dealer, Law
from bjcalc.checker.hands import (
    ACE,
    PAIR_TEN,
    TEN,
    VALUES,
    Cell,
    Hand,
    cells,
    grown,
    is_ace_ten,
    pips,
)
from bjcalc.checker.play import Play
from bjcalc.checker.reading import Refuted, agree, need
from bjcalc.checker.rules import NATURAL, UP_NAMES, Rules
from bjcalc.checker.splits import Splits

HALF, ONE, NONE = Fraction(1, 2), Fraction(1), (Fraction(0), Fraction(0))
WORDS = {".": "nothing", "P": "split", "R": "surrender", "I": "insurance", "M": "even money"}
SAMPLE = 40  # hands of three and more cards checked for each up card by --quick

Worth = tuple[Fraction, Fraction]
"""Net result and stake in initial bets."""


class UpCard:
    """Everything against one up card. The stated symbols and values are compared as they come."""

    def __init__(
        self, rules: Rules, up: int, strategy: dict[str, list[str]], values: list[Any]
    ) -> None:
        """Put the symbols to their hands; refuses strings and lists of the wrong length."""
        self.rules, self.up, self.name = rules, up, VALUES[up]
        self.unseen = tuple(n - rules.step * (value == up) for value, n in enumerate(rules.shoe))
        grown_hands = grown(self.unseen, put_back=rules.infinite)
        self.hands = [hand for hand in grown_hands if sum(hand) > 1 and not rules.is_over(hand)]
        self.cells = cells(by_rank=rules["split.pairs"] == "rank")
        for key, stated in {**strategy, "values": values}.items():
            right = len(self.hands if key == "play" else self.cells)
            words = f"{key} against {self.name}: {len(stated)} entries where {right} are right"
            need(len(stated) == right, "wrong-length", words)
        self.columns = (self.cells, values, strategy["first"], strategy["insurance"])
        self.symbols = dict(zip(self.hands, strategy["play"], strict=True))
        for hand, symbol in self.symbols.items():
            words = f"{Cell(hand)} against {self.name}: the strategy doubles, which is forbidden"
            agree(symbol[0] != "D" or rules.may_double(hand), "decision-not-allowed", words)
        self.dealer = Dealer(rules, up, self.unseen)
        self.depth = max(map(sum, [(2,), *self.hands])) + 1 + self.dealer.longest
        self._need_cards()
        self.play = Play(rules, Law(self.dealer, self.depth), self.symbols)
        self._splits: dict[int, Worth] = {}  # of tens of one rank, by their number

    def _need_cards(self) -> None:
        """Refuse a shoe that could run out, by the two sufficient conditions of FORMAT.md."""
        hands = max(self.rules["split.max_hands"], self.rules["split.max_hands_aces"])
        most = hands * (self.depth - self.dealer.longest) + self.dealer.longest
        lasts = self.rules.infinite or most <= sum(self.unseen)
        lasts = lasts or pips(self.rules.shoe) > 31 * hands + 26
        need(lasts, "not-supported", f"the shoe may be used up against {self.name}: too small")

    def check_decisions(self, sample: Random | None) -> int:
        """Refute the strategy if one decision can be improved; return how many were looked at.

        With `sample`, of some hands only; all hands of two cards are always checked.
        """
        chosen = self.hands
        if sample is not None:
            longer = [hand for hand in self.hands if sum(hand) > 2]
            chosen = [hand for hand in self.hands if sum(hand) == 2]
            chosen += sample.sample(longer, min(SAMPLE, len(longer)))
        # Longest first, so that the recursion stays flat.
        for hand in sorted(chosen, key=sum, reverse=True):
            self.play.check(hand)
        return len(chosen)

    def ways(self, cell: Cell) -> int:
        """Return in how many orders the cell and the up card can be dealt, as ordered cards."""
        rules, step = self.rules, self.rules.step
        tens: Hand = (rules.ranks or ())[TEN:]
        if cell.hand[TEN] < 2 or rules["split.pairs"] == "value":
            first, second = (v for v, held in enumerate(cell.hand) for _ in range(held))
            left = self.unseen[second] - step * (first == second)
            return rules.shoe[self.up] * self.unseen[first] * max(left, 0) * (1 + (first != second))
        if cell.rank is None:
            left = rules.shoe[self.up] - 2 * step * (self.up == TEN)
            return max(left, 0) * sum(one * (sum(tens) - one) for one in tens)
        number = tens[cell.rank]
        if cell.up_has_rank:
            left = number - 2 * step if self.up == TEN else 0
        else:
            left = rules.shoe[self.up] - number * (self.up == TEN)
        return max(left, 0) * number * max(number - step, 0)

    def check_cells(self) -> Worth:
        """Compare all cells; return the EV and stake of this up card, each times P(up card)."""
        size, step = sum(self.rules.shoe), self.rules.step
        orders = size * (size - step) * (size - 2 * step)
        net, stake = NONE
        for cell, values, *marks in zip(*self.columns, strict=True):
            place, ways = f"{cell} against {self.name}", self.ways(cell)
            if not ways:
                none = values is None and marks == ["-", "-"]
                agree(none, "impossible-cell", f"{place} cannot be dealt")
                continue
            agree(values is not None and "-" not in marks, "missing-cell", f"{place} is missing")
            first, mark, right, worth = self.right_cell(cell)
            codes = {"decision-not-best": first, "insurance-not-best": mark}
            for (code, best), given in zip(codes.items(), marks, strict=True):
                words = f"{place}: stated is {WORDS[given]}; the best is {WORDS[best]}"
                agree(given == best, code, words)
            for key, value in right.items():
                compare("wrong-value", f"{place}, {key}", values[key], value)
            net += worth[0] * Fraction(ways, orders)
            stake += worth[1] * Fraction(ways, orders)
        return net, stake

    def right_cell(self, cell: Cell) -> tuple[str, str, dict[str, Fraction | None], Worth]:
        """Return what the certificate should say of this cell, under its own `play`.

        That are its symbols in `first` and `insurance`, its values, and its EV and stake.
        """
        rules, hand, law = self.rules, cell.hand, self.play.law
        chance = Fraction(law.natural(hand), law.chance(hand))
        ended = chance if rules.peeks(self.up) else Fraction(0)
        natural = is_ace_ten(hand)
        surrender = rules["surrender." + UP_NAMES.get(self.up, "other")]
        if rules.is_over(hand):
            surrender = "none"
        joint = self._actions(cell) if ended != 1 else {}
        if surrender == "late" and ended != 1:
            lost = HALF * (1 - chance) + (0 if ended else chance)
            joint["surrender"] = (-lost, 1 - ended)
        # max() keeps the first of equals, and the actions are in the order of ties.
        best = max(joint, key=lambda action: joint[action][0], default="stand")
        net, stake = joint.get(best, NONE)
        peeked = -rules.settle(NATURAL, NATURAL, 1) if natural else ONE
        net, stake = net - peeked * ended, stake + ended
        values: dict[str, Fraction | None] = {
            action: joint[action][0] / (1 - ended) if action in joint else None
            for action in ("stand", "hit", "double", "split", "surrender")
        }
        values["play_on"] = None
        if surrender == "early":
            values["surrender"], values["play_on"] = -HALF, net
            if net < -HALF:
                best, net, stake = "surrender", -HALF, ONE

        price = rules["insurance.price"]
        offered = UP_NAMES.get(self.up) in rules["insurance.against"]
        offered = offered and (rules["insurance.on_naturals"] or not natural)
        insured = price * (chance * rules["insurance.pays"] - (1 - chance))
        values["insurance"] = insured if offered else None
        mark = "."
        if offered and insured > 0:
            mark, net, stake = "I", net + insured, stake + price
        even = rules["insurance.even_money"] and rules["ties.naturals"] != "win"
        if natural and self.up == ACE and even and net < 1:
            mark, net, stake = "M", ONE, ONE
        values["ev"] = net
        first = {"split": "P", "surrender": "R"}.get(best, ".")
        return first, mark, values, (net, stake)

    def _actions(self, cell: Cell) -> dict[str, Worth]:
        """Return the joint worth of stand, hit, double and split, where allowed, in this order."""
        hand, play, rules = cell.hand, self.play, self.rules
        found = {"stand": play.finish(hand)}
        if not rules.is_over(hand):
            found["hit"] = play.hit(hand)
            if rules.may_double(hand):
                found["double"] = play.double(hand)
        whole = play.law.chance(hand)
        actions = {
            action: (Fraction(net, whole * rules.scale), Fraction(stake, whole))
            for action, (net, stake) in found.items()
        }
        pair = hand.index(2) if 2 in hand else -1
        if pair < 0 or rules.hands_allowed(pair) == 1 or rules.is_over(hand):
            return actions
        if pair != TEN or rules["split.pairs"] == "value":
            actions["split"] = self._split(pair, pair, self.unseen)
        elif cell.rank is not None:
            assert rules.ranks is not None
            same = rules.ranks[TEN + cell.rank] - rules.step * cell.up_has_rank
            if same not in self._splits:  # standard decks have the same number of each rank
                unseen = (*self.unseen[:TEN], self.unseen[TEN] - same, same)
                self._splits[same] = self._split(PAIR_TEN, TEN, unseen)
            actions["split"] = self._splits[same]
        return actions

    def _split(self, pair: int, value: int, unseen: Hand) -> Worth:
        dealer = self.dealer if pair == ACE else Dealer(self.rules, self.up, unseen, pair)
        return Splits(dealer, self.symbols, pair, value, self.depth).worth()


def compare(code: str, where: str, stated: Any, right: Any) -> None:
    """Refute what is not the right value."""
    if stated != right:
        raise Refuted(code, f"{where}: stated is {show(stated)}, right is {show(right)}")


def show(value: Fraction | None) -> str:
    """Return a value for a sentence: exact if short, else to some digits."""
    if value is None or len(str(value)) <= 40:
        return "null" if value is None else str(value)
    return f"{Decimal(value.numerator) / value.denominator:.15f}... ({len(str(value))} characters)"


def check_game(
    rules: Rules, body: dict[str, Any], sample: Random | None, progress: Callable[[str], None]
) -> tuple[int, int]:
    """Check strategy, values and totals of the main game; `sample` limits the decisions checked.

    Returns how many decisions were checked, and how many there are.
    """
    totals = body["totals"]
    checked = listed = 0
    ev, stake = NONE
    for up, name in enumerate(VALUES):
        given = (body["strategy"]["up"][name], body["values"][name], totals["by_up"][name])
        if rules.shoe[up] == 0:
            none = given == (None, None, None)
            agree(none, "impossible-up-card", f"the shoe has no up card {name}")
            continue
        agree(None not in given, "missing-up-card", f"the up card {name} is missing (null)")
        progress(f"up card {name}")
        table = UpCard(rules, up, *given[:2])
        checked += table.check_decisions(sample)
        listed += len(table.hands)
        part = table.check_cells()
        compare("wrong-total", f"totals.by_up.{name}", given[2], part[0])
        ev, stake = ev + part[0], stake + part[1]
    right = {"ev": ev, "stake": stake, "house_edge": -ev, "rtp": 1 + ev}
    right["rtp_per_unit_wagered"] = 1 + ev / stake
    for key, value in right.items():
        compare("wrong-total", f"totals.{key}", totals[key], value)
    return checked, listed
