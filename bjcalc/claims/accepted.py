"""Known findings that a team has accepted: they pass, but stay in every report.

A file of [[accepted]] tables. An entry fits one finding exactly (game, claim, digits, verdict and
exact value), so that whatever changes opens the finding again; and it gives a reason.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from pathlib import Path

from bjcalc.claims.finding import ALLOWABLE, Finding
from bjcalc.claims.printed import MEASURES
from bjcalc.claims.rounding import fraction_text
from bjcalc.errors import GameFileError, Mistake, UnknownGameError
from bjcalc.files import read_text
from bjcalc.gamefile.locate import locate_keys
from bjcalc.nesting import check_nesting
from bjcalc.numbers import exact_text
from bjcalc.rules.keys import format_key

_HEADER = """\
# Findings of `bjcalc audit` that are known and accepted. An entry fits a finding exactly: when the
# claim, the verdict or the exact value changes, the finding is open again. Each needs a reason.
"""

_MOST_BYTES = 1 << 22
_NO_VALUE = "none"
_MOST_DIGITS = 4000
_FRACTION = re.compile(r"-?[0-9]+/0*[1-9][0-9]*", re.ASCII)
_ROOT = re.compile(r"sqrt\((.*)\)")


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
    return Accepted(
        game=game,
        about=finding.claim.about,
        what=finding.what,
        printed=finding.claim.printed,
        verdict=finding.verdict.value,
        exact=_NO_VALUE if finding.base is None else fraction_text(finding.base.value),
        reason=reason,
    )


def read_accepted(path: Path) -> tuple[Accepted, ...]:
    """Read a file of accepted findings.

    Raises UnknownGameError where it cannot be read, GameFileError with every mistake in it.
    """
    try:
        text = read_text(path, _MOST_BYTES)
        check_nesting(text)
        tables = tomllib.loads(text)
    except OSError as error:
        raise UnknownGameError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise GameFileError([Mistake(f"is not TOML in UTF-8: {error}", file=str(path))]) from None
    lines = locate_keys(text)
    mistakes: list[Mistake] = []

    def wrong(message: str, *key: str | int) -> None:
        line = lines.get(key, lines.get(key[:2]))
        mistakes.append(Mistake(message, key=format_key(key), file=str(path), line=line))

    for key in tables:
        if key != "accepted":
            wrong("unknown key; the file has [[accepted]] tables only", key)
    listed = tables.get("accepted", [])
    if not isinstance(listed, list):
        wrong("is not a list of tables: write [[accepted]]", "accepted")
        listed = []
    names = [field.name for field in fields(Accepted)]
    found: list[tuple[int, Accepted]] = []
    for index, table in enumerate(listed):
        if not isinstance(table, dict):
            wrong("is not a table: write [[accepted]]", "accepted", index)
            continue
        before = len(mistakes)
        for name in names:
            if message := _value_mistake(name, table.get(name)):
                wrong(message, "accepted", index, name)
        for name in table:
            if name not in names:
                known = f"unknown key; known are {', '.join(names)}"
                wrong(known, "accepted", index, name)
        if len(mistakes) > before:
            continue
        entry = Accepted(**table)
        first = next((number for number, one in found if one.fits(entry)), None)
        if first is not None:
            line = lines[("accepted", first)]
            same = f"is the same finding as accepted[{first}], line {line}: keep one"
            wrong(same, "accepted", index)
        found.append((index, entry))
    if mistakes:
        raise GameFileError(mistakes)
    return tuple(entry for _, entry in found)


def _value_mistake(name: str, value: object) -> str:
    """Return why a value can be no finding's, so that its entry would never fit; else empty."""
    if not isinstance(value, str) or not value.strip():
        if name == "reason":
            return "has no reason: say why the finding is accepted"
        return f"missing: text such as `{name} = ...`, as --write-accepted writes it"
    known = {"verdict": ALLOWABLE, "what": tuple(MEASURES)}.get(name)
    if known is not None and value not in known:
        return f"{value!r} is none of: {', '.join(known)}"
    if name != "exact" or value == _NO_VALUE:
        return ""
    if len(value) > _MOST_DIGITS:
        return f"has {len(value)} characters; no exact value has as many"
    root = _ROOT.fullmatch(value)
    digits = root.group(1) if root else value
    if not _FRACTION.fullmatch(digits) or (root and digits.startswith("-")):
        return (
            f"{value!r} is no exact value: write a fraction p/q, sqrt(p/q) for a standard "
            f"deviation, or {_NO_VALUE}, as --write-accepted writes it"
        )
    lowest = exact_text(Fraction(digits))
    if digits != lowest:
        return f"{value!r} is not in lowest terms: write {value.replace(digits, lowest)}"
    return ""


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
