"""How people write charts: names of rows and columns, and the usual abbreviations of plays."""

from __future__ import annotations

import re

from bjcalc.rules.actions import Symbol
from bjcalc.shoe import ACE, TEN, VALUES
from bjcalc.strategy.rows import MIXED_TENS, Row, RowKind

# Plays as they are printed, in capitals and without blanks, and the symbol that each means.
ABBREVIATIONS = {
    "S": Symbol.S,
    "STAND": Symbol.S,
    "H": Symbol.H,
    "HIT": Symbol.H,
    "D": Symbol.DH,
    "DH": Symbol.DH,
    "D/H": Symbol.DH,
    "DD": Symbol.DH,
    "DBL": Symbol.DH,
    "DOUBLE": Symbol.DH,
    "DS": Symbol.DS,
    "D/S": Symbol.DS,
    "P": Symbol.P,
    "SP": Symbol.P,
    "SPL": Symbol.P,
    "SPLIT": Symbol.P,
    "Y": Symbol.P,
    "YES": Symbol.P,
    "R": Symbol.RH,
    "RH": Symbol.RH,
    "R/H": Symbol.RH,
    "SUR": Symbol.RH,
    "SUR/H": Symbol.RH,
    "SURRENDER": Symbol.RH,
    "RS": Symbol.RS,
    "R/S": Symbol.RS,
    "SUR/S": Symbol.RS,
    "RP": Symbol.RP,
    "R/P": Symbol.RP,
    "SUR/P": Symbol.RP,
}

# Not to be split: played like the row of the pair's total.
LIKE_TOTAL = frozenset({"N", "NO"})

# To be split only where hands of a split may be doubled; else what follows.
IF_DOUBLE_AFTER_SPLIT: dict[str, Symbol | None] = {
    "Y/N": None,
    "PH": Symbol.H,
    "P/H": Symbol.H,
    "PS": Symbol.S,
    "P/S": Symbol.S,
    "PD": Symbol.DH,
    "P/D": Symbol.DH,
}

SYMBOL_HELP = (
    "write S, H, Dh (or D), Ds, P (or SP, Y), Rh (or R, SUR), Rs, Rp; for pairs also N (as its "
    "total), Y/N, Ph"
)
ROW_HELP = 'write such as "hard 16" (or 16), "soft 18" (or A,7), "8,8"; ranges such as "hard 17-20"'

_CARD = r"(A|ACE|10|[2-9TJQK])"
_PAIR = re.compile(rf"(?:PAIR\s*(?:OF\s*)?)?{_CARD}\s*[,/&-]?\s*{_CARD}")
_TOTALS = re.compile(r"(HARD|SOFT|H|S)?\s*(\d{1,2})\s*(?:(?:-|TO|\u2013)\s*(\d{1,2})|(\+))?")


def parse_symbol(text: str) -> Symbol | None:
    """Return the symbol that an abbreviation always means, None if there is none."""
    return ABBREVIATIONS.get(_normal(text))


def _normal(text: str) -> str:
    return "".join(text.upper().split())


def is_like_total(text: str, *, double_after_split: bool) -> bool:
    """Whether a pair's cell says that it is played like its total."""
    name = _normal(text)
    return name in LIKE_TOTAL or (name == "Y/N" and not double_after_split)


def conditional_symbol(text: str, *, double_after_split: bool) -> Symbol | None:
    """Return what a play means that depends on doubling after a split; None if it is none."""
    name = _normal(text)
    if name not in IF_DOUBLE_AFTER_SPLIT:
        return None
    return Symbol.P if double_after_split else IF_DOUBLE_AFTER_SPLIT[name]


def parse_column(text: str) -> int | None:
    """Return the up card of a column's name, such as 2, T, 10, A or "Ace"; None if it is none."""
    match = re.fullmatch(_CARD, text.strip().upper())
    return None if match is None else _value(match.group(1))


def _value(name: str) -> int:
    return TEN if name in ("10", "J", "Q", "K") else VALUES.index(name[0])


def parse_rows(text: str) -> list[Row] | None:
    """Return the rows that a name stands for; None if it is none. A range gives several."""
    name = " ".join(text.upper().replace('"', "").split())
    if name in ("T,T MIXED", "10,10 MIXED"):
        return [MIXED_TENS]
    totals = _TOTALS.fullmatch(name)
    pair = _PAIR.fullmatch(name)
    if pair is not None and not (totals is not None and _is_total(totals)):
        first, second = _value(pair.group(1)), _value(pair.group(2))
        if first == second:
            return [Row(RowKind.PAIR, first)]
        if ACE in (first, second):
            return _kind_rows(RowKind.SOFT, 11 + max(first, second) + 1, None)
        return None
    if totals is None:
        return None
    kind = RowKind.SOFT if (totals.group(1) or "H").startswith("S") else RowKind.HARD
    last = 20 if totals.group(4) else int(totals.group(3)) if totals.group(3) else None
    return _kind_rows(kind, int(totals.group(2)), last)


def _is_total(match: re.Match[str]) -> bool:
    """Whether "16" or "5-8" means totals; "8-8" and "88" mean a pair."""
    if match.group(1):
        return True
    first, last = match.group(2), match.group(3)
    if last is not None:
        return int(first) < int(last)
    return match.group(4) is not None or 4 <= int(first) <= 20


def _kind_rows(kind: RowKind, first: int, last: int | None) -> list[Row] | None:
    last = first if last is None else last
    lowest = 12 if kind is RowKind.SOFT else 4
    if not lowest <= first <= last <= 20:
        return None
    return [Row(kind, total) for total in range(first, last + 1)]
