"""Known findings that a team has accepted: they pass, but stay in every report.

A file of [[accepted]] tables. An entry fits one finding exactly (game, claim, digits, verdict and
exact value), so that whatever changes opens the finding again; and it gives a reason.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from bjcalc.claims.finding import Finding
from bjcalc.claims.rounding import SquareRoot
from bjcalc.errors import GameFileError, Mistake, UnknownGameError
from bjcalc.numbers import exact_text
from bjcalc.rules.locate import locate_keys

_HEADER = """\
# Findings of `bjcalc audit` that are known and accepted. An entry fits a finding exactly: when the
# claim, the verdict or the exact value changes, the finding is open again. Each needs a reason.
"""


@dataclass(frozen=True, slots=True)
class Accepted:
    """One accepted finding; `exact` is the exact value ("p/q", "sqrt(p/q)") or "none"."""

    game: str
    about: str
    what: str
    printed: str
    verdict: str
    exact: str
    reason: str

    @property
    def subject(self) -> tuple[str, str, str, str]:
        """What the entry is about, whatever was found."""
        return self.game, self.about, self.what, self.printed

    def fits(self, other: Accepted) -> bool:
        """Return whether another entry is about the same finding in every respect."""
        mine = (*self.subject, self.verdict, self.exact)
        return mine == (*other.subject, other.verdict, other.exact)


def entry_of(game: str, finding: Finding, reason: str = "") -> Accepted:
    """Return the entry that would accept a finding."""
    base = finding.base
    if base is None:
        exact = "none"
    elif isinstance(base.value, SquareRoot):
        exact = f"sqrt({exact_text(base.value.square)})"
    else:
        exact = exact_text(base.value)
    return Accepted(
        game=game,
        about=finding.claim.about,
        what=finding.what,
        printed=finding.claim.printed,
        verdict=finding.verdict.value,
        exact=exact,
        reason=reason,
    )


def read_accepted(path: Path) -> tuple[Accepted, ...]:
    """Read a file of accepted findings.

    Raises UnknownGameError where it cannot be read, GameFileError with every mistake in it.
    """
    try:
        text = path.read_text("utf-8-sig")
        tables = tomllib.loads(text)
    except OSError as error:
        raise UnknownGameError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise GameFileError([Mistake(f"is not TOML in UTF-8: {error}", file=str(path))]) from None
    lines = locate_keys(text)
    mistakes: list[Mistake] = []

    def wrong(key: str, message: str, index: int | None = None) -> None:
        line = lines.get(("accepted", index)) if index is not None else None
        mistakes.append(Mistake(message, key=key, file=str(path), line=line))

    for key in tables:
        if key != "accepted":
            wrong(key, "unknown key; the file has [[accepted]] tables only")
    listed = tables.get("accepted", [])
    if not isinstance(listed, list):
        wrong("accepted", "is not a list of tables: write [[accepted]]")
        listed = []
    names = [field.name for field in fields(Accepted)]
    found = []
    for index, table in enumerate(listed):
        key = f"accepted[{index}]"
        if not isinstance(table, dict):
            wrong(key, "is not a table: write [[accepted]]", index)
            continue
        before = len(mistakes)
        for name in names:
            value = table.get(name)
            if not isinstance(value, str) or not value.strip():
                what = "has no reason: say why the finding is accepted"
                wrong(
                    f"{key}.{name}",
                    what
                    if name == "reason"
                    else f"missing: text such as `{name} = ...`, as --write-accepted writes it",
                    index,
                )
        for name in table:
            if name not in names:
                wrong(f"{key}.{name}", f"unknown key; known are {', '.join(names)}", index)
        if len(mistakes) == before:
            found.append(Accepted(**table))
    if mistakes:
        raise GameFileError(mistakes)
    return tuple(found)


def accepted_text(entries: Iterable[Accepted]) -> str:
    """Return the file that accepts these findings, the reasons left to be written."""
    parts = [_HEADER]
    for entry in entries:
        lines = [
            # A JSON string is a TOML string.
            f"{name} = {json.dumps(value, ensure_ascii=True)}"
            for name, value in asdict(entry).items()
        ]
        parts.append("\n[[accepted]]\n" + "\n".join(lines) + "\n")
    return "".join(parts)
