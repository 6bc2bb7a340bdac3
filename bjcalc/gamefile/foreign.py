"""Files that a pattern such as games/*.toml names too, and that are no game files at all."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from bjcalc.files import first_bytes
from bjcalc.gamefile.document import MAX_BYTES
from bjcalc.gamefile.form import schema
from bjcalc.nesting import check_nesting


def foreign(path: Path) -> str:
    """Return why a file is none of ours, or "" where it may be one: its mistakes are then told.

    A file with a key of a game file is ours, however wrong it is; so is what is named as TOML and
    is none, or says nothing. Named otherwise, what is no TOML is ours where it begins as such a
    file does.
    """
    if path.is_dir():
        return "it is a folder"
    try:
        text = first_bytes(path, MAX_BYTES).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return ""
    keys = schema()["properties"]
    try:
        check_nesting(text)
        tables = tomllib.loads(text)
    except ValueError:
        begin = rf"(?:\s|#.*\n)*\[*\s*(?:{'|'.join(keys)})\s*[\].=]"
        ours = path.suffix.lower() == ".toml" or re.match(begin, text) is not None
    else:
        ours = not tables or any(key in keys for key in tables)
    return "" if ours else "it has no table of a game file"
