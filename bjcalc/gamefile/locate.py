"""On which line of a TOML text each key stands.

`tomllib` gives values without positions. This reads a text that `tomllib` has accepted, so it
checks nothing; it only follows the structure: tables, arrays of tables, dotted and quoted keys,
inline tables and arrays.
"""

from __future__ import annotations

import tomllib

from bjcalc.nesting import TOKEN
from bjcalc.rules.keys import Path


def locate_keys(text: str) -> dict[Path, int]:
    """Return the 1-based line of every table, key and array element of a valid TOML text.

    A table that several statements open (by dotted keys, or super-tables) stands where it is named
    first. What is nested more deeply than `check_nesting` allows is not to be given.
    """
    return _Scanner(text).scan()


class _Scanner:
    """Goes through the tokens of a text: `tokens` with their lines, `at` the next one."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self.array_sizes: dict[Path, int] = {}
        self.tokens: list[tuple[str, int]] = []
        self.at = 0
        line = 1
        for token in TOKEN.finditer(text):
            if token.lastgroup != "skipped":
                self.tokens.append((token[0], line))
            line += token[0].count("\n")
        self.tokens.append(("\n", line))

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while self.at < len(self.tokens):
            if self.skip("\n"):
                continue
            if self.skip("["):
                table = self.header(is_array=self.skip("["))
            else:
                self.key_value(table)
        return self.lines

    def skip(self, mark: str) -> bool:
        """Pass over the next token if it is this mark."""
        found = self.tokens[self.at][0] == mark
        self.at += found
        return found

    def record(self, path: Path, line: int) -> None:
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def key(self) -> list[str]:
        parts = []
        while True:
            text = self.tokens[self.at][0]
            parts.append(tomllib.loads(f"k = {text}")["k"] if text[0] in "\"'" else text)
            self.at += 1
            if not self.skip("."):
                return parts

    def header(self, *, is_array: bool) -> Path:
        line = self.tokens[self.at][1]
        path: Path = ()
        *tables, last = self.key()
        for part in tables:  # of an array of tables on the way, the newest
            path = (*path, part)
            if path in self.array_sizes:
                path = (*path, self.array_sizes[path] - 1)
        path = (*path, last)
        if is_array:
            index = self.array_sizes.get(path, 0)
            self.array_sizes[path] = index + 1
            path = (*path, index)
        self.record(path, line)
        self.at += 1 + is_array
        return path

    def key_value(self, table: Path) -> None:
        line = self.tokens[self.at][1]
        path = (*table, *self.key())
        self.record(path, line)
        self.at += 1
        self.value(path)

    def value(self, path: Path) -> None:
        if self.skip("["):
            self.items("]", path)
        elif self.skip("{"):
            self.items("}", path)
        else:
            while self.tokens[self.at][0] not in (",", "]", "}", "\n"):
                self.at += 1

    def items(self, end: str, path: Path) -> None:
        """Go through an array, or through an inline table."""
        index = 0
        while not self.skip(end):
            if self.skip("\n") or self.skip(","):
                continue
            if end == "}":
                self.key_value(path)
            else:
                self.record((*path, index), self.tokens[self.at][1])
                self.value((*path, index))
                index += 1
