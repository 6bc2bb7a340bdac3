"""Joint laws of several hands and the dealer, exactly: polynomials in the cards, one functional.

A monomial x^m stands for "these m cards were drawn". Ordered ways to play a hand are coefficients,
hands at one table multiply (their monomials add up), and the chance that named cards come from a
shoe of counts n and size N is the linear functional

    L(x^m) = product over values of n_v (n_v - 1) ... (m_v factors)  /  N (N - 1) ... (|m| factors),

whatever the order. So a law that no product of single-hand laws could give, since the hands share
the shoe and the dealer, is L of a product of polynomials. `Terms` are polynomials of single hands,
`Polynomial` collects products of them, each coefficient apart by column (a quantity asked for) and
by class of the dealer's hand, and `DealerLaw.evaluate` applies L, dealer's cards included.

Keys pack a multiset: value v has bits 6v to 6v+5. Bits 60 to 63 count ten-valued cards of one
particular rank (splits of identical rank only), which come on top of the tens.

Threads may share all of these objects.
"""

from itertools import product as every_way
from operator import index as whole_number
from threading import Lock

cimport cython

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from bjcalc_ext.dealer_hands import NATURAL, dealer_hands, trie_path
from bjcalc_ext.hands cimport MOST_CARDS, N_HANDS, HandTable, hand_table, whole, whole_counts
from bjcalc_ext.player cimport DOUBLE_ELSE_HIT, DOUBLE_ELSE_STAND, HIT
from bjcalc_ext.wide cimport u128


__all__ = [
    "DealerLaw",
    "Polynomial",
    "Terms",
    "hand_key",
    "hand_terms",
    "joint_results",
    "play_out",
]


cdef extern from "limbs.h" nogil:
    enum:
        FACTOR_LIMBS
        ACC_LIMBS
    ctypedef struct part:
        pass
    ctypedef struct factor:
        uint64_t limb[8]
        int used
    ctypedef struct exact_sum:
        pass
    int coefficient_mac(int64_t *acc, int64_t a, int64_t b)
    void part_zero(part *p)
    void part_mac(part *p, int64_t coefficient, const u128 *dealer)
    void factor_one(factor *f)
    void factor_mul(factor *f, uint64_t m)
    void sum_mac(exact_sum *acc, const part *p, const factor *f)

cdef enum:
    MAX_CLASSES = 24    # totals from 4 on, where few cards are dealt; bust, natural
    MAX_CARDS = 16      # of a dealer's hand
    MAX_SIZE = 64       # of a monomial
    MAX_RANKED = 16     # cards of the particular rank in a monomial
    MAX_COLUMNS = 1 << 20
    MAX_SLOTS = 4
    MAX_BETS = 16
    MAX_CELLS = 1 << 28  # of a table of results
    CHARLIE = 2         # Kind.CHARLIE, Kind.PLAYS of bjcalc_ext.player
    PLAYS = 0


def hand_key(counts):
    """Return the key of a multiset given by ten counts, each below 64; else raise ValueError."""
    cdef uint64_t key = 0
    cdef int value
    for value, count in enumerate(whole_counts(counts, MAX_SIZE)):
        key |= (<uint64_t>count) << (6 * value)
    return key


cdef uint64_t _key(number, str name) except? 0:
    found = whole_number(number)
    if not 0 <= found < 1 << 64:
        raise ValueError(f"{name} = {found}: a key of 64 bits is needed")
    return found


cdef int64_t _coefficient(number) except? 0:
    found = whole_number(number)
    if abs(found) >= 1 << 58:
        raise OverflowError(f"{found} does not fit 58 bits")
    return found


cdef const uint8_t *_flags(bytes flags, int size, int most, str name) except NULL:
    """Return bytes as they are; raise ValueError unless so many of them are at most `most`."""
    cdef int i
    cdef const uint8_t *raw
    if flags is None or len(flags) != size:
        raise ValueError(f"{name} needs {size} bytes")
    raw = flags
    for i in range(size):
        if raw[i] > most:
            raise ValueError(f"{name}[{i}] = {raw[i]}: a number from 0 to {most} is needed")
    return raw


cdef uint64_t _key_of(int hand) noexcept nogil:
    cdef uint64_t key = 0
    cdef int value
    for value in range(10):
        key |= (<uint64_t>hand_table().count[hand][value]) << (6 * value)
    return key


