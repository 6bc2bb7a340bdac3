"""Pay tables backwards: rounding, published tables first, proofs of unreachability, speed."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest
from bets import known_bet, made, on_decks

from bjcalc.errors import BjcalcError
from bjcalc.sidebets import PayTables, PrintedRtp, Rounding, known_tables

NEAREST, TRUNCATED, UP = Rounding.NEAREST, Rounding.TRUNCATED, Rounding.UP


def solved(name: str, printed: str, decks: int = 8, **options: Any) -> PayTables:
    return PayTables(on_decks(known_bet(name), decks), PrintedRtp.parse(printed), **options)


def numbers(tables: PayTables) -> list[int | None]:
    return [tables.number(rounding) for rounding in Rounding]


def test_a_printed_number_keeps_its_digits() -> None:
    printed = PrintedRtp.parse(" 95.90 % ")
    assert (printed.text, printed.value, printed.unit) == (
        *("95.90", Fraction(9590, 10000), Fraction(1, 10000)),
    )


@pytest.mark.parametrize("text", ["", "x", "-3", "0.9629", "1.5", "96,29", "9e1", "96.", "99999"])
def test_what_is_no_percentage(text: str) -> None:
    with pytest.raises(BjcalcError, match="--rtp"):
        PrintedRtp.parse(text)


@pytest.mark.parametrize(
    ("rtp", "roundings"),
    [
        ("0.96", {NEAREST, TRUNCATED, UP}),
        ("0.965", {NEAREST, TRUNCATED}),
        ("0.955", {NEAREST, UP}),
        ("0.9549999", {UP}),
        ("0.9650001", {TRUNCATED}),
        ("0.97", set()),
        ("0.95", set()),
        ("0.9699999", {TRUNCATED}),
        ("0.9500001", {UP}),
    ],
)
def test_what_each_rounding_admits(rtp: str, roundings: set[Rounding]) -> None:
    """A value exactly on a half may have been printed either way."""
    printed = PrintedRtp.parse("96")
    assert {rounding for rounding in Rounding if printed.admits(Fraction(rtp), rounding)} == (
        roundings
    )
    for rounding in Rounding:
        for total in (7, 415, 1000, 10**7):
            low, high = printed.numerators(rounding, total)
            assert printed.admits(Fraction(low, total), rounding) or low > high
            assert printed.admits(Fraction(high, total), rounding) or low > high
            assert not printed.admits(Fraction(low - 1, total), rounding)
            assert not printed.admits(Fraction(high + 1, total), rounding)


def test_the_claims_of_the_two_games() -> None:
    tables = solved("perfect-pairs", "95.91")
    assert tables.lattice == (1, 415)
    assert numbers(tables) == [0, 0, 21]
    for rounding in (NEAREST, TRUNCATED):
        near = tables.neighbours(rounding)
        assert near is not None and near.below is not None and near.above is not None
        assert (near.below[0], near.above[0]) == (Fraction(398, 415), Fraction(399, 415))
        assert tables.rtp(near.below[1]) == near.below[0]
        assert tables.rtp(near.above[1]) == near.above[0]
    tables = solved("perfect-pairs", "95.90")
    assert numbers(tables) == [21, 21, 0]
    assert [known.name for known in tables.known] == ["Perfect Pairs 25-12-6"]
    assert tables.ranked(1) == [(25, 12, 6)]


def test_every_table_for_perfect_pairs_by_trying_everything() -> None:
    tables = solved("perfect-pairs", "95.9", highest=60)
    one, two, three = tables.counts.categories
    wanted = []
    for c in range(1, 61):
        for b in range(c, 61):
            for a in range(b, 61):
                returned = one * (a + 1) + two * (b + 1) + three * (c + 1)
                if tables.roundings(Fraction(returned, tables.counts.total)):
                    wanted.append((a, b, c))
    assert sorted(tables.tables()) == sorted(wanted)
    assert tables.number() == len(wanted)


def test_21_plus_3_is_printed_so_only_when_cut_off() -> None:
    tables = solved("21+3", "96.29")
    (known,) = tables.known
    assert (known.name, known.rtp) == ("21+3 100-40-30-10-5", Fraction(119489, 124085))
    assert tables.roundings(known.rtp) == (TRUNCATED,)
    assert tables.number(TRUNCATED) == 92524


def test_five_and_eight_categories_take_seconds() -> None:
    started = time.monotonic()
    for name, printed in (("21+3", "96.29"), ("lucky-lucky", "97.38"), ("lucky-ladies", "75.95")):
        tables = solved(name, printed)
        assert all(number is not None and number > 10**4 for number in numbers(tables))
        assert len(tables.ranked(10)) == 10
    assert time.monotonic() - started < 20


def test_the_number_is_that_of_the_listing() -> None:
    tables = solved("21+3", "96.296", lowest=2, highest=300)
    listed = list(tables.tables())
    assert len(listed) == tables.number() == len(set(listed))
    for rounding in Rounding:
        fitting = [pays for pays in listed if rounding in tables.roundings(tables.rtp(pays))]
        assert len(fitting) == tables.number(rounding)
    assert all(a >= b >= c >= d >= e for a, b, c, d, e in listed)


def test_any_order_has_more_tables() -> None:
    fewer = solved("21+3", "96.29").number()
    more = solved("21+3", "96.29", ordered=False).number()
    assert fewer is not None and more is not None and fewer < more


def test_the_ranking() -> None:
    assert (100, 40, 30, 10, 5) in solved("21+3", "96.2961").ranked(3)
    assert len(set(solved("21+3", "96.29").ranked(20))) == 20


def test_a_category_that_cannot_happen_has_no_say() -> None:
    tables = solved("perfect-pairs", "52.94", decks=1)
    assert tables.live == (1, 2)
    assert (12, 6) in list(tables.tables())


def test_known_tables_of_a_bet_written_otherwise() -> None:
    whens = {
        "same rank and same suit": 100,
        "straight and same suit": 40,
        "same rank": 30,
        "straight": 10,
        "same suit": 5,
    }
    categories = [{"when": when, "pays": pays} for when, pays in whens.items()]
    bet = {"cards": ["up", "player1", "player2"], "ace": "high", "paid": "best"}
    known = known_tables(on_decks(made(bet | {"categories": categories})))
    assert known[0].name == "21+3 100-40-30-10-5"
    assert round(100 * known[0].rtp, 2) == Fraction("92.86")


def test_limits_that_make_no_sense() -> None:
    with pytest.raises(BjcalcError, match="--min 5 --max 4"):
        solved("21+3", "96.29", lowest=5, highest=4)


def test_returns_out_of_reach_have_one_neighbour() -> None:
    too_high = solved("perfect-pairs", "9999").neighbours(NEAREST)
    assert too_high is not None and too_high.above is None and too_high.below is not None
    too_low = solved("perfect-pairs", "5").neighbours(NEAREST)
    assert too_low is not None and too_low.below is None and too_low.above is not None


def test_scarce_tables_of_a_bet_with_huge_counts_are_found_in_time() -> None:
    started = time.monotonic()
    tables = solved("buster-blackjack", "91.784558")
    number = tables.number()
    assert number is not None
    assert len(tables.ranked(10)) == min(10, number) > 0
    out_of_reach = solved("buster-blackjack-natural", "93.865903")
    assert out_of_reach.number() is None
    for pays in out_of_reach.ranked(3):
        assert out_of_reach.roundings(out_of_reach.rtp(pays))
    assert time.monotonic() - started < 30
