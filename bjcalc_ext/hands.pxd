from libc.stdint cimport int16_t, int8_t, uint64_t, uint8_t

cdef enum:
    N_HANDS = 3083
    MOST_CARDS = 1000000

cdef struct HandTable:
    uint8_t count[N_HANDS][10]
    int16_t child[N_HANDS][10]
    int8_t hard[N_HANDS]
    int8_t total[N_HANDS]
    uint8_t soft[N_HANDS]
    int8_t size[N_HANDS]
    uint64_t key[N_HANDS]  # the count of value v in bits 6v to 6v+5

cdef HandTable *hand_table() noexcept nogil
cdef long whole(number, long stop, str name) except -1
cdef list whole_counts(counts, long stop)
cdef const uint8_t *check_bytes(str name, bytes entries, Py_ssize_t n, int most) except NULL
cdef void *room(list kept, size_t number, size_t size) except NULL
