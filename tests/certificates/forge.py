"""The corpus: small true certificates in valid/, and attacks on them in forgeries.jsonl.

A line of forgeries.jsonl is one attack: its `name`, `why` it is false, and the `answer` that it
must get, exit status and code. It is made of the true certificate `of` a game (plain) by a `patch`
of the body, whose digest is then computed anew (or `kept`), or by a `text` that is replaced once in
the file, or it consists of `pieces`, each a text with how often it stands there. `envelope` says
what is signed beside it. A patch is a list of steps: kind, path, details. A path names the entries
of lists by number or by id.

`python tests/certificates/forge.py FOLDER` writes all attacks as files, for other checkers; without
FOLDER it writes the true certificates anew, as they must be after a change of the format.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, reduce
from math import gcd
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bjcalc import load_game
from bjcalc.certificate.body import FORMAT, VERSION, Certificate, certify, digest_of
from bjcalc.certificate.signing import PAYLOAD_TYPE, key_id, pre_authentication, sign, statement

HERE = Path(__file__).parent
GAMES = tuple(sorted(path.stem for path in (HERE / "games").glob("*.toml")))
KEYS = ("author", "stranger")
_SYMBOL = re.compile(r"[A-Z][a-z]?|[.-]")

Body = dict[str, Any]


@cache
def true_certificate(game: str) -> Certificate:
    """Return the certificate of one of the small games here."""
    return certify(load_game(HERE / "games" / f"{game}.toml"))


def sealed(body: Body, digest: str | None = None) -> bytes:
    """Return the file of a body, whatever it says; its digest is computed anew if none is given."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "program": "test corpus",
        "digest": digest or digest_of(body),
    }
    return (json.dumps({"header": header, "body": body}, indent=1) + "\n").encode()


def corpus_key(name: str) -> Ed25519PrivateKey:
    """Return a key that signs nothing but this corpus: it is made from its name."""
    seed = hashlib.sha256(f"a worthless key for tests: {name}".encode()).digest()
    return Ed25519PrivateKey.from_private_bytes(seed)


# Patches


def step_into(place: Any, step: str) -> Any:
    """Return the key or index that a step of a path means."""
    if isinstance(place, dict) or step.isdigit():
        return step if isinstance(place, dict) else int(step)
    return next(index for index, item in enumerate(place) if item["id"] == step)


def at(tree: Any, path: str) -> tuple[Any, Any]:
    """Return what holds the thing at a path, and the key or index of it there."""
    *parents, last = path.split("/")
    for step in parents:
        tree = tree[step_into(tree, step)]
    return tree, step_into(tree, last)


