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
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from bjcalc_ext.dealer_hands import NATURAL, dealer_hands, trie_path
from bjcalc_ext.hands cimport (
    MOST_CARDS, N_HANDS, HandTable, check_bytes, hand_table, room, whole, whole_counts
)
from bjcalc_ext.player cimport CHARLIE, DOUBLE_ELSE_HIT, DOUBLE_ELSE_STAND, HIT, PLAYS
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
        uint64_t limb[9]
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


def play_out(bytes decisions, bytes kinds, bytes may_double, up, dict starts not None, counts):
    """Play hands by fixed decisions against one up card, in all orders of cards.

    `starts` maps hands to ways; hands with more of a value than the ten `counts` are left out.
    Returns ([(hand, ways)] that end undoubled and not bust, [(hand, ways)] that are doubled,
    [(hand, ways)] that a doubled hand ends as, not bust). What is missing from the first busts
    with one stake, what is missing from the third busts with two. Raises ValueError for numbers
    out of range and OverflowError where ways leave 58 bits.
    """
    cdef const uint8_t *choice = check_bytes("decisions", decisions, 10 * N_HANDS, DOUBLE_ELSE_HIT)
    cdef const uint8_t *kind = check_bytes("kinds", kinds, N_HANDS, CHARLIE)
    cdef const uint8_t *double_ok = check_bytes("may_double", may_double, N_HANDS, 1)
    cdef int against = whole(up, 10, "up")
    cdef HandTable *hands = hand_table()
    cdef int hand, value, child, decision
    cdef bint doubles, hits, overflow = False
    cdef int most[10]
    cdef list kept = []
    cdef int64_t *ways = <int64_t *>room(kept, N_HANDS, sizeof(int64_t))
    cdef int64_t *twice = <int64_t *>room(kept, N_HANDS, sizeof(int64_t))
    stood, doubled = [], []
    for value, count in enumerate(whole_counts(counts, MOST_CARDS)):
        most[value] = count
    for number, orders in starts.items():
        hand = whole(number, N_HANDS, "hand")
        hits = True
        for value in range(10):
            hits &= hands.count[hand][value] <= most[value]
        ways[hand] = _coefficient(orders) if hits else 0
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
    if overflow:
        raise OverflowError("too many orders of cards for 58-bit coefficients")
    return stood, doubled, [(hand, twice[hand]) for hand in range(N_HANDS) if twice[hand]]


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
    cdef object kept       # holds the memory of keys and coefficients

    def __cinit__(self, terms):
        cdef int i
        cdef list given = list(terms), kept = []
        self.size = len(given)
        self.keys = <uint64_t *>room(kept, self.size, sizeof(uint64_t))
        self.coefficients = <int64_t *>room(kept, self.size, sizeof(int64_t))
        self.kept = kept
        for i, (key, coefficient) in enumerate(given):
            self.keys[i] = _key(key, "key")
            self.coefficients[i] = _coefficient(coefficient)
        self._measure()

    cdef void _measure(self) noexcept:
        cdef int i
        for i in range(self.size):
            self.largest = max(self.largest, _size(self.keys[i]))
            self.most_ranked = max(self.most_ranked, <int>(self.keys[i] >> 60))

    def pairs(self):
        """Return the (key, coefficient) pairs."""
        return [(self.keys[i], self.coefficients[i]) for i in range(self.size)]

    def times(self, Terms other not None):
        """Return the product; raises OverflowError where a coefficient leaves 58 bits."""
        cdef Polynomial product = Polynomial(1, 1)
        cdef Terms result = Terms(())
        product.add_product(self, other, 0, [(0, 1)])
        result.size = product.rows
        result.keys = product.keys
        result.coefficients = product.coefficients
        result.kept = product
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
        key = hand_table().key[whole(hand, N_HANDS, "hand")]
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
    cdef int capacity      # rows that there is room for
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
        self._make_room(1024)

    def __dealloc__(self):
        free(self.keys)
        free(self.coefficients)
        free(self.table)

    cdef _make_room(self, int rows):
        """Make room for so many rows at least; the table of their places is four times as large."""
        cdef size_t capacity = self.capacity or 1024, row
        while capacity < <size_t>rows:
            capacity *= 2
        self.keys = <uint64_t *>_resized(self.keys, capacity * sizeof(uint64_t))
        self.coefficients = <int64_t *>_resized(
            self.coefficients, (capacity * self.slots + 1) * sizeof(int64_t)
        )
        self.table = <int32_t *>_resized(self.table, 4 * capacity * sizeof(int32_t))
        row = <size_t>self.capacity * self.slots
        memset(&self.coefficients[row], 0, (capacity * self.slots - row) * sizeof(int64_t))
        memset(self.table, 0xff, 4 * capacity * sizeof(int32_t))
        self.capacity = capacity
        self.mask = 4 * capacity - 1
        for row in range(self.rows):
            self.table[self._place(self.keys[row])] = row

    cdef inline uint64_t _place(self, uint64_t key) noexcept nogil:
        """Return the place of a key in the table, or the one where it would stand."""
        cdef uint64_t place = (key * <uint64_t>0x9E3779B97F4A7C15) >> 20 & self.mask
        while self.table[place] >= 0 and self.keys[self.table[place]] != key:
            place = (place + 1) & self.mask
        return place

    cdef inline int _row(self, uint64_t key) noexcept nogil:
        """Return the row of a key, made if it is new: there must be room."""
        cdef uint64_t place = self._place(key)
        if self.table[place] < 0:
            self.table[place] = self.rows
            self.keys[self.rows] = key
            self.rows += 1
        return self.table[place]

    def add(self, Terms terms not None, shift, weights):
        """Add terms * x^shift, once for each (slot, weight)."""
        self._add(terms, None, _key(shift, "shift"), list(weights))

    def add_product(self, Terms one not None, Terms other not None, shift, weights):
        """Add one * other * x^shift, once for each (slot, weight)."""
        self._add(one, other, _key(shift, "shift"), list(weights))

    cdef _add(self, Terms one, Terms other, uint64_t shift, list weights):
        cdef int n = len(weights)
        cdef int i, k, w
        cdef bint failed = False
        cdef list kept = []
        cdef int *slot = <int *>room(kept, n, sizeof(int))
        cdef int64_t *weight = <int64_t *>room(kept, n, sizeof(int64_t))
        cdef int inner = 1 if other is None else other.size
        cdef int64_t coefficient
        cdef uint64_t key
        cdef int64_t *cells
        cdef int largest = one.largest + _size(shift)
        cdef int ranked = one.most_ranked + <int>(shift >> 60)
        if other is not None:
            largest += other.largest
            ranked += other.most_ranked
        if largest >= MAX_SIZE or ranked >= MAX_RANKED:
            raise OverflowError(f"{largest} cards together are too many")
        for w, (place, number) in enumerate(weights):
            slot[w] = whole(place, self.slots, "slot")
            weight[w] = _coefficient(number)
        with self.lock, nogil:
            for i in range(one.size):
                if self.rows + inner > self.capacity:
                    with gil:
                        self._make_room(self.rows + inner)
                for k in range(inner):
                    coefficient = 0
                    key = one.keys[i] + shift
                    if other is None:
                        coefficient = one.coefficients[i]
                    else:
                        key += other.keys[k]
                        failed |= coefficient_mac(
                            &coefficient, one.coefficients[i], other.coefficients[k]
                        )
                    cells = &self.coefficients[<size_t>self._row(key) * self.slots]
                    for w in range(n):
                        failed |= coefficient_mac(&cells[slot[w]], coefficient, weight[w])
                if failed:
                    break
        if failed:
            raise OverflowError("coefficients do not fit 58 bits")


