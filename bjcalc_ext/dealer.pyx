"""The dealer: for a hand that stands, how much less than a win it is paid, over all dealer hands.

A dealer hand is a multiset of cards, the up card among them, with the number of orders in which
the rules let it be drawn from each up card. For a shoe from which some cards are gone, the number
of ordered deals of a multiset is orders * product of falling counts. Each hand is cut in two, its
low cards (ace to 3) and its high ones: the sums over low cards depend on the player's low cards
alone, so they are made once for all hands that share these, and only joined with high cards for
each hand.

What a total is paid against each of the dealer's totals is data: its difference from what a dealer
who is bust (over 22) pays. Busts over 22 are what is left, and never enumerated; 22 only where its
difference is not 0. A natural of the dealer is left out of every sum; callers account for it.

Results depend on the shoe, the dealer's rules, the differences and the cards that are gone, nothing
else, and are kept here for the games, splits and strategy classes that ask again. Any number of
threads may ask at once.
"""

cimport cython
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memset

from bjcalc_ext.hands cimport MOST_CARDS, N_HANDS, HandTable, hand_table, whole, whole_counts

from threading import Lock

from bjcalc_ext.dealer_hands import NATURAL, dealer_hands

__all__ = ["DealerTables"]


cdef extern from "wide.h" nogil:
    void u128_zero(u128 *out)
    void u128_mul(u128 *out, const u128 *a, uint64_t m)
    void u128_mul64(u128 *out, uint64_t a, uint64_t m)
    void u128_mac(u128 *acc, const u128 *a, uint64_t m)
    void u128_macw(u128 *acc, const u128 *a, const u128 *b)
    void u128_mac_low(u128 *acc, const u128 *a, const u128 *b)
    void u128_smac(u128 *acc, const u128 *a, int64_t m)
    bint u128_fits64(const u128 *a)
    bint u128_is_zero(const u128 *a)


cdef enum:
    N_LOW_VALUES = 3
    MAX_NODES = 2 * N_HANDS
    N_SLOT_KEYS = 10 * MAX_LENGTH * MAX_LENGTH
    # A row's place in the order of work, from the highest bit: the player's low cards, the total
    # from 21 down, the high cards, the hand.
    HAND_BITS = 12
    HIGH_BITS = 3 * (10 - N_LOW_VALUES)
    TOTAL_BITS = 5


cdef int _by_key(const void *one, const void *other) noexcept nogil:
    cdef uint64_t a = (<const uint64_t *>one)[0]
    cdef uint64_t b = (<const uint64_t *>other)[0]
    return -1 if a < b else a > b


cdef inline int _slot_key(const DealerHand *hand, const uint8_t *held) noexcept nogil:
    return (hand.up * MAX_LENGTH + hand.length) * MAX_LENGTH + held[hand.low] + held[hand.high]


cdef inline int _high(const Layout *layout, const DealerHand *hand) noexcept nogil:
    """Return the hand's high cards as a number: 0 for none."""
    return hand.high - layout.n_low + 1 if hand.high else 0