def play_out(bytes decisions, bytes kinds, bytes may_double, up, dict starts not None, counts):
    """Play hands by fixed decisions against one up card, in all orders of cards.

    `starts` maps hands to ways; hands with more of a value than the ten `counts` are left out.
    Returns ([(hand, ways)] that end undoubled and not bust, [(hand, ways)] that are doubled,
    [(hand, ways)] that a doubled hand ends as, not bust). What is missing from the first busts
    with one stake, what is missing from the third busts with two. Raises ValueError for numbers
    out of range and OverflowError where ways leave 58 bits.
    """
    cdef const uint8_t *choice = _flags(decisions, 10 * N_HANDS, 3, "decisions")
    cdef const uint8_t *kind = _flags(kinds, N_HANDS, CHARLIE, "kinds")
    cdef const uint8_t *double_ok = _flags(may_double, N_HANDS, 1, "may_double")
    cdef int against = whole(up, 10, "up")
    cdef HandTable *hands = hand_table()
    cdef int hand, value, child, decision
    cdef bint doubles, hits, overflow = False
    cdef int most[10]
    cdef int64_t *ways
    cdef int64_t *twice
    stood, doubled, ended = [], [], []
    for value, count in enumerate(whole_counts(counts, MOST_CARDS)):
        most[value] = count
    begun = [
        (whole(number, N_HANDS, "hand"), _coefficient(orders)) for number, orders in starts.items()
    ]
    ways = <int64_t *>calloc(N_HANDS, sizeof(int64_t))
    twice = <int64_t *>calloc(N_HANDS, sizeof(int64_t))
    if not (ways and twice):
        free(ways)
        free(twice)
        raise MemoryError
    for number, orders in begun:
        hand = number
        hits = True
        for value in range(10):
            hits &= hands.count[hand][value] <= most[value]
        if hits:
            ways[hand] += orders
    for hand in range(N_HANDS):
        if not ways[hand]:
            continue
        decision = choice[10 * hand + against]
        doubles = kind[hand] == PLAYS and decision >= DOUBLE_ELSE_STAND and double_ok[hand]
        hits = kind[hand] == PLAYS and not doubles and (
            decision == HIT or decision == DOUBLE_ELSE_HIT
        )
        if doubles:
            doubled.append((hand, ways[hand]))
        elif not hits:
            stood.append((hand, ways[hand]))
            continue
        for value in range(10):
            child = hands.child[hand][value]
            if child >= 0 and hands.count[child][value] <= most[value]:
                overflow |= coefficient_mac(
                    &twice[child] if doubles else &ways[child], ways[hand], 1
                )
    for hand in range(N_HANDS):
        if twice[hand]:
            ended.append((hand, twice[hand]))
    free(ways)
    free(twice)
    if overflow:
        raise OverflowError("too many orders of cards for 58-bit coefficients")
    return stood, doubled, ended


@cython.final
cdef class Terms:
    """A polynomial: keys and integer coefficients, as one class of a hand's results.

    Raises ValueError for what is no key, OverflowError for a coefficient of more than 58 bits.
    """

    cdef uint64_t *keys
    cdef int64_t *coefficients
    cdef readonly int size
    cdef int largest       # cards of the largest monomial, and those of the particular rank
    cdef int most_ranked

    def __cinit__(self, terms):
        cdef int i = 0
        cdef list given = list(terms)
        self.size = len(given)
        self.keys = <uint64_t *>calloc(self.size + 1, sizeof(uint64_t))
        self.coefficients = <int64_t *>calloc(self.size + 1, sizeof(int64_t))
        if not (self.keys and self.coefficients):
            raise MemoryError
        for key, coefficient in given:
            self.keys[i] = _key(key, "key")
            self.coefficients[i] = _coefficient(coefficient)
            i += 1
        self._measure()

    cdef void _measure(self) noexcept:
        cdef int i
        for i in range(self.size):
            self.largest = max(self.largest, _size(self.keys[i]))
            self.most_ranked = max(self.most_ranked, <int>(self.keys[i] >> 60))

    def __dealloc__(self):
        free(self.keys)
        free(self.coefficients)

    def pairs(self):
        """Return the (key, coefficient) pairs."""
        return [(self.keys[i], self.coefficients[i]) for i in range(self.size)]

    def times(self, Terms other not None):
        """Return the product; raises OverflowError where a coefficient leaves 58 bits."""
        cdef Polynomial product = Polynomial(1, 1)
        cdef Terms result = Terms(())
        product.add_product(self, other, 0, [(0, 1)])
        free(result.keys)
        free(result.coefficients)
        result.size = product.rows
        result.keys = product.keys
        result.coefficients = product.coefficients
        product.keys = NULL
        product.coefficients = NULL
        result._measure()
        return result


