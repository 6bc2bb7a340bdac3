"""The page about side bets: its phrases parse, its keys are the reader's."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from bjcalc.shoe import Shoe
from bjcalc.sidebets import counting_mistakes, reader
from bjcalc.sidebets.conditions import parse_condition
from bjcalc.sidebets.paytables import USUAL_PAYS

PAGE = (Path(__file__).parents[2] / "docs" / "side-bets.md").read_text()
CARDS = ("player1", "player2", "up", "hole", "dealer_hand")


def table(heading: str) -> list[list[str]]:
    """Return the code spans of the first column of the table under a heading."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line for line in section.split("\n") if line.startswith("| `")]
    return [re.findall(r"`([^`]+)`", row.split(" | ")[0]) for row in rows]


@pytest.mark.parametrize("phrase", [p for row in table("Conditions") for p in row])
def test_every_phrase_of_the_page_is_understood(phrase: str) -> None:
    assert parse_condition(phrase, cards=CARDS) is not None


def test_every_key_is_on_the_page() -> None:
    named = {key for row in table("In a game file") for key in row}
    assert named | {"categories"} == set(reader._BET_KEYS)


def test_the_example_is_right() -> None:
    example = PAGE.split("```toml\n")[1].split("```")[0]
    raw = tomllib.loads(example)["side_bets"]
    bets, mistakes = reader.parse_side_bets(raw, key_prefix="side_bets")
    assert not mistakes
    assert not counting_mistakes(bets, Shoe.of_decks(8))
    assert bets[0].categories[1].pays == 40


def test_the_usual_pays_are_on_the_page() -> None:
    written = PAGE.split("the usual pays (1 to 12, ")[1].split(")")[0]
    assert tuple(map(int, re.findall(r"\d+", written))) == USUAL_PAYS[12:]
