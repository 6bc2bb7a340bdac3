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
from libc.stdlib cimport qsort
from libc.string cimport memset

from bjcalc_ext.hands cimport (
    MOST_CARDS, N_HANDS, HandTable, hand_table, room, whole, whole_counts
)

from threading import Lock

from bjcalc_ext.dealer_hands import NATURAL, dealer_hands

__all__ = ["DealerTables"]


# What sums of one up card are made of: 64 bits where they fit, else 128.
ctypedef fused number:
    uint64_t
    u128


cdef enum:
    # More of them: fewer products for each hand, but fewer hands that share their sums.
    N_LOW_VALUES = 3
    MAX_NODES = 2 * N_HANDS
    N_SLOT_KEYS = 10 * MAX_LENGTH * MAX_LENGTH
    # A row's place in the order of work, from the highest bit: the player's low cards, the total
    # from 21 down, the high cards (3 bits each), the hand.
    HAND_BITS = 12
    HIGH_BITS = 21
    TOTAL_BITS = 5


cdef int _by_key(const void *one, const void *other) noexcept nogil:
    cdef uint64_t a = (<const uint64_t *>one)[0]
    cdef uint64_t b = (<const uint64_t *>other)[0]
    return -1 if a < b else a > b


cdef inline int _slot_key(const DealerHand *hand, int held) noexcept nogil:
    return (hand.up * MAX_LENGTH + hand.length) * MAX_LENGTH + held


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
        if longest >= MAX_LENGTH or most * cards**longest >= 1 << 127:
            raise OverflowError(f"a shoe of {cards} cards is too large for 128-bit sums")
        for i in range(10):
            self.layout.count[i] = numbers[i]
        self.layout.infinite = infinite
        self.layout.cards = cards
        self.layout.longest = longest
        self.layout.largest_difference = most
        self.kept = []
        self._paid = {}
        self._list_hands(final)
        self._add_nodes()

    cdef _list_hands(self, dict final):
        """Bring the dealer's hands into the order of their totals."""
        cdef Layout *layout = &self.layout
        cdef int total, length, up, i, filled = 0
        cdef list orders
        cdef DealerHand *hand
        layout.hands = <DealerHand *>room(self.kept, 10 * len(final), sizeof(DealerHand))
        by_total = [[] for _ in range(DEALER_TOTALS)]
        for key, (total, length, orders) in final.items():
            by_total[total].append((key, length, orders))
        for total in range(DEALER_TOTALS):
            for key, length, orders in by_total[total]:
                for up in range(10):
                    if orders[up]:
                        hand = &layout.hands[filled]
                        hand.key = key
                        hand.orders = orders[up]
                        hand.up = up
                        hand.length = length
                        filled += 1
            layout.start[total + 1] = filled
        for total in range(PLAYER_TOTALS - 1, -1, -1):
            layout.same_as[total] = total
            if total < 21 and all([
                layout.difference[total][i] == layout.difference[total + 1][i]
                for i in range(DEALER_TOTALS) if layout.start[i] < layout.start[i + 1]
            ]):
                layout.same_as[total] = layout.same_as[total + 1]

    cdef _add_nodes(self):
        """Number the nodes, and find those of each dealer hand."""
        cdef Layout *layout = &self.layout
        cdef int value, i, k, node, n = 1
        cdef bint low
        cdef list kept = []
        cdef int16_t *after = <int16_t *>room(kept, 10 * MAX_NODES, sizeof(int16_t))
        layout.parent = <int16_t *>room(self.kept, MAX_NODES, sizeof(int16_t))
        layout.factor = <uint8_t *>room(self.kept, MAX_NODES, sizeof(uint8_t))
        for low in (True, False):
            for i in range(layout.start[DEALER_TOTALS]):
                node = 0
                for value in range(0 if low else N_LOW_VALUES, N_LOW_VALUES if low else 10):
                    for k in range((layout.hands[i].key >> (6 * value)) & 63):
                        if not after[10 * node + value]:
                            after[10 * node + value] = n
                            layout.parent[n] = node
                            layout.factor[n] = 16 * value + k
                            n += 1
                        node = after[10 * node + value]
                if low:
                    layout.hands[i].low = node
                else:
                    layout.hands[i].high = node
            if low:
                layout.n_low = n
        layout.n_nodes = n

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


