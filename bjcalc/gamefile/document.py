"""A game file as a document: its bytes, the tables in them, and on which line each key stands."""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from bjcalc.errors import GameFileError, Mistake, UnknownGameError
from bjcalc.files import first_bytes
from bjcalc.gamefile.locate import locate_keys
from bjcalc.nesting import NestingError
from bjcalc.rules.keys import Path, format_key, parse_key
from bjcalc.rules.written import read_json, read_toml, toml_tables

MAX_BYTES = 1 << 18

_WORD_LIST = re.compile(r"\[ *([a-z][\w-]*(?: *, *[a-z][\w-]*)*) *\]")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_AT_END = " (at end of document)"


@dataclass(frozen=True, slots=True)
class Document:
    """A game file: `file` is its name in messages, `tables` its content as plain values."""

    file: str
    sha256: str
    tables: dict[str, Any]
    lines: dict[Path, int]

    def mistake(self, path: Path, message: str) -> Mistake:
        """Return the mistake with its place: the key's line, or that of the table it is not in."""
        line = self.lines.get(self._known(path), 1)
        return Mistake(message, key=format_key(path), file=self.file, line=line)

    def in_file_order(self, mistakes: list[Mistake]) -> list[Mistake]:
        """Return the mistakes in the order in which their keys stand in the file."""
        order = {path: number for number, path in enumerate(self.lines)}
        return sorted(
            mistakes, key=lambda one: order.get(self._known(parse_key(one.key) or ()), -1)
        )

    def _known(self, path: Path) -> Path:
        """Return the longest beginning of the path that stands in the file."""
        while path and path not in self.lines:
            path = path[:-1]
        return path


def read_document(path: FilePath, file: str) -> Document:
    """Read a game file; `file` is how messages call it.

    Raises UnknownGameError where it cannot be read, GameFileError where it is no TOML.
    """
    try:
        data = first_bytes(path, MAX_BYTES + 1)
    except FileNotFoundError:
        raise UnknownGameError(f"{file}: there is no such file") from None
    except IsADirectoryError:
        raise UnknownGameError(f"{file}: is a directory, not a game file") from None
    except OSError as error:
        raise UnknownGameError(f"{file}: cannot be read: {error.strerror}") from None
    except ValueError as error:  # a NUL in the name
        raise UnknownGameError(f"{file!r}: is not a file name: {error}") from None
    return parse_document(data, file)


def parse_document(data: bytes, file: str) -> Document:
    """Parse the bytes of a game file. Raises GameFileError with the line where they are wrong."""

    def wrong(message: str, line: int | None = None) -> GameFileError:
        return GameFileError([Mistake(message, file=file, line=line)])

    if len(data) > MAX_BYTES:
        raise wrong(f"is larger than {MAX_BYTES} bytes; a game file has a few thousand")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise wrong(
            f"byte 0x{data[error.start]:02x} is not UTF-8: save the file as UTF-8", line
        ) from None
    if not text.strip():
        raise wrong("is empty; `bjcalc new FILE` writes a game file to start from")
    try:
        tables = toml_tables(text)
        lines = locate_keys(text)
    except tomllib.TOMLDecodeError as error:
        raise wrong(*_syntax(str(error), text)) from None
    except NestingError as error:
        raise wrong(f"is not a game file: it is {error}") from None
    except ValueError:  # Python's own limit on the digits of an integer
        raise wrong("is not TOML: it has a number of thousands of digits") from None
    return Document(file=file, sha256=hashlib.sha256(data).hexdigest(), tables=tables, lines=lines)


def parse_value(text: str) -> Any:
    """Return the value of a setting: TOML if it is that, or JSON, else the bare text.

    A list of bare words is taken as a list: a shell removes the quotes of dealer.peek=["ace"].
    """
    words = _WORD_LIST.fullmatch(text.strip())
    if words is not None:
        return words[1].replace(" ", "").split(",")
    value = read_toml(text)
    if value == text and text.lstrip().startswith("{"):
        value = read_json(text)
    return value


def _syntax(message: str, text: str) -> tuple[str, int]:
    """Split the message of `tomllib` into what is wrong, in our style, and the line."""
    match = _AT_LINE.search(message)
    if match is not None:
        message, line = message[: match.start()], int(match[1])
    else:
        message, line = message.removesuffix(_AT_END), text.count("\n", 0, len(text.rstrip())) + 1
    return f"is not TOML: {message[:1].lower()}{message[1:]}", line
