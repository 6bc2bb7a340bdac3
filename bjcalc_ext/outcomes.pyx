"""Joint laws of several hands and the dealer, exactly: polynomials in the cards, then one functional.

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
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from bjcalc_ext.dealer_hands import NATURAL, dealer_hands, trie_path
from bjcalc_ext.hands cimport N_HANDS, HandTable, hand_table


cdef extern from "wide.h" nogil:
    ctypedef struct u128:
        pass
    void u128_zero(u128 *out)
    void u128_mul(u128 *out, const u128 *a, uint64_t m)
    void u128_mul64(u128 *out, uint64_t a, uint64_t m)
    void u128_mac(u128 *acc, const u128 *a, uint64_t m)
    void u128_mac64(u128 *acc, uint64_t a, uint64_t m)
    void u128_horner(u128 *acc, uint64_t m, const u128 *more)

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

cdef extern from *:
    """
    static inline void u128_subtract(unsigned __int128 *acc, const unsigned __int128 *a) {
        *acc -= *a;
    }
    """
    void u128_subtract(u128 *acc, const u128 *a) noexcept nogil

cdef enum:
    MAX_CLASSES = 24    # totals from 4 on, where few cards are dealt; bust, natural
    MAX_CARDS = 16      # of a dealer's hand
    MAX_SIZE = 64       # of a monomial
    CHARLIE = 2         # Kind.CHARLIE, Kind.PLAYS of bjcalc_ext.player
    PLAYS = 0


def hand_key(counts):
    """Return the key of a multiset given by ten counts."""
    cdef uint64_t key = 0
    for value in range(10):
        key |= (<uint64_t>counts[value]) << (6 * value)
    return key


cdef uint64_t _key_of(int hand) noexcept nogil:
    cdef uint64_t key = 0
    cdef int value
    for value in range(10):
        key |= (<uint64_t>hand_table().count[hand][value]) << (6 * value)
    return key


def play_out(bytes decisions, bytes kinds, bytes may_double, int up, dict starts, counts):
    """Play hands by fixed decisions against one up card, in all orders of cards.

    `starts` maps hands to ways; hands with more of a value than the ten `counts` are left out. Returns ([(hand, ways)] that end undoubled and not bust, [(hand,
    ways)] that are doubled, [(hand, ways)] that a doubled hand ends as, not bust). What is missing
    from the first busts with one stake, what is missing from the third busts with two.
    """
    cdef int64_t *ways = <int64_t *>calloc(N_HANDS, sizeof(int64_t))
    cdef int64_t *twice = <int64_t *>calloc(N_HANDS, sizeof(int64_t))
    cdef const uint8_t *choice = decisions
    cdef const uint8_t *kind = kinds
    cdef const uint8_t *double_ok = may_double
    cdef HandTable *hands = hand_table()
    cdef int hand, value, child, decision
    cdef bint doubles, hits, overflow = False
    cdef int most[10]
    stood, doubled, ended = [], [], []
    if not (ways and twice):
        free(ways)
        free(twice)
        raise MemoryError
    for value in range(10):
        most[value] = counts[value]
    for hand, number in starts.items():
        ways[hand] += number
    for hand in range(N_HANDS):
        if not ways[hand]:
            continue
        decision = choice[10 * hand + up]
        doubles = kind[hand] == PLAYS and decision >= 2 and double_ok[hand]
        hits = kind[hand] == PLAYS and not doubles and (decision == 1 or decision == 3)
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


cdef class Terms:
    """A polynomial: keys and integer coefficients, as one class of a hand's results."""

    cdef uint64_t *keys
    cdef int64_t *coefficients
    cdef readonly int size

    def __cinit__(self, terms):
        cdef int i = 0
        self.size = len(terms)
        self.keys = <uint64_t *>calloc(self.size + 1, sizeof(uint64_t))
        self.coefficients = <int64_t *>calloc(self.size + 1, sizeof(int64_t))
        if not (self.keys and self.coefficients):
            raise MemoryError
        for key, coefficient in terms:
            self.keys[i] = key
            self.coefficients[i] = coefficient
            i += 1

    def __dealloc__(self):
        free(self.keys)
        free(self.coefficients)

    def pairs(self):
        """Return the (key, coefficient) pairs."""
        return [(self.keys[i], self.coefficients[i]) for i in range(self.size)]

    def times(self, Terms other):
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
        return result


