"""How the dealer's hand ends, for any cards gone, and the law by which cards are drawn.

The dealer's hands are found by drawing card by card and counting the orders that lead to each
multiset that stands. The number of ways to deal a multiset is its orders times a product, over the
values, of falling factorials of the cards left. So for cards gone, the sum over multisets is done
one value after the other: all that differ only in values already done are merged.

All that is drawn, by player and dealer, is weighed by a `Law`: n cards of which a are of the
pair's value come with chance (ways to draw them) x `Law.weight(n, a)`, over one number for all. So
values are sums of (ways x weights), in whole numbers, and a hand's own chance divides out.
"""

from __future__ import annotations

from itertools import groupby
from math import perm
from operator import mul

from bjcalc.checker.hands import ACE, PAIR_TEN, TEN, Hand, plus, total
from bjcalc.checker.rules import DEALER_22, Rules

NATURAL_WITH = {ACE: (TEN, PAIR_TEN), TEN: (ACE,)}
"""The hole cards that make a natural, by the up card."""


class Dealer:
    """The dealer's hands for one up card that end without a bust (but 22 if told apart) or natural.

    `unseen`: counts of all cards but the up card, by value, or eleven counts with tens of one rank
    apart. `last`: the value that is summed last, and stays apart until a `Law` weighs it.
    """

    def __init__(self, rules: Rules, up: int, unseen: Hand, last: int = ACE) -> None:
        """List the hands and lay out the sums."""
        self.rules, self.up, self.unseen, self.last = rules, up, unseen, last
        self.longest = 0  # the most cards that it can draw
        ends = self._ends()
        self._order = [value for value in reversed(range(len(unseen))) if value != last]
        # A term is (final total, cards drawn, cards of `last`, counts of the values still to do).
        orders = {
            (points, sum(drawn), drawn[last], *(drawn[value] for value in self._order)): number
            for drawn, (points, number) in ends.items()
        }
        terms = sorted(orders)
        self._sums: dict[Hand, list[int]] = {(): [orders[term] for term in terms]}
        self._steps: list[tuple[list[int], list[int]]] = []
        for _ in self._order:
            merged = sorted({(*term[:3], *term[4:]) for term in terms})
            place = {term: index for index, term in enumerate(merged)}
            targets = [place[(*term[:3], *term[4:])] for term in terms]
            self._steps.append((targets, [term[3] for term in terms]))
            terms = merged
        self.sizes = [(term[1], term[2]) for term in terms]
        # For each final total the part of the sums that is about it.
        self.finals: list[tuple[int, int, int]] = []
        for points, same in groupby(enumerate(terms), key=lambda placed: placed[1][0]):
            places = [index for index, _ in same]
            self.finals.append((points, places[0], places[-1] + 1))

    def _ends(self) -> dict[Hand, tuple[int, int]]:
        """Return drawn cards -> (final total, number of orders), and find the longest hand."""
        natural = NATURAL_WITH.get(self.up, ())
        most = DEALER_22 if self.rules.tells_22_apart() else DEALER_22 - 1
        ends: dict[Hand, tuple[int, int]] = {}
        going: dict[Hand, int] = {(0,) * len(self.unseen): 1}
        while going:
            longer: dict[Hand, int] = {}
            for drawn, number in going.items():
                for card, stock in enumerate(self.unseen):
                    if stock > drawn[card] * self.rules.step and (
                        card not in natural or sum(drawn) > 0
                    ):
                        more = plus(drawn, card)
                        longer[more] = longer.get(more, 0) + number
            self.longest += 1
            going = {}
            for drawn, number in longer.items():
                hand = plus(drawn, self.up)
                if not self.rules.dealer_stands(hand):
                    going[drawn] = number
                elif total(hand)[0] <= most:
                    ends[drawn] = total(hand)[0], number
        return ends

    def sums(self, gone: Hand) -> list[int]:
        """Return the sum of each (total, cards drawn, cards of `last`), `last` not yet weighed."""
        return self._sums_after(tuple(gone[value] for value in self._order))

    def _sums_after(self, gone: Hand) -> list[int]:
        known = self._sums.get(gone)
        if known is None:
            before = self._sums_after(gone[:-1])
            targets, exponents = self._steps[len(gone) - 1]
            left = self.unseen[self._order[len(gone) - 1]] - gone[-1] * self.rules.step
            ways = [self.falling(left, drawn) for drawn in range(max(exponents, default=0) + 1)]
            known = [0] * (1 + max(targets, default=-1))
            for target, exponent, number in zip(targets, exponents, before, strict=True):
                known[target] += number * ways[exponent]
            self._sums[gone] = known
        return known

    def falling(self, number: int, steps: int) -> int:
        """Return number x (number - 1) x ..., `steps` factors; a power where cards are put back."""
        return pow(number, steps) if self.rules.infinite else perm(number, steps)


