"""Digests of exact figures of 200 rule sets, so that a change of the program can't change a number.

`rule_sets.json` holds the rule sets, as settings of `base.toml`, and for each a digest of every
kind of figure; they were written by version 0.1.0. From the root:

    python tests/digests/digests.py check [NUMBER [FIRST]]   compare (all, or NUMBER from FIRST)
    python tests/digests/digests.py draw NUMBER              draw new rule sets, to standard output

A figure that the program refuses is not compared: a later version may compute it. What a chart says
to do where surrender is out of reach is not compared: version 0.1.0 had it wrong for some pairs.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import bjcalc
from bjcalc.errors import BjcalcError
from bjcalc.outcomes import distribution, moments
from bjcalc.strategy import solve_cdp, solve_td, upper_bound

HERE = Path(__file__).parent
BASE = HERE / "base.toml"
STORED = HERE / "rule_sets.json"

Settings = dict[str, Any]
Digests = dict[str, str]

LONG_HANDS = ("A,2,3", "2,2,3", "A,5,T", "3,4,7", "2,3,4,6", "A,A,A,8", "5,5,5", "2,T,3")


def rule_sets() -> list[tuple[Settings, Digests]]:
    """The stored rule sets and the digests of their figures."""
    return [(row["set"], row["digests"]) for row in json.loads(STORED.read_text())]


def digest(values: Iterable[object]) -> str:
    """A short digest of exact values, in order."""
    text = "\n".join(map(str, values))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def figures(settings: Settings) -> Digests:
    """The digests of a rule set's figures; a figure that is refused is left out."""
    return dict(_figures(bjcalc.load_game(BASE, set=settings)))


def _figures(game: bjcalc.Game) -> Iterator[tuple[str, str]]:
    solution = bjcalc.solve(game.rules)
    yield "ev", digest([solution.ev, solution.stake])
    yield "actions", digest(value for row in solution.to_rows() for value in row.values())
    yield "long_hands", digest(_long_hands(game))
    chart = solve_td(game.rules, composition_dependent=solution)
    symbols = [symbol.value for symbol in chart.chart.symbols.values()]
    yield "td", digest([chart.ev, *("R" if symbol[0] == "R" else symbol for symbol in symbols)])
    yield "cdp", digest([solve_cdp(game.rules, composition_dependent=solution).ev])
    yield "u", digest([upper_bound(game.rules, composition_dependent=solution)])
    found = moments(solution)
    yield (
        "moments",
        digest(
            [found.net_squared, found.net_times_stake, found.stake_squared, found.ratio_variance]
        ),
    )
    try:
        law = distribution(solution).law
    except BjcalcError:
        return
    yield "law", digest(item for outcome, chance in law.items() for item in (*outcome, chance))


def _long_hands(game: bjcalc.Game) -> Iterator[object]:
    for cards in LONG_HANDS:
        for up in ("A", "6", "T"):
            try:
                values = bjcalc.hand_values(game.rules, cards.split(","), up)
            except BjcalcError:
                yield "refused"
            else:
                yield from (value for value in values.actions.values() if value is not None)
                yield values.best.value


def draw(number: int, seed: int = 1) -> Iterator[Settings]:
    """Draw rule sets that can be solved, of every kind that a game file could state in 0.1.0."""
    chance = random.Random(seed)
    while number:
        settings = _draw(chance)
        try:
            bjcalc.solve(bjcalc.load_game(BASE, set=settings).rules)
        except BjcalcError:
            continue
        yield settings
        number -= 1


def _draw(chance: random.Random) -> Settings:
    pick, often = chance.choice, lambda: chance.random() < 0.7
    found: Settings = {}
    kind = chance.random()
    if kind < 0.6:
        found["shoe.decks"] = pick((1, 1, 2, 2, 4, 6, 8, 8))
    elif kind < 0.65:
        found["shoe.decks"] = "infinite"
    elif kind < 0.85:
        values = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
        found["shoe.counts"] = {value: chance.randint(16, 40) for value in values}
    else:
        ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
        found["shoe.counts"] = {rank: chance.randint(16, 24) for rank in ranks}
        found["split.pairs"] = pick(("value", "rank"))
    peek = pick((["ace", "ten"], ["ace", "ten"], ["ace", "ten"], ["ace"], ["ten"], []))
    takes = "all"
    found["dealer.soft17"] = pick(("stand", "hit"))
    found["dealer.peek"] = peek
    if len(peek) < 2:
        takes = found["dealer.natural_takes"] = pick(("all", "original", "original_per_hand"))
    found["dealer.card_limit"] = "none" if often() else pick((4, 5, 6, 8, 11))
    found["blackjack.pays"] = pick(("3:2", "3:2", "6:5", "1:1", "2:1", "7:5"))
    found["blackjack.beats_drawn_21"] = takes != "all" or often()
    found["double.on"] = pick(
        ("any", "any", "none", {"hard": [9, 10, 11]}, {"hard": [10, 11], "soft": [13, 18]})
    )
    found["double.any_cards"] = not often()
    found["double.after_split"] = often()
    hands = found["split.max_hands"] = pick((1, 2, 2, 3, 4, 4, 5))
    found["split.max_hands_aces"] = chance.randint(1, hands)
    found["split.aces"] = pick(("one-card", "one-card", "free"))
    found["double.after_split_aces"] = found["split.aces"] == "free" and (
        found["double.after_split"] and often()
    )
    found["split.ten_on_ace"] = pick(("21", "21", "blackjack"))
    found["split.ace_on_ten"] = pick(("21", "21", "blackjack"))
    for up in ("ace", "ten", "other"):
        found[f"surrender.{up}"] = pick(("none", "late", "early"))
    found["player.stand_on_21"] = often()
    limit = found["player.card_limit"] = "none" if often() else pick((3, 4, 5, 7, 11))
    if not often():
        found["charlie.cards"] = 3 if limit == 3 else pick((4, 5, 6)) if limit == "none" else 4
        found["charlie.pays"] = pick(("1:1", "2:1", "3:2"))
        found["charlie.beats_natural"] = takes == "all" and often()
    found["insurance.against"] = pick((["ace"], ["ace", "ten"], []))
    found["insurance.pays"] = pick(("2:1", "3:1"))
    found["insurance.on_naturals"] = often()
    found["insurance.even_money"] = not often()
    return found


def difference(settings: Settings, stored: Digests) -> list[str]:
    """The names of the figures that are no longer what they were, or no longer there."""
    now = figures(settings)
    return [name for name, known in stored.items() if now.get(name) != known]


def main(arguments: list[str]) -> int:
    """Check or draw; returns the exit status."""
    command, *numbers = arguments
    if command == "draw":
        rows = []
        for settings in draw(int(numbers[0])):
            rows.append({"set": settings, "digests": figures(settings)})
            print(len(rows), file=sys.stderr)
        print("[", ",\n".join(map(json.dumps, rows)), "]", sep="\n")
        return 0
    stored = rule_sets()
    first = int(numbers[1]) if len(numbers) > 1 else 0
    last = first + int(numbers[0]) if numbers else len(stored)
    wrong = 0
    for number, (settings, known) in enumerate(stored[first:last], start=first):
        changed = difference(settings, known)
        if changed:
            wrong += 1
            print(f"rule set {number}: {', '.join(changed)} changed: {json.dumps(settings)}")
    print(f"{last - first} rule sets compared, {wrong} differ")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
