"""How single hands end, as polynomials in the cards: one for each class of results.

A hand loses its stake unless something else is said, so what is listed are differences: the hands
that stand (instead of losing), those that are doubled (losing two stakes instead of one), and what
doubled hands end as (instead of losing two). Busts need no listing: they are what is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bjcalc.engine.kernel import NATURAL as NATURAL_HAND
from bjcalc.engine.kernel import Kernel
from bjcalc.engine.split_values import counts_as_natural
from bjcalc.outcomes.settle import Outcome, Payments
from bjcalc.outcomes.views import Change
from bjcalc.rules.model import SplitAces
from bjcalc.rules.settlement import BUST, DOUBLED, NATURAL, PLAIN
from bjcalc.shoe import ACE
from bjcalc_ext.outcomes import Terms, hand_terms, play_out


@dataclass(frozen=True, slots=True)
class HandClass:
    """Hands with the same results: `terms` in the cards drawn, and a Change by dealer's class."""

    terms: Terms
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """One hand's part in a game against one up card.

    `split_of` is the pair value after a split, None before.
    """

    kernel: Kernel
    payments: Payments
    up: int
    split_of: int | None

    @property
    def lost(self) -> tuple[Outcome, ...]:
        """What a bust hand is, by dealer's class."""
        return self.payments.of_hand(BUST, split=self.split_of is not None)

    def classes(self, decisions: bytes, starts: Mapping[int, int], without: int) -> list[HandClass]:
        """Return the classes of a hand that starts as one of `starts` (hands to ways).

        Keys leave out the cards of the key `without`.
        """
        kernel, split = self.kernel, self.split_of is not None
        one_card = self.split_of == ACE and kernel.rules.split.aces is SplitAces.ONE_CARD
        most = [99 if kernel.infinite and count else count for count in kernel.counts]
        stood, doubled, ended = play_out(
            decisions,
            kernel.one_card_kinds if one_card else kernel.kinds,
            kernel.may_double(self.split_of),
            self.up,
            dict(starts),
            most,
        )
        groups: dict[tuple[Change, ...], list[tuple[int, int]]] = {}
        once, twice = (
            self.payments.of_hand(BUST, stake, split=split) for stake in (PLAIN, DOUBLED)
        )
        for stake, stopped, instead in (
            (None, doubled, once),
            (PLAIN, stood, once),
            (DOUBLED, ended, twice),
        ):
            # Many hands end alike.
            known: dict[int, tuple[Change, ...]] = {}
            for hand, ways in stopped:
                final = BUST if stake is None else self._final(hand)
                if final not in known:
                    results = (
                        twice if stake is None else self.payments.of_hand(final, stake, split=split)
                    )
                    known[final] = tuple(
                        ((new, 1), (old, -1)) if new != old else ()
                        for new, old in zip(results, instead, strict=True)
                    )
                if any(known[final]):
                    groups.setdefault(known[final], []).append((hand, ways))
        return [
            HandClass(hand_terms(members, without), changes) for changes, members in groups.items()
        ]

    def _final(self, hand: int) -> int:
        """Return the player's final of a hand that is not bust."""
        split, rules = self.split_of, self.kernel.rules
        if hand == NATURAL_HAND and split is not None and counts_as_natural(rules, split):
            return NATURAL
        return self.kernel.finals[hand]