def hand_terms(hands, int64_t without):
    """Return the Terms of (hand, ways) pairs, each without the cards of the key `without`."""
    return Terms([(_key_of(hand) - without, ways) for hand, ways in hands])


cdef class Polynomial:
    """A sum of products, coefficients apart by column and by class of the dealer's hand.

    A slot is column * classes + class. Coefficients must stay below 2^58; OverflowError says that
    they do not.
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

    def __cinit__(self, int columns, int classes):
        self.columns = columns
        self.classes = classes
        self.slots = columns * classes
        self.capacity = 1024
        self.mask = 4095
        self.keys = <uint64_t *>malloc(self.capacity * sizeof(uint64_t))
        self.coefficients = <int64_t *>calloc(self.capacity * self.slots, sizeof(int64_t))
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

    def add(self, Terms terms, uint64_t shift, weights):
        """Add terms * x^shift, once for each (slot, weight)."""
        self._add(terms, None, shift, weights)

    def add_product(self, Terms one, Terms other, uint64_t shift, weights):
        """Add one * other * x^shift, once for each (slot, weight)."""
        self._add(one, other, shift, weights)

    cdef _add(self, Terms one, Terms other, uint64_t shift, weights):
        cdef int n = len(weights)
        cdef int i, k, w, row, failed = 0
        cdef int inner = 1 if other is None else other.size
        cdef int64_t coefficient
        cdef uint64_t key
        cdef int *slot = <int *>malloc((n + 1) * sizeof(int))
        cdef int64_t *weight = <int64_t *>malloc((n + 1) * sizeof(int64_t))
        cdef int64_t *cells
        if not (slot and weight):
            raise MemoryError
        try:
            for w in range(n):
                slot[w], weight[w] = weights[w]
            with nogil:
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


cdef class DealerLaw:
    """The dealer's side of the functional for one up card, and one hole card if it is given.

    `classes` of dealer hands: one for each of `totals`, of which none is above `most`, then any
    other bust, then natural. `counts` are the ten counts of the full shoe (one period of an infinite deck). Raises OverflowError for a shoe
    too large for 128-bit sums. Not to be used by two threads at once.
    """

    cdef readonly tuple totals
    cdef readonly int classes
    cdef readonly tuple start
    cdef readonly int longest
    cdef bint infinite
    cdef int natural_value       # the hole card that makes a natural; -1: none, -2: it is one
    cdef int n_nodes
    cdef int n_short             # nodes whose products fit 64 bits; they come first
    cdef int short_length        # cards of the longest of them
    cdef int n_entries
    cdef int32_t *parent
    cdef uint8_t *step
    cdef uint64_t *short_product
    cdef u128 *product
    cdef int32_t *entry_node
    cdef uint32_t *entry_orders
    cdef int class_start[MAX_CLASSES * MAX_CARDS + 1]

    def __cinit__(self, counts, *, bint infinite, bint hit_soft_17, int card_limit, start, int most=21):
        cdef int value, k, i, total_index, length
        cdef uint64_t key, known = 0
        self.infinite = infinite
        self.start = tuple(start)
        available = [99 if infinite and n else n for n in counts]
        ends = dealer_hands(hit_soft_17, card_limit, available, start=start, most=most)
        ends.pop(NATURAL, None)
        self.totals = tuple(sorted({total for total, _, _ in ends.values()}))
        self.classes = len(self.totals) + 2
        self.natural_value = -1
        if sorted(start) == [0, 9]:
            self.natural_value = -2
        elif len(start) == 1 and start[0] in (0, 9):
            self.natural_value = 9 - start[0]
        node_of = {(): 0}
        parents, steps = [0], [0]
        groups = {}
        self.longest = 1
        for value in start:
            known += <uint64_t>1 << (6 * value)
        for key, (total, _, orders) in ends.items():
            path = trie_path(key - known)
            for depth in range(1, len(path) + 1):
                if path[:depth] not in node_of:
                    node_of[path[:depth]] = len(parents)
                    parents.append(node_of[path[:depth - 1]])
                    steps.append(16 * path[depth - 1][0] + path[depth - 1][1])
            groups.setdefault((total, len(path)), []).append((node_of[path], orders[start[0]]))
            self.longest = max(self.longest, len(path))
        if self.longest >= MAX_CARDS or self.classes > MAX_CLASSES:
            raise OverflowError("the dealer's hands are too many or too long")
        if 2 * int(sum(counts)) ** self.longest >= 1 << 127:
            raise OverflowError("the shoe is too large for 128-bit sums")
        self.short_length = 1
        while 2 * int(sum(counts)) ** (self.short_length + 1) < 1 << 64:
            self.short_length += 1
        order = sorted(range(len(parents)), key=_depths(parents).__getitem__)
        place = {node: i for i, node in enumerate(order)}
        depths = _depths(parents)
        self.n_nodes = len(parents)
        self.n_short = sum([depth <= self.short_length for depth in depths])
        self.n_entries = len(ends)
        self.parent = <int32_t *>calloc(self.n_nodes, sizeof(int32_t))
        self.step = <uint8_t *>calloc(self.n_nodes, sizeof(uint8_t))
        self.short_product = <uint64_t *>calloc(self.n_nodes, sizeof(uint64_t))
        self.product = <u128 *>calloc(self.n_nodes, sizeof(u128))
        self.entry_node = <int32_t *>calloc(self.n_entries + 1, sizeof(int32_t))
        self.entry_orders = <uint32_t *>calloc(self.n_entries + 1, sizeof(uint32_t))
        if not (self.parent and self.step and self.short_product and self.product
                and self.entry_node and self.entry_orders):
            raise MemoryError
        for i in range(self.n_nodes):
            self.parent[i] = place[parents[order[i]]]
            self.step[i] = steps[order[i]]
        i = 0
        for total_index in range(len(self.totals)):
            for length in range(MAX_CARDS):
                self.class_start[total_index * MAX_CARDS + length] = i
                for node, orders in groups.get((self.totals[total_index], length), ()):
                    self.entry_node[i] = place[node]
                    self.entry_orders[i] = orders
                    i += 1
        self.class_start[len(self.totals) * MAX_CARDS] = i

    def __dealloc__(self):
        free(self.parent)
        free(self.step)
        free(self.short_product)
        free(self.product)
        free(self.entry_node)
        free(self.entry_orders)

    cdef void _walk(self, const int *n, int left, u128 *out) noexcept nogil:
        """Fill the sums of all classes, over left (left - 1) ... of `longest` factors.

        `n` are the ten counts of unseen cards, `left` how many they are (with replacement: all).
        """
        cdef uint64_t factors[160]
        cdef uint64_t step, small
        cdef int value, k, i, c, length, first, last, n_totals = self.classes - 2
        cdef u128 acc
        cdef u128 *place
        for value in range(10):
            k = n[value]
            for i in range(16):
                factors[16 * value + i] = <uint64_t>k if k > 0 else 0
                k -= 0 if self.infinite else 1
        self.short_product[0] = 1
        for i in range(1, self.n_short):
            self.short_product[i] = self.short_product[self.parent[i]] * factors[self.step[i]]
        for i in range(self.n_short, self.n_nodes):
            if self.parent[i] < self.n_short:
                u128_mul64(
                    &self.product[i], self.short_product[self.parent[i]], factors[self.step[i]]
                )
            else:
                u128_mul(&self.product[i], &self.product[self.parent[i]], factors[self.step[i]])
        # All ways of `longest` cards, naturals and busts included; the totals are taken off.
        u128_mul64(&out[n_totals], 1, 1)
        u128_zero(&out[n_totals + 1])
        for i in range(self.longest):
            step = self._left(left, i)
            u128_mul(&out[n_totals], &out[n_totals], step)
        if self.natural_value == -2:
            out[n_totals + 1] = out[n_totals]
            u128_zero(&out[n_totals])
        elif self.natural_value >= 0:
            step = <uint64_t>n[self.natural_value] if n[self.natural_value] > 0 else 0
            u128_mul64(&out[n_totals + 1], step, 1)
            for i in range(1, self.longest):
                u128_mul(&out[n_totals + 1], &out[n_totals + 1], self._left(left, i))
            u128_subtract(&out[n_totals], &out[n_totals + 1])
        for c in range(n_totals):
            place = &out[c]
            u128_zero(place)
            for length in range(self.longest + 1):
                first = self.class_start[c * MAX_CARDS + length]
                last = self.class_start[c * MAX_CARDS + length + 1]
                if length <= self.short_length:
                    small = 0
                    for i in range(first, last):
                        small += self.short_product[self.entry_node[i]] * self.entry_orders[i]
                    u128_mul64(&acc, small, 1)
                else:
                    u128_zero(&acc)
                    for i in range(first, last):
                        u128_mac(&acc, &self.product[self.entry_node[i]], self.entry_orders[i])
                u128_horner(place, self._left(left, length - 1) if length else 1, &acc)
            u128_subtract(&out[n_totals], place)

    cdef inline uint64_t _left(self, int left, int gone) noexcept nogil:
        if self.infinite:
            return <uint64_t>left
        return <uint64_t>(left - gone) if left - gone > 1 else 1

    def evaluate(self, Polynomial polynomial, counts, int same_rank=0, int only=-1):
        """Return L(column * dealer), summed over the dealer's classes, for each column.

        With `only` the polynomial has one class: it stands for the dealer's class of this index.

        The result is one list for each column: integers by size k of the monomials, over
        `denominator(sum(counts), k)`. `counts` are the unseen cards by value, this dealer's `start`
        and everything that keys leave out taken off; `same_rank` of the tens are of the rank that
        bits 60 to 63 count. Raises OverflowError where the sums could leave their width.
        """
        cdef int n_columns = polynomial.columns, classes = polynomial.classes
        cdef int row, value, k, column, c, size, left, used = 0, ranked, largest = 0
        cdef int cards = sum(counts)
        cdef int full[10]
        cdef int n[10]
        cdef uint64_t key
        cdef u128 dealer[MAX_CLASSES]
        cdef factor f
        cdef part p
        cdef int64_t *cells
        cdef exact_sum *sums
        if classes != (self.classes if only < 0 else 1) or only >= self.classes:
            raise ValueError("the polynomial has other classes than this dealer")
        for value in range(10):
            full[value] = counts[value]
        for row in range(polynomial.rows):
            largest = max(largest, _size(polynomial.keys[row]))
        if largest >= MAX_SIZE or (
            int(cards).bit_length() * largest > 64 * FACTOR_LIMBS - 1
            or int(cards).bit_length() * (largest + self.longest) + 64 > 64 * ACC_LIMBS - 1
        ):
            raise OverflowError("hands of so many cards are too large for the exact sums")
        sums = <exact_sum *>calloc(n_columns * MAX_SIZE, sizeof(exact_sum))
        if not sums:
            raise MemoryError
        try:
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
                    for k in range(ranked):
                        factor_mul(&f, <uint64_t>_above(
                            same_rank - (0 if self.infinite else k)))
                        n[9] -= 0 if self.infinite else 1
                    for value in range(10):
                        for k in range((key >> (6 * value)) & 63):
                            factor_mul(&f, <uint64_t>_above(n[value]))
                            n[value] -= 0 if self.infinite else 1
                    if f.used == 1 and f.limb[0] == 0:
                        continue
                    self._walk(n, left, dealer)
                    for column in range(n_columns):
                        part_zero(&p)
                        used = 0
                        for c in range(classes):
                            if cells[column * classes + c]:
                                part_mac(
                                    &p, cells[column * classes + c],
                                    &dealer[c if only < 0 else only],
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

    def denominator(self, int cards, int size):
        """Return what sums of monomials of `size` cards are over, for `cards` unseen at first."""
        result = 1
        for i in range(size):
            result *= cards if self.infinite else max(1, cards - i)
        for i in range(self.longest):
            result *= cards if self.infinite else max(1, cards - size - i)
        return result


cdef list _depths(list parents):
    """Return the depth of each node of a tree whose parents come first."""
    depths = [0]
    for parent in parents[1:]:
        depths.append(depths[parent] + 1)
    return depths


cdef inline int _above(int n) noexcept nogil:
    return n if n > 0 else 0


cdef int _size(uint64_t key) noexcept nogil:
    cdef int value, size = key >> 60
    for value in range(10):
        size += (key >> (6 * value)) & 63
    return size


cdef object _to_python(const exact_sum *x):
    return int.from_bytes((<const char *>x)[:sizeof(exact_sum)], "little", signed=True)


def joint_results(counts, bint infinite, int slots, list bets, bint by_values):
    """Deal `slots` cards in order from 52 counts and count deals by the results of bets.

    A bet is (slots it looks at, results by its cards (52^k bytes), number of results). Returns
    {(values dealt, result of each bet): deals}, values left out where `by_values` is false; ordered
    deals, of sum(counts) (sum(counts) - 1) ... in all.
    """
    cdef int n[52]
    cdef int values[52]
    cdef int card[6]
    cdef int n_bets = len(bets)
    cdef int bet_slots[16]
    cdef int bet_slot[16][6]
    cdef int results[16]
    cdef const uint8_t *table[16]
    cdef int64_t weight[7]
    cdef int b, i, depth, c, at
    cdef long cells = 1, place
    cdef int64_t *tally
    cdef bytes raw
    if slots > 6 or n_bets > 16:
        raise ValueError("too many cards or bets")
    for i in range(52):
        n[i] = counts[i]
        values[i] = i // 4 if i // 4 < 9 else 9
    for b, (looked_at, raw, number) in enumerate(bets):
        bet_slots[b] = len(looked_at)
        for i in range(bet_slots[b]):
            bet_slot[b][i] = looked_at[i]
        table[b] = <const uint8_t *><const char *>raw
        results[b] = number
        cells *= number
    if by_values:
        for i in range(slots):
            cells *= 10
    if int(sum(counts)) ** slots >= 1 << 62:
        raise OverflowError("the shoe is too large to count deals of so many cards")
    tally = <int64_t *>calloc(cells, sizeof(int64_t))
    if not tally:
        raise MemoryError
    with nogil:
        depth = 0
        weight[0] = 1
        card[0] = -1
        while depth >= 0:
            if depth == slots:
                place = 0
                if by_values:
                    for i in range(slots):
                        place = 10 * place + values[card[i]]
                for b in range(n_bets):
                    at = 0
                    for i in range(bet_slots[b]):
                        at = 52 * at + card[bet_slot[b][i]]
                    place = place * results[b] + table[b][at]
                tally[place] += weight[depth]
                depth -= 1
                if not infinite:
                    n[card[depth]] += 1
                continue
            c = card[depth] + 1
            while c < 52 and n[c] <= 0:
                c += 1
            if c == 52:
                depth -= 1
                if depth >= 0 and not infinite:
                    n[card[depth]] += 1
                continue
            card[depth] = c
            weight[depth + 1] = weight[depth] * n[c]
            if not infinite:
                n[c] -= 1
            depth += 1
            if depth < slots:
                card[depth] = -1
    found = {}
    try:
        for place in range(cells):
            if not tally[place]:
                continue
            rest = place
            key = []
            for b in range(n_bets - 1, -1, -1):
                key.append(rest % results[b])
                rest //= results[b]
            dealt = []
            if by_values:
                for i in range(slots):
                    dealt.append(rest % 10)
                    rest //= 10
            found[tuple(dealt[::-1]), tuple(key[::-1])] = tally[place]
    finally:
        free(tally)
    return found
