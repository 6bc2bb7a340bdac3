"""Bytes that are no certificate are refused for the stated reason, and nothing raises."""

from __future__ import annotations

import json
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bjcalc.checker.check import check_file
from bjcalc.checker.reading import (
    MAX_BYTES,
    MAX_DIGITS,
    Refusal,
    canonical,
    parse,
    read,
)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-json"),
        (b"\x00\x01\x02", "not-json"),
        (b"\xff\xfe{}", "not-utf8"),
        (b"\xef\xbb\xbf{}", "not-json"),
        (b'{"a": 1}', "bare-number"),
        (b'{"a": -1.5e3}', "bare-number"),
        (b'{"a": NaN}', "bare-number"),
        (b'{"a": -Infinity}', "bare-number"),
        (b"1" * 5000, "bare-number"),
        (b'{"a": "", "a": ""}', "duplicate-key"),
        (b'{"a": ""', "not-json"),
        (b'{"a": ""} x', "not-json"),
        (b"[" * 1_000_000, "too-deep"),
        (b'{"a":' * 200 + b"1" + b"}" * 200, "too-deep"),
        (b'"' + b"\\" * 99_999, "not-json"),
        (b'"\\"' * 500_000, "not-json"),
        (b"[]", "wrong-kind"),
        (b"null", "wrong-kind"),
        (b"{}", "missing-field"),
        (b'{"header": {}, "body": {}, "more": {}}', "unknown-field"),
        (b'{"header": {"format": "x"}, "body": {}}', "unknown-version"),
        (b'{"header": {"version": ["1"]}, "body": {}}', "unknown-version"),
        (b" " * (MAX_BYTES + 1), "too-large"),
    ],
    ids=lambda value: repr(value[:20]) if isinstance(value, bytes) else value,
)
def test_no_certificate(data: bytes, code: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("bad") / "certificate.json"
    path.write_bytes(data)
    started = time.monotonic()
    report = check_file(str(path))
    assert time.monotonic() - started < 10
    assert (report.status, report.code) == (2, code)
    assert report.sentence


def test_files_that_cannot_be_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("none")
    for path in (str(folder), str(folder / "missing"), "a\0b"):
        assert check_file(path).code == "cannot-read"


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("01", "bad-number"),
        ("+1", "bad-number"),
        ("-0", "bad-number"),
        ("", "bad-number"),
        ("1_000", "bad-number"),
        (" 1", "bad-number"),
        ("1\n", "bad-number"),
        ("\u0661", "bad-number"),
        ("\uff11", "bad-number"),
        ("1e3", "bad-number"),
        ("0x10", "bad-number"),
        ("9" * (MAX_DIGITS + 1), "number-too-long"),
        ("9" * 5000, "number-too-long"),
        (None, "wrong-kind"),
        (True, "wrong-kind"),
    ],
)
def test_integers_that_are_refused(written: object, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read("0..", written, "here")
    assert refusal.value.code == code
    assert refusal.value.sentence.startswith("here")
    assert refusal.value.sentence.isascii()


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("2/4", "not-lowest-terms"),
        ("0/2", "not-lowest-terms"),
        ("1/0", "bad-number"),
        ("1/-2", "bad-number"),
        ("-1/-2", "bad-number"),
        ("1", "bad-number"),
        ("0.5", "bad-number"),
        ("1/2/3", "bad-number"),
        ("1 /2", "bad-number"),
        ("\u0661/2", "bad-number"),
        ("1/" + "1" * 5000, "number-too-long"),
    ],
)
def test_fractions_that_are_refused(written: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read("fraction", written, "here")
    assert refusal.value.code == code


@given(st.fractions())
def test_fractions_that_are_read(value: Fraction) -> None:
    assert read("fraction", f"{value.numerator}/{value.denominator}", "here") == value


def test_canonical_form_sorts_by_utf16_and_escapes_shortly() -> None:
    value = {"\ue000": "", "\U00010000": '"\\/\b\f\n\r\t\x01\x7f\u20ac', "a": [True, None]}
    assert canonical(value) == (
        '{"a":[true,null],"\U00010000":"\\"\\\\/\\b\\f\\n\\r\\t\\u0001\x7f\u20ac","\ue000":""}'
    )


@given(st.text(max_size=60))
def test_what_is_parsed_is_what_json_says(text: str) -> None:
    data = json.dumps([text], ensure_ascii=False)
    if max(text, default="") >= "\ud800" and any("\ud800" <= c <= "\udfff" for c in text):
        return
    assert parse(data.encode()) == [text]
