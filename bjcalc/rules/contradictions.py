"""Rules that are each right in form but do not fit together, or leave something undefined.

A rule that merely has no effect (doubling after splits where nothing may be split) is let pass, so
that one rule of a game can be changed for a what-if; a rule that denies another is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bjcalc.errors import UnsupportedRuleError
from bjcalc.rules.keys import Path, format_key
from bjcalc.rules.model import MAX_DENOMINATOR, MAX_PAYOUT, NaturalTakes, PairKind, Rules, SplitAces
from bjcalc.shoe import MAX_CARDS, RANKS, Shoe

MAX_HANDS = 8

# A limit or Charlie of two cards would be every hand; 21 aces are the longest hand there is.
MIN_DRAWN = 3
MAX_HAND = 21

# Two cards for the player and two for the dealer.
_MIN_CARDS = 4


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Rules that contradict each other: at `path` it is reported, `others` take part in it."""

    path: Path
    message: str
    others: tuple[Path, ...] = ()


def contradictions(rules: Rules) -> list[Contradiction]:
    """Return all contradictions between the rules, however they were made."""
    return [
        *_shoe(rules.shoe),
        *_double(rules),
        *_split(rules),
        *_limits(rules),
        *_without_peek(rules),
    ]


def file_contradictions(rules: Rules, tables: dict[str, Any]) -> list[Contradiction]:
    """Return all contradictions in a game file: in its rules, and in how it states them."""
    return [
        *_infinite_decks(tables),
        *_mixed_counts(tables),
        *_idle_natural_takes(rules, tables),
        *contradictions(rules),
    ]


def check_rules(rules: Rules) -> None:
    """Check rules that were made in Python, as those of a game file are checked.

    Raises UnsupportedRuleError that lists every value out of range and every contradiction.
    """
    found = [*_out_of_range(rules), *contradictions(rules)]
    if found:
        raise UnsupportedRuleError(
            "\n".join(f"{format_key(one.path)}: {one.message}" for one in found)
        )


def _out_of_range(rules: Rules) -> Iterator[Contradiction]:
    """Find values that game.schema.json would not let pass in a file."""
    charlie, double, insurance = rules.charlie, rules.double, rules.insurance
    numbers: list[tuple[str, str, int | None, int, int]] = [
        ("split", "max_hands", rules.split.max_hands, 1, MAX_HANDS),
        ("split", "max_hands_aces", rules.split.max_hands_aces, 1, MAX_HANDS),
        ("dealer", "card_limit", rules.dealer.card_limit, MIN_DRAWN, MAX_HAND),
        ("player", "card_limit", rules.card_limit, MIN_DRAWN, MAX_HAND),
        ("charlie", "cards", charlie.cards if charlie else None, MIN_DRAWN, MAX_HAND),
        *(("double", "on", total, 4, 20) for total in double.hard or ()),
        *(("double", "on", total, 12, 20) for total in double.soft or ()),
        *(("shoe", "counts", count, 0, MAX_CARDS) for count in rules.shoe.values),
    ]
    for section, name, number, least, most in numbers:
        if number is not None and not least <= number <= most:
            yield Contradiction(
                (section, name), f"{number} is wrong: write a number from {least} to {most}"
            )
    payouts = [
        ("blackjack", "pays", rules.blackjack.pays, MAX_PAYOUT),
        ("charlie", "pays", charlie.pays if charlie else Fraction(1), MAX_PAYOUT),
        ("insurance", "pays", insurance.pays, MAX_PAYOUT),
        ("insurance", "price", insurance.price, 1),
    ]
    for section, name, payout, highest in payouts:
        too_low = payout < 0 or (payout == 0 and name == "price")
        if too_low or payout > highest or payout.denominator > MAX_DENOMINATOR:
            yield Contradiction(
                (section, name),
                f"{payout} is wrong: write a fraction up to {highest}, not negative, its "
                f"denominator at most {MAX_DENOMINATOR}",
            )


def _infinite_decks(tables: dict[str, Any]) -> Iterator[Contradiction]:
    shoe = tables["shoe"]
    if shoe.get("infinite") and "decks" in shoe:
        yield Contradiction(
            ("shoe", "infinite"),
            'true goes with counts: write decks = "infinite" for an infinite deck',
            (("shoe", "decks"),),
        )


