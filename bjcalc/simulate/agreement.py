"""What was counted, with standard errors, beside what is exact; and one test of it all.

Standard errors are from exact variances where there are any, else from the sample. A z-score is
(estimate - exact) / standard error. Of many z-scores some are large by chance: the overall test
takes the smallest of all p-values times their number (Bonferroni), which holds however they depend
on each other. Outcomes too rare for a z-score enter through a chi-square test of the whole law,
with rare outcomes put together. Everything here is statistics: decimals, not exact numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import erfc, nan, sqrt

from bjcalc.outcomes.combine import Combination, Together
from bjcalc.outcomes.covariance import BetAtSpot, Covariances
from bjcalc.outcomes.distribution import Distribution, Moments
from bjcalc.sidebets.bet import SideBet
from bjcalc.simulate.run import Played
from bjcalc.simulate.tables import TableSetup
from bjcalc.simulate.tallies import Tallies

FEWEST_EXPECTED = 25
"""Outcomes expected less often have no z-score."""

_FEWEST_IN_A_CELL = 5


@dataclass(frozen=True, slots=True)
class Estimate:
    """One figure: what was simulated, its standard error, what is exact (None: not known)."""

    name: str
    estimate: float
    error: float
    exact: Fraction | None

    @property
    def z(self) -> float | None:
        """(estimate - exact) / standard error."""
        if self.exact is None or not self.error > 0:
            return None
        return (self.estimate - float(self.exact)) / self.error


@dataclass(frozen=True, slots=True)
class LawTest:
    """A chi-square test of a whole law."""

    name: str
    statistic: float
    freedom: int
    p: float


@dataclass(slots=True)
class Agreement:
    """All estimates of a simulation, and how they agree with the exact values."""

    rounds: int
    estimates: list[Estimate] = field(default_factory=list)
    tests: list[LawTest] = field(default_factory=list)

    def add(self, name: str, estimate: float, variance: Fraction, exact: Fraction) -> None:
        """Add an estimate whose exact value and variance in one round are known."""
        error = sqrt(variance / self.rounds)
        self.estimates.append(Estimate(name, estimate, error, exact))

    def add_share(self, name: str, share: float) -> None:
        """Add the share of rounds in which something happened, not known exactly."""
        error = sqrt(share * (1 - share) / self.rounds)
        self.estimates.append(Estimate(name, share, error, None))

    @property
    def p_values(self) -> list[float]:
        """The two-sided p-values of all z-scores, and those of the tests."""
        scores = [one.z for one in self.estimates]
        return [erfc(abs(z) / sqrt(2)) for z in scores if z is not None] + [
            test.p for test in self.tests
        ]

    @property
    def overall_p(self) -> float:
        """The chance, at most, of a smallest p-value like this if all agrees."""
        values = self.p_values
        return min(1.0, len(values) * min(values)) if values else nan

    @property
    def largest_z(self) -> float:
        """The z-score that is farthest from 0."""
        scores = [one.z for one in self.estimates if one.z is not None]
        return max(scores, key=abs, default=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """The exact values to compare with; `law` is None where the whole law is not known."""

    moments: Moments
    law: Distribution | None
    covariances: Covariances
    combination: Combination
    together: Together


def compare(setup: TableSetup, played: Played, exact: Exact) -> Agreement:
    """Compare all that was counted; a round must have been played."""
    tallies = Tallies(setup, played.tallies)
    found = Agreement(tallies.rounds)
    for spot, law in enumerate(tallies.spots):
        label = "main" if setup.spots == 1 else f"main, spot {spot + 1}"
        _main(found, label, law, exact, whole_law=spot == 0)
    for bet, counts in zip(setup.bets, tallies.results, strict=True):
        chances = exact.covariances.result_chances(bet)
        mean, stake = exact.covariances.mean(bet)
        here = BetAtSpot(bet, 0)
        variance = exact.covariances.products(here, here).net_net - mean**2
        counted = list(zip(bet.results, counts, strict=True))
        net = sum((bet.net(result) * n for result, n in counted), Fraction(0))
        offered = sum(n for result, n in counted if result is not None)
        if offered:
            ratio = mean / stake
            # With a bet that is not always offered this is a ratio; E[N S] is E[N].
            spread = (variance + mean**2 - 2 * ratio * mean + ratio**2 * stake) / stake**2
            found.add(f"{bet.bet.name}: RTP", 1 + float(net / offered), spread, 1 + ratio)
        names = [_result_name(bet.bet, result) for result in bet.results]
        _law(
            found,
            bet.bet.name,
            dict(zip(names, counts, strict=True)),
            dict(zip(names, chances, strict=True)),
        )
    _products(found, setup, tallies, exact)
    if exact.combination.hands > 1 or exact.combination.bets:
        _together(found, tallies, exact.together)
    return found


def _main(
    found: Agreement,
    label: str,
    law: Mapping[tuple[Fraction, Fraction], int],
    exact: Exact,
    *,
    whole_law: bool,
) -> None:
    n = found.rounds
    net = sum((outcome[0] * count for outcome, count in law.items()), Fraction(0))
    stake = sum((outcome[1] * count for outcome, count in law.items()), Fraction(0))
    m = exact.moments
    found.add(f"{label}: RTP", 1 + float(net / n), m.variance, 1 + m.ev)
    found.add(f"{label}: total stake", float(stake / n), m.stake_variance, m.stake)
    found.add(
        f"{label}: RTP per unit wagered",
        1 + float(net / stake),
        m.ratio_variance,
        m.rtp_per_unit_wagered,
    )
    if not whole_law:
        return
    for index, name in enumerate(("net", "stake")):
        counts: Counter[str] = Counter()
        for outcome, count in sorted(law.items(), key=lambda item: item[0][index]):
            counts[amount_text(outcome[index], signed=index == 0)] += count
        chances = None
        if exact.law is not None:
            marginal = exact.law.net if index == 0 else exact.law.stakes
            chances = {amount_text(value, signed=index == 0): p for value, p in marginal.items()}
        _law(found, f"{label}: {name}", counts, chances)


def _law(
    found: Agreement, label: str, counts: Mapping[str, int], chances: Mapping[str, Fraction] | None
) -> None:
    """Add the estimate of every outcome, and the test of the whole law."""
    n = found.rounds
    if chances is None:
        for key, count in counts.items():
            found.add_share(f"{label} {key}", count / n)
        return
    for key, chance in chances.items():
        error = sqrt(chance * (1 - chance) / n) if chance * n >= FEWEST_EXPECTED else nan
        found.estimates.append(Estimate(f"{label} {key}", counts.get(key, 0) / n, error, chance))
    found.tests.append(_chi_square(label, counts, chances, n))


def _chi_square(
    label: str, counts: Mapping[str, int], chances: Mapping[str, Fraction], n: int
) -> LawTest:
    """Return the test of a law, in which an outcome that cannot be has a p-value of 0."""
    import mpmath  # type: ignore[import-untyped]

    cells, rare_count, rare_expected = [], 0, 0.0
    for key, chance in chances.items():
        count, expected = counts.get(key, 0), float(chance * n)
        if expected < _FEWEST_IN_A_CELL:
            rare_count, rare_expected = rare_count + count, rare_expected + expected
        else:
            cells.append((count, expected))
    if rare_expected >= 1:
        cells.append((rare_count, rare_expected))
    statistic = sum(((count - expected) ** 2 / expected for count, expected in cells), 0.0)
    freedom, p = max(0, len(cells) - 1), 1.0
    if any(count and key not in chances for key, count in counts.items()):
        p = 0.0
    elif freedom:
        p = float(mpmath.gammainc(freedom / 2, statistic / 2, regularized=True))
    return LawTest(label, statistic, freedom, p)


def _products(found: Agreement, setup: TableSetup, tallies: Tallies, exact: Exact) -> None:
    """Add the mean product of every two bets' net results."""
    places = [BetAtSpot(None, spot) for spot in range(min(2, setup.spots))]
    places += [BetAtSpot(bet, 0) for bet in setup.bets]
    labels = ["main"] if setup.spots == 1 else ["main, spot 1", "main, spot 2"]
    labels += [bet.bet.name for bet in setup.bets]
    n = found.rounds
    for (one, other), (total, squares) in tallies.products.items():
        if one == other:
            continue
        mean = float(total / n)
        error = sqrt(max(0.0, float(squares / n) - mean**2) / n)
        found.estimates.append(
            Estimate(
                f"{labels[one]} x {labels[other]}: mean product",
                mean,
                error,
                exact.covariances.products(places[one], places[other]).net_net,
            )
        )


def _together(found: Agreement, tallies: Tallies, together: Together) -> None:
    n, m = found.rounds, together.moments
    net, stake = tallies.totals["net"], tallies.totals["stake"]
    found.add(
        "all bets: RTP",
        1 + float(net / n / together.initial),
        m.variance / together.initial**2,
        together.rtp,
    )
    found.add(
        "all bets: RTP per unit wagered",
        1 + float(net / stake),
        m.ratio_variance,
        m.rtp_per_unit_wagered,
    )
    for name, text in (("won", "net above 0"), ("even", "net 0"), ("returned", "some returned")):
        found.add_share(f"all bets: {text}", float(tallies.totals[name] / n))


def _result_name(bet: SideBet, result: tuple[int, ...] | None) -> str:
    if result is None:
        return "not offered"
    return " + ".join(bet.categories[index].name for index in result) or "lost"


def amount_text(amount: Fraction, *, signed: bool = False) -> str:
    """Return an amount in initial bets as a short decimal or fraction."""
    plus = "+" if signed and amount > 0 else ""
    return plus + (f"{float(amount):.1f}" if amount.denominator == 2 else str(amount))
