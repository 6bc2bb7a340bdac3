"""How deep a text in TOML or JSON is nested: looked at before a parser recurses into it.

A parser's own limit is that of the interpreter's stack, and what prints a value has the same one; a
dotted key of thousands of parts takes a parser time that grows with their square.
"""

from __future__ import annotations

import re

MOST_DEPTH = 32


class NestingError(ValueError):
    """A text is nested more deeply than anything that is read here."""


# TOML's tokens, of whose strings JSON's are one kind. What JSON does not know (a comment, other
# quotes) ends its parser before it comes to the rest. The closing quotes of a multi-line string may
# be preceded by one or two that belong to it.
TOKEN = re.compile(
    r"""
    (?P<string> \"{3} (?:[^"\\]|\\[\s\S]|\"{1,2}(?!\"))* \"{3,5} | '{3} (?:[^']|'{1,2}(?!'))* '{3,5}
        | "(?:[^"\\\n]|\\.)*" | '[^'\n]*')
    | (?P<skipped> [ \t\r]+ | \#[^\n]*)
    | (?P<bare> [^][{},=.\s\#"']+)
    | (?P<mark> [\s\S])
    """,
    re.VERBOSE,
)


def check_nesting(text: str) -> None:
    """Raise NestingError where something is more than MOST_DEPTH brackets and key parts deep."""
    around: list[int] = []  # how deep each open bracket stands
    depth = dots = 0
    for token in TOKEN.finditer(text):
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
