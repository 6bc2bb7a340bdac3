"""Bets at one table depend on each other: exact second moments of main bets and side bets.

Spots are numbered; all have the same law, and any two the same joint law, since cards that are not
seen are in random order. That the mean of one spot's hand is what it is without other spots is a
theorem of the same kind; both need decisions that look at the spot's own cards and the up card
only, and a shoe that cannot run out.

A quantity is the pair (net result, stake). Side bets look at at most three cards of the deal; the
main game sees values alone, so E[main * side] is a sum over the values of the side bet's cards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import gcd

from bjcalc.engine.deals import Deal, max_hands, total_weight
from bjcalc.engine.kernel import UPS
from bjcalc.engine.solution import Solution
from bjcalc.errors import UnsupportedRuleError
from bjcalc.outcomes.bet_tables import SLOTS, BetOnTable, Pair
from bjcalc.outcomes.distribution import Moments, Progress, moments, told
from bjcalc.outcomes.rounds import Rounds
from bjcalc.outcomes.split_rounds import add_split
from bjcalc.outcomes.sums import Sum
from bjcalc.outcomes.two_spots import two_spot_results
from bjcalc.outcomes.views import MEANS, Quantity
from bjcalc.rules.actions import Action
from bjcalc.rules.settlement import settlement
from bjcalc.shoe import TEN
from bjcalc_ext.outcomes import Terms, joint_results

GivenCards = tuple[dict[str, int], Fraction, Pair]
"""Values by slot, their chance, and the means given them."""


@dataclass(frozen=True, slots=True)
class Products:
    """E[N N'], E[N S'], E[S N'], E[S S'] of two quantities (N, S) and (N', S')."""

    net_net: Fraction
    net_stake: Fraction
    stake_net: Fraction
    stake_stake: Fraction

    @classmethod
    def added(cls, terms: Iterable[tuple[int | Fraction, Pair, Pair]]) -> Products:
        """Return the sums over weighed pairs of values."""
        sums = [Fraction(0)] * 4
        for weight, (net, stake), (net2, stake2) in terms:
            products = (net * net2, net * stake2, stake * net2, stake * stake2)
            sums = [before + weight * one for before, one in zip(sums, products, strict=True)]
        return cls(*sums)

    def turned(self) -> Products:
        """Return the products with the two quantities exchanged."""
        return Products(self.net_net, self.stake_net, self.net_stake, self.stake_stake)


@dataclass(frozen=True, slots=True)
class BetAtSpot:
    """A bet at a spot: `bet` None is the main bet; bets made once a round stand at spot 0."""

    bet: BetOnTable | None
    spot: int


class Covariances:
    """Exact first and second moments of a game's bets; everything is computed when asked for."""

    def __init__(self, solution: Solution, progress: Progress | None = None) -> None:
        """Keep the game; `progress` is called during the longest part, two main bets."""
        self.solution = solution
        self.kernel = solution.kernel
        self._progress = progress
        self._unit = settlement(solution.rules).unit
        self.rounds = cache(lambda up, hole: Rounds(solution, up, hole))
        self._spot_sum = cache(lambda up, hole: spot_sum(self.rounds(up, hole)))
        self._spot_mean = cache(self._mean_given)
        self._known = cache(self._products)

    # Means

    def mean(self, bet: BetOnTable | None) -> Pair:
        """Return the expectations of net result and stake, per main bet or per unit staked."""
        if bet is None:
            return self.solution.ev, self.solution.stake
        deals, total = self._results([bet], by_values=False)
        return _expect(bet, {result: n for (_, (result,)), n in deals.items()}, total)

    def result_chances(self, bet: BetOnTable) -> list[Fraction]:
        """Return the chance of each of a bet's results."""
        deals, total = self._results([bet], by_values=False)
        return [Fraction(deals.get(((), (index,)), 0), total) for index in range(len(bet.results))]

    # Second moments

    def products(self, one: BetAtSpot, other: BetAtSpot) -> Products:
        """Return the products of two bets, of one spot or of two; see `BetAtSpot`."""
        if one.bet is not None and other.bet is None:
            return self.products(other, one).turned()
        same_spot = one.spot == other.spot or any(
            bet is not None and bet.per_round for bet in (one.bet, other.bet)
        )
        return self._known(one.bet, other.bet, same_spot)

    def _products(
        self, one: BetOnTable | None, other: BetOnTable | None, same_spot: bool
    ) -> Products:
        if one is None and other is None:
            if not same_spot:
                return self._two_mains()
            m = self.main_moments
            return Products(m.net_squared, m.net_times_stake, m.net_times_stake, m.stake_squared)
        assert other is not None
        if one is None:
            return self._main_and_side(other, same_spot)
        return self._two_sides(one, other, same_spot)

    @cached_property
    def main_moments(self) -> Moments:
        """The moments of one main bet."""
        return moments(self.solution)

    # Side bets

    def _results(
        self, bets: Sequence[BetOnTable], *, by_values: bool
    ) -> tuple[dict[tuple[tuple[int, ...], tuple[int, ...]], int], int]:
        """Return deals of one spot by values and results, and their number.

        Only cards that some bet looks at are dealt, in the order first, second, up, hole.
        """
        order = sorted({slot for bet in bets for slot in bet.bet.cards}, key=SLOTS.__getitem__)
        try:
            deals = joint_results(
                self._cards,
                self.kernel.infinite,
                len(order),
                [
                    ([order.index(slot) for slot in bet.bet.cards], bet.table, len(bet.results))
                    for bet in bets
                ],
                by_values,
            )
        except OverflowError as error:
            raise UnsupportedRuleError(str(error)) from None
        return deals, sum(deals.values())

    @property
    def _cards(self) -> tuple[int, ...]:
        return self.solution.rules.shoe.need_cards("the joint law of side bets")

    def results_by_values(
        self, bets: Sequence[BetOnTable]
    ) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
        """Return deals of one spot by the values of the cards looked at, and the bets' results."""
        return self._results(bets, by_values=True)[0]

    def _two_sides(self, one: BetOnTable, other: BetOnTable, same_spot: bool) -> Products:
        if same_spot:
            dealt, _ = self._results([one, other], by_values=False)
            deals = {(first, second): n for (_, (first, second)), n in dealt.items()}
        else:
            deals = two_spot_results(self._cards, self.kernel.infinite, one, other)
        total = sum(deals.values())
        return Products.added(
            (Fraction(number, total), one.brings[first], other.brings[second])
            for (first, second), number in deals.items()
        )

    # The main bet given cards

    def _main_and_side(self, bet: BetOnTable, same_spot: bool) -> Products:
        deals, total = self._results([bet], by_values=True)
        by_values: dict[tuple[int, ...], dict[int, int]] = defaultdict(dict)
        for (values, (result,)), number in deals.items():
            by_values[values][result] = number
        given = self._main_given(sorted(bet.bet.cards, key=SLOTS.__getitem__), same_spot)
        return Products.added(
            (1, given[values], _expect(bet, numbers, total))
            for values, numbers in by_values.items()
        )

    def _main_given(self, slots: Sequence[str], same_spot: bool) -> dict[tuple[int, ...], Pair]:
        """Return the main bet's means given the values of some cards of its deal.

        With `same_spot` false, the player's cards among them are those of another spot.
        """
        joint: dict[tuple[int, ...], list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 3)
        own = same_spot and any(slot.startswith("player") for slot in slots)
        source = self._own_cards("hole" in slots) if own else self._other_cards(slots)
        for cards, chance, (net, stake) in source:
            entry = joint[tuple(cards[slot] for slot in slots)]
            for index, value in enumerate((chance, chance * net, chance * stake)):
                entry[index] += value
        return {
            values: (net / chance, stake / chance)
            for values, (chance, net, stake) in joint.items()
            if chance
        }

    def deals(
        self, deal: Deal, *, with_hole: bool
    ) -> Iterator[tuple[int | None, Fraction, list[dict[str, int]]]]:
        """Yield (hole card, chance, values by slot of each order of the two cards) of a deal.

        The chance is that of one order and the hole card, which is None where it is not asked for.
        """
        orders = sorted({(deal.first, deal.second), (deal.second, deal.first)})
        chance = Fraction(deal.weight, total_weight(self.kernel) * len(orders))
        cards = [{"player1": one, "player2": two, "up": deal.up} for one, two in orders]
        if not with_hole:
            yield None, chance, cards
            return
        left = self.rounds(deal.up, None).counts(deal.first, deal.second)
        for hole in range(10):
            if left[hole]:
                share = Fraction(left[hole], sum(left))
                yield hole, chance * share, [one | {"hole": hole} for one in cards]

    def _own_cards(self, with_hole: bool) -> Iterator[GivenCards]:
        """Yield (values by slot, chance, means) of all deals, in both orders of the two cards."""
        for deal in self.solution.deals:
            for hole, chance, orders in self.deals(deal, with_hole=with_hole):
                if hole is None:
                    means = deal_mean(self.solution, deal)
                else:
                    means = self._pair(self.rounds(deal.up, hole).of_deal(deal, MEANS))
                for cards in orders:
                    yield cards, chance, means

    def _pair(self, found: dict[Quantity, Fraction]) -> Pair:
        return found.get("N", Fraction(0)) / self._unit, found.get("S", Fraction(0)) / self._unit

    def _other_cards(self, slots: Sequence[str]) -> Iterator[GivenCards]:
        """Yield (values by slot, chance, means) of dealer's cards and cards of another spot."""
        players = [slot for slot in slots if slot.startswith("player")]
        counts, infinite = self.kernel.counts, self.kernel.infinite
        dealt = ["up", *(["hole"] if "hole" in slots else []), *players]
        for values in product(range(10), repeat=len(dealt)):
            chance = Fraction(1)
            for index, value in enumerate(values):
                gone = 0 if infinite else values[:index].count(value)
                left = sum(counts) - (0 if infinite else index)
                chance *= Fraction(max(0, counts[value] - gone), left)
            if not chance:
                continue
            cards = dict(zip(dealt, values, strict=True))
            others = tuple(sorted(cards[slot] for slot in players))
            yield cards, chance, self._spot_mean(cards["up"], cards.get("hole"), others)

    def _mean_given(self, up: int, hole: int | None, gone: tuple[int, ...]) -> Pair:
        """Return a spot's means before its deal, given dealer's cards and others that are gone."""
        counts = self.rounds(up, hole).counts(*gone)
        return self._pair(self._spot_sum(up, hole).evaluate(counts))

    # Two main bets

    def _two_mains(self) -> Products:
        sums = [Fraction(0)] * 3
        ups = [up for up in UPS if self.kernel.counts[up]]
        for up in told(ups, self._progress):
            rounds = self.rounds(up, None)
            found = _squared(rounds, self._spot_sum(up, None)).evaluate(rounds.counts())
            chance = Fraction(self.kernel.counts[up], self.kernel.cards)
            for index, column in enumerate(("NN", "NS", "SS")):
                sums[index] += chance * found.get(column, Fraction(0)) / self._unit**2
        return Products(sums[0], sums[1], sums[1], sums[2])


