"""Reading side bets: the raw `[[side_bets]]` tables of a game file, or of the library.

Nothing is dealt here: what takes counting, such as categories that can never happen, is looked at
when a bet is counted (counts.py).
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction

from bjcalc.errors import Mistake
from bjcalc.rules.written import show
from bjcalc.shown import unseen
from bjcalc.sidebets.bet import WITH_DEALER_HAND, Category, Paid, PaysSource, SideBet, pay_of
from bjcalc.sidebets.conditions import (
    ACE_CHOICES,
    DEALER_HAND,
    SLOTS,
    Always,
    Condition,
    ConditionError,
    FinalHand,
    Natural,
    Straight,
    leaves,
    parse_condition,
)

MAX_BETS = 40
MAX_CATEGORIES = 40
MAIN = "main"  # what stakes and claims call the main game
_BET_KEYS = (
    *("id", "name", "cards", "offered", "ace", "paid", "pays", "pays_source", "source", "note"),
    *("impossible", "categories"),
)
_CATEGORY_KEYS = ("name", "when", "pays")


def slug_of(name: str) -> str:
    """Return the default id of a bet: its name in lower case, "Dealer's Pair" as dealers-pair.

    Accents are left away. "" where nothing is left, or where the name has letters or digits of
    another alphabet, without which the id would be part of the name only.
    """
    plain = re.sub("['\u2019\u0300-\u036f]", "", unicodedata.normalize("NFD", name.lower()))
    if any(letter.isalnum() and not letter.isascii() for letter in plain):
        return ""
    return re.sub(r"[^a-z0-9+]+", "-", plain).strip("-")


def parse_side_bets(raw: object, *, key_prefix: str) -> tuple[tuple[SideBet, ...], list[Mistake]]:
    """Return the side bets of raw `[[side_bets]]` tables, and every mistake found in them.

    A mistake's key is dotted, such as "side_bets[1].categories[0].when" for the prefix
    "side_bets". A bet with a mistake is left out of the result. Nothing is raised.
    """
    if not isinstance(raw, list):
        return (), [Mistake(f"{show(raw)} is not a list of tables ([[side_bets]])", key_prefix)]
    if len(raw) > MAX_BETS:
        return (), [Mistake(f"{len(raw)} side bets are more than {MAX_BETS}", key_prefix)]
    mistakes: list[Mistake] = []
    bets: list[SideBet] = []
    names: dict[str, str] = {}
    for index, table in enumerate(raw):
        key = f"{key_prefix}[{index}]"
        if not isinstance(table, Mapping):
            mistakes.append(Mistake(f"{show(table)} is not a table", key))
            continue
        reader = _Reader(table, key)
        bet = reader.bet()
        mistakes += reader.mistakes
        if bet is None:
            continue
        for label in {bet.id.casefold(), bet.name.casefold()}:
            if label == MAIN:
                text = f"{label!r} names the main game: give the side bet another name or id"
                mistakes.append(Mistake(text, key))
            elif label in names:
                mistakes.append(
                    Mistake(f"{label!r} already names the side bet at {names[label]}", key)
                )
            names.setdefault(label, key)
        bets.append(bet)
    return tuple(bets), mistakes


class _Reader:
    """Reads one side bet; collects mistakes instead of stopping at the first."""

    def __init__(self, table: Mapping[str, object], key: str) -> None:
        self.table = table
        self.key = key
        self.mistakes: list[Mistake] = []

    def wrong(self, message: str, *path: str) -> None:
        self.mistakes.append(Mistake(message, ".".join((self.key, *path))))

    def bet(self) -> SideBet | None:
        self.known_keys(self.table, _BET_KEYS)
        name = self.text("name", required=True)
        identity = self.text("id") or slug_of(name or "")
        if name and not identity:
            self.wrong(f'{show(name)} makes no id of its own: write one, as id = "my-bet"', "id")
        elif name and not re.fullmatch(r"[a-z0-9+][a-z0-9+-]*", identity):
            self.wrong(
                f"{show(identity)} is not an id: write lower-case letters, digits, + and -", "id"
            )
        cards = self.cards()
        ace = self.choice("ace", ACE_CHOICES, "both")
        source = PaysSource(self.choice("pays_source", tuple(PaysSource), PaysSource.STATED))
        if "pays" in self.table:
            source = PaysSource.ASSUMED
        paid = Paid(self.choice("paid", (Paid.BEST, Paid.ALL), Paid.EXCLUSIVE))
        lenient = self.choice("impossible", ("error", "warn"), "error") == "warn"
        offered_when = self.text("offered", lines=True)
        offered = self.condition(offered_when, cards, ace, "offered") if offered_when else None
        if offered is not None and DEALER_HAND in cards:
            self.wrong(
                "a bet on the dealer's final hand cannot depend on the cards seen", "offered"
            )
        categories = self.categories(cards, ace, source)
        texts = {"source": self.text("source"), "note": self.text("note", lines=True)}
        if self.mistakes or name is None:
            return None
        bet = SideBet(
            id=identity,
            name=name,
            cards=cards,
            categories=categories,
            paid=paid,
            pays_source=source,
            offered=offered,
            offered_when=" ".join((offered_when or "").split()),
            ace=ace,
            source=texts["source"] or "",
            note=texts["note"] or "",
            lenient=lenient,
            key=self.key,
        )
        undecided = _undecided(bet)
        if undecided:
            self.wrong(f"{undecided!r} decides nothing: no condition looks at it", "cards")
            return None
        return bet

    def known_keys(self, table: Mapping[str, object], known: tuple[str, ...], *path: str) -> None:
        for key in table:
            if key not in known:
                near = difflib.get_close_matches(str(key), known, n=1)
                hint = f"; did you mean {near[0]!r}?" if near else f": {', '.join(known)} are known"
                self.wrong(f"unknown key {str(key)!r}{hint}", *path, str(key))

    def text(self, key: str, *, required: bool = False, lines: bool = False) -> str | None:
        value = self.table.get(key)
        if value is None:
            if required:
                self.wrong(f"{key!r} is missing", key)
            return None
        if not isinstance(value, str) or not value.strip():
            self.wrong(f"{show(value)} is not a text", key)
            return None
        hidden = unseen(value, lines=lines)
        if hidden is not None:
            self.wrong(hidden, key)
            return None
        return value.strip()

    def choice(self, key: str, choices: tuple[str, ...], default: str) -> str:
        value = self.table.get(key, default)
        if value is default or value in choices:
            return str(value)
        self.wrong(f"{show(value)} is none of {', '.join(map(str, choices))}", key)
        return default

    def cards(self) -> tuple[str, ...]:
        value = self.table.get("cards")
        if value is None:
            self.wrong(f"'cards' is missing: list some of {', '.join(SLOTS)}", "cards")
            return ()
        if not isinstance(value, list) or not value:
            self.wrong(f"{show(value)} is not a list of cards such as ['player1', 'up']", "cards")
            return ()
        for position, card in enumerate(value):
            if card not in SLOTS:
                self.wrong(f"{show(card)} is none of {', '.join(SLOTS)}", f"cards[{position}]")
            elif card in value[:position]:
                self.wrong(f"{show(card)} is listed twice", f"cards[{position}]")
        cards = tuple(slot for slot in SLOTS if slot in value)
        if DEALER_HAND in cards and cards not in WITH_DEALER_HAND:
            self.wrong(
                f"{DEALER_HAND!r} stands alone or with player1 and player2, not with "
                f"{', '.join(card for card in cards if card != DEALER_HAND)}",
                "cards",
            )
        return cards

    def condition(
        self, text: object, cards: tuple[str, ...], ace: str, *path: str
    ) -> Condition | None:
        if not isinstance(text, str):
            self.wrong(f"{show(text)} is not a condition such as 'same rank'", *path)
            return None
        if not cards:
            return None
        hidden = unseen(text, lines=True)
        if hidden is not None:
            self.wrong(hidden, *path)
            return None
        try:
            condition = parse_condition(text, cards=cards, ace=ace)
        except ConditionError as error:
            self.wrong(f"{show(text)}: {error}", *path)
            return None
        if DEALER_HAND in cards and not all(
            isinstance(leaf, FinalHand | Natural) for leaf in leaves(condition)
        ):
            self.wrong(
                f"{show(text)}: beside the dealer's final hand a bet may only ask for "
                "'natural in player'",
                *path,
            )
            return None
        return condition

    def categories(
        self, cards: tuple[str, ...], ace: str, source: PaysSource
    ) -> tuple[Category, ...]:
        raw = self.table.get("categories")
        if not isinstance(raw, list) or not raw:
            shown = (
                "'categories' are missing"
                if raw is None
                else f"{show(raw)} is not a list of tables"
            )
            self.wrong(f"{shown}: write [[side_bets.categories]]", "categories")
            return ()
        if len(raw) > MAX_CATEGORIES:
            self.wrong(f"{len(raw)} categories are more than {MAX_CATEGORIES}", "categories")
            return ()
        replaced = self.replaced_pays(len(raw))
        found: list[Category] = []
        for index, table in enumerate(raw):
            path = f"categories[{index}]"
            if not isinstance(table, Mapping):
                self.wrong(f"{show(table)} is not a table", path)
                continue
            self.known_keys(table, _CATEGORY_KEYS, path)
            name = table.get("name")
            if not isinstance(name, str) or not name.strip():
                missing = "name" not in table
                text = "'name' is missing" if missing else f"{show(name)} is not a name"
                self.wrong(text, path, "name")
                name = ""
            hidden = unseen(name)
            if hidden is not None:
                self.wrong(hidden, path, "name")
                name = ""
            if "when" not in table:
                self.wrong("'when' is missing: write a condition such as 'same rank'", path, "when")
                continue
            condition = self.condition(table["when"], cards, ace, path, "when")
            pays = self.pay_of(table, source, path) if replaced is None else replaced[index]
            if condition is None or not name:
                continue
            category = Category(
                name=name.strip(),
                when=" ".join(str(table["when"]).split()),
                condition=condition,
                pays=pays,
            )
            near = next((other.name for other in found if other.symbol == category.symbol), None)
            if near is not None:
                self.wrong(f"{show(name)} is too much like the name {near!r}", path, "name")
            found.append(category)
        self.ace_is_used(found)
        return tuple(found)

    def ace_is_used(self, categories: list[Category]) -> None:
        straight = any(
            isinstance(leaf, Straight) for c in categories for leaf in leaves(c.condition)
        )
        if "ace" in self.table and not straight and not self.mistakes:
            self.wrong("no category is a straight, so 'ace' means nothing here", "ace")

    def replaced_pays(self, size: int) -> list[Fraction | None] | None:
        """Return the pays of the bet's own key `pays`, which replace those of the categories."""
        if "pays" not in self.table:
            return None
        value = self.table["pays"]
        if not isinstance(value, list) or len(value) != size:
            self.wrong(f"{show(value)} is not a list of {size} pays, one for each category", "pays")
            return [None] * size
        return [self.pay(item, f"pays[{index}]") for index, item in enumerate(value)]

    def pay_of(self, table: Mapping[str, object], source: PaysSource, path: str) -> Fraction | None:
        if source is PaysSource.UNKNOWN:
            if "pays" in table:
                self.wrong("the pays are said to be unknown (pays_source), yet given", path, "pays")
            return None
        if "pays" not in table:
            self.wrong("'pays' is missing (or say pays_source = 'unknown')", path, "pays")
            return None
        return self.pay(table["pays"], path, "pays")

    def pay(self, value: object, *path: str) -> Fraction | None:
        pays = pay_of(value)
        if pays is None:
            self.wrong(f'{show(value)} is not a pay: write 5, 2.5 or "5:2"', *path)
            return None
        if pays < 0:
            self.wrong(f"{show(value)} is negative: pays are profits, the lost stake aside", *path)
            return None
        return pays


def _undecided(bet: SideBet) -> str:
    """Return a card of the bet that no condition looks at, or ""."""
    wanted = [*bet.conditions, *([bet.offered] if bet.offered is not None else [])]
    looked = {
        slot
        for condition in wanted
        for leaf in leaves(condition)
        for slot in ({DEALER_HAND} if isinstance(leaf, FinalHand) else leaf.slots)
    }
    if all(isinstance(condition, Always) for condition in wanted):
        return ""
    return next((card for card in bet.cards if card not in looked), "")
