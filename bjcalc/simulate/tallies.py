"""What the numbers that a table counted mean."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bjcalc.simulate.tables import TableSetup
from bjcalc_ext.simulator import TOTALS


class Tallies:
    """The tallies of a table by what they count; amounts in bets of one.

    `spots` has the rounds by (net result, stake) of each spot, `results` those by result of each
    side bet, `products` the sums of N N' and of its square for two bets (of at most two spots, then
    the side bets), `totals` the sums named by TOTALS.
    """

    def __init__(self, setup: TableSetup, tallies: Sequence[int]) -> None:
        """Cut the tallies into their parts."""
        numbers = iter(tallies)
        self.rounds = next(numbers)
        self.spots = [
            {
                (
                    Fraction(net + setup.lowest_net, setup.unit),
                    Fraction(stake, setup.unit),
                ): count
                for net in range(setup.nets)
                for stake in range(setup.stakes)
                if (count := next(numbers))
            }
            for _ in range(setup.spots)
        ]
        self.results = [[next(numbers) for _ in bet.results] for bet in setup.bets]
        units = [setup.unit] * min(2, setup.spots) + [bet.unit for bet in setup.bets]
        every = [one * other for one in units for other in units]
        sums = [[Fraction(next(numbers), unit**power) for unit in every] for power in (1, 2)]
        self.products = {
            divmod(place, len(units)): both
            for place, both in enumerate(zip(*sums, strict=True))
            if place // len(units) <= place % len(units)
        }
        step = setup.total_unit
        self.totals = {
            name: Fraction(number, step ** _AMOUNTS.get(name, 0))
            for name, number in zip(TOTALS, numbers, strict=True)
        }
        self._bets = setup.bets

    @property
    def are_possible(self) -> bool:
        """Whether they can be: each spot and bet has one result a round, and the sums fit them."""
        laws = [[(net, n) for (net, _), n in law.items()] for law in self.spots]
        for bet, counts in zip(self._bets, self.results, strict=True):
            laws.append(
                [(bet.net(result), n) for result, n in zip(bet.results, counts, strict=True)]
            )
        compared = laws[: min(2, len(self.spots))] + laws[len(self.spots) :]
        won, even, returned = (self.totals[name] for name in ("won", "even", "returned"))
        return (
            all(sum(n for _, n in law) == self.rounds for law in laws)
            and all(n >= 0 for law in laws for _, n in law)
            and all(
                self.products[place, place]
                == (sum(n * net**2 for net, n in law), sum(n * net**4 for net, n in law))
                for place, law in enumerate(compared)
            )
            and min(won, even) >= 0
            and won + even <= self.rounds
            and won <= returned <= self.rounds
        )


_AMOUNTS = {"net": 1, "stake": 1, "net_squared": 2, "stake_squared": 2, "net_stake": 2}
