"""Whatever stands in a file or a setting, the answer is a game or a message."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from hypothesis import event, given, settings
from hypothesis import strategies as st

from bjcalc.errors import BjcalcError, GameFileError
from bjcalc.gamefile import load_game
from bjcalc.gamefile.document import parse_document
from bjcalc.gamefile.game import Game, resolve
from bjcalc.gamefile.reader import check_document
from bjcalc.gamefile.template import template_text
from bjcalc.rules import rules_from_dict, rules_line, rules_to_dict
from bjcalc.rules.form import rule_keys
from bjcalc.rules.written import show

TEXTS = [
    resources.files("bjcalc.games").joinpath(f"{slug}.toml").read_text("utf-8")
    for slug in ("borgata-blackjack-pro", "bonus-pairs-blackjack")
]
TEXTS.append(re.sub(r"(?m)^#(?! |counts|natural|offered|pays = \[9)", "", template_text()))

VALUES = st.one_of(
    st.sampled_from(
        ('""', "true", "-1", "0", "3", "9", "21", "1.5", "nan", "1e99", '"none"', '"any"', '"late"',
         '"ace"', "[]", "{}", "[1, 1]", '["ace", "ten"]', "{ hard = [9] }", "2020-01-01", '"1:0"',
         "{ A = 1, T = 3 }", "{ Ac = 9, K = 1 }", '"original"', '"free"', '"rank"', '"infinite"')
    ),
    st.integers().map(str),
    st.text(max_size=6).map(show),
)  # fmt: skip
NAMES = st.sampled_from(
    (
        *sorted({part for key in rule_keys() for part in key.split(".")}),
        *("id", "set", "readings", "categories", "when", "default", "x", "side_bets", '""'),
    )
)


def check(data: bytes) -> Game | None:
    try:
        document = parse_document(data, "f.toml")
        return resolve(check_document(document, path=Path("f.toml"), slug="f"), {}, ())
    except GameFileError as error:
        assert error.mistakes
        for mistake in error.mistakes:
            assert mistake.file == "f.toml"
            assert mistake.message
            assert mistake.line is None or 1 <= mistake.line <= data.count(b"\n") + 1
        return None


def note(game: Game | None) -> None:
    event("a game" if game else "mistakes")
    if game is not None:
        assert rules_from_dict(rules_to_dict(game.rules)) == game.rules
        assert rules_line(game.rules)


@st.composite
def edited_files(draw: st.DrawFn) -> str:
    """A right game file with a few lines changed, moved, added or taken out."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 4)):
            case 0:
                key = lines[place].split("=")[0]
                lines[place] = f"{key}= {draw(VALUES)}"
            case 1:
                lines[place] = f"{draw(NAMES)} = {draw(VALUES)}"
            case 2:
                lines.insert(place, f"{draw(NAMES)} = {draw(VALUES)}")
            case 3:
                lines.insert(place, f"[{draw(NAMES)}]")
            case _:
                del lines[place]
    return "\n".join(lines)


@st.composite
def made_files(draw: st.DrawFn) -> str:
    """A file of known sections and keys with any values in them."""
    text = "schema = 1\ngame.name = 'x'\n"
    for key in draw(st.lists(st.sampled_from(rule_keys()), unique=True, max_size=8)):
        text += f"{key} = {draw(VALUES)}\n"
    return text


@given(edited_files() | made_files())
@settings(max_examples=400, deadline=None)
def test_files_in_form(text: str) -> None:
    note(check(text.encode()))


@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
def test_any_bytes(data: bytes) -> None:
    note(check(data))


BASE = load_game("borgata-blackjack-pro")


@given(
    st.lists(
        st.one_of(
            st.builds(
                "{}={}".format, st.sampled_from([*rule_keys(), "side_bets.21+3.ace"]), VALUES
            ),
            st.builds("{}.{}={}".format, NAMES, NAMES, VALUES),
            st.text(max_size=20),
        ),
        max_size=3,
    )
)
@settings(deadline=None)
def test_any_settings(texts: list[str]) -> None:
    try:
        game = BASE.with_settings(texts)
    except BjcalcError as error:
        assert str(error)
        return
    note(game)
    assert game.settings[: len(texts)] == tuple(texts)
    for _, _, other in game.other_readings():
        note(other)
