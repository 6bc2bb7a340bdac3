"""Every form of a chart: what must stand on it, that it is the same each time, and bad input."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image
from rich.console import Console

from bjcalc.charts import Sheet, data, make_sheet
from bjcalc.charts.forms import chart_document, markdown, plain_text
from bjcalc.charts.layout import draw, to_pdf, to_png, to_svg
from bjcalc.charts.page import to_html
from bjcalc.cli.main import cli
from bjcalc.documents.drawing import PAPER_SIZES, Box, Line, Text, text_width, wrapped
from bjcalc.documents.text import to_coloured
from bjcalc.engine import Action, solve
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import load_game
from bjcalc.numbers import decimal_text, exact_text
from bjcalc.strategy import read_chart, solve_td

GAMES = ("borgata-blackjack-pro", "blackjack-seven-card-charlie")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=GAMES)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return make_sheet(load_game(request.param))


@pytest.fixture(scope="module")
def by_composition() -> Sheet:
    return make_sheet(load_game("bonus-pairs-blackjack"), strategy_class="CD")


def named_on_it(sheet: Sheet) -> list[str]:
    """What tells a chart from another game's."""
    return [
        sheet.game,
        sheet.rules_line,
        f"class {sheet.strategy_class}",
        decimal_text(sheet.ev),
        sheet.sha256,
    ]


def test_a_sheet_holds_exact_values_of_its_class(sheet: Sheet, by_composition: Sheet) -> None:
    game = load_game("bonus-pairs-blackjack")
    assert by_composition.ev == by_composition.cd_ev == solve(game.rules).ev
    assert by_composition.td_ev == solve_td(game.rules).ev
    assert sheet.ev == sheet.td_ev < sheet.cd_ev
    assert sheet.exceptions.worth == sheet.cd_ev - sheet.td_ev
    for cell in sheet.cells:
        assert cell.game_cost is None or cell.game_cost >= 0
        assert isinstance(cell.ev, Fraction)


def test_a_cell_of_one_hand_has_that_hands_values(sheet: Sheet) -> None:
    rules = load_game("borgata-blackjack-pro").rules
    sheet = make_sheet(load_game("borgata-blackjack-pro"))
    solution = solve_td(rules)
    deal = next(d for d in solution.deals if (d.first, d.second, d.up) == (7, 7, 9))
    cell = next(c for c in sheet.cells if c.row.name == "8,8" and c.up == 9)
    assert cell.actions == solution.action_values(deal).actions
    total = next(c for c in sheet.cells if c.row.name == "hard 4" and c.up == 9)
    assert total.actions[Action.SPLIT] is total.actions[Action.SURRENDER] is None


@pytest.mark.parametrize("write", [plain_text, markdown, to_svg, to_html, data.to_json])
def test_what_tells_a_chart_from_another_games_stands_on_it(write, sheet: Sheet) -> None:  # type: ignore[no-untyped-def]
    text = write(sheet)
    for wanted in named_on_it(sheet):
        is_class = wanted.startswith("class") and write is data.to_json
        assert ('"strategy_class": "TD"' if is_class else wanted) in text
    assert text == write(sheet)


def test_text_shows_every_symbol(sheet: Sheet) -> None:
    lines = plain_text(sheet).splitlines()
    sixteen = next(line for line in lines if line.startswith("16 "))
    assert sixteen.split()[1:] == [
        cell.symbol.value for cell in sheet.cells if cell.row.name == "hard 16"
    ]
    assert "\x1b" not in plain_text(sheet)
    assert "| **8,8** | P |" in markdown(sheet)


def test_a_terminal_gets_the_palette(sheet: Sheet) -> None:
    console = Console(force_terminal=True, color_system="truecolor", width=100)
    text = to_coloured(chart_document(sheet), console)
    assert "48;2;247;224;138" in text  # stand
    bare = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert sheet.game in bare
    assert sum(line.startswith("16 ") for line in bare.splitlines()) == 1


def test_csv_has_an_exact_and_a_decimal_column_and_is_read_again(
    sheet: Sheet, tmp_path: Path
) -> None:
    text = data.to_csv(sheet)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == len(sheet.cells)
    for row, cell in zip(rows, sheet.cells, strict=True):
        stand = cell.actions[Action.STAND]
        assert stand is not None
        assert (row["stand_exact"], row["stand_decimal"]) == (
            exact_text(stand),
            decimal_text(stand),
        )
    path = tmp_path / "chart.csv"
    path.write_text(text)
    game = load_game("borgata-blackjack-pro")
    assert read_chart(path, game.rules) == sheet.chart


