"""Tools to make true certificates and to break them: seals, edits, test keys."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import gcd
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bjcalc import load_game
from bjcalc.certificate.body import Certificate, certify, digest_of
from bjcalc.certificate.hands import cards_of, listed_hands
from bjcalc.shoe import VALUES

HERE = Path(__file__).parent
GAMES = tuple(sorted(path.stem for path in (HERE / "games").glob("*.toml")))

Body = dict[str, Any]
Change = Callable[[Body], None]


@dataclass(frozen=True)
class Case:
    """Bytes that must be refused: for which reason, and with which exit status.

    `envelope` stands beside the certificate; `signer` names the key in keys/ that the signature is
    checked against, None where it is not.
    """

    name: str
    why: str
    status: int
    code: str
    data: bytes
    envelope: bytes | None = None
    signer: str | None = None


@cache
def true_certificate(game: str) -> Certificate:
    """Return the certificate of one of the small games here."""
    return certify(load_game(HERE / "games" / f"{game}.toml"))


def true_text(game: str) -> str:
    """Return the file of a true certificate as text."""
    return true_certificate(game).to_bytes().decode()


def true_body(game: str) -> Body:
    """Return a body that may be changed."""
    return copy.deepcopy(true_certificate(game).body)


def sealed(body: Body) -> bytes:
    """Return the file of a body, its digest computed anew, whatever it says."""
    header = {
        "format": "bjcalc-certificate",
        "version": "1",
        "program": "test corpus",
        "digest": digest_of(body),
    }
    return (json.dumps({"header": header, "body": body}, indent=1) + "\n").encode()


def broken(game: str, change: Change) -> bytes:
    """Return a certificate with its body changed and its digest computed anew."""
    body = true_body(game)
    change(body)
    assert body != true_certificate(game).body, "nothing was changed"
    return sealed(body)


def replaced(game: str, old: str, new: str) -> bytes:
    """Return a certificate with its text changed once, its digest as it was."""
    text = true_text(game)
    assert old in text, f"{old!r} is not in the certificate"
    return text.replace(old, new, 1).encode("utf-8", "surrogatepass")


def other_digit(fraction: str) -> str:
    """Return the fraction with one digit of its numerator changed, still in lowest terms."""
    top, _, bottom = fraction.partition("/")
    for place in range(len(top) // 2, len(top)):
        for digit in "123456789":
            changed = top[:place] + digit + top[place + 1 :]
            if top[place] not in (digit, "-") and gcd(int(changed), int(bottom)) == 1:
                return f"{changed}/{bottom}"
    raise AssertionError(f"no digit of {fraction} can be changed")


def changed_case(name: str, why: str, status: int, code: str, game: str, change: Change) -> Case:
    return Case(name, why, status, code, broken(game, change))


def setting(path: str, value: Any) -> Change:
    """Return a change that sets the value at a path such as "rules.dealer.soft17"."""

    def change(body: Body) -> None:
        *parents, last = path.split(".")
        place: Any = body
        for key in parents:
            place = place[int(key) if isinstance(place, list) else key]
        place[int(last) if isinstance(place, list) else last] = value

    return change


def at(body: Body, path: str) -> Any:
    place: Any = body
    for key in path.split("."):
        place = place[int(key) if isinstance(place, list) else key]
    return place


def digit_of_value(path: str, game: str) -> Change:
    """Return a change of one digit of the numerator at a path."""
    return setting(path, other_digit(at(true_body(game), path)))


def edit_play(body: Body, up: str, place: int, letter: str) -> None:
    entry = body["strategy"]["up"][up]
    entry["play"] = letter_changed(entry["play"], place, letter)


def cell_with(game: str, up: str, key: str) -> str:
    """Return the path of the first cell against an up card that has this value."""
    entries = true_body(game)["values"][up]
    index = next(i for i, entry in enumerate(entries) if entry and entry[key] is not None)
    return f"values.{up}.{index}.{key}"


def letter_changed(text: str, index: int, letter: str) -> str:
    assert text[index] != letter
    return text[:index] + letter + text[index + 1 :]


@dataclass(frozen=True)
class Choice:
    """A two-card hand that stands or hits: the up card, its place in `play`, what hitting adds."""

    up: str
    place: int
    letter: str
    gain: Fraction


def choices(game: str) -> list[Choice]:
    """Return the two-card hands that stand or hit, the closest call first."""
    certificate = true_certificate(game)
    body, kernel = certificate.body, certificate.solution.kernel
    pairs = [(first, second) for first in range(10) for second in range(first, 10)]
    found = []
    for up, name in enumerate(VALUES):
        if body["values"][name] is None:
            continue
        play = body["strategy"]["up"][name]["play"]
        for place, hand in enumerate(listed_hands(kernel, up)):
            cards = cards_of(hand)
            if len(cards) > 2:
                break
            index = pairs.index((cards[0], cards[1]))
            entry = body["values"][name][index]
            if play[place] in "SH" and entry and entry["hit"] and entry["stand"]:
                gain = abs(Fraction(entry["hit"]) - Fraction(entry["stand"]))
                found.append(Choice(name, place, play[place], gain))
    return sorted(found, key=lambda choice: choice.gain)


def corpus_key(name: str) -> Ed25519PrivateKey:
    """Return a key that signs nothing but this corpus: it is made from its name."""
    seed = hashlib.sha256(f"a worthless key for tests: {name}".encode()).digest()
    return Ed25519PrivateKey.from_private_bytes(seed)
