"""The hands that a dealer can end with: the one place where they are enumerated.

The kernel's sums (dealer), the laws of outcomes and the side bets that see the dealer's final hand
all read this list.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from bjcalc_ext.hands cimport N_HANDS, HandTable, hand_table

NATURAL = 1 | 1 << 54


def dealer_hands(bint hit_soft_17, int card_limit, counts, *, start=(), int most=21):
    """Return {key: (total, length, [orders by first card])} of the hands that a dealer ends with.

    A hand is a multiset: its key holds the number of cards of value v in bits 6v to 6v+5. Its
    orders by first card u (the up card) are the deals that begin with u and stop by the rules
    exactly when it is complete. A total over 21 is a bust; those over `most` are left out. The
    natural is among them, with the key NATURAL.

    `counts` says how many cards of each value exist, `card_limit` 0 means none, and `start` holds
    the dealer's known cards in their order, two at most, which are a part of every hand. Raises
    ValueError for other numbers than that.
    """
    cdef HandTable *hands = hand_table()
    cdef int hand, child, value, first, i
    cdef bint reached, soft
    cdef int left[10]
    cdef int64_t *orders
    cdef int64_t *these
    cdef int64_t *more
    if len(counts) != 10 or min(counts) < 0:
        raise ValueError(f"counts = {counts!r}: ten numbers from 0 on are needed")
    if card_limit < 0 or card_limit == 1:
        raise ValueError(f"card_limit = {card_limit}: two cards at least, or 0 for none")
    if len(start) > 2 or not all([0 <= value <= 9 for value in start]):
        raise ValueError(f"start = {start!r}: two values from 0 to 9 at most are needed")
    for i in range(10):
        # No hand has more cards of one value than this.
        left[i] = min(counts[i], 99)
    orders = <int64_t *>calloc(10 * N_HANDS, sizeof(int64_t))
    if not orders:
        raise MemoryError
    ended = {}
    try:
        for first in start[:1] if start else range(10):
            if left[first]:
                hand = hands.child[hands.child[0][first]][start[1]] if start[1:] else (
                    hands.child[0][first])
                orders[10 * hand + first] = 1
        # A hand after one more card always stands later in the table.
        for hand in range(N_HANDS):
            these = &orders[10 * hand]
            reached = False
            for i in range(10):
                reached |= these[i] != 0
            if not reached:
                continue
            soft = hands.soft[hand]
            if hands.size[hand] > 1 and (
                hands.size[hand] == card_limit or hands.total[hand] > 17
                or (hands.total[hand] == 17 and not (hit_soft_17 and soft))
            ):
                ended[_key(hands.count[hand])] = (
                    int(hands.total[hand]), int(hands.size[hand]), [these[i] for i in range(10)])
                continue
            for value in range(10):
                if hands.count[hand][value] >= left[value]:
                    continue
                child = hands.child[hand][value]
                if child >= 0:
                    more = &orders[10 * child]
                    for i in range(10):
                        more[i] += these[i]
                elif hands.hard[hand] + value + 1 <= most:
                    bust = ended.setdefault(
                        _key(hands.count[hand]) + (1LL << (6 * value)),
                        (hands.hard[hand] + value + 1, hands.size[hand] + 1, [0] * 10))
                    for i in range(10):
                        bust[2][i] += these[i]
    finally:
        free(orders)
    return ended


cdef long long _key(const uint8_t *counts) noexcept:
    cdef int value
    cdef long long key = 0
    for value in range(10):
        key |= (<long long>counts[value]) << (6 * value)
    return key


def trie_path(uint64_t key):
    """Return the hand of a key as a path from the root of a trie: (value, cards of it before)."""
    return tuple([
        (value, k) for value in range(9, -1, -1) for k in range((key >> (6 * value)) & 63)
    ])
