"""Deep nesting is found before any parser sees it, in time that grows with the text alone."""

from __future__ import annotations

import json
import tomllib
from time import process_time

import pytest

from bjcalc.nesting import check_nesting

DEEP = {
    "lists": "k = " + "[" * 50_000,
    "closed lists": "k = " + "[" * 33 + "]" * 33,
    "tables": "k = " + "{a = " * 50_000,
    "JSON": '{"a": ' * 40 + "1" + "}" * 40,
    "JSON unclosed": "[" * 100_000,
    "a key": ".".join("a" * 40) + " = 1",
    "a key with spaces and quotes": " . ".join(['"a.b"', "c"] * 20) + " = 1",
    "a long key": "a" + ".a" * 100_000 + " = 1",
    "a header": "[" + ".".join("a" * 40) + "]",
    "a key in a table": "k = {" + ".".join("a" * 40) + " = 1}",
    "keys within keys": "a.b.c.d = {" + "a.b.c.d = {" * 12,
    "after a string": "k = ['[[', " + "[" * 40,
    "after a comment": "# ]]]]]\nk = [# ]]]]\n" + "[" * 40,
    "after lines of text": 'k = ["""]]\n]]""", ' + "[" * 40,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    started = process_time()
    with pytest.raises(ValueError, match="nested more than 32 deep"):
        check_nesting(text)
    assert process_time() - started < 1


FLAT = [
    "k = '" + "[" * 100 + "'",
    'k = "\\"' + "[" * 100 + '"',
    "k = '''" + "[\n" * 100 + "'''",
    "k = 1 # " + "[" * 100 + "." * 100,
    "k = [" + ", ".join(["1.5"] * 1000) + "]",
    "\n".join(f"a{n}.b.c = [[{n}.5]]" for n in range(1000)),
    "note = '" + "." * 1000 + "'",
    ".".join("a" * 17) + " = " + "[" * 16 + "]" * 16,
]


@pytest.mark.parametrize("text", FLAT)
def test_what_only_looks_deep_is_right(text: str) -> None:
    tomllib.loads(text)
    check_nesting(text)


def test_long_texts_take_no_time() -> None:
    for text in (json.dumps([{"a": ["x"]}] * 50_000), '"' * 200_000, "'" * 200_001, "\\" * 200_000):
        started = process_time()
        check_nesting(text)
        assert process_time() - started < 2
