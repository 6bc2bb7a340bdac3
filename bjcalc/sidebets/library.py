"""Known side bets and their published pay tables, each with its source.

The definitions are raw tables of the kind that a game file holds, so that they go through the same
reader. Sources are cited for the rules and pays alone; every figure is recounted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from bjcalc.errors import BjcalcError, GameFileError
from bjcalc.rules.model import Dealer
from bjcalc.shoe import Shoe
from bjcalc.sidebets.bet import SideBet, parse_side_bets

_WIZARD = "Wizard of Odds, wizardofodds.com/games/blackjack/side-bets/"
_PLAYER = ("player1", "player2")
_THREE = (*_PLAYER, "up")


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

    def bet(self, version: Version, shoe: Shoe, dealer: Dealer | None = None) -> SideBet:
        """Return the bet on this shoe; categories that cannot happen there are warnings.

        Raises GameFileError where the shoe cannot decide the bet at all (too few cards, no suits).
        """
        bets, mistakes = parse_side_bets(
            [self.raw(version)], key_prefix=self.id, shoe=shoe, dealer=dealer
        )
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
    return (
        *_pairs(),
        *_poker(),
        *_player_hands(),
        *_totals(),
        _match_the_dealer(),
        *_dealer_bets(),
    )


def _dashed(*pays: str, source: str, decks: tuple[int, ...] = (), note: str = "") -> Version:
    """Return a version whose id is its pays joined by dashes."""
    return Version("-".join(pays).replace(":", "to"), pays, source, decks, note)


def _pairs() -> tuple[KnownBet, ...]:
    page = f"{_WIZARD}perfect-pairs"
    tables = (
        _dashed("25", "12", "6", source=f"{page}, version 1, pay table A", decks=(8,)),
        _dashed("30", "10", "5", source=f"{page}, version 1, pay table B", decks=(8,)),
        _dashed("25", "12", "5", source=f"{page}, version 1, pay table C", decks=(8,)),
        _dashed("25", "15", "5", source=f"{page}, version 1, pay table D", decks=(8,)),
    )
    names = ("Perfect pair", "Coloured pair", "Red/black pair")
    conditions = ("same card", "same rank and same colour", "same rank")
    categories = tuple(zip(names, conditions, strict=True))
    square = f"{_WIZARD}pair-square"
    return (
        KnownBet("perfect-pairs", "Perfect Pairs", _PLAYER, categories, tables),
        KnownBet(
            "dealers-pair",
            "Dealer's Pair",
            ("up", "hole"),
            categories,
            tuple(
                Version(
                    table.id,
                    table.pays,
                    table.source,
                    table.decks,
                    "The pay table of Perfect Pairs, for the dealer's two cards.",
                )
                for table in tables
            ),
        ),
        KnownBet(
            "any-pair",
            "Any Pair",
            _PLAYER,
            (("Pair", "same rank"),),
            (
                _dashed("15", source=f"{square}, one-deck table", decks=(1,)),
                _dashed("12", source=f"{square}, 12-12 table", decks=(6,)),
            ),
        ),
        KnownBet(
            "pair-square",
            "Pair Square",
            _PLAYER,
            (("Suited pair", "same card"), ("Non-suited pair", "same rank")),
            (
                _dashed("12", "10", source=square, decks=(6,)),
                _dashed("15", "10", source=square, decks=(6,)),
                _dashed("20", "10", source=square, decks=(6,)),
                _dashed("25", "10", source=square, decks=(2,)),
                _dashed("25", "8", source=f"{square} (Evolution's Any Pair)", decks=(8,)),
            ),
        ),
        KnownBet(
            "pair-with-up-card",
            "Pair",
            _THREE,
            (
                ("Three of a kind", "same rank"),
                ("Player pair", "same rank in player"),
                ("Any pair", "pair"),
            ),
            (
                _dashed(
                    *("30", "5", "2"),
                    source="Wizard of Odds, wizardofodds.com/games/pair-blackjack-side-bet",
                    decks=(1, 2, 6, 8),
                ),
            ),
        ),
    )


def _poker() -> tuple[KnownBet, ...]:
    page = f"{_WIZARD}21plus3"
    five = (
        ("Suited three of a kind", "same card"),
        ("Straight flush", "same suit and straight"),
        ("Three of a kind", "same rank"),
        ("Straight", "straight"),
        ("Flush", "same suit"),
    )
    return (
        KnownBet(
            "21+3",
            "21+3",
            _THREE,
            five,
            (
                _dashed(
                    *("100", "40", "30", "10", "5"),
                    source="666casino.com/magazines/suited-trips-blackjack",
                    note="Evolution's table.",
                ),
                _dashed(
                    *("100", "35", "33", "10", "5"),
                    source=f"{page}, version 3",
                    decks=(6,),
                ),
                _dashed(
                    *("100", "40", "25", "10", "5"),
                    source="betandbeat.com/blackjack/side-bets/21-plus-3",
                    decks=(6,),
                ),
            ),
        ),
        KnownBet(
            "21+3-trips",
            "21+3 (suited trips paid as trips)",
            _THREE,
            five[1:],
            (
                _dashed("9", "9", "9", "9", source=f"{page}, version 1", decks=(1, 2, 4, 6, 8)),
                _dashed(
                    *("30", "20", "10", "5"),
                    source="vegas-aces.com/site/articles/how-to-play-21-plus-3 (21+3 Extreme)",
                ),
            ),
        ),
        KnownBet(
            "21+3-pair",
            "21+3 (pairs paid too)",
            _THREE,
            (*five[1:], ("Pair", "pair")),
            (
                _dashed(
                    *("5:2", "5:2", "5:2", "5:2", "5:2"), source=f"{page}, version 2", decks=(2,)
                ),
            ),
        ),
        KnownBet(
            "top-3",
            "Top 3",
            _THREE,
            (five[0], five[1], five[2]),
            (_dashed(*("270", "180", "90"), source="lasvegasadvisor.com/question/2017-01-07"),),
        ),
    )


def _player_hands() -> tuple[KnownBet, ...]:
    royal = f"{_WIZARD}royal-match"
    ladies = f"{_WIZARD}lucky-ladies"
    sevens = f"{_WIZARD}super-sevens"
    twenty = "total in player = 20"
    four = (*_PLAYER, "up", "hole")
    seven_seven = "player1 is 7 and player2 is 7"
    return (
        KnownBet(
            "royal-match",
            "Royal Match",
            _PLAYER,
            (("Royal match", "same suit and ranks K, Q"), ("Easy match", "same suit")),
            (
                _dashed("25", "5:2", source=f"{royal}, version 1", decks=(1, 2, 4, 6, 8)),
                _dashed("10", "3", source=f"{royal}, version 2", decks=(1,)),
            ),
        ),
        KnownBet(
            "lucky-ladies",
            "Lucky Ladies",
            four,
            (
                (
                    "Queens of hearts with dealer blackjack",
                    "cards Qh, Qh in player and natural in dealer",
                ),
                ("Queens of hearts", "cards Qh, Qh in player"),
                ("Matched 20", f"same card in player and {twenty}"),
                ("Suited 20", f"same suit in player and {twenty}"),
                ("Unsuited 20", twenty),
            ),
            (
                _dashed("1000", "125", "19", "9", "4", source=f"{ladies}, table A", decks=(6,)),
                _dashed("1000", "200", "25", "10", "4", source=f"{ladies}, table B", decks=(6,)),
            ),
        ),
        KnownBet(
            "lucky-ladies-ranked",
            "Lucky Ladies (ranked 20)",
            four,
            (
                (
                    "Pair of queens with dealer blackjack",
                    "ranks Q, Q in player and natural in dealer",
                ),
                ("Pair of queens", "ranks Q, Q in player"),
                ("Ranked 20", f"same rank in player and {twenty}"),
                ("Suited 20", f"same suit in player and {twenty}"),
                ("Any 20", twenty),
            ),
            (_dashed("250", "25", "9", "6", "3", source=f"{ladies}, table C"),),
        ),
        KnownBet(
            "lucky-ladies-one-queen",
            "Lucky Ladies (one queen)",
            _PLAYER,
            (
                ("Queens of hearts", "cards Qh, Qh"),
                ("Matched 20", "same card and total = 20"),
                ("Suited 20", "same suit and total = 20"),
                ("Any 20", "total = 20"),
                ("One queen", "count Q = 1"),
            ),
            (_dashed("100", "30", "10", "3", "1", source=f"{ladies}, table D"),),
        ),
        KnownBet(
            "lucky-ladies-any-queen",
            "Lucky Ladies (any queen)",
            _PLAYER,
            (
                ("Queens of hearts", "cards Qh, Qh"),
                ("Matched 20", "same card and total = 20"),
                ("Suited 20", "same suit and total = 20"),
                ("Any 20", "total = 20"),
                ("Queen of hearts", "count Qh = 1"),
                ("Any other queen", "count Q = 1"),
            ),
            (_dashed("100", "25", "10", "3", "2", "1", source=f"{ladies}, table E"),),
        ),
        KnownBet(
            "super-sevens",
            "Super Sevens",
            ("player1", "player2", "player3"),
            (
                ("Three suited sevens", f"{seven_seven} and player3 is 7 and same suit"),
                ("Three sevens", f"{seven_seven} and player3 is 7"),
                ("Two suited sevens", f"{seven_seven} and same suit in player"),
                ("Two sevens", seven_seven),
                ("First card a seven", "player1 is 7"),
            ),
            tuple(
                _dashed(
                    *pays,
                    source=f"{sevens}, {name}",
                    decks=(6,),
                    note="The third card is dealt whatever the dealer has.",
                )
                for name, pays in (
                    ("Super Sevens", ("5000", "500", "100", "50", "3")),
                    ("Crazy Sevens", ("2000", "500", "150", "25", "5")),
                )
            ),
        ),
    )


def _totals() -> tuple[KnownBet, ...]:
    thirteen = f"{_WIZARD}over-under-13"
    lucky = f"{_WIZARD}lucky-lucky"
    suited = "same suit and "
    # Pay table 2 is the two-deck one and has no pay for the impossible suited 7-7-7.
    tables = {
        1: ("200", "100", "50", "30", "15", "3", "2", "2"),
        3: ("200", "100", "50", "30", "10", "3", "2", "2"),
        4: ("200", "100", "50", "25", "15", "3", "2", "2"),
        5: ("200", "100", "50", "30", "15", "3", "2", "1"),
        6: ("200", "100", "50", "30", "10", "3", "2", "1"),
        7: ("100", "50", "30", "10", "3", "2", "2", "1"),
        8: ("500", "200", "100", "25", "15", "3", "2", "1"),
    }
    return (
        *(
            KnownBet(
                f"{name.lower()}-13",
                f"{name} 13",
                _PLAYER,
                ((f"{name} 13", f"hard total {operator} 13"),),
                (_dashed(pay, source=thirteen, decks=(1, 2, 4, 6, 8)),),
            )
            for name, operator, pay in (
                ("Over", ">", "1"),
                ("Under", "<", "1"),
                ("Exactly", "=", "10"),
            )
        ),
        KnownBet(
            "hot-3",
            "Hot 3",
            _THREE,
            (
                ("Three sevens", "ranks 7, 7, 7"),
                ("Suited 21", f"{suited}total = 21"),
                ("21", "total = 21"),
                ("20", "total = 20"),
                ("19", "total = 19"),
            ),
            (_dashed("100", "20", "4", "2", "1", source=f"{_WIZARD}hot3", decks=(4, 6, 8)),),
        ),
        KnownBet(
            "lucky-lucky",
            "Lucky Lucky",
            _THREE,
            (
                ("Suited 7-7-7", f"{suited}ranks 7, 7, 7"),
                ("Suited 6-7-8", f"{suited}ranks 6, 7, 8"),
                ("7-7-7", "ranks 7, 7, 7"),
                ("6-7-8", "ranks 6, 7, 8"),
                ("Suited 21", f"{suited}total = 21"),
                ("21", "total = 21"),
                ("20", "total = 20"),
                ("19", "total = 19"),
            ),
            tuple(
                _dashed(*pays, source=f"{lucky}, pay table {number}")
                for number, pays in tables.items()
            ),
        ),
    )


def _match_the_dealer() -> KnownBet:
    suited = "same card in player1, up or same card in player2, up"
    one_suited = "same suit in player1, up or same suit in player2, up"

    def version(decks: int, unsuited: int, matched: int) -> Version:
        pays = (2 * matched, matched + unsuited, matched, 2 * unsuited, unsuited)
        return Version(
            f"{matched}-{unsuited}",
            tuple(map(str, pays)),
            f"{_WIZARD}match-the-dealer, {decks} decks",
            (decks,),
            f"{matched} for each suited match, {unsuited} for each other match.",
        )

    return KnownBet(
        "match-the-dealer",
        "Match the Dealer",
        _THREE,
        (
            ("Two suited matches", "same card"),
            ("One suited and one other match", f"same rank and ({one_suited})"),
            ("One suited match", suited),
            ("Two other matches", "same rank"),
            ("One other match", "same rank in player1, up or same rank in player2, up"),
        ),
        (
            version(2, 4, 19),
            version(4, 4, 12),
            version(5, 3, 15),
            version(6, 4, 11),
            version(8, 3, 14),
        ),
    )


def _dealer_bets() -> tuple[KnownBet, ...]:
    buster = f"{_WIZARD}buster-blackjack"

    def busts(operator: str, cards: int) -> str:
        return f"dealer busts and dealer cards {operator} {cards}"

    plain = (
        ("Bust with 8 or more cards", busts(">=", 8)),
        *((f"Bust with {cards} cards", busts("=", cards)) for cards in (7, 6, 5, 4, 3)),
    )
    natural = tuple(
        (f"{name}, player blackjack", f"{when} and natural in player") for name, when in plain[:2]
    )
    return (
        KnownBet(
            "insurance",
            "Insurance",
            ("up", "hole"),
            (("Dealer blackjack", "hole is T"),),
            (
                _dashed(
                    "2",
                    source="the rules of blackjack",
                    note="Offered against an ace; before any of the player's cards is known.",
                ),
            ),
            offered="up is A",
        ),
        KnownBet(
            "buster-blackjack",
            "Buster Blackjack",
            ("dealer_hand",),
            plain,
            (
                _dashed(
                    *("250", "50", "12", "4", "2", "2"),
                    source=f"{buster}, version 1",
                    decks=(1, 2, 4, 5, 6, 8),
                    note="The page lists 15 for six cards but computes with 12.",
                ),
                _dashed(
                    *("250", "50", "15", "4", "2", "2"), source=f"{buster}, version 1 as listed"
                ),
                _dashed(
                    *("200", "100", "30", "6", "3", "1"),
                    source="marketresearchtelecast.com/how-to-play-buster-blackjack (California)",
                ),
            ),
        ),
        KnownBet(
            "buster-blackjack-natural",
            "Buster Blackjack (player blackjack paid more)",
            (*_PLAYER, "dealer_hand"),
            (*natural, *plain),
            (
                _dashed(
                    *("2000", "800", "250", "50", "18", "4", "2", "2"),
                    source=f"{buster}, version 2",
                    decks=(6,),
                    note="The dealer plays out against a player's blackjack too.",
                ),
            ),
        ),
    )
