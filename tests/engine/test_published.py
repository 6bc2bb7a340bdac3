"""Every row of the tables in published/: fractions equal, decimals equal to their last digit.

The engine is asked for all of them; the slow twin for those that take it no minutes.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bjcalc import solve
from bjcalc.engine import Action, Solution, hand_values
from bjcalc.engine.deals import total_weight
from bjcalc.engine.hand_state import HandState
from bjcalc.engine.kernel import NATURAL, Kernel, hands
from bjcalc.rules import Rules, rules_from_dict
from bjcalc.shoe import ACE, TEN, Shoe, parse_value
from bjcalc.witness.bruteforce import Table
from bjcalc.witness.twin import hand_of, solve_reference
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


def keys_of(row: Row) -> dict[str, Any]:
    """What most tables say in the same columns; blank or absent columns take the usual rule."""
    return {
        "shoe.decks": row["decks"] if row["decks"] == "infinite" else int(row["decks"]),
        "dealer.soft17": {"S17": "stand", "H17": "hit"}[row["soft17"]],
        "dealer.peek": {"A+10": ["ace", "ten"], "A only": ["ace"], "none": []}[
            row.get("peek", "A+10")
        ],
        "double.after_split": {"DAS": True, "NDAS": False}[row["das"]],
        "surrender": "late" if row.get("surrender") in ("LS", "late") else "none",
    }


def rules_of(row: Row, **more: Any) -> Rules:
    """The rules of a row that states the numbers of hands, or of one for which they are given."""
    for name in ("max_hands", "max_hands_aces"):
        more.setdefault(name, int(row.get(name, 2)))
    return rules_from_dict(keys_of(row) | {f"split.{name}": one for name, one in more.items()})


def is_printed_as(value: Fraction | None, printed: str) -> bool:
    """Whether the value, rounded to the printed number of decimals, is what is printed."""
    assert value is not None
    return round(value, len(printed.partition(".")[2])) == Fraction(printed)


@pytest.mark.parametrize("row", table("exact.csv"), ids=named)
def test_whole_game_as_a_fraction(row: Row) -> None:
    assert solve(rules_of(row)).ev == Fraction(int(row["numerator"]), int(row["denominator"]))


@pytest.mark.parametrize("row", table("whole_game_ev.csv"), ids=named)
def test_whole_game_to_12_decimals(row: Row) -> None:
    limit, _, aces = row["splits"].partition(" ")
    most = {"SPL1": 2, "SPL3": 4}[limit]
    resplit_aces = {"NRSA": False, "RSA": True, "": False}[aces]
    rules = rules_of(row, max_hands=most, max_hands_aces=most if resplit_aces else 2)
    assert len(row["cd_ev"].partition(".")[2]) == 12
    assert is_printed_as(solve(rules).ev, row["cd_ev"])


def other_rules(row: Row) -> Rules:
    """The rules of a row of whole_games.csv."""
    keys = keys_of(row) | {"blackjack.pays": row["blackjack"], "split.aces": row["split_aces"]}
    keys["split.max_hands"] = int(row["max_hands"])
    keys["double.after_split_aces"] = row["split_aces"] == "free"
    if row["double"] != "any two":
        low, high = map(int, row["double"].split("-"))
        keys["double.on"] = {"hard": range(low, high + 1)}
    if row["charlie"]:
        beats = row["beats_natural"] == "yes"
        keys["charlie"] = {"cards": int(row["charlie"]), "beats_natural": beats}
    return rules_from_dict(keys)


@pytest.mark.parametrize("row", table("whole_games.csv"), ids=named)
def test_whole_game_of_other_rules(row: Row) -> None:
    assert is_printed_as(solve(other_rules(row)).ev, row["cd_ev"])


@pytest.mark.slow
def test_whole_game_without_splits_by_the_twin() -> None:
    (row,) = [row for row in table("whole_games.csv") if row["id"] == "G27"]
    assert is_printed_as(solve_reference(other_rules(row)).ev, row["cd_ev"])


@pytest.mark.parametrize("row", table("hands.csv"), ids=lambda row: f"{row['id']} {row['action']}")
def test_single_hand(row: Row) -> None:
    values = hand_values(rules_of(row), row["cards"].split(), row["up"]).actions
    assert is_printed_as(values[Action(row["action"])], row["ev"])


def for_the_twin() -> Iterator[Any]:
    """The hands that are not split, and one that is; those take long which draw many cards."""
    for row in table("hands.csv"):
        split, long = row["action"] == "split", "A" in row["cards"] and row["action"] != "stand"
        if not split or row["decks"] == "1":
            name = f"{row['id']} {row['action']}"
            yield pytest.param(row, marks=[pytest.mark.slow] * (split or long), id=name)


@pytest.mark.parametrize("row", [*for_the_twin()])
def test_single_hand_by_the_twin(row: Row) -> None:
    most = int(row["max_hands"]) if row["action"] == "split" else 1
    twin = solve_reference(rules_of(row, max_hands=most, max_hands_aces=most))
    hand = hand_of(*map(parse_value, row["cards"].split()))
    assert is_printed_as(twin.actions(hand, parse_value(row["up"]))[row["action"]], row["ev"])


@pytest.mark.parametrize("row", table("tiny_shoes.csv"), ids=named)
def test_split_on_a_tiny_shoe(row: Row) -> None:
    """By the engine, the twin and the brute force over every order of the shoe."""
    counts = list(map(int, row["shoe_A_to_10"].split()))
    rules = rules_from_dict(
        {"shoe": Shoe(values=tuple(counts)), "split.max_hands": int(row["max_hands"])}
    )
    cards = tuple(map(parse_value, row["cards"].split()))
    up, twin = parse_value(row["up"]), solve_reference(rules)
    values = hand_values(rules, row["cards"].split(), row["up"])
    assert values.actions[Action.SPLIT] == Fraction(row["split"])
    assert twin.actions(hand_of(*cards), up)["split"] == Fraction(row["split"])
    assert Table(rules, twin).after(cards, up, "split").ev == Fraction(row["split"])


# Probabilities, each read off a solution in its own way.


def game_of(decks: int, **more: str) -> Rules:
    return rules_from_dict({"shoe.decks": decks, "split.max_hands": 2} | more)


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


def declined_even_money(decks: int) -> Fraction:
    rules = game_of(decks, **{"blackjack.pays": "6/5"})
    return hand_values(rules, "A,K", "A").unconditional[Action.STAND] or Fraction(0)


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
    solution = solve(game_of(decks, **{"split.pairs": "rank"}))
    pairs = sum(deal.weight for deal in solution.deals if deal.pair is not None)
    return Fraction(pairs, total_weight(solution.kernel))


PROBABILITIES: dict[str, Callable[[int], Fraction]] = {
    "P01": lambda decks: chance_of_naturals(solve(game_of(decks)), both=False),
    "P03": lambda decks: chance_of_naturals(solve(game_of(decks)), both=True),
    "P06": lambda decks: 2 * always_insuring(solve(game_of(decks)), given_it_is_offered=True),
    "P07": lambda decks: 2 * (hand_values(game_of(decks), "10,10", "A").insurance or 0),
    "P09": lambda decks: 2 * (hand_values(game_of(decks), "10,5", "A").insurance or 0),
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
    ("decks", "distinct", "longest"), [(1, 2008, 11), (2, 2796, 14), (4, 3060, 18), (8, 3072, 21)]
)
def test_number_of_hands_and_the_longest(decks: int, distinct: int, longest: int) -> None:
    kernel = Kernel({"shoe.decks": decks})
    held = [
        size
        for counts, _, _, size in hands()
        if size >= 2 and all(n <= have for n, have in zip(counts, kernel.counts, strict=True))
    ]
    assert (len(held), max(held)) == (distinct, longest)
    assert kernel.evaluate().largest == longest