def _expect(bet: BetOnTable, numbers: dict[int, int], total: int) -> Pair:
    """Return what a bet's results bring together, each with its number, over all deals."""
    pairs = [(number, *bet.brings[result]) for result, number in numbers.items()]
    net = sum((number * one for number, one, _ in pairs), Fraction(0))
    stake = sum((number * one for number, _, one in pairs), Fraction(0))
    return net / total, stake / total


def deal_mean(solution: Solution, deal: Deal) -> Pair:
    """Return net result and stake expected from a deal, insurance included, by the solver."""
    values = solution.deal_values(deal)
    action = solution.chosen[deal]
    value, stake = values.settled(action, values.chosen_value(action))
    return Fraction(value) / values.unit, Fraction(stake) / values.unit


def spot_sum(rounds: Rounds) -> Sum:
    """Return a whole spot's means as a polynomial in all its cards, the two dealt included.

    Raises UnsupportedRuleError where pairs by rank make tens of one value play differently.
    """
    total = rounds.empty()
    actions: dict[int, set[Action]] = defaultdict(set)
    unsplit: dict[int, Deal] = {}
    for deal in rounds.deals:
        action = rounds.solution.chosen[deal]
        actions[deal.hand].add(action)
        if len(actions[deal.hand]) > 1 or (
            action is Action.SPLIT and rounds.by_rank and deal.first == TEN
        ):
            raise UnsupportedRuleError(
                "several spots are computed for pairs by rank only where tens are never split"
            )
        if action is not Action.SPLIT:
            unsplit[deal.hand] = deal
            continue
        assert deal.pair is not None
        add_split(
            total,
            MEANS,
            rounds.split_hands(deal.first),
            max_hands(rounds.kernel, deal.first),
            rounds.offsets(deal),
            2 << (6 * deal.first),
        )
    rounds.add_unsplit_deals(total, MEANS, list(unsplit.values()))
    return total


