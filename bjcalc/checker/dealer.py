"""How the dealer's hand ends, for any cards gone, and the law by which cards are drawn.

The dealer's hands are found by drawing card by card and counting the orders that lead to each
multiset that stands. The number of ways to deal a multiset is its orders times a product, over the
values, of falling factorials of the cards left. So for cards gone R, the sum over multisets is done
one value after the other: all that differ only in values already done are merged. Hands that share
their tens, nines, ... share that work.

A `Law` says how likely the next cards are for one player's hand when, besides the hand and the
up card, `extra` cards of the pair's value are gone and `hidden` unseen cards are known not to be of
that value (the second cards of other hands of a split, not known any further). Everything is a
joint chance: an integer over `Law.whole(hand)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import perm
from operator import mul

from bjcalc.checker.hands import ACE, TEN, Hand, Rules, plus, total
from bjcalc.checker.reading import Unreadable


class Dealer:
    """The dealer's hands for one up card that end without bust or natural.

    `unseen`: counts of all cards but the up card, by value, or eleven counts with tens of one rank
    apart. `last`: the value that is summed last, and stays apart until a `Law` weighs it.
    """

    def __init__(self, rules: Rules, up: int, unseen: Hand, last: int = ACE) -> None:
        """List the hands and lay out the sums."""
        self.rules, self.up, self.unseen, self.last = rules, up, unseen, last
        self.unfinished: set[Hand] = set()
        ends = self._ends()
        self.longest = 1 + max(map(sum, self.unfinished))
        order = [value for value in reversed(range(len(unseen))) if value != last]
        self._order = order
        # A term is (final total, cards drawn, cards of `last`, counts of the values still to do).
        level = sorted(
            (points, sum(drawn), drawn[last], *(drawn[value] for value in order))
            for drawn, (points, _) in ends.items()
        )
        orders = {
            (points, sum(drawn), drawn[last], *(drawn[value] for value in order)): number
            for drawn, (points, number) in ends.items()
        }
        self._sums: dict[Hand, list[int]] = {(): [orders[term] for term in level]}
        self._steps: list[tuple[list[int], list[int]]] = []
        for _ in order:
            merged = sorted({(*term[:3], *term[4:]) for term in level})
            place = {term: index for index, term in enumerate(merged)}
            targets = [place[(*term[:3], *term[4:])] for term in level]
            self._steps.append((targets, [term[3] for term in level]))
            level = merged
        self.sizes = [(term[1], term[2]) for term in level]
        self._starts = [term[0] for term in level]

    def _ends(self) -> dict[Hand, tuple[int, int]]:
        """Return drawn cards -> (final total, number of orders), and collect `unfinished`."""
        natural = {ACE: {TEN, TEN + 1}, TEN: {ACE}}.get(self.up, set())
        limit = self.rules.dealer_limit
        ends: dict[Hand, tuple[int, int]] = {}
        going: dict[Hand, int] = {(0,) * len(self.unseen): 1}
        while going:
            self.unfinished.update(going)
            longer: dict[Hand, int] = {}
            for drawn, number in going.items():
                for card, left in enumerate(self.unseen):
                    enough = left > 0 if self.rules.infinite else left > drawn[card]
                    if enough and not (card in natural and sum(drawn) == 0):
                        more = plus(drawn, card)
                        longer[more] = longer.get(more, 0) + number
            going = {}
            for drawn, number in longer.items():
                points, soft = total(plus(drawn, self.up))
                stands = points > 17 or (points == 17 and not (soft and self.rules.hits_soft17))
                if limit is not None and sum(drawn) + 1 >= limit:
                    stands = True
                if not stands:
                    going[drawn] = number
                elif points <= 21:
                    ends[drawn] = points, number
        return ends

    def first_at_least(self, points: int) -> int:
        """Return the index of the first sum whose final total is `points` or more."""
        return next((i for i, end in enumerate(self._starts) if end >= points), len(self._starts))

    def sums(self, gone: Hand) -> list[int]:
        """Return the sum of each (total, cards drawn, cards of `last`), `last` not yet weighed."""
        return self._sums_after(tuple(gone[value] for value in self._order))

    def _sums_after(self, gone: Hand) -> list[int]:
        known = self._sums.get(gone)
        if known is None:
            before = self._sums_after(gone[:-1])
            targets, exponents = self._steps[len(gone) - 1]
            left = self.unseen[self._order[len(gone) - 1]]
            left -= 0 if self.rules.infinite else gone[-1]
            chances = falling_table(left, max(exponents, default=0), infinite=self.rules.infinite)
            known = [0] * (1 + max(targets, default=-1))
            for target, exponent, number in zip(targets, exponents, before, strict=True):
                known[target] += number * chances[exponent]
            self._sums[gone] = known
        return known


def falling(number: int, steps: int, *, infinite: bool = False) -> int:
    """Return number x (number - 1) x ..., `steps` factors; a power where draws are put back."""
    return pow(number, steps) if infinite else perm(number, steps)


def falling_table(number: int, longest: int, *, infinite: bool) -> list[int]:
    """Return `falling` for 0, 1, ..., `longest` steps."""
    return [falling(number, steps, infinite=infinite) for steps in range(longest + 1)]


class Law:
    """How likely the next cards are for one hand; see the module's text.

    With draws put back nothing that is gone or hidden matters. `pair` is None for unsplit hands.
    """

    def __init__(
        self, dealer: Dealer, depth: int, pair: int | None = None, extra: int = 0, hidden: int = 0
    ) -> None:
        """`depth`: the most cards that one hand and the dealer can hold, without the up card."""
        self.dealer, self.rules, self.up = dealer, dealer.rules, dealer.up
        self.infinite = self.rules.infinite
        if self.infinite:
            extra = hidden = 0
        self.pair, self.extra, self.hidden = pair, extra, hidden
        counts = list(dealer.unseen)
        if pair is not None:
            counts[pair] -= extra
        self.counts = tuple(counts)
        self.size = sum(counts)
        # Draws in all, and of cards that are not of the pair's value, over which chances are kept.
        self.depth = depth if self.infinite else min(depth, self.size - hidden)
        self.others = self.size - counts[pair] if pair is not None and hidden else 0
        self.other_depth = min(depth, self.others)
        self._weights: dict[tuple[int, int], list[int]] = {}
        self._wholes: dict[tuple[int, int], int] = {}
        self._firsts = [dealer.first_at_least(points) for points in range(23)]

    def _key(self, hand: Hand) -> tuple[int, int]:
        """What chances depend on beside the other values: cards held, and those of `last`."""
        return sum(hand), hand[self.dealer.last]

    def whole(self, hand: Hand) -> int:
        """Return what chances after this hand are over."""
        key = self._key(hand)
        if key not in self._wholes:
            held, paired = key
            whole = self._rest(self.size - self.hidden - held * (not self.infinite), held)
            if self.hidden:
                drawn = held - paired
                whole *= falling(self.others - drawn, self.other_depth - drawn)
            self._wholes[key] = whole
        return self._wholes[key]

    def _rest(self, unseen: int, drawn: int) -> int:
        """Return the ways of drawing on from `unseen` cards, after `drawn`, to the full depth."""
        if drawn > self.depth:
            raise Unreadable("not-supported", "the shoe is too small for these rules")
        return falling(unseen, self.depth - drawn, infinite=self.infinite)

    def next_cards(self, hand: Hand) -> Iterator[tuple[int, int]]:
        """Yield each card that can come next and w: w / `whole(longer hand)` is its joint chance.

        A hidden card is any of those not of the pair's value, so of these only a part can come.
        """
        part = 1
        if self.hidden:
            part = self.others - (sum(hand) - hand[self.dealer.last]) - self.hidden
        for card, number in enumerate(self.counts):
            left = number if self.infinite else number - hand[card]
            if left:
                yield card, left if card == self.pair else left * part

    def natural(self, hand: Hand) -> int:
        """Return the chance that the hole card now makes a dealer natural."""
        if self.up not in (ACE, TEN):
            return 0
        wanted = (TEN, TEN + 1) if self.up == ACE else (ACE,)
        return sum(
            weight * self.whole(plus(hand, card))
            for card, weight in self.next_cards(hand)
            if card in wanted
        )

    def in_play(self, hand: Hand) -> int:
        """Return the chance that the dealer has no natural."""
        return self.whole(hand) - self.natural(hand)

    def margin(self, hand: Hand, points: int) -> int:
        """Return P(the dealer has less, or busts) - P(more), without a natural."""
        sums = self.dealer.sums(hand)
        weights = self._dealer_weights(hand)
        equal, more = self._firsts[points], self._firsts[points + 1]
        pushed: int = sum(map(mul, sums[equal:more], weights[equal:more]))
        lost: int = sum(map(mul, sums[more:], weights[more:]))
        return self.in_play(hand) - pushed - 2 * lost

    def reaches(self, hand: Hand, points: int) -> int:
        """Return P(the dealer draws to exactly these points)."""
        start, stop = self._firsts[points], self._firsts[points + 1]
        sums, weights = self.dealer.sums(hand), self._dealer_weights(hand)
        reached: int = sum(map(mul, sums[start:stop], weights[start:stop]))
        return reached

    def _dealer_weights(self, hand: Hand) -> list[int]:
        """Return, for each of the dealer's sums, what turns it into a chance."""
        key = self._key(hand)
        if key not in self._weights:
            by_size = {size: self._dealer_weight(*key, *size) for size in set(self.dealer.sizes)}
            self._weights[key] = [by_size[size] for size in self.dealer.sizes]
        return self._weights[key]

    def _dealer_weight(self, held: int, paired: int, drawn: int, last: int) -> int:
        """Return the weight of a dealer who draws `drawn` cards, `last` of them of value `last`."""
        gone = 0 if self.infinite else paired
        left = self.counts[self.dealer.last] - gone
        weight = falling(left, last, infinite=self.infinite)
        unseen = self.size - self.hidden - (0 if self.infinite else held + drawn)
        if weight == 0 or held + drawn > self.depth:
            return 0
        weight *= self._rest(unseen, held + drawn)
        if self.hidden:
            others, more = self.others - (held - paired), drawn - last
            if held - paired + more > self.other_depth:
                return 0
            weight *= falling(others - self.hidden, more)
            if weight == 0:
                return 0
            weight *= falling(others - more, self.other_depth - (held - paired) - more)
        return weight


def can_run_out(dealer: Dealer, gone: Hand) -> bool:
    """Return whether the dealer may need a card when these are gone and nothing is left.

    That is so when drawing the whole rest of the shoe leaves the hand unfinished.
    """
    if dealer.rules.infinite:
        return False
    rest = tuple(have - taken for have, taken in zip(dealer.unseen, gone, strict=True))
    return sum(rest) < dealer.longest and rest in dealer.unfinished
