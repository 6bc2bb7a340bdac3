"""Reading a certificate without trusting it: strict JSON, exact numbers, the canonical form.

Everything that cannot be read as FORMAT.md says is `Unreadable`; what can be read and is false is
`Refuted`. Both carry a stable reason code and a sentence. Sizes are limited before work is done.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable
from fractions import Fraction
from math import gcd
from typing import Any, NoReturn

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 120
MAX_DIGITS = 2000  # below Python's own limit of 4300 for reading an integer
MAX_TEXT = 2000
MAX_ITEMS = 100_000

_INTEGER = re.compile(r"0|-?[1-9][0-9]*", re.ASCII)
# Possessive, and taking an unfinished string to its end: one pass over whatever text there is.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.?)*+"?|[\[{]|[\]}]', re.DOTALL)
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)

Reader = Callable[[Any, str], Any]
"""Turns a JSON value, with the place where it stands, into what it means, or refuses it."""


class Refusal(Exception):  # noqa: N818 - an answer, not an error
    """A certificate is not accepted: `code` is stable, `sentence` says what and where."""

    status = 1

    def __init__(self, code: str, sentence: str) -> None:
        """Keep both parts."""
        super().__init__(f"{code}: {sentence}")
        self.code, self.sentence = code, sentence


class Refuted(Refusal):
    """The certificate can be read, and something that it states is false."""


class Unreadable(Refusal):
    """This is no certificate of version 1, or its rules are not supported."""

    status = 2


# Bytes to JSON


def read_bytes(path: str) -> bytes:
    """Return the file's bytes; refuses what is not there or larger than MAX_BYTES.

    A pipe that nobody writes to is empty: nothing waits for it.
    """

    def opener(name: str, flags: int) -> int:
        handle = os.open(name, flags | os.O_NONBLOCK)
        os.set_blocking(handle, True)
        return handle

    try:
        with open(path, "rb", opener=opener) as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable("cannot-read", f"{path!a} cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise Unreadable("too-large", f"the file has more than {MAX_BYTES} bytes")
    return data


def parse(data: bytes) -> Any:
    """Return the JSON value that the bytes write: objects, lists, strings, booleans and null."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable("not-utf8", f"byte {error.start} is not UTF-8") from None
    _limit_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_bare_number,
            parse_float=_bare_number,
            parse_constant=_bare_number,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Unreadable("not-json", f"{where}: {error.msg}") from None
    return value


def _limit_depth(text: str) -> None:
    """Refuse deep nesting before the parser recurses into it."""
    depth = 0
    for token in _TOKEN.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise Unreadable("too-deep", f"nested more than {MAX_DEPTH} deep")
        elif token[0] in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable("duplicate-key", f"the key {short(key)} occurs twice in one object")
        found[key] = value
    return found


def _bare_number(text: str) -> NoReturn:
    raise Unreadable("bare-number", f"{short(text)} is a JSON number; numbers are strings here")


def canonical(value: Any) -> bytes:
    """Return the RFC 8785 form of a JSON value without numbers."""
    return _canonical(value).encode("utf-8")


def _canonical(value: Any) -> str:
    if isinstance(value, dict):
        # RFC 8785 sorts by UTF-16 code units, Python by code points.
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(f"{_canonical(key)}:{_canonical(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def digest_of(body: Any) -> str:
    """Return "sha256:" and the digest of the canonical form."""
    return "sha256:" + hashlib.sha256(canonical(body)).hexdigest()


# JSON to meaning. Each reader takes a value and the place where it stands.


def short(value: Any) -> str:
    """Return a value as it may be shown in a sentence: ASCII, and not too long."""
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:40]}...{text[-10:]}"


def refuse_type(value: Any, where: str, right: str) -> NoReturn:
    """Refuse a value of the wrong kind, saying what would be right."""
    found = f"{len(value)} entries" if isinstance(value, list | dict) else short(value)
    raise Unreadable("wrong-kind", f"{where}: {found} is not {right}")


