"""Counting and listing whole-number pay tables whose weighted sum lies in a given range.

The unknowns are pays a_1, ..., a_k between `low` and `high` with positive integer weights; where
`ordered`, an entry of smaller weight is at least as large as any of greater weight (entries of
equal weight are free among themselves). Two exact ways to count: one pass per weight over an array
indexed by the sum (a generating function, multiplied factor by factor), or a search over all
entries but the two of least weight, which are counted by a sum of floors in closed form. Which one
is used depends on an estimate of the work; tests compare the two.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, product
from math import factorial, gcd
from operator import add, sub

MAX_ARRAY = 4_000_000
MAX_NODES = 2_000_000


class TooLargeError(Exception):
    """The tables cannot be counted with a reasonable amount of work."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Numbers limit >= b_1 >= b_2 >= ... >= b_k >= 0 with weights; `free`: each 0..limit, no order.

    One tie pattern of a `WholePays`, shifted to start at 0; it stands for `times` tables and its
    sums are `offset` less than theirs.
    """

    weights: tuple[int, ...]
    limit: int
    free: bool
    times: int
    offset: int


class WholePays:
    """The pay tables with these weights, low <= a_i <= high, and perhaps the order above."""

    def __init__(self, weights: Sequence[int], *, low: int, high: int, ordered: bool) -> None:
        """Prepare; the weights must be positive, in any order."""
        self.low, self.high, self.ordered = low, high, ordered
        self.given = tuple(weights)
        # Positions by rising weight: the rarest category first.
        self.order = sorted(range(len(weights)), key=lambda index: weights[index])
        self.weights = tuple(weights[index] for index in self.order)
        self.least = low * sum(weights)
        self.most = high * sum(weights)
        self.chains = tuple(_chains(self.weights, low, high, ordered))
        self._array: list[int] | None = None

    def count(self, first: int, last: int) -> int:
        """Return how many tables have a sum from `first` to `last`. Raises TooLargeError."""
        first, last = max(first, self.least), min(last, self.most)
        if first > last:
            return 0
        nodes = self._nodes(last)
        if self._array is None and nodes <= min(self._cells(last), MAX_NODES):
            return sum(
                chain.times * _search(chain, first - chain.offset, last - chain.offset)
                for chain in self.chains
            )
        return sum(self.array(last)[first : last + 1])

    def array(self, last: int) -> list[int]:
        """Return how many tables have each sum from 0 to at least `last`. Raises TooLargeError."""
        if self._array is None or len(self._array) <= last:
            if last > MAX_ARRAY:
                raise TooLargeError
            total = [0] * (last + 1)
            for chain in self.chains:
                part = _chain_array(chain, last - chain.offset)
                if part:
                    shifted = [chain.times * number for number in part]
                    total[chain.offset :] = map(add, total[chain.offset :], shifted)
            self._array = total
        return self._array

    def admits(self, pays: Sequence[int]) -> bool:
        """Return whether these pays, in the order of the weights given, are such a table."""
        if not all(self.low <= pay <= self.high for pay in pays):
            return False
        by_weight = sorted(zip(self.given, pays, strict=True))
        return not self.ordered or all(
            pay >= other
            for (weight, pay), (heavier, other) in combinations(by_weight, 2)
            if weight < heavier
        )

    def neighbours(self, first: int, last: int) -> tuple[int | None, int | None]:
        """Return the greatest sum below `first` and the least above `last` that a table has.

        None where there is none. Raises TooLargeError where that cannot be settled.
        """
        below = self._nearest(first - 1, -1, self.least)
        above = self._nearest(last + 1, 1, self.most)
        return below, above

    def _nearest(self, start: int, step: int, end: int) -> int | None:
        """Return the first sum with a table, from `start` in the direction of `step` to `end`."""
        if (end - start) * step < 0:
            return None
        start = min(max(start, self.least), self.most)
        width = 1
        while True:
            far = start + step * (width - 1)
            if (end - far) * step <= 0:
                far = end
            if self.count(min(start, far), max(start, far)):
                break
            if far == end:
                return None
            width *= 4
        near = start
        while near != far:
            middle = (near + far) // 2 if step > 0 else -(-(near + far) // 2)
            if self.count(min(near, middle), max(near, middle)):
                far = middle
            else:
                near = middle + step
        return near

    def _nodes(self, last: int) -> float:
        """Estimate the work of counting by search, in steps."""
        nodes = 0.0
        for chain in self.chains:
            ways, reach = 1.0, 0
            room = last - chain.offset
            for index, weight in enumerate(chain.weights):
                reach = weight if chain.free else reach + weight
                if index >= 2:
                    ways *= 1 + min(chain.limit, room / reach if room > 0 else 0)
            nodes += ways / (1 if chain.free else factorial(max(1, len(chain.weights) - 2)))
        return nodes

    def _cells(self, last: int) -> float:
        """Estimate the work of counting by array, in steps of the search (a cell costs 1/100)."""
        size = len(self.weights)
        passes = sum(
            2 * len(chain.weights) if chain.free else (size + 1) * size / 4 for chain in self.chains
        )
        return last * passes / 100 if last <= MAX_ARRAY else float("inf")

    def tables(
        self,
        first: int,
        last: int,
        *,
        allowed: Sequence[int] | None = None,
        steps: int | None = None,
    ) -> Iterator[tuple[int, ...]]:
        """Yield every table with a sum from `first` to `last`, pays in the given order of weights.

        In order of the pay of the greatest weight, then of the next, and so on, rising. With
        `allowed` (rising), only tables made of these pays. Raises TooLargeError after so many
        `steps` of the search, if that is given.
        """
        left = [steps or 0]
        size = len(self.weights)
        block = [self.weights.index(weight) for weight in self.weights]
        before = [sum(self.weights[:index]) for index in range(size)]
        chosen = [0] * size

        def choices(least: int, most: int) -> Sequence[int]:
            least, most = max(least, self.low), min(most, self.high)
            if allowed is None:
                return range(least, most + 1)
            return allowed[bisect_left(allowed, least) : bisect_right(allowed, most)]

        def bound(index: int) -> int:
            """Return the least pay at `index`: that of every greater weight."""
            after = [chosen[i] for i in range(index + 1, size) if block[i] != block[index]]
            return max(after, default=self.low) if self.ordered else self.low

        def walk(index: int, left_first: int, left_last: int) -> Iterator[tuple[int, ...]]:
            weight = self.weights[index]
            if steps is not None:
                left[0] -= 1
                if left[0] < 0:
                    raise TooLargeError
            least = bound(index)
            if index == 0:
                for pay in choices(max(least, -(-left_first // weight)), left_last // weight):
                    chosen[0] = pay
                    yield self._given_order(chosen)
                return
            if index == 1:
                for pay in self._last_two(least, left_first, left_last, choices):
                    chosen[1] = pay
                    yield from walk(0, left_first - weight * pay, left_last - weight * pay)
                return
            room = before[index] * self.high
            for pay in choices(max(least, -(-(left_first - room) // weight)), left_last // weight):
                chosen[index] = pay
                rest = sum(
                    self.weights[i] * (bound(i) if block[i] == block[index] else max(least, pay))
                    if self.ordered
                    else self.weights[i] * self.low
                    for i in range(index)
                )
                if weight * pay + rest > left_last:
                    break
                yield from walk(index - 1, left_first - weight * pay, left_last - weight * pay)

        yield from walk(size - 1, first, last)

    def _last_two(
        self, least: int, first: int, last: int, choices: Callable[[int, int], Sequence[int]]
    ) -> Sequence[int]:
        """Return the pays of the second rarest for which the rarest may have one, rising."""
        rare, weight = self.weights[0], self.weights[1]
        most = last // weight
        if self.ordered and rare != weight:
            most = min(most, last // (rare + weight))
        low = max(least, -(-(first - rare * self.high) // weight))
        found = choices(low, most)
        if len(found) < 50 or last - first >= min(rare, len(found)):
            return found
        # A narrow range: the sum fixes the pay modulo the other weight.
        common = gcd(rare, weight)
        modulus = rare // common
        inverse = pow(weight // common, -1, modulus) if modulus > 1 else 0
        residues = {
            target // common * inverse % modulus
            for target in range(first, last + 1)
            if target % common == 0
        }
        return [pay for pay in found if pay % modulus in residues]

    def _given_order(self, chosen: list[int]) -> tuple[int, ...]:
        pays = [0] * len(chosen)
        for place, pay in zip(self.order, chosen, strict=True):
            pays[place] = pay
        return tuple(pays)


def _chains(weights: tuple[int, ...], low: int, high: int, ordered: bool) -> Iterator[Chain]:
    """Yield chains that together count every table once.

    Equal weights are free among themselves: each way to split such a block into runs of equal
    pays, one run strictly above the next, is a chain of its own, which stands for all the ways to
    hand the block's categories out to its runs.
    """
    if not ordered:
        yield Chain(weights, high - low, True, 1, low * sum(weights))
        return
    blocks = [(weight, weights.count(weight)) for weight in dict.fromkeys(weights)]
    for runs in product(*(list(_compositions(size)) for _, size in blocks)):
        merged: list[int] = []
        strict: list[int] = []
        times = 1
        for (weight, size), parts in zip(blocks, runs, strict=True):
            merged += [weight * part for part in parts]
            strict += [1] * (len(parts) - 1) + [0]
            times *= factorial(size)
            for part in parts:
                times //= factorial(part)
        # How far an entry stands above the last one through strict steps alone.
        above = list(accumulate(reversed(strict)))[::-1]
        limit = high - low - above[0]
        if limit >= 0:
            offset = sum(weight * (low + up) for weight, up in zip(merged, above, strict=True))
            yield Chain(tuple(merged), limit, False, times, offset)


def _compositions(size: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield ()
    for part in range(1, size + 1):
        for rest in _compositions(size - part):
            yield (part, *rest)


def _chain_array(chain: Chain, last: int) -> list[int]:
    """Return how many solutions of the chain have each sum from 0 to `last`."""
    if last < 0:
        return []
    if chain.free:
        array = [1] + [0] * last
        for weight in chain.weights:
            _take_shifted(array, list(array), (chain.limit + 1) * weight)
            _multiply(array, weight)
        return array
    return _capped(chain.weights, chain.limit, last, {})


def _capped(
    weights: tuple[int, ...], limit: int, last: int, known: dict[int, list[int]]
) -> list[int]:
    """Return the number of chains limit >= b_1 >= ... >= b_k >= 0 with each sum, 0 to `last`.

    Without the limit the generating function is the product of 1 / (1 - x^C_j) over the prefix
    sums C_j of the weights (the differences of the b are free). Chains whose first j entries alone
    exceed the limit are those of these j entries, all raised by limit + 1, times the capped chains
    of the others; they are taken off, innermost factor first.
    """
    size = len(weights)
    if size in known:
        return known[size]
    prefix = list(accumulate(weights))
    array = [1] + [0] * last
    for j in range(size, 0, -1):
        start = (limit + 1) * prefix[j - 1]
        if start <= last:
            rest = _capped(weights[j:], limit, last, known) if j < size else [1] + [0] * last
            _take_shifted(array, rest, start)
        _multiply(array, prefix[j - 1])
    known[size] = array
    return array


def _take_shifted(array: list[int], other: list[int], start: int) -> None:
    """Subtract x^start times `other` from `array`, in place."""
    if start < len(array):
        array[start:] = map(sub, array[start:], other[: len(array) - start])


def _multiply(array: list[int], weight: int) -> None:
    """Multiply by 1 / (1 - x^weight), in place."""
    size = len(array)
    if weight * weight < size:
        for residue in range(weight):
            array[residue::weight] = accumulate(array[residue::weight])
    else:
        for start in range(weight, size, weight):
            stop = min(start + weight, size)
            array[start:stop] = map(add, array[start:stop], array[start - weight : stop - weight])


def _search(chain: Chain, first: int, last: int) -> int:
    """Count the solutions with a sum from `first` to `last`, two entries at once in closed form."""
    weights, limit = chain.weights, chain.limit
    prefix = list(accumulate(weights))

    def walk(index: int, least: int, low: int, high: int) -> int:
        if high < 0:
            return 0
        if index == 1:
            return _pairs(chain, least, high) - _pairs(chain, least, low - 1)
        if index == 0:
            return len(range(max(least, -(-low // weights[0])), min(limit, high // weights[0]) + 1))
        weight = weights[index]
        most = min(limit, high // (weight if chain.free else prefix[index]))
        lowest = max(least, -(-(low - prefix[index - 1] * limit) // weight))
        return sum(
            walk(index - 1, 0 if chain.free else b, low - weight * b, high - weight * b)
            for b in range(lowest, most + 1)
        )

    return walk(len(weights) - 1, 0, first, last)


def _pairs(chain: Chain, least: int, most: int) -> int:
    """Count the (b_1, b_2) with w_1 b_1 + w_2 b_2 <= most and b_2 >= least, within the chain."""
    if most < 0:
        return 0
    rare, weight = chain.weights[0], chain.weights[1]
    limit = chain.limit
    # Up to `full`, b_1 may be anything up to the limit.
    full = min(limit, (most - rare * limit) // weight)
    end = min(limit, most // (weight if chain.free else rare + weight))
    count = 0
    if full >= least:
        terms = full - least + 1
        count += terms * (limit + 1)
        if not chain.free:
            count -= (least + full) * terms // 2
    start = max(least, full + 1)
    if end >= start:
        terms = end - start + 1
        # b_2 = end - t for t = 0, 1, ...: floor((most - w_2 end + w_2 t) / w_1) + 1 values.
        count += _floor_sum(terms, rare, weight, most - weight * end) + terms
        if not chain.free:
            count -= (start + end) * terms // 2
    return count


def _floor_sum(terms: int, modulus: int, step: int, start: int) -> int:
    """Return the sum of floor((step * t + start) / modulus) for t = 0 .. terms - 1.

    All of step and start at least 0. The lattice points under a line, by the Euclidean algorithm.
    """
    total = 0
    while True:
        total += (terms - 1) * terms // 2 * (step // modulus) + terms * (start // modulus)
        step, start = step % modulus, start % modulus
        height = step * terms + start
        if height < modulus:
            return total
        terms, start = divmod(height, modulus)
        modulus, step = step, modulus
