"""Charts that others published: reading them, every mistake in them, and what they are worth."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from players import GAMES

from bjcalc.errors import BjcalcError
from bjcalc.numbers import decimal_text
from bjcalc.rules.actions import Symbol
from bjcalc.rules.model import Double, DoubleOn, Rules, Split
from bjcalc.shoe import VALUES, Shoe
from bjcalc.strategy import (
    Chart,
    ChartFileError,
    differences,
    evaluate_chart,
    play_chart,
    read_chart,
    solve_td,
)
from bjcalc.strategy.chart_files import chart_cells
from bjcalc.strategy.chart_names import parse_column, parse_play, parse_rows
from bjcalc.strategy.rows import COLUMNS, Row, RowKind

SIX_DECKS = GAMES["6 decks, surrender"]
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
    rules = GAMES["2 decks, pairs by rank, surrender"]
    chart = solve_td(rules).chart
    path = tmp_path / kind
    if path.suffix == ".json":
        path.write_text(json.dumps({"cells": chart_cells(chart)}))
    else:
        lines = ["row,up,symbol"]
        lines += [f'"{row.name}",{VALUES[up]},{chart[row, up]}' for row, up in chart]
        path.write_text("\n".join(lines))
    assert read_chart(path, rules) == chart


NAMES: dict[str, Any] = tomllib.loads((PUBLISHED.parent / "names.toml").read_text())


@pytest.mark.parametrize("case", NAMES["rows"], ids=lambda case: case["read"])
def test_rows_can_be_written_in_the_usual_ways(case: dict[str, Any]) -> None:
    read = {text: parse_rows(text) for text in case["texts"]}
    assert {text: "; ".join(row.name for row in rows or []) for text, rows in read.items()} == (
        dict.fromkeys(case["texts"], case["read"])
    )
    assert all((rows is None) == (case["read"] == "") for rows in read.values())


def test_columns_can_be_written_in_the_usual_ways() -> None:
    read = {text: parse_column(text) for text in NAMES["columns"]}
    assert {text: -1 if up is None else up for text, up in read.items()} == NAMES["columns"]


@pytest.mark.parametrize("case", NAMES["plays"], ids=lambda case: f"{case['row']} {case['read']}")
def test_plays_can_be_written_in_the_usual_ways(case: dict[str, Any]) -> None:
    (row,) = parse_rows(case["row"]) or []
    rules = {
        "double_after_split": case.get("not") != "double after split",
        "surrenders": case.get("not") != "surrender",
    }
    for text in case["texts"]:
        try:
            symbol = parse_play(text, row, **rules)
        except ValueError as error:
            assert case["read"] in str(error), text
            assert not text.strip() or str(error).startswith(repr(text))
        else:
            assert (symbol or "total") == case["read"], text


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
    no_das = GAMES["8 decks, no double after split"]
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


@pytest.mark.parametrize("case", NAMES["edited"], ids=lambda case: case["why"])
def test_every_mistake_in_a_chart_is_named_with_its_line(
    case: dict[str, Any], tmp_path: Path
) -> None:
    text = PUBLISHED.read_text()
    for old, new in case["edits"]:
        assert old in text
        text = text.replace(old, new)
    found = errors_of(text, tmp_path).splitlines()
    assert len(found) == len(case["says"])
    for line, said in zip(found, case["says"], strict=True):
        assert line.startswith(f"c.csv{said}")


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        *((kind, *one) for kind, files in NAMES["files"].items() for one in files.items()),
        ("json", "[" * 100_000, ": not JSON: nested more than 32 deep"),
    ],
)
def test_mistakes_of_a_file(kind: str, text: str, message: str, tmp_path: Path) -> None:
    found = errors_of(text, tmp_path, f"c.{kind}").splitlines()
    assert any(line.startswith(f"c.{kind}{message}") for line in found)
    # Where no cell can be read, that all of them are missing is not said.
    assert len(found) == 1 or not any(
        word in message for word in ("commas", "empty", "JSON", "write")
    )


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(ChartFileError, match=r"none\.csv: cannot be read: No such file"):
        read_chart(tmp_path / "none.csv", SIX_DECKS)
    (tmp_path / "x.csv").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ChartFileError, match="it is not UTF-8 text"):
        read_chart(tmp_path / "x.csv", SIX_DECKS)


def test_a_chart_that_lacks_a_cell_is_not_played() -> None:
    cells = dict(read_chart(PUBLISHED, SIX_DECKS).symbols)
    del cells[Row(RowKind.HARD, 16), 9]
    with pytest.raises(BjcalcError, match="lacks the cell hard 16 against T"):
        play_chart(SIX_DECKS, Chart(cells))


def test_differences_name_the_cost_of_the_other_games_play() -> None:
    first, second = solve_td(SIX_DECKS), solve_td(GAMES["6 decks"])
    assert differences(first, solve_td(SIX_DECKS)) == ()
    found = differences(first, second)
    assert found
    for cell in found:
        assert cell.first is not cell.second
        assert cell.first in (Symbol.RH, Symbol.RS)
        assert cell.second_cost is None  # there is no surrender in the second game
        assert cell.first_cost is not None
        assert cell.first_cost > 0
        assert cell.up in COLUMNS


def test_rows_that_printed_charts_leave_out(tmp_path: Path) -> None:
    """Hard 4 is then played as hard 5, and soft 12 is hit."""
    lines = PUBLISHED.read_text().splitlines()
    path = tmp_path / "printed.csv"
    path.write_text("\n".join(one for one in lines if not one.startswith("soft 12")))
    chart, whole = read_chart(path, SIX_DECKS), read_chart(PUBLISHED, SIX_DECKS)
    assert chart == whole
    assert [one.partition(" is not in ")[0] for one in chart.assumed] == ["soft 12"]
    assert whole.assumed == ()
