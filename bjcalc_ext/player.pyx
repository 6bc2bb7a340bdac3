"""The player: exact values of every hand, by backward induction over multisets.

A value is an integer over a denominator that depends only on how many cards are gone (see
`Evaluation`), so that drawing is a sum of small multiples and a decision compares integers. Values
are joint: "the next unseen card is this up card, and (where asked) the dealer has no natural" is
part of the weight, nothing is conditioned. The up card is one of the unseen cards, so the weights
of the player's draws are the same for all ten and the inner loops run over the up cards.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from bjcalc_ext.dealer cimport DealerTables, PaidTable, Walk, s128, u128
from bjcalc_ext.hands cimport N_HANDS, HandTable, hand_table


cdef extern from "wide.h" nogil:
    ctypedef struct wide:
        uint64_t limb[6]
    enum:
        WIDE_LIMBS
    void s128_from(s128 *out, uint64_t all, const u128 *weight, const u128 *paid)
    void s128_submul(s128 *acc, uint64_t a, const u128 *weight)
    void wide_zero(wide *out)
    void wide_mac(wide *acc, const wide *a, uint64_t m)
    void wide_msc(wide *acc, const wide *a, uint64_t m)
    void wide_double(wide *a)
    void wide_from_s128(wide *out, const s128 *a, const wide *factor)
    int wide_compare(const wide *a, const wide *b)


# What a hand may do; the caller states one for each hand.
cpdef enum Kind:
    PLAYS = 0     # stand or hit, and double where allowed
    STANDS = 1    # takes no further card
    CHARLIE = 2   # wins at once

# A decision, and what it becomes where doubling is not allowed.
cpdef enum Decision:
    STAND = 0
    HIT = 1
    DOUBLE_ELSE_STAND = 2
    DOUBLE_ELSE_HIT = 3


cdef enum:
    SIZES = 24


cdef struct Sizes:
    # For hands of one size: unseen cards, and what brings sums to the hands' denominator.
    int left
    wide stand_factor
    wide two_factor
    wide three_factor
    u128 weight


cdef class Evaluation:
    """Values of all hands for one state of the shoe: `extra` cards of value `pair` are gone besides.

    With extra > 0 only hands that hold a card of value `pair` are there (those of a split).

    Parameters: `kinds` and `may_double` have an entry for each hand (Kind, 0/1). `full`: bit u is
    set where the values against up card u include a dealer's natural, which then beats all but a
    Charlie with `charlie_beats_natural`, and pushes 21 with `natural_ties_21`; elsewhere they are
    joint with the dealer having none. `stake_full`: the same for the extra stakes. `charlie_pays`
    is in units of 1/`scale`. `decisions` (10 bytes a hand) is played if given, else the best of
    stand, hit and double is found, ties to the first. `starts` limits the work, where decisions
    are given, to the hands that these hands can lead to. `extras` is the largest `extra` that will
    be asked for with this pair (the dealer's sums for all are made at once).

    A value is `value(hand, up) / denominator(size)`, in initial bets.
    """

    cdef readonly int pair
    cdef readonly int extra
    cdef readonly int largest
    cdef readonly object scale
    cdef DealerTables tables
    cdef PaidTable paid
    cdef Walk *walk
    cdef wide *values
    cdef wide *finals
    cdef wide *stakes
    cdef uint8_t *choice
    cdef int16_t *reached
    cdef uint8_t *kind
    cdef uint8_t *may_double
    cdef Sizes sizes[SIZES]
    cdef int full
    cdef int stake_full
    cdef uint64_t charlie_pays
    cdef uint64_t unit
    cdef bint charlie_beats_natural
    cdef bint natural_ties_21

    def __cinit__(
        self,
        DealerTables tables,
        bytes kinds,
        bytes may_double,
        *,
        int pair=-1,
        int extra=0,
        int extras=0,
        int full=0,
        int stake_full=0,
        scale=1,
        charlie_pays=0,
        bint charlie_beats_natural=False,
        bint natural_ties_21=False,
        bytes decisions=None,
        starts=None,
    ):
        cdef int hand, size
        cdef HandTable *hands = hand_table()
        cdef bint given = decisions is not None
        if len(kinds) != N_HANDS or len(may_double) != N_HANDS:
            raise ValueError("kinds and may_double need an entry for each hand")
        if given and len(decisions) != 10 * N_HANDS:
            raise ValueError("decisions need ten entries for each hand")
        self.tables = tables
        self.walk = &tables.walk
        self.pair = pair
        self.extra = extra
        self.scale = scale
        self.unit = scale
        self.charlie_pays = charlie_pays
        self.charlie_beats_natural = charlie_beats_natural
        self.natural_ties_21 = natural_ties_21
        self.full = full
        self.stake_full = stake_full
        self.paid = tables.paid_table(pair if extra else -1, max(extras, extra))
        self.values = <wide *>calloc(10 * self.paid.rows + 1, sizeof(wide))
        self.finals = <wide *>calloc(10 * self.paid.rows + 1, sizeof(wide))
        self.stakes = <wide *>calloc(10 * self.paid.rows + 1, sizeof(wide))
        self.choice = <uint8_t *>calloc(10 * N_HANDS, sizeof(uint8_t))
        self.reached = <int16_t *>calloc(N_HANDS, sizeof(int16_t))
        self.kind = <uint8_t *>calloc(N_HANDS, sizeof(uint8_t))
        self.may_double = <uint8_t *>calloc(N_HANDS, sizeof(uint8_t))
        if not (self.values and self.finals and self.stakes and self.choice and self.reached
                and self.kind and self.may_double):
            raise MemoryError
        memcpy(self.kind, <const char *>kinds, N_HANDS)
        memcpy(self.may_double, <const char *>may_double, N_HANDS)
        if given:
            memcpy(self.choice, <const char *>decisions, 10 * N_HANDS)
        self.largest = 0
        for hand in range(N_HANDS):
            if self._fits(hand):
                self.reached[hand] = 1023 if starts is None and hands.size[hand] else 0
                if hands.size[hand] > self.largest:
                    self.largest = hands.size[hand]
        if starts is not None:
            for hand in starts:
                if self._fits(hand):
                    self.reached[hand] = 1023
            self._spread()
        for size in range(self.largest + 1):
            self._prepare(size)
        with nogil:
            for hand in range(N_HANDS - 1, 0, -1):
                if self.reached[hand]:
                    self._value(hand, given)

    cdef _prepare(self, int size):
        """Work out what belongs to all hands of one size; see `denominator`."""
        cdef Sizes *this = &self.sizes[size]
        longest = int(self.walk.longest)
        left = int(self.walk.cards) - size - self.extra
        rest = self.largest - size + longest
        this.left = left
        _from_python(
            &this.stand_factor, self.scale * self._falling(left - longest, rest - longest)
        )
        _from_python(&this.two_factor, self._falling(left - 2, rest - 2))
        _from_python(&this.three_factor, self.scale * self._falling(left - 3, rest - 3))
        cdef bytes raw = self._falling(left - 2, longest - 2).to_bytes(sizeof(u128), "little")
        memcpy(&this.weight, <const char *>raw, sizeof(u128))

    def __dealloc__(self):
        free(self.values)
        free(self.finals)
        free(self.stakes)
        free(self.choice)
        free(self.reached)
        free(self.kind)
        free(self.may_double)

    cdef _falling(self, int n, int k):
        """n (n-1) ... of k factors, those below 1 as 1; with replacement, k times the deck's size."""
        cdef int i
        if self.walk.infinite:
            return int(self.walk.cards) ** k
        result = 1
        for i in range(k):
            if n - i > 1:
                result *= n - i
        return result

    cdef bint _fits(self, int hand) noexcept nogil:
        """Whether the shoe holds the hand and the extra cards."""
        return self.paid.row_of_hand[hand] >= 0 and (
            self.extra == 0 or self.walk.infinite
            or hand_table().count[hand][self.pair] + self.extra <= self.walk.count[self.pair]
        )

    cdef void _spread(self) noexcept nogil:
        """Carry the up cards for which a hand is reached on to the hands it is drawn to."""
        cdef HandTable *hands = hand_table()
        cdef int hand, value, child, u, onward
        for hand in range(N_HANDS):
            if not self.reached[hand] or self.kind[hand] != PLAYS:
                continue
            onward = 0
            for u in range(10):
                if self._draws(self.choice[10 * hand + u], self.may_double[hand]):
                    onward |= self.reached[hand] & 1 << u
            for value in range(10):
                child = hands.child[hand][value]
                if child >= 0 and self._fits(child):
                    self.reached[child] |= onward

    cdef bint _draws(self, int choice, bint may_double) noexcept nogil:
        return choice == HIT or choice == DOUBLE_ELSE_HIT or (
            choice == DOUBLE_ELSE_STAND and may_double
        )

    cdef void _unseen(self, int hand, int *n) noexcept nogil:
        """Fill the ten counts of unseen cards."""
        cdef int value
        for value in range(10):
            n[value] = self.walk.count[value]
            if not self.walk.infinite:
                n[value] -= hand_table().count[hand][value]
                if value == self.pair:
                    n[value] -= self.extra

    cdef void _final(self, int hand, const int *n, const int *ups, int n_ups) noexcept nogil:
        """Fill the value of a hand that takes no further card, a Charlie's too."""
        cdef Sizes *this = &self.sizes[hand_table().size[hand]]
        cdef int i, u, base = 10 * self.paid.row_of_hand[hand]
        cdef uint64_t natural, no_natural
        cdef s128 signed
        cdef u128 *row = self.paid.row(hand, self.extra)
        cdef wide *final
        cdef bint ties_natural = self.natural_ties_21 and hand_table().total[hand] == 21
        for i in range(n_ups):
            u = ups[i]
            final = &self.finals[base + u]
            no_natural = self._pairs(n, -1, u, this.left, False)
            natural = 0
            if self.full >> u & 1:
                natural = self._pairs(n, -1, u, this.left, True) - no_natural
            if self.kind[hand] != CHARLIE:
                s128_from(&signed, no_natural, &this.weight, &row[u])
                if not ties_natural:
                    s128_submul(&signed, natural, &this.weight)
                wide_from_s128(final, &signed, &this.stand_factor)
                continue
            wide_mac(final, &this.two_factor, no_natural * self.charlie_pays)
            if self.charlie_beats_natural:
                wide_mac(final, &this.two_factor, natural * self.charlie_pays)
            elif not ties_natural:
                wide_msc(final, &this.two_factor, natural * self.unit)

    cdef void _draw(
        self, int hand, const int *n, const int *ups, int n_ups,
        wide *hit, wide *double, wide *extra,
    ) noexcept nogil:
        """Work out one more card: played on (hit), final at twice the stake, the stake added."""
        cdef HandTable *hands = hand_table()
        cdef Sizes *this = &self.sizes[hands.size[hand]]
        cdef int i, u, value, child, row
        cdef uint64_t busts[10]
        for i in range(n_ups):
            u = ups[i]
            wide_zero(&hit[u])
            wide_zero(&double[u])
            wide_zero(&extra[u])
            busts[u] = 0
        for value in range(10):
            if n[value] <= 0:
                continue
            child = hands.child[hand][value]
            if child < 0:
                for i in range(n_ups):
                    u = ups[i]
                    busts[u] += n[value] * self._pairs(
                        n, value, u, this.left - 1, self.full >> u & 1
                    )
                continue
            row = self.paid.row_of_hand[child]
            if row < 0:
                continue
            for i in range(n_ups):
                u = ups[i]
                wide_mac(&hit[u], &self.values[10 * row + u], n[value])
                wide_mac(&extra[u], &self.stakes[10 * row + u], n[value])
            if self.may_double[hand]:
                for i in range(n_ups):
                    u = ups[i]
                    wide_mac(&double[u], &self.finals[10 * row + u], n[value])
        for i in range(n_ups):
            u = ups[i]
            wide_msc(&hit[u], &this.three_factor, busts[u])
            if self.may_double[hand]:
                wide_msc(&double[u], &this.three_factor, busts[u])
                wide_double(&double[u])

    cdef void _value(self, int hand, bint given) noexcept nogil:
        """Fill the hand's final value, value, extra stake and (unless given) decision."""
        cdef int n[10]
        cdef int ups[10]
        cdef int i, u, choice, n_ups = 0, base = 10 * self.paid.row_of_hand[hand]
        cdef wide hit[10]
        cdef wide double[10]
        cdef wide extra[10]
        cdef wide *best
        cdef Sizes *this = &self.sizes[hand_table().size[hand]]
        for u in range(10):
            if self.reached[hand] >> u & 1:
                ups[n_ups] = u
                n_ups += 1
        self._unseen(hand, n)
        if self.kind[hand] != CHARLIE:
            self.paid.need(hand, self.reached[hand])
        self._final(hand, n, ups, n_ups)
        for i in range(n_ups):
            self.values[base + ups[i]] = self.finals[base + ups[i]]
        if self.kind[hand] != PLAYS:
            return
        if given:
            n_ups = 0
            for u in range(10):
                if self.reached[hand] >> u & 1 and self._draws(
                    self.choice[10 * hand + u], self.may_double[hand]
                ):
                    ups[n_ups] = u
                    n_ups += 1
        if n_ups:
            self._draw(hand, n, ups, n_ups, hit, double, extra)
        for i in range(n_ups):
            u = ups[i]
            best = &self.values[base + u]
            if given:
                choice = self.choice[10 * hand + u]
            else:
                choice = STAND
                if wide_compare(&hit[u], best) > 0:
                    choice = HIT
                if self.may_double[hand] and wide_compare(
                    &double[u], best if choice == STAND else &hit[u]
                ) > 0:
                    choice = DOUBLE_ELSE_STAND if choice == STAND else DOUBLE_ELSE_HIT
                self.choice[10 * hand + u] = choice
            if choice >= DOUBLE_ELSE_STAND and self.may_double[hand]:
                best[0] = double[u]
                wide_mac(
                    &self.stakes[base + u], &this.two_factor,
                    self._pairs(n, -1, u, this.left, self.stake_full >> u & 1) * self.unit,
                )
            elif choice == HIT or choice == DOUBLE_ELSE_HIT:
                best[0] = hit[u]
                self.stakes[base + u] = extra[u]

    cdef uint64_t _pairs(
        self, const int *n, int drawn, int up, int left, bint full
    ) noexcept nogil:
        """Ordered (up card, hole card) pairs of `left` unseen cards, naturals counted or not.

        `n` are the unseen counts before the card `drawn` (-1: none) was taken from them.
        """
        cdef bint infinite = self.walk.infinite
        cdef int ups = n[up] - (0 if infinite or up != drawn else 1)
        cdef int holes = 0
        cdef int others = self.walk.cards if infinite else left - 1
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

    cdef int _row(self, int hand) except -1:
        """Return the row of a hand that is there, or raise ValueError."""
        if not 0 <= hand < N_HANDS or self.paid.row_of_hand[hand] < 0:
            raise ValueError("the shoe does not hold this hand")
        return self.paid.row_of_hand[hand]

    def denominator(self, int size):
        """Return the denominator of a hand of `size` cards, the scale included."""
        left = int(self.walk.cards) - size - self.extra
        return self.scale * self._falling(left, self.largest - size + int(self.walk.longest))

    def value(self, int hand, int up):
        """Return the numerator of the hand's value, played by its decisions."""
        return _to_python(&self.values[10 * self._row(hand) + up])

    def final(self, int hand, int up):
        """Return the numerator of the hand's value when it takes no further card."""
        return _to_python(&self.finals[10 * self._row(hand) + up])

    def stake(self, int hand, int up):
        """Return the numerator of the expected stake that doubling adds."""
        return _to_python(&self.stakes[10 * self._row(hand) + up])

    def draws(self, int hand, int up):
        """Return the numerators of hitting and of doubling (None where it is not allowed).

        Only for an evaluation of all hands (no `starts`) and a hand that plays.
        """
        cdef int n[10]
        cdef wide hit[10]
        cdef wide double[10]
        cdef wide extra[10]
        self._unseen(hand, n)
        self._draw(hand, n, &up, 1, hit, double, extra)
        return _to_python(&hit[up]), _to_python(&double[up]) if self.may_double[hand] else None

    def decision(self, int hand, int up):
        """Return the hand's Decision."""
        return self.choice[10 * hand + up]

    def decisions(self):
        """Return all decisions, ten bytes a hand."""
        return (<char *>self.choice)[:10 * N_HANDS]


cdef object _to_python(const wide *x):
    return int.from_bytes((<const char *>x)[:sizeof(wide)], "little", signed=True)


cdef _from_python(wide *out, x):
    cdef bytes raw = x.to_bytes(sizeof(wide), "little")
    memcpy(out, <const char *>raw, sizeof(wide))
