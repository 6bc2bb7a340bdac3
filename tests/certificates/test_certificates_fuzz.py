"""The reader of certificates and envelopes never raises, whatever it is given.

Every run tries INPUTS inputs of each kind; `pytest -m slow` sixty times as many.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from forge import corpus_key, sealed, true_certificate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bjcalc.certificate.body import FORMAT, VERSION
from bjcalc.certificate.signing import check_signature, read_envelope, sign
from bjcalc.checker.check import check_bytes
from bjcalc.checker.form import read_certificate
from bjcalc.checker.reading import Refusal, parse

INPUTS = 500
WHOLE = true_certificate("plain").to_bytes()
DIGEST = true_certificate("plain").digest
ENVELOPE = sign(DIGEST, corpus_key("author"))
BODY = true_certificate("side-bets").body


def json_values(*more: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return JSON values without numbers, but for those of these strategies."""
    odd = ["0", "1/2", "-0/1", "1" * 5000, "\ud800", "\uff11/2", "SHDE", ".", "A", "\u202e"]
    return st.recursive(
        st.one_of(st.none(), st.booleans(), st.text(max_size=20), st.sampled_from(odd), *more),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.text(max_size=6) | st.just("\ud800"), inner, max_size=4)
        ),
        max_leaves=8,
    )


@st.composite
def mutated(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return bytes with up to five places changed, cut out, doubled or ended."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, max(0, len(data) - 1)))
        end = start + draw(st.integers(0, 40))
        marks = st.sampled_from([bytes([mark]) for mark in b'"{}[]\\:,9-/'])
        data[start:end] = draw(
            st.binary(max_size=10) | st.just(b"") | st.just(bytes(2 * data[start:end])) | marks
        )
        if draw(st.integers(0, 9)) == 0:
            del data[start:]
    return bytes(data)


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the paths of everything in a JSON value."""
    yield here
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(inner, (*here, key))


PATHS = [path for path in paths(BODY) if path]


@st.composite
def reshaped(draw: st.DrawFn) -> bytes:
    """Return a certificate in which up to three things are other JSON values, or gone."""
    body = copy.deepcopy(BODY)
    for _ in range(draw(st.integers(1, 3))):
        *parents, last = draw(st.sampled_from(PATHS))
        try:
            place = reduce(getitem, parents, body)
            if draw(st.integers(0, 3)):
                place[last] = draw(json_values())
            else:
                del place[last]
        except (KeyError, IndexError, TypeError):  # an earlier change has taken the place away
            continue
    header = {"format": FORMAT, "version": VERSION, "program": "", "digest": ""}
    return json.dumps({"header": header, "body": body}).encode()


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str, bytes], None]:
    """Return a function that reads a certificate or an envelope, and raises refusals alone."""
    signer = corpus_key("author").public_key()

    def read(kind: str, data: bytes) -> None:
        if kind != "envelopes":
            read_certificate(parse(data))
            return
        (tmp_path / "envelope").write_bytes(data)
        envelope = read_envelope(str(tmp_path / "envelope"))
        check_signature(envelope, DIGEST, signer)
        # Accepted: then nothing but white space, key id or unused parts can have changed.
        assert envelope.payload in parse_payloads

    (tmp_path / "true").write_bytes(ENVELOPE)
    parse_payloads = {read_envelope(str(tmp_path / "true")).payload}
    return read


def tried(examples: int, strategy: st.SearchStrategy[Any], test: Callable[[Any], None]) -> None:
    settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )(given(strategy)(test))()


ANYTHING = json_values(st.integers(), st.floats())
# Each kind of input, and how many reasons it must be refused for: that it reaches what is read.
KINDS = {
    "bytes": (mutated(WHOLE), 6),
    "bodies": (reshaped(), 6),
    "anything": (ANYTHING.map(lambda value: json.dumps(value).encode()) | st.binary(), 4),
    "envelopes": (mutated(ENVELOPE), 3),
}


@pytest.mark.parametrize("inputs", [INPUTS, pytest.param(60 * INPUTS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_only_refusals(kind: str, inputs: int, read: Callable[[str, bytes], None]) -> None:
    strategy, reasons = KINDS[kind]
    codes: Counter[str] = Counter()

    def test(data: bytes) -> None:
        try:
            read(kind, data)
        except Refusal as refusal:
            assert refusal.status in (1, 2) and refusal.code and refusal.sentence.isascii()
            codes[refusal.code] += 1

    tried(inputs, strategy, test)
    assert len(codes) >= reasons, codes


NUMBERS = [
    path
    for path in PATHS
    if path[0] in ("totals", "values", "side_bets")
    and isinstance(value := reduce(getitem, path, BODY), str)
    and value.strip("-").replace("/", "").isdigit()
]


@pytest.mark.parametrize("inputs", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_one_number_changed_is_never_accepted(inputs: int) -> None:
    def test(changed: tuple[tuple[Any, ...], int]) -> None:
        (*parents, last), step = changed
        body = copy.deepcopy(BODY)
        place = reduce(getitem, parents, body)
        top, stroke, bottom = place[last].partition("/")
        place[last] = f"{int(top) + step}{stroke}{bottom}"
        assert check_bytes(sealed(body)).status in (1, 2)

    tried(inputs, st.tuples(st.sampled_from(NUMBERS), st.sampled_from([-3, -2, -1, 1, 2, 3])), test)
