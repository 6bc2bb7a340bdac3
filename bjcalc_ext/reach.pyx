"""Reach weights: how much of a game's value passes through every cell of a chart; mixed shoes.

`add_cell_sums` serves charts, `mixture_excess` the bound on zero-memory strategies. The weights are
integers of any size, so they are Python's own; the loops around them are not. A value is a
numerator of an `Evaluation`, and values are joint with "the next unseen card is the up card", so a
hand's value is the sum over cards of (unseen cards of that value) x (value of the hand drawn to),
without any denominator between them.
"""

from libc.stdint cimport uint8_t

from bjcalc_ext.hands cimport (
    MOST_CARDS, N_HANDS, HandTable, check_bytes, hand_table, whole, whole_counts
)
from bjcalc_ext.player cimport CHARLIE, DOUBLE_ELSE_HIT, DOUBLE_ELSE_STAND, HIT, PLAYS


cdef enum:
    NO_ROW = 255
    SIZES = 24
    SYMBOLS = 4


cdef void _unseen(int hand, const int *count, bint infinite, int *out) noexcept nogil:
    cdef int value
    for value in range(10):
        out[value] = count[value]
        if not infinite:
            out[value] -= hand_table().count[hand][value]


cdef _take(counts, int *shoe):
    """Fill the ten counts of a shoe that Python gave; raise ValueError where they are none."""
    cdef int value
    numbers = whole_counts(counts, MOST_CARDS)
    for value in range(10):
        shoe[value] = numbers[value]


def add_cell_sums(
    evaluation,
    *,
    up,
    counts,
    bint infinite,
    bytes kinds not None,
    bytes may_double not None,
    bytes decisions not None,
    bytes rows not None,
    dict starts not None,
    list sums not None,
):
    """Add to `sums` what each cell is worth under each symbol, hands weighed by their reach.

    `evaluation` holds the values of all hands under `decisions`; `counts` are the shoe's ten counts
    without the extra cards that it takes as gone. `rows` gives each hand's row (255: none, such a
    hand stands). `starts` are the reach weights to begin with. Entry
    (row * 24 + size of the hand) * 4 + s gets, for s = 0..3, weight x numerator of stand, hit,
    double else stand, double else hit. Returns the reach weight of every hand, None for those not
    reached. Raises ValueError for arguments out of range.
    """
    cdef HandTable *hands = hand_table()
    cdef const uint8_t *kind = check_bytes("kinds", kinds, N_HANDS, CHARLIE)
    cdef const uint8_t *doubles = check_bytes("may_double", may_double, N_HANDS, 1)
    cdef const uint8_t *choice = check_bytes("decisions", decisions, 10 * N_HANDS, DOUBLE_ELSE_HIT)
    cdef const uint8_t *row = check_bytes("rows", rows, N_HANDS, NO_ROW)
    cdef int shoe[10]
    cdef int n[10]
    cdef int hand, value, child, base, decision, column = whole(up, 10, "up")
    if len(sums) < (max(rows.replace(b"\xff", b"") or b"\0") + 1) * SIZES * SYMBOLS:
        raise ValueError(f"sums: {len(sums)} entries are too few for these rows")
    _take(counts, shoe)
    cdef list weights = [None] * N_HANDS
    for start, weight in starts.items():
        weights[whole(start, N_HANDS, "a start")] = weight
    for hand in range(1, N_HANDS):
        weight = weights[hand]
        if not weight or kind[hand] != PLAYS or row[hand] == NO_ROW:
            continue
        stand = evaluation.final(hand, up)
        hit, double = evaluation.draws(hand, up)
        base = (row[hand] * SIZES + hands.size[hand]) * SYMBOLS
        stand = stand * weight
        hit = hit * weight
        sums[base] += stand
        sums[base + 1] += hit
        if doubles[hand]:
            double = double * weight
            sums[base + 2] += double
            sums[base + 3] += double
        else:
            sums[base + 2] += stand
            sums[base + 3] += hit
        decision = choice[10 * hand + column]
        if decision == HIT or (decision == DOUBLE_ELSE_HIT and not doubles[hand]):
            _unseen(hand, shoe, infinite, n)
            for value in range(10):
                child = hands.child[hand][value]
                if n[value] <= 0 or child < 0:
                    continue
                if weights[child] is None:
                    weights[child] = weight * n[value]
                else:
                    weights[child] += weight * n[value]
    return weights


