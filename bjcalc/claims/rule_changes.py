"""The rule changes that may explain a claim, the commonest first (docs/claims.md lists them)."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any

from bjcalc.gamefile.settings import Setting, parse_settings
from bjcalc.rules import Rules
from bjcalc.rules.model import SplitAces

_HANDS = "<split.max_hands>"


@dataclass(frozen=True, slots=True)
class RuleChange:
    """One change of the rules; `settings` are what `--set` would be given, see `settings_for`.

    Changes of one `group` exclude each other. Two changes are made in the order of `stage`. `also`
    are settings that go without saying.
    """

    group: str
    name: str
    settings: tuple[str, ...]
    also: tuple[str, ...] = ()
    stage: int = 0

    def settings_for(self, rules: Rules) -> list[str]:
        """Return the settings that make this change in rules with so many hands after splits."""
        return [text.replace(_HANDS, str(rules.split.max_hands)) for text in self.settings]

    def apply(self, rules: Rules) -> Rules:
        """Return the changed rules; what rests on a rule that changes goes with it.

        Raises RulesError where they contradict each other.
        """
        parts: dict[str, Any] = {}
        for text in (*self.settings_for(rules), *self.also):
            setting = _read(text)
            part, *key = map(str, setting.path)
            if key:
                parts.setdefault(part, {})[key[0]] = setting.value
            else:
                parts[part] = setting.value

        def then(part: str, name: str) -> Any:
            return parts.get(part, {}).get(name, getattr(getattr(rules, part), name))

        if "split" in parts:
            hands = then("split", "max_hands_aces"), then("split", "max_hands")
            parts["split"]["max_hands_aces"] = min(hands)
        if not then("double", "after_split") or then("split", "aces") != SplitAces.FREE:
            parts.setdefault("double", {})["after_split_aces"] = False
        for part, fields in parts.items():
            old = getattr(rules, part)
            if part != "shoe" and old is not None and isinstance(fields, dict):
                parts[part] = replace(old, **fields)
        return replace(rules, **parts)


@functools.cache
def _read(text: str) -> Setting:
    (setting,) = parse_settings([text])
    return setting


def _changes() -> tuple[RuleChange, ...]:
    text = resources.files("bjcalc.claims").joinpath("rule_changes.toml").read_text("utf-8")
    return tuple(
        RuleChange(
            one["group"],
            one["name"],
            tuple(one["set"]),
            tuple(one.get("also", ())),
            int(one.get("last", False)),
        )
        for one in tomllib.loads(text)["change"]
    )


CHANGES = _changes()
