"""What a finished hand is paid against a finished dealer, as data: the one place that decides it.

`settlement(rules)` compiles rules to a table: for each final of the player and each final of the
dealer a whole number, what a stake of one wins (above 0) or loses (below 0), in units of 1/`unit`
of the initial bet. The solver, the outcome laws and the moments read the table and know none of
the rules behind it. The witnesses (bjcalc/witness, the simulator, the checker) do not read it.

A rule of settlement is a few entries: where the dealer pushes on 22, `_table` puts 0 at (each
total, DEALER_22).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from bjcalc.rules.model import NaturalTakes, Rules, Tie

# Finals of the player: 1 to 21 are totals, the others follow.
BUST = 0
TOTALS = range(1, 22)
WON = 22  # at once: a Charlie
WON_WITH_21 = 23
NATURAL = 24
EVEN_MONEY = 25
SURRENDERED_EARLY = 26
SURRENDERED_LATE = 27
INSURANCE = 28  # no hand: the insurance bet, per unit of the initial bet
FINALS = 29

# Finals of the dealer: 1 to 21 are totals; 22 is apart from higher totals for rules that name it.
DEALER_22 = 22
DEALER_OVER_22 = 23
DEALER_NATURAL = 24
DEALER_FINALS = 25


class Stake(NamedTuple):
    """What a hand wins and what it loses, in initial bets; a stake of the house loses nothing."""

    wins: int
    loses: int


PLAIN = Stake(1, 1)
DOUBLED = Stake(2, 2)


class Settlement(NamedTuple):
    """The table of one game: `table[final of the player][final of the dealer]`, see the module.

    `unit` is the number of parts of an initial bet in which all results are whole; it is even.
    `natural_takes` says what a dealer natural takes of a hand that it beats, after a split too:
    the hand's stake, one unit from each hand, or one unit from the whole round.
    `charlie_cards` is the number of cards with which a hand has won at once, None for none.
    """

    unit: int
    table: tuple[tuple[int, ...], ...]
    natural_takes: NaturalTakes
    charlie_cards: int | None

    def final(self, total: int, cards: int) -> int:
        """Return the player's final of a hand of this total that is no natural and not bust."""
        if self.charlie_cards is None or cards < self.charlie_cards:
            return total
        return WON_WITH_21 if total == 21 else WON

    def net(self, player: int, dealer: int, stake: Stake = PLAIN, *, split: bool = False) -> int:
        """Return what one hand wins, in units. A dealer natural is one that was not peeked at.

        Of a split round a natural may take a unit besides what its hands lose: `split_round`.
        """
        entry = self.table[player][dealer]
        if entry > 0:
            return entry * stake.wins
        if dealer != DEALER_NATURAL or self.natural_takes is NaturalTakes.ALL:
            return entry * stake.loses
        return 0 if split and self.natural_takes is NaturalTakes.ORIGINAL else entry

    def split_round(self, dealer: int) -> int:
        """Return what a round with a split wins besides its hands, in units (0 or less)."""
        takes_once = self.natural_takes is NaturalTakes.ORIGINAL
        return -self.unit if takes_once and dealer == DEALER_NATURAL else 0


@lru_cache(maxsize=64)
def settlement(rules: Rules) -> Settlement:
    """Return the rules' settlement."""
    insurance = rules.insurance
    pays = [Fraction(1, 2), rules.blackjack.pays, insurance.price, insurance.price * insurance.pays]
    if rules.charlie is not None:
        pays.append(rules.charlie.pays)
    unit = lcm(*(pay.denominator for pay in pays))
    cards = rules.charlie.cards if rules.charlie is not None else None
    return Settlement(unit, _table(rules, unit), rules.dealer.natural_takes, cards)


def _table(rules: Rules, unit: int) -> tuple[tuple[int, ...], ...]:
    """Return what a stake of one wins, in units, by the finals of the player and of the dealer."""

    def units(pay: Fraction) -> int:
        return int(pay * unit)

    worth = {Tie.PUSH: 0, Tie.LOSE: -unit, Tie.WIN: unit}
    tie = worth[rules.ties.hands]
    table = [[-unit] * DEALER_FINALS for _ in range(FINALS)]
    for total in TOTALS:
        for dealer in (*range(total), DEALER_22, DEALER_OVER_22):
            table[total][dealer] = unit
        table[total][total] = tie
        if rules.dealer.push_22:
            table[total][DEALER_22] = 0
    table[NATURAL] = [units(rules.blackjack.pays)] * DEALER_FINALS
    if rules.ties.naturals is not Tie.WIN:
        table[NATURAL][DEALER_NATURAL] = worth[rules.ties.naturals]
    if not rules.blackjack.beats_drawn_21:
        table[21][DEALER_NATURAL] = tie
        if rules.ties.hands is not Tie.WIN:
            table[NATURAL][21] = tie
    table[EVEN_MONEY] = [unit] * DEALER_FINALS
    table[SURRENDERED_EARLY] = [-unit // 2] * DEALER_FINALS
    table[SURRENDERED_LATE][:DEALER_NATURAL] = [-unit // 2] * DEALER_NATURAL
    insurance = rules.insurance
    table[INSURANCE] = [-units(insurance.price)] * DEALER_FINALS
    table[INSURANCE][DEALER_NATURAL] = units(insurance.price * insurance.pays)
    charlie = rules.charlie
    if charlie is not None:
        for final, total in ((WON, 20), (WON_WITH_21, 21)):
            table[final] = [units(charlie.pays)] * DEALER_FINALS
            if not charlie.beats_natural:
                table[final][DEALER_NATURAL] = table[total][DEALER_NATURAL]
    return tuple(map(tuple, table))
