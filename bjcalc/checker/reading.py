"""Reading a certificate without trusting it: strict JSON, exact numbers, the canonical form.

Everything that cannot be read as FORMAT.md says is `Unreadable`; what can be read and is false is
`Refuted`. Both carry a stable reason code and a sentence. Sizes are limited before work is done.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import gcd
from pathlib import Path
from typing import Any, NoReturn

from bjcalc.checker.hands import CARDS, VALUES

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 120
MAX_DIGITS = 2000  # below Python's own limit of 4300 for reading an integer
MAX_TEXT = 2000
MAX_ITEMS = 1000

# Possessive, and taking an unfinished string to its end: one pass over whatever text there is.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.?)*+"?|[\[{]|[\]}]', re.DOTALL)
# What a terminal obeys or hides, and halves of surrogate pairs.
_HIDDEN = re.compile(
    "[\0-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


class Refusal(Exception):  # noqa: N818 - an answer, not an error
    """A certificate is not accepted: `code` is stable, `sentence` says what and where, in ASCII."""

    status = 1

    def __init__(self, code: str, sentence: str) -> None:
        """Keep both parts; what the sentence repeats from a file is escaped."""
        self.code, self.sentence = code, printable(sentence)
        super().__init__(f"{code}: {self.sentence}")


class Refuted(Refusal):
    """The certificate can be read, and something that it states is false."""


class Unreadable(Refusal):
    """This is no certificate of this version, or its rules are not supported."""

    status = 2


def need(right: object, code: str, sentence: str) -> None:
    """Refuse as unreadable what is not right."""
    if not right:
        raise Unreadable(code, sentence)


def agree(right: object, code: str, sentence: str) -> None:
    """Refuse as false what is not right."""
    if not right:
        raise Refuted(code, sentence)


def printable(text: str) -> str:
    """Return a text as one line of ASCII that no terminal obeys."""
    plain = text.encode("ascii", "backslashreplace").decode()
    return re.sub(r"[\0-\x1f\x7f]", lambda found: f"\\x{ord(found[0]):02x}", plain)


def short(value: Any) -> str:
    """Return a value as it may be shown in a sentence: ASCII, and not too long."""
    text = f"{len(value)} entries" if isinstance(value, list | dict) else ascii(value)
    return text if len(text) <= 60 else f"{text[:40]}...{text[-10:]}"


# Bytes to JSON


def read_bytes(path: str) -> bytes:
    """Return the file's bytes; refuses what is not there or larger than MAX_BYTES.

    A pipe that nobody writes to is empty: nothing waits for it.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        os.set_blocking(handle, True)
        with open(handle, "rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable("cannot-read", f"{path!a} cannot be read: {reason}") from None
    need(len(data) <= MAX_BYTES, "too-large", f"the file has more than {MAX_BYTES} bytes")
    return data


def parse(data: bytes) -> Any:
    """Return the JSON value that the bytes write: objects, lists, strings, booleans and null."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable("not-utf8", f"byte {error.start} is not UTF-8") from None
    depth = 0  # limited before the parser recurses into it
    for token in _TOKEN.finditer(text):
        depth += (token[0] in "[{") - (token[0] in "]}")
        need(depth <= MAX_DEPTH, "too-deep", f"nested more than {MAX_DEPTH} deep")
    try:
        return json.loads(
            text,
            object_pairs_hook=_no_key_twice,
            parse_int=_bare_number,
            parse_float=_bare_number,
            parse_constant=_bare_number,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Unreadable("not-json", f"{where}: {error.msg}") from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        need(key not in found, "duplicate-key", f"the key {short(key)} is twice in one object")
        found[key] = value
    return found


def _bare_number(text: str) -> NoReturn:
    raise Unreadable("bare-number", f"{short(text)} is a JSON number; numbers are strings here")


def canonical(value: Any) -> str:
    """Return the RFC 8785 form of a JSON value without numbers."""
    if isinstance(value, dict):
        # RFC 8785 sorts by UTF-16 code units, Python by code points.
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def digest_of(body: Any) -> str:
    """Return "sha256:" and the digest of the canonical form."""
    # Halves of characters are refused where they stand, some of them after the digest.
    return "sha256:" + hashlib.sha256(canonical(body).encode("utf-8", "surrogatepass")).hexdigest()


# JSON to meaning, by the forms of format.toml. `where` is the place of a value in the file.

FORMS = tomllib.loads(Path(__file__).with_name("format.toml").read_text("utf-8"))

FORMS["card"] = "|".join(CARDS)


def read(form: Any, value: Any, where: str) -> Any:
    """Return what a JSON value of this form means, or refuse it."""
    if not isinstance(form, str):
        return (_list if "list" in form else _object)(form, value, where)
    *words, called = form.split(" or ")
    if any(value == (None if word == "null" else word) for word in words):
        return None
    form = FORMS.get(called, called)
    if isinstance(form, dict):
        return read(form, value, where)
    name, _, inner = form.partition(":")
    if name == "any":
        return value
    if name == "boolean":
        return _of_type(bool, value, where, "true or false")
    if name in ("up", "map", "kind"):
        return _special_object(name, inner, _of_type(dict, value, where, "an object"), where)
    _of_type(str, value, where, "a string")
    if name in ("text", "words"):
        need(value or name == "text", "wrong-kind", f"{where}: an empty text is left out")
        need(len(value) <= MAX_TEXT, "too-long", f"{where}: more than {MAX_TEXT} characters")
        hidden = _HIDDEN.findall(value)
        need(not hidden, "bad-text", f"{where}: a text with hidden characters: {short(hidden[:1])}")
        return value
    if name == "fraction":
        return _fraction(value, where)
    if ".." in name:
        return _number(name, value, where)
    if name[0] == "<":
        return _symbols(name[1:-1].split(), value, where)
    pattern = form[1:] if form[0] == "~" else "|".join(map(re.escape, form.split("|")))
    right = re.fullmatch(pattern, value, re.ASCII)
    words = [called] if form[0] == "~" else form.split("|")
    need(right, "wrong-kind", f"{where}: {short(value)} is not {' or '.join(words)}")
    return value


def _special_object(name: str, form: str, value: dict[str, Any], where: str) -> dict[str, Any]:
    if name == "up":
        return _object(dict.fromkeys(VALUES, f"null or {form}"), value, where)
    if name == "map":
        return _object(dict.fromkeys(value, form), value, where)
    kind = value.get("kind")
    known = isinstance(kind, str) and kind in FORMS[form]
    need(known, "bad-condition", f"{where}: {short(kind)} is none of the {form}")
    return _object({"kind": "text"} | FORMS[form][kind], value, where)


def _of_type(kind: type, value: Any, where: str, words: str) -> Any:
    need(isinstance(value, kind), "wrong-kind", f"{where}: {short(value)} is not {words}")
    return value


def _object(table: dict[str, Any], value: Any, where: str) -> dict[str, Any]:
    forms = {key.removesuffix("?"): form for key, form in table.items()}
    for key in _of_type(dict, value, where, "an object"):
        need(key in forms, "unknown-field", f"{where}: there is no field {short(key)}")
    for key in table:
        found = key.endswith("?") or key in value
        need(found, "missing-field", f"{where}: the field {short(key)} is missing")
    return {
        key: read(form, value[key], f"{where}.{key}") for key, form in forms.items() if key in value
    }


def _list(form: dict[str, Any], value: Any, where: str) -> list[Any]:
    size, most = len(_of_type(list, value, where, "a list")), form.get("most", MAX_ITEMS)
    need(size <= most, "too-long", f"{where}: a list of more than {most} entries")
    need(size >= form.get("least", 0), "wrong-kind", f"{where}: a list of {size} entries")
    found = [read(form["list"], entry, f"{where}[{index}]") for index, entry in enumerate(value)]
    order = form.get("order")
    keys = list(map(_sort_key(order, form["list"]), value)) if order else []
    if order in ("once", "ranks"):
        right = len(set(keys)) == size if order == "once" else keys == sorted(keys)
    else:
        right = all(before < after for before, after in pairwise(keys))
    need(right, "bad-order", f"{where}: out of order, or something twice")
    return found


def _sort_key(order: str, form: str) -> Callable[[Any], Any]:
    """Return by what the entries of a list, which have been read, are ordered."""
    if order in ("word", "ranks"):
        return str(FORMS.get(form, form)).split("|").index
    if order == "paid":
        return lambda entry: list(map(int, entry["paid"]))
    if order == "id":
        return lambda entry: entry["id"]
    return int if order == "number" else canonical


def _integer(value: str, where: str) -> int:
    size = len(value.removeprefix("-"))
    need(size <= MAX_DIGITS, "number-too-long", f"{where}: more than {MAX_DIGITS} digits")
    right = re.fullmatch("0|-?[1-9][0-9]*", value, re.ASCII)
    need(right, "bad-number", f"{where}: {short(value)} is no integer in its one spelling")
    return int(value)


def _fraction(value: str, where: str) -> Fraction:
    top, slash, bottom = value.partition("/")
    need(slash, "bad-number", f"{where}: {short(value)} is not a fraction p/q")
    over, under = _integer(top, where), _integer(bottom, where)
    need(under > 0, "bad-number", f"{where}: the denominator of {short(value)} is not positive")
    lowest = gcd(over, under) == 1
    need(lowest, "not-lowest-terms", f"{where}: {short(value)} is not in lowest terms")
    return Fraction(over, under)


def _number(form: str, value: str, where: str) -> int | Fraction:
    """Read an integer or a fraction within limits."""
    limits, _, finest = form.partition("/")
    least, most = limits.split("..")
    found = Fraction(_fraction(value, where) if finest else _integer(value, where))
    right = found >= int(least) and (not most or found <= int(most))
    right = right and (not finest or found.denominator <= int(finest))
    need(right, "bad-number", f"{where}: {short(value)} is not within {form}")
    return found if finest else int(found)


def _symbols(names: list[str], value: str, where: str) -> list[str]:
    """Read a string of symbols: capitals with their small letters, and signs."""
    found: list[str] = re.findall("[A-Z][a-z]*|[^A-Z]", value, re.DOTALL)
    for strange in sorted(set(found) - set(names)):
        raise Unreadable("bad-letter", f"{where}: {short(strange)} is not one of {names}")
    return found