cdef void *_resized(void *block, size_t size) except NULL:
    cdef void *found = realloc(block, size)
    if not found:
        raise MemoryError
    return found


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
    cdef list kept               # holds the memory of these arrays

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
        self.kept = []
        self.parent = <int32_t *>room(self.kept, self.n_nodes, sizeof(int32_t))
        self.step = <uint8_t *>room(self.kept, self.n_nodes, sizeof(uint8_t))
        self.entry_node = <int32_t *>room(self.kept, len(ends), sizeof(int32_t))
        self.entry_orders = <uint32_t *>room(self.kept, len(ends), sizeof(uint32_t))
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
        cdef list kept = []
        cdef exact_sum *sums = <exact_sum *>room(kept, n_columns * MAX_SIZE, sizeof(exact_sum))
        cdef uint64_t *short_product = <uint64_t *>room(kept, self.n_nodes, sizeof(uint64_t))
        cdef u128 *product = <u128 *>room(kept, self.n_nodes, sizeof(u128))
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
    cdef list kept = []
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
        table[b] = check_bytes("results by cards", tables[b], at, results[b] - 1)
        cells *= results[b]
        if cells > MAX_CELLS:
            raise OverflowError("the bets have too many results together")
    if sum(counts) ** n_slots >= 1 << 62:
        raise OverflowError("the shoe is too large to count deals of so many cards")
    tally = <int64_t *>room(kept, cells, sizeof(int64_t))
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
    return {
        (key[:dealt], key[dealt:]): tally[at]
        for at, key in enumerate(every_way(*shape)) if tally[at]
    }
