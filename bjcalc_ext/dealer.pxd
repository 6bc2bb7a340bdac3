from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from bjcalc_ext.wide cimport u128

cdef enum:
    MAX_LENGTH = 16
    MAX_EXTRA = 13
    # Player's totals 0 to 21; the dealer may have 22 besides.
    PLAYER_TOTALS = 22
    DEALER_TOTALS = 23

# A dealer hand from one up card: its key (the count of value v in bits 6v to 6v+5), its low and its
# high cards as nodes, and its orders.
cdef struct DealerHand:
    uint64_t key
    uint32_t orders
    int16_t low
    int16_t high
    uint8_t up
    uint8_t length

# The dealer's hands, by total, and the shoe they are dealt from. A node is a multiset of low or of
# high cards: its parent and one more card, as 16 * value + cards of that value in the parent. Node
# 0 has no cards, those below n_low have low ones.
cdef struct Layout:
    int count[10]
    bint infinite
    int cards
    int longest
    int n_low
    int n_nodes
    int16_t *parent
    uint8_t *factor
    DealerHand *hands
    int start[DEALER_TOTALS + 1]
    uint8_t difference[PLAYER_TOTALS][DEALER_TOTALS]
    uint8_t same_as[PLAYER_TOTALS]
    int largest_difference

# What a dealer hand adds to: a cell.
cdef struct Entry:
    int16_t cell
    int16_t low
    uint32_t orders

# Dealer hands from one up card, of one length, with one number of cards of the pair's value: its
# cells, one for each multiset of high cards.
cdef struct Slot:
    uint8_t length
    uint8_t held
    int start
    int stop

# How far sums over the player's low cards at hand have come, for one up card: a bit for each total
# of the dealer that is made, and the differences in force.
cdef struct Progress:
    uint32_t made
    int paid[DEALER_TOTALS]

cdef class DealerTables:
    cdef Layout layout
    cdef list kept             # holds the memory of the layout
    cdef dict _paid

    cdef _list_hands(self, dict final)
    cdef _add_nodes(self)
    cdef PaidTable paid_table(self, int pair, int extras)

cdef class PaidTable:
    cdef DealerTables tables
    cdef list kept             # holds the memory of the arrays below
    cdef const Layout *layout
    cdef object lock
    cdef int pair
    cdef int extras
    cdef int rows
    cdef int16_t *row_of_hand
    cdef uint64_t *order
    cdef u128 *paid
    cdef uint16_t *known
    cdef int n_slots
    cdef Slot *slots
    cdef int slots_of_up[11]
    cdef int most_held
    cdef int n_cells
    cdef int16_t *high_of_cell
    cdef Entry *entries
    cdef int first_entry[DEALER_TOTALS * 10 + 1]
    cdef bint fits64[10]

    cdef _order_rows(self)
    cdef _arrange(self)
    cdef fill(self, const uint16_t *wanted)
    cdef void _fill(
        self, const uint16_t *wanted, uint64_t *products, u128 *wide_products, u128 *sums
    ) noexcept nogil
    cdef void _factors(self, int hand, int first, int stop, uint64_t *out) noexcept nogil
    cdef void _finish(self, int hand, int ups, const u128 *sums) noexcept nogil
    cdef u128 *row(self, int hand, int extra) noexcept nogil
