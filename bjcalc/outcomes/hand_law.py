"""How single hands end, as polynomials in the cards: one for each class of results.

A hand loses its stake unless something else is said, so what is listed are differences: the hands
that stand (instead of losing), those that are doubled (losing two stakes instead of one), and what
doubled hands end as (instead of losing two). Busts need no listing: they are what is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bjcalc.engine.kernel import NATURAL as NATURAL_HAND
from bjcalc.engine.kernel import Kernel, hands
from bjcalc.engine.split_values import counts_as_natural
from bjcalc.outcomes.settle import NATURAL, End, Outcome, Settlement
from bjcalc.rules.model import SplitAces
from bjcalc.shoe import ACE
from bjcalc_ext.outcomes import Terms, hand_terms, play_out
from bjcalc_ext.player import Kind

Change = tuple[tuple[Outcome, int], ...]
"""What a class of hands adds to the law against one class of dealer hands: outcomes, signs."""


@dataclass(frozen=True, slots=True)
class HandClass:
    """Hands with the same results: `terms` in the cards drawn, and a Change by dealer's class."""

    terms: Terms
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """One hand's part in a game against one up card, `dealer` listing the dealer's classes.

    `split_of` is the pair value after a split, None before. Classes of a peeked natural have no
    results: the round is over before.
    """

    kernel: Kernel
    settlement: Settlement
    dealer: tuple[int, ...]
    split_of: int | None

    def lost(self, stake: int) -> tuple[Outcome, ...]:
        """Return what a bust hand with this stake is, by dealer's class."""
        return self._results(End.BUST, 22, stake)

    def _results(self, end: End, total: int, stake: int) -> tuple[Outcome, ...]:
        return tuple(
            (0, 0) if self._over(dealer) else self._result(end, total, stake, dealer)
            for dealer in self.dealer
        )

    def classes(self, decisions: bytes, starts: Mapping[int, int], without: int) -> list[HandClass]:
        """Return the classes of a hand that starts as one of `starts` (hands to ways).

        Keys leave out the cards of the key `without`.
        """
        kernel, up = self.kernel, self.settlement.up
        one_card = self.split_of == ACE and kernel.rules.split.aces is SplitAces.ONE_CARD
        most = [99 if kernel.infinite and count else count for count in kernel.counts]
        stood, doubled, ended = play_out(
            decisions,
            kernel.one_card_kinds if one_card else kernel.kinds,
            kernel.may_double(self.split_of),
            up,
            {hand: ways for hand, ways in starts.items() if _held(hands()[hand][0], most)},
            most,
        )
        groups: dict[tuple[Change, ...], list[tuple[int, int]]] = {}
        once, twice = self.lost(1), self.lost(2)
        for hand, ways in doubled:
            self._put(groups, twice, once, (hand, ways))
        # Many hands end alike.
        known: dict[tuple[End, int], tuple[Outcome, ...]] = {}
        for stake, ended_hands, instead in ((1, stood, once), (2, ended, twice)):
            known.clear()
            for hand, ways in ended_hands:
                end = self._end(hand)
                if end not in known:
                    known[end] = self._results(*end, stake)
                self._put(groups, known[end], instead, (hand, ways))
        return [
            HandClass(hand_terms(members, without), changes) for changes, members in groups.items()
        ]

    @staticmethod
    def _put(
        groups: dict[tuple[Change, ...], list[tuple[int, int]]],
        results: tuple[Outcome, ...],
        instead: tuple[Outcome, ...],
        member: tuple[int, int],
    ) -> None:
        changes: tuple[Change, ...] = tuple(
            ((new, 1), (old, -1)) if new != old else ()
            for new, old in zip(results, instead, strict=True)
        )
        if any(changes):
            groups.setdefault(changes, []).append(member)

    def _over(self, dealer: int) -> bool:
        return dealer == NATURAL and self.settlement.peeks

    def _end(self, hand: int) -> tuple[End, int]:
        """Return how a hand that is not bust ends, and its total."""
        total = hands()[hand][1]
        if self.kernel.kinds[hand] == Kind.CHARLIE:
            return End.CHARLIE, total
        split = self.split_of
        if split is not None and hand == NATURAL_HAND:
            if_natural = counts_as_natural(self.kernel.rules, split)
            return End.NATURAL if if_natural else End.TOTAL, total
        return End.TOTAL, total

    def _result(self, end: End, total: int, stake: int, dealer: int) -> Outcome:
        return self.settlement.hand(end, total, stake, dealer, split=self.split_of is not None)


def _held(cards: tuple[int, ...], most: list[int]) -> bool:
    return all(card <= count for card, count in zip(cards, most, strict=True))
