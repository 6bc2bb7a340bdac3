"""A blackjack table that shuffles, deals and pays, round after round, as the rules say.

A witness for the exact results, so nothing here is shared with them: cards are physical (rank and
suit), hands are followed by a table of its own, bets are paid by looking at cards. The caller gives
the rules as numbers and the strategy as a table.

Random numbers are Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as
1, 2, 3", SC11): a block of rounds is named by its number, which is part of the counter, so a block
is the same whichever core plays it.
"""

from operator import index as whole_number

cimport cython
from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from bjcalc_ext.hands cimport check_bytes, room, whole
from bjcalc_ext.player cimport DOUBLE_ELSE_STAND, STAND
from bjcalc_ext.wide cimport s128

__all__ = ["MOST_NET", "MOST_OUTCOMES", "MOST_WEIGHT", "TOTALS", "Table", "random_words"]

# So products of two results, the squares of those, and the square of a round's total over all spots
# and bets fit a tally, added up over a block.
cdef enum:
    MAX_CARDS = 1024      # in the shoe (one period of an infinite deck)
    MAX_SPOTS = 7
    MAX_HANDS = 8         # of one spot
    MAX_BETS = 24
    MAX_SLOTS = 4
    MAX_TABLES = 90       # of decisions
    MAX_STATES = 1 << 14
    MAX_NUMBERS = 2 + MAX_BETS
    MAX_NET = 1 << 25
    MAX_OUTCOMES = 1 << 24
    MAX_WEIGHT = 1 << 22
    MAX_ROUNDS = 1 << 17
    ACE = 0
    TEN = 9
    # Actions of the first table, by their place in the registry, and its flags.
    SPLIT = 3
    SURRENDER = 4
    ACTION = 7
    INSURE = 8
    EVEN_MONEY = 16
    # How hands end, beside totals of 1 to 21, and how the dealer's ends beside its total.
    BUST = 0
    CHARLIE = 22
    CHARLIE_OF_21 = 23
    NATURAL = 24
    ENDS = 25
    DEALER_NATURAL = 31
    DEALER_ENDS = 32
    # What a state does (as the caller lists it).
    PLAYS = 0
    WINS = 2


cdef struct Random:
    uint32_t key[2]
    uint32_t counter[4]
    uint32_t word[4]
    int used


cdef void _philox(Random *r) noexcept nogil:
    cdef uint32_t c0 = r.counter[0], c1 = r.counter[1], c2 = r.counter[2], c3 = r.counter[3]
    cdef uint32_t k0 = r.key[0], k1 = r.key[1], high0, high1
    cdef uint64_t p0, p1
    for _ in range(10):
        p0 = <uint64_t>c0 * <uint64_t>0xD2511F53u
        p1 = <uint64_t>c2 * <uint64_t>0xCD9E8D57u
        high0 = p0 >> 32
        high1 = p1 >> 32
        c0 = high1 ^ c1 ^ k0
        c2 = high0 ^ c3 ^ k1
        c1 = <uint32_t>p1
        c3 = <uint32_t>p0
        k0 += <uint32_t>0x9E3779B9u
        k1 += <uint32_t>0xBB67AE85u
    r.word[0] = c0
    r.word[1] = c1
    r.word[2] = c2
    r.word[3] = c3
    r.used = 0
    r.counter[0] += 1
    if r.counter[0] == 0:
        r.counter[1] += 1


cdef inline uint32_t _next(Random *r) noexcept nogil:
    if r.used == 4:
        _philox(r)
    r.used += 1
    return r.word[r.used - 1]


cdef inline uint32_t _below(Random *r, uint32_t n) noexcept nogil:
    """A uniform number from 0 to n - 1, without bias (Lemire's method)."""
    cdef uint64_t product = <uint64_t>_next(r) * n
    cdef uint32_t least
    if <uint32_t>product < n:
        least = (<uint32_t>0 - n) % n
        while <uint32_t>product < least:
            product = <uint64_t>_next(r) * n
    return product >> 32


def random_words(key, counter):
    """Return the four words that Philox4x32-10 makes of a key (2 words) and a counter (4 words)."""
    cdef Random r
    cdef int i
    if len(key) != 2 or len(counter) != 4:
        raise ValueError(f"key = {key!r}, counter = {counter!r}: two and four words are needed")
    for i in range(2):
        r.key[i] = whole(key[i], 1 << 32, "key")
    for i in range(4):
        r.counter[i] = whole(counter[i], 1 << 32, "counter")
    _philox(&r)
    return [r.word[i] for i in range(4)]


