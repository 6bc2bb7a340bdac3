"""The hands that a dealer can end with: the one place where they are enumerated.

The kernel's sums (dealer), the laws of outcomes and the side bets that see the dealer's final hand
all read this list.
"""

from libc.stdint cimport int64_t, uint64_t

from bjcalc_ext.hands cimport N_HANDS, HandTable, hand_table, room, whole, whole_counts

__all__ = ["NATURAL", "dealer_hands", "trie_path"]

NATURAL = 1 | 1 << 54


def dealer_hands(bint hit_soft_17, card_limit, counts, *, start=(), most=21):
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
    cdef int limit = whole(card_limit, N_HANDS, "card_limit"), highest = whole(most, 99, "most")
    cdef bint reached, soft
    cdef int left[10]
    cdef list kept = []
    cdef int64_t *orders = <int64_t *>room(kept, 10 * N_HANDS, sizeof(int64_t))
    cdef int64_t *these
    cdef int64_t *more
    if limit == 1 or len(start) > 2:
        raise ValueError(f"card_limit = {limit}, start = {start!r}: no dealer has these cards")
    for i, count in enumerate(whole_counts(counts, 1 << 62)):
        # No hand has more cards of one value than this.
        left[i] = min(count, 99)
    first_cards = [whole(card, 10, "start") for card in start]
    ended = {}
    for first in first_cards[:1] or range(10):
        if left[first]:
            hand = hands.child[0][first]
            for value in first_cards[1:]:
                hand = hands.child[hand][value]
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
            hands.size[hand] == limit or hands.total[hand] > 17
            or (hands.total[hand] == 17 and not (hit_soft_17 and soft))
        ):
            ended[hands.key[hand]] = (
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
            elif hands.hard[hand] + value + 1 <= highest:
                bust = ended.setdefault(
                    hands.key[hand] + (<uint64_t>1 << (6 * value)),
                    (hands.hard[hand] + value + 1, hands.size[hand] + 1, [0] * 10))
                for i in range(10):
                    bust[2][i] += these[i]
    return ended


def trie_path(key):
    """Return the hand of a key as a path from the root of a trie: (value, cards of it before)."""
    cdef long cards = whole(key, 1 << 60, "key")
    return tuple([
        (value, k) for value in range(9, -1, -1) for k in range((cards >> (6 * value)) & 63)
    ])
