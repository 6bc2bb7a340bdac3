"""Keys of a game file as paths: how they are written, and how a written one is read back.

A path is a tuple of table keys (str) and positions in arrays (int). It is written the way a user
would point at it: `dealer.soft17`, `side_bets[1].pays`, and in quotes where it could be mistaken.
"""

from __future__ import annotations

import json
import re

from bjcalc.nesting import MOST_DEPTH
from bjcalc.shown import quoted

Path = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_+-]+")
_PART = re.compile(
    r"""[.]?(?:
        (?P<bare>[^\s.\[\]"'=]+)
        | "(?P<quoted>(?:[^"\\]|\\.)*)"
        | '(?P<raw>[^']*)'
        | \[(?P<index>[0-9]{1,6})\]
    )""",
    re.VERBOSE,
)


def format_key(path: Path) -> str:
    """Return the path as text, such as `side_bets[1].categories[0].when`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            shown = part if _BARE.fullmatch(part) else quoted(part)
            text += f".{shown}" if text else shown
    return text


def parse_key(text: str) -> Path | None:
    """Return the path that the text writes, or None if it is not a key.

    It has MOST_DEPTH parts at most. The inverse of `format_key`; literal quotes ('...') are taken
    too, and a bare part may hold any character that has no meaning here, so that
    `side_bets.21+3.pays` needs no quotes.
    """
    path: list[str | int] = []
    position = 0
    text = text.strip()
    while position < len(text):
        match = _PART.match(text, position)
        if match is None or (match[0][0] == ".") != (position > 0 and match["index"] is None):
            return None
        if match["index"] is not None:
            if match[0][0] == "." or not path:
                return None
            path.append(int(match["index"]))
        elif match["quoted"] is not None:
            try:
                path.append(json.loads(f'"{match["quoted"]}"'))
            except ValueError:
                return None
        else:
            path.append(match["bare"] if match["bare"] is not None else match["raw"])
        position = match.end()
        if len(path) > MOST_DEPTH:
            return None
    return tuple(path) or None