def _mixed_counts(tables: dict[str, Any]) -> Iterator[Contradiction]:
    """Find counts that name cards at two levels of detail at once, such as T and K."""
    names = list(tables["shoe"].get("counts", {}))
    by_card = [name for name in names if name[-1] in "cdhs"]
    by_rank = [name for name in names if name in RANKS[9:]]
    if by_card and len(by_card) < len(names):
        other = next(name for name in names if name not in by_card)
        yield Contradiction(
            ("shoe", "counts"),
            f"names {by_card[0]} by suit and {other} without: write every card with its suit, "
            "or none",
        )
    elif by_rank and "T" in names:
        yield Contradiction(
            ("shoe", "counts"),
            f"names both T (all ten-valued cards) and {by_rank[0]}: write T alone, or 10, J, Q "
            "and K",
        )


def _shoe(shoe: Shoe) -> Iterator[Contradiction]:
    path = ("shoe", "decks" if shoe.decks is not None else "counts")
    if shoe.size > MAX_CARDS:
        yield Contradiction(
            path,
            f"{shoe.size} cards are too many: write at most {MAX_CARDS} (the computation's "
            "integers are proved wide enough up to there)",
        )
    if shoe.infinite and shoe.size == 0:
        yield Contradiction(path, "has no card at all: write how many of each card there are")
    elif not shoe.infinite and shoe.size < _MIN_CARDS:
        yield Contradiction(
            path,
            f"{shoe.size} cards are too few to play: the deal alone takes {_MIN_CARDS}",
        )


def _idle_natural_takes(rules: Rules, tables: dict[str, Any]) -> Iterator[Contradiction]:
    dealer = rules.dealer
    stated = "natural_takes" in tables.get("dealer", {})
    if dealer.peeks_ace and dealer.peeks_ten and stated:
        yield Contradiction(
            ("dealer", "natural_takes"),
            f'"{dealer.natural_takes}" has no meaning where the dealer peeks under ace and ten: '
            "leave it out, or change dealer.peek",
            (("dealer", "peek"),),
        )


def _double(rules: Rules) -> Iterator[Contradiction]:
    double = rules.double
    if double.allowed and double.hard == frozenset() and double.soft == frozenset():
        yield Contradiction(
            ("double", "on"), 'allows no total at all: write "none" if nothing may be doubled'
        )
    if not double.after_split_aces:
        return
    path = ("double", "after_split_aces")
    if rules.split.aces is SplitAces.ONE_CARD:
        yield Contradiction(
            path,
            "true contradicts split.aces: an ace that takes one card and stands cannot be "
            'doubled; write false, or split.aces = "free"',
            (("split", "aces"),),
        )
    if not double.after_split:
        yield Contradiction(
            path,
            "true contradicts double.after_split = false: write false, or double.after_split = "
            "true",
            (("double", "after_split"),),
        )


def _split(rules: Rules) -> Iterator[Contradiction]:
    split = rules.split
    if split.max_hands_aces > split.max_hands:
        yield Contradiction(
            ("split", "max_hands_aces"),
            f"{split.max_hands_aces} is above split.max_hands = {split.max_hands}: write at most "
            "that",
            (("split", "max_hands"),),
        )
    if split.pairs is PairKind.RANK and rules.shoe.ranks is None:
        yield Contradiction(
            ("split", "pairs"),
            '"rank" needs the shoe\'s counts of 10, J, Q and K apart; shoe.counts gives T: write '
            'them apart, or "value"',
            (("shoe", "counts"),),
        )


def _limits(rules: Rules) -> Iterator[Contradiction]:
    charlie, limit = rules.charlie, rules.card_limit
    if charlie is not None and limit is not None and charlie.cards > limit:
        yield Contradiction(
            ("charlie", "cards"),
            f"{charlie.cards} is never reached: player.card_limit makes a hand stand at {limit} "
            f"cards; write at most {limit}, or a higher limit",
            (("player", "card_limit"),),
        )


def _without_peek(rules: Rules) -> Iterator[Contradiction]:
    """Find hands that escape a dealer natural which by another rule takes a bet from every hand."""
    takes = rules.dealer.natural_takes
    if takes is NaturalTakes.ALL or (rules.dealer.peeks_ace and rules.dealer.peeks_ten):
        return
    origin = ("dealer", "natural_takes")
    stated = f'dealer.natural_takes = "{takes}"'
    if rules.charlie is not None and rules.charlie.beats_natural:
        yield Contradiction(
            ("charlie", "beats_natural"),
            f"true contradicts {stated}, by which a dealer blackjack takes the bet: write false, "
            'or dealer.natural_takes = "all"',
            (origin,),
        )
    if not rules.blackjack.beats_drawn_21:
        yield Contradiction(
            ("blackjack", "beats_drawn_21"),
            f"false contradicts {stated}, by which a dealer blackjack takes the bet from a drawn "
            '21 that would push: write true, or dealer.natural_takes = "all"',
            (origin,),
        )