def hand_terms(hands, without):
    """Return the Terms of (hand, ways) pairs, each without the cards of the key `without`.

    Raises ValueError for a hand that does not hold these cards.
    """
    cdef uint64_t gone = _key(without, "without"), key
    cdef int value
    terms = []
    for hand, ways in hands:
        key = _key_of(whole(hand, N_HANDS, "hand"))
        for value in range(11):
            if (gone >> (6 * value)) & 63 > (key >> (6 * value)) & 63:
                raise ValueError(f"hand = {hand}: it does not hold the cards of without = {gone}")
        terms.append((key - gone, ways))
    return Terms(terms)


@cython.final
cdef class Polynomial:
    """A sum of products, coefficients apart by column and by class of the dealer's hand.

    A slot is column * classes + class. Coefficients must stay below 2^58 and monomials below 64
    cards; OverflowError says that they do not, and then the polynomial is of no use any more.
    """

    cdef readonly int columns
    cdef readonly int classes
    cdef int slots
    cdef readonly int rows
    cdef int capacity
    cdef uint64_t *keys
    cdef int64_t *coefficients
    cdef int32_t *table
    cdef uint64_t mask
    cdef object lock       # held while the polynomial is read or changed

    def __cinit__(self, columns, classes):
        self.columns = whole(columns, MAX_COLUMNS, "columns")
        self.classes = whole(classes, MAX_CLASSES + 1, "classes")
        self.slots = self.columns * self.classes
        self.lock = Lock()
        self.capacity = 1024
        self.mask = 4095
        self.keys = <uint64_t *>malloc(self.capacity * sizeof(uint64_t))
        self.coefficients = <int64_t *>calloc(
            <size_t>self.capacity * self.slots + 1, sizeof(int64_t)
        )
        self.table = <int32_t *>malloc((self.mask + 1) * sizeof(int32_t))
        if not (self.keys and self.coefficients and self.table):
            raise MemoryError
        memset(self.table, 0xff, (self.mask + 1) * sizeof(int32_t))

    def __dealloc__(self):
        free(self.keys)
        free(self.coefficients)
        free(self.table)

    cdef int _grow(self) noexcept nogil:
        """Double the room; returns -1 where there is no memory."""
        cdef uint64_t *keys
        cdef int64_t *coefficients
        cdef int32_t *table
        cdef size_t old = <size_t>self.capacity * self.slots
        cdef int row
        cdef uint64_t place
        keys = <uint64_t *>realloc(self.keys, 2 * <size_t>self.capacity * sizeof(uint64_t))
        if not keys:
            return -1
        self.keys = keys
        coefficients = <int64_t *>realloc(self.coefficients, 2 * old * sizeof(int64_t))
        if not coefficients:
            return -1
        self.coefficients = coefficients
        memset(&coefficients[old], 0, old * sizeof(int64_t))
        table = <int32_t *>malloc(2 * (self.mask + 1) * sizeof(int32_t))
        if not table:
            return -1
        free(self.table)
        self.table = table
        self.capacity *= 2
        self.mask = 2 * self.mask + 1
        memset(table, 0xff, (self.mask + 1) * sizeof(int32_t))
        for row in range(self.rows):
            place = (self.keys[row] * <uint64_t>0x9E3779B97F4A7C15) >> 20 & self.mask
            while table[place] >= 0:
                place = (place + 1) & self.mask
            table[place] = row
        return 0

    cdef inline int _row(self, uint64_t key) noexcept nogil:
        """Return the row of a key, made if it is new; -1 where there is no memory."""
        cdef uint64_t place = (key * <uint64_t>0x9E3779B97F4A7C15) >> 20 & self.mask
        cdef int row
        while True:
            row = self.table[place]
            if row < 0:
                break
            if self.keys[row] == key:
                return row
            place = (place + 1) & self.mask
        if self.rows == self.capacity:
            if self._grow() < 0:
                return -1
            return self._row(key)
        row = self.rows
        self.rows += 1
        self.keys[row] = key
        self.table[place] = row
        return row

    def add(self, Terms terms not None, shift, weights):
        """Add terms * x^shift, once for each (slot, weight)."""
        self._add(terms, None, _key(shift, "shift"), list(weights))

    def add_product(self, Terms one not None, Terms other not None, shift, weights):
        """Add one * other * x^shift, once for each (slot, weight)."""
        self._add(one, other, _key(shift, "shift"), list(weights))

    cdef _add(self, Terms one, Terms other, uint64_t shift, list weights):
        cdef int n = len(weights)
        cdef int i, k, w, row, failed = 0
        cdef int inner = 1 if other is None else other.size
        cdef int64_t coefficient
        cdef uint64_t key
        cdef int *slot
        cdef int64_t *weight
        cdef int64_t *cells
        cdef int largest = one.largest + _size(shift)
        cdef int ranked = one.most_ranked + <int>(shift >> 60)
        if other is not None:
            largest += other.largest
            ranked += other.most_ranked
        if largest >= MAX_SIZE or ranked >= MAX_RANKED:
            raise OverflowError(f"{largest} cards together are too many")
        slot = <int *>malloc((n + 1) * sizeof(int))
        weight = <int64_t *>malloc((n + 1) * sizeof(int64_t))
        try:
            if not (slot and weight):
                raise MemoryError
            for w, (place, number) in enumerate(weights):
                slot[w] = whole(place, self.slots, "slot")
                weight[w] = _coefficient(number)
            with self.lock, nogil:
                for i in range(one.size):
                    for k in range(inner):
                        coefficient = 0
                        key = one.keys[i] + shift
                        if other is None:
                            coefficient = one.coefficients[i]
                        else:
                            key += other.keys[k]
                            if coefficient_mac(
                                &coefficient, one.coefficients[i], other.coefficients[k]
                            ):
                                failed = 1
                        row = self._row(key)
                        if row < 0:
                            failed = 2
                            break
                        cells = &self.coefficients[<size_t>row * self.slots]
                        for w in range(n):
                            failed |= coefficient_mac(&cells[slot[w]], coefficient, weight[w])
                    if failed:
                        break
        finally:
            free(slot)
            free(weight)
        if failed & 2:
            raise MemoryError
        if failed:
            raise OverflowError("coefficients do not fit 58 bits")


