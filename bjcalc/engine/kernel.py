"""Rules in the kernel's terms: what each hand may do, who counts a dealer natural, dealer tables.

The kernel knows flags for each of its 3,083 hands and each up card, and what finals are paid; this
module derives them from `Rules` and its settlement, and keeps the dealer's tables of the last few
shoes, which rule sets share. Any number of threads may use it.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import Any, TypeVar

from bjcalc.errors import UnsupportedRuleError
from bjcalc.gamefile import AnyRules, rules_of
from bjcalc.rules.actions import Action, Situation, alike_after_split, offered
from bjcalc.rules.model import NaturalTakes, Rules, Soft17, SplitAces, SplitNatural, UpCard
from bjcalc.rules.settlement import (
    BUST,
    DEALER_NATURAL,
    DEALER_OVER_22,
    TOTALS,
    WON,
    Settlement,
    settlement,
)
from bjcalc.rules.settlement import NATURAL as NATURAL_FINAL
from bjcalc.shoe import ACE, TEN, VALUES
from bjcalc_ext.dealer import DealerTables
from bjcalc_ext.hands import all_hands, hand_index
from bjcalc_ext.player import Evaluation, Kind

T = TypeVar("T")

UPS = range(10)
MAX_HANDS = 8

# A Charlie's payout is part of the kernel's integers, whose width bounds it; see bjcalc_ext/wide.h.
PAYS_LIMIT = 2**40

_KEPT_SHOES = 8
_MOST_SPLITS = 10_000


class SharedTables:
    """What rule sets with the same shoe and the same dealer share.

    `dealer` are the dealer's sums; `splits` keeps results on split hands by everything they depend
    on, so that rule sets which differ elsewhere (surrender, payouts, number of hands) find them.
    """

    def __init__(self, dealer: DealerTables) -> None:
        """Start with nothing known of splits."""
        self.dealer = dealer
        self._splits: dict[Hashable, Any] = {}

    def remember(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made for this key before, or make it now.

        Threads that ask at once may each make it, and all get equal results.
        """
        found: T | None = self._splits.get(key)
        if found is None:
            found = make()
            if len(self._splits) >= _MOST_SPLITS:
                self._splits.clear()
            self._splits[key] = found
        return found


_shared: OrderedDict[tuple[object, ...], SharedTables] = OrderedDict()
_shared_lock = Lock()


@lru_cache(maxsize=1)
def hands() -> list[tuple[tuple[int, ...], int, bool, int]]:
    """Return (counts, total, soft, size) of every hand, by the kernel's index."""
    return all_hands()


@lru_cache(maxsize=128)
def two_card_hand(first: int, second: int) -> int:
    """Return the kernel's index of the hand of these two values."""
    counts = [0] * 10
    counts[first] += 1
    counts[second] += 1
    return hand_index(counts)


NATURAL = two_card_hand(ACE, TEN)


def peeks(rules: Rules, up: int) -> bool:
    """Whether a dealer natural with this up card is found out before the player acts.

    True also for up cards that cannot make a natural.
    """
    card = {ACE: UpCard.ACE, TEN: UpCard.TEN}.get(up)
    return card is None or card in rules.dealer.peek


Differences = tuple[tuple[int, ...], ...]


