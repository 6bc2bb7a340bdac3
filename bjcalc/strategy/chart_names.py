"""How people write charts: names of rows and columns, and the usual abbreviations of plays."""

from __future__ import annotations

import re

from bjcalc.rules.actions import Action, Symbol
from bjcalc.shoe import ACE, TEN, VALUES
from bjcalc.strategy.rows import MIXED_TENS, Row, RowKind

# What charts call the plays, in capitals; None is "as the row of the pair's total".
NAMES: dict[str, Action | None] = {
    **dict.fromkeys(("S", "STAND", "STAY", "STICK"), Action.STAND),
    **dict.fromkeys(("H", "HIT", "DRAW"), Action.HIT),
    **dict.fromkeys(("D", "DD", "DBL", "DOUBLE", "DOUBLE DOWN"), Action.DOUBLE),
    **dict.fromkeys(("P", "SP", "SPL", "SPLIT", "Y", "YES"), Action.SPLIT),
    **dict.fromkeys(("R", "U", "SU", "SR", "SUR", "SURR", "SURRENDER"), Action.SURRENDER),
    **dict.fromkeys(("N", "NO"), None),
}
# Between two plays of one cell, as in "R/H" or "surrender, else hit".
_ELSE = re.compile(
    r"\s*(?:/|\(|,?\s*\b(?:IF (?:NOT )?(?:ALLOWED|POSSIBLE)|ELSE|OTHERWISE|OR|THEN)\b,?)\s*"
)
_LETTERS = re.compile(r"(D|DD|P|SP|R|U|SU|SR|SUR)(H|S|D|P|SP)")

SYMBOL_HELP = (
    "write S, H, Dh (or D), Ds, P (or SP, Y), Rh (or SU on hard totals to 16), Rs, Rp; for pairs "
    "also N (as its total), Y/N, Ph"
)
_WHICH_ELSE = (
    "surrenders, but does not say what hands do that may not: write Rh, Rs or, for a pair, Rp"
)
ROW_HELP = 'write such as "hard 16" (or 16), "soft 18" (or A,7), "8,8"; ranges such as "hard 17-20"'

_CARD = r"(A|ACE|10|[2-9TJQKX])"
_PAIR = re.compile(rf"(?:PAIR\s*(?:OF\s*)?)?{_CARD}\s*[,/&-]?\s*{_CARD}")
_TOTALS = re.compile(r"(HARD|SOFT|H|S)?\s*(\d{1,2})\s*(?:(?:-|TO)\s*(\d{1,2})|(\+))?")


def parse_play(text: str, row: Row, *, double_after_split: bool, surrenders: bool) -> Symbol | None:
    """Return the symbol that a cell's text means; None for a pair that is played as its total is.

    `surrenders` says whether the two cards of this cell may be surrendered in the game. Raises
    ValueError saying what is wrong: no play, one that has no place in the row, or one that does not
    say enough.
    """
    plays = _plays(text)
    if plays is None:
        what = repr(text.strip()) if text.strip() else "an empty cell"
        raise ValueError(f"{what} is not a play: {SYMBOL_HELP}")
    if not row.is_pair and (Action.SPLIT in plays or None in plays):
        verb = "splits" if Action.SPLIT in plays else "is about splitting"
        raise ValueError(f"{text.strip()!r} {verb}, but only pairs can be split")
    if Action.SPLIT in plays and len(plays) == 2 and Action.SURRENDER not in plays:
        # To be split only where hands of a split may be doubled; else the other.
        plays = {Action.SPLIT} if double_after_split else plays - {Action.SPLIT}
    if plays == {None}:
        return None
    if plays == {Action.SURRENDER}:
        # Charts mean "else hit" on hard totals to 16; where all hands may, nothing follows from it.
        is_plain = row.kind is RowKind.HARD and row.value <= 16
        if not is_plain and not (row.is_pair and surrenders):
            raise ValueError(f"{text.strip()!r} {_WHICH_ELSE}")
    if plays in ({Action.SURRENDER}, {Action.DOUBLE}):
        plays = plays | {Action.HIT}
    for symbol in Symbol:
        if set(symbol.actions) == plays:
            return symbol
    raise ValueError(f"{text.strip()!r} says two plays that do not go together: {SYMBOL_HELP}")