def _squared(rounds: Rounds, spot: Sum) -> Sum:
    """Return the products of two spots' net results and stakes."""
    groups: dict[tuple[tuple[int, int, int], ...], dict[int, int]] = defaultdict(
        lambda: defaultdict(int)
    )
    for terms, shift, by_class in spot.linear_parts():
        # Parts whose weights are multiples of each other are one polynomial.
        common = gcd(*(weight for pair in by_class.values() for weight in pair))
        if not common:
            continue
        key = tuple(
            (index, net // common, stake // common)
            for index, (net, stake) in sorted(by_class.items())
            if net or stake
        )
        for cards, ways in terms.pairs():
            groups[key][cards + shift] += common * ways
    parts = [
        (Terms([(cards, ways) for cards, ways in members.items() if ways]), key)
        for key, members in groups.items()
    ]
    total = rounds.empty()
    for position, (one, weights) in enumerate(parts):
        for other, others in parts[position:]:
            same = {place: (net, stake) for place, net, stake in others}
            for place, net, stake in weights:
                if place not in same:
                    continue
                net2, stake2 = same[place]
                # Two parts that are not the same come from either spot.
                times = 1 if one is other else 2
                mixed = net * stake2 + stake * net2
                products: dict[Quantity, int] = {
                    "NN": times * net * net2,
                    "NS": times * mixed // 2,
                    "SS": times * stake * stake2,
                }
                total.add(one, other, 0, products, place)
    return total
