"""Text that comes from outside, as it may be shown: nothing in it commands a terminal or hides.

Names, paths and values of files go through `shown` or `quoted` before they are printed.
"""

from __future__ import annotations

import json
import re
import shlex

# What a terminal obeys or hides instead of showing it: control characters, line and paragraph
# separators, marks that turn the direction of writing, characters of no width (but for the two
# joiners that some scripts need), and halves of characters, which file names can hold.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def shown(text: str) -> str:
    """Return the text in one line, what a terminal would obey or hide written as \\uXXXX."""
    return _UNSEEN.sub(_escaped, text)


def shown_lines(text: str) -> str:
    """Return a text of several lines as it may be printed; its tabs and colours stay."""
    kept = r"(\n|\t|\x1b\[[0-9;]*m)"
    parts = re.split(kept, text)
    return "".join(part if re.fullmatch(kept, part) else shown(part) for part in parts)


def quoted(text: str) -> str:
    """Return the text as `shown` does, in double quotes and with JSON's escapes."""
    return shown(json.dumps(text, ensure_ascii=False))


def shell_word(text: str) -> str:
    """Return the text as a word of a shell's command line, in one line."""
    if shown(text) == text:
        return shlex.quote(text)
    return "$'{}'".format(shown(text.replace("\\", "\\\\").replace("'", "\\'")))


def _escaped(found: re.Match[str]) -> str:
    if found[0] in _SHORT:
        return _SHORT[found[0]]
    units = found[0].encode("utf-16-be", "surrogatepass")
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
    text = quoted(text)
    return text if len(text) <= 60 else text[:56] + " ..."
