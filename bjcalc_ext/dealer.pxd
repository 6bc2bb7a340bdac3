from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

cdef extern from "wide.h" nogil:
    ctypedef struct u128:
        pass
    ctypedef struct s128:
        pass

cdef enum:
    MAX_LENGTH = 16
    MAX_EXTRA = 13

# What one total adds to the walk: its new prefix products and its sums, as ranges.
cdef struct Group:
    int short_start
    int short_stop
    int long_stop
    int entry_start
    int entry_stop

# The trie of dealer hands and the shoe it is dealt from. Products of at most `short_length` cards
# fit 64 bits. An entry is one dealer hand from one up card; entries are sorted by total from 21
# down, then by length.
cdef struct Walk:
    int count[10]
    bint infinite
    int cards
    int longest
    int short_length
    int lowest
    Group groups[22]
    int n_nodes
    int n_entries
    int32_t *parent
    uint8_t *factor
    uint8_t *depth
    int32_t *entry_node
    uint32_t *entry_orders
    uint8_t *entry_up
    uint64_t *short_product
    u128 *long_product

# Dealer hands that a sum joins: one total, one slot.
cdef struct Bucket:
    int slot
    int start
    int stop

# Dealer hands of one length, one up card, one number of cards of the pair's value.
cdef struct Slot:
    int up
    int length
    int held

cdef class DealerTables:
    cdef Walk walk
    cdef dict _paid

    cdef _lay_out(self, dict final)
    cdef PaidTable paid_table(self, int pair, int extras)

cdef class PaidTable:
    cdef DealerTables tables
    cdef Walk *walk
    cdef int pair
    cdef int extras
    cdef int rows
    cdef int32_t *row_of_hand
    cdef u128 *paid
    cdef int *known
    cdef int n_slots
    cdef Slot *slots
    cdef u128 *sums
    cdef Bucket *buckets
    cdef int bucket_start[22]
    cdef int bucket_stop[22]
    cdef int32_t *node
    cdef uint32_t *orders

    cdef _sort_entries(self)
    cdef u128 *row(self, int hand, int extra) noexcept nogil
    cdef void need(self, int hand, int ups) noexcept nogil
