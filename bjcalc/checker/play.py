"""The stated strategy, evaluated exactly, and the proof that no decision in it can be improved.

All values are joint with "the dealer has no natural" where the dealer peeks, and are integers over
`law.chance(hand)` times `rules.scale`, which clears the denominators of the payouts.
"""

from __future__ import annotations

from collections.abc import Callable

from bjcalc.checker.dealer import Law
from bjcalc.checker.hands import ACE, VALUES, Hand, by_value, name, plus
from bjcalc.checker.reading import agree
from bjcalc.checker.rules import NATURAL, OVER_22, Rules

Symbols = dict[Hand, str]
"""The decision S, H, Dh or Ds of every listed hand, for one up card."""

Worth = tuple[int, int]
"""Net result times `rules.scale`, and stake; both over `law.chance(hand)`."""

WORDS = {"S": "stand", "H": "hit", "Dh": "double, else hit", "Ds": "double, else stand"}


class Play:
    """What hands are worth when played by the symbols, under one law of the cards.

    `pair`: the value that was split into these hands, None for an unsplit hand.
    """

    def __init__(self, rules: Rules, law: Law, symbols: Symbols, pair: int | None = None) -> None:
        """Prepare; values are computed when asked for, each once."""
        self.rules, self.law, self.symbols, self.pair = rules, law, symbols, pair
        self._rows: dict[tuple[int, int], tuple[int, list[tuple[int, int, int]], int]] = {}
        self._finished: dict[tuple[Hand, int], Worth] = {}
        self._worths: dict[Hand, Worth] = {}

    def worth(self, hand: Hand) -> Worth:
        """Return the worth of a hand played by the symbols from here on."""
        known = self._worths.get(hand)
        if known is None:
            symbol = self.symbol(hand)
            if symbol == "S":
                known = self.finish(hand)
            else:
                known = self.hit(hand) if symbol == "H" else self.double(hand)
            self._worths[hand] = known
        return known

    def symbol(self, hand: Hand) -> str:
        """Return what is done with the hand: S, H, or any other for double."""
        if self.rules.is_over(hand) or (self.pair == ACE and self.rules["split.aces"] != "free"):
            return "S"
        symbol = self.symbols[by_value(hand)]
        after = "double.after_split_aces" if self.pair == ACE else "double.after_split"
        return symbol if self.pair is None or self.rules[after] else symbol[-1].upper()

    def hit(self, hand: Hand) -> Worth:
        """Return the worth of taking a card and playing on by the symbols."""
        return self._draw(hand, self.worth)

    def double(self, hand: Hand) -> Worth:
        """Return the worth of taking one card at a doubled stake."""
        return self._draw(hand, lambda longer: self.finish(longer, 2))

    def _draw(self, hand: Hand, then: Callable[[Hand], Worth]) -> Worth:
        net = stake = 0
        for card, ways in self.law.next_cards(hand):
            later = then(plus(hand, card))
            net += ways * later[0]
            stake += ways * later[1]
        return net, stake

    def finish(self, hand: Hand, stake: int = 1) -> Worth:
        """Return the worth of a hand that takes no more cards, bust or not."""
        key = hand, stake
        if key not in self._finished:
            law = self.law
            busts, runs, natural = self._row(self.rules.final(hand, self.pair), stake)
            ended = law.natural(hand)
            in_play = law.chance(hand) - ended
            net = busts * in_play + sum(
                more * law.ends(hand, start, stop) for start, stop, more in runs
            )
            if self.rules.peeks(law.up):
                self._finished[key] = net, stake * in_play
            else:
                self._finished[key] = net + natural * ended, stake * (in_play + ended)
        return self._finished[key]

    def _row(self, player: int, stake: int) -> tuple[int, list[tuple[int, int, int]], int]:
        """Return the line of the table of settlement for a player's end, times `rules.scale`.

        That is what is won against a bust, how much more (or less) against parts of the dealer's
        other ends, and what against a natural that was not peeked at.
        """
        key = player, stake
        if key not in self._rows:

            def won(dealer: int) -> int:
                split = self.pair is not None
                return int(self.rules.scale * self.rules.settle(player, dealer, stake, split=split))

            busts = won(OVER_22)
            runs: list[tuple[int, int, int]] = []
            for points, start, stop in self.law.dealer.finals:
                more = won(points) - busts
                first = runs.pop()[0] if runs and runs[-1][1:] == (start, more) else start
                if more:
                    runs.append((first, stop, more))
            self._rows[key] = busts, runs, won(NATURAL)
        return self._rows[key]

    def best_symbol(self, hand: Hand) -> str:
        """Return the symbol of the best decision for an unsplit hand, ties to the first."""
        stand, hit = self.finish(hand)[0], self.hit(hand)[0]
        otherwise = "h" if hit > stand else "s"
        if self.rules.may_double(hand) and self.double(hand)[0] > max(stand, hit):
            return "D" + otherwise
        return otherwise.upper()

    def check(self, hand: Hand) -> None:
        """Refute the strategy if another decision for this unsplit hand is better."""
        stated, best = WORDS[self.symbols[hand]], WORDS[self.best_symbol(hand)]
        words = f"{name(hand)} against {VALUES[self.law.up]}: the strategy says {stated}"
        agree(stated == best, "decision-not-best", f"{words}; the best is to {best}")
