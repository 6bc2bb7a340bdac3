"""On which line of a TOML text each key stands.

`tomllib` gives values without positions. This scanner walks a text that `tomllib` has accepted, so
it checks nothing; it only follows the structure: tables, arrays of tables, dotted and quoted keys,
inline tables, arrays, and strings of all four kinds.
"""

from __future__ import annotations

import re
import tomllib

from bjcalc.rules.keys import Path

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BLANK = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]*")
_STRINGS = (
    # The closing quotes of a multi-line string may be preceded by one or two that belong to it.
    re.compile(r'"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*"{3,5}'),
    re.compile(r"'''(?:[^']|'{1,2}(?!'))*'{3,5}"),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)


def locate_keys(text: str) -> dict[Path, int]:
    """Return the 1-based line of every table, key and array element of a valid TOML text.

    A table that several statements open (by dotted keys, or super-tables) stands where it is named
    first. What is nested more deeply than `check_nesting` allows is not to be given.
    """
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.lines: dict[Path, int] = {}
        self.array_sizes: dict[Path, int] = {}
        self._counted = 0
        self._line = 1

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while True:
            self._skip(_SPACE)
            if self.position >= len(self.text):
                return self.lines
            if self.text.startswith("[[", self.position):
                table = self._header(2, array=True)
            elif self.text[self.position] == "[":
                table = self._header(1, array=False)
            else:
                self._key_value(table)

    def _line_here(self) -> int:
        self._line += self.text.count("\n", self._counted, self.position)
        self._counted = self.position
        return self._line

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.position)
        if match is None:
            return ""
        self.position = match.end()
        return match[0]

    def _record(self, path: Path, line: int) -> None:
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def _header(self, brackets: int, *, array: bool) -> Path:
        line = self._line_here()
        self.position += brackets
        path = self._current_elements(self._key())
        if array:
            index = self.array_sizes.get(path, 0)
            self.array_sizes[path] = index + 1
            path = (*path, index)
        self._record(path, line)
        self.position += brackets
        return path

    def _current_elements(self, key: list[str]) -> Path:
        """Insert, after each array of tables on the way, the index of its newest element."""
        path: Path = ()
        for part in key[:-1]:
            path = (*path, part)
            if path in self.array_sizes:
                path = (*path, self.array_sizes[path] - 1)
        return (*path, key[-1])

    def _key(self) -> list[str]:
        parts = []
        while True:
            self._skip(_BLANK)
            if self.text[self.position] in "\"'":
                parts.append(self._string_value())
            else:
                parts.append(self._skip(_BARE_KEY))
            self._skip(_BLANK)
            if not self.text.startswith(".", self.position):
                return parts
            self.position += 1

    def _key_value(self, table: Path) -> None:
        line = self._line_here()
        path = (*table, *self._key())
        self._record(path, line)
        self.position += 1
        self._skip(_BLANK)
        self._value(path)

    def _value(self, path: Path) -> None:
        first = self.text[self.position]
        if first == "[":
            self._array(path)
        elif first == "{":
            self._inline_table(path)
        elif first in "\"'":
            self._string()
        else:
            self._skip(_SCALAR)

    def _array(self, path: Path) -> None:
        self.position += 1
        index = 0
        while True:
            self._skip(_SPACE)
            if self.text[self.position] == "]":
                break
            element = (*path, index)
            self._record(element, self._line_here())
            self._value(element)
            index += 1
            self._skip(_SPACE)
            if self.text[self.position] == ",":
                self.position += 1
        self.position += 1

    def _inline_table(self, path: Path) -> None:
        self.position += 1
        while True:
            self._skip(_SPACE)
            if self.text[self.position] == "}":
                break
            self._key_value(path)
            self._skip(_SPACE)
            if self.text[self.position] == ",":
                self.position += 1
        self.position += 1

    def _string(self) -> str:
        for pattern in _STRINGS:
            match = pattern.match(self.text, self.position)
            if match is not None:
                self.position = match.end()
                return match[0]
        raise AssertionError("tomllib accepted a string that does not end")

    def _string_value(self) -> str:
        value = tomllib.loads(f"k = {self._string()}")["k"]
        assert isinstance(value, str)
        return value
