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
from bjcalc.checker.hands import plus
from bjcalc.checker.play import Play, Symbols

Pair = tuple[Fraction, Fraction]
"""Net result and stake, joint with "no natural" where the dealer peeks, given the three cards."""


class Splits:
    """The values of splitting one pair against one up card.

    `dealer` has the pair's value last; `pair` indexes its counts (10 for tens of one rank), `value`
    is the value of its cards.
    """

    def __init__(self, dealer: Dealer, symbols: Symbols, pair: int, value: int, depth: int) -> None:
        """Prepare; the shoe must be able to fill all hands."""
        self.rules, self.dealer, self.symbols = dealer.rules, dealer, symbols
        self.pair, self.value, self.depth = pair, value, depth
        self.limit = self.rules.hands_allowed(value)
        self.start = plus((0,) * len(dealer.unseen), pair)
        self.deal, self.hand, self.play = cache(self._deal), cache(self._hand), cache(self._play)

    def worth(self) -> Pair:
        """Return the worth of splitting, every further pair split up to the limit."""
        net, stake = self.deal(2, 0)
        rules, up = self.rules, self.dealer.up
        if rules["dealer.natural_takes"] == "original" and not rules.peeks(up):
            law, hand = Law(self.dealer, self.depth), plus(self.start, self.pair)
            net -= Fraction(law.natural(hand), law.chance(hand))
        return net, stake

    def _deal(self, pending: int, made: int) -> Pair:
        """Return the worth of all hands together, in this state."""
        hands = pending + made
        if pending == 0 or hands == self.limit:
            parts = [(Fraction(made), self.hand(hands - 1, made - 1, True))] if made else []
            if pending:
                parts.append((Fraction(pending), self.hand(hands - 1, made, False)))
        else:
            unseen, step = self.dealer.unseen, self.rules.step
            left = sum(unseen) - step * (hands + made)
            chance = Fraction(unseen[self.pair] - step * hands, left)
            parts = [(chance, self.deal(pending + 1, made))] if chance else []
            if chance != 1:
                parts.append((1 - chance, self.deal(pending - 1, made + 1)))
        net = sum((part * worth[0] for part, worth in parts), Fraction(0))
        return net, sum((part * worth[1] for part, worth in parts), Fraction(0))

    def _hand(self, extra: int, hidden: int, made: bool) -> Pair:
        """Return the worth of one hand; `made`: its second card is known not to be of the pair.

        `extra`: pair cards in other hands. `hidden`: other hands' second cards, not of the pair.
        """
        play = self.play(extra, hidden)
        net = stake = whole = 0
        for card, ways in play.law.next_cards(self.start):
            if not (made and card == self.pair):
                hand = plus(self.start, card)
                worth = play.worth(hand)
                net += ways * worth[0]
                stake += ways * worth[1]
                whole += ways * play.law.chance(hand)
        return Fraction(net, whole * self.rules.scale), Fraction(stake, whole)

    def _play(self, extra: int, hidden: int) -> Play:
        law = Law(self.dealer, self.depth, self.pair, extra, hidden)
        return Play(self.rules, law, self.symbols, self.value)
