"""Charts that others published: reading them, every mistake in them, and what they are worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bjcalc.errors import BjcalcError
from bjcalc.numbers import decimal_text
from bjcalc.rules.actions import Symbol
from bjcalc.rules.model import Double, DoubleOn, PairKind, Rules, Split, Surrender, SurrenderRules
from bjcalc.shoe import Shoe
from bjcalc.strategy import (
    Chart,
    ChartFileError,
    differences,
    evaluate_chart,
    play_chart,
    read_chart,
    solve_td,
)
from bjcalc.strategy.chart_files import chart_cells, chart_rows
from bjcalc.strategy.chart_names import parse_column, parse_play, parse_rows
from bjcalc.strategy.rows import COLUMNS, Row, RowKind

LATE = SurrenderRules(ace=Surrender.LATE, ten=Surrender.LATE, other=Surrender.LATE)
SIX_DECKS = Rules(shoe=Shoe.of_decks(6), surrender=LATE)
PUBLISHED = Path(__file__).parent / "charts" / "six_decks_s17_das_ls.csv"


def test_the_published_six_deck_chart_is_worth_what_is_published() -> None:
    """-0.3317035785 %; where 16 of three cards is hit against a ten, as elsewhere, it is less."""
    chart = read_chart(PUBLISHED, SIX_DECKS)
    result = evaluate_chart(SIX_DECKS, chart)
    assert decimal_text(100 * result.chart.ev, 10) == "-0.3317035785"
    assert result.chart.ev <= result.against["TD"].ev <= result.against["CD"].ev
    assert result.worst_cells == ()
    sixteen = Row(RowKind.HARD, 16)
    other = evaluate_chart(SIX_DECKS, chart.with_symbol(sixteen, 9, Symbol.RH))
    assert decimal_text(100 * other.chart.ev, 10) == "-0.3332155595"
    (worst,) = other.worst_cells
    assert (worst.row, worst.up, worst.better) == (sixteen, 9, Symbol.RS)
    assert worst.gain == result.chart.ev - other.chart.ev


def test_plays_that_are_not_allowed_fall_back_as_the_symbol_says() -> None:
    chart = read_chart(PUBLISHED, SIX_DECKS)
    plain = Rules(
        shoe=Shoe.of_decks(6),
        double=Double(on=DoubleOn()),
        split=Split(max_hands=1, max_hands_aces=1),
    )
    fallen = chart
    for (row, up), symbol in chart.symbols.items():
        instead = {"Dh": "H", "Ds": "S", "Rh": "H", "Rs": "S"}.get(symbol, symbol)
        if symbol is Symbol.P:
            total = Row(RowKind.SOFT, 12)
            if row.value:
                total = Row(RowKind.HARD, 2 * row.value + 2)
            instead = {"Dh": "H", "Rh": "H", "Rs": "S"}.get(chart[total, up], chart[total, up])
        fallen = fallen.with_symbol(row, up, Symbol(instead))
    assert play_chart(plain, chart).ev == play_chart(plain, fallen).ev


@pytest.mark.parametrize("kind", ["list.csv", "chart.json"])
def test_what_is_written_is_read_again(kind: str, tmp_path: Path) -> None:
    rules = Rules(shoe=Shoe.of_decks(2), split=Split(pairs=PairKind.RANK), surrender=LATE)
    chart = solve_td(rules).chart
    path = tmp_path / kind
    if path.suffix == ".json":
        path.write_text(json.dumps({"cells": chart_cells(chart)}))
    else:
        lines = ["row,up,symbol"]
        lines += [f'"{one["row"]}",{one["up"]},{one["symbol"]}' for one in chart_rows(chart)]
        path.write_text("\n".join(lines))
    assert read_chart(path, rules) == chart


def rows(*names: str) -> list[Row]:
    return [row for name in names for row in parse_rows(name) or []]


@pytest.mark.parametrize(
    ("names", "read"),
    [
        (["hard 16", "16", "H16"], ["hard 16"] * 3),
        (["soft 18", "A,7", "A7", "S18", "7-A"], ["soft 18"] * 5),
        (["8,8", "88", "8-8", "pair of 8 8", "8/8"], ["8,8"] * 5),
        (["T,T", "10,10", "TT", "K,K", "1010", "XX"], ["T,T"] * 6),
        (["A,A", "AA", "ace,ace"], ["A,A"] * 3),
        (["17+"], ["hard 17", "hard 18", "hard 19", "hard 20"]),
        (["5-8", "18-21"], [f"hard {total}" for total in (5, 6, 7, 8, 18, 19, 20)]),
        (["soft 13 to 14", "A,2 A,3"], ["soft 13", "soft 14"] * 2),
        (["A,8\u2013A,9"], ["soft 19", "soft 20"]),
        (["2,2\u20133,3", "2,2 3,3", "22-33"], ["2,2", "3,3"] * 3),
    ],
)
def test_rows_can_be_written_in_the_usual_ways(names: list[str], read: list[str]) -> None:
    assert [row.name for row in rows(*names)] == read


@pytest.mark.parametrize(
    "name",
    ["hard 21", "soft 11", "3", "8,9", "A,J", "", "18-16", "pair", "3,3-2,2", "T,T-A,A", "8,8 9"],
)
def test_what_is_no_row(name: str) -> None:
    assert parse_rows(name) is None


def test_columns_can_be_written_in_the_usual_ways() -> None:
    names = ("2", "9", "a", "Ace", "T", "10", "K", "X", "10/J/Q/K", "10-K")
    assert [parse_column(name) for name in names] == [1, 8, 0, 0, *[9] * 6]
    assert {parse_column(name) for name in ("1", "11", "", "A/2", "/")} == {None}


TWELVE, SIXTEEN, SEVENTEEN = (Row(RowKind.HARD, total) for total in (12, 16, 17))
SOFT, EIGHTS = Row(RowKind.SOFT, 18), Row(RowKind.PAIR, 7)


def play(text: str, row: Row, *, surrenders: bool = True, das: bool = True) -> str:
    """What a cell's text is read as; the first words of what is wrong with it."""
    try:
        symbol = parse_play(text, row, double_after_split=das, surrenders=surrenders)
    except ValueError as error:
        return str(error).partition(":")[0].partition(", but")[0]
    return "total" if symbol is None else symbol.value