@cython.final
cdef class DealerTables:
    """The dealer's sums for one shoe and one set of dealer rules; see the module's text.

    `counts`: the ten counts of the full shoe (for an infinite deck, of one period of it);
    `card_limit` 0 means none. `differences[t][d]`, for player's totals t = 0 to 21 and dealer's
    totals d = 0 to 22, is what t is paid less against d than against a dealer who is bust with more
    than 22, in small whole numbers; the numerators are sums of it. Raises ValueError for numbers
    out of range and OverflowError for a shoe too large for 128-bit sums.
    """

    def __cinit__(self, counts, *, bint infinite, bint hit_soft_17, card_limit=0, differences):
        cdef int i, d, most = 2
        numbers = whole_counts(counts, MOST_CARDS)
        limit = whole(card_limit, MOST_CARDS, "card_limit")
        if len(differences) != PLAYER_TOTALS or any([
            len(row) != DEALER_TOTALS for row in differences
        ]):
            raise ValueError(f"differences = {differences!r}: 22 rows of 23 numbers are needed")
        for i in range(PLAYER_TOTALS):
            for d in range(DEALER_TOTALS):
                self.layout.difference[i][d] = whole(differences[i][d], 256, "a difference")
                most = max(most, self.layout.difference[i][d])
        available = [99 if infinite and n else n for n in numbers]
        to_22 = any([row[22] for row in differences])
        final = dealer_hands(hit_soft_17, limit, available, most=22 if to_22 else 21)
        final.pop(NATURAL, None)
        # Three at least: a card that busts, the up card and the hole card are drawn together.
        longest = max([length for _, length, _ in final.values()], default=2)
        longest = max(3, longest)
        cards = sum(numbers)
        # Products of high cards, five at most, fit 64 bits.
        if longest >= MAX_LENGTH or most * cards**longest >= 1 << 127 or cards**5 >= 1 << 64:
            raise OverflowError(f"a shoe of {cards} cards is too large for 128-bit sums")
        for i in range(10):
            self.layout.count[i] = numbers[i]
        self.layout.infinite = infinite
        self.layout.cards = cards
        self.layout.longest = longest
        self.layout.largest_difference = most
        self._paid = {}
        self._lay_out(final)

    cdef _lay_out(self, dict final):
        """Number the nodes, and bring the dealer's hands into the order of their totals."""
        cdef Layout *layout = &self.layout
        cdef int total, value, node, i, n = 1, filled = 0
        cdef unsigned long long key
        cdef int16_t *after = <int16_t *>calloc(10 * MAX_NODES, sizeof(int16_t))
        layout.parent = <int16_t *>calloc(MAX_NODES, sizeof(int16_t))
        layout.factor = <uint8_t *>calloc(MAX_NODES, sizeof(uint8_t))
        layout.hands = <DealerHand *>calloc(10 * len(final) + 1, sizeof(DealerHand))
        if not (after and layout.parent and layout.factor and layout.hands):
            free(after)
            raise MemoryError
        node_of = {}
        for low in (True, False):
            for key in final:
                node = 0
                for value in range(0 if low else N_LOW_VALUES, N_LOW_VALUES if low else 10):
                    for i in range((key >> (6 * value)) & 63):
                        if not after[10 * node + value]:
                            after[10 * node + value] = n
                            layout.parent[n] = node
                            layout.factor[n] = 16 * value + i
                            n += 1
                        node = after[10 * node + value]
                node_of[key, low] = node
            if low:
                layout.n_low = n
        layout.n_nodes = n
        free(after)
        for key, (total, length, orders) in sorted(final.items(), key=_total):
            for value in range(10):
                if orders[value]:
                    layout.hands[filled].low = node_of[key, True]
                    layout.hands[filled].high = node_of[key, False]
                    layout.hands[filled].up = value
                    layout.hands[filled].length = length
                    layout.hands[filled].orders = orders[value]
                    filled += 1
            layout.start[total + 1] = filled
        for total in range(DEALER_TOTALS):
            layout.start[total + 1] = max(layout.start[total + 1], layout.start[total])
        for total in range(PLAYER_TOTALS - 1, -1, -1):
            layout.same_as[total] = total
            if total < 21 and all([
                layout.difference[total][i] == layout.difference[total + 1][i]
                for i in range(DEALER_TOTALS) if layout.start[i] < layout.start[i + 1]
            ]):
                layout.same_as[total] = layout.same_as[total + 1]

    def __dealloc__(self):
        free(self.layout.parent)
        free(self.layout.factor)
        free(self.layout.hands)

    @property
    def counts(self):
        """The ten counts of the full shoe."""
        return tuple([self.layout.count[i] for i in range(10)])

    cdef PaidTable paid_table(self, int pair, int extras):
        """Return the table for 1 to `extras` more cards of value `pair` gone; -1: none gone.

        It is made at first use, and again when more extras are asked for.
        """
        if pair < 0 or self.layout.infinite:
            pair, extras = -1, 1
        cdef PaidTable table = self._paid.get(pair)
        if table is None or table.extras < extras:
            table = PaidTable(self, pair, extras)
            self._paid[pair] = table
        return table

    def paid(self, hand, up, *, pair=None, extra=0):
        """Return the expected difference for a hand that stands as (numerator, denominator).

        Joint with "the next unseen card is the up card `up`, and the dealer has no natural", when
        the hand's cards and `extra` cards of value `pair` are gone. Raises ValueError for numbers
        out of range and where the shoe does not hold these cards.
        """
        cdef long index = whole(hand, N_HANDS, "hand")
        cdef long up_card = whole(up, 10, "up")
        cdef long gone = whole(extra, MAX_EXTRA + 1, "extra")
        cdef long value = -1 if pair is None or not gone else whole(pair, 10, "pair")
        cdef uint16_t wanted[N_HANDS]
        cdef PaidTable table = self.paid_table(value, gone)
        if table.row_of_hand[index] < 0 or (
            value >= 0 and not self.layout.infinite
            and hand_table().count[index][value] + gone > self.layout.count[value]
        ):
            raise ValueError(f"hand = {hand}: the shoe does not hold these cards")
        memset(wanted, 0, sizeof(wanted))
        wanted[index] = 1 << up_card
        table.fill(wanted)
        cdef char *raw = <char *>&table.row(index, gone)[up_card]
        cards = int(self.layout.cards)
        left = cards - hand_table().size[index] - gone
        denominator = 1
        for i in range(self.layout.longest):
            denominator *= cards if self.layout.infinite else max(1, left - i)
        return int.from_bytes(raw[:sizeof(u128)], "little"), denominator