cdef struct Shoe:
    uint8_t card[MAX_CARDS]
    int cards
    int dealt
    bint infinite
    bint empty           # a card was asked for and none was left
    bint beyond          # a result was outside the range that the caller gave
    Random random


cdef inline int _draw(Shoe *shoe) noexcept nogil:
    """The next card: one of those not dealt yet (any of a deck, where cards are put back)."""
    cdef int place
    cdef uint8_t card
    if shoe.infinite:
        return shoe.card[_below(&shoe.random, shoe.cards)]
    if shoe.dealt == shoe.cards:
        shoe.empty = True
        return 0
    place = shoe.dealt + <int>_below(&shoe.random, shoe.cards - shoe.dealt)
    card = shoe.card[place]
    shoe.card[place] = shoe.card[shoe.dealt]
    shoe.card[shoe.dealt] = card
    shoe.dealt += 1
    return card


cdef inline int _value(int card) noexcept nogil:
    cdef int rank = card >> 2
    return rank if rank < TEN else TEN


cdef struct Bet:
    int slots
    int slot[MAX_SLOTS]  # 0 first card, 1 second card, 2 up card, 3 hole card
    bint per_round       # looks at no card of the player: bet once, whatever the spots
    const uint8_t *result
    int results
    int64_t net[256]     # by result
    int64_t stake[256]   # by result: nothing where the bet is not offered
    int64_t weight       # of one unit of `net` in the total of the round


cdef struct SpotHand:
    int state
    int end
    int stake            # 1, or 2 if doubled


cdef struct Spot:
    int first
    int second
    int flags
    int hands
    bint split
    bint open            # hands are still to be settled
    int64_t net
    int64_t stake
    SpotHand hand[MAX_HANDS]


MOST_NET, MOST_WEIGHT, MOST_OUTCOMES = MAX_NET, MAX_WEIGHT, MAX_OUTCOMES

# What the caller gives as numbers, and their ranges; amounts are in units.
cdef enum:
    SPOTS, LOWEST_NET, NETS, STAKES, MAIN_WEIGHT, UNIT, INSURANCE_PRICE, INSURANCE_WINS
    SPLIT_TOLL             # what a natural takes of a split round besides its hands
    MAX_HANDS_ACES, MAX_HANDS_OTHERS, DEALER_CARD_LIMIT, HIT_SOFT_17, PEEKS_ACE, PEEKS_TEN
    EARLY_ACE, EARLY_TEN, EARLY_OTHERS  # surrender before the peek
    ONE_CARD_ACES, SPLIT_TEN_ON_ACE_NATURAL, SPLIT_ACE_ON_TEN_NATURAL, PAIRS_BY_RANK
    SECONDS_FIRST          # second cards of a split are all dealt before any hand is played
    INFINITE, N_NUMBERS

_NUMBERS = (
    ("spots", 1, MAX_SPOTS),
    ("lowest_net", -MAX_NET, 0),
    ("nets", 1, MAX_NET),
    ("stakes", 1, MAX_NET),
    ("main_weight", 0, MAX_WEIGHT),
    ("unit", 2, MAX_NET),
    ("insurance_price", 0, MAX_NET),
    ("insurance_wins", 0, MAX_NET),
    ("split_toll", 0, MAX_NET),
    ("max_hands_aces", 1, MAX_HANDS),
    ("max_hands_others", 1, MAX_HANDS),
    ("dealer_card_limit", 0, MAX_CARDS),
    *[(flag, 0, 1) for flag in (
        "hit_soft_17", "peeks_ace", "peeks_ten", "early_ace", "early_ten", "early_others",
        "one_card_aces", "split_ten_on_ace_natural", "split_ace_on_ten_natural", "pairs_by_rank",
        "seconds_first", "infinite",
    )],
)


cdef object _within(number, low, high, str name):
    found = whole_number(number)
    if not low <= found <= high:
        raise ValueError(f"{name} = {found}: a number from {low} to {high} is needed")
    return found


# The numbers of `tallies` that stand for the whole round, in their order.
TOTALS = ("net", "net_squared", "won", "even", "returned", "stake", "stake_squared", "net_stake")


