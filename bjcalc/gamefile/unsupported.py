"""Rules that blackjack games have and bjcalc does not compute: recognised, so as to be refused.

A game file that states one of them describes a game whose numbers bjcalc cannot give. It is told
so by name, whatever the key is called exactly, rather than "unknown key".
"""

from __future__ import annotations

import re

from bjcalc.rules.keys import Path

# (section, "" for any; pattern of the key in small letters, "-" read as "_"; what the rule is)
_KEYS: tuple[tuple[str, str, str], ...] = (
    ("", r"push\w*22|22\w*push", "a dealer's push on 22"),
    ("", r"suited\w*|\w+_suited\w*", "a bonus for a suited blackjack"),
    ("", r"(\w+_)?ties?(_\w+)?|pushes(_lose)?", "a dealer who wins ties"),
    (
        "",
        r"\w*bonus\w*|special_21\w*|\w*_21_pays|(six|seven)_?(six|seven|eight)\w*|\w*777\w*",
        "a bonus for special hands of 21 or the like (paid on a bet of its own it is a side bet)",
    ),
    (
        "",
        r"penetration|cut_card\w*|burn\w*|continuous\w*|csm|shuffle_(point|after|at)|dealt\w*",
        "dealing on without a shuffle; every round starts from the full shoe",
    ),
    ("", r"re_?doubl\w*|triple\w*", "doubling a hand more than once"),
    ("", r"rescue\w*|(surrender_)?after_double\w*|forfeit\w*", "giving up a hand after doubling"),
    (
        "surrender",
        r"any_?time|after_hit\w*|any_cards|after_split\w*",
        "surrender of a hand that has been played on or split",
    ),
    ("", r"free_?(bets?|doubles?|splits?)\w*", "doubles and splits that cost nothing"),
    ("", r"switch\w*", "switching cards between hands"),
    ("", r"(double_)?exposure|exposed\w*|both_(cards_)?up|face_up\w*", "a dealer's open hole card"),
    (
        "dealer",
        r"(hits?|stands?|draws?)_?(on_|to_)?((hard|soft)_?)?(1[2-689]|20)|(hard|soft)_?1[689]",
        "a dealer who draws to another total than 17",
    ),
    ("", r"multipl\w*|lightning\w*", "random multipliers of the payouts"),
    ("", r"jackpot\w*|progressive\w*", "a progressive jackpot on the main bet"),
    ("", r"commission|rake|vig\w*", "a commission on winnings"),
    ("", r"jokers?|wild\w*", "jokers and wild cards"),
)

_VALUES: tuple[tuple[Path, str, str], ...] = (
    (
        ("dealer", "natural_takes"),
        r"bb_?\+?_?1|.*busted.*",
        '"busted bets plus one" (a dealer blackjack that takes busted hands and one more bet)',
    ),
    (
        ("shoe", "shuffle"),
        r"(?!every).*",
        "dealing on without a shuffle; every round starts from the full shoe",
    ),
    (("blackjack", "pays"), r"suited.*|.*suited", "a bonus for a suited blackjack"),
    (
        ("surrender",),
        r"any_?time|after_.*",
        "surrender of a hand that has been played on or split",
    ),
)


def unsupported_key(path: Path) -> str | None:
    """Return the name of the rule that bjcalc does not support and this key states, or None."""
    name = _plain(str(path[-1]))
    for section, pattern, rule in _KEYS:
        if section in ("", path[0]) and re.fullmatch(pattern, name):
            return f"not supported: {rule}"
    return None


def unsupported_value(path: Path, value: object) -> str | None:
    """Return the name of the unsupported rule that this value of a known key states, or None."""
    if not isinstance(value, str):
        return None
    for key, pattern, rule in _VALUES:
        if path[: len(key)] == key and re.fullmatch(pattern, _plain(value)):
            return f'"{value}" is not supported: {rule}'
    return None


def _plain(text: str) -> str:
    return re.sub(r"[\s-]+", "_", text.strip().lower())
