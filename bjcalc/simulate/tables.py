"""Rules and a strategy as plain tables, for a table that knows nothing of the solver.

Rules are read from the model alone; the strategy from its table of decisions (what to do with two
cards against an up card, and with any hand). States of hands, totals, and what may be doubled are
worked out here anew.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, Protocol

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
)
from bjcalc.shoe import Shoe
from bjcalc_ext.simulator import Table

ACE, TEN = 0, 9
PLAYS, STANDS, WINS = range(3)
BUST, CHARLIE, CHARLIE_OF_21, NATURAL, DEALER_NATURAL = 0, 22, 23, 24, 31
"""How hands end beside totals, in the simulator's numbers."""
ACTION_CODES = {action.value: code for code, action in enumerate(Action)}
INSURE, EVEN_MONEY = 8, 16
MOST_CARDS = 1024
MOST_PARTS = 1 << 25
MAX_HANDS = 8

Hand = tuple[int, ...]
"""A multiset of cards: ten counts by value."""


class Decisions(Protocol):
    """What is done with any hand (ten counts) against an up card (its value)."""

    def __hash__(self) -> int:
        """Return a hash: tables of equal decisions are made once."""

    def decision(self, hand: Hand, up: int) -> int:
        """Return the place of what is done among `DECISIONS`."""


class StrategyTable(Protocol):
    """What a strategy says, asked by cards; `rank` arguments are 0..12, hands ten counts."""

    def first_action(self, first: int, second: int, up: int) -> str:
        """Return the action with two cards of these ranks against an up card's rank."""

    def insures(self, first: int, second: int, up: int) -> bool:
        """Return whether insurance is taken."""

    def takes_even_money(self, first: int, second: int, up: int) -> bool:
        """Return whether even money is taken."""

    def decisions(self, pair: int | None, hands: int) -> Decisions:
        """Return what is done with hands; equal objects are the same strategy.

        `pair` and `hands` say from which pair value and into how many hands a hand was split.
        """


@dataclass(frozen=True, slots=True)
class States:
    """All hands that have not busted, numbered as they are found; the empty hand is 0."""

    hands: tuple[Hand, ...]
    children: bytes

    @classmethod
    def enumerate(cls) -> States:
        """Find every hand by adding one card after the other."""
        number: dict[Hand, int] = {(0,) * 10: 0}
        queue: list[Hand] = [(0,) * 10]
        children: list[int] = []
        for hand in queue:
            for value in range(10):
                more = (*hand[:value], hand[value] + 1, *hand[value + 1 :])
                if _hard(more) > 21:
                    children.append(-1)
                    continue
                if more not in number:
                    number[more] = len(queue)
                    queue.append(more)
                children.append(number[more])
        return cls(tuple(queue), struct.pack(f"<{len(children)}h", *children))


def _hard(hand: Hand) -> int:
    return sum((value + 1) * count for value, count in enumerate(hand))


def _is_soft(hand: Hand) -> bool:
    return hand[ACE] > 0 and _hard(hand) <= 11