@cython.final
cdef class Table:
    """One game, one strategy, some bets; plays blocks of rounds. Blocks may be played by threads.

    `numbers` are those of _NUMBERS. `tables`: `cards` the shoe (bytes, card
    = 4 * rank + suit); `children` (states x 10, little-endian int16, -1 bust, else a later state),
    `total`, `kind` by state; `first` (13^3 bytes: action and flags by ranks of first, second and
    up card); `decisions` a list of tables (states x 10); `table_of` (10 x 9 bytes: which table a
    hand plays by, after a split of a value into t hands; column 0 before a split); `may_double`
    (3 x states: unsplit, split, split aces); `pays` (2 x 2 x ENDS x DEALER_ENDS, little-endian
    int64: what a hand wins in units, unsplit and split, plain and doubled, by how it and the
    dealer's hand end). `bets` is a list of (slots, per_round, results, nets, stakes, weight).
    Raises ValueError for what is out of range.
    """

    cdef int64_t rules[N_NUMBERS]
    cdef int states
    cdef int numbers             # compared: main bets of up to two spots, side bets
    cdef Shoe shoe
    cdef Bet bet[MAX_BETS]
    cdef int bets
    cdef list _kept
    cdef const int16_t *children
    cdef const uint8_t *total
    cdef const uint8_t *kind
    cdef const uint8_t *first
    cdef const uint8_t *table_of
    cdef const uint8_t *may_double
    cdef const int64_t *pays
    cdef bint waits[ENDS]        # whether the dealer's total matters to it
    cdef const uint8_t *decisions[MAX_TABLES]

    def __cinit__(self, dict numbers not None, dict tables not None, bets):
        cdef int i
        cdef bytes raw
        self._kept = []
        wrong = set(numbers) ^ {name for name, _, _ in _NUMBERS}
        if wrong:
            raise ValueError(f"numbers of a table: {sorted(wrong)} are missing or unknown")
        for i, (name, low, high) in enumerate(_NUMBERS):
            self.rules[i] = _within(numbers[name], low, high, name)
        self.shoe.infinite = self.rules[INFINITE]
        if self.rules[NETS] * self.rules[STAKES] > MAX_OUTCOMES:
            raise ValueError("the main bet has too many outcomes to be counted")
        raw = tables["cards"]
        _within(len(raw), 1, MAX_CARDS, "cards of the shoe")
        self._keep(raw, len(raw), 51, "cards")
        self.shoe.cards = len(raw)
        memcpy(self.shoe.card, <const char *>raw, len(raw))
        self.states = _within(len(tables["total"]), 1, MAX_STATES, "states")
        self.children = <const int16_t *>self._keep(
            tables["children"], 20 * self.states, 255, "children"
        )
        for i in range(10 * self.states):
            if self.children[i] != -1 and not i // 10 < self.children[i] < self.states:
                raise ValueError(f"children[{i}] = {self.children[i]}: -1 or a later state")
        self.total = self._keep(tables["total"], self.states, 21, "total")
        self.kind = self._keep(tables["kind"], self.states, WINS, "kind")
        self.first = self._keep(tables["first"], 13**3, INSURE + EVEN_MONEY + SURRENDER, "first")
        _within(len(tables["decisions"]), 1, MAX_TABLES, "tables of decisions")
        for i, raw in enumerate(tables["decisions"]):
            self.decisions[i] = self._keep(raw, 10 * self.states, 3, "decisions")
        self.table_of = self._keep(tables["table_of"], 90, len(tables["decisions"]) - 1, "table_of")
        self.may_double = self._keep(tables["may_double"], 3 * self.states, 1, "may_double")
        self._keep_pays(tables["pays"])
        self._keep_bets(list(bets))
        self.numbers = min(2, self.rules[SPOTS]) + self.bets

    cdef _keep_pays(self, bytes raw):
        cdef int i, place
        self.pays = <const int64_t *>self._keep(raw, 32 * ENDS * DEALER_ENDS, 255, "pays")
        for i in range(4 * ENDS * DEALER_ENDS):
            _within(self.pays[i], -MAX_NET, MAX_NET, "pays")
            place = i % DEALER_ENDS
            if 1 < place < DEALER_NATURAL and self.pays[i] != self.pays[i - 1]:
                self.waits[i // DEALER_ENDS % ENDS] = True

    cdef _keep_bets(self, list bets):
        cdef int i, k
        cdef Bet *bet
        self.bets = _within(len(bets), 0, MAX_BETS, "bets")
        for i, (slots, per_round, results, nets, stakes, weight) in enumerate(bets):
            bet = &self.bet[i]
            bet.slots = _within(len(slots), 1, MAX_SLOTS, "cards of a bet")
            size = 1
            for k, slot in enumerate(slots):
                bet.slot[k] = _within(slot, 0, 3, "slot")
                size *= 52
            bet.per_round = per_round
            bet.results = _within(len(nets), 1, 256, "results of a bet")
            bet.result = self._keep(results, size, bet.results - 1, "results")
            if len(stakes) != bet.results:
                raise ValueError(f"{len(stakes)} stakes for {bet.results} results")
            for k in range(bet.results):
                bet.net[k] = _within(nets[k], -MAX_NET, MAX_NET, "nets")
                bet.stake[k] = _within(stakes[k], 0, MAX_NET, "stakes")
            bet.weight = _within(weight, 0, MAX_WEIGHT, "weight")

    cdef const uint8_t *_keep(self, bytes raw, long size, int most, str name) except NULL:
        """Return the bytes, which stay; raise ValueError unless so many are at most `most`."""
        self._kept.append(raw)
        return check_bytes(name, raw, size, most)

    @property
    def tallies(self):
        """How many numbers a block returns: see `play`."""
        return (
            1 + self.rules[SPOTS] * self.rules[NETS] * self.rules[STAKES]
            + sum([self.bet[i].results for i in range(self.bets)])
            + 2 * self.numbers**2 + len(TOTALS)
        )

    def play(self, seed, block, rounds):
        """Play `rounds` rounds of a block and return the tallies, as a list of integers.

        In this order: rounds; for each spot, rounds by (net - lowest_net) * stakes + stake, in
        units; for each side bet, rounds by its result (the first spot's); sums of products of every
        two of the numbers, row by row, then of their squares; and the sums named by TOTALS. None
        if the shoe ran out. Raises ValueError for numbers out of range, and where a result is
        outside the range that the table was given.
        """
        cdef Shoe shoe = self.shoe
        cdef uint64_t key = _within(seed, 0, 2**64 - 1, "seed")
        cdef uint64_t counter = _within(block, 0, 2**64 - 1, "block")
        cdef long n = _within(rounds, 0, MAX_ROUNDS, "rounds"), i
        cdef list kept = []
        cdef s128 *tally = <s128 *>room(kept, self.tallies, sizeof(s128))
        shoe.random.key[0] = <uint32_t>key
        shoe.random.key[1] = <uint32_t>(key >> 32)
        shoe.random.counter[0] = shoe.random.counter[1] = 0
        shoe.random.counter[2] = <uint32_t>counter
        shoe.random.counter[3] = <uint32_t>(counter >> 32)
        shoe.random.used = 4
        shoe.empty = shoe.beyond = False
        tally[0] = n
        with nogil:
            for _ in range(n):
                shoe.dealt = 0
                self._round(&shoe, tally)
        if shoe.beyond:
            raise ValueError("a result is outside the range of nets and stakes")
        return None if shoe.empty else [
            int.from_bytes((<const char *>&tally[i])[:sizeof(s128)], "little", signed=True)
            for i in range(self.tallies)
        ]

    # --- a round ---------------------------------------------------------------------------------

    cdef void _round(self, Shoe *shoe, s128 *tally) noexcept nogil:
        cdef const int64_t *rules = self.rules
        cdef Spot spots[MAX_SPOTS]
        cdef int s, i, up, hole, up_value, hole_value, total = DEALER_NATURAL - 1
        cdef bint natural, wait = False
        for s in range(rules[SPOTS]):
            spots[s].first = _draw(shoe)
        up = _draw(shoe)
        for s in range(rules[SPOTS]):
            spots[s].second = _draw(shoe)
        hole = _draw(shoe)
        up_value = _value(up)
        hole_value = _value(hole)
        natural = (up_value == ACE and hole_value == TEN) or (
            up_value == TEN and hole_value == ACE
        )
        for s in range(rules[SPOTS]):
            self._before_play(&spots[s], up, natural)
        for s in range(rules[SPOTS]):
            if spots[s].open:
                self._play_spot(shoe, &spots[s], up_value)
                for i in range(spots[s].hands):
                    wait |= self.waits[spots[s].hand[i].end]
        if wait and not natural:
            total = self._dealer(shoe, up_value, hole_value)
        for s in range(rules[SPOTS]):
            if spots[s].open:
                self._settle(&spots[s], DEALER_NATURAL if natural else total)
        shoe.beyond |= self._count(spots, up, hole, tally)

    cdef bint _peeks(self, int up_value) noexcept nogil:
        if up_value == ACE:
            return self.rules[PEEKS_ACE]
        return up_value == TEN and self.rules[PEEKS_TEN]

    cdef void _before_play(self, Spot *spot, int up, bint natural) noexcept nogil:
        """Even money, insurance, early surrender, the peek; else the spot is left open."""
        cdef const int64_t *rules = self.rules
        cdef int up_value = _value(up)
        cdef int one = _value(spot.first), two = _value(spot.second)
        cdef bint own = (one == ACE and two == TEN) or (one == TEN and two == ACE)
        cdef int kind = 2
        spot.flags = self.first[((spot.first >> 2) * 13 + (spot.second >> 2)) * 13 + (up >> 2)]
        spot.open = False
        spot.split = False
        spot.hands = 0
        spot.net = 0
        spot.stake = rules[UNIT]
        if up_value == ACE:
            kind = 0
        elif up_value == TEN:
            kind = 1
        if spot.flags & EVEN_MONEY:
            spot.net = rules[UNIT]
            return
        if spot.flags & INSURE:
            spot.stake += rules[INSURANCE_PRICE]
            spot.net += rules[INSURANCE_WINS] if natural else -rules[INSURANCE_PRICE]
        if spot.flags & ACTION == SURRENDER and rules[EARLY_ACE + kind]:
            spot.net -= rules[UNIT] // 2
            return
        if natural and self._peeks(up_value):
            spot.net += self.pays[(NATURAL if own else BUST) * DEALER_ENDS + DEALER_NATURAL]
            return
        if spot.flags & ACTION == SURRENDER:
            spot.net -= rules[UNIT] if natural else rules[UNIT] // 2
            return
        spot.open = True
        if own:
            spot.hands = 1
            spot.hand[0].end = NATURAL
            spot.hand[0].stake = 1

    cdef void _play_spot(self, Shoe *shoe, Spot *spot, int up) noexcept nogil:
        cdef const int64_t *rules = self.rules
        cdef int one = _value(spot.first), two = _value(spot.second)
        cdef int pair, limit, waiting, done, card, i
        if spot.hands:
            return
        if spot.flags & ACTION != SPLIT:
            spot.hands = 1
            self._play_hand(
                shoe, &spot.hand[0], self._after(self._after(0, one), two), up,
                self.decisions[self.table_of[0]], self.may_double, -1,
            )
            return
        spot.split = True
        pair = spot.first
        limit = rules[MAX_HANDS_ACES if one == ACE else MAX_HANDS_OTHERS]
        # Hands that wait for their second card stand behind those that have it.
        waiting = 2
        done = 0
        while waiting:
            card = _draw(shoe)
            if self._pairs(card, pair) and done + waiting < limit:
                waiting += 1
                continue
            spot.hand[done].state = self._after(self._after(0, one), _value(card))
            done += 1
            waiting -= 1
            if not rules[SECONDS_FIRST]:
                self._play_split_hand(shoe, &spot.hand[done - 1], one, up, 2)
        spot.hands = done
        if rules[SECONDS_FIRST]:
            for i in range(done):
                self._play_split_hand(shoe, &spot.hand[i], one, up, done)

    cdef bint _pairs(self, int card, int pair) noexcept nogil:
        if self.rules[PAIRS_BY_RANK]:
            return card >> 2 == pair >> 2
        return _value(card) == _value(pair)

    cdef void _play_split_hand(
        self, Shoe *shoe, SpotHand *hand, int value, int up, int hands
    ) noexcept nogil:
        cdef const uint8_t *doubles = self.may_double + (
            2 if value == ACE else 1
        ) * self.states
        self._play_hand(
            shoe, hand, hand.state, up, self.decisions[self.table_of[9 * value + hands]],
            doubles, value,
        )

    cdef inline int _after(self, int state, int value) noexcept nogil:
        return self.children[10 * state + value]

    cdef void _play_hand(
        self, Shoe *shoe, SpotHand *hand, int state, int up, const uint8_t *decisions,
        const uint8_t *doubles, int split_of,
    ) noexcept nogil:
        """Play a hand of two cards to its end; `split_of` is the pair's value, -1 for none."""
        cdef const int64_t *rules = self.rules
        cdef int decision
        cdef bint two_cards = True, last = split_of == ACE and rules[ONE_CARD_ACES]
        hand.stake = 1
        while state >= 0 and self.kind[state] == PLAYS and not last:
            decision = decisions[10 * state + up]
            if decision >= DOUBLE_ELSE_STAND and doubles[state]:
                hand.stake = 2
                last = True
            elif decision == STAND or decision == DOUBLE_ELSE_STAND:
                break
            state = self._after(state, _value(_draw(shoe)))
            two_cards = False
        hand.state = state
        if state < 0:
            hand.end = BUST
            return
        hand.end = self.total[state]
        if self.kind[state] == WINS:
            hand.end = CHARLIE_OF_21 if hand.end == 21 else CHARLIE
        if two_cards and hand.end == 21 and (
            (split_of == ACE and rules[SPLIT_TEN_ON_ACE_NATURAL])
            or (split_of == TEN and rules[SPLIT_ACE_ON_TEN_NATURAL])
        ):
            hand.end = NATURAL

    cdef int _dealer(self, Shoe *shoe, int up, int hole) noexcept nogil:
        """The dealer's final total."""
        cdef int hard = up + hole + 2, cards = 2, total
        cdef bint ace = up == ACE or hole == ACE
        cdef int value
        while True:
            total = hard + 10 if ace and hard <= 11 else hard
            if cards == self.rules[DEALER_CARD_LIMIT] or total > 17:
                return total
            if total == 17 and not (self.rules[HIT_SOFT_17] and total != hard):
                return total
            value = _value(_draw(shoe))
            hard += value + 1
            ace |= value == ACE
            cards += 1

    cdef void _settle(self, Spot *spot, int dealer) noexcept nogil:
        cdef SpotHand *hand
        cdef int i
        if dealer == DEALER_NATURAL and spot.split:
            spot.net -= self.rules[SPLIT_TOLL]
        spot.stake += (spot.hands - 1) * self.rules[UNIT]
        for i in range(spot.hands):
            hand = &spot.hand[i]
            spot.stake += (hand.stake - 1) * self.rules[UNIT]
            spot.net += self.pays[
                ((2 * spot.split + hand.stake - 1) * ENDS + hand.end) * DEALER_ENDS + dealer
            ]

    cdef bint _count(self, Spot *spots, int up, int hole, s128 *tally) noexcept nogil:
        """Count a round; returns whether a result is outside the range."""
        cdef const int64_t *rules = self.rules
        cdef int64_t number[MAX_NUMBERS]
        cdef int64_t net = 0, stake = 0, product
        cdef s128 *place = tally + 1
        cdef int s, b, k, i, result, seen = 0
        cdef int64_t at
        cdef int card[4]
        cdef Bet *bet
        card[2] = up
        card[3] = hole
        for s in range(rules[SPOTS]):
            at = spots[s].net - rules[LOWEST_NET]
            if not (0 <= at < rules[NETS] and 0 <= spots[s].stake < rules[STAKES]):
                return True
            place[at * rules[STAKES] + spots[s].stake] += 1
            place += rules[NETS] * rules[STAKES]
            net += spots[s].net * rules[MAIN_WEIGHT]
            stake += spots[s].stake * rules[MAIN_WEIGHT]
            if s < 2:
                number[seen] = spots[s].net
                seen += 1
        for b in range(self.bets):
            bet = &self.bet[b]
            for s in range(rules[SPOTS]):
                card[0] = spots[s].first
                card[1] = spots[s].second
                k = 0
                for i in range(bet.slots):
                    k = k * 52 + card[bet.slot[i]]
                result = bet.result[k]
                net += bet.net[result] * bet.weight
                stake += bet.stake[result] * bet.weight
                if s == 0:
                    place[result] += 1
                    number[seen] = bet.net[result]
                    seen += 1
                if bet.per_round:
                    break
            place += bet.results
        for i in range(seen):
            for k in range(seen):
                product = number[i] * number[k]
                place[i * seen + k] += product
                place[(seen + i) * seen + k] += <s128>product * product
        place += 2 * seen * seen
        place[0] += net
        place[1] += <s128>net * net
        place[2] += net > 0
        place[3] += net == 0
        place[4] += net + stake > 0
        place[5] += stake
        place[6] += <s128>stake * stake
        place[7] += <s128>net * stake
        return False
