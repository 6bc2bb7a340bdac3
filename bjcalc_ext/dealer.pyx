"""The dealer: for a hand that stands, the weight of dealer hands that beat or tie it.

A dealer hand is a multiset of cards, the up card among them, with the number of orders in which
the rules let it be drawn from each up card. For a shoe from which some cards are gone, the number
of ordered deals of a multiset is orders * product of falling counts. The products are shared: the
multisets, sorted from tens to aces, form a trie, and one walk over it gives every product once.

For a player's total T only multisets of total T or more matter, so the trie's nodes and the sums
are laid out by total, from 21 down, and a walk stops at T. A natural of the dealer is left out of
every sum; callers account for it by the rule on peeking.

Results depend on the shoe, the dealer's rules and the cards that are gone, nothing else, and are
kept here for the games, splits and strategy classes that ask again.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from bjcalc_ext.dealer_hands import NATURAL, dealer_hands, trie_path
from bjcalc_ext.hands cimport N_HANDS, HandTable, hand_table


cdef extern from "wide.h" nogil:
    void u128_zero(u128 *out)
    void u128_mul(u128 *out, const u128 *a, uint64_t m)
    void u128_mul64(u128 *out, uint64_t a, uint64_t m)
    void u128_mac(u128 *acc, const u128 *a, uint64_t m)
    void u128_mac64(u128 *acc, uint64_t a, uint64_t m)
    void u128_macw(u128 *acc, const u128 *a, const u128 *b)
    void u128_horner(u128 *acc, uint64_t m, const u128 *more)


cdef enum:
    N_SLOT_KEYS = MAX_LENGTH * 10 * MAX_LENGTH


cdef inline int _slot_key(int length, int up, int held) noexcept nogil:
    return (length * 10 + up) * MAX_LENGTH + held


def _length(member):
    return member[1]


cdef class DealerTables:
    """The dealer's sums for one shoe and one set of dealer rules; see the module's text.

    `counts`: the ten counts of the full shoe (for an infinite deck, of one period of it);
    `card_limit` 0 means none. Raises OverflowError for a shoe too large for 128-bit sums.
    Not to be used by two threads at once.
    """

    def __cinit__(self, counts, *, bint infinite, bint hit_soft_17, int card_limit=0):
        cdef int i
        for i in range(10):
            self.walk.count[i] = counts[i]
        self.walk.infinite = infinite
        self.walk.cards = sum(counts)
        self._paid = {}
        available = [99 if infinite and n else n for n in counts]
        final = dealer_hands(hit_soft_17, card_limit, available)
        final.pop(NATURAL, None)
        # Three at least: a card that busts, the up card and the hole card are drawn together.
        longest = max([length for _, length, _ in final.values()], default=2)
        longest = max(3, longest)
        cards = int(self.walk.cards)
        if longest >= MAX_LENGTH or 2 * cards**longest >= 1 << 127:
            raise OverflowError("the shoe is too large for 128-bit sums")
        self.walk.longest = longest
        self.walk.short_length = 1
        while self.walk.short_length < longest and (
            2 * cards ** (self.walk.short_length + 1) < 1 << 64
        ):
            self.walk.short_length += 1
        self._lay_out(final)

    cdef _lay_out(self, dict final):
        """Number the trie's nodes and the sums, total by total from 21 down."""
        cdef int total, i, depth
        cdef Walk *walk = &self.walk
        by_total = {}
        for key, (total, length, orders) in final.items():
            path = trie_path(key)
            by_total.setdefault(total, []).append((path, length, orders))
        walk.lowest = min(by_total, default=21)
        node_of = {(): 0}
        parents = [0]
        factors = [0]
        entries = []
        for total in range(21, -1, -1):
            group = by_total.get(total, [])
            fresh = set()
            for path, length, orders in group:
                for depth in range(length, 0, -1):
                    prefix = path[:depth]
                    if prefix in node_of or prefix in fresh:
                        break
                    fresh.add(prefix)
            walk.groups[total].short_start = walk.groups[total].short_stop = len(parents)
            for prefix in sorted(fresh, key=len):
                depth = len(prefix)
                node_of[prefix] = len(parents)
                parents.append(node_of[prefix[:depth - 1]])
                factors.append(16 * prefix[depth - 1][0] + prefix[depth - 1][1])
                if depth <= walk.short_length:
                    walk.groups[total].short_stop = len(parents)
            walk.groups[total].long_stop = len(parents)
            walk.groups[total].entry_start = len(entries)
            for path, length, orders in sorted(group, key=_length):
                for up in range(10):
                    if orders[up]:
                        entries.append((node_of[path], orders[up], up))
            walk.groups[total].entry_stop = len(entries)
        walk.n_nodes = len(parents)
        walk.n_entries = len(entries)
        walk.parent = <int32_t *>calloc(len(parents), sizeof(int32_t))
        walk.factor = <uint8_t *>calloc(len(parents), sizeof(uint8_t))
        walk.depth = <uint8_t *>calloc(len(parents), sizeof(uint8_t))
        walk.short_product = <uint64_t *>calloc(len(parents), sizeof(uint64_t))
        walk.long_product = <u128 *>calloc(len(parents), sizeof(u128))
        walk.entry_node = <int32_t *>calloc(len(entries) + 1, sizeof(int32_t))
        walk.entry_orders = <uint32_t *>calloc(len(entries) + 1, sizeof(uint32_t))
        walk.entry_up = <uint8_t *>calloc(len(entries) + 1, sizeof(uint8_t))
        if not (walk.parent and walk.factor and walk.depth and walk.short_product
                and walk.long_product and walk.entry_node and walk.entry_orders and walk.entry_up):
            raise MemoryError
        for i in range(1, len(parents)):
            walk.parent[i] = parents[i]
            walk.factor[i] = factors[i]
            walk.depth[i] = walk.depth[walk.parent[i]] + 1
        for i in range(len(entries)):
            walk.entry_node[i], walk.entry_orders[i], walk.entry_up[i] = entries[i]

    def __dealloc__(self):
        free(self.walk.parent)
        free(self.walk.factor)
        free(self.walk.depth)
        free(self.walk.short_product)
        free(self.walk.long_product)
        free(self.walk.entry_node)
        free(self.walk.entry_orders)
        free(self.walk.entry_up)

    @property
    def counts(self):
        """The ten counts of the full shoe."""
        return tuple([self.walk.count[i] for i in range(10)])

    @property
    def longest(self):
        """The length of the longest hand that the dealer can end with, 21 or less (3 at least)."""
        return self.walk.longest

    cdef PaidTable paid_table(self, int pair, int extras):
        """Return the table for 1 to `extras` more cards of value `pair` gone; -1: none gone.

        It is made at first use, and again when more extras are asked for.
        """
        if pair < 0 or self.walk.infinite:
            pair, extras = -1, 1
        cdef PaidTable table = self._paid.get(pair)
        if table is None or table.extras < extras:
            table = PaidTable(self, pair, extras)
            self._paid[pair] = table
        return table

    def paid(self, int hand, int up, *, int pair=-1, int extra=0):
        """Return 2 P(dealer beats the hand) + P(dealer ties it) as (numerator, denominator).

        Joint with "the next unseen card is the up card `up`, and the dealer has no natural", when
        the hand's cards and `extra` cards of value `pair` are gone. Raises ValueError if the shoe
        does not hold these cards.
        """
        cdef PaidTable table = self.paid_table(pair, extra)
        if table.row_of_hand[hand] < 0:
            raise ValueError("the shoe does not hold these cards")
        table.need(hand, 1 << up)
        cdef char *raw = <char *>&table.row(hand, extra)[up]
        cards = int(self.walk.cards)
        left = cards - hand_table().size[hand] - extra
        denominator = 1
        for i in range(self.walk.longest):
            denominator *= cards if self.walk.infinite else max(1, left - i)
        return int.from_bytes(raw[:sizeof(u128)], "little"), denominator


