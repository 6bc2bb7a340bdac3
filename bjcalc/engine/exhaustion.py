"""The shoe must not run out: the proof that no card is ever needed that is not there.

For every ordinary shoe one sum settles it: when cards run out, all of them lie on the table, and a
table can hold only so many points (an ace counted as 1). Small shoes are searched, for every up
card and hole card: whether some order of the cards leads to a draw with no card left. The search is
bounded by its steps; a shoe that is not proved to last within them is refused.

A composition is one integer with twelve bits for each value, the highest of which is free: in a
difference it is set for every value of which there are enough cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from bjcalc.engine.deals import ten_ranks
from bjcalc.engine.kernel import NATURAL, UPS, Kernel, hands, two_card_hand, value_names
from bjcalc.engine.split_values import counts_as_natural
from bjcalc.errors import ShoeExhaustedError
from bjcalc.rules.actions import Action, most_hands
from bjcalc.rules.model import PairKind, Soft17, SplitAces
from bjcalc.rules.settlement import DEALER_NATURAL
from bjcalc.rules.settlement import NATURAL as NATURAL_FINAL
from bjcalc.shoe import ACE, TEN, VALUES
from bjcalc_ext.hands import hand_children
from bjcalc_ext.player import Decision, Kind

# The most points on a table on which a card is needed and none is left. A hand that is over has 31
# at most, a hard 21 that drew a ten. The last hand draws at 21 at most, against two tens; or it has
# 21 and the dealer draws at 16.
_OVER = 31
_LAST = 41
_DRAWS_AT = 16

# How many compositions the search for one game may look at: about a second.
_MOST_STEPS = 3_000_000

_BITS = 12
_ENOUGH = sum(1 << (_BITS * value + _BITS - 1) for value in range(10))
# Beside a composition: some hand is yet to be compared with the dealer's, who has to play for it.
_LIVE = 1 << (_BITS * 10)


class Steps:
    """What is left of the steps that a search may take."""

    def __init__(self, most: int = _MOST_STEPS) -> None:
        """Start with so many."""
        self._left = most

    def take(self, number: int) -> None:
        """Count steps; raise ShoeExhaustedError where there are no more."""
        self._left -= number
        if self._left < 0:
            raise ShoeExhaustedError(
                "the shoe is too small: it is not proved that the hands of a split cannot run out "
                "of cards, and there are too many cases to search"
            )


def check_shoe_lasts(kernel: Kernel, decisions: bytes) -> None:
    """Raise ShoeExhaustedError, naming a hand, if some card could be needed that is not there.

    Unsplit hands are looked at under every action that the rules allow, since all are valued; the
    hands of a split under the strategy's decisions.
    """
    steps = Steps()
    for up in UPS:
        found = LinesOfPlay(kernel, up).run_out(
            two_card_hand(first, second) for first in range(10) for second in range(first, 10)
        )
        for value in range(10):
            found = found or split_runs_out(kernel, decisions, value, up, steps)
        if found:
            raise ShoeExhaustedError(found)


def _points(counts: Iterable[int]) -> int:
    return sum((value + 1) * count for value, count in enumerate(counts))


def _packed(counts: Iterable[int]) -> int:
    return sum(count << (_BITS * value) for value, count in enumerate(counts))


def _minus(counts: int, gone: int) -> int | None:
    """Return a composition without the cards of another, None where they are not all in it."""
    left = (counts | _ENOUGH) - gone
    return left ^ _ENOUGH if left & _ENOUGH == _ENOUGH else None


def _one(value: int) -> int:
    return 1 << (_BITS * value)


def _deals(kernel: Kernel, up: int) -> Iterator[tuple[int, int]]:
    """Yield each hole card, and the shoe without the dealer's cards.

    Also a hole card that makes a natural under a peek, which the kernel's values cannot do without.
    """
    for hole in range(10):
        rest = _minus(_packed(kernel.counts), _one(up) + _one(hole))
        if rest is not None:
            yield hole, rest


def _dealer_runs_out(kernel: Kernel, up: int, hole: int, rest: int) -> bool:
    """Whether the dealer can draw all of the rest and still has to draw."""
    hit_soft_17 = kernel.rules.dealer.soft17 is Soft17.HIT
    return _draws_all(up, hole, rest, hit_soft_17, kernel.rules.dealer.card_limit or 99)


@lru_cache(maxsize=4096)
def _draws_all(up: int, hole: int, rest: int, hit_soft_17: bool, limit: int) -> bool:
    counts = [rest >> (_BITS * value) & ((1 << _BITS) - 1) for value in range(10)]

    def runs_out(points: int, aces: int, cards: int) -> bool:
        soft = aces > 0 and points <= 11
        total = points + 10 if soft else points
        if cards >= limit or not (
            total <= _DRAWS_AT or (total == _DRAWS_AT + 1 and soft and hit_soft_17)
        ):
            return False
        if not any(counts):
            return True
        for value in range(10):
            if counts[value]:
                counts[value] -= 1
                found = runs_out(points + value + 1, aces + (value == ACE), cards + 1)
                counts[value] += 1
                if found:
                    return True
        return False

    points = up + 1 + hole + 1
    if points + _points(counts) > _DRAWS_AT:
        return False
    return runs_out(points, (up == ACE) + (hole == ACE), 2)


def _dealer_plays(kernel: Kernel, hand: int, pair: int | None) -> bool:
    """Whether what a hand that is over is paid depends on how the dealer ends."""
    _, total, _, size = hands()[hand]
    natural = hand == NATURAL and (
        pair is None or (pair >= 0 and counts_as_natural(kernel.rules, pair))
    )
    row = kernel.settlement.table[
        NATURAL_FINAL if natural else kernel.settlement.final(total, size)
    ]
    return len(set(row[:DEALER_NATURAL])) > 1


class LinesOfPlay:
    """What can follow with one hand against an up card, by every action that the rules allow.

    `pair` is the value of the split that it comes from, if it does; -1 where that is not told.
    """

    def __init__(self, kernel: Kernel, up: int, *, pair: int | None = None) -> None:
        """Look at the shoe; nothing is played yet."""
        self._kernel = kernel
        self._up = up
        self._pair = pair
        small = not kernel.infinite and _points(kernel.counts) <= _LAST
        self._deals = list(_deals(kernel, up)) if small else []
        self._fine: set[tuple[int, int]] = set()

    def run_out(self, hands_held: Iterable[int], action: Action | None = None) -> str:
        """Return which of the hands, or what follows it, can need a missing card.

        An empty text if none can; else a sentence. `action` is taken first: stand, hit or double;
        None for any.
        """
        for hand in hands_held if self._deals else ():
            for hole, counts in self._deals:
                rest = _minus(counts, _packed(hands()[hand][0]))
                found = None if rest is None else self._look(hand, hole, rest, action)
                if found is not None:
                    return (
                        f"the shoe of {self._kernel.cards} cards is too small: with the hand "
                        f"{value_names(hands()[found][0])} against {VALUES[self._up]} a card could "
                        "be needed that is not there"
                    )
        return ""

    def _look(self, hand: int, hole: int, rest: int, action: Action | None) -> int | None:
        """Return the hand that can need a missing card."""
        if action is None and (hand, hole) in self._fine:
            return None
        if (
            action in (None, Action.STAND)
            and _dealer_plays(self._kernel, hand, self._pair)
            and _dealer_runs_out(self._kernel, self._up, hole, rest)
        ):
            return hand
        over = action is None and self._kernel.kinds[hand] != Kind.PLAYS
        if not over and action is not Action.STAND:
            if not rest:
                return hand
            then = Action.STAND if action is Action.DOUBLE else None
            for value, child in enumerate(hand_children(hand)):
                left = _minus(rest, _one(value))
                found = None
                if child >= 0 and left is not None:
                    found = self._look(child, hole, left, then)
                if found is not None:
                    return found
        if action is None:
            self._fine.add((hand, hole))
        return None


def split_runs_out(kernel: Kernel, decisions: bytes, value: int, up: int, steps: Steps) -> str:
    """Return how the hands of a split can run out of cards, an empty text if they cannot.

    They are played by the strategy's decisions. Raises ShoeExhaustedError where `steps` is too
    little to know.
    """
    most = most_hands(kernel.rules, value)
    if most < 2 or kernel.infinite:
        return ""
    if _points(kernel.counts) > _OVER * (most - 1) + _LAST:
        return ""
    # Only the last hands that there may be, and tens of different ranks, can stay pairs.
    all_seconds = _tens_differ(kernel, value)
    played: dict[bool, _SplitHands] = {}
    for hole, rest in _deals(kernel, up):
        limit = min(most, _pair_cards(kernel, value, (up, hole)))
        for count in range(2, limit + 1):
            paired = all_seconds or count == limit
            if paired not in played:
                played[paired] = _SplitHands(kernel, decisions, value, up, paired=paired)
            found = played[paired].runs_out(hole, rest, count, steps)
            if found:
                return (
                    f"the shoe of {kernel.cards} cards is too small: when {VALUES[value]},"
                    f"{VALUES[value]} against {VALUES[up]} is split into {count} hands, {found}"
                )
    return ""


def _tens_differ(kernel: Kernel, value: int) -> bool:
    """Whether two cards of this value may be no pair: tens of different ranks."""
    by_rank = kernel.rules.split.pairs is PairKind.RANK
    return value == TEN and by_rank and sum(map(bool, ten_ranks(kernel))) > 1


def _pair_cards(kernel: Kernel, value: int, shown: tuple[int, int]) -> int:
    """Return the most cards that can pair with one another, the dealer's not among them."""
    left = kernel.counts[value] - shown.count(value)
    if not _tens_differ(kernel, value):
        return left
    return min(max(ten_ranks(kernel)), left)