@cython.final
cdef class DealerLaw:
    """The dealer's side of the functional for one up card, and one hole card if it is given.

    `classes` of dealer hands: one for each of `totals`, of which none is above `most`, then any
    other bust, then natural. `counts` are the ten counts of the full shoe (one period of an
    infinite deck), `start` the known cards. Raises ValueError for numbers out of range and
    OverflowError for a shoe too large for 128-bit sums.
    """

    cdef readonly tuple totals
    cdef readonly int classes
    cdef readonly tuple start
    cdef readonly int longest
    cdef bint infinite
    cdef int shoe[10]
    cdef int natural_value       # the hole card that makes a natural; -1: none, -2: it is one
    cdef int n_nodes
    cdef int n_short             # nodes whose products fit 64 bits; they come first
    cdef int short_length        # cards of the longest of them
    cdef int32_t *parent
    cdef uint8_t *step
    cdef int32_t *entry_node
    cdef uint32_t *entry_orders
    cdef int class_start[MAX_CLASSES * MAX_CARDS + 1]

    def __cinit__(self, counts, *, bint infinite, bint hit_soft_17, card_limit, start, most=21):
        cdef int i, total_index, length
        cdef uint64_t known
        shoe = whole_counts(counts, MOST_CARDS)
        cards = sum(shoe)
        for i in range(10):
            self.shoe[i] = shoe[i]
        self.infinite = infinite
        self.start = tuple(start)
        if not 1 <= len(self.start) <= 2:
            raise ValueError(f"start = {start!r}: one card or two are needed")
        ends = dealer_hands(
            hit_soft_17, card_limit, [99 if infinite and n else n for n in shoe],
            start=self.start, most=most,
        )
        ends.pop(NATURAL, None)
        self.totals = tuple(sorted({total for total, _, _ in ends.values()}))
        self.classes = len(self.totals) + 2
        self.natural_value = -1
        if sorted(self.start) == [0, 9]:
            self.natural_value = -2
        elif len(self.start) == 1 and self.start[0] in (0, 9):
            self.natural_value = 9 - self.start[0]
        known = hand_key([self.start.count(i) for i in range(10)])
        nodes = {()}
        groups = {}
        self.longest = 1
        for key, (total, _, orders) in ends.items():
            path = trie_path(key - known)
            nodes.update([path[:length] for length in range(len(path) + 1)])
            groups.setdefault((total, len(path)), []).append((path, orders[self.start[0]]))
            self.longest = max(self.longest, len(path))
        if self.longest >= MAX_CARDS or self.classes > MAX_CLASSES:
            raise OverflowError("the dealer's hands are too many or too long")
        if 2 * cards ** self.longest >= 1 << 127:
            raise OverflowError("the shoe is too large for 128-bit sums")
        self.short_length = 1
        while self.short_length < self.longest and 2 * cards ** (self.short_length + 1) < 1 << 64:
            self.short_length += 1
        in_order = sorted(nodes, key=len)
        place = {path: node for node, path in enumerate(in_order)}
        self.n_nodes = len(in_order)
        self.n_short = sum([len(path) <= self.short_length for path in in_order])
        self.parent = <int32_t *>calloc(self.n_nodes, sizeof(int32_t))
        self.step = <uint8_t *>calloc(self.n_nodes, sizeof(uint8_t))
        self.entry_node = <int32_t *>calloc(len(ends) + 1, sizeof(int32_t))
        self.entry_orders = <uint32_t *>calloc(len(ends) + 1, sizeof(uint32_t))
        if not (self.parent and self.step and self.entry_node and self.entry_orders):
            raise MemoryError
        for i in range(1, self.n_nodes):
            path = in_order[i]
            self.parent[i] = place[path[:-1]]
            self.step[i] = 16 * path[-1][0] + path[-1][1]
        i = 0
        for total_index in range(len(self.totals)):
            for length in range(MAX_CARDS):
                self.class_start[total_index * MAX_CARDS + length] = i
                for path, orders in groups.get((self.totals[total_index], length), ()):
                    self.entry_node[i] = place[path]
                    self.entry_orders[i] = orders
                    i += 1
        self.class_start[len(self.totals) * MAX_CARDS] = i

    def __dealloc__(self):
        free(self.parent)
        free(self.step)
        free(self.entry_node)
        free(self.entry_orders)

    cdef void _walk(
        self, const int *n, int left, uint64_t *short_product, u128 *product, u128 *out
    ) noexcept nogil:
        """Fill the sums of all classes, over left (left - 1) ... of `longest` factors.

        `n` are the ten counts of unseen cards, `left` how many they are (with replacement: all).
        There is room for a product of each node.
        """
        cdef uint64_t factors[160]
        cdef uint64_t small
        cdef int value, k, i, c, length, first, last, n_totals = self.classes - 2
        cdef u128 acc
        for value in range(10):
            k = n[value]
            for i in range(16):
                factors[16 * value + i] = <uint64_t>k if k > 0 else 0
                k -= 0 if self.infinite else 1
        short_product[0] = 1
        for i in range(1, self.n_short):
            short_product[i] = short_product[self.parent[i]] * factors[self.step[i]]
        for i in range(self.n_short, self.n_nodes):
            if self.parent[i] < self.n_short:
                product[i] = short_product[self.parent[i]]
            else:
                product[i] = product[self.parent[i]]
            product[i] *= factors[self.step[i]]
        # All ways of `longest` cards, naturals and busts included; the totals are taken off.
        out[n_totals] = 1
        out[n_totals + 1] = 0
        for i in range(self.longest):
            out[n_totals] *= self._left(left, i)
        if self.natural_value == -2:
            out[n_totals + 1] = out[n_totals]
            out[n_totals] = 0
        elif self.natural_value >= 0 and n[self.natural_value] > 0:
            out[n_totals + 1] = <uint64_t>n[self.natural_value]
            for i in range(1, self.longest):
                out[n_totals + 1] *= self._left(left, i)
            out[n_totals] -= out[n_totals + 1]
        for c in range(n_totals):
            out[c] = 0
            for length in range(self.longest + 1):
                first = self.class_start[c * MAX_CARDS + length]
                last = self.class_start[c * MAX_CARDS + length + 1]
                acc = 0
                if length <= self.short_length:
                    small = 0
                    for i in range(first, last):
                        small += short_product[self.entry_node[i]] * self.entry_orders[i]
                    acc = small
                else:
                    for i in range(first, last):
                        acc += product[self.entry_node[i]] * self.entry_orders[i]
                out[c] = out[c] * (self._left(left, length - 1) if length else 1) + acc
            out[n_totals] -= out[c]

    cdef inline uint64_t _left(self, int left, int gone) noexcept nogil:
        if self.infinite:
            return <uint64_t>left
        return <uint64_t>(left - gone) if left - gone > 1 else 1

    def evaluate(self, Polynomial polynomial not None, counts, same_rank=0, only=-1):
        """Return L(column * dealer), summed over the dealer's classes, for each column.

        With `only` the polynomial has one class: it stands for the dealer's class of this index.

        The result is one list for each column: integers by size k of the monomials, over
        `denominator(sum(counts), k)`. `counts` are the unseen cards by value, this dealer's `start`
        and everything that keys leave out taken off; `same_rank` of the tens are of the rank that
        bits 60 to 63 count. Raises ValueError for numbers out of range and OverflowError where the
        sums could leave their width.
        """
        cdef int n_columns = polynomial.columns, classes = polynomial.classes
        cdef int row, value, column, c, size, left, used = 0, ranked, largest = 0
        cdef int alone = whole(only + 1, self.classes + 1, "only + 1") - 1
        cdef int cards, of_rank
        cdef int full[10]
        cdef int n[10]
        cdef uint64_t key
        cdef u128 dealer[MAX_CLASSES]
        cdef factor f
        cdef part p
        cdef int64_t *cells
        cdef exact_sum *sums
        cdef uint64_t *short_product
        cdef u128 *product
        unseen = whole_counts(counts, MOST_CARDS)
        cards = sum(unseen)
        for value in range(10):
            full[value] = unseen[value]
            if full[value] > self.shoe[value]:
                raise ValueError(f"counts = {counts!r}: the shoe does not hold so many cards")
        of_rank = whole(same_rank, full[9] + 1, "same_rank")
        if classes != (self.classes if alone < 0 else 1):
            raise ValueError("the polynomial has other classes than this dealer")
        with polynomial.lock:
            for row in range(polynomial.rows):
                largest = max(largest, _size(polynomial.keys[row]))
            if cards.bit_length() * largest > 64 * FACTOR_LIMBS - 1 or (
                cards.bit_length() * (largest + self.longest) + 64 > 64 * ACC_LIMBS - 1
            ):
                raise OverflowError("hands of so many cards are too large for the exact sums")
            sums = <exact_sum *>calloc(<size_t>n_columns * MAX_SIZE + 1, sizeof(exact_sum))
            short_product = <uint64_t *>malloc(self.n_nodes * sizeof(uint64_t))
            product = <u128 *>malloc(self.n_nodes * sizeof(u128))
            try:
                if not (sums and short_product and product):
                    raise MemoryError
                with nogil:
                    for row in range(polynomial.rows):
                        cells = &polynomial.coefficients[<size_t>row * polynomial.slots]
                        for c in range(polynomial.slots):
                            if cells[c]:
                                break
                        else:
                            continue
                        key = polynomial.keys[row]
                        size = _size(key)
                        factor_one(&f)
                        ranked = key >> 60
                        left = cards - (0 if self.infinite else size)
                        for value in range(10):
                            n[value] = full[value]
                        for c in range(ranked):
                            factor_mul(&f, _above(of_rank - (0 if self.infinite else c)))
                            n[9] -= 0 if self.infinite else 1
                        for value in range(10):
                            for _ in range((key >> (6 * value)) & 63):
                                factor_mul(&f, _above(n[value]))
                                n[value] -= 0 if self.infinite else 1
                        if f.used == 1 and f.limb[0] == 0:
                            continue
                        self._walk(n, left, short_product, product, dealer)
                        for column in range(n_columns):
                            part_zero(&p)
                            used = 0
                            for c in range(classes):
                                if cells[column * classes + c]:
                                    part_mac(
                                        &p, cells[column * classes + c],
                                        &dealer[c if alone < 0 else alone],
                                    )
                                    used = 1
                            if used:
                                sum_mac(&sums[column * MAX_SIZE + size], &p, &f)
                return [
                    [_to_python(&sums[column * MAX_SIZE + size]) for size in range(largest + 1)]
                    for column in range(n_columns)
                ]
            finally:
                free(sums)
                free(short_product)
                free(product)

    def denominator(self, cards, size):
        """Return what sums of monomials of `size` cards are over, for `cards` unseen at first."""
        cdef int first = whole(cards, MOST_CARDS, "cards"), drawn = whole(size, MAX_SIZE, "size")
        result = 1
        for i in range(drawn):
            result *= first if self.infinite else max(1, first - i)
        for i in range(self.longest):
            result *= first if self.infinite else max(1, first - drawn - i)
        return result