def other_digit(fraction: str) -> str:
    """Return the fraction with one digit of its numerator changed, still in lowest terms."""
    top, _, bottom = fraction.partition("/")
    for place in range(len(top) // 2, len(top)):
        for digit in "123456789":
            changed = top[:place] + digit + top[place + 1 :]
            if top[place] not in (digit, "-") and gcd(int(changed), int(bottom)) == 1:
                return f"{changed}/{bottom}"
    raise AssertionError(f"no digit of {fraction} can be changed")


def other_symbol(symbols: str, where: int | str, new: str) -> str:
    """Return a strategy with one symbol changed: at a place, or the first of its kind."""
    found = _SYMBOL.findall(symbols)
    place = found.index(where) if isinstance(where, str) else where
    assert "".join(found) == symbols and found[place] != new
    found[place] = new
    return "".join(found)


STEPS: dict[str, Callable[..., Any]] = {
    "set": lambda old, value: value,
    "append": lambda old, *values: [*old, *values],
    "repeat": lambda old, times: [*old] * times,
    "reverse": lambda old: old[::-1],
    "digit": other_digit,
    "symbol": other_symbol,
    # A text with its own parts around a stroke, such as "{top}/0{bottom}".
    "write": lambda old, form: form.format(
        old, top=old.partition("/")[0], bottom=old.partition("/")[2]
    ),
    "letter": lambda old, place, new: old[:place] + new + old[place + 1 :],
    "long": lambda old, before, middle, times, after: before + middle * times + after,
    "many": lambda old, id, times: [
        {**item, "id": f"{id}-{chr(ord('a') + number)}"}
        for number in range(times)
        for item in old
        if item["id"] == id
    ],
    "many-named": lambda old, times: [{**old[0], "name": f"{number}"} for number in range(times)],
    "nested": lambda old, key, outer, times, inner: reduce(
        lambda found, _: {**outer, key: found}, range(times), inner
    ),
}
"""What a step makes of what stands at its path (None if nothing does)."""


def patched(tree: Any, steps: list[list[Any]]) -> Any:
    """Return a changed copy of a tree; every step must change it."""
    for kind, path, *details in steps:
        before, tree = tree, copy.deepcopy(tree)
        place, key = at(tree, path)
        if kind == "remove":
            del place[key]
        elif kind in ("copy", "swap"):
            other, there = at(tree, details[0])
            value = copy.deepcopy(other[there])
            if kind == "swap":
                other[there] = place[key]
            place[key] = value
        else:
            old = place.get(key) if isinstance(place, dict) else place[key]
            place[key] = STEPS[kind](old, *details)
        assert tree != before, f"{kind} {path}: nothing was changed"
    return tree


# Forgeries


@dataclass(frozen=True)
class Forgery:
    """Bytes that must be refused, for which reason and with which exit status.

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


def forge(line: str) -> Forgery:
    """Return what a line of forgeries.jsonl describes."""
    entry = json.loads(line)
    true = true_certificate(entry.get("of", "plain"))
    data = true.to_bytes()
    if "patch" in entry:
        digest = true.digest if entry.get("kept") else None
        data = sealed(patched(true.body, entry["patch"]), digest)
    elif "text" in entry:
        old, new = (text.encode("utf-8", "surrogatepass") for text in entry["text"])
        assert old in data, entry["name"]
        data = data.replace(old, new, 1)
    elif "pieces" in entry:
        data = b"".join(piece(text, times, data) for text, times in entry["pieces"])
    data = data.decode().encode("utf-16") if entry.get("encoding") else data
    (status, code), envelope, signer = entry["answer"], None, None
    if "envelope" in entry:
        signer, envelope = "author", enveloped(true.digest, **entry["envelope"])
    return Forgery(entry["name"], entry["why"], status, code, data, envelope, signer)


def piece(text: str, times: int, whole: bytes) -> bytes:
    """Return a text, repeated: {n} counts, {whole} and {half} are the true file's bytes."""
    if "{n}" in text:
        return "".join(text.replace("{n}", str(number)) for number in range(times)).encode("latin1")
    known = {"{whole}": whole, "{half}": whole[: len(whole) // 2]}
    return known.get(text, text.encode("latin1")) * times


def enveloped(
    digest: str,
    *,
    by: str = "author",
    named: str | None = None,
    of: str | None = None,
    kind: str = PAYLOAD_TYPE,
    bare: bool = False,
    patch: list[list[Any]] | None = None,
    text: str | None = None,
    missing: bool = False,
) -> bytes | None:
    """Return an envelope signed by one key, maybe named for another, and then patched."""
    if missing or text is not None:
        return None if text is None else text.encode()
    payload = statement(digest if of is None else true_certificate(of).digest)
    signed = payload if bare else pre_authentication(kind, payload)
    signature = {
        "keyid": key_id(corpus_key(named or by).public_key()),
        "sig": base64.b64encode(corpus_key(by).sign(signed)).decode(),
    }
    envelope = {
        "payload": base64.b64encode(payload).decode(),
        "payloadType": kind,
        "signatures": [signature],
    }
    return json.dumps(patched(envelope, patch or []), indent=1).encode()


@cache
def forgeries() -> tuple[Forgery, ...]:
    """Return the whole corpus; no two have one name."""
    lines = (HERE / "forgeries.jsonl").read_text().splitlines()
    found = tuple(forge(line) for line in lines if line)
    assert len({one.name for one in found}) == len(found)
    return found


def true_files() -> dict[str, bytes]:
    """Return the true certificates, one with its signature, and the keys, by their paths here."""
    files = {f"valid/{game}.json": true_certificate(game).to_bytes() for game in GAMES}
    files["valid/plain.json.dsse"] = sign(true_certificate("plain").digest, corpus_key("author"))
    for name in KEYS:
        public = corpus_key(name).public_key()
        pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        files[f"keys/{name}.pub"] = pem
    return files


def main(folder: Path) -> None:
    """Write every attack as NAME.json and NAME.json.dsse, and print what it must be answered."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in forgeries():
        (folder / f"{one.name}.json").write_bytes(one.data)
        if one.envelope is not None:
            (folder / f"{one.name}.json.dsse").write_bytes(one.envelope)
        print(one.status, one.code, one.signer or "-", one.name, one.why, sep="\t")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        for path, content in true_files().items():
            (HERE / path).write_bytes(content)
