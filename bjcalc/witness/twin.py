"""The main game solved slowly and readably, in `Fraction`s: a witness to test the kernel by.

Class CD of docs/mathematics.md. Nothing here is shared with the fast solver, and where there is a
choice of method the plainest was taken: the dealer by listing every way a hand can end, the player
by recursion over the next card, a split by dealing all second cards and playing each hand against
exactly the cards then known. Meant for small shoes, infinite decks, single hands, and one deck
without splits.

Two facts are used throughout. The unseen cards, hole card included, are in random order, so the
player's next card is uniform over all of them, and the hole card is drawn from what is left after
the player's cards. And values are joint, "this happens and the round is still in play": where the
dealer peeks, a dealer natural has ended the round, so its share is simply left out of the sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import NamedTuple

from bjcalc.errors import ImpossibleHandError, ShoeExhaustedError
from bjcalc.rules import model
from bjcalc.rules.model import Rules, Surrender, Tie
from bjcalc.shoe import ACE, TEN, VALUES, value_of_rank

Hand = tuple[int, ...]
"""A multiset of cards as ten counts, by value index."""

STAND, HIT, DOUBLE, SPLIT, SURRENDER = ACTIONS = ("stand", "hit", "double", "split", "surrender")
"""All actions, in the order in which exact ties are broken."""

ONE, HALF = Fraction(1), Fraction(1, 2)
MAX_HANDS = 8
_BUST, _NATURAL = 99, 0  # how a dealer's hand ends, beside its total


class Worth(NamedTuple):
    """Expected net result and expected stake, in initial bets, summed over some share of deals."""

    net: Fraction
    stake: Fraction

    def times(self, weight: Fraction) -> Worth:
        """Return both parts times `weight`."""
        return Worth(self.net * weight, self.stake * weight)

    def plus(self, other: Worth) -> Worth:
        """Return the sum, part by part."""
        return Worth(self.net + other.net, self.stake + other.stake)


NOTHING = Worth(Fraction(0), Fraction(0))


@dataclass(frozen=True, slots=True)
class DealerEnds:
    """How the dealer's hand ends: chances of a natural, a bust, each total (22 if it pushes)."""

    natural: Fraction
    bust: Fraction
    totals: dict[int, Fraction]


@dataclass(frozen=True, slots=True)
class Decision:
    """Joint worth of stand, hit and double for one unsplit hand, None where not allowed."""

    stand: Worth
    hit: Worth | None
    double: Worth | None

    @property
    def hit_or_stand(self) -> str:
        """The better of stand and hit; a tie stands."""
        return HIT if self.hit is not None and self.hit.net > self.stand.net else STAND

    @property
    def action(self) -> str:
        """The best of stand, hit and double; ties go to the first."""
        without = self.hit_or_stand
        if self.double is not None and self.double.net > self.of(without).net:
            return DOUBLE
        return without

    @property
    def best(self) -> Worth:
        """The worth of the best action."""
        return self.of(self.action)

    def of(self, action: str) -> Worth:
        """Return the worth of an allowed action."""
        worth = {STAND: self.stand, HIT: self.hit, DOUBLE: self.double}[action]
        if worth is None:
            raise ValueError(f"{action} is not allowed here")
        return worth


def hand_of(*values: int) -> Hand:
    """Return the ten counts of these value indices."""
    return tuple(values.count(value) for value in range(10))


def add(hand: Hand, value: int, number: int = 1) -> Hand:
    """Return the counts with `number` more cards of one value."""
    return (*hand[:value], hand[value] + number, *hand[value + 1 :])


def total_of(hand: Hand) -> tuple[int, bool]:
    """Return the total of a hand and whether it is soft (an ace counts as 11)."""
    hard = sum(count * (value + 1) for value, count in enumerate(hand))
    soft = hand[ACE] > 0 and hard + 10 <= 21
    return (hard + 10 if soft else hard), soft


def name_of(hand: Hand) -> str:
    """Return the cards of a hand as text, such as "A,2,2,T"."""
    return ",".join(VALUES[value] for value, count in enumerate(hand) for _ in range(count))


def is_ace_and_ten(hand: Hand) -> bool:
    """Return whether the hand is exactly an ace and a ten."""
    return sum(hand) == 2 and hand[ACE] == hand[TEN] == 1


