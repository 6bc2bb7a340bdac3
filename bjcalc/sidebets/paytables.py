"""Pay tables solved backwards: which whole-number pays can a printed RTP come from.

A bet's RTP is (stakes returned + sum of count_i * pay_i) / deals, so a printed RTP leaves a narrow
range of whole numbers for that sum. Each way of rounding leaves a range of its own: nearest takes
the half unit on both sides (a value exactly on a half may have been printed either way), truncation
[printed, printed + unit), rounding up (printed - unit, printed].
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import ceil, floor, gcd

from bjcalc.errors import BjcalcError
from bjcalc.sidebets.conditions import Condition, parse_condition
from bjcalc.sidebets.counts import BetCounts
from bjcalc.sidebets.library import known_bets
from bjcalc.sidebets.whole_pays import TooLargeError, WholePays

MAX_PAY = 100_000
MAX_PERCENT = 9999
MAX_PLACES = 30
# Up to this many tables are ranked by looking at all of them.
RANK_ALL = 20_000
# Steps of one search for tables to rank: a second or two.
RANK_STEPS = 300_000

# Pays that are common on layouts; the ranking puts tables made of these first.
USUAL_PAYS = (
    *range(1, 13),
    *(15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90, 100, 120, 125, 150, 200, 250, 300),
    *(400, 500, 600, 750, 800, 1000),
)


class Rounding(StrEnum):
    """How a printed number may have been rounded."""

    NEAREST = "nearest"
    TRUNCATED = "truncated"
    UP = "up"


@dataclass(frozen=True, slots=True)
class PrintedRtp:
    """An RTP as printed: its value, and the unit of its last digit (both as plain numbers)."""

    text: str
    value: Fraction
    unit: Fraction

    @classmethod
    def parse(cls, text: str) -> PrintedRtp:
        """Read a percentage such as "96.29", "96.29 %". Raises BjcalcError naming the text."""
        match = re.fullmatch(r"\s*([+-]?)(\d+)(?:\.(\d+))?\s*%?\s*", text, re.ASCII)
        shown = repr(text) if len(text) <= 60 else f"{text[:56]!r}..."
        if match is None:
            raise BjcalcError(
                f"--rtp: {shown} is not a percentage: write it with its printed digits, as 96.29"
            )
        sign, whole, part = match.group(1), match.group(2), match.group(3) or ""
        if sign == "-":
            raise BjcalcError(f"--rtp: {shown} is negative: an RTP is what comes back, as 96.29")
        if len(part) > MAX_PLACES:
            raise BjcalcError(
                f"--rtp: {shown} has {len(part)} digits after the point: {MAX_PLACES} are the most"
            )
        if len(whole.lstrip("0")) > len(str(MAX_PERCENT)):
            raise BjcalcError(
                f"--rtp: {shown} is above {MAX_PERCENT} percent, the most that can be asked"
            )
        unit = Fraction(1, 100 * 10 ** len(part))
        value = int((whole + part).lstrip("0") or "0") * unit
        if not value:
            raise BjcalcError(f"--rtp: {shown}: an RTP of zero needs no pay table: nothing is paid")
        if value < Fraction(2, 100):
            raise BjcalcError(
                f"--rtp: {shown} percent is hardly an RTP: it is asked for in percent, so write "
                "96.29, not 0.9629"
            )
        return cls(text.strip().lstrip("+").rstrip("%").rstrip(), value, unit)

    def admits(self, rtp: Fraction, rounding: Rounding) -> bool:
        """Return whether this exact RTP, so rounded, is printed like that."""
        low, high = self.numerators(rounding, rtp.denominator)
        return low <= rtp.numerator <= high

    def numerators(self, rounding: Rounding, total: int) -> tuple[int, int]:
        """Return the least and the greatest n such that n / total is printed like that."""
        if rounding is Rounding.NEAREST:
            half = self.unit / 2
            return ceil((self.value - half) * total), floor((self.value + half) * total)
        if rounding is Rounding.TRUNCATED:
            return ceil(self.value * total), ceil((self.value + self.unit) * total) - 1
        return floor((self.value - self.unit) * total) + 1, floor(self.value * total)


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A published pay table for the same categories, in the bet's order of categories."""

    name: str
    source: str
    pays: tuple[Fraction, ...]
    rtp: Fraction


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The reachable RTPs next to what a rounding admits, with a pay table for each; None: none."""

    below: tuple[Fraction, tuple[int, ...]] | None
    above: tuple[Fraction, tuple[int, ...]] | None


class PayTables:
    """The whole-number pay tables of one bet that a printed RTP can come from.

    `lowest` and `highest` bound the pays; where `ordered`, a rarer category pays at least as much.
    Categories that cannot happen with this shoe have no say and are left out: `live` are the
    indices of the others, and every table lists the pays of these alone.
    """

    def __init__(
        self,
        counts: BetCounts,
        printed: PrintedRtp,
        *,
        lowest: int = 1,
        highest: int = 1000,
        ordered: bool = True,
    ) -> None:
        """Prepare the search. Raises BjcalcError where the limits make no sense."""
        if not 0 <= lowest <= highest <= MAX_PAY:
            raise BjcalcError(
                f"--min {lowest} --max {highest}: pays must lie within 0 to {MAX_PAY}, the least "
                "not above the greatest"
            )
        self.counts, self.printed = counts, printed
        self.live = tuple(index for index, number in enumerate(counts.categories) if number)
        if not self.live:
            raise BjcalcError(
                f"{counts.bet.name}: no category can happen with {counts.shoe.describe()}"
            )
        numbers = [counts.categories[index] for index in self.live]
        self.step = gcd(*numbers)
        self.pays = WholePays(
            [number // self.step for number in numbers], low=lowest, high=highest, ordered=ordered
        )
        self.lowest, self.highest, self.ordered = lowest, highest, ordered

    @property
    def lattice(self) -> tuple[int, int]:
        """(a, b) such that every RTP of whole-number pays is a whole multiple of a / b."""
        unit = Fraction(gcd(self.step, self.counts.winning), self.counts.total)
        return unit.numerator, unit.denominator

    def rtp(self, pays: tuple[int, ...]) -> Fraction:
        """Return the exact RTP of pays for the live categories."""
        won = sum(
            self.counts.categories[index] * pay for index, pay in zip(self.live, pays, strict=True)
        )
        return Fraction(self.counts.winning + won, self.counts.total)

    def roundings(self, rtp: Fraction) -> tuple[Rounding, ...]:
        """Return the ways of rounding by which this exact RTP is printed like the claim."""
        return tuple(rounding for rounding in Rounding if self.printed.admits(rtp, rounding))

    def number(self, rounding: Rounding | None = None) -> int | None:
        """Return the exact number of tables under a rounding (None: under any of them).

        None where they are too many to count with a reasonable amount of work.
        """
        try:
            return self.pays.count(*self._sums(rounding))
        except TooLargeError:
            return None

    def neighbours(self, rounding: Rounding) -> Neighbours | None:
        """Return the reachable RTPs on both sides of what the rounding admits.

        None where settling that would take an unreasonable amount of work.
        """
        try:
            below, above = self.pays.neighbours(*self._sums(rounding))
        except TooLargeError:
            return None
        return Neighbours(self._example(below), self._example(above))

    def tables(self) -> Iterator[tuple[int, ...]]:
        """Yield every table under any rounding, by rising pay of the commonest category first."""
        return self.pays.tables(*self._sums(None))

    def ranked(self, size: int) -> list[tuple[int, ...]]:
        """Return the first `size` tables by rank; those that look most like a layout come first.

        Rank: first the cost, which is 0 for a usual pay (`USUAL_PAYS`), 1 for another multiple of
        5, 2 for any other, and 1 more for each category that pays what another pays, added up;
        among equals, the table whose categories return the most even shares (least sum of their
        squares). Of more than `RANK_ALL` tables of one cost the shares of the first that many in
        the order of `tables` are compared. Where tables are so scarce that finding them takes
        more than `RANK_STEPS` steps at one cost, only those found so far are returned.
        """
        number = self.number()
        if number == 0 or size <= 0:
            return []
        if number is not None and number <= RANK_ALL:
            return sorted(self._found(None)[0], key=self._rank)[:size]
        ranked: list[tuple[int, ...]] = []
        levels = [
            [pay for pay in range(self.lowest, self.highest + 1) if oddness(pay) <= level]
            for level in range(3)
        ]
        for cost in range(3 * len(self.live) + 1):
            # A table of this cost has no pay that alone costs more.
            found, complete = self._found(levels[min(cost, 2)], cost)
            ranked += sorted(found, key=self._rank)[: size - len(ranked)]
            if len(ranked) == size or not complete:
                break
        return ranked

    def _found(
        self, allowed: list[int] | None, cost: int | None = None
    ) -> tuple[list[tuple[int, ...]], bool]:
        """Return tables made of the allowed pays, and whether the search was not cut short.

        At most `RANK_ALL`; with `cost`, only tables of that cost.
        """
        found: list[tuple[int, ...]] = []
        tables = self.pays.tables(*self._sums(None), allowed=allowed, steps=RANK_STEPS)
        fitting = (pays for pays in tables if cost is None or table_cost(pays) == cost)
        try:
            for pays in islice(fitting, RANK_ALL):
                found.append(pays)
        except TooLargeError:
            return found, False
        return found, True

    def within_limits(self, pays: Sequence[int | Fraction]) -> bool:
        """Return whether pays for the live categories are among those that are looked for.

        That is whole, within the limits, and in the order asked for.
        """
        return all(pay.denominator == 1 for pay in pays) and self.pays.admits(
            [int(pay) for pay in pays]
        )

    def live_pays(self, known: KnownTable) -> tuple[Fraction, ...]:
        """Return the pays of a published table for the live categories."""
        return tuple(known.pays[index] for index in self.live)

    @property
    def none_fits(self) -> bool:
        """Whether it is settled that no table within the limits fits, under any rounding."""
        return self.number() == 0

    @cached_property
    def known(self) -> tuple[KnownTable, ...]:
        """The published tables for the same categories that the claim can come from.

        Also those that `within_limits` leaves out.
        """
        return tuple(table for table in known_tables(self.counts) if self.roundings(table.rtp))

    def _rank(self, pays: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        numbers = (self.counts.categories[index] for index in self.live)
        uneven = sum((number * pay) ** 2 for number, pay in zip(numbers, pays, strict=True))
        return table_cost(pays), uneven, pays

    def _sums(self, rounding: Rounding | None) -> tuple[int, int]:
        """Return the range of the sum of weight times pay that the rounding leaves."""
        chosen = [rounding] if rounding is not None else list(Rounding)
        ranges = [self.printed.numerators(each, self.counts.total) for each in chosen]
        first = min(low for low, _ in ranges) - self.counts.winning
        last = max(high for _, high in ranges) - self.counts.winning
        return -(-first // self.step), last // self.step

    def _example(self, total: int | None) -> tuple[Fraction, tuple[int, ...]] | None:
        if total is None:
            return None
        pays = next(self.pays.tables(total, total))
        return self.rtp(pays), pays


def oddness(pay: int) -> int:
    """Return how unusual a pay is: 0 a usual one, 1 another multiple of 5, 2 any other."""
    place = bisect_left(USUAL_PAYS, pay)
    if place < len(USUAL_PAYS) and USUAL_PAYS[place] == pay:
        return 0
    return 1 if pay % 5 == 0 else 2


def table_cost(pays: tuple[int, ...]) -> int:
    """Return how unlike a layout a table looks: its odd pays and its repeated ones."""
    repeated = sum(pays.count(pay) > 1 for pay in pays)
    return sum(map(oddness, pays)) + repeated


def known_tables(counts: BetCounts) -> list[KnownTable]:
    """Return the published tables for the categories of a bet, with their RTP on its shoe.

    A known bet is the same if its conditions are, in any order; what an ace may be in a straight
    is a reading of the rules and may differ.
    """
    bet = counts.bet
    conditions = _plain_conditions(bet.cards, [category.when for category in bet.categories])
    tables = []
    for known in known_bets():
        if known.cards != bet.cards or known.offered != bet.offered_when:
            continue
        theirs = _plain_conditions(known.cards, [when for _, when in known.categories])
        if set(theirs) != set(conditions) or known.paid != bet.paid:
            continue
        for version in known.versions:
            by_condition = dict(zip(theirs, version.amounts, strict=True))
            pays = tuple(by_condition[condition] for condition in conditions)
            won = sum(
                (number * pay for number, pay in zip(counts.categories, pays, strict=True)),
                Fraction(0),
            )
            rtp = (counts.winning + won) / counts.total
            tables.append(KnownTable(f"{known.name} {version.id}", version.source, pays, rtp))
    return tables


def _plain_conditions(cards: tuple[str, ...], texts: list[str]) -> list[Condition]:
    return [parse_condition(text, cards=cards) for text in texts]
