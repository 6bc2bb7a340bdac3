"""Documents: whatever is filled in is shown as it is, in every form; the notation of templates."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from html import unescape
from pathlib import Path

import pypdfium2
import pytest

from bjcalc.documents import compose as composing
from bjcalc.documents.compose import compose
from bjcalc.documents.data import to_json_data
from bjcalc.documents.drawing import Box, Drawing, Line, Polygon, Text
from bjcalc.documents.html import to_html, to_svg
from bjcalc.documents.markdown import to_markdown
from bjcalc.documents.model import (
    Bullets,
    Code,
    Commands,
    Document,
    ExactValues,
    Number,
    Paragraph,
    Picture,
    Section,
    Strong,
    Value,
    table,
)
from bjcalc.documents.pdf import to_pdf
from bjcalc.documents.pictures import to_pdf as drawing_to_pdf
from bjcalc.documents.pictures import to_png
from bjcalc.documents.plots import Intervals, bars, intervals
from bjcalc.documents.text import to_text

NASTY = [
    "<script>alert('a & b')</script>",
    "**bold** _it_ `code` [a](b) | c # d",
    "1. one",
    "- two",
    "# three",
    "| a | b |",
    "{{ name }} {% if x %}",
    "\\* & &amp; &lt; ~x~",
    "100 % \N{MINUS SIGN}1 … é",
]
DRAWING = Drawing(
    60,
    40,
    "a & b",
    "<c>",
    [
        Box(1, 2, 3, 4, "#F7E08A", "x < y", "#555555"),
        Polygon(((0, 0), (5, 0), (5, 5)), "bar"),
        Line(((0, 0), (9, 9), (18, 0)), "band-1", 2),
        Text(30, 30, "10 < 11", 5, True, "end", "ink", "9"),
    ],
)


def document(text: str) -> Document:
    exact = ExactValues()
    long = Fraction(10**40 + 1, 10**41)
    rows = [(text, Number("1.5", Fraction(3, 2))), ((Code(text),), exact.fraction(text, long))]
    blocks = (
        Paragraph((text,)),
        Paragraph((Strong(text), " and ", Code("x")), "warning"),
        Bullets(((text,), (f"{text}\n{text}",))),
        Value(text, long),
        table("t", "what=What | value#=Value", rows, caption=text, marked=[0]),
        Commands((text,)),
        Picture(text, DRAWING, "See the table.", {"kind": "picture"}),
    )
    section = Section("s", (text,), blocks, (Section("p", (Strong("x"), text), blocks[:1]),))
    front = (table("front", "what | value", [(text, text)]), Paragraph((text,), "note"))
    return Document(
        title=text,
        kind="test of documents",
        subtitle=text,
        made_by="test 1",
        front=front,
        sections=(section,),
        exact=tuple(exact.listed),
    )


def texts_of_html(page: str) -> list[str]:
    body = page[page.index("<body>") :]
    return [unescape(one).strip() for one in re.split(r"<[^>]*>", body)]


@pytest.mark.parametrize("text", NASTY)
def test_html_shows_texts_as_they_are(text: str) -> None:
    page = to_html(document(text))
    shown = texts_of_html(page)
    assert shown.count(text) >= 12
    assert "<script" not in page
    assert page == to_html(document(text))


@pytest.mark.parametrize("text", NASTY)
def test_markdown_shows_texts_as_they_are(text: str) -> None:
    """Without code and its own marks, a line is the text once backslashes are taken away."""
    made = to_markdown(document(text))
    lines = made.splitlines()
    plain = [re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", line) for line in lines]
    assert plain.count(text) >= 3  # the subtitle, and two paragraphs
    assert f"# {text}: test of documents" in plain
    assert not re.match(r"[#|-]|1\.", lines[plain.index(text)])
    bars_of_rows = [len(re.findall(r"(?<!\\)\|", line)) for line in lines if line[:2] == "| "]
    assert set(bars_of_rows) == {3}


@pytest.mark.parametrize("text", NASTY)
def test_text_and_json_have_texts_as_they_are(text: str) -> None:
    assert to_text(document(text)).count(text) >= 8
    data = to_json_data(document(text), "test")
    assert data["sections"]["s"]["blocks"][0] == {"kind": "paragraph", "text": text}
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize("text", [NASTY[0], NASTY[1], NASTY[-1]])
def test_pdf_shows_texts_as_they_are(text: str) -> None:
    content = to_pdf(document(text))
    assert content == to_pdf(document(text))
    pages = pypdfium2.PdfDocument(content)
    try:
        shown = " ".join(page.get_textpage().get_text_range() for page in pages)
    finally:
        pages.close()
    assert re.sub(r"\s", "", shown).count(re.sub(r"\s", "", text)) >= 10
    assert "E1" in shown and str(10**40 + 1) in re.sub(r"\s", "", shown)


def test_what_a_terminal_or_reader_would_obey_is_written_out() -> None:
    made = document("a\x1b[2J\u202eb")
    for form in (to_text(made), to_markdown(made), to_html(made)):
        assert "\x1b" not in form and "\u202e" not in form
        assert "a\\u001b" in form.replace("\\\\", "\\")


# Templates


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a template "t.md" in the package "made"."""
    (tmp_path / "templates").mkdir()
    monkeypatch.setattr(composing, "files", lambda name: tmp_path)
    composing._environment.cache_clear()
    return tmp_path / "templates" / "t.md"


