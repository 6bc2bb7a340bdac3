"""The exact figures that version 0.1.0 gave for 200 rule sets: of 20 here, of all as slow tests.

`rule_sets.json` holds the rule sets, drawn at random, as settings of `base.toml`, and for each a
digest of every kind of figure; they were written by version 0.1.0.

A figure that the program refuses is not compared: a later version may compute it. What a chart says
to do where surrender is out of reach is not compared: version 0.1.0 had it wrong for some pairs.
Nor is what it says where doubling is, if every hand may be doubled: then no hand ever does it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import bjcalc
from bjcalc.errors import BjcalcError
from bjcalc.outcomes import distribution, moments
from bjcalc.strategy import solve_cdp, solve_td, upper_bound

HERE = Path(__file__).parent
STORED = [(row["set"], row["digests"]) for row in json.loads((HERE / "rule_sets.json").read_text())]
LONG_HANDS = ("A,2,3", "2,2,3", "A,5,T", "3,4,7", "2,3,4,6", "A,A,A,8", "5,5,5", "2,T,3")

Settings = dict[str, Any]
Digests = dict[str, str]


def digest(values: Iterable[object]) -> str:
    """A short digest of exact values, in order."""
    text = "\n".join(map(str, values))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def figures(game: bjcalc.Game) -> Iterator[tuple[str, str]]:
    """The digests of a game's figures; a figure that is refused is left out."""
    solution = bjcalc.solve(game.rules)
    yield "ev", digest([solution.ev, solution.stake])
    yield "actions", digest(value for row in solution.to_rows() for value in row.values())
    yield "long_hands", digest(long_hands(game))
    chart = solve_td(game.rules, composition_dependent=solution)
    symbols = [symbol.value for symbol in chart.chart.symbols.values()]
    short = "RD" if always_doubles(game.rules) else "R"
    yield "td", digest([chart.ev, *(one[0] if one[0] in short else one for one in symbols)])
    yield "cdp", digest([solve_cdp(game.rules, composition_dependent=solution).ev])
    yield "u", digest([upper_bound(game.rules, composition_dependent=solution)])
    found = moments(solution)
    squares = [found.net_squared, found.net_times_stake, found.stake_squared]
    yield "moments", digest([*squares, found.ratio_variance])
    try:
        law = distribution(solution).law
    except BjcalcError:
        return
    yield "law", digest(item for outcome, chance in law.items() for item in (*outcome, chance))


def always_doubles(rules: bjcalc.Rules) -> bool:
    """Whether every hand with a decision may be doubled."""
    double, split = rules.double, rules.split
    anything = double.any_cards and double.on.hard is None and double.on.soft is None
    return anything and (split.max_hands == 1 or double.after_split)


def long_hands(game: bjcalc.Game) -> Iterator[object]:
    for cards in LONG_HANDS:
        for up in ("A", "6", "T"):
            try:
                values = bjcalc.hand_values(game.rules, cards.split(","), up)
            except BjcalcError:
                yield "refused"
            else:
                yield from (value for value in values.actions.values() if value is not None)
                yield values.best.value


def difference(settings: Settings, stored: Digests) -> list[str]:
    """The names of the figures that are no longer what they were, or no longer there."""
    now = dict(figures(bjcalc.load_game(HERE / "base.toml", set=settings)))
    return [name for name, known in stored.items() if now.get(name) != known]


@pytest.mark.parametrize(
    ("settings", "stored"),
    [
        pytest.param(*row, id=str(number), marks=[pytest.mark.slow] if number >= 20 else [])
        for number, row in enumerate(STORED)
    ],
)
def test_no_figure_has_changed(settings: Settings, stored: Digests) -> None:
    assert difference(settings, stored) == []


def test_a_changed_rule_changes_the_digests() -> None:
    settings, stored = STORED[0]
    changed = {**settings, "blackjack.pays": "9:8"}
    assert {"ev", "td", "cdp", "u", "moments"} <= set(difference(changed, stored))
