"""Every row of the tables in published/: fractions equal, decimals equal to their last digit."""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from bjcalc import solve
from bjcalc.engine import Action, Solution, hand_values
from bjcalc.engine.deals import total_weight
from bjcalc.engine.hand_state import HandState
from bjcalc.engine.kernel import NATURAL, Kernel, hands
from bjcalc.numbers import parse_fraction
from bjcalc.rules.model import (
    Blackjack,
    Charlie,
    Dealer,
    Double,
    DoubleOn,
    PairKind,
    Rules,
    Soft17,
    Split,
    SplitAces,
    Surrender,
    SurrenderRules,
)
from bjcalc.shoe import ACE, TEN, Shoe
from bjcalc_ext.hands import hand_index

Row = dict[str, str]


def table(name: str) -> list[Row]:
    """The rows of a table in published/."""
    with (Path(__file__).parent / "published" / name).open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows, f"{name} is empty"
    return rows


def named(row: Row) -> str:
    """A short name for a row in the test report."""
    return row.get("id") or " ".join(list(row.values())[:6])


def rules_of(row: Row, *, max_hands: int, max_hands_aces: int) -> Rules:
    """What most tables say in the same columns; blank or absent columns take the usual rule."""
    late = Surrender.LATE if row.get("surrender") in ("LS", "late") else Surrender.NONE
    peek = row.get("peek", "A+10")
    assert peek in ("A+10", "A only", "none")
    return Rules(
        shoe=Shoe.of_decks(int(row["decks"])),
        dealer=Dealer(
            soft17={"S17": Soft17.STAND, "H17": Soft17.HIT}[row["soft17"]],
            peek={"A+10": ["ace", "ten"], "A only": ["ace"], "none": []}[peek],
        ),
        double=Double(after_split={"DAS": True, "NDAS": False}[row["das"]]),
        split=Split(max_hands=max_hands, max_hands_aces=max_hands_aces),
        surrender=SurrenderRules(ace=late, ten=late, other=late),
    )


def is_printed_as(value: Fraction, printed: str) -> bool:
    """Whether the value, rounded to the printed number of decimals, is what is printed."""
    return round(value, len(printed.partition(".")[2])) == Fraction(printed)


@pytest.mark.parametrize("row", table("exact.csv"), ids=named)
def test_whole_game_as_a_fraction(row: Row) -> None:
    rules = rules_of(
        row, max_hands=int(row["max_hands"]), max_hands_aces=int(row["max_hands_aces"])
    )
    assert solve(rules).ev == Fraction(int(row["numerator"]), int(row["denominator"]))


@pytest.mark.parametrize("row", table("whole_game_ev.csv"), ids=named)
def test_whole_game_to_12_decimals(row: Row) -> None:
    limit, _, aces = row["splits"].partition(" ")
    most = {"SPL1": 2, "SPL3": 4}[limit]
    resplit_aces = {"NRSA": False, "RSA": True, "": False}[aces]
    rules = rules_of(row, max_hands=most, max_hands_aces=most if resplit_aces else 2)
    assert len(row["cd_ev"].partition(".")[2]) == 12
    assert is_printed_as(solve(rules).ev, row["cd_ev"])


@pytest.mark.parametrize("row", table("whole_games.csv"), ids=named)
def test_whole_game_of_other_rules(row: Row) -> None:
    most = int(row["max_hands"])
    rules = rules_of(row, max_hands=most, max_hands_aces=min(2, most))
    pays = parse_fraction(row["blackjack"])
    assert pays is not None
    hard, soft = None, None
    if row["double"] != "any two":
        low, high = map(int, row["double"].split("-"))
        hard, soft = frozenset(range(low, high + 1)), frozenset[int]()
    free = row["split_aces"] == "free"
    charlie = None
    if row["charlie"]:
        charlie = Charlie(cards=int(row["charlie"]), beats_natural=row["beats_natural"] == "yes")
    rules = Rules(
        shoe=rules.shoe,
        dealer=rules.dealer,
        surrender=rules.surrender,
        blackjack=Blackjack(pays=pays),
        double=Double(
            on=DoubleOn(hard=hard, soft=soft),
            after_split=rules.double.after_split,
            after_split_aces=free,
        ),
        split=Split(
            max_hands=most,
            max_hands_aces=min(2, most),
            aces=SplitAces.FREE if free else SplitAces.ONE_CARD,
        ),
        charlie=charlie,
    )
    assert is_printed_as(solve(rules).ev, row["cd_ev"])


@pytest.mark.parametrize("row", table("hands.csv"), ids=lambda row: f"{row['id']} {row['action']}")
def test_single_hand(row: Row) -> None:
    rules = rules_of(
        row, max_hands=int(row["max_hands"]), max_hands_aces=int(row["max_hands_aces"])
    )
    value = hand_values(rules, row["cards"].split(), row["up"]).actions[Action(row["action"])]
    assert value is not None and is_printed_as(value, row["ev"])


@pytest.mark.parametrize("row", table("tiny_shoes.csv"), ids=named)
def test_split_on_a_tiny_shoe(row: Row) -> None:
    most = int(row["max_hands"])
    rules = Rules(
        shoe=Shoe(values=tuple(map(int, row["shoe_A_to_10"].split()))),
        split=Split(max_hands=most, max_hands_aces=2),
    )
    values = hand_values(rules, row["cards"].split(), row["up"])
    assert values.actions[Action.SPLIT] == Fraction(row["split"])


