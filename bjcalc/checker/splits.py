"""The value of a split, by dealing second cards to its hands one after the other.

The state is: hands pending (a card of the pair, no second card yet) and hands made (second card
dealt, not of the pair). Each hand holds one card of the pair, so pending + made pair cards are out.
A second card of the pair makes one pending hand more, until the limit; then the pending hands take
any second card. At the end each hand is worth what one hand is worth with the other hands' pair
cards gone and the made hands' second cards hidden: known not to be of the pair, and nothing else.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from bjcalc.checker.dealer import Dealer, Law
from bjcalc.checker.hands import PIPS, Hand, plus
from bjcalc.checker.play import Letters, Play
from bjcalc.checker.reading import Unreadable

Pair = tuple[Fraction, Fraction]
"""Net result and stake, joint with "no natural" where the dealer peeks, given the three cards."""


class Splits:
    """The values of splitting one pair against one up card.

    `dealer` has the pair's value last; `pair` indexes its counts (10 for tens of one rank), `value`
    is the value of its cards.
    """

    def __init__(self, dealer: Dealer, letters: Letters, pair: int, value: int, depth: int) -> None:
        """Prepare; the shoe must be able to fill all hands."""
        self.rules, self.dealer, self.letters = dealer.rules, dealer, letters
        self.pair, self.value, self.depth = pair, value, depth
        self.limit = self.rules.hands_allowed(value)
        self.start = plus((0,) * len(dealer.unseen), pair)
        self.deal = cache(self._deal)
        self.hand = cache(self._one_hand)
        self.play = cache(self._play_with)

    def worth(self) -> Pair:
        """Return the worth of splitting, every further pair split up to the limit."""
        self._need_cards()
        net, stake = self.deal(2, 0)
        rules, up = self.rules, self.dealer.up
        if rules.natural_takes == "original" and not rules.peeks_at(up):
            law = Law(self.dealer, self.depth)
            pair = plus(self.start, self.pair)
            net -= Fraction(law.natural(pair), law.whole(pair))
        return net, stake

    def _deal(self, pending: int, made: int) -> Pair:
        """Return the worth of all hands together, in this state."""
        hands = pending + made
        if pending == 0 or hands == self.limit:
            parts = [(made, self.hand(hands - 1, made - 1, True))] if made else []
            if pending:
                parts.append((pending, self.hand(hands - 1, made, False)))
            return (
                sum((number * worth[0] for number, worth in parts), Fraction(0)),
                sum((number * worth[1] for number, worth in parts), Fraction(0)),
            )
        unseen = self.dealer.unseen
        gone = (0, 0) if self.rules.infinite else (hands, hands + made)
        chance = Fraction(unseen[self.pair] - gone[0], sum(unseen) - gone[1])
        net = stake = Fraction(0)
        if chance:
            worth = self.deal(pending + 1, made)
            net, stake = chance * worth[0], chance * worth[1]
        if chance != 1:
            worth = self.deal(pending - 1, made + 1)
            net, stake = net + (1 - chance) * worth[0], stake + (1 - chance) * worth[1]
        return net, stake

    def _one_hand(self, extra: int, hidden: int, made: bool) -> Pair:
        """Return the worth of one hand; `made`: its second card is known not to be of the pair.

        `extra`: pair cards in other hands. `hidden`: other hands' second cards, not of the pair.
        """
        play = self.play(extra, hidden)
        law = play.law
        net = stake = whole = 0
        for card, weight in law.next_cards(self.start):
            if made and card == self.pair:
                continue
            hand = plus(self.start, card)
            worth = play.worth(hand)
            net += weight * worth[0]
            stake += weight * worth[1]
            whole += weight * law.whole(hand)
        return Fraction(net, whole * play.scale), Fraction(stake, whole)

    def _play_with(self, extra: int, hidden: int) -> Play:
        law = Law(self.dealer, self.depth, self.pair, extra, hidden)
        return Play(self.rules, law, self.letters, self.value)

    def _need_cards(self) -> None:
        """Refuse a shoe that could run out, by the two sufficient conditions of FORMAT.md."""
        dealer = self.dealer
        if self.rules.infinite:
            return
        pips = PIPS[dealer.up] + sum(map(int.__mul__, dealer.unseen, PIPS))
        if pips > 31 * self.limit + 26:
            return
        play = self.play(1, 0)

        def longest(hand: Hand) -> int:
            letter = play.letter(hand)
            if letter == "S":
                return sum(hand)
            if letter != "H":
                return sum(hand) + 1
            return max(longest(plus(hand, card)) for card, _ in play.law.next_cards(hand))

        most = max(longest(plus(self.start, card)) for card, _ in play.law.next_cards(self.start))
        if self.limit * most + dealer.longest > sum(dealer.unseen):
            raise Unreadable("not-supported", "the shoe is too small for the hands of a split")