@pytest.mark.parametrize(
    ("texts", "row", "symbol"),
    [
        (["S", "stand", "Stay"], SIXTEEN, "S"),
        (["h", "HIT"], SIXTEEN, "H"),
        (["D", " d ", "dh", "D/H", "DD", "dbl", "Double", "double down", "H/D"], SIXTEEN, "Dh"),
        (["Double if allowed, otherwise hit", "double (if not allowed, then hit)"], SIXTEEN, "Dh"),
        (["ds", "DS", "D/S", "double, else stand"], SOFT, "Ds"),
        (["P", "sp", "SPL", "split", "Y", "yes"], EIGHTS, "P"),
        (["N", "no"], EIGHTS, "total"),
        (["Rh", "RH", "R/H", "H/R", "Uh", "SUR/H", "Surrender, else hit"], SEVENTEEN, "Rh"),
        (["rs", "RS", "R/S", "S/R", "Us", "surrender (stand)"], SEVENTEEN, "Rs"),
        (["Rp", "RP", "R/P", "P/R", "Usp", "surrender or split"], EIGHTS, "Rp"),
        # What hands do that may not surrender is not said; charts mean "hit" where they hit.
        (["SU", "su", "Sr", "SUR", "R", "U", "Surrender"], SIXTEEN, "Rh"),
        (["SU"], SEVENTEEN, "'SU' surrenders"),
        (["Surrender"], SOFT, "'Surrender' surrenders"),
    ],
)
def test_plays_can_be_written_in_the_usual_ways(texts: list[str], row: Row, symbol: str) -> None:
    assert {text: play(text, row) for text in texts} == dict.fromkeys(texts, symbol)


@pytest.mark.parametrize("text", ["Z", "X", "-", "/", "SS", "HS", "P/H/S"])
def test_what_is_no_play_is_refused(text: str) -> None:
    assert play(text, EIGHTS) == f"{text!r} is not a play"


