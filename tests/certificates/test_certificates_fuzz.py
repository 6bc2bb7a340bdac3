"""The reader of certificates and envelopes never raises, whatever it is given.

Every run tries INPUTS inputs of each kind; `pytest -m slow` twenty times as many.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from forge import corpus_key, sealed, true_certificate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bjcalc.certificate.signing import Envelope, check_signature, read_envelope, sign
from bjcalc.checker.check import check_bytes
from bjcalc.checker.form import read_certificate
from bjcalc.checker.reading import Refusal, parse

INPUTS = 1500
WHOLE = true_certificate("plain").to_bytes()
DIGEST = true_certificate("plain").digest
ENVELOPE = sign(DIGEST, corpus_key("author"))

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["0", "1/2", "-0/1", "1" * 5000, "\ud800", "\uff11/2", "SHDE", ".", "A"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)


@st.composite
def mutated(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return bytes with up to five places changed, cut out, doubled or moved."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, max(0, len(data) - 1)))
        length = draw(st.integers(0, 40))
        kind = draw(st.sampled_from(["put", "cut", "double", "end", "json"]))
        if kind == "put":
            data[start : start + length] = draw(st.binary(max_size=10))
        elif kind == "cut":
            del data[start : start + length]
        elif kind == "double":
            data[start:start] = data[start : start + length]
        elif kind == "end":
            del data[start:]
        else:
            data[start : start + 1] = draw(
                st.sampled_from([b'"', b"{", b"}", b"[", b"]", b"\\", b":", b",", b"9", b"-", b"/"])
            )
    return bytes(data)


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of everything in a JSON value."""
    yield here
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*here, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*here, index))


PATHS = [path for path in paths(true_certificate("side-bets").body) if path]


@st.composite
def reshaped(draw: st.DrawFn) -> Any:
    """Return a true body in which up to three things are other JSON values, or gone."""
    body = copy.deepcopy(true_certificate("side-bets").body)
    for _ in range(draw(st.integers(1, 3))):
        *parents, last = draw(st.sampled_from(PATHS))
        place: Any = body
        try:
            for key in parents:
                place = place[key]
            if draw(st.integers(0, 3)):
                place[last] = draw(JSON)
            else:
                del place[last]
        except (KeyError, IndexError, TypeError):  # an earlier change has taken the place away
            continue
    return body


def read(data: bytes) -> None:
    """Read a certificate; the only exception is a refusal."""
    try:
        read_certificate(parse(data))
    except Refusal as refusal:
        assert refusal.status in (1, 2) and refusal.code and refusal.sentence.isascii()


def read_bytes_of_certificate(data: bytes) -> None:
    read(data)


def read_reshaped(body: Any) -> None:
    header = {"format": "bjcalc-certificate", "version": "1", "program": "", "digest": ""}
    read(json.dumps({"header": header, "body": body}).encode("utf-8", "surrogatepass"))


def check(examples: int, strategy: st.SearchStrategy[Any], test: Any) -> None:
    settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )(given(strategy)(test))()


@pytest.mark.parametrize("inputs", [INPUTS, pytest.param(20 * INPUTS, marks=pytest.mark.slow)])
def test_mutated_bytes(inputs: int) -> None:
    check(inputs, mutated(WHOLE), read_bytes_of_certificate)


@pytest.mark.parametrize("inputs", [INPUTS, pytest.param(20 * INPUTS, marks=pytest.mark.slow)])
def test_reshaped_bodies(inputs: int) -> None:
    check(inputs, reshaped(), read_reshaped)


@pytest.mark.parametrize("inputs", [INPUTS, pytest.param(20 * INPUTS, marks=pytest.mark.slow)])
def test_any_json_and_bytes(inputs: int) -> None:
    values = JSON.map(lambda value: json.dumps(value).encode())
    check(inputs, values | st.binary(max_size=2000), read_bytes_of_certificate)


@pytest.mark.parametrize("inputs", [INPUTS, pytest.param(20 * INPUTS, marks=pytest.mark.slow)])
def test_mutated_envelopes(inputs: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "envelope"
    signer = corpus_key("author").public_key()

    def test(data: bytes) -> None:
        path.write_bytes(data)
        try:
            envelope: Envelope = read_envelope(path)
            check_signature(envelope, DIGEST, signer)
        except Refusal as refusal:
            assert refusal.status in (1, 2)
        else:
            # Accepted: then nothing but white space, key id or unused parts can have changed.
            assert envelope.payload == read_envelope_of(ENVELOPE, path).payload

    check(inputs, mutated(ENVELOPE), test)


def read_envelope_of(data: bytes, path: Any) -> Envelope:
    path.write_bytes(data)
    return read_envelope(path)


NUMBERS = [
    path
    for path in PATHS
    if path[0] in ("totals", "values", "side_bets")
    and path[-1] not in ("when", "name", "id", "pays_source", "kind")
]


@st.composite
def one_number_changed(draw: st.DrawFn) -> Any:
    """Return a body with one number of totals, values or side bets replaced by another one."""
    body = copy.deepcopy(true_certificate("side-bets").body)
    *parents, last = draw(st.sampled_from(NUMBERS))
    place: Any = body
    for key in parents:
        place = place[key]
    value = place[last]
    if not isinstance(value, str) or not value.strip("-").replace("/", "").isdigit():
        return None
    top, stroke, bottom = value.partition("/")
    step = draw(st.integers(-3, 3).filter(bool))
    place[last] = f"{int(top) + step}{stroke}{bottom}"
    return body


@pytest.mark.parametrize("inputs", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_one_number_changed_is_never_accepted(inputs: int) -> None:
    def test(body: Any) -> None:
        if body is not None:
            assert check_bytes(sealed(body)).status in (1, 2)

    check(inputs, one_number_changed(), test)
