"""How deep a text in TOML or JSON is nested: looked at before a parser recurses into it.

A parser's own limit is that of the interpreter's stack, and what prints a value has the same one; a
dotted key of thousands of parts takes a parser time that grows with their square.
"""

from __future__ import annotations

import re

MOST_DEPTH = 32

# The strings and comments of TOML, of whose strings JSON's are one kind: nothing in them nests.
# What JSON does not know (a comment, other quotes) ends its parser before it comes to the rest.
_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|[A-Za-z0-9_+-]+"
    r"|#[^\n]*"
    r"|[ \t]+"
    r"|[\s\S]"
)


def check_nesting(text: str) -> None:
    """Raise ValueError where brackets stand more than MOST_DEPTH deep, or a key has more parts."""
    depth = parts = 0
    for token in _TOKEN.finditer(text):
        first = token[0][0]
        if first in "[{":
            depth += 1
        elif first in "]}":
            depth -= 1
        elif first == ".":
            parts += 1
        if not (first in " \t.'\"" or first.isalnum() or first in "_-"):
            parts = 0
        if max(depth, parts) > MOST_DEPTH:
            raise ValueError(f"nested more than {MOST_DEPTH} deep")
