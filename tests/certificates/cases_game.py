"""Readable certificates whose rules, strategy or values are false."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from making import (
    Body,
    Case,
    Change,
    Choice,
    at,
    cell_with,
    changed_case,
    choices,
    digit_of_value,
    edit_play,
    setting,
    true_body,
)

from bjcalc.numbers import decimal_text

# 4. Rules


def wrong_rules() -> Iterator[Case]:
    def case(
        name: str, why: str, status: int, code: str, path: str, value: Any, game: str = "plain"
    ) -> Case:
        return changed_case(name, why, status, code, game, setting(path, value))

    yield case(
        "ranks-disagree",
        "counts by rank and by value disagree",
        2,
        "bad-rules",
        "rules.shoe.ranks.0",
        "3",
        "side-bets",
    )
    yield case("not-eight-decks", "said to be eight decks", 2, "bad-rules", "rules.shoe.decks", "8")
    yield case("no-cards", "an empty shoe", 2, "bad-rules", "rules.shoe.values", ["0"] * 10)
    yield case(
        "too-many-cards", "ten million cards", 2, "not-supported", "rules.shoe.values.9", "10000000"
    )
    yield case("nine-hands", "nine hands", 2, "not-supported", "rules.split.max_hands", "9")
    yield case(
        "descending-totals",
        "totals not ascending",
        2,
        "bad-rules",
        "rules.double.hard",
        ["11", "10"],
    )
    yield case(
        "negative-payout",
        "a natural that costs",
        2,
        "not-supported",
        "rules.blackjack.pays",
        "-3/2",
    )
    # Rules that are right in form, under which the numbers are others.
    yield case(
        "rule-soft-17",
        "the dealer hits soft 17, the decisions are those of one who stands",
        1,
        "decision-not-best",
        "rules.dealer.soft17",
        "hit",
    )
    yield case(
        "rule-blackjack-pays",
        "a blackjack pays 6:5, the numbers 3:2",
        1,
        "wrong-value",
        "rules.blackjack.pays",
        "6/5",
    )
    yield case(
        "rule-no-surrender",
        "no surrender, but it has a value",
        1,
        "wrong-value",
        "rules.surrender.ten",
        "none",
    )
    yield case(
        "rule-no-double",
        "no doubling, but the strategy doubles",
        1,
        "decision-not-allowed",
        "rules.double.allowed",
        False,
    )
    yield case(
        "rule-no-even-money",
        "no even money, but it is taken",
        1,
        "insurance-not-best",
        "rules.insurance.even_money",
        False,
    )
    yield case(
        "rule-three-hands",
        "three hands after splits, the values are those of two",
        1,
        "wrong-value",
        "rules.split.max_hands",
        "3",
    )
    yield case(
        "rule-one-card-more",
        "one ten more in the shoe",
        1,
        "wrong-value",
        "rules.shoe.values.9",
        "12",
    )
    yield case(
        "rule-charlie",
        "a Charlie of six cards more",
        2,
        "wrong-length",
        "rules.charlie",
        {"cards": "3", "pays": "1/1", "beats_natural": False},
    )


# 5. Strategy and values


def _edit_letters(body: Body, up: str, key: str, old: str, new: str) -> None:
    entry = body["strategy"]["up"][up]
    assert old in entry[key], f"no {old} in {entry[key]}"
    entry[key] = entry[key].replace(old, new, 1)


def wrong_decisions() -> Iterator[Case]:
    def case(name: str, why: str, code: str, change: Change, status: int = 1) -> Case:
        return changed_case(name, why, status, code, "plain", change)

    ordered = choices("plain")
    other = {"S": "H", "H": "S"}

    def flipped(choice: Choice) -> Change:
        return lambda body: edit_play(body, choice.up, choice.place, other[choice.letter])

    for name, choice in (("close", ordered[0]), ("clear", ordered[-1])):
        why = f"a {name} call decided the other way, which costs {decimal_text(choice.gain, 4)}"
        yield case(f"decision-{name}", why, "decision-not-best", flipped(choice))

    def swap(body: Body) -> None:
        entry = body["strategy"]["up"]["T"]
        play = list(entry["play"])
        first, second = play.index("S"), play.index("H")
        play[first], play[second] = play[second], play[first]
        entry["play"] = "".join(play)

    def long_hand(body: Body) -> None:
        play = body["strategy"]["up"]["6"]["play"]
        edit_play(body, "6", len(play) - 1, other[play[-1]])

    yield case("decisions-swapped", "two decisions have changed places", "decision-not-best", swap)
    yield case("decision-long-hand", "the last and longest hand", "decision-not-best", long_hand)
    yield case(
        "double-else-stand",
        "E where D is right: what is done if it may not be doubled",
        "decision-not-best",
        lambda body: _edit_letters(body, "6", "play", "D", "E"),
    )
    yield case(
        "no-split",
        "a pair not split",
        "decision-not-best",
        lambda body: _edit_letters(body, "6", "first", "P", "."),
    )
    yield case(
        "needless-split",
        "no pair, and split",
        "decision-not-best",
        lambda body: _edit_letters(body, "6", "first", ".", "P"),
    )
    yield case(
        "no-surrender",
        "a hand not surrendered",
        "decision-not-best",
        lambda body: _edit_letters(body, "T", "first", "R", "."),
    )
    yield case(
        "needless-insurance",
        "insurance that costs",
        "insurance-not-best",
        lambda body: _edit_letters(body, "T", "insurance", ".", "I"),
    )
    yield case(
        "insurance-for-even-money",
        "insurance where even money is right",
        "insurance-not-best",
        lambda body: _edit_letters(body, "A", "insurance", "M", "I"),
    )
    yield case(
        "too-few-letters",
        "one letter of the strategy is missing",
        "wrong-length",
        lambda body: _set_play(body, "5", body["strategy"]["up"]["5"]["play"][:-1]),
        2,
    )
    yield case(
        "too-many-letters",
        "one letter of the strategy too many",
        "wrong-length",
        lambda body: _set_play(body, "5", body["strategy"]["up"]["5"]["play"] + "S"),
        2,
    )


def _set_play(body: Body, up: str, play: str) -> None:
    body["strategy"]["up"][up]["play"] = play


def wrong_values() -> Iterator[Case]:
    def case(name: str, why: str, code: str, change: Change, game: str = "plain") -> Case:
        return changed_case(name, why, 1, code, game, change)

    for key in ("stand", "hit", "double", "split", "insurance", "ev"):
        path = cell_with("plain", "A", key)
        yield case(
            f"digit-{key}",
            f"one digit of a cell's {key}",
            "wrong-value",
            digit_of_value(path, "plain"),
        )
    yield case(
        "digit-play-on",
        "one digit of what early surrender is compared with",
        "wrong-value",
        digit_of_value(cell_with("early", "A", "play_on"), "early"),
        "early",
    )
    yield case(
        "digit-resplit",
        "one digit of a split into up to three hands",
        "wrong-value",
        digit_of_value(cell_with("no-peek", "4", "split"), "no-peek"),
        "no-peek",
    )
    yield case(
        "digit-rank-pair",
        "one digit of a split of tens of one rank",
        "wrong-value",
        digit_of_value(cell_with("ranks", "8", "split"), "ranks"),
        "ranks",
    )
    yield case(
        "sign",
        "the sign of a value",
        "wrong-value",
        lambda body: _negate(body, cell_with("plain", "6", "stand")),
    )
    yield case(
        "null-action",
        "an allowed action without a value",
        "wrong-value",
        setting(cell_with("plain", "6", "hit"), None),
    )
    yield case(
        "value-for-nothing",
        "a value of an action that is not allowed",
        "wrong-value",
        setting(cell_with("plain", "6", "hit").replace("hit", "play_on"), "1/2"),
    )
    for key in ("ev", "stake", "house_edge", "rtp", "rtp_per_unit_wagered"):
        yield case(
            f"digit-total-{key.replace('_', '-')}",
            f"one digit of the game's {key}",
            "wrong-total",
            digit_of_value(f"totals.{key}", "plain"),
        )
    yield case(
        "digit-share",
        "one digit of an up card's share",
        "wrong-total",
        digit_of_value("totals.by_up.T", "plain"),
    )

    def exchanged(body: Body) -> None:
        shares = body["totals"]["by_up"]
        shares["A"], shares["T"] = shares["T"], shares["A"]

    yield case("shares-exchanged", "two up cards' shares exchanged", "wrong-total", exchanged)

    def without(up: str) -> Change:
        def change(body: Body) -> None:
            for section in (body["strategy"]["up"], body["values"], body["totals"]["by_up"]):
                section[up] = None

        return change

    def added(body: Body) -> None:
        for section in (body["strategy"]["up"], body["values"], body["totals"]["by_up"]):
            section["9"] = section["T"]

    yield case("missing-up-card", "an up card left out everywhere", "missing-up-card", without("5"))
    yield case("impossible-up-card", "an up card that the shoe lacks", "impossible-up-card", added)
    path = cell_with("plain", "6", "ev").rpartition(".")[0]
    yield case("missing-cell", "a cell left out", "missing-cell", setting(path, None))
    full = at(true_body("plain"), path)
    index = true_body("plain")["values"]["6"].index(None)
    yield case(
        "impossible-cell",
        "two cards that the shoe lacks",
        "impossible-cell",
        setting(f"values.6.{index}", full),
    )


def _negate(body: Body, path: str) -> None:
    value = at(body, path)
    setting(path, value[1:] if value.startswith("-") else f"-{value}")(body)