@cython.final
cdef class PaidTable:
    """Sums of differences by hand, number of extra pair cards gone, and up card.

    Rows are there for the hands that can occur; `fill` fills them. The sums for one hand and all
    numbers of extra cards are made at once: dealer hands are summed apart by how many cards of the
    pair's value they hold, without the factor of those cards, which alone differs.
    """

    def __cinit__(self, DealerTables tables not None, pair, extras):
        if not whole(extras, MAX_EXTRA + 1, "extras"):
            raise ValueError("extras = 0: 1 at least are needed")
        self.kept = []
        self.tables = tables
        self.layout = &tables.layout
        self.lock = Lock()
        self.pair = whole(pair + 1, 11, "pair + 1") - 1
        self.extras = extras
        self._order_rows()
        self._arrange()
        self.paid = <u128 *>room(self.kept, 10 * <size_t>self.rows * self.extras, sizeof(u128))
        self.known = <uint16_t *>room(self.kept, self.rows, sizeof(uint16_t))

    cdef _order_rows(self):
        """Give a row to each hand that the shoe can hold, and bring rows into their order."""
        cdef const Layout *layout = self.layout
        cdef HandTable *hands = hand_table()
        cdef int hand, value, gone, rows = 0
        cdef uint64_t low, high, total
        cdef bint fits
        self.row_of_hand = <int16_t *>room(self.kept, N_HANDS, sizeof(int16_t))
        self.order = <uint64_t *>room(self.kept, N_HANDS, sizeof(uint64_t))
        for hand in range(N_HANDS):
            fits = self.pair < 0 or hands.count[hand][self.pair] > 0
            low = high = 0
            for value in range(10):
                gone = hands.count[hand][value] + (value == self.pair)
                if gone and (layout.count[value] == 0
                             or (gone > layout.count[value] and not layout.infinite)):
                    fits = False
                    break
                if value == self.pair or layout.infinite:
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

    cdef _arrange(self):
        """Find the slots, their cells, and the cell of each dealer hand."""
        cdef const Layout *layout = self.layout
        cdef const DealerHand *hand
        cdef int n = layout.start[DEALER_TOTALS], i, t, key, up = 0, place = 0, most, highs
        cdef uint64_t factors[160]
        cdef u128 bound[N_SLOT_KEYS]
        cdef int16_t slot_of[N_SLOT_KEYS]
        cdef list kept = []
        # For each dealer hand its slot.
        cdef int16_t *slot = <int16_t *>room(kept, n, sizeof(int16_t))
        cdef int16_t *cell_of
        cdef u128 *products = <u128 *>room(kept, MAX_NODES, sizeof(u128))
        memset(bound, 0, sizeof(bound))
        self.entries = <Entry *>room(self.kept, n, sizeof(Entry))
        self.slots = <Slot *>room(self.kept, N_SLOT_KEYS, sizeof(Slot))
        self.high_of_cell = <int16_t *>room(self.kept, n, sizeof(int16_t))
        # The full shoe's sums are the largest: what fits 64 bits there always does.
        self._factors(0, 0, 10, factors)
        _multiply[u128](layout, products, 1, layout.n_nodes, factors)
        for t in range(DEALER_TOTALS):
            # A mark even where no total's pay differs, so that the slot is there.
            most = 1
            for i in range(PLAYER_TOTALS):
                most = max(most, layout.difference[i][t])
            for i in range(layout.start[t], layout.start[t + 1]):
                hand = &layout.hands[i]
                slot[i] = _slot_key(
                    hand, 0 if self.pair < 0 else (hand.key >> (6 * self.pair)) & 63
                )
                bound[slot[i]] += (
                    products[hand.low] * products[hand.high] * (most * <uint64_t>hand.orders)
                )
        self.n_slots = 0
        for key in range(N_SLOT_KEYS):
            if key % (MAX_LENGTH * MAX_LENGTH) == 0:
                up = key // (MAX_LENGTH * MAX_LENGTH)
                self.slots_of_up[up] = self.n_slots
                self.fits64[up] = True
            if not bound[key]:
                continue
            slot_of[key] = self.n_slots
            self.slots[self.n_slots].length = key // MAX_LENGTH % MAX_LENGTH
            self.slots[self.n_slots].held = key % MAX_LENGTH
            self.most_held = max(self.most_held, key % MAX_LENGTH)
            self.fits64[up] &= not bound[key] >> 64
            self.n_slots += 1
        self.slots_of_up[10] = self.n_slots
        highs = layout.n_nodes - layout.n_low + 1
        cell_of = <int16_t *>room(kept, self.n_slots * highs, sizeof(int16_t))
        for i in range(n):
            slot[i] = slot_of[slot[i]]
            cell_of[slot[i] * highs + _high(layout, &layout.hands[i])] = 1
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
            for up in range(10):
                self.first_entry[10 * t + up] = place
                for i in range(layout.start[t], layout.start[t + 1]):
                    hand = &layout.hands[i]
                    if hand.up == up:
                        key = slot[i] * highs + _high(layout, hand)
                        self.entries[place].cell = cell_of[key]
                        self.entries[place].low = hand.low
                        self.entries[place].orders = hand.orders
                        place += 1
        self.first_entry[10 * DEALER_TOTALS] = place

    cdef u128 *row(self, int hand, int extra) noexcept nogil:
        """Return the ten entries, by up card, of a hand with `extra` pair cards gone."""
        cdef Py_ssize_t column = extra - 1 if self.pair >= 0 else 0
        return &self.paid[(<Py_ssize_t>self.row_of_hand[hand] * self.extras + column) * 10]

    cdef fill(self, const uint16_t *wanted):
        """Fill entries of hands that the shoe holds: `wanted` has a set of up cards for each hand.

        One thread at a time; what is filled stays as it is.
        """
        cdef size_t n = self.layout.n_nodes + self.n_cells * (1 + DEALER_TOTALS)
        cdef bint wide = not all([self.fits64[u] for u in range(10)])
        cdef list kept = []
        cdef uint64_t *products = <uint64_t *>room(kept, n, sizeof(uint64_t))
        cdef u128 *wide_products = <u128 *>room(kept, n, sizeof(u128)) if wide else NULL
        cdef u128 *sums = <u128 *>room(kept, self.n_slots, sizeof(u128))
        with self.lock, nogil:
            self._fill(wanted, products, wide_products, sums)

    cdef void _fill(
        self, const uint16_t *wanted, uint64_t *products, u128 *wide_products, u128 *sums
    ) noexcept nogil:
        """Do the work of `fill`: rows of the same low cards, then total, then high cards together.

        `wide_products` is NULL where all sums fit 64 bits.
        """
        cdef const Layout *layout = self.layout
        cdef bint fresh = True
        cdef int u, i, hand, ups, have = 0
        cdef Progress progress[10]
        cdef uint64_t factors[160]
        cdef uint64_t key, last = 0
        for i in range(self.rows):
            key = self.order[i]
            hand = key & ((1 << HAND_BITS) - 1)
            ups = wanted[hand] & ~self.known[self.row_of_hand[hand]]
            if not ups:
                continue
            key >>= HAND_BITS
            if fresh or key != last:
                have = 0
            if fresh or (key ^ last) >> (HIGH_BITS + TOTAL_BITS):
                self._factors(hand, 0, N_LOW_VALUES, factors)
                _multiply[uint64_t](layout, products, 1, layout.n_low, factors)
                if wide_products:
                    _multiply[u128](layout, wide_products, 1, layout.n_low, factors)
                memset(progress, 0, sizeof(progress))
            if fresh or (key ^ last) & ((1 << HIGH_BITS) - 1):
                self._factors(hand, N_LOW_VALUES, 10, factors)
                _multiply[uint64_t](layout, products, layout.n_low, layout.n_nodes, factors)
                if wide_products:
                    _multiply[u128](layout, wide_products, layout.n_low, layout.n_nodes, factors)
            fresh = False
            last = key
            for u in range(10):
                if not (ups & ~have) >> u & 1:
                    continue
                if self.fits64[u]:
                    _sum_up[uint64_t](self, hand, u, &progress[u], products, sums)
                else:
                    _sum_up[u128](self, hand, u, &progress[u], wide_products, sums)
            have |= ups
            self._finish(hand, ups, sums)

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
        cdef int u, k, n, s, length, held, left
        cdef u128 weights[MAX_LENGTH][MAX_LENGTH]
        cdef u128 entry
        cdef const Slot *slots = self.slots
        for k in range(self.extras):
            # What a slot's sum counts: the cards after the dealer's hand, and those of the pair.
            left = layout.cards - hand_table().size[hand] - (k + 1 if self.pair >= 0 else 0)
            weights[layout.longest][0] = 1
            for length in range(layout.longest, 1, -1):
                n = layout.cards if layout.infinite else max(1, left - length + 1)
                weights[length - 1][0] = weights[length][0] * <uint64_t>n
            for length in range(1, layout.longest + 1 if self.pair >= 0 else 0):
                n = layout.count[self.pair] - hand_table().count[hand][self.pair] - k - 1
                for held in range(1, self.most_held + 1):
                    weights[length][held] = weights[length][held - 1] * <uint64_t>max(0, n)
                    n -= 1
            for u in range(10):
                if not ups >> u & 1:
                    continue
                entry = 0
                if self.fits64[u]:
                    for s in range(self.slots_of_up[u], self.slots_of_up[u + 1]):
                        entry += weights[slots[s].length][slots[s].held] * <uint64_t>sums[s]
                else:
                    for s in range(self.slots_of_up[u], self.slots_of_up[u + 1]):
                        entry += weights[slots[s].length][slots[s].held] * sums[s]
                self.paid[(<Py_ssize_t>row * self.extras + k) * 10 + u] = entry
        self.known[row] |= ups


