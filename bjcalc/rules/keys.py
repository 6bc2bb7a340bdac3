"""Keys of a game file as paths: how they are written, and how a written one is read back.

A path is a tuple of table keys (str) and positions in arrays (int). It is written the way a user
would point at it: `dealer.soft17`, `side_bets[1].pays`, and in quotes where it could be mistaken.
"""

from __future__ import annotations

import json
import re

Path = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_+-]+")
# What a terminal obeys or hides instead of showing it: control characters, line and paragraph
# separators, marks that turn the direction of writing, and characters of no width (but for the two
# joiners that some scripts need).
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
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


def quoted(text: str) -> str:
    """Return the text in double quotes, what a terminal would obey or hide written as \\uXXXX."""
    return _UNSEEN.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def unseen(text: str, *, lines: bool = False) -> str | None:
    """Return what is wrong with a text that is going to be printed, or None.

    That is a character which a terminal obeys or hides; with `lines`, line breaks are right.
    """
    found = _UNSEEN.search(text.replace("\n", " ") if lines else text)
    if found is None:
        return None
    if found[0] == "\n":
        return f"{_shortened(text)} has a line break in it: write it in one line"
    return (
        f"{_shortened(text)} has the character U+{ord(found[0]):04X} in it, which is not shown but "
        "changes how a terminal shows the rest: leave it out"
    )


def _shortened(text: str) -> str:
    shown = quoted(text)
    return shown if len(shown) <= 60 else shown[:56] + " ..."


def parse_key(text: str) -> Path | None:
    """Return the path that the text writes, or None if it is not a key.

    The inverse of `format_key`; literal quotes ('...') are taken too, and a bare part may hold any
    character that has no meaning here, so that `side_bets.21+3.pays` needs no quotes.
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
    return tuple(path) or None
