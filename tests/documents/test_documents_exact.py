"""Every exact fraction that is shown, in every form of every command, is a whole one and right.

A form may cut a fraction into lines, for want of room; then these lines follow one another. What is
read back is compared with the same command's --json, whose numbers other tests compare with the
solver's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner

from bjcalc.cli.main import cli

GAME = str(Path(__file__).parent.parent / "report" / "game.toml")
CLAIMS = ["--claim", "main=99.95", "--claim", "main.sd=1.25", "--claim", "main.house_edge=0.31%"]
# Fractions shorter than this are pays and chances, which are not cut anywhere.
LONG = 20


def run(*words: str) -> str:
    result = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert result.exit_code in (0, 1), result.output
    return result.stdout


def exact_values(data: Any) -> Iterator[str]:
    """All fractions of JSON data, which has each as a text of its own."""
    if isinstance(data, dict | list):
        for one in data.values() if isinstance(data, dict) else data:
            yield from exact_values(one)
    elif isinstance(data, str) and re.fullmatch(r"-?\d+/\d+", data):
        yield data


def readable(path: Path) -> str:
    """What a reader of the file sees as text."""
    if path.suffix == ".pdf":
        document = pypdfium2.PdfDocument(path.read_bytes())
        try:
            return "\n".join(page.get_textpage().get_text_range() for page in document)
        finally:
            document.close()
    text = path.read_text()
    if path.suffix in (".html", ".svg", ".xml"):
        return unescape(re.sub(r"<(script|style)>.*?</\1>|<[^>]*>", "\n", text, flags=re.S))
    return text


def fractions(text: str, form: str = "txt") -> set[str]:
    """All long fractions of a text; where forms cut them, a line of digits alone goes on."""
    if form in ("txt", "svg", "pdf"):
        text = re.sub(r"(?<=[0-9/])\s*\n\s*(?=[0-9/]+[.,;]?(?:\s*\n|$))", "", text)
    found = set(re.findall(r"-?[0-9]+/[0-9]+", text))
    return {one for one in found if len(one) >= LONG}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("forms")


@pytest.mark.parametrize("game", [GAME, "borgata-blackjack-pro"])
@pytest.mark.parametrize("form", ["txt", "md", "svg", "pdf", "html"])
def test_charts(game: str, form: str, folder: Path) -> None:
    path = folder / f"chart.{form}"
    data = json.loads(run("chart", game, "--json", "-o", str(path)))
    found = fractions(readable(path), form)
    assert data["ev"]["exact"] in found
    assert found <= set(exact_values(data))


@pytest.mark.parametrize(
    ("command", "forms", "least"),
    [
        (["report", GAME, "--no-simulation"], ["md", "html", "pdf"], 15),
        (["audit", GAME, "--claim", "main=99.95"], ["md", "html", "xml"], 3),
    ],
)
def test_documents(command: list[str], forms: list[str], least: int, folder: Path) -> None:
    paths = [folder / f"{command[0]}.{form}" for form in forms]
    for path in paths:
        command += ["--junit" if path.suffix == ".xml" else "-o", str(path)]
    known = set(exact_values(json.loads(run(*command, "--json"))))
    for form, path in zip(forms, paths, strict=True):
        found = fractions(readable(path), form)
        assert len(found) >= least, form
        assert found <= known, form


@pytest.mark.parametrize(
    "command",
    [
        ["rtp", GAME],
        ["rtp", "atlantic-city-blackjack-gold"],
        ["hand", GAME, "--cards", "6,5", "--up", "6"],
        ["hand", "borgata-blackjack-pro", "--cards", "8,8", "--up", "A"],
        ["compare", GAME],
        ["sidebets", "borgata-blackjack-pro"],
        ["outcomes", GAME],
        ["audit", GAME, "--no-explain", *CLAIMS],
        ["combine", GAME],
    ],
    ids=lambda words: " ".join(words[:1]),
)
def test_text(command: list[str]) -> None:
    known = set(exact_values(json.loads(run(*command, "--json"))))
    found = fractions(run(*command))
    assert found <= known
    assert found or command[0] in ("hand", "sidebets", "outcomes", "combine")


def test_a_certificate_s_page(folder: Path) -> None:
    run("certify", GAME, "-o", str(folder / "certificate"))
    known = set(exact_values(json.loads((folder / "certificate" / "certificate.json").read_text())))
    page = readable(folder / "certificate" / "payouts.md")
    every = set(re.findall(r"(?<=RTP = )-?[0-9]+/[0-9]+", page))
    assert every and every <= known
    assert fractions(page, "md") <= known