# Probabilities, each read off a solution in its own way.


def game_of(decks: int, *, pays: str = "3/2", pairs: PairKind = PairKind.VALUE) -> Rules:
    return Rules(
        shoe=Shoe.of_decks(decks),
        blackjack=Blackjack(pays=Fraction(pays)),
        split=Split(max_hands=2, max_hands_aces=2, pairs=pairs),
    )


def chance_of_naturals(solution: Solution, *, both: bool) -> Fraction:
    share = Fraction(0)
    for deal in solution.deals:
        if deal.hand == NATURAL:
            state = solution.deal_values(deal)
            share += deal.weight * (Fraction(state.natural, state.unit) if both else 1)
    return share / total_weight(solution.kernel)


def always_insuring(solution: Solution, *, given_it_is_offered: bool) -> Fraction:
    """The value of always insuring for half a bet, whatever cards are held."""
    value, offered = Fraction(0), 0
    for deal in solution.deals:
        insurance = solution.action_values(deal).insurance
        if insurance is not None:
            value += deal.weight * insurance
            offered += deal.weight
    return value / (offered if given_it_is_offered else total_weight(solution.kernel))


def insurance_per_unit(decks: int, *cards: str) -> Fraction:
    values = hand_values(game_of(decks), cards, "A")
    assert values.insurance is not None
    return values.insurance / Fraction(1, 2)


def declined_even_money(decks: int) -> Fraction:
    values = hand_values(game_of(decks, pays="6/5"), ["A", "K"], "A")
    value = values.unconditional[Action.STAND]
    assert value is not None
    return value


def chance_of_drawing(decks: int, card: int) -> Fraction:
    """The chance that 2,3 against a ten draws this value, given no dealer natural."""
    kernel = Kernel(game_of(decks))
    evaluation = kernel.evaluate()
    held = [0, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    drawn = [count + (value == card) for value, count in enumerate(held)]
    before = HandState(kernel, evaluation, hand_index(held), TEN)
    after = HandState(kernel, evaluation, hand_index(drawn), TEN)
    unseen = kernel.counts[card] - (card == TEN)
    return (
        Fraction(unseen, kernel.cards - 3)
        * Fraction(after.no_natural, after.unit)
        / Fraction(before.no_natural, before.unit)
    )


def chance_of_a_pair_by_rank(decks: int) -> Fraction:
    solution = solve(game_of(decks, pairs=PairKind.RANK))
    pairs = sum(deal.weight for deal in solution.deals if deal.pair is not None)
    return Fraction(pairs, total_weight(solution.kernel))


PROBABILITIES: dict[str, Callable[[int], Fraction]] = {
    "P01": lambda decks: chance_of_naturals(solve(game_of(decks)), both=False),
    "P03": lambda decks: chance_of_naturals(solve(game_of(decks)), both=True),
    "P06": lambda decks: 2 * always_insuring(solve(game_of(decks)), given_it_is_offered=True),
    "P07": lambda decks: insurance_per_unit(decks, "10", "10"),
    "P09": lambda decks: insurance_per_unit(decks, "10", "5"),
    "P11": declined_even_money,
    "P12": lambda decks: -always_insuring(solve(game_of(decks)), given_it_is_offered=False),
    "P13": lambda decks: chance_of_drawing(decks, ACE),
    "P14": lambda decks: chance_of_drawing(decks, 4),
    "P15": lambda decks: chance_of_drawing(decks, TEN),
    "P16": chance_of_a_pair_by_rank,
}


@pytest.mark.parametrize(
    "row", table("probabilities.csv"), ids=lambda row: f"{row['id']} {row['what']}"
)
def test_probability(row: Row) -> None:
    assert PROBABILITIES[row["id"]](int(row["decks"])) == Fraction(row["value"])


@pytest.mark.parametrize(
    ("up", "printed"),
    [
        ("2", "0.6399865752"),
        ("3", "0.6502720943"),
        ("4", "0.6610499619"),
        ("5", "0.6703596906"),
        ("6", "0.7039585702"),
        ("7", "0.7732272265"),
        ("8", "0.7918151596"),
        ("9", "0.7583568708"),
    ],
)
def test_standing_on_20_with_an_infinite_deck(up: str, printed: str) -> None:
    """Dealers whose second ace does not count as 1 give .6410, .6512, .6620 for 2, 3, 4."""
    value = hand_values(Rules(shoe=Shoe.infinite_deck()), ["10", "K"], up).actions[Action.STAND]
    assert value is not None and is_printed_as(value, printed)


@pytest.mark.parametrize(
    ("decks", "distinct", "longest"), [(1, 2008, 11), (2, 2796, 14), (4, 3060, 18), (8, 3072, 21)]
)
def test_number_of_hands_and_the_longest(decks: int, distinct: int, longest: int) -> None:
    kernel = Kernel(Rules(shoe=Shoe.of_decks(decks)))
    held = [
        size
        for counts, _, _, size in hands()
        if size >= 2 and all(n <= have for n, have in zip(counts, kernel.counts, strict=True))
    ]
    assert (len(held), max(held)) == (distinct, longest)
    assert kernel.evaluate().largest == longest
