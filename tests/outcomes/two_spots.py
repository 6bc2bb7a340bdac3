"""Two spots at one table, played through every order of a small shoe.

The brute force table plays one spot; here, when its first spot is finished, the second is played
from what is left of the shoe, and then the dealer, once, for both.
"""

from __future__ import annotations

from fractions import Fraction

from bjcalc.witness.bruteforce import Cards, Deal, Finished, Table, collect, count_values

Key = tuple[Fraction, Fraction, Fraction, Fraction]


class TwoSpots(Table):
    """Leaves out surrender, insurance and pairs by rank."""

    _stage: tuple[object, ...] = ()

    def play_two(self) -> dict[Key, Fraction]:
        """The chance of (net, stake) of the first spot with (net, stake) of the second."""
        ledger: dict[Key, int] = {}
        for cards, ways, stock in self._deals(6):
            one, two = tuple(sorted(cards[:2])), tuple(sorted(cards[2:4]))
            up, hole = cards[4:]
            for key, number in self._both(Deal(stock, up, hole), one, two).items():
                ledger[key] = ledger.get(key, 0) + ways * number
        total = self._shuffles(self.shoe)
        assert sum(ledger.values()) == total
        return {key: Fraction(number, total) for key, number in ledger.items()}

    def _deals(self, cards: int):  # type: ignore[no-untyped-def]
        if cards == 0:
            yield (), 1, self.shoe
            return
        for dealt, ways, stock in self._deals(cards - 1):
            for card, number, rest in self._draw(stock, "the deal"):
                yield (*dealt, card), ways * number, rest

    def _both(self, deal: Deal, one: Cards, two: Cards):  # type: ignore[no-untyped-def]
        if self._is_natural((deal.up, deal.hole)) and self._peeks(deal.up):
            lost = [Fraction(0 if self._is_natural(cards) else -1) for cards in (one, two)]
            return {(lost[0], Fraction(1), lost[1], Fraction(1)): self._shuffles(deal.stock)}
        self._stage = ("first", two)
        return self._begin(deal, one)

    def _begin(self, deal: Deal, cards: Cards):  # type: ignore[no-untyped-def]
        action = "stand"
        if not self._is_natural(cards):
            action = self.strategy.best(count_values(cards), deal.up)
        return self._act(deal, cards, action)

    def _settled(  # type: ignore[no-untyped-def, override]
        self, deal: Deal, finished: tuple[Finished, ...], split: bool
    ):
        stage = self._stage
        if stage[0] == "first":
            self._stage = ("second", finished, split)
            try:
                return self._begin(deal, stage[1])  # type: ignore[arg-type]
            finally:
                self._stage = stage
        spots = ((stage[1], stage[2]), (finished, split))
        if self._is_natural((deal.up, deal.hole)):
            nets = [self._against_natural(hands, was) for hands, was in spots]  # type: ignore[arg-type]
            return {self._key(nets, spots): self._shuffles(deal.stock)}
        ends = self._dealer(deal.stock, tuple(sorted((deal.up, deal.hole))))
        return collect(
            (number, {self._key([self._net(hands, total) for hands, _ in spots], spots): 1})  # type: ignore[arg-type, misc]
            for total, number in ends.items()
        )

    @staticmethod
    def _key(nets, spots) -> Key:  # type: ignore[no-untyped-def]
        stakes = [Fraction(sum(stake for _, _, stake in hands)) for hands, _ in spots]
        return nets[0], stakes[0], nets[1], stakes[1]

    def _remember(self, key, compute):  # type: ignore[no-untyped-def]
        return super()._remember((self._stage, *key), compute)
