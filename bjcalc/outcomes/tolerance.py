"""Monitoring a live game: where the actual RTP of n rounds lies, with a given confidence.

Two figures are in use. Per initial bet, the actual RTP is 1 + (sum of net results) / (sum of
initial bets): a mean. Per unit wagered it is 1 + (sum of net results) / (sum of total stakes): a
ratio of two means, which has a variance of its own (`Moments.ratio_variance`). For many rounds both
are normal; the intervals take exact variances into the normal law. For few rounds the sum of net
results is convolved: its law is then right to 2^-100, whatever the shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import isqrt, lcm

from bjcalc.errors import BjcalcError
from bjcalc.numbers import percent_text
from bjcalc.outcomes.distribution import Moments

LEVELS = (Fraction(95, 100), Fraction(99, 100), Fraction(999, 1000))
MOST_CONVOLVED_ROUNDS = 2000
LAWS_EXPLAINED = (
    "Exact law: that of the sum of the results itself. Normal law: of the exact mean and variance."
)
_BITS = 192
_DIGITS = 30


class Per(StrEnum):
    """What an RTP is counted by."""

    INITIAL = "initial"
    WAGERED = "wagered"


@dataclass(frozen=True, slots=True)
class Interval:
    """The actual RTP of `rounds` rounds lies from `low` to `high` with this confidence.

    `convolved` says that it is from the law of the sum itself, not from the normal law.
    """

    rounds: int
    level: Fraction
    low: Fraction
    high: Fraction
    convolved: bool

    @property
    def text(self) -> str:
        """From where to where it reaches, in percent."""
        return f"{percent_text(self.low, 4).removesuffix(' %')} to {percent_text(self.high, 4)}"

    @property
    def law(self) -> str:
        """Which law it is from, in two words."""
        return "exact law" if self.convolved else "normal law"

    def holds(self, rtp: Fraction) -> bool:
        """Return whether an observed RTP is inside."""
        return self.low <= rtp <= self.high


def interval(
    moments: Moments,
    initial: Fraction,
    per: Per,
    rounds: int,
    level: Fraction,
    net_law: Mapping[Fraction, Fraction] | None,
) -> Interval:
    """Return the interval by the law that fits the question: this alone decides which one.

    `net_law` are the chances of the net results of one initial bet on the main game, None where
    other bets are made too or that law is not known. With it, per initial bet and for few rounds,
    the interval is from the law of the sum; else from the normal law.
    """
    whole = isinstance(rounds, int) and not isinstance(rounds, bool) and rounds > 0
    if not whole or not 0 < level < 1:
        raise BjcalcError(f"{rounds!r} rounds, level {level!r}: write 1 or more, and 0 < level < 1")
    if needs_law(per, rounds) and net_law is not None:
        return convolved_interval(net_law, Fraction(1), rounds, level)
    return normal_interval(moments, initial, per, rounds, level)


def needs_law(per: Per, rounds: int) -> bool:
    """Whether `interval` makes use of the law of a round's net result."""
    return per is Per.INITIAL and rounds <= MOST_CONVOLVED_ROUNDS


def normal_interval(
    moments: Moments, initial: Fraction, per: Per, rounds: int, level: Fraction
) -> Interval:
    """Return the interval that the normal law gives with the exact mean and variance.

    `initial` is the initial bets of a round. Bounds are rounded outwards, to 30 digits.
    """
    mean, variance = rtp_and_variance(moments, initial, per)
    half = quantile(level) * root(variance / rounds)
    return Interval(rounds, level, mean - half, mean + half, convolved=False)


def rtp_and_variance(moments: Moments, initial: Fraction, per: Per) -> tuple[Fraction, Fraction]:
    """Return the RTP and the variance of one round's share in it, so that n rounds have 1/n."""
    if per is Per.WAGERED:
        return moments.rtp_per_unit_wagered, moments.ratio_variance
    return 1 + moments.ev / initial, moments.variance / initial**2


