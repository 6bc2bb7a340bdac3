"""The stated strategy, evaluated exactly, and the proof that no decision in it can be improved.

All values are joint with "the dealer has no natural" where the dealer peeks, and are integers over
`law.whole(hand)` times `scale`, which clears the denominators of the payouts.
"""

from __future__ import annotations

from bjcalc.checker.dealer import Law
from bjcalc.checker.hands import (
    ACE,
    Hand,
    Rules,
    by_value,
    is_ace_ten,
    is_charlie,
    is_over,
    may_double,
    name,
    plus,
    total,
)
from bjcalc.checker.reading import Refuted

Letters = dict[Hand, str]
"""The decision S, H, D or E of every listed hand, for one up card."""

Worth = tuple[int, int]
"""Net result times `scale`, and stake; both over `law.whole(hand)`."""

WORDS = {"S": "stand", "H": "hit", "D": "double, else hit", "E": "double, else stand"}


class Play:
    """What hands are worth when played by the letters, under one law of the cards.

    `pair`: the value that was split into these hands, None for an unsplit hand.
    """

    def __init__(self, rules: Rules, law: Law, letters: Letters, pair: int | None = None) -> None:
        """Prepare; values are computed when asked for, each once."""
        self.rules, self.law, self.letters, self.pair = rules, law, letters, pair
        self.scale = rules.charlie_pays.denominator * rules.natural_pays.denominator
        self._charlie = int(rules.charlie_pays * self.scale)
        self._natural = int(rules.natural_pays * self.scale)
        self._peeked = rules.peeks_at(law.up)
        self._margins: dict[Hand, int] = {}
        self._worths: dict[Hand, Worth] = {}

    def worth(self, hand: Hand) -> Worth:
        """Return the worth of a hand played by the letters from here on."""
        known = self._worths.get(hand)
        if known is None:
            known = self._worths[hand] = self._play(hand)
        return known

    def _play(self, hand: Hand) -> Worth:
        if self.counts_as_natural(hand):
            return self.natural(hand)
        letter = self.letter(hand)
        if letter == "S":
            return self.stand(hand, 1)
        return self.hit(hand) if letter == "H" else self.double(hand)

    def counts_as_natural(self, hand: Hand) -> bool:
        """Return whether this is a hand of a split that the rules call a natural."""
        split = self.rules.split_ace_ten_is_natural
        return self.pair is not None and is_ace_ten(hand) and split[self.pair]

    def letter(self, hand: Hand) -> str:
        """Return what is done with the hand: S, H, or any other for double."""
        one_card = self.pair == ACE and self.rules.aces_one_card
        if one_card or is_over(self.rules, hand):
            return "S"
        letter = self.letters[by_value(hand)]
        if letter in "DE" and self.pair is not None and not self._may_double_after_split():
            return "H" if letter == "D" else "S"
        return letter

    def _may_double_after_split(self) -> bool:
        rules = self.rules
        return rules.double_after_split and (self.pair != ACE or rules.double_split_aces)

    def hit(self, hand: Hand) -> Worth:
        """Return the worth of taking a card and playing on by the letters."""
        net = stake = 0
        for card, weight in self.law.next_cards(hand):
            later = self.worth(plus(hand, card))
            net += weight * later[0]
            stake += weight * later[1]
        return net, stake

    def double(self, hand: Hand) -> Worth:
        """Return the worth of taking one card at a doubled stake."""
        net = stake = 0
        for card, weight in self.law.next_cards(hand):
            later = self.stand(plus(hand, card), 2)
            net += weight * later[0]
            stake += weight * later[1]
        return net, stake

    def stand(self, hand: Hand, stake: int) -> Worth:
        """Return the worth of a hand that takes no more cards, bust or not."""
        law, points = self.law, total(hand)[0]
        in_play = law.in_play(hand)
        if points > 21:
            net = -self.scale * in_play
        elif is_charlie(self.rules, hand):
            net = self._charlie * in_play
        else:
            if hand not in self._margins:
                self._margins[hand] = law.margin(hand, points)
            net = self.scale * self._margins[hand]
        if self._peeked:
            return stake * net, stake * in_play
        lost = self._loss_to_natural(hand, stake) * law.natural(hand)
        return stake * net - lost, stake * law.whole(hand)

    def _loss_to_natural(self, hand: Hand, stake: int) -> int:
        """Return what a natural that was not peeked at takes from this hand, times `scale`.

        Of a split hand, `original` takes nothing here: the one unit is taken from the round.
        """
        rules = self.rules
        if is_charlie(rules, hand) and rules.charlie_beats_natural:
            return -stake * self._charlie
        if total(hand)[0] == 21 and not rules.natural_beats_21:
            return 0
        if rules.natural_takes == "all":
            return stake * self.scale
        if rules.natural_takes == "original" and self.pair is not None:
            return 0
        return self.scale

    def natural(self, hand: Hand) -> Worth:
        """Return the worth of an ace and a ten that is a natural; another natural pushes."""
        paid = self.law.in_play(hand)
        if not self.rules.natural_beats_21:
            paid -= self.law.reaches(hand, 21)
        staked = self.law.in_play(hand) if self._peeked else self.law.whole(hand)
        return self._natural * paid, staked

    def best_letter(self, hand: Hand) -> str:
        """Return the letter of the best decision for an unsplit hand, ties to the first."""
        stand, hit = self.stand(hand, 1)[0], self.hit(hand)[0]
        double = self.double(hand)[0] if may_double(self.rules, hand) else None
        if double is not None and double > max(stand, hit):
            return "D" if hit > stand else "E"
        return "H" if hit > stand else "S"

    def check(self, hand: Hand) -> None:
        """Refute the strategy if another decision for this unsplit hand is better."""
        stated, best = self.letters[hand], self.best_letter(hand)
        if stated != best:
            place = f"{name(hand)} against {self._up_name()}"
            raise Refuted(
                "decision-not-best",
                f"{place}: the strategy says {WORDS[stated]}; the best is to {WORDS[best]}",
            )

    def _up_name(self) -> str:
        return name(plus((0,) * 10, self.law.up))