def solve_reference(rules: Rules) -> ReferenceSolution:
    """Return the class-CD solution of a game; its values are computed when they are asked for.

    Where the definitions leave a corner open, it is read so: an ace with a ten after a split, if it
    is no natural, stands, as the unsplit hand of that composition does; where a dealer natural
    takes the original bet only, a split loses one unit also if hands of it count as naturals; a
    Charlie of 21 that does not beat a dealer natural pushes it where a drawn 21 does.
    """
    return ReferenceSolution(rules)


class ReferenceSolution:
    """The values and decisions of one game, class CD, each computed once when first needed.

    Hands are tuples of ten counts, up cards are value indices 0..9 (0 the ace, 9 the ten).
    Everything may raise ShoeExhaustedError, naming the hand: some line of play that the rules allow
    for one hand needs a card that is not there. Several hands of a split together are not checked.
    """

    def __init__(self, rules: Rules) -> None:
        """Prepare the shoe."""
        self.rules = rules
        self._shoe = rules.shoe.values
        self._by_rank = rules.split.pairs is model.PairKind.RANK
        if self._by_rank:
            rules.shoe.need_ranks("splitting pairs of identical rank")
        self._endings: dict[int, list[tuple[tuple[tuple[int, int], ...], int, int]]] = {}
        self._dealers: dict[tuple[int, Hand], DealerEnds] = {}
        self._decisions: dict[tuple[int, Hand], Decision] = {}
        self._split_hands: dict[tuple[int, Hand, Hand, bool], Worth] = {}
        self._splits: dict[tuple[int, int, int | None, int | None], Worth] = {}

    # What is asked of a solution

    @property
    def ev(self) -> Fraction:
        """Expected net result of a round in initial bets, before the deal."""
        return sum(self.contributions.values(), Fraction(0))

    @property
    def stake(self) -> Fraction:
        """Expected total stake of a round in initial bets: bet, doubles, splits and insurance."""
        return sum((worth.stake for worth in self._worth_by_up.values()), Fraction(0))

    @property
    def contributions(self) -> dict[int, Fraction]:
        """For each up card its share of the EV: P(up) times the EV given up; they add up to ev."""
        return {up: worth.net for up, worth in self._worth_by_up.items()}

    def actions(
        self, hand: Hand, up: int, *, pair_rank: int | None = None, up_rank: int | None = None
    ) -> dict[str, Fraction]:
        """Return the EV of every action that the rules allow, for an unsplit hand v an up card.

        In initial bets; given no dealer natural where the dealer peeks at that card, except early
        surrender, which comes before the peek and is always -1/2 given nothing. Insurance is left
        out. A hand that is over (a natural, a Charlie, a hand at its limit) has "stand" alone, and
        a hand that can only be met with a dealer natural under a peek has no action. Where pairs
        are of identical rank, two tens are a pair if `pair_rank` and `up_rank` (0..12; needed only
        when the up card is a ten) say which tens they are.

        Raises ImpossibleHandError where the cards cannot be dealt.
        """
        self._check_possible(hand, up)
        seen = add(hand, up)
        chance = self._in_play(up, seen)
        if chance == 0:
            return {}
        # What is lost in the peek: a natural may tie, any other hand loses a unit.
        lost = (1 - chance) * (-self._natural_tie() if is_ace_and_ten(hand) else 1)
        values = {}
        for action, worth in self._all_actions(hand, up, pair_rank, up_rank).items():
            if action == SURRENDER and self._surrender(up) is Surrender.EARLY:
                values[action] = worth.net
            else:
                values[action] = (worth.net + lost) / chance
        return values

    def best(
        self, hand: Hand, up: int, *, pair_rank: int | None = None, up_rank: int | None = None
    ) -> str:
        """Return the best action of an unsplit hand, arguments as for `actions`; early surrender
        and the other actions are compared given nothing, before the peek.

        Raises ImpossibleHandError where the cards cannot be dealt.
        """
        self._check_possible(hand, up)
        values = self._all_actions(hand, up, pair_rank, up_rank)
        return max(values, key=lambda action: (values[action].net, -ACTIONS.index(action)))

    def decision(self, hand: Hand, up: int) -> str:
        """Return the best of stand, hit and double for a composition, as hands after a split use
        it: a natural's composition stands.
        """
        return self._decide(up, hand).action

    def hit_or_stand(self, hand: Hand, up: int) -> str:
        """Return the better of stand and hit for a composition, a tie standing."""
        return self._decide(up, hand).hit_or_stand

    def insures(self, hand: Hand, up: int) -> bool:
        """Return whether the two-card hand takes insurance: it is offered and its EV positive.

        Where even money is taken, it is taken instead.
        """
        insurance = self.rules.insurance
        offered = {ACE: "ace", TEN: "ten"}.get(up) in insurance.against
        if not offered or (is_ace_and_ten(hand) and not insurance.on_naturals):
            return False
        return self._insurance_ev(up, add(hand, up)) > 0

    def takes_even_money(self, up: int) -> bool:
        """Return whether a player's natural takes even money: offered and better than declining."""
        if up != ACE or not self.rules.insurance.even_money or self.rules.ties.naturals == "win":
            return False
        natural = hand_of(ACE, TEN)
        declined = self._natural(up, add(natural, up)).net
        if self.insures(natural, up):
            declined += self._insurance_ev(up, add(natural, up))
        return declined < 1

    # The whole game

    @cached_property
    def _worth_by_up(self) -> dict[int, Worth]:
        by_up: dict[int, Worth] = {}
        counts = self.rules.shoe.need_ranks("pairs of rank") if self._by_rank else self._shoe
        for first, second, up, chance in self._initial_deals(counts):
            # Ranks matter to a pair of tens alone.
            hand, up_value = hand_of(value_of_rank(first), value_of_rank(second)), value_of_rank(up)
            pair = first if first == second and self._by_rank else None
            worth = self._round(hand, up_value, pair, up if pair is not None else None)
            by_up[up_value] = by_up.get(up_value, NOTHING).plus(worth.times(chance))
        return by_up

    def _initial_deals(self, counts: Hand) -> Iterator[tuple[int, int, int, Fraction]]:
        """Yield the player's two cards (in order of rank), the up card and the chance of them."""
        step = 0 if self.rules.shoe.infinite else 1
        size = sum(counts)
        if not self.rules.shoe.infinite and size < 4:
            raise ShoeExhaustedError(f"{size} cards are too few to deal two hands")
        orders = size * (size - step) * (size - 2 * step)
        for first, first_count in enumerate(counts):
            for second in range(first, len(counts)):
                for up, up_count in enumerate(counts):
                    ways = (
                        first_count
                        * (counts[second] - step * (second == first))
                        * (up_count - step * ((up == first) + (up == second)))
                    )
                    if first_count and ways > 0:
                        yield first, second, up, Fraction(ways * (1 + (second != first)), orders)

    def _round(self, hand: Hand, up: int, pair_rank: int | None, up_rank: int | None) -> Worth:
        """Return the worth of a round given the first three cards, insurance included."""
        seen = add(hand, up)
        if is_ace_and_ten(hand) and self.takes_even_money(up):
            return Worth(ONE, ONE)
        if is_ace_and_ten(hand):
            worth = self._natural(up, seen)
        else:
            action = self.best(hand, up, pair_rank=pair_rank, up_rank=up_rank)
            worth = self._all_actions(hand, up, pair_rank, up_rank)[action]
        if self.insures(hand, up):
            worth = worth.plus(Worth(self._insurance_ev(up, seen), self.rules.insurance.price))
        return worth

    def _natural(self, up: int, seen: Hand) -> Worth:
        """Return the worth of a player's natural that takes neither insurance nor even money."""
        dealer, pays = self._dealer(up, seen), self.rules.blackjack.pays
        net = (1 - dealer.natural) * pays + dealer.natural * self._natural_tie()
        if not self.rules.blackjack.beats_drawn_21:
            tie = self._natural_tie(self.rules.ties.hands)
            net += dealer.totals.get(21, Fraction(0)) * (tie - pays)
        return Worth(net, ONE)

    def _natural_tie(self, tie: Tie | None = None) -> Fraction:
        """Return what a natural wins in a tie, with a dealer's natural if none is named."""
        worth = {Tie.PUSH: Fraction(0), Tie.LOSE: -ONE, Tie.WIN: self.rules.blackjack.pays}
        return worth[tie or self.rules.ties.naturals]

    def _insurance_ev(self, up: int, seen: Hand) -> Fraction:
        chance, insurance = self._natural_chance(up, seen), self.rules.insurance
        return insurance.price * (chance * insurance.pays - (1 - chance))

    # Actions of an unsplit hand

    def _all_actions(
        self, hand: Hand, up: int, pair_rank: int | None, up_rank: int | None
    ) -> dict[str, Worth]:
        """Return the worth of every allowed action given the cards seen and nothing else."""
        seen = add(hand, up)
        if is_ace_and_ten(hand):
            return {STAND: self._natural(up, seen)}
        if self._is_over(hand):
            return {STAND: self._with_natural(self._settle(hand, up, seen, 1), up, seen)}
        decision = self._decide(up, hand)
        joint = {STAND: decision.stand, HIT: decision.hit, DOUBLE: decision.double}
        if sum(hand) == 2 and max(hand) == 2:
            joint[SPLIT] = self._split(hand.index(2), up, pair_rank, up_rank)
        values = {
            action: self._with_natural(worth, up, seen)
            for action, worth in joint.items()
            if worth is not None
        }
        if sum(hand) == 2 and self._surrender(up) is not Surrender.NONE:
            lost = HALF
            if self._surrender(up) is Surrender.LATE:  # nothing comes back from a dealer natural
                lost += HALF * self._natural_chance(up, seen)
            values[SURRENDER] = Worth(-lost, ONE)
        return values

    def _decide(self, up: int, hand: Hand) -> Decision:
        """Return the joint worth of stand, hit and double for an unsplit hand that is not over."""
        key = up, hand
        if key not in self._decisions:
            seen = add(hand, up)
            stand = self._settle(hand, up, seen, 1)
            hit = double = None
            if not self._is_over(hand) and not self._is_decided(up, seen):
                hit, may_double = NOTHING, self._may_double(hand)
                double = NOTHING if may_double else None
                for card, chance in self._draws(hand, seen):
                    longer, later = add(hand, card), add(seen, card)
                    if self._is_over(longer):
                        worth = self._settle(longer, up, later, 1)
                    else:
                        worth = self._decide(up, longer).best
                    hit = hit.plus(worth.times(chance))
                    if double is not None:
                        doubled = self._settle(longer, up, later, 2)
                        double = double.plus(doubled.times(chance))
            self._decisions[key] = Decision(stand, hit, double)
        return self._decisions[key]

    def _is_over(self, hand: Hand) -> bool:
        """Return whether a hand takes no card: bust, natural, Charlie, limit, a 21 that stands."""
        rules, total = self.rules, total_of(hand)[0]
        if total > 21 or (total == 21 and rules.player.stand_on_21) or is_ace_and_ten(hand):
            return True
        limit = rules.player.card_limit
        at_limit = limit is not None and sum(hand) >= limit
        return at_limit or self._is_charlie(hand)

    def _is_charlie(self, hand: Hand) -> bool:
        charlie = self.rules.charlie
        return charlie is not None and sum(hand) >= charlie.cards and total_of(hand)[0] <= 21

    def _may_double(self, hand: Hand) -> bool:
        double, (total, soft) = self.rules.double, total_of(hand)
        totals = double.on.soft if soft else double.on.hard
        few_enough = sum(hand) == 2 or double.any_cards
        return few_enough and (totals is None or total in totals)

    def _surrender(self, up: int) -> Surrender:
        surrender = self.rules.surrender
        return {ACE: surrender.ace, TEN: surrender.ten}.get(up, surrender.other)

    # Settling a hand

    def _settle(
        self, hand: Hand, up: int, seen: Hand, stake: int, *, after_split: bool = False
    ) -> Worth:
        """Return the joint worth of a hand that takes no more cards, with its stake."""
        total, staked = total_of(hand)[0], stake * self._in_play(up, seen)
        natural = self._natural_chance(up, seen)
        if total > 21:
            net = -stake * (1 - natural)
        elif self._is_charlie(hand) and self.rules.charlie is not None:
            net = stake * self.rules.charlie.pays * (1 - natural)
        else:
            dealer = self._dealer(up, seen)
            won = dealer.bust + sum(p for end, p in dealer.totals.items() if end < total)
            lost = sum(p for end, p in dealer.totals.items() if total < end <= 21)
            tie = {Tie.PUSH: 0, Tie.LOSE: -1, Tie.WIN: 1}[self.rules.ties.hands]
            net = stake * (won - lost + tie * dealer.totals.get(total, Fraction(0)))
        if not self._peeks(up):
            net += natural * self._against_natural(hand, stake, after_split)
        return Worth(net, staked)

    def _against_natural(self, hand: Hand, stake: int, after_split: bool) -> Fraction:
        """Return what a hand wins against the natural of a dealer who did not peek."""
        rules = self.rules
        if self._is_charlie(hand) and rules.charlie is not None and rules.charlie.beats_natural:
            return stake * rules.charlie.pays
        ties_21 = total_of(hand)[0] == 21 and not rules.blackjack.beats_drawn_21
        if ties_21 and rules.ties.hands is not Tie.LOSE:
            return Fraction(stake if rules.ties.hands is Tie.WIN else 0)
        if rules.dealer.natural_takes is model.NaturalTakes.ALL:
            return Fraction(-stake)
        if rules.dealer.natural_takes is model.NaturalTakes.ORIGINAL and after_split:
            return Fraction(0)  # the one unit is taken from the round, not from each hand
        return Fraction(-1)

    def _peeks(self, up: int) -> bool:
        return {ACE: "ace", TEN: "ten"}.get(up) in self.rules.dealer.peek

    def _is_decided(self, up: int, seen: Hand) -> bool:
        """Return whether a peek must already have ended the round: every unseen card makes a
        dealer natural, so this hand is never played.
        """
        return self._in_play(up, seen) == 0

    def _in_play(self, up: int, seen: Hand) -> Fraction:
        """Return the chance that the player gets to play: no natural where a peek shows it."""
        return 1 - self._natural_chance(up, seen) if self._peeks(up) else ONE

    def _with_natural(self, worth: Worth, up: int, seen: Hand) -> Worth:
        """Return the worth given the cards seen alone: add the unit lost where the peek ends it."""
        ended = 1 - self._in_play(up, seen)
        return Worth(worth.net - ended, worth.stake + ended)

    # Splits

    def _split(
        self, pair: int, up: int, pair_rank: int | None, up_rank: int | None
    ) -> Worth | None:
        """Return the joint worth of splitting a pair, every further pair split up to the limit.

        None where it is not allowed. All second cards are dealt first; given all of them each hand
        is played with class CD's decisions, and what the other hands draw later does not matter to
        it, because unseen cards are exchangeable.
        """
        rules = self.rules
        limit = rules.split.max_hands_aces if pair == ACE else rules.split.max_hands
        if limit < 2:
            return None
        if self._by_rank and pair == TEN:
            if pair_rank is None:
                return None
        else:
            pair_rank = up_rank = None
        key = pair, up, pair_rank, up_rank
        if key not in self._splits:
            start = add(hand_of(pair, pair), up)
            worth = NOTHING
            if not self._is_decided(up, start):
                for (hands, seconds), chance in self._second_cards(key, limit).items():
                    seen = add(tuple(map(sum, zip(seconds, hand_of(up), strict=True))), pair, hands)
                    for second, number in enumerate(seconds):
                        if number:
                            hand = hand_of(pair, second)
                            value = self._after_split(hand, up, seen, pair == ACE)
                            worth = worth.plus(value.times(chance * number))
                takes = rules.dealer.natural_takes
                if takes is model.NaturalTakes.ORIGINAL and not self._peeks(up):
                    lost = self._natural_chance(up, start)
                    worth = Worth(worth.net - lost, worth.stake)
            self._splits[key] = worth
        return self._splits[key]

    def _second_cards(
        self, key: tuple[int, int, int | None, int | None], limit: int
    ) -> dict[tuple[int, Hand], Fraction]:
        """Return the chance of every (number of hands, their second cards by value)."""
        pair, up, pair_rank, up_rank = key
        counts = self._shoe
        removed = add(hand_of(pair, pair), up)
        # Index 10 holds the cards that make a new pair, index `pair` others of the same value.
        if pair_rank is None:
            pairing, paired = counts[pair], removed[pair]
        else:
            ranks = self.rules.shoe.need_ranks("pairs of rank")
            if up == TEN and up_rank is None:
                raise ImpossibleHandError("which ten is the up card? pairs here are by rank")
            pairing, paired = ranks[pair_rank], 2 + (up_rank == pair_rank)
        if not self.rules.shoe.infinite:
            pairing -= paired
            counts = tuple(map(lambda have, gone: have - gone, counts, removed))
        counts = (*add(counts, pair, -pairing), pairing)

        infinite = self.rules.shoe.infinite
        ends: dict[tuple[int, Hand], Fraction] = {}
        # The dealing so far: (hands, those without a second card, cards left, second cards).
        going = {(2, 2, counts, hand_of()): ONE}
        while going:
            further: dict[tuple[int, int, Hand, Hand], Fraction] = {}
            for (hands, waiting, stock, seconds), chance in going.items():
                if waiting == 0:
                    ends[hands, seconds] = ends.get((hands, seconds), Fraction(0)) + chance
                    continue
                unseen = sum(stock)
                if not infinite and unseen < 2:  # the last one is the hole card
                    raise ShoeExhaustedError(
                        f"splitting {VALUES[pair]},{VALUES[pair]} against {VALUES[up]} into "
                        f"{hands} hands needs more cards than the shoe has"
                    )
                for card, number in enumerate(stock):
                    if number == 0:
                        continue
                    left = stock if infinite else add(stock, card, -1)
                    if card == 10 and hands < limit:
                        after = hands + 1, waiting + 1, left, seconds
                    else:
                        second = pair if card == 10 else card
                        after = hands, waiting - 1, left, add(seconds, second)
                    weight = chance * Fraction(number, unseen)
                    further[after] = further.get(after, Fraction(0)) + weight
            going = further
        return ends

    def _after_split(self, hand: Hand, up: int, seen: Hand, from_aces: bool) -> Worth:
        """Return the joint worth of one hand of a split; `seen` holds all cards known so far."""
        key = up, hand, self._left(seen), from_aces
        if key not in self._split_hands:
            self._split_hands[key] = self._play_after_split(hand, up, seen, from_aces)
        return self._split_hands[key]

    def _play_after_split(self, hand: Hand, up: int, seen: Hand, from_aces: bool) -> Worth:
        split, double = self.rules.split, self.rules.double
        if is_ace_and_ten(hand):
            counts_as = split.ten_on_ace if from_aces else split.ace_on_ten
            if counts_as is model.SplitNatural.BLACKJACK:
                return self._split_natural(up, seen)
        one_card = from_aces and split.aces is model.SplitAces.ONE_CARD
        if one_card or self._is_over(hand) or self._is_decided(up, seen):
            return self._settle(hand, up, seen, 1, after_split=True)
        decision = self._decide(up, hand)
        may_double = double.after_split and (double.after_split_aces or not from_aces)
        action = decision.action if may_double else decision.hit_or_stand
        if action == STAND:
            return self._settle(hand, up, seen, 1, after_split=True)
        worth = NOTHING
        for card, chance in self._draws(hand, seen):
            longer, later = add(hand, card), add(seen, card)
            if action == DOUBLE:
                value = self._settle(longer, up, later, 2, after_split=True)
            else:
                value = self._after_split(longer, up, later, from_aces)
            worth = worth.plus(value.times(chance))
        return worth

    def _split_natural(self, up: int, seen: Hand) -> Worth:
        """Return the joint worth of an ace with a ten that counts as a natural after a split."""
        peeked = self._natural_chance(up, seen) if self._peeks(up) else Fraction(0)
        net = self._natural(up, seen).net - peeked * self._natural_tie()
        return Worth(net, self._in_play(up, seen))

    # Cards and the dealer

    def _draws(self, hand: Hand, seen: Hand) -> Iterator[tuple[int, Fraction]]:
        """Yield each value that the player may draw and its chance, given the cards seen."""
        left = self._left(seen)
        unseen = sum(left)
        if not self.rules.shoe.infinite and unseen < 2:  # the last one is the hole card
            raise ShoeExhaustedError(f"the hand {name_of(hand)} needs a card and none is left")
        for value, count in enumerate(left):
            if count:
                yield value, Fraction(count, unseen)

    def _left(self, seen: Hand) -> Hand:
        if self.rules.shoe.infinite:
            return self._shoe
        return tuple(map(lambda have, gone: have - gone, self._shoe, seen))

    def _natural_chance(self, up: int, seen: Hand) -> Fraction:
        """Return the chance that the hole card makes a dealer natural, given the cards seen."""
        if up not in (ACE, TEN):
            return Fraction(0)
        left = self._left(seen)
        return Fraction(left[TEN if up == ACE else ACE], sum(left))

    def _dealer(self, up: int, seen: Hand) -> DealerEnds:
        """Return how the dealer's hand ends, given the up card and all cards seen (up included)."""
        key = up, self._left(seen)
        if key not in self._dealers:
            left = key[1]
            unseen, infinite = sum(left), self.rules.shoe.infinite
            # Numerators by (end, cards drawn), over the number of orders of so many cards.
            ways: dict[tuple[int, int], int] = {}
            for cards, orders, end in self._dealer_hands(up):
                number = orders
                for value, count in cards:
                    have = left[value]
                    number *= have**count if infinite else perm(have, count)
                drawn = sum(count for _, count in cards)
                if number:
                    ways[end, drawn] = ways.get((end, drawn), 0) + number
            chances: dict[int, Fraction] = {}
            for (end, drawn), number in ways.items():
                out_of = unseen**drawn if infinite else perm(unseen, drawn)
                chances[end] = chances.get(end, Fraction(0)) + Fraction(number, out_of)
            if sum(chances.values()) != 1:
                raise ShoeExhaustedError(
                    f"the dealer, showing {VALUES[up]}, can run out of cards when "
                    f"{name_of(add(seen, up, -1))} are gone"
                )
            natural = chances.pop(_NATURAL, Fraction(0))
            bust = chances.pop(_BUST, Fraction(0))
            self._dealers[key] = DealerEnds(natural, bust, chances)
        return self._dealers[key]

    def _dealer_hands(self, up: int) -> list[tuple[tuple[tuple[int, int], ...], int, int]]:
        """Return every multiset of cards that can end the dealer's hand, the number of orders that
        lead to it, and how it ends; multisets as (value, count) pairs, without the up card.
        """
        if up not in self._endings:
            ended: list[tuple[tuple[tuple[int, int], ...], int, int]] = []
            going = {hand_of(): 1}
            while going:
                longer: dict[Hand, int] = {}
                for drawn, orders in going.items():
                    for value, count in enumerate(self._shoe):
                        more = add(drawn, value)
                        if count and (self.rules.shoe.infinite or more[value] <= count):
                            longer[more] = longer.get(more, 0) + orders
                going = {}
                for drawn, orders in longer.items():
                    end = self._dealer_end(add(drawn, up))
                    if end is None:
                        going[drawn] = orders
                    else:
                        sparse = tuple((value, n) for value, n in enumerate(drawn) if n)
                        ended.append((sparse, orders, end))
            self._endings[up] = ended
        return self._endings[up]

    def _dealer_end(self, hand: Hand) -> int | None:
        """Return the total that the dealer stands on, _BUST, _NATURAL, or None to draw."""
        dealer, (total, soft) = self.rules.dealer, total_of(hand)
        if is_ace_and_ten(hand):
            return _NATURAL
        if total > 21:
            return total if total == 22 and dealer.push_22 else _BUST
        if dealer.card_limit is not None and sum(hand) >= dealer.card_limit:
            return total
        if total < 17 or (total == 17 and soft and dealer.soft17 is model.Soft17.HIT):
            return None
        return total

    def _check_possible(self, hand: Hand, up: int) -> None:
        cards = f"{name_of(hand)} against {VALUES[up]}"
        if sum(hand) < 2 or total_of(hand)[0] > 21:
            raise ImpossibleHandError(f"{cards}: a hand to be played has two cards and is not bust")
        left = self._left(add(hand, up))
        dealt = [value for value in range(10) if hand[value] or value == up]
        if min(left) < 0 or sum(left) < 1 or any(self._shoe[value] == 0 for value in dealt):
            raise ImpossibleHandError(f"{cards}: the shoe does not have these cards")