def convolved_interval(
    net_law: Mapping[Fraction, Fraction], initial: Fraction, rounds: int, level: Fraction
) -> Interval:
    """Return the shortest interval of equal tails from the law of the sum of `rounds` results.

    At most (1 - level) / 2 is left out on either side. Per initial bet.
    """
    law = _power(net_law, rounds)
    tail = int((1 - level) / 2 * (1 << _BITS))
    low = _first_beyond(law.weights, tail)
    high = len(law.weights) - 1 - _first_beyond(law.weights[::-1], tail)

    def rtp(place: int) -> Fraction:
        return 1 + (law.lowest + place) * law.step / (rounds * initial)

    return Interval(rounds, level, rtp(low), rtp(high), convolved=True)


def tails(
    net_law: Mapping[Fraction, Fraction], initial: Fraction, rounds: int, rtp: Fraction
) -> tuple[Fraction, Fraction]:
    """Return the chances of an actual RTP at most, and at least, as observed; per initial bet."""
    law = _power(net_law, rounds)
    total = (rtp - 1) * initial * rounds
    places = [(law.lowest + place) * law.step for place in range(len(law.weights))]
    at_most = sum(w for net, w in zip(places, law.weights, strict=True) if net <= total)
    at_least = sum(w for net, w in zip(places, law.weights, strict=True) if net >= total)
    return Fraction(at_most, 1 << _BITS), Fraction(at_least, 1 << _BITS)


@dataclass(frozen=True, slots=True)
class _Weights:
    """A law on lowest, lowest + 1, ... steps; weights over 2^_BITS, rounded down."""

    lowest: int
    step: Fraction
    weights: list[int]


def _power(net_law: Mapping[Fraction, Fraction], rounds: int) -> _Weights:
    """Return the law of the sum of `rounds` independent results.

    Polynomials are multiplied as whole numbers, coefficients far apart. Each product is cut to
    _BITS bits, so that a weight lacks at most about 2 * rounds * size / 2^_BITS.
    """
    step = Fraction(1, lcm(*(net.denominator for net in net_law)))
    places = {int(net / step): chance for net, chance in net_law.items()}
    lowest = min(places)
    base = [0] * (max(places) - lowest + 1)
    for place, chance in places.items():
        base[place - lowest] = int(chance * (1 << _BITS))
    result: list[int] | None = None
    left = rounds
    while left:
        if left & 1:
            result = base if result is None else _multiply(result, base)
        left >>= 1
        if left:
            base = _multiply(base, base)
    assert result is not None
    return _Weights(lowest * rounds, step, result)


def _multiply(one: list[int], other: list[int]) -> list[int]:
    width = (2 * _BITS + len(one).bit_length() + 8) // 8 + 1
    product = _packed(one, width) * _packed(other, width)
    size = len(one) + len(other) - 1
    raw = product.to_bytes(size * width, "little")
    return [
        int.from_bytes(raw[place * width : (place + 1) * width], "little") >> _BITS
        for place in range(size)
    ]


def _packed(weights: list[int], width: int) -> int:
    return int.from_bytes(b"".join(w.to_bytes(width, "little") for w in weights), "little")


def _first_beyond(weights: list[int], tail: int) -> int:
    """Return the first place where the sum of weights up to it is more than `tail`."""
    total = 0
    for place, weight in enumerate(weights):
        total += weight
        if total > tail:
            return place
    raise AssertionError("the weights do not add up to 1")


def quantile(level: Fraction) -> Fraction:
    """Return z such that a standard normal number is within -z and z with this chance."""
    import mpmath  # type: ignore[import-untyped]

    with mpmath.workdps(_DIGITS + 10):
        z = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(level.numerator) / level.denominator)
        return Fraction(int(mpmath.ceil(z * mpmath.mpf(10) ** _DIGITS)), 10**_DIGITS)


def root(value: Fraction) -> Fraction:
    """Return the square root, rounded up to 30 digits."""
    scaled = value * 10 ** (2 * _DIGITS)
    whole = isqrt(-(-scaled.numerator // scaled.denominator))
    return Fraction(whole + 1, 10**_DIGITS)
