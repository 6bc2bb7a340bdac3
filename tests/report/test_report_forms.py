"""Every form of the report: what stands in it, that it is the same each time, and how it looks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pypdfium2
import pytest
from pages import Page

from bjcalc.documents.html import to_html
from bjcalc.documents.markdown import to_markdown
from bjcalc.documents.model import (
    Block,
    Document,
    Entry,
    ExactValues,
    Link,
    Number,
    Table,
    amount_text,
)
from bjcalc.documents.pdf import FRAME_WIDTH, to_pdf
from bjcalc.numbers import exact_text, root_text
from bjcalc.report import Facts, build_report, to_json

TITLES = (
    *("The game", "The rules as read", "What is computed", "Return of the main game", "Strategy"),
    *("Pay tables and odds", "Distribution of the main game", "Volatility and tolerances"),
    *("Printed numbers and verdicts", "Agreement with a simulation"),
    "Program and verification",
)
NAME = "Small & <b>odd</b> | *game* 100 %"


def blocks(report: Document) -> Iterator[Block]:
    yield from report.front
    for section in report.sections:
        yield from section.blocks
        for part in section.parts:
            yield from part.blocks


def cells(report: Document) -> Iterator[Entry]:
    for block in blocks(report):
        if isinstance(block, Table):
            for row in block.rows:
                yield from row


def a_table(report: Document, key: str) -> Table:
    return next(one for one in blocks(report) if isinstance(one, Table) and one.key == key)


def column(table: Table, key: str) -> list[Entry]:
    place = [one.key for one in table.fields].index(key)
    return [row[place] for row in table.rows]


def exact(cell: Entry) -> Fraction:
    assert isinstance(cell, Number)
    return cell.exact


@pytest.fixture(scope="module")
def pdf(report: Document) -> Iterator[Any]:
    document = pypdfium2.PdfDocument(to_pdf(report))
    yield document
    document.close()


# The document


def test_the_sections_are_there_in_their_order(report: Document) -> None:
    assert tuple(section.title for section in report.sections) == TITLES
    keys = [section.key for section in report.sections]
    keys += [part.key for section in report.sections for part in section.parts]
    assert len(set(keys)) == len(keys)


def test_what_is_shown_is_the_exact_value_rounded(report: Document) -> None:
    checked = 0
    for cell in cells(report):
        if not isinstance(cell, Number) or "…" in cell.text:
            continue
        found = re.fullmatch(r"([+-]?[\d,]+(?:\.(\d+))?)( %)?", cell.text)
        if not found:
            continue
        shown = Fraction(Decimal(found[1].replace(",", "")))
        scale = 100 if found[3] else 1
        half = Fraction(1, 2 * 10 ** len(found[2] or ""))
        assert abs(shown - scale * cell.exact) <= half, cell
        checked += 1
    assert checked > 100


def test_a_fraction_is_whole_or_leads_to_the_whole(report: Document) -> None:
    values = {one.number: one.value for one in report.exact}
    linked = [cell for cell in cells(report) if isinstance(cell, Number) and cell.link]
    assert linked
    for cell in linked:
        assert isinstance(cell.link, Link)
        assert values[cell.link.text] == cell.exact
        for part, digits in zip(
            cell.text.split(" / "), exact_text(cell.exact).split("/"), strict=True
        ):
            start, _, end = part.partition("…")
            assert digits.startswith(start) and digits.endswith(end)


def test_an_exact_value_is_listed_once() -> None:
    values = ExactValues()
    long = Fraction(10**40 + 1, 10**41)
    assert values.fraction("one", long).link == values.fraction("other", long).link
    assert values.fraction("negative", -long).text.startswith("-10000000…00000001 / ")
    assert values.fraction("short", Fraction(-2, 3)).link is None
    assert [one.number for one in values.listed] == ["E1", "E2"]


@pytest.mark.parametrize(
    ("value", "text"),
    [("1/2", "0.5"), ("-1", "-1"), ("0", "0"), ("10", "10"), ("6/5", "1.2"), ("1/3", "1/3")],
)
def test_amounts_are_as_short_as_they_are(value: str, text: str) -> None:
    assert amount_text(Fraction(value)) == text


def test_pay_tables_add_up(facts: Facts, report: Document) -> None:
    """The rows of a table are all that can happen; contributions add up to the RTP."""
    rtps = {"main": facts.solution.rtp}
    rtps |= {one.bet.id: one.rtp for one in facts.side_bets if one.pays_known}
    for bet in ("main", *(one.bet.id for one in facts.side_bets)):
        table = a_table(report, f"payouts-{bet}")
        *rows, total = [exact(cell) for cell in column(table, "probability")]
        assert sum(rows) == total == 1
        if bet in rtps:
            *rows, total = [exact(cell) for cell in column(table, "contribution")]
            assert sum(rows) == total == rtps[bet]


def test_unknown_pays_give_no_return(report: Document) -> None:
    table = a_table(report, "payouts-straights")
    assert column(table, "pays")[0] == "not known"
    assert not any(isinstance(cell, Number) for cell in column(table, "contribution")[:1])
    keys = [one.key for one in blocks(report) if isinstance(one, Table)]
    assert "figures-straights" not in keys and "figures-pairs" in keys


def test_the_figures_are_the_solver_s(facts: Facts, report: Document) -> None:
    solution = facts.solution
    assert [exact(cell) for cell in column(a_table(report, "return"), "fraction")] == [
        solution.ev,
        -solution.ev,
        1 + solution.ev,
        solution.stake,
        1 + solution.ev / solution.stake,
    ]
    assert facts.law is not None and facts.law.moments.ev == solution.ev
    deviation = column(a_table(report, "volatility"), "value")[1]
    assert deviation == root_text(facts.law.moments.variance, 12)
    others = a_table(report, "readings-soft-17")
    assert exact(column(others, "rtp")[0]) == solution.rtp
    assert exact(column(others, "change")[1]) == exact(column(others, "rtp")[1]) - solution.rtp
    assert column(a_table(report, "readings-pair-name"), "rtp")[1] == "the same"


def test_claims_and_simulation_are_reported(facts: Facts, report: Document) -> None:
    claims = a_table(report, "claims")
    assert len(claims.rows) == 3
    assert [one.finding.verdict.value for one in facts.audit.judged] == [
        "refuted",
        "truncation",
        "refuted",
    ]
    assert facts.simulation is not None
    assert facts.simulation.rounds == 40_000
    assert facts.simulation.watched == ("Pairs", "Queens")
    assert facts.simulation.not_watched == ("Straights", "Buster")
    assert facts.simulation.agreement.overall_p >= 1e-4
    assert len(a_table(report, "estimates").rows) == len(facts.simulation.agreement.estimates)


def test_what_is_not_exact_is_marked_as_simulated(facts: Facts) -> None:
    assert facts.simulation is not None
    text = to_markdown(build_report(replace(facts, law=None)))
    assert "**SIMULATED**" in text
    assert text.count("SIMULATED") >= 4
    table = a_table(build_report(replace(facts, law=None)), "payouts-main-simulated")
    assert column(table, "rounds") == [f"{number:,}" for number in facts.simulation.net.values()]


def test_without_simulation_and_certificate(facts: Facts) -> None:
    bare = replace(facts, law=None, simulation=None, digest=None, no_digest="It is too large.")
    text = to_markdown(build_report(bare))
    assert "No simulation was asked for" in text
    assert "This game has no certificate: It is too large." in text
    assert "bjcalc certify" not in text and "--no-simulation" in text
    assert to_pdf(build_report(bare)).startswith(b"%PDF-")
    assert "It is too large." in to_html(build_report(bare))


# JSON


def test_json_holds_the_exact_values(facts: Facts, report: Document) -> None:
    data = json.loads(to_json(report))
    assert list(data["sections"]) == [section.key for section in report.sections]
    rows = data["sections"]["return"]["blocks"][1]["rows"]
    assert Fraction(rows[2]["value"]["exact"]) == facts.solution.rtp
    assert {number: Fraction(one["exact"]) for number, one in data["exact_values"].items()} == {
        one.number: one.value for one in report.exact
    }
    assert data["title"] == NAME


def floats(value: object) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from floats(one)
    elif isinstance(value, list):
        for one in value:
            yield from floats(one)


def test_json_has_no_floats(report: Document) -> None:
    assert not list(floats(json.loads(to_json(report))))


# HTML


def test_html_is_whole_and_stands_alone(report: Document) -> None:
    text = to_html(report)
    page = Page(text)
    assert len(set(page.ids)) == len(page.ids)
    assert page.targets <= {f"#{one}" for one in page.ids}
    assert not page.loads and "url(" not in text
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "prefers-color-scheme: dark" in text and "@media print" in text
    assert NAME in page.text and "<b>odd</b>" not in text
    for number, title in enumerate(TITLES, start=1):
        assert f"{number}. {title}" in page.text
    for one in report.exact:
        assert exact_text(one.value) in page.text


def test_html_draws_the_plots(report: Document) -> None:
    text = to_html(report)
    assert text.count("<svg") == 3
    assert text.count('class="fill-bar"') == len(a_table(report, "net").rows)
    assert text.count("<polygon") == 6


# Markdown


def test_markdown_tables_are_whole(report: Document) -> None:
    text = to_markdown(report)
    assert text.startswith(
        "# Small \\& \\<b\\>odd\\</b\\> \\| \\*game\\* 100 %: mathematics report\n"
    )
    width = 0
    for line in text.splitlines():
        cells_in_line = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        assert not width or not cells_in_line or cells_in_line == width, line
        width = cells_in_line
    targets = set(re.findall(r"\]\(#([^)]*)\)", text))
    assert targets <= set(re.findall(r'<a id="([^"]*)">', text))
    assert "e-0" not in text and "nan" not in text


# PDF


def page_texts(document: Any) -> list[str]:
    texts = []
    for page in document:
        texts.append(page.get_textpage().get_text_range())
    return texts


def test_pdf_pages_are_numbered_and_the_contents_right(pdf: Any, report: Document) -> None:
    texts = page_texts(pdf)
    for number, text in enumerate(texts, start=1):
        assert f"Page {number} of {len(texts)}" in text
    entries = re.findall(r"^(\d+\.(?:\d+)? .*?) ?(?: \.)+ ?(\d+)\s*$", texts[1], re.MULTILINE)
    assert len(entries) == sum(1 + len(section.parts) for section in report.sections)
    for title, page in entries:
        assert title in texts[int(page) - 1]
    bookmarks = list(pdf.get_toc())
    assert len(bookmarks) == len(entries) + 1


def test_pdf_text_stays_within_the_margins(pdf: Any) -> None:
    for page in pdf:
        assert page.get_size() == pytest.approx((595.28, 841.89), abs=0.1)
        text = page.get_textpage()
        margin = (595.28 - FRAME_WIDTH) / 2
        for index in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(index)
            assert left >= margin - 4 and right <= 595.28 - margin + 4
            assert bottom >= 25 and top <= 815


def test_pdf_headings_do_not_end_a_page(pdf: Any) -> None:
    for number, text in enumerate(page_texts(pdf)):
        if number < 2:
            continue
        lines = [line for line in text.splitlines() if line.strip()]
        body = [line for line in lines if not line.startswith(("bjcalc 0", "Page ", NAME))]
        assert not re.fullmatch(r"\d+\.(\d+)? [A-Z].*", body[-1]), body[-1]


def test_pdf_shows_every_exact_value(pdf: Any, report: Document) -> None:
    digits = re.sub(r"\s", "", "".join(page_texts(pdf)))
    for one in report.exact:
        assert exact_text(one.value) in digits


def test_the_same_document_gives_the_same_bytes(facts: Facts, report: Document) -> None:
    again = build_report(facts)
    assert to_pdf(again) == to_pdf(report)
    assert to_html(again) == to_html(report)
    assert to_markdown(again) == to_markdown(report)
    assert to_json(again) == to_json(report)
