"""A valid certificate, changed at random and sealed anew: an answer every time, no exception."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from make import Body, as_bytes, body_of
from test_checker_game import GAMES

from bjcalc.checker.check import check_bytes

ODD: list[Any] = [None, True, "", "0", "-1", "9" * 300, "2/4", "1/0", [], {}, [[]], "\u0661", "S"]
# What may change and leave the certificate valid: words, and rules that change nothing here.
HARMLESS = {
    ("game", "slug"),
    ("game", "name"),
    ("rules", "insurance.even_money"),
    ("rules", "player.card_limit"),
    ("rules", "dealer.card_limit"),
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value in a JSON value but the whole."""
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        yield (*path, key)
        yield from places(item, (*path, key))


def mutate(body: Body, path: tuple[Any, ...], rng: random.Random) -> Any:
    """Change the value at the path; return what stands there now."""
    *keys, last = path
    node: Any = body
    for key in keys:
        node = node[key]
    old = node[last]
    if isinstance(old, str) and old and rng.random() < 0.5:
        index = rng.randrange(len(old))
        node[last] = old[:index] + rng.choice("0123456789SHDhsPRIM./-") + old[index + 1 :]
    elif isinstance(old, bool):
        node[last] = not old
    else:
        node[last] = rng.choice(ODD)
    return node[last]


@pytest.mark.parametrize("seed", range(4))
def test_mutations(seed: int) -> None:
    rng = random.Random(seed)
    true = body_of(GAMES["two hands"])
    # Most values are cells; the rest is where shapes differ.
    cells = [path for path in places(true) if path[0] == "values"]
    others = [path for path in places(true) if path[0] != "values"]
    answers: Counter[int] = Counter()
    for _ in range(120):
        path = rng.choice(cells if rng.random() < 0.3 else others)
        body = json.loads(json.dumps(true))
        mutate(body, path, rng)
        report = check_bytes(as_bytes(body))
        answers[report.status] += 1
        if body != true:
            assert report.status > 0 or path in HARMLESS, path
    assert answers[1] > 5
    assert answers[2] > 5