class Law:
    """How likely the next cards are for one hand, given its cards and the up card.

    `pair`: the value that was split, None for unsplit hands; `extra` more cards of it are gone, and
    `hidden` unseen cards are known not to be of it (the second cards of other hands) and nothing
    else. With cards put back neither matters. `depth`: the most cards that one hand and the dealer
    can hold, without the up card.
    """

    def __init__(
        self, dealer: Dealer, depth: int, pair: int | None = None, extra: int = 0, hidden: int = 0
    ) -> None:
        """Work out how many cards there are."""
        self.dealer, self.rules, self.up = dealer, dealer.rules, dealer.up
        self.hidden = hidden * self.rules.step
        counts = list(dealer.unseen)
        if pair is not None:
            counts[pair] -= extra * self.rules.step
        self.counts = tuple(counts)
        self.size = sum(counts) - self.hidden
        self.others = sum(counts) - (0 if pair is None else counts[pair])
        self.depth = depth if self.rules.infinite else min(depth, self.size)
        self._weights: dict[tuple[int, int], int] = {}
        self._dealers: dict[tuple[int, int], list[int]] = {}

    def weight(self, drawn: int, paired: int) -> int:
        """Return what turns ways to draw so many cards, `paired` of the pair's value, to chances.

        Were nothing hidden, that would be 1 over size x (size - 1) x ..., `drawn` factors. Hidden
        cards leave the others that many ways less out of all ways to draw them.
        """
        if drawn > self.depth:
            return 0
        key = (drawn, paired)
        if key not in self._weights:
            left = self.size - drawn * self.rules.step
            weight = self.dealer.falling(left, self.depth - drawn)
            if self.hidden:
                free, others = self.others - self.hidden, drawn - paired
                most = min(self.depth, self.others)
                ways = perm(free, others)
                weight *= ways and ways * perm(self.others - others, most - others)
            self._weights[key] = weight
        return self._weights[key]

    def _key(self, hand: Hand) -> tuple[int, int]:
        return sum(hand), hand[self.dealer.last]

    def chance(self, hand: Hand) -> int:
        """Return the hand's own weight: what its values are to be divided by."""
        return self.weight(*self._key(hand))

    def next_cards(self, hand: Hand) -> list[tuple[int, int]]:
        """Return each card that may come next, and in how many ways."""
        left = [have - held * self.rules.step for have, held in zip(self.counts, hand, strict=True)]
        return [(card, ways) for card, ways in enumerate(left) if ways > 0]

    def natural(self, hand: Hand) -> int:
        """Return the chance that the hole card now makes a dealer natural."""
        chance = 0
        for card in NATURAL_WITH.get(self.up, ()):
            left = self.counts[card] - hand[card] * self.rules.step if card < len(hand) else 0
            if left > 0:
                chance += left * self.chance(plus(hand, card))
        return chance

    def ends(self, hand: Hand, start: int, stop: int) -> int:
        """Return the chance of a part of the dealer's ends: from one of the sums to another."""
        key = self._key(hand)
        if key not in self._dealers:
            by_size = {size: self._dealer_weight(*key, *size) for size in set(self.dealer.sizes)}
            self._dealers[key] = [by_size[size] for size in self.dealer.sizes]
        sums = self.dealer.sums(hand)
        return sum(map(mul, sums[start:stop], self._dealers[key][start:stop]))

    def _dealer_weight(self, held: int, paired: int, drawn: int, last: int) -> int:
        """Return the weight of a dealer who draws `drawn` cards, `last` of them of value `last`."""
        left = self.counts[self.dealer.last] - paired * self.rules.step
        return self.dealer.falling(left, last) * self.weight(held + drawn, paired + last)