def _total(hand: Hand) -> int:
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
        strategy: StrategyTable,
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
        self._states = States.enumerate()
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
        most = max(self.nets, self.stakes, *(abs(net) for one in tabled for net in one[3]), 1)
        if most > MOST_PARTS:
            raise UnsupportedRuleError(
                f"amounts of {most} parts of a bet are too large or too fine to simulate: at most "
                f"{MOST_PARTS}"
            )
        self.parts = (self._numbers(), self._tables(), tabled)
        try:
            self.table = Table(*self.parts)
        except OverflowError as error:
            raise UnsupportedRuleError(f"this game cannot be simulated: {error}") from None
        self.identity = hashlib.sha256(repr(self.parts).encode()).hexdigest()

    def can_be_tallies(self, tallies: Sequence[int]) -> bool:
        """Return whether numbers, as many as the table counts, can be its tallies.

        Each spot and each bet has one result a round, and sums of squares fit these results.
        """
        rounds, place = tallies[0], 1
        counted: list[list[tuple[int, int]]] = []
        for _ in range(self.spots):
            part = tallies[place : place + self.nets * self.stakes]
            nets = (self.lowest_net + index // self.stakes for index in range(len(part)))
            counted.append(list(zip(nets, part, strict=True)))
            place += len(part)
        for bet in self.bets:
            part = tallies[place : place + len(bet.results)]
            results = (int(bet.net(result) * bet.unit) for result in bet.results)
            counted.append(list(zip(results, part, strict=True)))
            place += len(part)
        compared = counted[: min(2, self.spots)] + counted[self.spots :]
        size = len(compared)
        won, even, returned = tallies[place + 2 * size**2 :][2:5]
        return (
            all(sum(number for _, number in one) == rounds for one in counted)
            and all(number >= 0 for one in counted for _, number in one)
            and all(
                tallies[place + power * size**2 + index * (size + 1)]
                == sum(number * net ** (2 * power + 2) for net, number in one)
                for index, one in enumerate(compared)
                for power in range(2)
            )
            and min(won, even) >= 0
            and won + even <= rounds
            and won <= returned <= rounds
        )

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
        early = (rules.surrender.ace, rules.surrender.ten, rules.surrender.other)
        split = rules.split
        return {
            "spots": self.spots,
            "unit": self.unit,
            "insurance_price": int(rules.insurance.price * self.unit),
            "insurance_wins": int(rules.insurance.price * rules.insurance.pays * self.unit),
            "hit_soft_17": rules.dealer.soft17 is Soft17.HIT,
            "dealer_card_limit": rules.dealer.card_limit or 0,
            "peeks": ("ace" in rules.dealer.peek, "ten" in rules.dealer.peek),
            "early": [kind is Surrender.EARLY for kind in early],
            "split_toll": self.unit if takes_once else 0,
            "max_hands": (min(split.max_hands, split.max_hands_aces), split.max_hands),
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
        hands = self._states.hands
        number_of: dict[Decisions, int] = {}
        table_of = bytearray(90)
        for pair in (None, *range(10)):
            for number in range(2, MAX_HANDS + 1) if pair is not None else (0,):
                decisions = self._strategy.decisions(pair, number)
                place = 0 if pair is None else 9 * pair + number
                table_of[place] = number_of.setdefault(decisions, len(number_of))
        return {
            "cards": physical_cards(self.rules.shoe),
            "children": self._states.children,
            "total": bytes(_total(hand) for hand in hands),
            "kind": bytes(_kind(self.rules, hand) for hand in hands),
            "first": self._first_actions(),
            "pays": self._pays(),
            "decisions": [
                bytes(decisions.decision(hand, up) for hand in hands for up in range(10))
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
        there = {card // 4 for card in physical_cards(self.rules.shoe)}
        codes = bytearray()
        for ranks in product(range(13), repeat=3):
            if not set(ranks) <= there or not self._can_be_dealt(ranks):
                codes.append(0)
                continue
            code = ACTION_CODES[self._strategy.first_action(*ranks)]
            code |= INSURE if self._strategy.insures(*ranks) else 0
            code |= EVEN_MONEY if self._strategy.takes_even_money(*ranks) else 0
            codes.append(code)
        return bytes(codes)

    def _can_be_dealt(self, ranks: tuple[int, ...]) -> bool:
        cards = [card // 4 for card in physical_cards(self.rules.shoe)]
        return self.rules.shoe.infinite or all(
            ranks.count(rank) <= cards.count(rank) for rank in ranks
        )


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
    if end == NATURAL:
        ties = dealer == DEALER_NATURAL or (dealer == 21 and ties_21)
        return 0 if ties else rules.blackjack.pays
    if dealer == DEALER_NATURAL:
        if total == 21 and ties_21:
            return 0
        if rules.dealer.natural_takes is NaturalTakes.ALL:
            return -stake
        return 0 if split and rules.dealer.natural_takes is NaturalTakes.ORIGINAL else -1
    if end == BUST or total < dealer <= 21:
        return -stake
    return 0 if total == dealer else stake


def _kind(rules: Rules, hand: Hand) -> int:
    cards, total = sum(hand), _total(hand)
    if rules.charlie is not None and cards >= rules.charlie.cards:
        return WINS
    if cards == 2 and total == 21:
        return STANDS
    if total == 21 and rules.player.stand_on_21:
        return STANDS
    limit = rules.player.card_limit
    return STANDS if limit is not None and cards >= limit else PLAYS


def _may_double(double: Double, hand: Hand, split: str) -> bool:
    if sum(hand) < 2 or (sum(hand) > 2 and not double.any_cards):
        return False
    if split and not double.after_split:
        return False
    if split == "aces" and not double.after_split_aces:
        return False
    totals = double.on.soft if _is_soft(hand) else double.on.hard
    return totals is None or _total(hand) in totals
