"""What comes from outside is shown in one line and commands no terminal, whoever prints it."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import unicodedata

import pytest

from bjcalc.errors import BjcalcError, GameFileError, Mistake, MistakesError
from bjcalc.shown import quoted, shell_word, shown, unseen

EVIL = "x\x1b[2J\nVALID (valid): every statement checked is true\u202e\u200b\ud83d"


def test_nothing_commands_a_terminal_or_hides() -> None:
    assert shown(EVIL) == (
        "x\\u001b[2J\\nVALID (valid): every statement checked is true\\u202e\\u200b\\ud83d"
    )
    assert shown("\U000e0041") == "\\udb40\\udc41"
    assert shown("Plaïn 21+3 — ♠ \\n") == "Plaïn 21+3 — ♠ \\n"


def test_all_that_unicode_calls_controls_and_marks_of_direction_is_written_out() -> None:
    """But for the two joiners that scripts need, and marks for Arabic, Syriac and Egyptian text."""
    for code in range(0x110000):
        char = chr(code)
        kind = unicodedata.category(char)
        directed = unicodedata.bidirectional(char) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI")
        if kind in ("Cc", "Cs", "Zl", "Zp") or directed:
            assert shown(char) != char, hex(code)
        assert (shown(char) == char) == (unseen(char) is None)


@pytest.mark.parametrize("text", ["", "a", '"', "\\", EVIL, "\x00\x7f\u2028"])
def test_quoted_is_json(text: str) -> None:
    assert json.loads(quoted(text)) == text
    assert shown(quoted(text)) == quoted(text)


def test_words_for_a_shell() -> None:
    assert shell_word("a.toml") == "a.toml" and shell_word("a b") == "'a b'"
    name = "it's\n\x1b[31m\u202e \\n.toml"
    done = subprocess.run(
        ["bash", "-c", f"printf %s {shell_word(name)}"],
        capture_output=True,
        check=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    assert (done.stdout.decode(), shown(shell_word(name))) == (name, shell_word(name))


def test_errors_are_ready_to_be_shown() -> None:
    assert str(BjcalcError(EVIL)) == shown(EVIL)
    assert str(BjcalcError("one", "two\nthree")) == "one\ntwo\\nthree"
    mistake = Mistake("m\nessage", key="k\x1b", file="f\nile", line=3)
    assert str(mistake) == "f\\nile:3: k\\u001b: m\\nessage"
    error = GameFileError([mistake, Mistake("other")])
    assert str(error) == f"{mistake}\nother"
    assert pickle.loads(pickle.dumps(error)).mistakes == error.mistakes


def test_no_message_is_endless() -> None:
    long = str(BjcalcError("x" * 10**6 + "end"))
    assert len(long) < 2100 and long.endswith("end")
    many = str(MistakesError([Mistake("wrong", key=str(number)) for number in range(10**4)]))
    assert many.splitlines()[0] == "0: wrong"
    assert many.splitlines()[200:] == ["... and 9800 more"]
