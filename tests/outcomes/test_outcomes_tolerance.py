"""Tolerances: the normal law with exact variances, and sums convolved exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from bjcalc.outcomes import Distribution
from bjcalc.outcomes.tolerance import (
    LEVELS,
    Per,
    convolved_interval,
    normal_interval,
    quantile,
    root,
    rtp_and_variance,
    tails,
)

HALF = Fraction(1, 2)
COIN = {Fraction(-1): HALF, Fraction(1): HALF}
LAW = Distribution(
    {
        (Fraction(-1), Fraction(1)): Fraction(1, 2),
        (Fraction(3, 2), Fraction(1)): Fraction(1, 6),
        (Fraction(-2), Fraction(2)): Fraction(1, 12),
        (Fraction(2), Fraction(2)): Fraction(1, 4),
    }
)


def test_quantiles_are_the_known_ones() -> None:
    known = {"0.95": "1.959963984540054", "0.99": "2.575829303548901", "0.999": "3.290526731491895"}
    for level, z in known.items():
        assert abs(quantile(Fraction(level)) - Fraction(z)) < Fraction(1, 10**15)


@pytest.mark.parametrize("value", [Fraction(0), Fraction(2), Fraction(1, 3), Fraction(10**40)])
def test_roots_are_rounded_up(value: Fraction) -> None:
    found = root(value)
    assert value <= found**2
    assert found == 0 or (found - Fraction(2, 10**30)) ** 2 < value or value == 0


def test_coins_are_binomial() -> None:
    rounds = 100
    interval = convolved_interval(COIN, Fraction(1), rounds, Fraction(95, 100))

    def below(heads: int) -> Fraction:
        return Fraction(sum(comb(rounds, k) for k in range(heads)), 2**rounds)

    heads = next(k for k in range(rounds) if below(k + 1) > Fraction(25, 1000))
    assert interval.low == 1 + Fraction(2 * heads - rounds, rounds)
    assert interval.high == 2 - interval.low
    assert interval.holds(Fraction(1))
    assert not interval.holds(interval.low - Fraction(1, 1000))


@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
def test_sums_are_those_of_all_sequences(rounds: int) -> None:
    net = LAW.net
    for threshold in (Fraction(1, 2), Fraction(1), Fraction(7, 5)):
        at_most = at_least = Fraction(0)
        for results in product(net, repeat=rounds):
            chance = Fraction(1)
            for result in results:
                chance *= net[result]
            rtp = 1 + sum(results) / Fraction(rounds)
            at_most += chance if rtp <= threshold else 0
            at_least += chance if rtp >= threshold else 0
        low, high = tails(net, Fraction(1), rounds, threshold)
        assert abs(low - at_most) < Fraction(1, 2**150)
        assert abs(high - at_least) < Fraction(1, 2**150)


def test_many_rounds_come_near_the_normal_law() -> None:
    for level in LEVELS:
        convolved = convolved_interval(LAW.net, Fraction(1), 1000, level)
        normal = normal_interval(LAW.moments, Fraction(1), Per.INITIAL, 1000, level)
        assert abs(convolved.low - normal.low) < Fraction(1, 500)
        assert abs(convolved.high - normal.high) < Fraction(1, 500)


def test_the_variance_of_the_ratio() -> None:
    """Per unit wagered, by the delta method: E[(N - r S)^2] / E[S]^2 with r = E[N] / E[S]."""
    moments = LAW.moments
    ratio = moments.ev / moments.stake
    spread = LAW.expectation(lambda net, stake: (net - ratio * stake) ** 2)
    rtp, variance = rtp_and_variance(moments, Fraction(1), Per.WAGERED)
    assert rtp == 1 + ratio
    assert variance == spread / moments.stake**2


def test_the_ratio_of_many_rounds_has_that_variance() -> None:
    """Against the exact law of the sums of ten rounds: they differ by O(1/n)."""
    law: dict[tuple[Fraction, Fraction], Fraction] = {(Fraction(0), Fraction(0)): Fraction(1)}
    rounds = 20
    for _ in range(rounds):
        more: dict[tuple[Fraction, Fraction], Fraction] = {}
        for (net, stake), chance in law.items():
            for (net2, stake2), chance2 in LAW.law.items():
                key = net + net2, stake + stake2
                more[key] = more.get(key, Fraction(0)) + chance * chance2
        law = more
    mean = sum(p * net / stake for (net, stake), p in law.items())
    variance = sum(p * (net / stake - mean) ** 2 for (net, stake), p in law.items())
    assert abs(float(rounds * variance / LAW.moments.ratio_variance) - 1) < 0.06
