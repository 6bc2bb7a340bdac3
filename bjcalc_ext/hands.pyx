"""Every hand that has not busted, as a multiset of the ten values: 3,083 of them, built once.

A hand's index grows with its hard total (aces as 1), so a hand after one more card always comes
later: walking backwards, every successor is ready. Index 0 is the empty hand.
"""

import operator

from libc.stdlib cimport calloc, free


cdef HandTable _table
cdef dict _index_of_key = {}


cdef HandTable *hand_table() noexcept nogil:
    return &_table


cdef void _enumerate(int value, int hard, long long key, list out):
    if value == 10:
        out.append((hard, key))
        return
    cdef int n = 0
    while hard + n * (value + 1) <= 21:
        _enumerate(value + 1, hard + n * (value + 1), key + ((<long long>n) << (6 * value)), out)
        n += 1


cdef _build():
    cdef int i, value, n, hard
    cdef long long key
    found = []
    _enumerate(0, 0, 0, found)
    found.sort()
    if len(found) != N_HANDS:
        raise AssertionError(f"{len(found)} hands were enumerated")
    for i in range(N_HANDS):
        hard, key = found[i]
        _index_of_key[key] = i
        _table.hard[i] = hard
        _table.key[i] = key
        _table.size[i] = 0
        for value in range(10):
            n = (key >> (6 * value)) & 63
            _table.count[i][value] = n
            _table.size[i] += n
        _table.soft[i] = _table.count[i][0] > 0 and hard <= 11
        _table.total[i] = hard + 10 if _table.soft[i] else hard
    for i in range(N_HANDS):
        key = found[i][1]
        for value in range(10):
            if _table.hard[i] + value + 1 > 21:
                _table.child[i][value] = -1
            else:
                _table.child[i][value] = _index_of_key[key + (1LL << (6 * value))]


_build()


cdef long whole(number, long stop, str name) except -1:
    """Return a number from 0 to stop - 1 that Python gave, or raise ValueError with its value."""
    found = operator.index(number)
    if not 0 <= found < stop:
        raise ValueError(f"{name} = {found}: a number from 0 to {stop - 1} is needed")
    return found


cdef list whole_counts(counts, long stop):
    """Return ten numbers from 0 to stop - 1, or raise ValueError with what is there instead."""
    if len(counts) != 10:
        raise ValueError(f"counts = {counts!r}: ten numbers are needed, ace to ten")
    return [whole(count, stop, "counts") for count in counts]


cdef const uint8_t *check_bytes(str name, bytes entries, Py_ssize_t n, int most) except NULL:
    """Return bytes as they are; raise ValueError unless there are n of them, none above `most`."""
    cdef const uint8_t *entry = entries
    cdef Py_ssize_t i
    cdef uint8_t largest = 0
    if len(entries) != n:
        raise ValueError(f"{name}: {len(entries)} entries, {n} are needed")
    for i in range(n):
        largest = entry[i] if entry[i] > largest else largest
    if largest > most:
        raise ValueError(f"{name}: {largest} is among them, {most} is the largest there is")
    return entry


cdef class _Room:
    """Memory that is given back with the object."""

    cdef void *start

    def __dealloc__(self):
        free(self.start)


cdef void *room(list kept, size_t number, size_t size) except NULL:
    """Return room for so many things of one size, all zeros; it is there as long as `kept`."""
    cdef _Room found = _Room()
    found.start = calloc(number + 1, size)
    if not found.start:
        raise MemoryError
    kept.append(found)
    return found.start


def hand_index(counts):
    """Return the index of the hand with these ten counts (ace, 2..9, ten); -1 if it is bust.

    Raises ValueError where they are not ten, or one is below 0 or above any shoe's.
    """
    cdef long long key = 0
    cdef int value
    cdef long count
    for value, number in enumerate(whole_counts(counts, MOST_CARDS)):
        count = number
        if count > 21:
            return -1
        key |= (<long long>count) << (6 * value)
    return _index_of_key.get(key, -1)


def hand_counts(index):
    """Return the ten counts of the hand with this index; raises ValueError if there is none."""
    cdef long hand = whole(index, N_HANDS, "hand")
    return tuple([_table.count[hand][value] for value in range(10)])


def hand_children(index):
    """Return the ten indices of the hand after one more card of each value; -1 where it busts.

    Raises ValueError if there is no hand with this index.
    """
    cdef long hand = whole(index, N_HANDS, "hand")
    return tuple([_table.child[hand][value] for value in range(10)])


def all_hands():
    """Return (counts, total, soft, size) for every index in order, the empty hand first."""
    return [
        (hand_counts(i), _table.total[i], bool(_table.soft[i]), _table.size[i])
        for i in range(N_HANDS)
    ]