def _plays(text: str) -> set[Action | None] | None:
    """Return the one or two plays that a text names; None if it is none."""
    name = " ".join(text.upper().split())
    parts = [part for part in _ELSE.split(name.rstrip(")")) if part]
    if len(parts) == 1 and parts[0] not in NAMES:
        # Letters side by side: "Rh", "Usp".
        match = _LETTERS.fullmatch(parts[0].replace(" ", ""))
        parts = list(match.groups()) if match else parts
    if not NAMES.keys() >= set(parts) or len(parts) > 2 or len(set(parts)) < len(parts):
        return None
    return {NAMES[part] for part in parts} or None


def parse_column(text: str) -> int | None:
    """Return the up card of a column such as 2, T, A, "Ace" or "10/J/Q/K"; None if it is none."""
    names = [name for name in re.split(r"[\s,/&-]+", text.strip().upper()) if name]
    values = {_value(name) if re.fullmatch(_CARD, name) else None for name in names}
    return values.pop() if len(values) == 1 else None


def _value(name: str) -> int:
    return TEN if name in ("10", "J", "Q", "K", "X") else VALUES.index(name[0])


def parse_rows(text: str) -> list[Row] | None:
    """Return the rows that a name stands for; None if it is none.

    Ranges and lists give several: "hard 17-20", "A,4-A,5", "2,2 3,3".
    """
    name = " ".join(text.upper().replace('"', "").replace("\u2013", "-").split())
    if name in ("T,T MIXED", "10,10 MIXED"):
        return [MIXED_TENS]
    rows = _totals(name) or _hands(name)
    if rows is not None:
        return rows
    ends = re.split(r"\s*-\s*|\s+TO\s+", name)
    if len(ends) == 2:
        first, last = (_hands(end) for end in ends)
        return None if first is None or last is None else _range(first[0], last[0])
    each = [_hands(part) for part in re.split(r"[;\s]+", name)]
    return [row for found in each for row in found or []] if all(each) and each else None


def _totals(name: str) -> list[Row] | None:
    """Return the rows of "16", "soft 18", "5-8", "17+"; None where a name means no totals."""
    match = _TOTALS.fullmatch(name)
    if match is None:
        return None
    prefix, first, last, above = match.groups()
    if not prefix and not above and not (int(first) < int(last) if last else 4 <= int(first) <= 20):
        return None  # "8-8" and "88" mean a pair
    kind = RowKind.SOFT if prefix and prefix.startswith("S") else RowKind.HARD
    # A 21 stands anyway, so that "18-21" is as good as "18-20".
    most = 20 if above else min(20, int(last)) if last == "21" else int(last or first)
    return _range(Row(kind, int(first)), Row(kind, most))


def _hands(name: str) -> list[Row] | None:
    """Return the row of "8,8", "pair of 8 8" or "A,7"; None where a name means no two cards."""
    match = _PAIR.fullmatch(name)
    if match is None:
        return None
    first, second = sorted(_value(card) for card in match.groups())
    if first == second:
        return [Row(RowKind.PAIR, first)]
    row = Row(RowKind.SOFT, 12 + second)
    return _range(row, row) if first == ACE else None


def _range(first: Row, last: Row) -> list[Row] | None:
    """Return the rows from one to another, None where there are none."""
    lowest = {RowKind.SOFT: 12, RowKind.HARD: 4, RowKind.PAIR: 0}[first.kind]
    highest = TEN if first.is_pair else 20
    if first.kind is not last.kind or not lowest <= first.value <= last.value <= highest:
        return None
    return [Row(first.kind, value) for value in range(first.value, last.value + 1)]