class _SplitHands:
    """The hands of a split against an up card: `starts` of two cards, `drawing` ones, `over` ones.

    Compositions with their points, the most points first.
    """

    def __init__(
        self, kernel: Kernel, decisions: bytes, value: int, up: int, *, paired: bool
    ) -> None:
        """Play every hand; with `paired` also those whose second card is of the pair's value."""
        self._kernel = kernel
        self._up = up
        starts: dict[int, int] = {}
        drawing: dict[int, int] = {}
        over: dict[int, int] = {}
        one_card = value == ACE and kernel.rules.split.aces is SplitAces.ONE_CARD
        doubles = kernel.may_double(value)
        todo = [two_card_hand(value, second) for second in range(10) if paired or second != value]
        seen = set(todo)
        while todo:
            hand = todo.pop()
            counts, _, _, size = hands()[hand]
            packed, points = _packed(counts), _points(counts)
            if size == 2:
                starts[packed] = points
            choice = decisions[10 * hand + up]
            if choice >= Decision.DOUBLE_ELSE_STAND and not doubles[hand]:
                choice -= Decision.DOUBLE_ELSE_STAND
            if one_card or kernel.kinds[hand] != Kind.PLAYS or choice == Decision.STAND:
                over[packed | _LIVE * _dealer_plays(kernel, hand, value)] = points
                continue
            drawing[packed] = points
            for drawn, child in enumerate(hand_children(hand)):
                more = packed + _one(drawn)
                if child < 0:
                    over[more] = points + drawn + 1
                elif choice >= Decision.DOUBLE_ELSE_STAND:
                    live = _LIVE * _dealer_plays(kernel, child, value)
                    over[more | live] = points + drawn + 1
                elif child not in seen:
                    seen.add(child)
                    todo.append(child)
        self._starts, self._drawing, self._over = (
            dict(sorted(found.items(), key=lambda one: -one[1]))
            for found in (starts, drawing, over)
        )

    def runs_out(self, hole: int, rest: int, count: int, steps: Steps) -> str:
        """Return how `count` hands use up the rest of the shoe; an empty text if they cannot."""
        if self._kernel.cards - 2 < 2 * count:
            return "their second cards may not all be there"
        start, drawing, over = (
            max(found.values(), default=0) for found in (self._starts, self._drawing, self._over)
        )
        dealer = max(0, _DRAWS_AT - (self._up + 1) - (hole + 1))
        left = {rest: _points(self._kernel.counts) - (self._up + 1) - (hole + 1)}
        for played in range(count):
            # Hand number `played` draws while the later ones have their first two cards.
            later = count - played - 1
            waiting = {counts & ~_LIVE: points for counts, points in left.items()}
            for more in reversed(range(later)):
                waiting = _after(waiting, self._starts, drawing + more * start, steps)
            if not waiting.keys().isdisjoint(self._drawing):
                return f"hand {played + 1} may have no card left to draw besides the hole card"
            left = _after(left, self._over, later * over + dealer, steps)
        for counts in left:
            rest = counts & ~_LIVE
            if counts & _LIVE and _dealer_runs_out(self._kernel, self._up, hole, rest):
                return "the dealer may have no card left to draw"
        return ""


def _after(
    left: dict[int, int], used: dict[int, int], most_left: int, steps: Steps
) -> dict[int, int]:
    """Return what can be left when one of `used` is taken from one of `left`.

    What has more points left than `most_left` is passed over: it cannot run out any more.
    """
    found: dict[int, int] = {}
    for counts, points in left.items():
        looked = 0
        for hand, taken in used.items():
            looked += 1
            if points - taken > most_left:
                break
            rest = _minus(counts, hand & ~_LIVE)
            if rest is not None:
                found[rest | hand & _LIVE] = points - taken
        steps.take(looked)
    return found
