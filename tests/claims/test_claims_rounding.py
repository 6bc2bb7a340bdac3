"""Rounding is decided in exact arithmetic; truncation and rounding up are told apart."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import pytest
from claim_games import PRINTED
from hypothesis import given
from hypothesis import strategies as st

from bjcalc.claims.printed import parse_printed
from bjcalc.claims.rounding import (
    SquareRoot,
    compare,
    exact_decimal,
    is_on_a_half,
    printed_as,
    roundings,
    value_text,
)
from bjcalc.sidebets import Rounding

N, T, U = Rounding.NEAREST, Rounding.TRUNCATED, Rounding.UP


@pytest.mark.parametrize(("text", "value", "expected"), PRINTED["rounded"])
def test_roundings(text: str, value: str, expected: list[str]) -> None:
    assert list(roundings(parse_printed(text, "house_edge"), Fraction(value))) == expected


def test_a_float_would_get_this_wrong() -> None:
    # 0.1 + 1e-30 is a float's 0.1; the half of the last digit lies between them.
    printed = parse_printed("0.2 %", "house_edge")
    half = Fraction("0.0015")
    assert roundings(printed, half) == (N, U)
    assert roundings(printed, half - Fraction(1, 10**30)) == (U,)
    assert is_on_a_half(printed, half)
    assert not is_on_a_half(printed, half - Fraction(1, 10**30))


def test_square_roots_are_compared_by_squares() -> None:
    root = SquareRoot(Fraction(2))
    assert compare(root, Fraction("1.4142135623730950488016887242")) > 0
    assert compare(root, Fraction("1.4142135623730950488016887243")) < 0
    assert compare(SquareRoot(Fraction(9, 4)), Fraction(3, 2)) == 0
    assert compare(root, Fraction(-2)) > 0
    assert roundings(parse_printed("1.414", "sd"), root) == (N, T)
    assert roundings(parse_printed("1.415", "sd"), root) == (U,)
    assert roundings(parse_printed("1", "sd"), SquareRoot(Fraction(9, 4))) == (N, T)
    assert roundings(parse_printed("2", "sd"), SquareRoot(Fraction(9, 4))) == (N, U)
    assert exact_decimal(root, 30) == "1.414213562373095048801688724210"
    assert exact_decimal(SquareRoot(Fraction(9, 4)), 0) == "2"


@given(st.fractions(min_value=-3, max_value=3), st.integers(0, 6))
def test_how_a_value_is_printed_agrees_with_what_is_admitted(value: Fraction, places: int) -> None:
    like = parse_printed("1" + ("." + "0" * places if places else "") + " %", "house_edge")
    for way, text in printed_as(value, like).items():
        assert way in roundings(parse_printed(text, "house_edge"), value)


@given(st.fractions(min_value=0, max_value=50), st.integers(0, 8))
def test_decimals_of_square_roots(square: Fraction, places: int) -> None:
    text = exact_decimal(SquareRoot(square), places)
    half = Fraction(1, 2 * 10**places)
    value = Fraction(text)
    assert max(value - half, Fraction(0)) ** 2 <= square <= (value + half) ** 2
    like = parse_printed("1" + ("." + "0" * places if places else ""), "sd")
    for way, shown_as in printed_as(SquareRoot(square), like).items():
        assert way in roundings(parse_printed(shown_as, "sd"), SquareRoot(square))
    assert isqrt(int(square)) <= value + half


def test_values_are_shown_in_the_unit_of_the_claim() -> None:
    assert value_text(Fraction(398, 415), parse_printed("95.9 %", "rtp"), 3) == "95.9036 %"
    assert (
        value_text(Fraction(1, 250), parse_printed("4.0 \u2030", "house_edge"), 1)
        == "4.00 per mille"
    )
    assert value_text(SquareRoot(Fraction(4)), parse_printed("2", "sd"), 1) == "2.0"