def test_the_notation(template: Path) -> None:
    template.write_text(
        "before **{{ name }}** and `{{ name }}`,\nso\\\nbroken\n\n{{ block }}\n\n"
        "# one: The {{ name }}\n\n> note\n! warning\n\n- a\n  more\n- {{ name }}\n\n"
        "$ run {{ name }}\n\n## two-{{ name }}: Two\n\n[t: a | n#=N] Of {{ name }}\n"
        "| {{ name }} | {{ decimal(half, 2) }}\n|* **{{ name }}** |\n\n# three: Three\n"
    )
    name = "**x** | `y`"
    block = Value("v", Fraction(1, 3))
    front, sections = compose(("made",), "t.md", name=name, block=[block], half=Fraction(1, 2))
    assert front == (
        Paragraph(("before ", Strong(name), " and ", Code(name), ", so\nbroken")),
        block,
    )
    one, three = sections
    assert (one.key, one.title, three.title) == ("one", f"The {name}", "Three")
    assert one.blocks == (
        Paragraph(("note",), "note"),
        Paragraph(("warning",), "warning"),
        Bullets((("a more",), (name,))),
        Commands((f"run {name}",)),
    )
    (two,) = one.parts
    assert two.key == f"two-{name}"
    half = Number("0.50", Fraction(1, 2))
    rows = [(name, half), ((Strong(name),), "")]
    assert two.blocks == (table("t", "a | n#=N", rows, caption=f"Of {name}", marked=[1]),)


def test_a_value_is_never_notation(template: Path) -> None:
    template.write_text("{{ text }}\n\n- {{ text }}\n\n[t: a]\n| {{ text }}\n")
    for text in [*NASTY, "# a: b\n\n- c", "\x000\x00", "[t: a]\n| b", "! w"]:
        one_line = " ".join(text.split())
        front, sections = compose(("made",), "t.md", text=text)
        assert sections == ()
        assert front == (
            Paragraph((one_line,)),
            Bullets(((one_line,),)),
            table("t", "a", [(one_line,)]),
        )


# Drawings


def test_a_drawing_is_the_same_in_every_form() -> None:
    root = ET.fromstring(to_svg(DRAWING))
    names = [one.tag.partition("}")[2] for one in root]
    assert names == ["title", "desc", "rect", "rect", "polygon", "polyline", "text"]
    assert "".join(root[-1].itertext()) == "10 < 119"
    assert root.get("aria-label") == "a & b"
    content = drawing_to_pdf(DRAWING, "test")
    assert content == drawing_to_pdf(DRAWING, "test")
    page = pypdfium2.PdfDocument(content)[0]
    assert "10 < 119" in page.get_textpage().get_text_range()
    assert to_png(DRAWING, "test").startswith(b"\x89PNG")


def test_bars_stand_where_their_logarithms_are() -> None:
    chances = [("a", Fraction(1, 10)), ("b", Fraction(1, 1000)), ("c", Fraction(0))]
    drawing = bars("b", "x", chances, [Fraction(1, 100)] * 3)
    tenth, thousandth, none = (one for one in drawing.shapes if isinstance(one, Box))
    assert tenth.height == pytest.approx(3 * thousandth.height)
    assert none.height == 0


def test_intervals_stay_within_their_axes() -> None:
    levels = [Intervals(str(k), [(3.0, 8.0 * k), (9.0, 0.008 * k)]) for k in (1, 2, 3)]
    drawing = intervals("t", 99.5, levels, ["head", "line"])
    for one in drawing.shapes:
        points = one.points if isinstance(one, Polygon | Line) else [(one.x, one.y)]
        for x, y in points:
            assert 0 <= x <= drawing.width and 0 <= y <= drawing.height
    assert to_svg(drawing).count("<polygon") == 3
