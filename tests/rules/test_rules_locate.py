from __future__ import annotations

import json
import tomllib
from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st

from bjcalc.gamefile.locate import locate_keys
from bjcalc.rules.keys import Path

EXAMPLE = '''\
# a comment with [brackets] and = signs
top = 1
"quoted key" = "a # no comment" # a comment
a.b.c = [1, 2]
[table] # heading
text = """
line with [x]
y = "z" and \\""" quotes""\\"
"""
raw = \'\'\'
[not.a.table]
\'\'\'
list = [ # comment ]
  "one", # ]
  [2,
   3],
  { x = 1, "y.z" = { w = 2 } },
]
after = 1979-05-27 07:32:00
[ table . "sub.table" ]
k = 'it''s'.x = 2
'''


def test_every_kind_of_statement_is_found_on_its_line() -> None:
    text = EXAMPLE.replace("k = 'it''s'.x = 2", "'it s'.x = 2") + (
        "[[many]]\nid = 1\n[[many.inner]]\nv = 1\n[[many.inner]]\nv = 2\n[many.table]\nt = 1\n"
        "[[many]]\nid = 2\n[[many.inner]]\nv = 3"
    )
    assert tomllib.loads(text)["table"]["text"].count("\n") == 2
    lines = locate_keys(text)
    expected: dict[Path, int] = {
        ("top",): 2,
        ("quoted key",): 3,
        ("a",): 4,
        ("a", "b"): 4,
        ("a", "b", "c"): 4,
        ("a", "b", "c", 0): 4,
        ("a", "b", "c", 1): 4,
        ("table",): 5,
        ("table", "text"): 6,
        ("table", "raw"): 10,
        ("table", "list"): 13,
        ("table", "list", 0): 14,
        ("table", "list", 1): 15,
        ("table", "list", 1, 0): 15,
        ("table", "list", 1, 1): 16,
        ("table", "list", 2): 17,
        ("table", "list", 2, "x"): 17,
        ("table", "list", 2, "y.z"): 17,
        ("table", "list", 2, "y.z", "w"): 17,
        ("table", "after"): 19,
        ("table", "sub.table"): 20,
        ("table", "sub.table", "it s"): 21,
        ("table", "sub.table", "it s", "x"): 21,
        ("many",): 22,
        ("many", 0): 22,
        ("many", 0, "id"): 23,
        ("many", 0, "inner"): 24,
        ("many", 0, "inner", 0): 24,
        ("many", 0, "inner", 0, "v"): 25,
        ("many", 0, "inner", 1): 26,
        ("many", 0, "inner", 1, "v"): 27,
        ("many", 0, "table"): 28,
        ("many", 0, "table", "t"): 29,
        ("many", 1): 30,
        ("many", 1, "id"): 31,
        ("many", 1, "inner"): 32,
        ("many", 1, "inner", 0): 32,
        ("many", 1, "inner", 0, "v"): 33,
    }
    assert lines == expected


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
def documents(draw: st.DrawFn) -> tuple[str, dict[Path, int]]:
    """A text of tables and arrays of tables, and on which line each statement's key stands."""
    lines: list[str] = []
    where: dict[Path, int] = {}
    table: Path = ()
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
def test_all_that_tomllib_reads_is_located(document: tuple[str, dict[Path, int]]) -> None:
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


def paths_of(value: Any, path: Path = ()) -> list[Path]:
    children: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        children = [*value.items()]
    elif isinstance(value, list):
        children = [*enumerate(value)]
    found = [path] if path else []
    for key, child in children:
        found += paths_of(child, (*path, key))
    return found
