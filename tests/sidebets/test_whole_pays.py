"""Counting whole-number pay tables: both methods against trying everything."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjcalc.sidebets.whole_pays import (
    MAX_ARRAY,
    TooLargeError,
    WholePays,
    _floor_sum,
    _search,
)

PROBLEMS = st.tuples(
    st.lists(st.integers(1, 12), min_size=1, max_size=4),
    st.integers(0, 3),
    st.integers(0, 6),
    st.booleans(),
)


def everything(weights: list[int], low: int, high: int, ordered: bool) -> list[tuple[int, ...]]:
    return [
        pays
        for pays in product(range(low, high + 1), repeat=len(weights))
        if not ordered
        or all(
            weights[i] >= weights[j] or pays[i] >= pays[j]
            for i in range(len(weights))
            for j in range(len(weights))
        )
    ]


def weighted(weights: list[int], pays: tuple[int, ...]) -> int:
    return sum(weight * pay for weight, pay in zip(weights, pays, strict=True))


@given(PROBLEMS, st.integers(-3, 200), st.integers(0, 12))
@settings(max_examples=300, deadline=None)
def test_against_trying_everything(
    problem: tuple[list[int], int, int, bool], first: int, width: int
) -> None:
    weights, low, more, ordered = problem
    last = max(0, first + width)
    tables = everything(weights, low, low + more, ordered)
    sums = Counter(weighted(weights, pays) for pays in tables)
    wanted = sorted(pays for pays in tables if first <= weighted(weights, pays) <= last)

    def fresh() -> WholePays:
        return WholePays(weights, low=low, high=low + more, ordered=ordered)

    assert fresh().count(first, last) == len(wanted)
    assert sorted(fresh().tables(first, last)) == wanted
    size = max(sums) + 2
    assert fresh().array(size)[: size + 1] == [sums[number] for number in range(size + 1)]
    searched = sum(
        chain.times * _search(chain, first - chain.offset, last - chain.offset)
        for chain in fresh().chains
    )
    assert searched == len(wanted)
    below = max((number for number in sums if number < first), default=None)
    above = min((number for number in sums if number > last), default=None)
    assert fresh().neighbours(first, last) == (below, above)


@given(st.integers(0, 40), st.integers(1, 30), st.integers(0, 50), st.integers(0, 50))
def test_floor_sums(terms: int, modulus: int, step: int, start: int) -> None:
    expected = sum((step * t + start) // modulus for t in range(terms))
    assert _floor_sum(terms, modulus, step, start) == expected


def test_only_allowed_pays_are_listed() -> None:
    pays = WholePays([1, 5, 9], low=1, high=50, ordered=True)
    allowed = [1, 2, 5, 10, 25, 50]
    assert list(pays.tables(60, 90, allowed=allowed)) == [
        table for table in pays.tables(60, 90) if set(table) <= set(allowed)
    ]


def test_the_listing_rises_from_the_commonest() -> None:
    tables = list(WholePays([2, 7, 5], low=1, high=30, ordered=True).tables(100, 110))
    keys = [(middle, last, first) for first, middle, last in tables]
    assert keys == sorted(keys)
    assert all(first >= last >= middle for first, middle, last in tables)


def test_work_out_of_reach_is_refused() -> None:
    weights = [10**9 + 7 * number for number in range(1, 9)]
    with pytest.raises(TooLargeError):
        WholePays(weights, low=1, high=1000, ordered=True).count(10**12, 2 * 10**12)
    with pytest.raises(TooLargeError):
        WholePays([1, 2], low=1, high=10**7, ordered=True).array(MAX_ARRAY + 1)


def test_two_ways_agree_on_a_real_five_category_bet() -> None:
    weights = [91, 768, 1924, 11520, 21904]
    by_search = WholePays(weights, low=1, high=1000, ordered=True).count(322238, 322274)
    by_array = WholePays(weights, low=1, high=1000, ordered=True)
    assert sum(by_array.array(322274)[322238:322275]) == by_search == 92524