cdef inline uint64_t _above(int n) noexcept nogil:
    return n if n > 0 else 0


cdef int _size(uint64_t key) noexcept nogil:
    cdef int value, size = key >> 60
    for value in range(10):
        size += (key >> (6 * value)) & 63
    return size


cdef object _to_python(const exact_sum *x):
    return int.from_bytes((<const char *>x)[:sizeof(exact_sum)], "little", signed=True)


def joint_results(counts, bint infinite, slots, bets, bint by_values):
    """Deal `slots` cards (4 at most) in order from 52 counts and count deals by results of bets.

    A bet is (slots it looks at, results by its cards (52^k bytes), number of results). Returns
    {(values dealt, result of each bet): deals}, values left out where `by_values` is false; ordered
    deals, of sum(counts) (sum(counts) - 1) ... in all. Raises ValueError for numbers out of range
    and OverflowError for a shoe or a table of results that is too large.
    """
    cdef int n[52]
    cdef int card[MAX_SLOTS]
    cdef int n_slots = whole(slots, MAX_SLOTS + 1, "slots"), n_bets = len(bets)
    cdef int bet_slots[MAX_BETS]
    cdef int bet_slot[MAX_BETS][MAX_SLOTS]
    cdef int results[MAX_BETS]
    cdef const uint8_t *table[MAX_BETS]
    cdef int b, i, k, at, deal, deals = 1
    cdef long cells = 1, place
    cdef int64_t left, ways
    cdef int64_t *tally
    if len(counts) != 52:
        raise ValueError(f"counts = {counts!r}: 52 numbers are needed")
    if not n_slots or n_bets > MAX_BETS:
        raise ValueError(f"{slots} cards, {n_bets} bets: 1 card at least, {MAX_BETS} bets at most")
    for i, count in enumerate(counts):
        n[i] = whole(count, MOST_CARDS, "counts")
    for _ in range(n_slots):
        deals *= 52
        cells *= 10 if by_values else 1
    tables = [raw for _, raw, _ in bets]  # keeps them while they are read
    for b, (looked_at, raw, number) in enumerate(bets):
        bet_slots[b] = whole(len(looked_at), n_slots + 1, "cards of a bet")
        at = 1
        for i, slot in enumerate(looked_at):
            bet_slot[b][i] = whole(slot, n_slots, "slot")
            at *= 52
        results[b] = whole(number, 257, "results")
        table[b] = _flags(tables[b], at, results[b] - 1, "results by cards")
        cells *= results[b]
        if cells > MAX_CELLS:
            raise OverflowError("the bets have too many results together")
    if sum(counts) ** n_slots >= 1 << 62:
        raise OverflowError("the shoe is too large to count deals of so many cards")
    tally = <int64_t *>calloc(cells, sizeof(int64_t))
    if not tally:
        raise MemoryError
    with nogil:
        for deal in range(deals):
            at = deal
            ways = 1
            place = 0
            for i in range(n_slots):
                card[i] = at % 52
                at //= 52
                left = n[card[i]]
                for k in range(0 if infinite else i):
                    left -= card[k] == card[i]
                ways *= left if left > 0 else 0
                if by_values:
                    place = 10 * place + (card[i] // 4 if card[i] < 36 else 9)
            if not ways:
                continue
            for b in range(n_bets):
                at = 0
                for i in range(bet_slots[b]):
                    at = 52 * at + card[bet_slot[b][i]]
                place = place * results[b] + table[b][at]
            tally[place] += ways
    shape = [range(10)] * (n_slots if by_values else 0)
    dealt = len(shape)
    shape += [range(number) for _, _, number in bets]
    try:
        return {
            (key[:dealt], key[dealt:]): tally[at]
            for at, key in enumerate(every_way(*shape)) if tally[at]
        }
    finally:
        free(tally)
