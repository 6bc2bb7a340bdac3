"""Several bets made together each round: mean, variance and, for one hand, the whole law.

Amounts are in the unit in which the stakes are given (a main bet of 1, a side bet of 0.2). Main
bets and side bets that look at the player's cards are made at every spot, side bets that look at
the dealer's cards alone once a round.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from bjcalc.engine.solution import Solution
from bjcalc.errors import BjcalcError, ShoeExhaustedError, UnsupportedRuleError
from bjcalc.outcomes.bet_tables import SLOTS, BetOnTable, Pair, stake_of
from bjcalc.outcomes.covariance import BetAtSpot, Covariances
from bjcalc.outcomes.distribution import Distribution, Moments, Progress, most_hands, told
from bjcalc.outcomes.views import LAW
from bjcalc.rules.settlement import settlement

MOST_SPOTS = 7

Law = dict[Pair, Fraction]
"""The chance of every (net result, stake)."""


@dataclass(frozen=True, slots=True)
class Combination:
    """What is bet together: `main` at each of `hands` spots, and side bets with their stakes."""

    main: Fraction
    bets: tuple[BetOnTable, ...]
    hands: int

    def __post_init__(self) -> None:
        """Put the stake into its type; raise BjcalcError where a field is none of its kind."""
        object.__setattr__(self, "main", stake_of(self.main))
        object.__setattr__(self, "bets", tuple(self.bets))
        whole = isinstance(self.hands, int) and not isinstance(self.hands, bool)
        if not whole or not 1 <= self.hands <= MOST_SPOTS:
            raise BjcalcError(f"hands: {self.hands!r} is wrong: write 1 to {MOST_SPOTS}")

    def places(self) -> list[tuple[BetAtSpot, Fraction]]:
        """Return every bet of a round with its stake."""
        found = [(BetAtSpot(None, spot), self.main) for spot in range(self.hands) if self.main]
        for bet in self.bets:
            spots = 1 if bet.per_round else self.hands
            found += [(BetAtSpot(bet, spot), bet.stake) for spot in range(spots)]
        return found

    def words(self) -> str:
        """Return the number of hands and every bet with its stake, in words."""
        made = [f"main {self.main}"] if self.main else []
        made += [
            f"{bet.bet.name} {bet.stake}{' (once a round)' if bet.per_round else ''}"
            for bet in self.bets
        ]
        hands = "one hand" if self.hands == 1 else f"{self.hands} hands"
        return f"{hands}: {', '.join(made)}"


@dataclass(frozen=True, slots=True)
class Together:
    """Moments of a round's total net result and total stake; `initial` is bet before the deal.

    `initial` counts the main bets and the side bets that are offered, in expectation.
    """

    moments: Moments
    initial: Fraction

    @property
    def rtp(self) -> Fraction:
        """Return per unit of initial bets."""
        return 1 + self.moments.ev / self.initial


def combine(covariances: Covariances, combination: Combination) -> Together:
    """Return the exact moments of all bets of a round together.

    Raises UnsupportedRuleError where two side bets look at too many cards, or suits are not known,
    ShoeExhaustedError where several hands could need more cards than there are.
    """
    check_shoe_lasts_for_hands(covariances.solution, combination.hands)
    places = combination.places()
    ev = stake = initial = net_net = net_stake = stake_stake = Fraction(0)
    for place, amount in places:
        net, put = covariances.mean(place.bet)
        ev += amount * net
        stake += amount * put
        initial += amount * (1 if place.bet is None else put)
        for other, amount2 in places:
            products = covariances.products(place, other)
            net_net += amount * amount2 * products.net_net
            net_stake += amount * amount2 * products.net_stake
            stake_stake += amount * amount2 * products.stake_stake
    return Together(Moments(ev, stake, net_net, net_stake, stake_stake), initial)


def check_shoe_lasts_for_hands(solution: Solution, hands: int) -> None:
    """Raise ShoeExhaustedError unless the shoe surely lasts for so many hands at a table.

    When cards run out all of them lie on the table, with at most 31 points for a player's hand (a
    card on a 21, aces as 1) and 20 for a dealer who still draws. For one hand the solver has asked.
    """
    if hands == 1 or solution.kernel.infinite:
        return
    points = sum((value + 1) * count for value, count in enumerate(solution.kernel.counts))
    if points <= 31 * hands * most_hands(solution) + 20:
        raise ShoeExhaustedError(
            f"a shoe of {solution.kernel.cards} cards might not last for {hands} hands at one table"
        )


def joint_law(
    solution: Solution,
    covariances: Covariances,
    combination: Combination,
    progress: Progress | None = None,
) -> Distribution:
    """Return the law of total net result and stake of one hand with its side bets, exactly.

    Given the values of the cards dealt, the side bets and the main game are independent: one looks
    at suits and ranks, the other at values. Raises UnsupportedRuleError for several hands and where
    the main game's whole law is not exact.
    """
    if combination.hands != 1:
        raise UnsupportedRuleError("the whole law of several hands together is not computed")
    slots, given = _side_laws(covariances, combination)
    law: Law = defaultdict(Fraction)
    for values, main in _main_laws(solution, covariances, slots, progress).items():
        for (net, stake), chance in given[values].items():
            for (main_net, main_stake), main_chance in main.items():
                both = net + combination.main * main_net, stake + combination.main * main_stake
                law[both] += chance * main_chance
    return Distribution(dict(sorted(law.items())))


def _side_laws(
    covariances: Covariances, combination: Combination
) -> tuple[list[str], dict[tuple[int, ...], Law]]:
    """Return the cards that side bets look at, and the law of their total given these values."""
    bets = combination.bets
    slots = sorted({slot for bet in bets for slot in bet.bet.cards}, key=SLOTS.__getitem__)
    if not bets:
        return slots, {(): {(Fraction(0), Fraction(0)): Fraction(1)}}
    numbers: dict[tuple[int, ...], dict[Pair, int]] = defaultdict(lambda: defaultdict(int))
    for (values, results), number in covariances.results_by_values(bets).items():
        net = stake = Fraction(0)
        for bet, result in zip(bets, results, strict=True):
            net += bet.stake * bet.brings[result][0]
            stake += bet.stake * bet.brings[result][1]
        numbers[values][net, stake] += number
    return slots, {
        values: {key: Fraction(n, sum(found.values())) for key, n in found.items()}
        for values, found in numbers.items()
    }


def _main_laws(
    solution: Solution, covariances: Covariances, slots: list[str], progress: Progress | None
) -> dict[tuple[int, ...], Law]:
    """Return the main bet's law by values of the cards in `slots`, joint with these values."""
    unit = settlement(solution.rules).unit
    laws: dict[tuple[int, ...], Law] = defaultdict(lambda: defaultdict(Fraction))
    for deal in told(solution.deals, progress):
        for hole, chance, orders in covariances.deals(deal, with_hole="hole" in slots):
            law = covariances.rounds(deal.up, hole).of_deal(deal, LAW)
            for cards in orders:
                target = laws[tuple(cards[slot] for slot in slots)]
                for outcome, share in law.items():
                    if share and not isinstance(outcome, str):
                        key = (Fraction(outcome[0], unit), Fraction(outcome[1], unit))
                        target[key] += chance * share
    return laws
