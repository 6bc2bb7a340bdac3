"""What rule sets share: results on split hands are kept from game to game and must not be mixed up.

Games that differ in one rule are solved one after another in one process, and each again with
nothing kept.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

from bjcalc import Rules, solve
from bjcalc.engine import kernel
from bjcalc.engine.split_values import SplitValues
from bjcalc.errors import RulesError
from bjcalc.rules import rules_from_dict
from bjcalc.rules.model import DoubleOn
from bjcalc.shoe import Shoe

OTHERS = tomllib.loads(Path(__file__).with_name("varied.toml").read_text())
PEEK = {"shoe": {"decks": 1}, "split.max_hands": 3, "split.max_hands_aces": 2, "split.aces": "free"}
NATURALS = PEEK | {"split.ten_on_ace": "blackjack", "split.ace_on_ten": "blackjack"}
GAMES = [
    base | {key: value}
    for base in (PEEK, PEEK | {"dealer.peek": []})
    for key, values in OTHERS.items()
    for value in values
] + [NATURALS | {"blackjack.pays": pays} for pays in ("3/2", "6/5", "2/1")]


def leaves(part: object, prefix: str = "") -> Iterator[str]:
    """The rules, by their names in game files; a shoe, totals and a Charlie are one rule each."""
    for field in fields(part):  # type: ignore[arg-type]
        value, name = getattr(part, field.name), prefix + field.name
        if is_dataclass(value) and not isinstance(value, (Shoe, DoubleOn)):
            yield from leaves(value, name + ".")
        else:
            yield name


def games() -> Iterator[Rules]:
    """The games without a contradiction, which is all but a few."""
    for keys in GAMES:
        try:
            yield rules_from_dict(keys)
        except RulesError:
            continue


def results(rules: Rules, played: bytes) -> tuple[object, ...]:
    """The game's values, and those of its splits if hands are `played` as in another game.

    What is best differs between most games; with the same play only the rules tell them apart.
    """
    solution = solve(rules)
    splits = SplitValues(solution.kernel, lambda value, hands: played)
    pairs = {(deal.pair, deal.up): deal for deal in solution.deals if deal.pair is not None}
    return (
        solution.ev,
        solution.stake,
        [splits.value(deal.pair, deal.up) for deal in pairs.values() if deal.pair is not None],
        [solution.action_values(deal).unconditional for deal in pairs.values()],
    )


def test_every_rule_is_varied() -> None:
    assert sorted(leaves(Rules())) == sorted(OTHERS)
    assert len(list(games())) >= len(GAMES) - 2


def test_a_game_after_others_equals_the_game_alone() -> None:
    kernel._shared.clear()
    played = solve(rules_from_dict(PEEK)).decisions
    after_others = [results(rules, played) for rules in games()]
    again = [results(rules, played) for rules in reversed(list(games()))][::-1]
    for rules, found, once_more in zip(games(), after_others, again, strict=True):
        kernel._shared.clear()
        alone = results(rules, played)
        assert found == alone
        assert once_more == alone