def fields(value: Any, where: str, readers: dict[str, Reader]) -> dict[str, Any]:
    """Read an object that has exactly these keys."""
    if not isinstance(value, dict):
        refuse_type(value, where, "an object")
    for key in value:
        if key not in readers:
            raise Unreadable("unknown-field", f"{where}: there is no field {short(key)}")
    for key in readers:
        if key not in value:
            raise Unreadable("missing-field", f"{where}: the field {key!r} is missing")
    return {key: reader(value[key], f"{where}.{key}") for key, reader in readers.items()}


def obj(readers: dict[str, Reader]) -> Reader:
    """Return a reader of an object that has exactly these keys."""
    return lambda value, where: fields(value, where, readers)


def text(value: Any, where: str) -> str:
    """Read a text; it must be Unicode, and of at most MAX_TEXT characters."""
    if not isinstance(value, str):
        refuse_type(value, where, "a string")
    if len(value) > MAX_TEXT:
        raise Unreadable("too-long", f"{where}: a text of more than {MAX_TEXT} characters")
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise Unreadable("not-unicode", f"{where}: {short(value)} holds half a surrogate pair")
    return value


def letters(alphabet: str) -> Reader:
    """Return a reader of a string of these letters, of any length."""

    def read(value: Any, where: str) -> str:
        if not isinstance(value, str):
            refuse_type(value, where, "a string")
        strange = set(value) - set(alphabet)
        if strange:
            wrong = short(min(strange))
            raise Unreadable("bad-letter", f"{where}: {wrong} is not one of {alphabet!r}")
        return value

    return read


def boolean(value: Any, where: str) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        refuse_type(value, where, "true or false")
    return value


def choice(*names: str) -> Reader:
    """Return a reader of one of these names."""

    def read(value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in names:
            refuse_type(value, where, "one of " + ", ".join(names))
        return value

    return read


def integer(value: Any, where: str) -> int:
    """Read an integer in its one spelling."""
    if not isinstance(value, str):
        refuse_type(value, where, "an integer in a string")
    if len(value) > MAX_DIGITS:
        raise Unreadable("number-too-long", f"{where}: an integer of more than {MAX_DIGITS} digits")
    if not _INTEGER.fullmatch(value):
        raise Unreadable("bad-number", f"{where}: {short(value)} is not an integer's one spelling")
    return int(value)


def count(value: Any, where: str) -> int:
    """Read an integer that is not negative."""
    number = integer(value, where)
    if number < 0:
        raise Unreadable("bad-number", f"{where}: {short(value)} is negative")
    return number


def fraction(value: Any, where: str) -> Fraction:
    """Read "p/q" in lowest terms with q > 0."""
    if not isinstance(value, str):
        refuse_type(value, where, "a fraction in a string")
    top, slash, bottom = value.partition("/")
    if not slash:
        raise Unreadable("bad-number", f"{where}: {short(value)} is not a fraction p/q")
    numerator, denominator = integer(top, where), integer(bottom, where)
    if denominator <= 0:
        raise Unreadable(
            "bad-number", f"{where}: the denominator of {short(value)} is not positive"
        )
    if gcd(numerator, denominator) != 1:
        raise Unreadable("not-lowest-terms", f"{where}: {short(value)} is not in lowest terms")
    return Fraction(numerator, denominator)


def sha256(value: Any, where: str) -> str:
    """Read a digest of 64 lower-case hexadecimal digits."""
    if not isinstance(value, str) or not _DIGEST.fullmatch(value):
        refuse_type(value, where, "64 lower-case hexadecimal digits")
    return value


def optional(reader: Reader) -> Reader:
    """Return a reader that also takes null."""
    return lambda value, where: None if value is None else reader(value, where)


def listing(reader: Reader, length: int | None = None, *, most: int = MAX_ITEMS) -> Reader:
    """Return a reader of a list, of exactly this length if one is given, or at most so many."""

    def read(value: Any, where: str) -> list[Any]:
        if not isinstance(value, list) or (length is not None and len(value) != length):
            refuse_type(value, where, f"a list of {length}" if length is not None else "a list")
        if len(value) > most:
            raise Unreadable("too-long", f"{where}: a list of more than {most} entries")
        return [reader(entry, f"{where}[{index}]") for index, entry in enumerate(value)]

    return read