def test_json_is_read_again_and_its_exceptions_add_up(sheet: Sheet, tmp_path: Path) -> None:
    path = tmp_path / "chart.json"
    path.write_text(data.to_json(sheet))
    game = load_game("borgata-blackjack-pro")
    assert read_chart(path, game.rules) == sheet.chart
    found = json.loads(path.read_text())
    parts = [*found["exceptions"], *found["split_gains"]]
    gap = Fraction(found["cd_ev"]["exact"]) - Fraction(found["td_ev"]["exact"])
    assert sum(Fraction(part["worth"]["exact"]) for part in parts) == gap


def test_rows_pandas_and_notebooks(sheet: Sheet) -> None:
    rows = sheet.to_rows()
    table = sheet.to_pandas()
    assert list(table["symbol"]) == [row["symbol"] for row in rows]
    shown = sheet._repr_html_()
    assert shown.count("<td") == len(rows)
    assert exact_text(sheet.ev) in shown


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_the_drawing_fits_its_page_and_overlaps_nothing(paper: str, sheet: Sheet) -> None:
    drawing = draw(sheet, paper)
    cells = [item for item in drawing.shapes if isinstance(item, Box) and item.label]
    assert len(cells) == len(sheet.cells)
    for item in drawing.shapes:
        if isinstance(item, Text):
            width = text_width(item.text, item.size, bold=item.bold)
            left = item.x - {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
            corners = [(left, item.y), (left + width, item.y)]
        elif isinstance(item, Box):
            corners = [(item.x, item.y), (item.x + item.width, item.y + item.height)]
        else:
            corners = list(item.points)
        for x, y in corners:
            assert 30 <= x <= drawing.width - 30
            assert 30 <= y <= drawing.height - 30
    lines = sorted(
        (item for item in drawing.shapes if isinstance(item, Text) and item.anchor == "start"),
        key=lambda item: (item.x, item.y),
    )
    for above, below in pairwise(lines):
        if above.x == below.x:
            assert below.y - above.y >= below.size * 0.99, (above, below)
    assert any(isinstance(item, Line) for item in drawing.shapes)


def test_two_tens_of_different_ranks_are_named_alike_everywhere() -> None:
    """The name is that of the chart files, and in the drawing it stays left of its cells."""
    sheet = make_sheet(load_game("borgata-blackjack-pro", set=("split.pairs=rank",)))
    for write in (plain_text, markdown, to_svg, to_html, data.to_csv, data.to_json):
        assert "T,T mixed" in write(sheet)
        assert "T,T other" not in write(sheet)
    drawing = draw(sheet)
    grid = drawing.width / 2 + 8.5
    name = next(one for one in drawing.shapes if isinstance(one, Text) and one.text == "T,T mixed")
    assert name.x - text_width(name.text, name.size, bold=True) >= grid
    assert name.size >= 7


def test_a_list_in_two_columns_has_one_heading(sheet: Sheet) -> None:
    plain = replace(sheet, notes=())
    texts = [item for item in draw(plain).shapes if isinstance(item, Text)]
    place = next(n for n, one in enumerate(texts) if one.text.startswith("Hands better played"))
    heading = texts[place]
    below = [one for one in texts if heading.y < one.y and one.text.count("against")]
    assert len({one.x for one in below}) == 2
    assert len({min(one.y for one in below if one.x == x) for x in {one.x for one in below}}) == 1
    assert not [one for one in texts if one.bold and one.y >= heading.y and one is not heading]


def test_text_is_wrapped_to_its_width() -> None:
    lines = wrapped("some words and " + "9" * 120, 8, 200)
    assert len(lines) > 3
    assert all(text_width(line, 8) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == "somewordsand" + "9" * 120


def test_svg_has_a_letter_and_words_for_every_cell(sheet: Sheet) -> None:
    root = ET.fromstring(to_svg(sheet))
    boxes = [box for box in root.iter(f"{SVG}rect") if box.find(f"{SVG}title") is not None]
    assert len(boxes) == len(sheet.cells)
    letters = [text.text for text in root.iter(f"{SVG}text")]
    for cell in sheet.cells:
        assert cell.symbol.value in letters
    assert root.get("role") == "img"
    assert not re.search(r"(href|src)=", to_svg(sheet))


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_pdf_is_one_page_and_the_same_bytes_each_time(
    paper: str, sheet: Sheet, by_composition: Sheet
) -> None:
    for one in (sheet, by_composition):
        content = to_pdf(one, paper)
        assert content == to_pdf(one, paper)
        document = pypdfium2.PdfDocument(content)
        try:
            assert len(document) == 1
            assert document[0].get_size() == PAPER_SIZES[paper]
            text = document[0].get_textpage().get_text_range()
        finally:
            document.close()
        for wanted in named_on_it(one):
            assert wanted in " ".join(text.split())


def test_png_is_the_page_in_colour_and_the_same_bytes_each_time(sheet: Sheet) -> None:
    content = to_png(sheet)
    assert content == to_png(sheet)
    image = Image.open(io.BytesIO(content)).convert("RGB")
    assert image.size == (1653, 2339)
    colours = {colour for _, colour in image.getcolors(maxcolors=1 << 24) or []}
    assert {(0xF7, 0xE0, 0x8A), (0x9C, 0xC9, 0xEF), (0xE8, 0x87, 0x3A)} <= colours


def test_the_page_loads_nothing_and_survives_any_name(tmp_path: Path) -> None:
    game = load_game("borgata-blackjack-pro")
    path = tmp_path / "odd.toml"
    text = game.path.read_text().replace("Borgata Blackjack Pro", '</script><b>Odd & \\"Co\\"')
    path.write_text(text)
    sheet = make_sheet(load_game(str(path)))
    page = to_html(sheet)
    assert "<b>Odd" not in page
    assert page.count("<script") == 2
    assert not re.search(r"(?:src|href)=", page)
    assert "url(" not in page
    ET.fromstring(to_svg(sheet))


# The commands


@pytest.mark.parametrize("kind", ["html", "svg", "pdf", "png", "csv", "json", "txt", "md"])
def test_the_command_writes_every_kind(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"chart.{kind}"
    result = CliRunner().invoke(cli, ["chart", "borgata-blackjack-pro", "-o", str(path)])
    assert result.exit_code == 0, result.output
    assert result.output == f"chart written to {path}\n"
    assert path.stat().st_size > 1000


def test_the_command_prints_plainly_into_a_pipe() -> None:
    result = CliRunner().invoke(cli, ["chart", "bonus-pairs-blackjack", "--class", "cd"])
    assert result.exit_code == 0
    assert "Optimal play (class CD)" in result.output
    assert "\x1b" not in result.output


def test_an_unknown_ending_is_named() -> None:
    result = CliRunner().invoke(cli, ["chart", "borgata-blackjack-pro", "-o", "chart.gif"])
    assert isinstance(result.exception, BjcalcError)
    assert "chart.gif: the ending .gif is no form of a chart" in str(result.exception)


def test_compare_settles_cdz_where_the_bracket_closes() -> None:
    result = CliRunner().invoke(cli, ["compare", "borgata-blackjack-pro", "--json"])
    found = json.loads(result.output)
    assert found["cdz"]["settled"] is True
    assert list(found["classes"]) == ["TD", "CD", "CDP", "U"]
    text = CliRunner().invoke(cli, ["compare", "borgata-blackjack-pro"]).output
    assert "CD = U exactly" in text
    open_text = (
        CliRunner()
        .invoke(cli, ["compare", "borgata-blackjack-pro", "--set", "shoe.decks=1"])
        .output
    )
    assert "a bracket of 0.00000" in " ".join(open_text.split())


def test_evaluate_tells_the_cost_and_the_worst_cells(tmp_path: Path) -> None:
    path = tmp_path / "chart.csv"
    runner = CliRunner()
    runner.invoke(cli, ["chart", "borgata-blackjack-pro", "-o", str(path)])
    text = path.read_text()
    assert "\nhard 16,T,Rs," in text
    path.write_text(text.replace("\nhard 16,T,Rs,", "\nhard 16,T,SUR,"))
    result = runner.invoke(cli, ["evaluate", "borgata-blackjack-pro", str(path), "--json"])
    found = json.loads(result.output)
    (worst,) = found["worst_cells"]
    assert (worst["row"], worst["up"], worst["better"]) == ("hard 16", "T", "Rs")
    assert Fraction(found["cost_against"]["TD"]["cost"]["exact"]) == Fraction(
        worst["gain"]["exact"]
    )
    shown = runner.invoke(cli, ["evaluate", "borgata-blackjack-pro", str(path)]).output
    assert re.search(r"hard 16 +T +Rh +Rs", shown)
    path.write_text(text.replace("\nhard 16,T,Rs,", "\nhard 16,T,Q,"))
    bad = runner.invoke(cli, ["evaluate", "borgata-blackjack-pro", str(path)])
    assert isinstance(bad.exception, BjcalcError)
    assert "hard 16 against T: 'Q' is not a play" in str(bad.exception)


def test_diff_names_cells_and_costs() -> None:
    runner = CliRunner()
    games = ["borgata-blackjack-pro", "bonus-pairs-blackjack"]
    found = json.loads(runner.invoke(cli, ["diff", *games, "--json"]).output)["differences"]
    eleven = next(cell for cell in found if cell["row"] == "hard 11")
    assert (eleven["up"], eleven["a"], eleven["b"]) == ("A", "H", "Dh")
    assert Fraction(eleven["cost_of_b_in_a"]["exact"]) > 0
    text = runner.invoke(cli, ["diff", *games]).output
    assert re.search(r"hard 11 +A +H +Dh +0\.0000", text)
    same = runner.invoke(cli, ["diff", games[0], games[0]]).output
    assert "The charts are the same in every cell." in same
