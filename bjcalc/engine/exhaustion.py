"""The shoe must not run out: the proof that no card is ever needed that is not there.

For every ordinary shoe one sum settles it: when cards run out, all of them lie on the table, and a
table can hold only so many points. Shoes of few cards are searched: all the ways in which the hands
of a round can use the shoe up, as sets of compositions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bjcalc.engine.deals import max_hands, ten_ranks
from bjcalc.engine.kernel import UPS, Kernel, hands, two_card_hand, value_names
from bjcalc.errors import ShoeExhaustedError
from bjcalc.rules.model import PairKind, Soft17, SplitAces
from bjcalc.shoe import ACE, TEN, VALUES
from bjcalc_ext.hands import hand_children
from bjcalc_ext.player import Decision, Kind

Counts = tuple[int, ...]

# The most points (aces as 1) that a table can hold while a card is still needed: a hand ends with
# 31 at most (a 21 that is drawn to); the dealer has up card and hole card, or draws at 16 at most.
_HAND_POINTS = 31
_DEALER_POINTS = 20

_MOST_COMPOSITIONS = 300_000


def check_shoe_lasts(kernel: Kernel, decisions: bytes) -> None:
    """Raise ShoeExhaustedError, naming a hand, if some card could be needed that is not there.

    Unsplit hands are looked at under every action that the rules allow, since all are valued; the
    hands of a split under the strategy's decisions.
    """
    if kernel.infinite:
        return
    points = _points(kernel.counts)
    most_hands = max(1, *(max_hands(kernel, value) for value in range(10)))
    if points > _HAND_POINTS * most_hands + _DEALER_POINTS:
        return
    if points <= _HAND_POINTS + _DEALER_POINTS:
        _check_unsplit(kernel)
    for value in range(10):
        most_hands = max_hands(kernel, value)
        for up in UPS:
            if most_hands >= 2 and kernel.counts[up]:
                limit = min(most_hands, _pair_cards(kernel, value, up))
                if limit >= 2:
                    _check_split(kernel, decisions, value, up, limit)


def _pair_cards(kernel: Kernel, value: int, up: int) -> int:
    """Return the most cards that can pair with one another, the up card not among them."""
    if value != TEN or kernel.rules.split.pairs is not PairKind.RANK:
        return kernel.counts[value] - (up == value)
    ranks = ten_ranks(kernel)
    if up != TEN:
        return max(ranks)
    ups = [rank for rank, count in enumerate(ranks) if count]
    return max(count - (rank == shown) for rank, count in enumerate(ranks) for shown in ups)


def _points(counts: Iterable[int]) -> int:
    return sum((value + 1) * count for value, count in enumerate(counts))


def _minus(counts: Counts, gone: Counts) -> Counts | None:
    left = tuple(count - g for count, g in zip(counts, gone, strict=True))
    return None if min(left) < 0 else left


def _single(value: int) -> Counts:
    return tuple(int(value == other) for other in range(10))


def _dealer_may_want_more(kernel: Kernel, up: int, rest: Counts) -> bool:
    """Whether the dealer can draw all of `rest` and still have to draw."""
    if up + 1 + _points(rest) > 16:
        return False
    hit_soft_17 = kernel.rules.dealer.soft17 is Soft17.HIT
    limit = kernel.rules.dealer.card_limit or 99

    def draws(held: Counts) -> bool:
        hard = _points(held)
        soft = held[0] > 0 and hard <= 11
        total = hard + 10 if soft else hard
        return sum(held) < limit and (total < 17 or (total == 17 and soft and hit_soft_17))

    @cache
    def reachable(held: Counts) -> bool:
        if _points(held) == up + 1:
            return held == _single(up)
        for value in range(10):
            before = _minus(held, _single(value))
            if before is not None and draws(before) and reachable(before):
                return True
        return False

    everything = tuple(r + s for r, s in zip(rest, _single(up), strict=True))
    return draws(everything) and reachable(everything)


def _check_unsplit(kernel: Kernel) -> None:
    charlie = kernel.rules.charlie.cards if kernel.rules.charlie else 99
    longest = min(charlie, kernel.rules.player.card_limit or 99)
    for index, (counts, _, _, size) in enumerate(hands()):
        rest = _minus(kernel.counts, counts)
        if not 2 <= size <= longest or rest is None:
            continue
        for up in UPS:
            unseen = _minus(rest, _single(up))
            if unseen is None:
                continue
            draws = kernel.kinds[index] == Kind.PLAYS
            if sum(unseen) < (2 if draws else 1) or _dealer_may_want_more(kernel, up, unseen):
                raise ShoeExhaustedError(
                    f"the shoe of {kernel.cards} cards is too small: with the hand "
                    f"{value_names(counts)} against {VALUES[up]} a card could be needed that is "
                    "not there"
                )


def _check_split(kernel: Kernel, decisions: bytes, value: int, up: int, limit: int) -> None:
    """Search the ways in which up to `limit` hands from this pair can use up the shoe."""
    one_card = value == ACE and kernel.rules.split.aces is SplitAces.ONE_CARD
    # Two tens of different ranks are no pair, and a hand of them is never split again.
    tens_mix = value == TEN and kernel.rules.split.pairs is PairKind.RANK
    doubles = kernel.may_double(value)
    final: dict[bool, set[Counts]] = {True: set(), False: set()}
    drawing: set[Counts] = set()
    for paired in (True, False):
        todo = [two_card_hand(value, s) for s in range(10) if (s == value) == paired]
        seen = set(todo)
        while todo:
            index = todo.pop()
            counts = hands()[index][0]
            choice = decisions[10 * index + up]
            if choice >= Decision.DOUBLE_ELSE_STAND and not doubles[index]:
                choice -= Decision.DOUBLE_ELSE_STAND
            if one_card or kernel.kinds[index] != Kind.PLAYS or choice == Decision.STAND:
                final[paired].add(counts)
                continue
            drawing.add(counts)
            for drawn, child in enumerate(hand_children(index)):
                more = tuple(c + (v == drawn) for v, c in enumerate(counts))
                if child < 0 or choice >= Decision.DOUBLE_ELSE_STAND:
                    final[paired].add(more)
                elif child not in seen:
                    seen.add(child)
                    todo.append(child)
    most = max(_points(hand) for group in final.values() for hand in group)
    if _points(kernel.counts) > most * limit + _DEALER_POINTS:
        return
    rest = _minus(kernel.counts, _single(up))
    assert rest is not None
    for count in range(2, limit + 1):
        ends = final[False] | (final[True] if tens_mix or count == limit else set())
        starts = {_start(value, s) for s in range(10) if s != value or tens_mix or count == limit}
        if sum(rest) <= 2 * count:
            problem = "their second cards and the hole card may not all be there"
        else:
            problem = _runs_out(kernel, up, rest, ends, drawing, starts, count)
        if problem:
            raise ShoeExhaustedError(
                f"the shoe of {kernel.cards} cards is too small: when {VALUES[value]},"
                f"{VALUES[value]} against {VALUES[up]} is split into {count} hands, {problem}"
            )


def _start(value: int, second: int) -> Counts:
    return tuple((v == value) + (v == second) for v in range(10))


def _after(left: set[Counts], used: Iterable[Counts]) -> set[Counts]:
    """Return what can be left of each composition when one of `used` is taken from it."""
    result = {
        rest for counts in left for hand in used if (rest := _minus(counts, hand)) is not None
    }
    if len(result) > _MOST_COMPOSITIONS:
        raise ShoeExhaustedError(
            "the shoe is too small: it is not proved that the hands of a split cannot run out of "
            "cards, and there are too many cases to search"
        )
    return result


def _runs_out(
    kernel: Kernel,
    up: int,
    rest: Counts,
    ends: set[Counts],
    drawing: set[Counts],
    starts: set[Counts],
    count: int,
) -> str:
    """Return how the shoe runs out with `count` hands; an empty text if it cannot."""
    left = {rest}
    for played in range(count):
        # Hand number `played` draws while the later ones have their first two cards.
        waiting = left
        for _ in range(count - played - 1):
            waiting = _after(waiting, starts)
        for counts in _after(waiting, drawing):
            if sum(counts) < 2:
                return f"hand {played + 1} may have no card left to draw besides the hole card"
        left = _after(left, ends)
    for counts in left:
        if sum(counts) < 1 or _dealer_may_want_more(kernel, up, counts):
            return "the dealer may have no card left to draw"
    return ""
