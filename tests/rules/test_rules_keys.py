from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjcalc.rules.keys import format_key, parse_key

NAMES = st.text(st.characters(codec="utf-8"), max_size=12)
PATHS = st.builds(
    lambda first, rest: (first, *rest),
    NAMES,
    st.lists(st.one_of(NAMES, st.integers(0, 99_999)), max_size=5),
)


@given(PATHS)
def test_a_written_path_is_read_back(path: tuple[str | int, ...]) -> None:
    assert parse_key(format_key(path)) == path


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("shoe.decks", ("shoe", "decks")),
        ("side_bets.21+3.ace", ("side_bets", "21+3", "ace")),
        ("side_bets[0].categories[12].when", ("side_bets", 0, "categories", 12, "when")),
        ("a.\"b.c\".'d e'", ("a", "b.c", "d e")),
        (" surrender ", ("surrender",)),
    ],
)
def test_keys_as_users_write_them(text: str, path: tuple[str | int, ...]) -> None:
    assert parse_key(text) == path


@pytest.mark.parametrize(
    "text", ["", " ", ".a", "a.", "a..b", "[0]", "a.[0]", "a[0]b", "a[x]", "a b", '"a']
)
def test_what_is_no_key(text: str) -> None:
    assert parse_key(text) is None
