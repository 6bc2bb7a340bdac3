from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st

from bjcalc.gamefile.locate import locate_keys
from bjcalc.rules.keys import Path as KeyPath
from bjcalc.rules.keys import format_key


def test_every_kind_of_statement_is_found_on_its_line() -> None:
    text, expected = (
        Path(__file__).with_name(f"located.{kind}").read_text() for kind in ("toml", "txt")
    )
    found = locate_keys(text)
    assert [f"{line} {format_key(path)}" for path, line in found.items()] == expected.splitlines()


KEYS = st.text(st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=6)
SCALARS = st.one_of(
    st.booleans().map(lambda value: str(value).lower()),
    st.integers(-99, 99).map(str),
    st.sampled_from(("1.5", "inf", "0x1F", "1979-05-27", "07:32:00", "''", '""', '""""""')),
    st.text("ab[]{}#=,.'\" ", max_size=6).map(json.dumps),
    st.text('ab[]{}#=,." ', max_size=6).map(lambda text: f"'{text}'"),
    st.text("ab[]{}#=,'\n", max_size=6).map(lambda text: f'"""{text}"""'),
    st.text('ab[]{}#=,\n"', max_size=6).map(lambda text: f"'''{text}'''"),
)
SPACES = st.sampled_from((" ", "\n", " # ] } x = 1\n", "\t\n\n"))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(st.tuples(SPACES, inner), max_size=3).map(
            lambda items: "[" + ",".join(space + item for space, item in items) + "\n]"
        ),
        st.dictionaries(KEYS, inner, max_size=3).map(
            lambda items: "{" + ", ".join(f"{quote(k)} = {v}" for k, v in items.items()) + "}"
        ),
    ),
    max_leaves=8,
)


def quote(key: str) -> str:
    return json.dumps(key, ensure_ascii=False).replace("\x7f", "\\u007f")


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[KeyPath, int]]:
    """A text of tables and arrays of tables, and on which line each statement's key stands."""
    lines: list[str] = []
    where: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number in range(draw(st.integers(1, 6))):
        for key, value in draw(st.dictionaries(KEYS, VALUES, max_size=3)).items():
            where[(*table, key)] = sum(line.count("\n") + 1 for line in lines) + 1
            lines.append(f"{quote(key)} = {value}")
        line = sum(line.count("\n") + 1 for line in lines) + 1
        if draw(st.booleans()):
            table = (f"table {number}",)
            lines.append(f"[{quote(f'table {number}')}] # heading")
        else:
            earlier = sum(1 for path in where if path[:1] == ("array",) and len(path) == 2)
            table = ("array", earlier)
            lines.append("[['array']]")
        where[table] = line
    return "\n".join(lines), where


@given(documents())
def test_all_that_tomllib_reads_is_located(document: tuple[str, dict[KeyPath, int]]) -> None:
    text, where = document
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        event(str(error)[:30])  # a key named "array" or "table 1", a control character
        return
    lines = locate_keys(text)
    for path, line in where.items():
        assert lines[path] == line, path
    assert {*paths_of(tables)} == {*lines}


def paths_of(value: Any, path: KeyPath = ()) -> list[KeyPath]:
    children: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        children = [*value.items()]
    elif isinstance(value, list):
        children = [*enumerate(value)]
    found = [path] if path else []
    for key, child in children:
        found += paths_of(child, (*path, key))
    return found
