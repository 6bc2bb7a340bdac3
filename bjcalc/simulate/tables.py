"""Rules and a strategy as plain tables, for a table that knows nothing of the solver.

Rules are read from the model alone; the strategy from its table of decisions (what to do with two
cards against an up card, and with any hand). States of hands, totals, and what may be doubled are
worked out here anew.
"""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from bjcalc.errors import UnsupportedRuleError
from bjcalc.outcomes.bet_tables import SLOTS, BetOnTable
from bjcalc.rules.actions import Action
from bjcalc.rules.model import (
    Double,
    NaturalTakes,
    PairKind,
    Rules,
    Soft17,
    SplitAces,
    SplitNatural,
    Surrender,
    Tie,
)
from bjcalc.shoe import Shoe
from bjcalc.simulate.strategy import SolvedStrategy
from bjcalc_ext.simulator import MOST_NET, MOST_OUTCOMES, MOST_WEIGHT, Table

ACE, TEN = 0, 9
PLAYS, STANDS, WINS = range(3)
BUST, CHARLIE, CHARLIE_OF_21, NATURAL, DEALER_NATURAL = 0, 22, 23, 24, 31
"""How hands end beside totals, in the simulator's numbers."""
ACTION_CODES = {action.value: code for code, action in enumerate(Action)}
INSURE, EVEN_MONEY = 8, 16
MOST_CARDS = 1024
MAX_HANDS = 8

Counts = tuple[int, ...]
"""A hand: ten counts of cards by value."""


def _every_hand() -> tuple[list[Counts], bytes]:
    """Return all hands that have not busted, and their numbers after one more card (-1: bust).

    They are numbered as they are found by adding cards; the empty hand is 0.
    """
    found: list[Counts] = [(0,) * 10]
    number = {found[0]: 0}
    children: list[int] = []
    for hand in found:
        for value in range(10):
            more = (*hand[:value], hand[value] + 1, *hand[value + 1 :])
            if _hard(more) <= 21 and more not in number:
                number[more] = len(found)
                found.append(more)
            children.append(number.get(more, -1))
    return found, struct.pack(f"<{len(children)}h", *children)


def _hard(hand: Counts) -> int:
    return sum((value + 1) * count for value, count in enumerate(hand))


def _is_soft(hand: Counts) -> bool:
    return hand[ACE] > 0 and _hard(hand) <= 11


def _total(hand: Counts) -> int:
    return _hard(hand) + (10 if _is_soft(hand) else 0)


