"""The player: exact values of every hand, by backward induction over multisets.

A value is an integer over a denominator that depends only on how many cards are gone (see
`Evaluation`), so that drawing is a sum of small multiples and a decision compares integers. Values
are joint: "the next unseen card is this up card, and (where asked) the dealer has no natural" is
part of the weight, nothing is conditioned. The up card is one of the unseen cards, so the weights
of the player's draws are the same for all ten and the inner loops run over the up cards.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from bjcalc_ext.dealer cimport MAX_EXTRA, DealerTables, Layout, PaidTable
from bjcalc_ext.hands cimport (
    MOST_CARDS, N_HANDS, HandTable, check_bytes, hand_table, room, whole, whole_counts
)
from bjcalc_ext.wide cimport s128, u128


cdef extern from "wide.h" nogil:
    enum:
        WIDE_LIMBS
    void wide_zero(uint64_t *out, int n)
    void wide_extend(uint64_t *out, const uint64_t *a, int n, int more)
    void wide_mac(uint64_t *acc, const uint64_t *a, uint64_t m, int n)
    void wide_smac(uint64_t *acc, const uint64_t *a, int64_t m, int n)
    void wide_double(uint64_t *a, int n)
    void wide_from_s128(uint64_t *out, const s128 *a, const uint64_t *factor, int n)
    int wide_compare(const uint64_t *a, const uint64_t *b, int n)


cdef enum:
    SIZES = 24
    FINALS = 64
    WON_AT_ONCE = 22   # the first of the player's finals that are no totals
    PAY_BITS = 40


cdef struct Sizes:
    # For hands of one size: unseen cards, limbs of their values, and what brings sums to the hands'
    # denominator.
    int left
    int limbs
    uint64_t stand_factor[WIDE_LIMBS]
    uint64_t two_factor[WIDE_LIMBS]
    uint64_t three_factor[WIDE_LIMBS]
    u128 weight


# One more card, by up card: played on (hit), final at twice the stake, the stake that is added.
cdef struct Drawn:
    uint64_t hit[10][WIDE_LIMBS]
    uint64_t double[10][WIDE_LIMBS]
    uint64_t stake[10][WIDE_LIMBS]


@cython.final
cdef class Evaluation:
    """Values of all hands for one state of the shoe: `extra` more cards of value `pair` are gone.

    With extra > 0 only hands that hold a card of value `pair` are there (those of a split).

    Parameters: `kinds`, `may_double` and `finals` have an entry for each hand (Kind, 0/1, its final
    if it takes no more cards: its total, or a number from 22 on for a hand that has won at once).
    `pays[final]` is what a stake of one is paid in units of 1/`scale`, as two numbers: against a
    dealer who is bust with more than 22 (and, for those that have won at once, against all but a
    natural), and against a dealer's natural; `pays[0]` is that of a bust hand. What else a total is
    paid, and which dealer hands are paid how, is in the dealer's tables. `full`: bit u is set where
    the values against up card u include a dealer's natural; elsewhere they are joint with the
    dealer having none. `stake_full`: the same for the extra stakes. `decisions` (10 bytes a hand)
    is played if given, else the best of stand, hit and double is found, ties to the first. `starts`
    limits the work, where decisions are given, to the hands that these hands can lead to. `extras`
    is the largest `extra` that will be asked for with this pair (the dealer's sums for all are made
    at once).

    A value is `value(hand, up) / denominator(size)`, in initial bets. An evaluation does not change
    once it is made: any number of threads may read it. Raises ValueError for arguments out of range
    and OverflowError where values would not fit the kernel's integers.
    """

    cdef readonly int pair
    cdef readonly int extra
    cdef readonly int largest
    cdef readonly object scale
    cdef DealerTables tables
    cdef PaidTable paid
    cdef const Layout *layout
    cdef int stride
    cdef list kept             # holds the memory of the arrays
    cdef uint64_t *values
    cdef uint64_t *finals
    cdef uint64_t *stakes
    cdef uint8_t *choice
    cdef uint16_t *played    # the up cards for which each hand is played on from here
    cdef uint16_t *ended     # those for which its value without a further card is there
    cdef uint8_t *kind
    cdef uint8_t *may_double
    cdef uint8_t *final_of
    cdef uint8_t *staked
    cdef int64_t pays[FINALS][2]
    cdef Sizes sizes[SIZES]
    cdef int full
    cdef int stake_full
    cdef uint64_t unit
    cdef bint whole_game
    cdef list tails

    def __cinit__(
        self,
        DealerTables tables not None,
        bytes kinds not None,
        bytes may_double not None,
        bytes finals not None,
        *,
        pays,
        scale=1,
        pair=None,
        extra=0,
        extras=0,
        full=0,
        stake_full=0,
        bytes decisions=None,
        starts=None,
    ):
        cdef int hand
        cdef HandTable *hands = hand_table()
        cdef bint given = decisions is not None
        self.tables = tables
        self.layout = &tables.layout
        self.pair = -1 if pair is None else whole(pair, 10, "pair")
        self.extra = whole(extra, MAX_EXTRA + 1, "extra")
        extras = max(whole(extras, MAX_EXTRA + 1, "extras"), self.extra)
        if self.extra and self.pair < 0:
            raise ValueError(f"extra = {extra}: of which value? pair is needed")
        self.full = whole(full, 1024, "full")
        self.stake_full = whole(stake_full, 1024, "stake_full")
        self.unit = self.scale = whole(scale, 1LL << PAY_BITS, "scale")
        self.whole_game = starts is None
        if not self.unit:
            raise ValueError("scale = 0: a number from 1 on is needed")
        if not given and not self.whole_game:
            raise ValueError("starts need decisions: only what they lead to is valued")
        check_bytes("kinds", kinds, N_HANDS, CHARLIE)
        check_bytes("may_double", may_double, N_HANDS, 1)
        check_bytes("finals", finals, N_HANDS, len(pays) - 1)
        if given:
            check_bytes("decisions", decisions, 10 * N_HANDS, DOUBLE_ELSE_HIT)
        self._take_pays(pays, kinds, finals)
        self.paid = tables.paid_table(self.pair if self.extra else -1, extras)
        self.kept = []
        self.choice = <uint8_t *>room(self.kept, 10 * N_HANDS, sizeof(uint8_t))
        self.played = <uint16_t *>room(self.kept, 2 * N_HANDS, sizeof(uint16_t))
        self.kind = <uint8_t *>room(self.kept, 4 * N_HANDS, sizeof(uint8_t))
        self.ended = self.played + N_HANDS
        self.may_double = self.kind + N_HANDS
        self.final_of = self.may_double + N_HANDS
        self.staked = self.final_of + N_HANDS
        memcpy(self.kind, <const char *>kinds, N_HANDS)
        memcpy(self.may_double, <const char *>may_double, N_HANDS)
        memcpy(self.final_of, <const char *>finals, N_HANDS)
        if given:
            memcpy(self.choice, <const char *>decisions, 10 * N_HANDS)
        if self.whole_game:
            for hand in range(1, N_HANDS):
                self.played[hand] = self.ended[hand] = 1023 if self._fits(hand) else 0
        else:
            for start in starts:
                hand = whole(start, N_HANDS, "a start")
                if hand and self._fits(hand):
                    self.played[hand] = 1023
            self._spread()
        self.largest = 2  # also where the shoe holds no hand
        for hand in range(N_HANDS):
            if (self.played[hand] or self.ended[hand]) and hands.size[hand] > self.largest:
                self.largest = hands.size[hand]
        self._prepare()
        limbs = self._place(self.paid.rows, 0)
        self.values = <uint64_t *>room(self.kept, limbs, sizeof(uint64_t))
        self.finals = <uint64_t *>room(self.kept, limbs, sizeof(uint64_t))
        self.stakes = <uint64_t *>room(self.kept, limbs, sizeof(uint64_t))
        self._ask_dealer()
        with nogil:
            for hand in range(N_HANDS - 1, 0, -1):
                if self.played[hand] or self.ended[hand]:
                    self._value(hand, given)

    cdef _take_pays(self, pays, bytes kinds, bytes finals):
        """Check what hands are paid, and that it fits the 64-bit factors of sums."""
        cdef int hand, final
        cdef HandTable *hands = hand_table()
        if not WON_AT_ONCE <= len(pays) <= FINALS:
            raise ValueError(f"pays = {pays!r}: {WON_AT_ONCE} to {FINALS} pairs are needed")
        most = 1LL << PAY_BITS
        for final, pair in enumerate(pays):
            if len(pair) != 2 or not all([-most < pay < most for pay in pair]):
                raise ValueError(f"pays = {pair!r}: two numbers within +-2**{PAY_BITS} are needed")
            self.pays[final][0], self.pays[final][1] = pair
            if final < WON_AT_ONCE and (
                pair[0] != (self.scale if final else -self.scale)
                or pair[1] not in (-self.scale, 0, self.scale)
            ):
                raise ValueError(f"pays = {pair!r}: totals are paid their stake, lose it or push")
        if int(self.layout.cards) ** 2 >= 1LL << (63 - PAY_BITS):
            raise OverflowError(f"a shoe of {self.layout.cards} cards is too large")
        if self.layout.largest_difference > 2:
            raise ValueError("differences above 2 are for totals that do not just win or lose")
        for hand in range(1, N_HANDS):
            if finals[hand] != hands.total[hand] and (
                finals[hand] < WON_AT_ONCE or kinds[hand] != CHARLIE
            ):
                raise ValueError(f"finals = {finals[hand]} for a hand of {hands.total[hand]}")
            if kinds[hand] == CHARLIE and finals[hand] < WON_AT_ONCE:
                raise ValueError(f"finals = {finals[hand]} for a hand that has won at once")

    cdef _prepare(self):
        """Work out what belongs to all hands of one size; see `denominator`."""
        cdef int size, i
        cdef Sizes *this
        cdef bytes raw
        cards, longest = int(self.layout.cards) - self.extra, int(self.layout.longest)
        # Products of the last factors of the denominators: those of all sizes end alike.
        self.tails = [1]
        for i in range(1, self.largest + longest + 1):
            n = self.layout.cards if self.layout.infinite else cards - self.largest - longest + i
            self.tails.append(self.tails[i - 1] * max(1, n))
        most = max([max(abs(self.pays[i][0]), abs(self.pays[i][1])) for i in range(FINALS)])
        for size in range(self.largest, 0, -1):
            this = &self.sizes[size]
            this.left = cards - size
            rest = self.largest - size + longest
            # A doubled hand has twice the largest pay; one bit more holds the sign.
            this.limbs = (2 * most * self.tails[rest]).bit_length() // 64 + 1
            if this.limbs > WIDE_LIMBS:
                raise OverflowError(
                    f"hands of {size} cards need {this.limbs} limbs: {WIDE_LIMBS} are there"
                )
            _from_python(this.stand_factor, self.scale * self.tails[rest - longest])
            _from_python(this.two_factor, self.tails[rest - 2])
            _from_python(this.three_factor, self.scale * self.tails[rest - 3])
            weight = self.tails[rest - 2] // self.tails[rest - longest]
            raw = weight.to_bytes(sizeof(u128), "little")
            memcpy(&this.weight, <const char *>raw, sizeof(u128))
            self.stride = this.limbs

    cdef bint _fits(self, int hand) noexcept nogil:
        """Whether the shoe holds the hand and the extra cards."""
        return self.paid.row_of_hand[hand] >= 0 and (
            self.extra == 0 or self.layout.infinite
            or hand_table().count[hand][self.pair] + self.extra <= self.layout.count[self.pair]
        )

    cdef void _spread(self) noexcept nogil:
        """Carry the up cards for which hands are played on to the hands that they are drawn to."""
        cdef HandTable *hands = hand_table()
        cdef int hand, value, child, hits, doubles
        for hand in range(N_HANDS):
            if not self.played[hand]:
                continue
            self._sort_out(hand, &hits, &doubles)
            self.ended[hand] |= self.played[hand] & ~(hits | doubles)
            for value in range(10):
                child = hands.child[hand][value]
                if child >= 0 and self._fits(child):
                    self.played[child] |= hits
                    self.ended[child] |= doubles

    cdef void _sort_out(self, int hand, int *hits, int *doubles) noexcept nogil:
        """Fill the sets of up cards for which a hand is hit and doubled, as it is decided."""
        cdef int u, choice
        hits[0] = doubles[0] = 0
        if self.kind[hand] != PLAYS:
            return
        for u in range(10):
            choice = self.choice[10 * hand + u]
            if choice >= DOUBLE_ELSE_STAND and self.may_double[hand]:
                doubles[0] |= self.played[hand] & 1 << u
            elif choice == HIT or choice == DOUBLE_ELSE_HIT:
                hits[0] |= self.played[hand] & 1 << u

    cdef _ask_dealer(self):
        """Have the dealer's sums made for every hand that is settled by its total."""
        cdef int hand
        cdef uint16_t wanted[N_HANDS]
        memset(wanted, 0, sizeof(wanted))
        for hand in range(N_HANDS):
            if self.kind[hand] != CHARLIE:
                wanted[hand] = self.ended[hand]
        self.paid.fill(wanted)

    cdef Py_ssize_t _place(self, int row, int up) noexcept nogil:
        """Return where the limbs of a row's entry begin."""
        return (10 * <Py_ssize_t>row + up) * self.stride

    cdef void _unseen(self, int hand, int *n) noexcept nogil:
        """Fill the ten counts of unseen cards."""
        cdef int value
        for value in range(10):
            n[value] = self.layout.count[value]
            if not self.layout.infinite:
                n[value] -= hand_table().count[hand][value]
                if value == self.pair:
                    n[value] -= self.extra

    cdef void _final(self, int hand, const int *n, int ups) noexcept nogil:
        """Fill the value of a hand that takes no further card, for the set `ups`."""
        cdef Sizes *this = &self.sizes[hand_table().size[hand]]
        cdef int u, row = self.paid.row_of_hand[hand]
        cdef int64_t natural, no_natural, won
        cdef s128 signed
        cdef uint64_t final[WIDE_LIMBS]
        cdef const int64_t *pays = self.pays[self.final_of[hand]]
        for u in range(10):
            if not ups >> u & 1:
                continue
            no_natural = self._pairs(n, -1, u, this.left, False)
            natural = 0
            if self.full >> u & 1:
                natural = self._pairs(n, -1, u, this.left, True) - no_natural
            if self.kind[hand] != CHARLIE:
                won = no_natural + (0 if not pays[1] else natural if pays[1] > 0 else -natural)
                signed = <s128>this.weight * won - <s128>self.paid.row(hand, self.extra)[u]
                wide_from_s128(final, &signed, this.stand_factor, this.limbs)
            else:
                wide_zero(final, this.limbs)
                wide_smac(final, this.two_factor, no_natural * pays[0], this.limbs)
                wide_smac(final, this.two_factor, natural * pays[1], this.limbs)
            wide_extend(&self.finals[self._place(row, u)], final, this.limbs, self.stride)

    cdef void _draw(
        self, int hand, const int *n, int ups, Drawn *drawn, bint staked
    ) noexcept nogil:
        """Work out one more card against the set `ups`; see Drawn."""
        cdef HandTable *hands = hand_table()
        cdef Sizes *this = &self.sizes[hands.size[hand]]
        cdef int i, u, value, child, row, n_ups = 0, limbs = this.limbs
        cdef int up[10]
        cdef int64_t busts[10]
        cdef bint doubles = self.may_double[hand]
        for u in range(10):
            if ups >> u & 1:
                up[n_ups] = u
                n_ups += 1
                wide_zero(drawn.hit[u], limbs)
                wide_zero(drawn.double[u], limbs)
                wide_zero(drawn.stake[u], limbs)
                busts[u] = 0
        for value in range(10):
            if n[value] <= 0:
                continue
            child = hands.child[hand][value]
            if child < 0:
                for i in range(n_ups):
                    u = up[i]
                    busts[u] += n[value] * self._pairs(
                        n, value, u, this.left - 1, self.full >> u & 1
                    )
                continue
            row = self.paid.row_of_hand[child]
            if row < 0:
                continue
            for i in range(n_ups):
                u = up[i]
                wide_mac(drawn.hit[u], &self.values[self._place(row, u)], n[value], limbs)
            if doubles:
                for i in range(n_ups):
                    u = up[i]
                    wide_mac(drawn.double[u], &self.finals[self._place(row, u)], n[value], limbs)
            if staked and self.staked[child]:
                for i in range(n_ups):
                    u = up[i]
                    wide_mac(drawn.stake[u], &self.stakes[self._place(row, u)], n[value], limbs)
        for i in range(n_ups):
            u = up[i]
            wide_smac(drawn.hit[u], this.three_factor, -busts[u], limbs)
            if doubles:
                wide_smac(drawn.double[u], this.three_factor, -busts[u], limbs)
                wide_double(drawn.double[u], limbs)

    cdef void _value(self, int hand, bint given) noexcept nogil:
        """Fill the hand's final value, value, extra stake and (unless given) decision."""
        cdef int n[10]
        cdef HandTable *hands = hand_table()
        cdef int u, value, choice, hits, doubles = 0, row = self.paid.row_of_hand[hand]
        cdef Drawn drawn
        cdef const uint64_t *best
        cdef uint64_t *stake
        cdef Sizes *this = &self.sizes[hands.size[hand]]
        self._unseen(hand, n)
        self._final(hand, n, self.ended[hand])
        memcpy(&self.values[self._place(row, 0)], &self.finals[self._place(row, 0)],
               10 * self.stride * sizeof(uint64_t))
        if self.kind[hand] != PLAYS or not self.played[hand]:
            return
        hits = self.played[hand]
        if given:
            self._sort_out(hand, &hits, &doubles)
        self.staked[hand] = self.may_double[hand]
        for value in range(10):
            if hands.child[hand][value] >= 0:
                self.staked[hand] |= self.staked[hands.child[hand][value]]
        if hits or doubles:
            self._draw(hand, n, hits | doubles, &drawn, self.staked[hand])
        for u in range(10):
            if not (hits | doubles) >> u & 1:
                continue
            if not given:
                best = &self.finals[self._place(row, u)]
                choice = STAND
                if wide_compare(drawn.hit[u], best, this.limbs) > 0:
                    best = drawn.hit[u]
                    choice = HIT
                if self.may_double[hand] and wide_compare(drawn.double[u], best, this.limbs) > 0:
                    choice = DOUBLE_ELSE_STAND if choice == STAND else DOUBLE_ELSE_HIT
                self.choice[10 * hand + u] = choice
                if choice == STAND:
                    continue
                doubles |= (choice >= DOUBLE_ELSE_STAND) << u
            stake = drawn.stake[u]
            best = drawn.hit[u]
            if doubles >> u & 1:
                best = drawn.double[u]
                wide_zero(stake, this.limbs)
                wide_mac(
                    stake, this.two_factor,
                    self._pairs(n, -1, u, this.left, self.stake_full >> u & 1) * self.unit,
                    this.limbs,
                )
            wide_extend(&self.values[self._place(row, u)], best, this.limbs, self.stride)
            if self.staked[hand]:
                wide_extend(&self.stakes[self._place(row, u)], stake, this.limbs, self.stride)

    cdef uint64_t _pairs(
        self, const int *n, int drawn, int up, int left, bint full
    ) noexcept nogil:
        """Ordered (up card, hole card) pairs of `left` unseen cards, naturals counted or not.

        `n` are the unseen counts before the card `drawn` (-1: none) was taken from them.
        """
        cdef bint infinite = self.layout.infinite
        cdef int ups = n[up] - (0 if infinite or up != drawn else 1)
        cdef int holes = 0
        cdef int others = self.layout.cards if infinite else left - 1
        if ups <= 0:
            return 0
        if others < 1:
            others = 1
        if not full:
            if up == 0:
                holes = n[9] - (0 if infinite or drawn != 9 else 1)
            elif up == 9:
                holes = n[0] - (0 if infinite or drawn != 0 else 1)
        return <uint64_t>ups * <uint64_t>(others - holes)

    # --- results as Python integers --------------------------------------------------------------

    cdef Py_ssize_t _entry(self, hand, up, const uint16_t *there) except -1:
        """Return where the limbs of a hand's entry begin; ValueError where it is not there."""
        cdef long index = whole(hand, N_HANDS, "hand")
        cdef long column = whole(up, 10, "up")
        if not there[index] >> column & 1:
            raise ValueError(f"hand = {hand}, up = {up}: the shoe or the starts do not lead there")
        return self._place(self.paid.row_of_hand[index], column)

    def denominator(self, size):
        """Return the denominator of a hand of `size` cards, bust or not, the scale included."""
        size = whole(size, self.largest + 2, "size")
        return self.scale * self.tails[self.largest - size + int(self.layout.longest)]

    def value(self, hand, up):
        """Return the numerator of the hand's value, played by its decisions."""
        return _to_python(&self.values[self._entry(hand, up, self.played)], self.stride)

    def final(self, hand, up):
        """Return the numerator of the hand's value when it takes no further card."""
        return _to_python(&self.finals[self._entry(hand, up, self.ended)], self.stride)

    def stake(self, hand, up):
        """Return the numerator of the expected stake that doubling adds."""
        return _to_python(&self.stakes[self._entry(hand, up, self.played)], self.stride)

    def draws(self, hand, up):
        """Return the numerators of hitting and of doubling (None where it is not allowed).

        Raises ValueError for an evaluation with `starts`, which does not value all hands.
        """
        self._entry(hand, up, self.played)
        if not self.whole_game:
            raise ValueError(f"hand = {hand}: draws need an evaluation of all hands")
        cdef int n[10]
        cdef int index = hand, column = up, limbs = self.sizes[hand_table().size[index]].limbs
        cdef Drawn drawn
        self._unseen(index, n)
        self._draw(index, n, 1 << column, &drawn, False)
        return (
            _to_python(drawn.hit[column], limbs),
            _to_python(drawn.double[column], limbs) if self.may_double[index] else None,
        )

    def holds(self, hand, up):
        """Whether the shoe holds the hand and the up card beside the extra cards."""
        cdef int n[10]
        self._unseen(whole(hand, N_HANDS, "hand"), n)
        return self.played[hand] >> whole(up, 10, "up") & 1 and n[<int>up] > 0

    def second_cards(self, first, up, weights):
        """Return the sums over the two-card hands with this first card, weighed by their second.

        That is (value, added stake, one, unseen cards that would make the up card a natural): the
        first two as numerators, given that the next unseen card is the up card. Hands that the shoe
        does not hold beside it count nothing.
        """
        cdef HandTable *hands = hand_table()
        cdef int value = whole(first, 10, "first"), column = whole(up, 10, "up")
        cdef int second, hand, row, i, limbs = self.sizes[1].limbs
        cdef int64_t weight, there = 0, holes = 0
        cdef int n[10]
        cdef uint64_t sums[2][2][WIDE_LIMBS]
        cdef int unseen[2]
        memset(sums, 0, sizeof(sums))
        unseen[0] = unseen[1] = 1
        for second, number in enumerate(whole_counts(weights, MOST_CARDS)):
            weight = number
            hand = hands.child[hands.child[0][value]][second]
            self._unseen(hand, n)
            if not weight or not self.played[hand] >> column & 1 or n[column] <= 0:
                continue
            # Where the second card is of the up card's value one less of these is unseen.
            i = second == column
            unseen[i] = n[column]
            there += weight
            if column == 0 or column == 9:
                holes += weight * n[9 - column]
            row = self.paid.row_of_hand[hand]
            wide_mac(sums[i][0], &self.values[self._place(row, column)], weight, limbs)
            wide_mac(sums[i][1], &self.stakes[self._place(row, column)], weight, limbs)
        return (
            _to_python(sums[0][0], limbs) // unseen[0] + _to_python(sums[1][0], limbs) // unseen[1],
            _to_python(sums[0][1], limbs) // unseen[0] + _to_python(sums[1][1], limbs) // unseen[1],
            there, holes,
        )

    def decision(self, hand, up):
        """Return the hand's Decision."""
        return self.choice[10 * whole(hand, N_HANDS, "hand") + whole(up, 10, "up")]

    def decisions(self):
        """Return all decisions, ten bytes a hand."""
        return (<char *>self.choice)[:10 * N_HANDS]


cdef object _to_python(const uint64_t *x, int limbs):
    return int.from_bytes((<const char *>x)[:limbs * sizeof(uint64_t)], "little", signed=True)


cdef _from_python(uint64_t *out, x):
    cdef bytes raw = x.to_bytes(WIDE_LIMBS * sizeof(uint64_t), "little")
    memcpy(out, <const char *>raw, WIDE_LIMBS * sizeof(uint64_t))