def differences(settled: Settlement) -> Differences:
    """Return what totals 0 to 21 are paid less against totals 0 to 22 than against a higher bust.

    In stakes. Raises UnsupportedRuleError where that is no small whole number.
    """
    rows = []
    for final in (BUST, *TOTALS):
        row = settled.table[final]
        less = [row[DEALER_OVER_22] - pay for pay in row[:DEALER_OVER_22]]
        if any(pay % settled.unit or not 0 <= pay <= 2 * settled.unit for pay in less):
            raise UnsupportedRuleError(f"a total of {final} that does not just win, push or lose")
        rows.append(tuple(pay // settled.unit for pay in less))
    return tuple(rows)


def shared_tables(rules: Rules, less: Differences) -> SharedTables:
    """Return what this shoe, dealer and settlement of totals share, from earlier calls too."""
    counts, infinite = rules.shoe.values, rules.shoe.infinite
    if infinite:
        # By rank where ranks are known, so that the shortest period holds whole cards of each.
        period = math.gcd(*(rules.shoe.ranks or counts))
        counts = tuple(count // period for count in counts)
    hit_soft_17 = rules.dealer.soft17 is Soft17.HIT
    key = (counts, infinite, hit_soft_17, rules.dealer.card_limit, less)
    with _shared_lock:
        found = _shared.get(key)
    if found is None:
        dealer = DealerTables(
            counts,
            infinite=infinite,
            hit_soft_17=hit_soft_17,
            card_limit=rules.dealer.card_limit or 0,
            differences=less,
        )
        found = SharedTables(dealer)
    with _shared_lock:
        found = _shared.setdefault(key, found)
        _shared.move_to_end(key)
        while len(_shared) > _KEPT_SHOES:
            _shared.popitem(last=False)
    return found


def kinds(rules: Rules) -> bytes:
    """Return for each hand whether it plays on, stands by itself, or is a Charlie."""
    settled = settlement(rules)
    limit = rules.player.card_limit or 99

    def kind(place: Situation) -> int:
        if settled.final(place.total, place.cards) >= WON:
            return Kind.CHARLIE
        natural = place.cards == 2 and place.total == 21
        stands = place.cards >= limit or (place.total == 21 and rules.player.stand_on_21) or natural
        return Kind.STANDS if stands else Kind.PLAYS

    return _by_place(kind)


def _by_place(number: Callable[[Situation], int], split_of: int | None = None) -> bytes:
    """Return for each hand the number that its place has."""
    shapes, shape_of_hand = _shapes()
    numbers = [number(Situation(*shape, split_of=split_of)) for shape in shapes]
    return shape_of_hand.translate(bytes(numbers).ljust(256))


@lru_cache(maxsize=1)
def _shapes() -> tuple[list[tuple[int, int, bool]], bytes]:
    """Return the distinct (cards, total, soft) of hands, and which of them each hand has."""
    found: dict[tuple[int, int, bool], int] = {}
    by_hand = [
        found.setdefault((size, total, soft), len(found)) for _, total, soft, size in hands()
    ]
    return list(found), bytes(by_hand)


class Kernel:
    """One rule set in the kernel's terms; makes evaluations of states of its shoe."""

    def __init__(self, rules: AnyRules) -> None:
        """Derive the flags and find the dealer's tables; raises as `rules_of` does."""
        self.rules = rules = rules_of(rules)
        self.settlement = settled = settlement(rules)
        self.shared = shared_tables(rules, differences(settled))
        self.tables = self.shared.dealer
        self.counts = self.tables.counts
        self.infinite = rules.shoe.infinite
        self.cards = sum(self.counts)
        self.kinds = kinds(rules)
        self.one_card_kinds = self.kinds.replace(bytes([Kind.PLAYS]), bytes([Kind.STANDS]))
        without_peek = sum(1 << up for up in UPS if not peeks(rules, up))
        takes_all = rules.dealer.natural_takes is NaturalTakes.ALL
        self.full = without_peek if takes_all else 0
        self.stake_full = without_peek
        self.finals = _by_place(lambda place: settled.final(place.total, place.cards))
        pays = [(row[DEALER_OVER_22], row[DEALER_NATURAL]) for row in settled.table[:NATURAL_FINAL]]
        common = math.gcd(settled.unit, *(pay for pair in pays for pay in pair))
        self.scale = settled.unit // common
        self.pays = tuple((one // common, natural // common) for one, natural in pays)
        self._may_double: dict[int | None, bytes] = {}

    def left(self, gone: int) -> int:
        """Return the number of unseen cards when `gone` are gone; with replacement, all."""
        return self.cards if self.infinite else max(1, self.cards - gone)

    def hole_cards(self, hand: int, up: int, *, pair: int = 0, extra: int = 0) -> int:
        """Return how many unseen cards would make the up card a natural."""
        if up not in (ACE, TEN):
            return 0
        value = TEN if up == ACE else ACE
        if self.infinite:
            return self.counts[value]
        gone = hands()[hand][0][value] + (extra if pair == value else 0)
        return max(0, self.counts[value] - gone)

    def may_double(self, split_of: int | None = None) -> bytes:
        """Return for each hand whether it may be doubled, unsplit or after a split of a value.

        Says nothing of hands that do not play on.
        """
        pair = alike_after_split(split_of)
        if pair not in self._may_double:
            self._may_double[pair] = _by_place(
                lambda place: offered(Action.DOUBLE, self.rules, place), pair
            )
        return self._may_double[pair]

    def split_rules(self, value: int) -> Hashable:
        """Return all of the rules that the hands of a split of this value depend on."""
        rules = self.rules
        natural = rules.split.ten_on_ace if value == ACE else rules.split.ace_on_ten
        return (
            self.one_card_kinds if self._one_card(value) else self.kinds,
            self.may_double(value),
            self.full,
            self.stake_full,
            self.finals,
            self.pays,
            self.scale,
            self.settlement.table[NATURAL_FINAL] if natural is SplitNatural.BLACKJACK else None,
            self.settlement.unit if natural is SplitNatural.BLACKJACK else None,
        )

    def dealer_total(
        self, total: int, hand: int, up: int, *, pair: int = 0, extra: int = 0
    ) -> Fraction:
        """Return the chance that the dealer ends with a total (natural apart), given the up card.

        Of the shoe without the hand and `extra` cards of value `pair`, which holds the up card.
        """
        rows = tuple(tuple(int(d == total) for d in range(DEALER_OVER_22)) for _ in (BUST, *TOTALS))
        tables = shared_tables(self.rules, rows).dealer
        extra = 0 if self.infinite else extra
        counts, _, _, size = hands()[hand]
        ups = self.counts[up]
        if not self.infinite:
            ups -= counts[up] + (extra if pair == up else 0)
        chance = Fraction(*tables.paid(hand, up, pair=pair, extra=extra))
        return chance * self.left(size + extra) / ups

    def _one_card(self, split_of: int | None) -> bool:
        return split_of == ACE and self.rules.split.aces is SplitAces.ONE_CARD

    def evaluate(
        self,
        *,
        decisions: bytes | None = None,
        split_of: int | None = None,
        extra: int = 0,
        extras: int = 0,
        starts: Iterable[int] | None = None,
    ) -> Evaluation:
        """Evaluate every hand, unsplit or (`split_of`) of a split with `extra` pair cards gone.

        The unsplit game is optimised unless `decisions` are given; see the kernel's Evaluation for
        the rest. For an infinite deck the number of cards gone makes no difference.
        """
        return Evaluation(
            self.tables,
            self.one_card_kinds if self._one_card(split_of) else self.kinds,
            self.may_double(split_of),
            self.finals,
            pays=self.pays,
            scale=self.scale,
            pair=split_of,
            extra=0 if self.infinite else extra,
            extras=extras,
            full=self.full,
            stake_full=self.stake_full,
            decisions=decisions,
            starts=starts,
        )


def value_names(counts: Iterable[int]) -> str:
    """Return a hand as text, such as "2,3,T"."""
    return ",".join(VALUES[value] for value, count in enumerate(counts) for _ in range(count))
