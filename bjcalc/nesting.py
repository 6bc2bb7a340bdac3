"""How deep a text in TOML or JSON is nested: looked at before a parser recurses into it.

A parser's own limit is that of the interpreter's stack, and what prints a value has the same one; a
dotted key of thousands of parts takes a parser time that grows with their square.
"""

from __future__ import annotations

import re

MOST_DEPTH = 32


class NestingError(ValueError):
    """A text is nested more deeply than anything that is read here."""


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
    """Raise NestingError where something is more than MOST_DEPTH brackets and key parts deep."""
    around: list[int] = []  # how deep each open bracket stands
    depth = dots = 0
    for token in _TOKEN.finditer(text):
        first = token[0][0]
        if first in "[{":
            around.append(depth)
            depth, dots = depth + dots + 1, 0
        elif first in "]}":
            depth, dots = around.pop() if around else 0, 0
        elif first == ".":
            dots += 1
        elif first in ",\n":
            dots = 0
        if depth + dots > MOST_DEPTH:
            raise NestingError(f"nested more than {MOST_DEPTH} deep")