def hand_values(evaluation, *, up, pair, extra, counts, bint infinite, bytes kinds not None):
    """Return (stand, hit, double) of every hand that plays and holds a card of value `pair`.

    Numerators, in a list by hand; double is None where not allowed, the entry is None for a hand
    that does not play or that the shoe does not hold besides `extra` cards of value `pair`.
    """
    cdef HandTable *hands = hand_table()
    cdef const uint8_t *kind = check_bytes("kinds", kinds, N_HANDS, CHARLIE)
    cdef int hand, value, room
    cdef int rank = whole(pair, 10, "pair"), gone = whole(extra, MOST_CARDS, "extra")
    cdef int shoe[10]
    cdef list out = [None] * N_HANDS
    _take(counts, shoe)
    for hand in range(1, N_HANDS):
        if hands.count[hand][rank] == 0 or kind[hand] != PLAYS or hands.size[hand] < 2:
            continue
        room = 0
        for value in range(10):
            room = shoe[value] - hands.count[hand][value] - (gone if value == rank else 0)
            if infinite and (shoe[value] or not hands.count[hand][value]):
                room = 0
            if room < 0:
                break
        if room < 0:
            continue
        hit, double = evaluation.draws(hand, up)
        out[hand] = (evaluation.final(hand, up), hit, double)
    return out


def mixture_excess(
    *, list values not None, list factors not None, up, pair, least, counts, bint infinite,
    bytes may_double not None, bytes decisions not None,
):
    """Return how much more each hand is worth played at its best for a mixture of shoes.

    Shoe number i has `values[i]` (see `hand_values`), all under the same `decisions`, and
    `factors[i][m]`, its signed integer weight for a hand with m cards of value `pair` besides the
    first, the chance of drawing these m included; the chance of the other draws is the same in all
    shoes, which differ only in how many cards of value `pair` are gone. The result, by hand, is the
    mixture's best value minus its value under `decisions`, 0 where there is none. Only hands with
    at least `least` cards of value `pair` besides the first are visited. Raises ValueError for
    arguments out of range.
    """
    cdef HandTable *hands = hand_table()
    cdef const uint8_t *doubles = check_bytes("may_double", may_double, N_HANDS, 1)
    cdef const uint8_t *choice = check_bytes("decisions", decisions, 10 * N_HANDS, DOUBLE_ELSE_HIT)
    cdef int shoe[10]
    cdef int n[10]
    cdef int hand, value, child, i, m, decision, shoes = len(values)
    cdef int rank = whole(pair, 10, "pair"), column = whole(up, 10, "up")
    cdef int first = whole(least, N_HANDS, "least")
    cdef list excess = [0] * N_HANDS
    cdef list columns = list(zip(*factors))
    cdef tuple factor
    _take(counts, shoe)
    if len(factors) != shoes:
        raise ValueError(f"{len(factors)} factors for {shoes} shoes")
    for by_hand in values:
        if not isinstance(by_hand, list) or len(by_hand) != N_HANDS:
            raise ValueError("values: a list with an entry for each hand is needed")
    for hand in range(N_HANDS - 1, 0, -1):
        m = hands.count[hand][rank] - 1
        if m < first or hands.size[hand] < 2 or m >= len(columns):
            continue
        factor = columns[m]
        stand = hit = double = 0
        plays = False
        for i in range(shoes):
            weight = factor[i]
            if not weight:
                continue
            three = (<list>values[i])[hand]
            if three is None:
                continue
            plays = True
            stands, hits, doubled = three
            stand += weight * stands
            hit += weight * hits
            if doubles[hand]:
                double += weight * doubled
        if not plays:
            continue
        decision = choice[10 * hand + column]
        if decision >= DOUBLE_ELSE_STAND and doubles[hand]:
            given = double
        elif decision == HIT or decision == DOUBLE_ELSE_HIT:
            given = hit
        else:
            given = stand
        _unseen(hand, shoe, infinite, n)
        for value in range(10):
            child = hands.child[hand][value]
            if child < 0 or not excess[child]:
                continue
            if value == rank:
                hit += excess[child]
            elif n[value] > 0:
                hit += n[value] * excess[child]
        best = stand if stand > hit else hit
        if doubles[hand] and double > best:
            best = double
        excess[hand] = best - given
    return excess
