"""Rules that blackjack games have and bjcalc does not compute: recognised, so as to be refused.

A game file that states one of them describes a game whose numbers bjcalc cannot give. It is told
so by name, whatever the key is called exactly, rather than "unknown key".
"""

from __future__ import annotations

import re

from bjcalc.rules.keys import Path, format_key

# (pattern of the dotted key, what it is). Keys are compared in small letters, "-" read as "_".
_KEYS: tuple[tuple[str, str], ...] = (
    (r"push\w*22|22\w*push", "a dealer's push on 22"),
    (r"suited\w*|\w*_suited\w*", "a bonus for a suited blackjack"),
    (r"(\w+_)?(wins?_)?(all_)?ties?(_\w+)?|pushes(_lose)?", "a dealer who wins ties"),
    (r"\w*bonus\w*|special_21\w*|\w*_21_pays|(six|seven)_?(six|seven|eight)\w*|\w*777\w*",
     "a bonus for special hands of 21 or other main-game bonuses (a bonus paid on a bet of its "
     "own is a side bet)"),
    (r"penetration|cut_card\w*|burn\w*|continuous\w*|csm|shuffle_(point|after|at)|dealt\w*",
     "dealing on without a shuffle; every round starts from the full shoe"),
    (r"re_?double\w*|\w*redoubl\w*|triple\w*|\w*_times", "doubling a hand more than once"),
    (r"rescue\w*|(surrender_)?after_double\w*|double_?down_rescue\w*|forfeit\w*",
     "giving up a hand after doubling"),
    (r"any_time|anytime|after_hit\w*|any_cards|after_split\w*", "surrender of a hand that has been "
     "played on or split"),
    (r"free_?(bets?|doubles?|splits?)\w*", "doubles and splits that cost nothing"),
    (r"switch\w*", "switching cards between hands"),
    (r"(double_)?exposure|exposed\w*|both_(cards_)?up|face_up\w*", "a dealer who shows both cards"),
    (r"hits?_?(hard_?)?(1[2-9]|soft_?1[2368])|stands?_on|draws?_to|hard_?1[0-9]|soft_?1[689]",
     "a dealer who draws to another total than 17"),
    (r"multipl\w*|lightning\w*", "random multipliers of the payouts"),
    (r"jackpot\w*|progressive\w*", "a progressive jackpot on the main bet"),
    (r"commission|rake|vig\w*", "a commission on winnings"),
    (r"jokers?|wild\w*", "jokers and wild cards"),
)  # fmt: skip

# Words that are rules of bjcalc in their own section, so not refused there.
_OWN_SECTION = {
    r"any_time|anytime|after_hit\w*|any_cards|after_split\w*": "surrender",
}

_VALUES: tuple[tuple[Path, str, str], ...] = (
    (
        ("dealer", "natural_takes"),
        r"bb_?\+?_?1|busted\w*(_plus|_\+)\w*|busted_bets\w*|\w*busted\w*",
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
    leaf = path[-1]
    if not isinstance(leaf, str):
        return None
    name = _plain(leaf)
    for pattern, rule in _KEYS:
        section = _OWN_SECTION.get(pattern)
        if section is not None and path[0] != section:
            continue
        if re.fullmatch(pattern, name):
            return f"not supported: {rule}"
    return None


def unsupported_value(path: Path, value: object) -> str | None:
    """Return the name of the unsupported rule that this value of a known key states, or None."""
    if not isinstance(value, str):
        return None
    for key, pattern, rule in _VALUES:
        if path[: len(key)] == key and re.fullmatch(pattern, _plain(value)):
            return f"{format_key(path)} = {value!r} is not supported: {rule}"
    return None


def _plain(text: str) -> str:
    return re.sub(r"[\s-]+", "_", text.strip().lower())
