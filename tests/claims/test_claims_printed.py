"""Printed numbers: every digit and unit counts, and what is no number is explained."""

from __future__ import annotations

from fractions import Fraction

import pytest
from claim_games import PRINTED
from hypothesis import given
from hypothesis import strategies as st

from bjcalc.claims import ClaimError, parse_printed


@pytest.mark.parametrize(("text", "what", "value", "unit"), PRINTED["read"])
def test_value_and_unit(text: str, what: str, value: str, unit: str) -> None:
    printed = parse_printed(text, what)
    assert (printed.value, printed.unit) == (Fraction(value), Fraction(unit))


def test_more_digits_than_a_float_holds() -> None:
    digits = "99.514219641052837462910473829104738291"
    printed = parse_printed(f"{digits} %", "rtp")
    assert printed.value == Fraction(digits) / 100
    assert printed.unit == Fraction(1, 10**38)


def test_words_beside_the_number_say_what_it_is() -> None:
    assert parse_printed("0.35 % house edge").what == "house_edge"
    assert parse_printed("return to player 99.6 %").what == "rtp"
    assert parse_printed("99.6 %").what is None
    assert parse_printed("99.6 % per unit wagered").denominator == "total wagered"
    assert parse_printed("99.6 % of the initial bet").denominator == "initial bet"


def test_what_was_assumed_is_said() -> None:
    assert parse_printed("99.6 %", "rtp").remarks == ()
    assert "taken as a percentage" in parse_printed("99.6", "rtp").remarks[0]
    assert "plain number" in parse_printed("0.996", "rtp").remarks[0]
    assert "'about'" in parse_printed("about 99.6 %", "rtp").remarks[0]


@pytest.mark.parametrize(("text", "part"), [*PRINTED["refused"], ("9" * 300, "too long")])
def test_what_is_not_a_printed_number_is_refused(text: str, part: str) -> None:
    with pytest.raises(ClaimError, match=part):
        parse_printed(text, None)


def test_a_house_edge_is_no_rtp() -> None:
    with pytest.raises(ClaimError, match="says that it is a house edge"):
        parse_printed("0.35 % house edge", "rtp")


@given(st.integers(0, 10**40), st.integers(0, 40), st.sampled_from(".,"))
def test_any_number_of_digits_is_exact(number: int, places: int, point: str) -> None:
    digits = str(number).rjust(places + 1, "0")
    text = digits[: len(digits) - places] + (
        point + digits[len(digits) - places :] if places else ""
    )
    printed = parse_printed(f"{text} %", "rtp")
    assert printed.value == Fraction(number, 100 * 10**places)
    assert printed.places == places


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        printed = parse_printed(text, "rtp")
    except ClaimError:
        return
    assert printed.unit > 0