def _total(item):
    return item[1][0]


@cython.final
cdef class PaidTable:
    """Sums of differences by hand, number of extra pair cards gone, and up card.

    Rows are there for the hands that can occur; `fill` fills them. The sums for one hand and all
    numbers of extra cards are made at once: dealer hands are summed apart by how many cards of the
    pair's value they hold, without the factor of those cards, which alone differs.
    """

    def __cinit__(self, DealerTables tables not None, int pair, extras):
        cdef int hand, value, gone, rows = 0
        cdef bint fits
        cdef uint64_t low, high, total
        cdef HandTable *hands = hand_table()
        cdef const Layout *layout = &tables.layout
        whole(pair + 1, 11, "pair + 1")
        if not whole(extras, MAX_EXTRA + 1, "extras"):
            raise ValueError("extras = 0: 1 at least are needed")
        self.tables = tables
        self.layout = layout
        self.lock = Lock()
        self.pair = pair
        self.extras = extras
        self.row_of_hand = <int16_t *>calloc(N_HANDS, sizeof(int16_t))
        self.order = <uint64_t *>calloc(N_HANDS, sizeof(uint64_t))
        if not (self.row_of_hand and self.order):
            raise MemoryError
        for hand in range(N_HANDS):
            fits = pair < 0 or hands.count[hand][pair] > 0
            low = high = 0
            for value in range(10):
                gone = hands.count[hand][value] + (value == pair)
                if gone and (layout.count[value] == 0
                             or (gone > layout.count[value] and not layout.infinite)):
                    fits = False
                    break
                if value == pair or layout.infinite:
                    continue
                if value < N_LOW_VALUES:
                    low = low << 5 | hands.count[hand][value]
                else:
                    high = high << 3 | hands.count[hand][value]
            self.row_of_hand[hand] = rows if fits else -1
            if fits:
                total = 21 - layout.same_as[hands.total[hand]]
                self.order[rows] = (
                    ((low << TOTAL_BITS | total) << HIGH_BITS | high) << HAND_BITS | hand
                )
                rows += 1
        self.rows = rows
        qsort(self.order, rows, sizeof(uint64_t), _by_key)
        self._arrange()
        self.paid = <u128 *>calloc(<size_t>rows * extras * 10 + 1, sizeof(u128))
        self.known = <uint16_t *>calloc(rows + 1, sizeof(uint16_t))
        if not (self.paid and self.known):
            raise MemoryError

    cdef _arrange(self):
        """Find the slots, their cells, and the cell of each dealer hand."""
        cdef const Layout *layout = self.layout
        cdef const DealerHand *hand
        cdef int i, t, key, parent, up = 0, place = 0, most
        cdef int highs = layout.n_nodes - layout.n_low + 1
        cdef uint64_t factors[160]
        cdef u128 bound[N_SLOT_KEYS]
        cdef u128 deals
        cdef int16_t slot_of[N_SLOT_KEYS]
        cdef bint fits
        cdef uint8_t *held = <uint8_t *>calloc(layout.n_nodes, sizeof(uint8_t))
        cdef u128 *products = <u128 *>calloc(layout.n_nodes, sizeof(u128))
        cdef int16_t *cell_of = NULL
        memset(bound, 0, sizeof(bound))
        self.entries = <Entry *>calloc(layout.start[DEALER_TOTALS] + 1, sizeof(Entry))
        self.slots = <Slot *>calloc(N_SLOT_KEYS, sizeof(Slot))
        self.high_of_cell = <int16_t *>calloc(layout.start[DEALER_TOTALS] + 1, sizeof(int16_t))
        try:
            if not (held and products and self.entries and self.slots and self.high_of_cell):
                raise MemoryError
            # The full shoe's sums are the largest: what fits 64 bits there always does.
            self._factors(0, 0, 10, factors)
            u128_mul64(&products[0], 1, 1)
            for i in range(1, layout.n_nodes):
                parent = layout.parent[i]
                held[i] = held[parent] + (layout.factor[i] // 16 == self.pair)
                u128_mul(&products[i], &products[parent], factors[layout.factor[i]])
            for t in range(DEALER_TOTALS):
                most = max([layout.difference[i][t] for i in range(PLAYER_TOTALS)])
                for i in range(layout.start[t], layout.start[t + 1]):
                    hand = &layout.hands[i]
                    key = _slot_key(hand, held)
                    u128_zero(&deals)
                    u128_macw(&deals, &products[hand.low], &products[hand.high])
                    # A mark even where no total's pay differs, so that the slot is there.
                    u128_mac(&bound[key], &deals, max(1, most) * <uint64_t>hand.orders)
            self.n_slots = 0
            self.all_fit = True
            for key in range(N_SLOT_KEYS):
                while up <= key // (MAX_LENGTH * MAX_LENGTH):
                    self.slots_of_up[up] = self.n_slots
                    up += 1
                if u128_is_zero(&bound[key]):
                    continue
                slot_of[key] = self.n_slots
                self.slots[self.n_slots].up = key // (MAX_LENGTH * MAX_LENGTH)
                self.slots[self.n_slots].length = key // MAX_LENGTH % MAX_LENGTH
                self.slots[self.n_slots].held = key % MAX_LENGTH
                self.most_held = max(self.most_held, key % MAX_LENGTH)
                self.slots[self.n_slots].fits64 = u128_fits64(&bound[key])
                self.all_fit &= self.slots[self.n_slots].fits64
                self.n_slots += 1
            self.slots_of_up[10] = self.n_slots
            cell_of = <int16_t *>calloc(self.n_slots * highs + 1, sizeof(int16_t))
            if not cell_of:
                raise MemoryError
            for i in range(layout.start[DEALER_TOTALS]):
                hand = &layout.hands[i]
                cell_of[slot_of[_slot_key(hand, held)] * highs + _high(layout, hand)] = 1
            self.n_cells = 0
            for key in range(self.n_slots):
                self.slots[key].start = self.n_cells
                for i in range(highs):
                    if cell_of[key * highs + i]:
                        cell_of[key * highs + i] = self.n_cells
                        self.high_of_cell[self.n_cells] = i + layout.n_low - 1 if i else 0
                        self.n_cells += 1
                self.slots[key].stop = self.n_cells
            for t in range(DEALER_TOTALS):
                for fits in (True, False):
                    for i in range(layout.start[t], layout.start[t + 1]):
                        hand = &layout.hands[i]
                        key = slot_of[_slot_key(hand, held)]
                        if self.slots[key].fits64 == fits:
                            self.entries[place].cell = cell_of[key * highs + _high(layout, hand)]
                            self.entries[place].low = hand.low
                            self.entries[place].orders = hand.orders
                            place += 1
                    if fits:
                        self.fitting[t] = place
        finally:
            free(held)
            free(products)
            free(cell_of)

    def __dealloc__(self):
        free(self.row_of_hand)
        free(self.order)
        free(self.paid)
        free(self.known)
        free(self.slots)
        free(self.high_of_cell)
        free(self.entries)

    cdef u128 *row(self, int hand, int extra) noexcept nogil:
        """Return the ten entries, by up card, of a hand with `extra` pair cards gone."""
        cdef Py_ssize_t column = extra - 1 if self.pair >= 0 else 0
        return &self.paid[(<Py_ssize_t>self.row_of_hand[hand] * self.extras + column) * 10]

    cdef fill(self, const uint16_t *wanted):
        """Fill entries of hands that the shoe holds: `wanted` has a set of up cards for each hand.

        One thread at a time; what is filled stays as it is.
        """
        cdef bint done
        with self.lock:
            with nogil:
                done = self._fill(wanted)
        if not done:
            raise MemoryError

    cdef bint _fill(self, const uint16_t *wanted) noexcept nogil:
        """Do the work of `fill`: rows of the same low cards, then total, then high cards together.

        Returns whether there was memory.
        """
        cdef const Layout *layout = self.layout
        cdef Low low
        cdef uint64_t *products
        cdef u128 *sums = <u128 *>calloc(self.n_slots + 1, sizeof(u128))
        cdef uint64_t factors[160]
        cdef int current[DEALER_TOTALS]
        cdef uint64_t key, small, last = 0
        cdef int i, e, t, u, hand, ups, total = 0, have = 0
        cdef bint fresh = True
        cdef const Slot *slot
        if not self._allot(&low) or not sums:
            free(low.products)
            free(low.wide_products)
            free(sums)
            return False
        products = low.products
        for i in range(self.rows):
            key = self.order[i]
            hand = key & ((1 << HAND_BITS) - 1)
            ups = wanted[hand] & ~self.known[self.row_of_hand[hand]]
            if not ups:
                continue
            key >>= HAND_BITS
            if fresh or (key ^ last) >> (HIGH_BITS + TOTAL_BITS):
                self._factors(hand, 0, N_LOW_VALUES, factors)
                self._start(&low, factors)
                memset(current, 0, sizeof(current))
                total = -1
            if total != layout.same_as[hand_table().total[hand]]:
                total = layout.same_as[hand_table().total[hand]]
                have = 0
                for t in range(DEALER_TOTALS):
                    if layout.difference[total][t] != current[t]:
                        self._add_total(&low, t, layout.difference[total][t] - current[t])
                        current[t] = layout.difference[total][t]
            if fresh or (key ^ last) & ((1 << HIGH_BITS) - 1):
                have = 0
                self._factors(hand, N_LOW_VALUES, 10, factors)
                for e in range(layout.n_low, layout.n_nodes):
                    products[e] = products[layout.parent[e]] * factors[layout.factor[e]]
            fresh = False
            last = key
            for u in range(10):
                if not (ups & ~have) >> u & 1:
                    continue
                for t in range(self.slots_of_up[u], self.slots_of_up[u + 1]):
                    slot = &self.slots[t]
                    u128_zero(&sums[t])
                    if slot.fits64:
                        small = 0
                        for e in range(slot.start, slot.stop):
                            small += low.cells[e] * products[self.high_of_cell[e]]
                        u128_mul64(&sums[t], small, 1)
                    else:
                        for e in range(slot.start, slot.stop):
                            u128_mac(&sums[t], &low.wide_cells[e],
                                     products[self.high_of_cell[e]])
            have |= ups
            self._finish(hand, ups, sums)
        free(low.products)
        free(low.wide_products)
        free(sums)
        return True

    cdef bint _allot(self, Low *low) noexcept nogil:
        """Find room for sums over low cards; returns whether there was."""
        cdef size_t n = self.layout.n_nodes, cells = self.n_cells
        cdef size_t all_cells = cells * (1 + DEALER_TOTALS)
        low.products = <uint64_t *>malloc((n + all_cells) * sizeof(uint64_t))
        low.cells = low.products + n
        low.of_total = low.cells + cells
        low.wide_products = <u128 *>malloc(
            1 if self.all_fit else (n + all_cells) * sizeof(u128)
        )
        low.wide_cells = low.wide_products + n
        low.wide_of_total = low.wide_cells + cells
        return low.products and low.wide_products

    cdef void _start(self, Low *low, const uint64_t *factors) noexcept nogil:
        """Begin with the low cards of these factors: no total is in the cells yet."""
        cdef const Layout *layout = self.layout
        cdef int i
        low.products[0] = 1
        for i in range(1, layout.n_low):
            low.products[i] = low.products[layout.parent[i]] * factors[layout.factor[i]]
        memset(low.cells, 0, self.n_cells * sizeof(uint64_t))
        memset(low.made, 0, sizeof(low.made))
        if self.all_fit:
            return
        u128_mul64(&low.wide_products[0], 1, 1)
        for i in range(1, layout.n_low):
            u128_mul(&low.wide_products[i], &low.wide_products[layout.parent[i]],
                     factors[layout.factor[i]])
        memset(low.wide_cells, 0, self.n_cells * sizeof(u128))

    cdef void _add_total(self, Low *low, int total, int change) noexcept nogil:
        """Add the dealer's hands of one total to the cells, `change` times."""
        cdef int e, _
        cdef uint64_t *cells = low.cells
        cdef uint64_t *these = &low.of_total[total * self.n_cells]
        cdef u128 *wide = &low.wide_of_total[total * self.n_cells]
        cdef const Entry *entry
        if not low.made[total]:
            low.made[total] = True
            memset(these, 0, self.n_cells * sizeof(uint64_t))
            for e in range(self.layout.start[total], self.fitting[total]):
                entry = &self.entries[e]
                these[entry.cell] += low.products[entry.low] * entry.orders
            if not self.all_fit:
                memset(wide, 0, self.n_cells * sizeof(u128))
                for e in range(self.fitting[total], self.layout.start[total + 1]):
                    entry = &self.entries[e]
                    u128_mac(&wide[entry.cell], &low.wide_products[entry.low], entry.orders)
        for _ in range(change if change > 0 else -change):
            if change > 0:
                for e in range(self.n_cells):
                    cells[e] += these[e]
            else:
                for e in range(self.n_cells):
                    cells[e] -= these[e]
        if not self.all_fit:
            for e in range(self.n_cells):
                u128_smac(&low.wide_cells[e], &wide[e], change)

    cdef void _factors(self, int hand, int first, int stop, uint64_t *out) noexcept nogil:
        """Fill the factors of the nodes' cards: falling counts, 1 for the pair's value."""
        cdef int value, i, n
        for value in range(first, stop):
            n = self.layout.count[value]
            if not self.layout.infinite:
                n -= hand_table().count[hand][value]
            for i in range(16):
                out[16 * value + i] = 1 if value == self.pair else <uint64_t>n if n > 0 else 0
                n -= 0 if self.layout.infinite else 1

    cdef void _finish(self, int hand, int ups, const u128 *sums) noexcept nogil:
        """Fill the entries of a row from the sums of its slots, and note that they are known."""
        cdef const Layout *layout = self.layout
        cdef int row = self.row_of_hand[hand]
        cdef int u, k, n, t, length, held, left
        cdef u128 weights[MAX_LENGTH][MAX_LENGTH]
        cdef u128 *entry
        cdef const Slot *slot
        for k in range(self.extras):
            # What a slot's sum counts: the cards after the dealer's hand, and those of the pair.
            left = layout.cards - hand_table().size[hand] - (k + 1 if self.pair >= 0 else 0)
            u128_mul64(&weights[layout.longest][0], 1, 1)
            for length in range(layout.longest, 1, -1):
                n = layout.cards if layout.infinite else max(1, left - length + 1)
                u128_mul(&weights[length - 1][0], &weights[length][0], <uint64_t>n)
            if self.pair >= 0:
                for length in range(1, layout.longest + 1):
                    n = layout.count[self.pair] - hand_table().count[hand][self.pair] - k - 1
                    for held in range(1, self.most_held + 1):
                        u128_mul(&weights[length][held], &weights[length][held - 1],
                                 <uint64_t>max(0, n))
                        n -= 1
            for u in range(10):
                if not ups >> u & 1:
                    continue
                entry = &self.paid[(<Py_ssize_t>row * self.extras + k) * 10 + u]
                u128_zero(entry)
                for t in range(self.slots_of_up[u], self.slots_of_up[u + 1]):
                    slot = &self.slots[t]
                    if slot.fits64:
                        u128_mac_low(entry, &weights[slot.length][slot.held], &sums[t])
                    else:
                        u128_macw(entry, &weights[slot.length][slot.held], &sums[t])
        self.known[row] |= ups
