"""Every rule that a game can state stands among the rules that the report says it has read."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bjcalc.documents.compose import compose
from bjcalc.documents.model import Table
from bjcalc.errors import RulesError
from bjcalc.gamefile import load_game
from bjcalc.report import build
from bjcalc.rules import Rules, rules_from_dict, rules_to_dict
from bjcalc.rules.form import rule_keys, rules_schema, table_form

sys.path.insert(0, str(Path(__file__).parent.parent / "rules"))

from random_rules import values_of

GAME = load_game(Path(__file__).parent / "game.toml")
# Rules of which each matters: no peek at tens, insurance, splits into many hands.
MATTERING: dict[str, Any] = {
    "dealer.peek": ["ace"],
    "split.max_hands": 4,
    "split.max_hands_aces": 3,
    "split.aces": "free",
    "double.after_split_aces": True,
    "charlie": {"cards": 7, "pays": "2", "beats_natural": False},
    "player.card_limit": 9,
    "insurance.against": ["ace"],
}
KEYS = [key for key in rule_keys() if key.partition(".")[0] != "shoe"]


def as_read(rules: Rules) -> Table:
    _, (section,) = compose(
        ("bjcalc.report",),
        "rules.md",
        game=replace(GAME, rules=rules, interpretations=()),
        payout_text=build.payout_text,
        double_words=build.double_words,
        surrender_words=build.surrender_words,
    )
    (found,) = (one for one in section.blocks if isinstance(one, Table))
    return found


def forms() -> dict[str, Any]:
    found = {}
    for section, part in rules_schema().items():
        found[section] = part
        found |= {f"{section}.{name}": of for name, of in table_form(part)["properties"].items()}
    return found


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=15)
@given(st.data())
def test_a_rule_that_changes_is_read_otherwise(key: str, data: st.DataObject) -> None:
    section, _, name = key.partition(".")
    base = rules_from_dict({**rules_to_dict(GAME.rules), **MATTERING})
    keys = rules_to_dict(base)
    value = data.draw(values_of(forms()[key]))
    if name and section in keys:
        value = {**keys[section], name: value}
    kept = {one: mine for one, mine in keys.items() if not one.startswith(f"{key}.")}
    try:
        changed = rules_from_dict({**kept, (section if section in keys else key): value})
    except RulesError:
        return
    assert (as_read(changed) == as_read(base)) == (changed == base)
