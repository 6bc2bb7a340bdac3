"""Known side bets and their published pay tables, each with its source: library.toml, read.

The bets go through the reader of game files; every figure is recounted.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from typing import Any

from bjcalc.errors import BjcalcError, GameFileError
from bjcalc.sidebets.bet import SideBet
from bjcalc.sidebets.reader import parse_side_bets


class UnknownBetError(BjcalcError):
    """A name is neither the id nor the name of a known side bet."""


@dataclass(frozen=True, slots=True)
class Version:
    """One published pay table; `decks` are the numbers of decks that its source mentions."""

    id: str
    pays: tuple[str, ...]
    source: str
    decks: tuple[int, ...] = ()
    note: str = ""

    @property
    def amounts(self) -> tuple[Fraction, ...]:
        """The pays as numbers, "5:2" being 5/2."""
        return tuple(Fraction(pay.replace(":", "/")) for pay in self.pays)


@dataclass(frozen=True, slots=True)
class KnownBet:
    """A known bet: its cards, its categories as (name, condition), its published pay tables."""

    id: str
    name: str
    cards: tuple[str, ...]
    categories: tuple[tuple[str, str], ...]
    versions: tuple[Version, ...]
    offered: str = ""
    paid: str = "best"

    def raw(self, version: Version) -> dict[str, Any]:
        """Return the `[[side_bets]]` table of one version, as a game file would have it."""
        table: dict[str, Any] = {
            "id": self.id,
            "name": self.name,
            "cards": list(self.cards),
            "paid": self.paid,
            "pays_source": "published",
            "source": version.source,
            "impossible": "warn",
            "categories": [
                {"name": name, "when": when, "pays": pay}
                for (name, when), pay in zip(self.categories, version.pays, strict=True)
            ],
        }
        optional = {"offered": self.offered, "note": version.note}
        return table | {key: value for key, value in optional.items() if value}

    def bet(self, version: Version) -> SideBet:
        """Return the bet with these pays; on some shoes a category cannot happen."""
        bets, mistakes = parse_side_bets([self.raw(version)], key_prefix=self.id)
        if mistakes:
            raise GameFileError(mistakes)
        return bets[0]

    def version(self, identity: str) -> Version:
        """Return the version of that id. Raises UnknownBetError listing the ids."""
        for version in self.versions:
            if version.id == identity:
                return version
        known = ", ".join(version.id for version in self.versions)
        raise UnknownBetError(f"{self.name} has no version {identity!r}; it has {known}")


def find_known_bet(name: str) -> KnownBet:
    """Return the known bet of that id or name, in any case. Raises UnknownBetError."""
    import difflib

    wanted = name.strip().casefold()
    labels = {label.casefold(): bet for bet in known_bets() for label in (bet.id, bet.name)}
    if wanted in labels:
        return labels[wanted]
    near = difflib.get_close_matches(wanted, labels, n=1)
    hint = f"did you mean {near[0]!r}?" if near else "see: bjcalc sidebets --library"
    raise UnknownBetError(f"{name!r} is no known side bet; {hint}")


@lru_cache(maxsize=1)
def known_bets() -> tuple[KnownBet, ...]:
    """Return all known bets, in the order in which they are listed."""
    text = resources.files("bjcalc.sidebets").joinpath("library.toml").read_text(encoding="utf-8")
    return tuple(map(_known_bet, tomllib.loads(text)["side_bets"]))


def _known_bet(table: dict[str, Any]) -> KnownBet:
    plain = {key: value for key, value in table.items() if key != "tables"}
    read = {
        "cards": tuple(table["cards"]),
        "categories": tuple((one["name"], one["when"]) for one in table["categories"]),
        "versions": tuple(map(_version, table["tables"])),
    }
    return KnownBet(**plain | read)


def _version(table: dict[str, Any]) -> Version:
    pays = tuple(map(str, table["pays"]))
    default = {"id": "-".join(pays).replace(":", "to")}
    return Version(**default | table | {"pays": pays, "decks": tuple(table.get("decks", ()))})