class TableSetup:
    """A game's table, ready to be played: `table`, and what its tallies mean.

    `unit` parts of a main bet make one step of a spot's net result and stake; `total_unit` parts
    one step of a round's. `main_stake` is bet on each of `spots` spots. `identity` is a digest of
    `parts`, what the table was made of, which decides what a seed brings.
    """

    def __init__(
        self,
        rules: Rules,
        strategy: SolvedStrategy,
        *,
        bets: Sequence[BetOnTable] = (),
        spots: int = 1,
        main_stake: Fraction = Fraction(1),
    ) -> None:
        """Translate everything; raises UnsupportedRuleError for a shoe that is too large."""
        self.rules = rules
        self.bets = tuple(bets)
        self.spots = spots
        self.main_stake = main_stake
        self._strategy = strategy
        self._hands, self._children = _every_hand()
        parts = [Fraction(1, 2), rules.blackjack.pays, rules.insurance.price]
        parts.append(rules.insurance.price * rules.insurance.pays)
        if rules.charlie is not None:
            parts.append(rules.charlie.pays)
        self.unit = lcm(*(part.denominator for part in parts))
        steps = [main_stake / self.unit, *(bet.stake / bet.unit for bet in self.bets)]
        self.total_unit = lcm(*(step.denominator for step in steps))
        self.most_stake, self.lowest_net, self.highest_net = self._range()
        self.nets = self.highest_net - self.lowest_net + 1
        self.stakes = self.most_stake + 1
        tabled = [
            (
                [SLOTS[slot] for slot in bet.bet.cards],
                bet.per_round,
                bet.table,
                [int(bet.net(result) * bet.unit) for result in bet.results],
                [0 if result is None else bet.unit for result in bet.results],
                int(bet.stake / bet.unit * self.total_unit),
            )
            for bet in self.bets
        ]
        self.parts = (self._numbers(), self._tables(), tabled)
        if (
            self.nets * self.stakes > MOST_OUTCOMES
            or max([0, *(abs(net) for one in tabled for net in one[3])]) > MOST_NET
            or max([self.parts[0]["main_weight"], *(one[5] for one in tabled)]) > MOST_WEIGHT
        ):
            raise UnsupportedRuleError(
                "the stakes and payouts are too large, or too fine beside each other, to be "
                "simulated"
            )
        self.table = Table(*self.parts)
        self.identity = hashlib.sha256(repr(self.parts).encode()).hexdigest()

    def _range(self) -> tuple[int, int, int]:
        rules = self.rules
        hands = max(2, rules.split.max_hands, rules.split.max_hands_aces)
        won = Fraction(2)
        if rules.charlie is not None:
            won = max(won, 2 * rules.charlie.pays)
        won = max(hands * won, hands * rules.blackjack.pays)
        price = rules.insurance.price
        stake = 2 * hands + price
        return (
            int(stake * self.unit),
            int(-stake * self.unit),
            int((won + price * rules.insurance.pays) * self.unit),
        )

    def _numbers(self) -> dict[str, Any]:
        rules = self.rules
        takes_once = rules.dealer.natural_takes is NaturalTakes.ORIGINAL
        split = rules.split
        return {
            "spots": self.spots,
            "unit": self.unit,
            "insurance_price": int(rules.insurance.price * self.unit),
            "insurance_wins": int(rules.insurance.price * rules.insurance.pays * self.unit),
            "hit_soft_17": rules.dealer.soft17 is Soft17.HIT,
            "dealer_card_limit": rules.dealer.card_limit or 0,
            "peeks_ace": "ace" in rules.dealer.peek,
            "peeks_ten": "ten" in rules.dealer.peek,
            "early_ace": rules.surrender.ace is Surrender.EARLY,
            "early_ten": rules.surrender.ten is Surrender.EARLY,
            "early_others": rules.surrender.other is Surrender.EARLY,
            "split_toll": self.unit if takes_once else 0,
            "max_hands_aces": min(split.max_hands, split.max_hands_aces),
            "max_hands_others": split.max_hands,
            "one_card_aces": split.aces is SplitAces.ONE_CARD,
            "split_ten_on_ace_natural": split.ten_on_ace is SplitNatural.BLACKJACK,
            "split_ace_on_ten_natural": split.ace_on_ten is SplitNatural.BLACKJACK,
            "pairs_by_rank": split.pairs is PairKind.RANK,
            "seconds_first": self._depends_on_hands(),
            "lowest_net": self.lowest_net,
            "nets": self.nets,
            "stakes": self.stakes,
            "infinite": rules.shoe.infinite,
            "main_weight": int(self.main_stake / self.unit * self.total_unit),
        }

    def _depends_on_hands(self) -> bool:
        return any(
            self._strategy.decisions(pair, hands) != self._strategy.decisions(pair, 2)
            for pair in range(10)
            for hands in range(3, MAX_HANDS + 1)
        )

    def _tables(self) -> dict[str, Any]:
        hands = self._hands
        number_of: dict[bytes, int] = {}
        table_of = bytearray(90)
        for pair in (None, *range(10)):
            for number in range(2, MAX_HANDS + 1) if pair is not None else (0,):
                decisions = self._strategy.decisions(pair, number)
                place = 0 if pair is None else 9 * pair + number
                table_of[place] = number_of.setdefault(decisions, len(number_of))
        return {
            "cards": physical_cards(self.rules.shoe),
            "children": self._children,
            "total": bytes(_total(hand) for hand in hands),
            "kind": bytes(_kind(self.rules, hand) for hand in hands),
            "first": self._first_actions(),
            "pays": self._pays(),
            "decisions": [
                b"".join(self._strategy.decided(decisions, hand) for hand in hands)
                for decisions in number_of
            ],
            "table_of": bytes(table_of),
            "may_double": bytes(
                _may_double(self.rules.double, hand, split)
                for split in ("", "pair", "aces")
                for hand in hands
            ),
        }

    def _pays(self) -> bytes:
        pays = [
            int(_settled(self.rules, end, dealer, stake, split=split) * self.unit)
            for split, stake, end, dealer in product((False, True), (1, 2), range(25), range(32))
        ]
        return struct.pack(f"<{len(pays)}q", *pays)

    def _first_actions(self) -> bytes:
        there = Counter(card // 4 for card in physical_cards(self.rules.shoe))
        codes = bytearray()
        for ranks in product(range(13), repeat=3):
            asked = Counter(dict.fromkeys(ranks, 1) if self.rules.shoe.infinite else ranks)
            if not asked <= there:
                codes.append(0)
                continue
            code = ACTION_CODES[self._strategy.first_action(*ranks)]
            code |= INSURE if self._strategy.insures(*ranks) else 0
            code |= EVEN_MONEY if self._strategy.takes_even_money(*ranks) else 0
            codes.append(code)
        return bytes(codes)


def physical_cards(shoe: Shoe) -> bytes:
    """Return the cards of a shoe; where suits or ranks are not given, any that fit."""
    if shoe.cards is not None:
        counts: Sequence[int] = shoe.cards
    else:
        ranks = shoe.ranks or (*shoe.values, 0, 0, 0)
        counts = [ranks[card // 4] if card % 4 == 0 else 0 for card in range(52)]
    if sum(counts) > MOST_CARDS:
        raise UnsupportedRuleError(
            f"a shoe of {sum(counts)} cards is too large to simulate: at most {MOST_CARDS}"
        )
    return bytes(card for card, count in enumerate(counts) for _ in range(count))


def _settled(rules: Rules, end: int, dealer: int, stake: int, *, split: bool) -> Fraction | int:
    """Return what a hand wins that ends as `end` against a dealer's total, or natural."""
    charlie, ties_21 = rules.charlie, not rules.blackjack.beats_drawn_21
    total = 21 if end == CHARLIE_OF_21 else end
    wins = end in (CHARLIE, CHARLIE_OF_21)
    if charlie is not None and wins and (dealer != DEALER_NATURAL or charlie.beats_natural):
        return stake * charlie.pays
    ties = {Tie.PUSH: 0, Tie.LOSE: -1, Tie.WIN: 1}
    if end == NATURAL:
        tie = 1
        if dealer == DEALER_NATURAL:
            tie = ties[rules.ties.naturals]
        elif dealer == 21 and ties_21:
            tie = ties[rules.ties.hands]
        return rules.blackjack.pays if tie == 1 else tie
    if dealer == DEALER_NATURAL:
        if total == 21 and ties_21:
            return stake * ties[rules.ties.hands]
        if rules.dealer.natural_takes is NaturalTakes.ALL:
            return -stake
        return 0 if split and rules.dealer.natural_takes is NaturalTakes.ORIGINAL else -1
    if end == BUST or total < dealer <= 21:
        return -stake
    if total == dealer:
        return stake * ties[rules.ties.hands]
    return 0 if dealer == 22 and rules.dealer.push_22 else stake


def _kind(rules: Rules, hand: Counts) -> int:
    cards, total = sum(hand), _total(hand)
    if rules.charlie is not None and cards >= rules.charlie.cards:
        return WINS
    if total == 21 and (cards == 2 or rules.player.stand_on_21):
        return STANDS
    limit = rules.player.card_limit
    return STANDS if limit is not None and cards >= limit else PLAYS


def _may_double(double: Double, hand: Counts, split: str) -> bool:
    if sum(hand) < 2 or (sum(hand) > 2 and not double.any_cards):
        return False
    if split and not double.after_split:
        return False
    if split == "aces" and not double.after_split_aces:
        return False
    totals = double.on.soft if _is_soft(hand) else double.on.hard
    return totals is None or _total(hand) in totals
