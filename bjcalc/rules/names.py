"""Names that are no keys: what players call a rule, and rules that bjcalc does not compute.

A game file that states one of the latter describes a game whose numbers bjcalc cannot give. It is
told so by name, whatever the key is called exactly, rather than "unknown key". names.toml has them.
"""

from __future__ import annotations

import functools
import re
import tomllib
from importlib import resources
from typing import Any

from bjcalc.rules.keys import Path, format_key


@functools.cache
def _names() -> dict[str, Any]:
    text = resources.files("bjcalc.rules").joinpath("names.toml").read_text("utf-8")
    return tomllib.loads(text)


def simplified(name: str) -> str:
    """Return a word without what people write differently: capitals, spaces, dashes."""
    return re.sub(r"[\s_-]+", "", name.strip().lower())


def alias_of(name: str) -> str | None:
    """Return the key that states what players call by this name, or None."""
    aliases: dict[str, str] = _names()["aliases"]
    return next((key for names, key in aliases.items() if _is(names, name)), None)


def unsupported_key(path: Path) -> str | None:
    """Return what to say of an unknown key that states a rule which is not supported, or None."""
    for name in (path[-1], path[0]):
        for one in _names()["unsupported"]:
            within = one.get("within", {}).get(path[0], "") if len(path) > 1 else ""
            if _is(one.get("keys", ""), str(name)) or _is(within, str(path[-1])):
                return str(one["advice"] if "advice" in one else f"not supported: {one['rule']}")
    return None


def unsupported_value(path: Path, value: object) -> str | None:
    """Return what to say of a known key's value that states an unsupported rule, or None."""
    if not isinstance(value, str):
        return None
    for one in _names()["unsupported"]:
        for key, pattern in one.get("values", {}).items():
            if f"{format_key(path)}.".startswith(f"{key}.") and _is(pattern, value):
                return f'"{value}" is not supported: {one["rule"]}'
    return None


def _is(pattern: str, name: str) -> bool:
    """Whether a name, in small letters with "_" for spaces and dashes, is what a pattern says."""
    short = re.sub(r"[\s-]+", "_", name[:200].strip().lower())
    return bool(pattern) and re.fullmatch(pattern, short) is not None
