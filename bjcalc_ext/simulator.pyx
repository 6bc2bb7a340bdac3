"""A blackjack table that shuffles, deals and pays, round after round, as the rules say.

A witness for the exact results, so nothing here is shared with them: cards are physical (rank and
suit), hands are followed by a table of its own, bets are paid by looking at cards. The caller gives
the rules as numbers and the strategy as a table.

Random numbers are Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as
1, 2, 3", SC11): a block of rounds is named by its number, which is part of the counter, so a block
is the same whichever core plays it.
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

cdef enum:
    MAX_CARDS = 1024      # in the shoe (one period of an infinite deck)
    MAX_SPOTS = 7
    MAX_HANDS = 8         # of one spot
    MAX_BETS = 24
    MAX_NUMBERS = 2 + MAX_BETS
    ACE = 0
    TEN = 9
    # Actions of the first table and its flags.
    SPLIT = 4
    SURRENDER = 5
    ACTION = 7
    INSURE = 8
    EVEN_MONEY = 16
    # How hands end.
    BUST = 0
    TOTAL = 1
    CHARLIE = 2
    NATURAL = 3
    # What a state does (as the caller lists it).
    PLAYS = 0
    # What an unpeeked natural takes.
    TAKES_ALL = 0
    TAKES_ORIGINAL = 1


cdef struct Random:
    uint32_t key[2]
    uint32_t counter[4]
    uint32_t word[4]
    int used


cdef void _philox(Random *r) noexcept nogil:
    cdef uint32_t c0 = r.counter[0], c1 = r.counter[1], c2 = r.counter[2], c3 = r.counter[3]
    cdef uint32_t k0 = r.key[0], k1 = r.key[1], high0, high1
    cdef uint64_t p0, p1
    cdef int i
    for i in range(10):
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
    for i in range(2):
        r.key[i] = key[i]
    for i in range(4):
        r.counter[i] = counter[i]
    _philox(&r)
    return [r.word[i] for i in range(4)]


cdef struct Shoe:
    uint8_t card[MAX_CARDS]
    int cards
    int dealt
    bint infinite
    bint empty           # a card was asked for and none was left
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
    int slot[4]          # 0 first card, 1 second card, 2 up card, 3 hole card
    bint per_round       # looks at no card of the player: bet once, whatever the spots
    const uint8_t *result
    int results
    int64_t net[256]     # by result
    int64_t stake[256]   # by result: nothing where the bet is not offered
    int64_t weight       # of one unit of `net` in the total of the round


cdef struct Hand:
    int state
    int end
    int total
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
    Hand hand[MAX_HANDS]


cdef struct Rules:
    int spots
    int states
    int64_t unit
    int64_t natural_pays
    int64_t charlie_pays
    int64_t insurance_price
    int64_t insurance_wins
    bint hit_soft_17
    int dealer_card_limit
    bint peeks[2]        # ace, ten
    bint early[3]        # surrender before the peek: ace, ten, others
    int natural_takes
    bint natural_beats_21
    bint charlie_beats_natural
    int max_hands[2]     # aces, others
    bint one_card_aces
    bint split_ten_on_ace_natural
    bint split_ace_on_ten_natural
    bint pairs_by_rank
    bint seconds_first   # second cards of a split are all dealt before any hand is played
    int lowest_net
    int nets
    int stakes
    int numbers          # compared with each other: main bets of up to two spots, side bets


cdef long _combinations(int slots):
    cdef long number = 1
    for _ in range(slots):
        number *= 52
    return number


# The numbers of `tallies` that stand for the whole round, in their order.
TOTALS = ("net", "net_squared", "won", "even", "returned", "stake", "stake_squared", "net_stake")


cdef class Table:
    """One game, one strategy, some bets; plays blocks of rounds. Blocks may be played by threads.

    Arguments are a dict of numbers (the fields of the struct Rules) and tables: `cards` the shoe
    (bytes, card = 4 * rank + suit); `children` (states x 10, little-endian int16, -1 bust), `total`,
    `kind` by state; `first` (13^3 bytes: action and flags by ranks of first, second and up card);
    `decisions` a list of tables (states x 10); `table_of` (10 x 9 bytes: which table a hand plays
    by, after a split of a value into t hands; column 0 before a split); `may_double` (3 x states:
    unsplit, split, split aces); `bets`, a list of (slots, per_round, results, nets, stakes, weight).
    """

    cdef Rules rules
    cdef Shoe shoe
    cdef Bet bet[MAX_BETS]
    cdef int bets
    cdef int64_t main_weight
    cdef list _kept
    cdef const int16_t *children
    cdef const uint8_t *total
    cdef const uint8_t *kind
    cdef const uint8_t *first
    cdef const uint8_t *table_of
    cdef const uint8_t *may_double
    cdef const uint8_t *decisions[90]

    def __cinit__(self, dict numbers, dict tables, list bets):
        cdef bytes raw
        cdef int i, k
        cdef Bet *bet
        self._kept = []
        for name in numbers:
            if name not in _NUMBERS:
                raise ValueError(f"{name} is no number of a table")
        rules = &self.rules
        rules.spots = numbers["spots"]
        rules.unit = numbers["unit"]
        rules.natural_pays = numbers["natural_pays"]
        rules.charlie_pays = numbers["charlie_pays"]
        rules.insurance_price = numbers["insurance_price"]
        rules.insurance_wins = numbers["insurance_wins"]
        rules.hit_soft_17 = numbers["hit_soft_17"]
        rules.dealer_card_limit = numbers["dealer_card_limit"]
        rules.peeks[0], rules.peeks[1] = numbers["peeks"]
        rules.early[0], rules.early[1], rules.early[2] = numbers["early"]
        rules.natural_takes = numbers["natural_takes"]
        rules.natural_beats_21 = numbers["natural_beats_21"]
        rules.charlie_beats_natural = numbers["charlie_beats_natural"]
        rules.max_hands[0], rules.max_hands[1] = numbers["max_hands"]
        rules.one_card_aces = numbers["one_card_aces"]
        rules.split_ten_on_ace_natural = numbers["split_ten_on_ace_natural"]
        rules.split_ace_on_ten_natural = numbers["split_ace_on_ten_natural"]
        rules.pairs_by_rank = numbers["pairs_by_rank"]
        rules.seconds_first = numbers["seconds_first"]
        rules.lowest_net = numbers["lowest_net"]
        rules.nets = numbers["nets"]
        rules.stakes = numbers["stakes"]
        self.shoe.infinite = numbers["infinite"]
        self.main_weight = numbers["main_weight"]
        if not 1 <= rules.spots <= MAX_SPOTS or len(bets) > MAX_BETS:
            raise ValueError("too many spots or bets")
        raw = tables["cards"]
        if len(raw) > MAX_CARDS:
            raise ValueError("the shoe is too large")
        self.shoe.cards = len(raw)
        memcpy(self.shoe.card, <const char *>raw, len(raw))
        rules.states = len(tables["total"])
        self.children = <const int16_t *>self._keep(tables["children"], 20 * rules.states)
        self.total = self._keep(tables["total"], rules.states)
        self.kind = self._keep(tables["kind"], rules.states)
        self.first = self._keep(tables["first"], 13**3)
        self.table_of = self._keep(tables["table_of"], 90)
        self.may_double = self._keep(tables["may_double"], 3 * rules.states)
        for i, raw in enumerate(tables["decisions"]):
            self.decisions[i] = self._keep(raw, 10 * rules.states)
        self.bets = len(bets)
        for i, (slots, per_round, results, nets, stakes, weight) in enumerate(bets):
            bet = &self.bet[i]
            bet.slots = len(slots)
            for k in range(bet.slots):
                bet.slot[k] = slots[k]
            bet.per_round = per_round
            bet.result = self._keep(results, _combinations(len(slots)))
            bet.results = len(nets)
            for k in range(bet.results):
                bet.net[k] = nets[k]
                bet.stake[k] = stakes[k]
            bet.weight = weight
        rules.numbers = min(2, rules.spots) + self.bets

    cdef const uint8_t *_keep(self, bytes raw, long size) except NULL:
        if len(raw) != size:
            raise ValueError(f"a table has {len(raw)} bytes, not {size}")
        self._kept.append(raw)
        return <const uint8_t *><const char *>raw

    @property
    def tallies(self):
        """How many numbers a block returns: see `play`."""
        return (
            1 + self.rules.spots * self.rules.nets * self.rules.stakes
            + sum([self.bet[i].results for i in range(self.bets)])
            + 2 * self.rules.numbers**2 + len(TOTALS)
        )

    def play(self, uint64_t seed, uint64_t block, long rounds):
        """Play `rounds` rounds of a block and return the tallies, as a list of integers.

        In this order: rounds; for each spot, rounds by (net - lowest_net) * stakes + stake, in
        units; for each side bet, rounds by its result (the first spot's); sums of products of every
        two of the numbers, row by row, then of their squares; and the sums named by TOTALS. None
        if the shoe ran out.
        """
        cdef Shoe shoe = self.shoe
        cdef int64_t *tally = <int64_t *>calloc(self.tallies, sizeof(int64_t))
        cdef long i
        if not tally:
            raise MemoryError
        shoe.random.key[0] = <uint32_t>seed
        shoe.random.key[1] = <uint32_t>(seed >> 32)
        shoe.random.counter[0] = shoe.random.counter[1] = 0
        shoe.random.counter[2] = <uint32_t>block
        shoe.random.counter[3] = <uint32_t>(block >> 32)
        shoe.random.used = 4
        shoe.empty = False
        with nogil:
            for i in range(rounds):
                shoe.dealt = 0
                self._round(&shoe, tally)
        tally[0] = rounds
        try:
            return None if shoe.empty else [tally[i] for i in range(self.tallies)]
        finally:
            free(tally)

    # --- a round ---------------------------------------------------------------------------------

    cdef void _round(self, Shoe *shoe, int64_t *tally) noexcept nogil:
        cdef Rules *rules = &self.rules
        cdef Spot spots[MAX_SPOTS]
        cdef int s, up, hole, up_value, hole_value, total = 0
        cdef bint natural, wait = False
        for s in range(rules.spots):
            spots[s].first = _draw(shoe)
        up = _draw(shoe)
        for s in range(rules.spots):
            spots[s].second = _draw(shoe)
        hole = _draw(shoe)
        up_value = _value(up)
        hole_value = _value(hole)
        natural = (up_value == ACE and hole_value == TEN) or (
            up_value == TEN and hole_value == ACE
        )
        for s in range(rules.spots):
            self._before_play(&spots[s], up, natural)
        for s in range(rules.spots):
            if spots[s].open:
                self._play_spot(shoe, &spots[s], up_value)
                wait |= self._waits_for_dealer(&spots[s])
        if wait and not natural:
            total = self._dealer(shoe, up_value, hole_value)
        for s in range(rules.spots):
            if spots[s].open:
                self._settle(&spots[s], natural, total)
        self._count(spots, up, hole, tally)

    cdef bint _peeks(self, int up_value) noexcept nogil:
        if up_value == ACE:
            return self.rules.peeks[0]
        return up_value == TEN and self.rules.peeks[1]

    cdef void _before_play(self, Spot *spot, int up, bint natural) noexcept nogil:
        """Even money, insurance, early surrender, the peek; else the spot is left open."""
        cdef Rules *rules = &self.rules
        cdef int up_value = _value(up)
        cdef int one = _value(spot.first), two = _value(spot.second)
        cdef bint own = (one == ACE and two == TEN) or (one == TEN and two == ACE)
        cdef int kind = 2
        spot.flags = self.first[((spot.first >> 2) * 13 + (spot.second >> 2)) * 13 + (up >> 2)]
        spot.open = False
        spot.split = False
        spot.hands = 0
        spot.net = 0
        spot.stake = rules.unit
        if up_value == ACE:
            kind = 0
        elif up_value == TEN:
            kind = 1
        if spot.flags & EVEN_MONEY:
            spot.net = rules.unit
            return
        if spot.flags & INSURE:
            spot.stake += rules.insurance_price
            spot.net += rules.insurance_wins if natural else -rules.insurance_price
        if spot.flags & ACTION == SURRENDER and rules.early[kind]:
            spot.net -= rules.unit // 2
            return
        if natural and self._peeks(up_value):
            spot.net -= 0 if own else rules.unit
            return
        if spot.flags & ACTION == SURRENDER:
            spot.net -= rules.unit if natural else rules.unit // 2
            return
        spot.open = True
        if own:
            spot.hands = 1
            spot.hand[0].end = NATURAL
            spot.hand[0].total = 21
            spot.hand[0].stake = 1

    cdef void _play_spot(self, Shoe *shoe, Spot *spot, int up) noexcept nogil:
        cdef Rules *rules = &self.rules
        cdef int one = _value(spot.first), two = _value(spot.second)
        cdef int pair, limit, waiting, done, card, hand, i
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
        limit = rules.max_hands[0 if one == ACE else 1]
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
            if not rules.seconds_first:
                self._play_split_hand(shoe, &spot.hand[done - 1], one, up, 2)
        spot.hands = done
        if rules.seconds_first:
            for i in range(done):
                self._play_split_hand(shoe, &spot.hand[i], one, up, done)

    cdef bint _pairs(self, int card, int pair) noexcept nogil:
        if self.rules.pairs_by_rank:
            return card >> 2 == pair >> 2
        return _value(card) == _value(pair)

    cdef void _play_split_hand(
        self, Shoe *shoe, Hand *hand, int value, int up, int hands
    ) noexcept nogil:
        cdef const uint8_t *doubles = self.may_double + (
            2 if value == ACE else 1
        ) * self.rules.states
        self._play_hand(
            shoe, hand, hand.state, up, self.decisions[self.table_of[9 * value + hands]],
            doubles, value,
        )

    cdef inline int _after(self, int state, int value) noexcept nogil:
        return self.children[10 * state + value]

    cdef void _play_hand(
        self, Shoe *shoe, Hand *hand, int state, int up, const uint8_t *decisions,
        const uint8_t *doubles, int split_of,
    ) noexcept nogil:
        """Play a hand of two cards to its end; `split_of` is the pair's value, -1 for none."""
        cdef Rules *rules = &self.rules
        cdef int decision
        cdef bint two_cards = True, last = split_of == ACE and rules.one_card_aces
        hand.stake = 1
        while state >= 0 and self.kind[state] == PLAYS and not last:
            decision = decisions[10 * state + up]
            if decision >= 2 and doubles[state]:
                hand.stake = 2
                last = True
            elif decision == 0 or decision == 2:
                break
            state = self._after(state, _value(_draw(shoe)))
            two_cards = False
        hand.state = state
        if state < 0:
            hand.end = BUST
            hand.total = 0
            return
        hand.total = self.total[state]
        hand.end = CHARLIE if self.kind[state] == CHARLIE else TOTAL
        if two_cards and hand.total == 21 and (
            (split_of == ACE and rules.split_ten_on_ace_natural)
            or (split_of == TEN and rules.split_ace_on_ten_natural)
        ):
            hand.end = NATURAL

    cdef bint _waits_for_dealer(self, Spot *spot) noexcept nogil:
        cdef int i
        for i in range(spot.hands):
            if spot.hand[i].end == TOTAL:
                return True
            if spot.hand[i].end == NATURAL and not self.rules.natural_beats_21:
                return True
        return False

    cdef int _dealer(self, Shoe *shoe, int up, int hole) noexcept nogil:
        """The dealer's final total, 0 for a bust."""
        cdef int hard = up + hole + 2, cards = 2, total
        cdef bint ace = up == ACE or hole == ACE
        cdef int value
        while True:
            total = hard + 10 if ace and hard <= 11 else hard
            if total > 21:
                return 0
            if cards == self.rules.dealer_card_limit or total > 17:
                return total
            if total == 17 and not (self.rules.hit_soft_17 and total != hard):
                return total
            value = _value(_draw(shoe))
            hard += value + 1
            ace |= value == ACE
            cards += 1

    cdef void _settle(self, Spot *spot, bint natural, int dealer) noexcept nogil:
        cdef Rules *rules = &self.rules
        cdef Hand *hand
        cdef int i
        cdef int64_t stake
        if natural and spot.split and rules.natural_takes == TAKES_ORIGINAL:
            spot.net -= rules.unit
        for i in range(spot.hands):
            hand = &spot.hand[i]
            stake = hand.stake * rules.unit
            spot.stake += stake if i else stake - rules.unit
            if natural:
                if spot.split and rules.natural_takes == TAKES_ORIGINAL:
                    pass
                elif hand.end == CHARLIE and rules.charlie_beats_natural:
                    spot.net += hand.stake * rules.charlie_pays
                elif hand.end == NATURAL or (hand.total == 21 and not rules.natural_beats_21):
                    pass
                else:
                    spot.net -= stake if rules.natural_takes == TAKES_ALL else rules.unit
            elif hand.end == BUST:
                spot.net -= stake
            elif hand.end == CHARLIE:
                spot.net += hand.stake * rules.charlie_pays
            elif hand.end == NATURAL:
                if rules.natural_beats_21 or dealer != 21:
                    spot.net += rules.natural_pays
            elif hand.total > dealer:
                spot.net += stake
            elif hand.total < dealer:
                spot.net -= stake

    cdef void _count(self, Spot *spots, int up, int hole, int64_t *tally) noexcept nogil:
        cdef Rules *rules = &self.rules
        cdef int64_t number[MAX_NUMBERS]
        cdef int64_t net = 0, stake = 0, product
        cdef int64_t *place = tally + 1
        cdef int s, b, k, i, result, seen = 0
        cdef int card[4]
        cdef Bet *bet
        card[2] = up
        card[3] = hole
        for s in range(rules.spots):
            place[(spots[s].net - rules.lowest_net) * rules.stakes + spots[s].stake] += 1
            place += rules.nets * rules.stakes
            net += spots[s].net * self.main_weight
            stake += spots[s].stake * self.main_weight
            if s < 2:
                number[seen] = spots[s].net
                seen += 1
        for b in range(self.bets):
            bet = &self.bet[b]
            for s in range(rules.spots):
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
                place[(seen + i) * seen + k] += product * product
        place += 2 * seen * seen
        place[0] += net
        place[1] += net * net
        place[2] += net > 0
        place[3] += net == 0
        place[4] += net + stake > 0
        place[5] += stake
        place[6] += stake * stake
        place[7] += net * stake


_NUMBERS = frozenset((
    "spots", "unit", "natural_pays", "charlie_pays", "insurance_price", "insurance_wins",
    "hit_soft_17", "dealer_card_limit", "peeks", "early", "natural_takes", "natural_beats_21",
    "charlie_beats_natural", "max_hands", "one_card_aces", "split_ten_on_ace_natural",
    "split_ace_on_ten_natural", "pairs_by_rank", "seconds_first", "lowest_net", "nets", "stakes",
    "infinite", "main_weight",
))
