"""What cannot be read as a certificate, or does not have its own digest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from making import (
    Body,
    Case,
    Change,
    at,
    changed_case,
    edit_play,
    other_digit,
    replaced,
    setting,
    true_body,
    true_certificate,
    true_text,
)

MAX_BYTES = 8 * 1024 * 1024

# 1. Size, encoding, JSON


def unreadable_bytes() -> Iterator[Case]:
    whole = true_text("plain").encode()

    def case(name: str, why: str, code: str, data: bytes) -> Case:
        return Case(name, why, 2, code, data)

    yield case("empty", "an empty file", "not-json", b"")
    yield case("truncated", "the first half of a certificate", "not-json", whole[: len(whole) // 2])
    yield case("trailing", "something after the end", "not-json", whole + b"{}")
    yield case("two-values", "two certificates in one file", "not-json", whole + whole)
    yield case("binary", "no text at all", "not-utf8", bytes(range(255, -1, -1)) * 8)
    yield case("zero-bytes", "zeros", "not-json", bytes(1000))
    yield case("utf-16", "another encoding", "not-utf8", whole.decode().encode("utf-16"))
    yield case("byte-order-mark", "a byte order mark", "not-json", b"\xef\xbb\xbf" + whole)
    yield case("single-quotes", "Python, not JSON", "not-json", whole.replace(b'"', b"'"))
    yield case("trailing-comma", "a comma too many", "not-json", whole.replace(b"}\n}", b"},\n}"))
    yield case("deep-lists", "lists nested 20,000 deep", "too-deep", b"[" * 20_000)
    yield case(
        "deep-objects",
        "objects nested deep, closed properly",
        "too-deep",
        b'{"a":' * 5000 + b'""' + b"}" * 5000,
    )
    conditions = '{"kind":"not","part":' * 500 + '{"kind":"always"}' + "}" * 500
    yield case(
        "deep-condition",
        "a condition nested deep in a certificate",
        "too-deep",
        replaced("plain", '"side_bets": []', f'"side_bets": [{conditions}]'),
    )
    yield case(
        "too-large",
        "one byte above the limit, all white space but for the certificate",
        "too-large",
        whole + b" " * (MAX_BYTES + 1 - len(whole)),
    )
    yield case(
        "many-nulls", "a list of a million nulls", "wrong-kind", _list_of(b"null", 1_000_000)
    )
    yield case(
        "many-objects", "a list of two million objects", "wrong-kind", _list_of(b"{}", 2_000_000)
    )
    keys = b",".join(b'"%d":""' % number for number in range(500_000))
    yield case("many-keys", "half a million unknown keys", "unknown-field", b"{" + keys + b"}")
    yield case("backslashes", "a string that never ends", "not-json", b'"' + b"\\" * 4_000_000)
    yield case(
        "duplicate-key",
        "a key twice in one object, with equal values",
        "duplicate-key",
        replaced("plain", '"slug": "plain"', '"slug": "plain", "slug": "plain"'),
    )
    yield case(
        "duplicate-body",
        "a second body that other readers would take",
        "duplicate-key",
        replaced("plain", '"body": {', '"body": {}, "body": {'),
    )
    yield case(
        "duplicate-escaped",
        "the same key written in two ways",
        "duplicate-key",
        replaced("plain", '"slug": "plain"', '"slug": "plain", "sl\\u0075g": "plain"'),
    )
    for name, number in (
        ("nan", "NaN"),
        ("infinity", "-Infinity"),
        ("float", "-0.0041"),
        ("exponent", "1e400"),
        ("bare-integer", "17"),
        ("bare-4300-digits", "9" * 4300),
        ("bare-many-digits", "9" * 1_000_000),
    ):
        yield case(
            name,
            "a JSON number in place of a string",
            "bare-number",
            replaced("plain", f'"ev": "{at(true_body("plain"), "totals.ev")}"', f'"ev": {number}'),
        )


def _list_of(item: bytes, number: int) -> bytes:
    return b"[" + b",".join([item] * number) + b"]"


# 2. Fields and their kinds


def wrong_form() -> Iterator[Case]:
    def case(name: str, why: str, code: str, change: Change, game: str = "plain") -> Case:
        return changed_case(name, why, 2, code, game, change)

    def without(path: str) -> Change:
        def change(body: Body) -> None:
            parent, _, key = path.rpartition(".")
            del (at(body, parent) if parent else body)[key]

        return change

    yield Case(
        "version-2",
        "a version that is not defined",
        2,
        "unknown-version",
        replaced("plain", '"version": "1"', '"version": "2"'),
    )
    yield Case(
        "other-format",
        "another format's name",
        2,
        "unknown-version",
        replaced("plain", '"format": "bjcalc-certificate"', '"format": "bjcalc-certificates"'),
    )
    yield Case("a-list", "a list in place of the object", 2, "wrong-kind", b"[]")
    yield Case("header-alone", "no body", 2, "missing-field", b'{"header": {}}')
    yield Case(
        "extra-header-field",
        "a time stamp in the header",
        2,
        "unknown-field",
        replaced("plain", '"version": "1"', '"version": "1", "time": "2024-01-31"'),
    )
    yield case("extra-field", "a field too many in the body", "unknown-field", setting("x", "y"))
    yield case(
        "extra-field-deep",
        "a field too many in one cell",
        "unknown-field",
        setting("values.A.0.comment", "right"),
    )
    yield case("missing-totals", "a section is missing", "missing-field", without("totals"))
    yield case(
        "missing-up-key", "an up card's key is missing", "missing-field", without("strategy.up.A")
    )
    yield case("null-rules", "null where it must not be", "wrong-kind", setting("rules", None))
    yield case(
        "text-for-boolean",
        "a boolean in quotes",
        "wrong-kind",
        setting("rules.double.allowed", "true"),
    )
    yield case(
        "other-class",
        "a strategy class that the format does not have",
        "wrong-kind",
        setting("strategy.class", "TD"),
    )
    yield case(
        "nine-values",
        "a shoe of nine values",
        "wrong-kind",
        lambda body: body["rules"]["shoe"]["values"].pop(),
    )
    yield case(
        "long-text", "a name of 2,001 characters", "too-long", setting("game.name", "x" * 2001)
    )
    yield case(
        "upper-case-digest",
        "a digest in capitals",
        "wrong-kind",
        setting("game.file_sha256", "A" * 64),
    )
    yield Case(
        "half-surrogate",
        "half a surrogate pair in a text",
        2,
        "not-unicode",
        replaced("plain", '"name": "Plain"', '"name": "\\ud800"'),
    )
    yield case(
        "unknown-letter",
        "a Cyrillic letter that looks like H",
        "bad-letter",
        lambda body: edit_play(body, "T", 0, "\u041d"),
    )
    yield case(
        "twenty-one-side-bets",
        "more side bets than allowed",
        "too-long",
        lambda body: body.update(side_bets=[body["side_bets"][0]] * 21),
        "side-bets",
    )
    yield case(
        "unknown-condition",
        "a condition that the format does not have",
        "bad-condition",
        setting("side_bets.0.categories.0.condition", {"kind": "lucky"}),
        "side-bets",
    )


def wrong_numbers() -> Iterator[Case]:
    right = at(true_body("plain"), "totals.ev")
    top, _, bottom = right.partition("/")

    def case(name: str, why: str, code: str, text: Any, path: str = "totals.ev") -> Case:
        return changed_case(name, why, 2, code, "plain", setting(path, text))

    def translated(zero: int) -> str:
        return "".join(chr(zero + int(char)) if char.isdigit() else char for char in right)

    yield case(
        "not-lowest-terms",
        "both numbers times 7",
        "not-lowest-terms",
        f"{7 * int(top)}/{7 * int(bottom)}",
    )
    yield case("zero-as-0-5", "zero not in lowest terms", "not-lowest-terms", "0/5")
    yield case("zero-denominator", "a denominator of zero", "bad-number", f"{top}/0")
    yield case("negative-denominator", "a negative denominator", "bad-number", f"{top}/-{bottom}")
    yield case("no-denominator", "an integer where a fraction must be", "bad-number", top)
    yield case("decimal", "a decimal fraction in quotes", "bad-number", "-0.0041")
    yield case("two-strokes", "two fraction strokes", "bad-number", f"{right}/1")
    yield case("leading-zero", "a leading zero", "bad-number", f"{top}/0{bottom}")
    yield case("plus-sign", "a plus sign", "bad-number", f"+1/{bottom}")
    yield case("minus-zero", "minus zero", "bad-number", "-0/1")
    yield case("spaces", "spaces around the stroke", "bad-number", f"{top} / {bottom}")
    yield case("line-feed", "a line feed at the end", "bad-number", f"{right}\n")
    yield case("underscore", "a digit separator", "bad-number", "1_0/3")
    yield case("hexadecimal", "hexadecimal digits", "bad-number", "0x1/0x3")
    yield case("full-width-digits", "digits of another width", "bad-number", translated(0xFF10))
    yield case("arabic-digits", "digits of another script", "bad-number", translated(0x0660))
    yield case(
        "mathematical-digits",
        "digits beyond the 16-bit characters",
        "bad-number",
        translated(0x1D7CE),
    )
    yield case("superscript-digit", "a digit that is none", "bad-number", "\u00b2/3")
    yield case("unicode-minus", "a minus sign that is not ASCII", "bad-number", f"\u22121/{bottom}")
    yield case("2001-digits", "one digit above the limit", "number-too-long", f"1/1{'0' * 1999}1")
    yield case("4300-digits", "Python's own limit", "number-too-long", f"1/1{'0' * 4298}1")
    yield case(
        "4301-digits", "one digit above Python's own limit", "number-too-long", f"1/1{'0' * 4299}1"
    )
    yield case(
        "million-digits",
        "a denominator of a million digits",
        "number-too-long",
        f"1/1{'0' * 999_998}1",
    )
    yield case("negative-count", "minus one card", "bad-number", "-1", "rules.shoe.values.0")
    yield case("list-for-number", "a list in place of a number", "wrong-kind", ["1/2"])


# 3. The digest


def wrong_digest() -> Iterator[Case]:
    right = at(true_body("plain"), "totals.ev")
    digest = true_certificate("plain").digest
    yield Case(
        "digit-without-digest",
        "one digit of the EV changed, the digest not",
        1,
        "digest-mismatch",
        replaced("plain", f'"ev": "{right}"', f'"ev": "{other_digit(right)}"'),
    )
    other = digest[:-1] + ("0" if digest[-1] != "0" else "1")
    yield Case(
        "other-digest",
        "one digit of the digest changed",
        1,
        "digest-mismatch",
        replaced("plain", digest, other),
    )
    yield Case(
        "other-hash",
        "another algorithm's name",
        1,
        "digest-mismatch",
        replaced("plain", "sha256:", "sha512:"),
    )
    yield Case(
        "other-game-file",
        "the game file's digest changed, the certificate's not",
        1,
        "digest-mismatch",
        replaced("plain", at(true_body("plain"), "game.file_sha256"), "0" * 64),
    )