cdef void _multiply(
    const Layout *layout, number *products, int first, int stop, const uint64_t *factors
) noexcept nogil:
    """Fill the products of the nodes from `first` on."""
    cdef int i
    products[0] = 1
    for i in range(first, stop):
        products[i] = products[layout.parent[i]] * factors[layout.factor[i]]


cdef void _sum_up(
    PaidTable table, int hand, int up, Progress *progress, number *products, u128 *sums
) noexcept nogil:
    """Fill the sums of an up card's slots.

    After the products of nodes come, for each cell, the sums over low cards as the player's total
    is paid, then those of each of the dealer's totals alone; both are made as they are needed.
    """
    cdef const Layout *layout = table.layout
    cdef const uint8_t *wanted = layout.difference[hand_table().total[hand]]
    cdef const Entry *entry
    cdef number *cells = products + layout.n_nodes
    cdef number *these
    cdef number acc
    cdef int t, e, s, _, change, start, stop
    cdef int first = table.slots_of_up[up], last = table.slots_of_up[up + 1]
    if first == last:
        return
    start, stop = table.slots[first].start, table.slots[last - 1].stop
    if not progress.made:
        memset(&cells[start], 0, (stop - start) * sizeof(number))
    for t in range(DEALER_TOTALS):
        change = wanted[t] - progress.paid[t]
        if not change:
            continue
        these = cells + (t + 1) * table.n_cells
        if not progress.made >> t & 1:
            memset(&these[start], 0, (stop - start) * sizeof(number))
            for e in range(table.first_entry[10 * t + up], table.first_entry[10 * t + up + 1]):
                entry = &table.entries[e]
                these[entry.cell] += products[entry.low] * entry.orders
        progress.made |= 1 << t
        progress.paid[t] = wanted[t]
        for _ in range(change):
            for e in range(start, stop):
                cells[e] += these[e]
        for _ in range(-change):
            for e in range(start, stop):
                cells[e] -= these[e]
    for s in range(first, last):
        acc = 0
        for e in range(table.slots[s].start, table.slots[s].stop):
            acc += cells[e] * products[table.high_of_cell[e]]
        sums[s] = acc