cdef class PaidTable:
    """2 P(dealer beats) + P(dealer ties), by hand, number of extra pair cards gone, and up card.

    Rows are there for the hands that can occur; `need` fills them. The sums for one hand and all
    numbers of extra cards are made in one walk: dealer hands are summed apart by how many cards of
    the pair's value they hold, without the factor of those cards, which alone differs.
    """

    def __cinit__(self, DealerTables tables, int pair, int extras):
        cdef int hand, value, gone, rows = 0
        cdef bint fits
        cdef HandTable *hands = hand_table()
        cdef Walk *walk = &tables.walk
        if extras > MAX_EXTRA:
            raise ValueError("too many hands")
        self.tables = tables
        self.walk = walk
        self.pair = pair
        self.extras = extras
        self.row_of_hand = <int32_t *>calloc(N_HANDS, sizeof(int32_t))
        self.buckets = <Bucket *>calloc(walk.n_entries + 1, sizeof(Bucket))
        self.slots = <Slot *>calloc(N_SLOT_KEYS, sizeof(Slot))
        self.node = <int32_t *>calloc(walk.n_entries + 1, sizeof(int32_t))
        self.orders = <uint32_t *>calloc(walk.n_entries + 1, sizeof(uint32_t))
        if not (self.row_of_hand and self.buckets and self.slots and self.node and self.orders):
            raise MemoryError
        for hand in range(N_HANDS):
            fits = pair < 0 or hands.count[hand][pair] > 0
            for value in range(10):
                gone = hands.count[hand][value] + (value == pair)
                if gone and (walk.count[value] == 0
                             or (gone > walk.count[value] and not walk.infinite)):
                    fits = False
                    break
            self.row_of_hand[hand] = rows if fits else -1
            rows += fits
        self.rows = rows
        self._sort_entries()
        self.paid = <u128 *>calloc(rows * extras * 10 + 1, sizeof(u128))
        self.known = <int *>calloc(rows + 1, sizeof(int))
        self.sums = <u128 *>calloc(self.n_slots + 1, sizeof(u128))
        if not (self.paid and self.known and self.sums):
            raise MemoryError

    cdef _sort_entries(self):
        """Bring the entries of each total into the order of their slots (a counting sort)."""
        cdef Walk *walk = self.walk
        cdef int total, key, i, e, node, n_buckets = 0, placed = 0
        cdef Group *group
        cdef int slot_of[N_SLOT_KEYS]
        cdef int next_place[N_SLOT_KEYS]
        cdef uint8_t *held = <uint8_t *>calloc(walk.n_nodes, sizeof(uint8_t))
        if not held:
            raise MemoryError
        for i in range(1, walk.n_nodes):
            held[i] = held[walk.parent[i]] + (walk.factor[i] // 16 == self.pair)
        memset(slot_of, 0xff, sizeof(slot_of))
        self.n_slots = 0
        for total in range(21, -1, -1):
            group = &walk.groups[total]
            memset(next_place, 0, sizeof(next_place))
            for e in range(group.entry_start, group.entry_stop):
                node = walk.entry_node[e]
                next_place[_slot_key(walk.depth[node], walk.entry_up[e], held[node])] += 1
            self.bucket_start[total] = n_buckets
            for key in range(N_SLOT_KEYS):
                if next_place[key] == 0:
                    continue
                if slot_of[key] < 0:
                    slot_of[key] = self.n_slots
                    self.slots[self.n_slots].length = key // 160
                    self.slots[self.n_slots].up = key // 16 % 10
                    self.slots[self.n_slots].held = key % 16
                    self.n_slots += 1
                self.buckets[n_buckets].slot = slot_of[key]
                self.buckets[n_buckets].start = placed
                placed += next_place[key]
                self.buckets[n_buckets].stop = placed
                next_place[key] = self.buckets[n_buckets].start
                n_buckets += 1
            self.bucket_stop[total] = n_buckets
            for e in range(group.entry_start, group.entry_stop):
                node = walk.entry_node[e]
                key = _slot_key(walk.depth[node], walk.entry_up[e], held[node])
                self.node[next_place[key]] = node
                self.orders[next_place[key]] = walk.entry_orders[e]
                next_place[key] += 1
        free(held)

    def __dealloc__(self):
        free(self.row_of_hand)
        free(self.buckets)
        free(self.slots)
        free(self.node)
        free(self.orders)
        free(self.paid)
        free(self.known)
        free(self.sums)

    cdef u128 *row(self, int hand, int extra) noexcept nogil:
        """Return the ten entries, by up card, of a hand with `extra` pair cards gone."""
        cdef int column = extra - 1 if self.pair >= 0 else 0
        return &self.paid[(self.row_of_hand[hand] * self.extras + column) * 10]

    cdef void need(self, int hand, int ups) noexcept nogil:
        """Fill the entries of a hand that the shoe can hold, for the up cards in the set `ups`."""
        cdef Walk *walk = self.walk
        cdef HandTable *hands = hand_table()
        cdef int row = self.row_of_hand[hand]
        cdef int total = hands.total[hand]
        cdef int t, i, e, n, u, k, length, left, parent
        cdef uint64_t step, small
        cdef uint64_t factors[160]
        cdef u128 fall[MAX_EXTRA][MAX_LENGTH]
        cdef u128 by_length[MAX_EXTRA][10][MAX_LENGTH]
        cdef u128 acc
        cdef Group *group
        cdef Bucket *bucket
        cdef Slot *slot
        cdef uint64_t *short_product = walk.short_product
        cdef u128 *long_product = walk.long_product
        ups &= ~self.known[row]
        if not ups:
            return
        for i in range(10):
            n = walk.count[i] if walk.infinite else walk.count[i] - hands.count[hand][i]
            for e in range(16):
                if i == self.pair:
                    factors[16 * i + e] = 1
                else:
                    factors[16 * i + e] = 0 if n < 0 else <uint64_t>n
                    n -= 0 if walk.infinite else 1
        for k in range(self.extras):
            n = 0 if self.pair < 0 else walk.count[self.pair] - hands.count[hand][self.pair] - k - 1
            u128_mul64(&fall[k][0], 1, 1)
            for i in range(1, MAX_LENGTH):
                u128_mul(&fall[k][i], &fall[k][i - 1], <uint64_t>n if n > 0 else 0)
                n -= 1
        for i in range(self.n_slots):
            u128_zero(&self.sums[i])
        memset(by_length, 0, self.extras * sizeof(by_length[0]))
        short_product[0] = 1
        if total < walk.lowest:
            total = walk.lowest - 1
        t = 21
        while t >= total and t >= walk.lowest:
            group = &walk.groups[t]
            for i in range(group.short_start, group.short_stop):
                short_product[i] = short_product[walk.parent[i]] * factors[walk.factor[i]]
            for i in range(group.short_stop, group.long_stop):
                parent = walk.parent[i]
                if walk.depth[parent] <= walk.short_length:
                    u128_mul64(
                        &long_product[i], short_product[parent], factors[walk.factor[i]]
                    )
                else:
                    u128_mul(&long_product[i], &long_product[parent], factors[walk.factor[i]])
            for i in range(self.bucket_start[t], self.bucket_stop[t]):
                bucket = &self.buckets[i]
                slot = &self.slots[bucket.slot]
                if not ups >> slot.up & 1:
                    continue
                if slot.length <= walk.short_length:
                    small = 0
                    for e in range(bucket.start, bucket.stop):
                        small += short_product[self.node[e]] * self.orders[e]
                    u128_mac64(&self.sums[bucket.slot], small, 1 if t == total else 2)
                else:
                    u128_zero(&acc)
                    for e in range(bucket.start, bucket.stop):
                        u128_mac(&acc, &long_product[self.node[e]], self.orders[e])
                    u128_mac(&self.sums[bucket.slot], &acc, 1 if t == total else 2)
            t -= 1
        for i in range(self.n_slots):
            slot = &self.slots[i]
            if ups >> slot.up & 1:
                for k in range(self.extras):
                    u128_macw(
                        &by_length[k][slot.up][slot.length], &self.sums[i], &fall[k][slot.held]
                    )
        for k in range(self.extras):
            left = walk.cards - hands.size[hand] - (k + 1 if self.pair >= 0 else 0)
            for u in range(10):
                if not ups >> u & 1:
                    continue
                u128_zero(&acc)
                for length in range(1, walk.longest + 1):
                    if walk.infinite:
                        step = <uint64_t>walk.cards
                    else:
                        step = <uint64_t>(left - length + 1) if left - length + 1 > 1 else 1
                    u128_horner(&acc, step, &by_length[k][u][length])
                self.paid[(row * self.extras + k) * 10 + u] = acc
        self.known[row] |= ups