def test_plays_that_do_not_fit_are_refused_with_the_reason() -> None:
    assert play("", SIXTEEN) == "an empty cell is not a play"
    assert play("H/S", SIXTEEN) == "'H/S' says two plays that do not go together"
    assert play("no/h", EIGHTS) == "'no/h' says two plays that do not go together"
    assert play("Usp", SIXTEEN) == "'Usp' splits"
    assert play("N", TWELVE) == "'N' is about splitting"


def test_what_a_pair_s_surrender_leaves_open_matters_only_where_it_is_not_offered() -> None:
    assert play("SU", EIGHTS) == "Rh"
    assert play("SU", EIGHTS, surrenders=False) == "'SU' surrenders"


@pytest.mark.parametrize(
    ("text", "without"),
    [("Y/N", "total"), ("Ph", "H"), ("H/P", "H"), ("PS", "S"), ("D/P", "Dh")],
)
def test_split_if_double_after_split(text: str, without: str) -> None:
    assert play(text, EIGHTS) == "P"
    assert play(text, EIGHTS, das=False) == without


def test_a_chart_with_su_is_worth_what_is_published(tmp_path: Path) -> None:
    """Surrender, else hit: -0.3332155595 %; rows and columns as an encyclopaedia prints them."""
    text = PUBLISHED.read_text().replace("SUR", "SU").replace("R/S", "SU")
    text = text.replace(",10,A", ",10/J/Q/K,Ace").replace("17+", "17\u201321")
    assert ",SU,SU,SU" in text
    path = tmp_path / "su.csv"
    path.write_text(text)
    assert decimal_text(100 * play_chart(SIX_DECKS, read_chart(path, SIX_DECKS)).ev, 10) == (
        "-0.3332155595"
    )


def test_split_if_double_after_split_depends_on_the_game() -> None:
    no_das = Rules(double=Double(after_split=False))
    two = Row(RowKind.PAIR, 1)
    assert read_chart(PUBLISHED, SIX_DECKS)[two, 1] is Symbol.P
    assert read_chart(PUBLISHED, no_das)[two, 1] is Symbol.H
    five = Row(RowKind.PAIR, 4)
    assert read_chart(PUBLISHED, SIX_DECKS)[five, 1] is Symbol.DH


def errors_of(text: str, tmp_path: Path, name: str = "c.csv") -> str:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ChartFileError) as caught:
        read_chart(path, SIX_DECKS)
    return str(caught.value).replace(str(path), name)


def test_every_wrong_cell_is_named_with_its_line(tmp_path: Path) -> None:
    lines = PUBLISHED.read_text().splitlines()
    text = "\n".join(lines)
    text = text.replace("12,H,H,S", "12,P,X,")  # a split of no pair, no play, an empty cell
    text = text.replace('"A,8"', '"A,7"').replace("9,H,D", "21,H,D")
    starts = {"nine": "9,", "twelve": "12,", "seven": '"A,7"', "eight": '"A,8"'}
    at = {
        name: 1 + next(i for i, line in enumerate(lines) if line.startswith(start))
        for name, start in starts.items()
    }
    found = errors_of(text, tmp_path).splitlines()
    assert found[-2] == "c.csv: missing: hard 9 against every up card"
    assert found[-1] == "c.csv: missing: soft 19 against every up card"
    assert found[0].startswith(f"c.csv:{at['nine']}: '21' is not a row: write such as")
    assert found[1] == (
        f"c.csv:{at['twelve']}: hard 12 against 2: 'P' splits, but only pairs can be split"
    )
    assert found[2].startswith(f"c.csv:{at['twelve']}: hard 12 against 3: 'X' is not a play")
    assert found[3].startswith(f"c.csv:{at['twelve']}: hard 12 against 4: an empty cell is not")
    assert found[4] == (
        f"c.csv:{at['eight']}: soft 18 against 2: this cell is there twice "
        f"(first in line {at['seven']})"
    )
    assert len(found) == 16


def test_a_wrong_column_comes_first_and_is_missed_once(tmp_path: Path) -> None:
    lines = PUBLISHED.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if line and not line.startswith("#"))
    assert ",10," in lines[at] or ",T," in lines[at]
    lines[at] = lines[at].replace(",10,", ",11,").replace(",T,", ",11,")
    lines = [line for line in lines if not line.startswith("9,")]
    assert errors_of("\n".join(lines), tmp_path).splitlines() == [
        f"c.csv:{at + 1}: '11' is not an up card: write 2 to 9, T (or 10) and A",
        "c.csv: missing: every row against T",
        "c.csv: missing: hard 9 against every up card",
    ]


@pytest.mark.parametrize(
    ("sign", "words"), [(";", "semicolons (;)"), ("\t", "tabs"), ("|", "bars (|)")]
)
def test_fields_without_commas_are_one_mistake(tmp_path: Path, sign: str, words: str) -> None:
    text = "row,2,3,4,5,6,7,8,9,T,A\n5,H,H,H,H,H,H,H,H,H,H\n".replace(",", sign)
    assert errors_of(text, tmp_path) == (
        f"c.csv:1: the fields are separated by {words}; a chart needs commas"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "c.csv: the file is empty: there is no chart in it"),
        ("row,2,3,12\n", "c.csv:1: '12' is not an up card: write 2 to 9, T (or 10) and A"),
        ("row,2,3,2\n", "c.csv:1: the column '2' is there twice"),
        ("row,2\n16,S,S\n", "c.csv:2: 3 fields, but the first line has 2"),
        ("row,up,symbol\nhard 16,1,S\n", "c.csv:2: hard 16: '1' is not an up card"),
        ('row,2\n"T,T mixed",S\n', "c.csv:2: T,T mixed against 2: this game has no such row"),
    ],
)
def test_mistakes_of_a_csv_file(text: str, message: str, tmp_path: Path) -> None:
    assert message in errors_of(text, tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "c.json:1: not JSON: Expecting property name"),
        ("[]", 'c.json: cells: a chart in JSON has one object "cells"'),
        ('{"cells": {"hard 16": []}}', "c.json: cells.hard 16: expected symbols by up card"),
        ('{"cells": {"hard 16": {"2": 1}}}', "c.json: cells.hard 16.2: 1 is not a play"),
        (
            '{"cells": {"hard 16": {"2": "S", "2": "H"}}}',
            "c.json: hard 16 against 2: this cell is there twice",
        ),
        ("[" * 100_000, "c.json: not JSON: nested more than 32 deep"),
    ],
)
def test_mistakes_of_a_json_file(text: str, message: str, tmp_path: Path) -> None:
    assert message in errors_of(text, tmp_path, "c.json")


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(ChartFileError, match=r"none\.csv: cannot be read: No such file"):
        read_chart(tmp_path / "none.csv", SIX_DECKS)
    (tmp_path / "x.csv").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ChartFileError, match="it is not UTF-8 text"):
        read_chart(tmp_path / "x.csv", SIX_DECKS)


@pytest.mark.parametrize("kind", ["md", "html", "svg", "pdf", "PNG"])
def test_what_shows_a_chart_is_not_read_as_one(kind: str, tmp_path: Path) -> None:
    (tmp_path / f"c.{kind}").write_text("row,2,3\n")
    with pytest.raises(ChartFileError, match=rf"c\.{kind}: a chart is not read from \.{kind}"):
        read_chart(tmp_path / f"c.{kind}", SIX_DECKS)


def test_a_chart_that_lacks_a_cell_is_not_played() -> None:
    cells = dict(read_chart(PUBLISHED, SIX_DECKS).symbols)
    del cells[Row(RowKind.HARD, 16), 9]
    with pytest.raises(BjcalcError, match="lacks the cell hard 16 against T"):
        play_chart(SIX_DECKS, Chart(cells))


def test_differences_name_the_cost_of_the_other_games_play() -> None:
    soft_hits = Rules(shoe=Shoe.of_decks(6), surrender=LATE)
    first, second = solve_td(SIX_DECKS), solve_td(Rules(shoe=Shoe.of_decks(6)))
    assert differences(first, solve_td(soft_hits)) == ()
    found = differences(first, second)
    assert found
    for cell in found:
        assert cell.first is not cell.second
        assert cell.first in (Symbol.RH, Symbol.RS)
        assert cell.second_cost is None  # there is no surrender in the second game
        assert cell.first_cost is not None
        assert cell.first_cost > 0
        assert cell.up in COLUMNS
