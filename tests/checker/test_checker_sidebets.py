"""Side bets: all known ones are recounted to the same numbers, and false ones are refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from make import numbers_to_text, put_at
from side_bets import entry

from bjcalc.certificate.rules_form import rules_form
from bjcalc.checker.form import RULES, SIDE_BET, rules_of
from bjcalc.checker.reading import Refusal
from bjcalc.checker.sidebets import MAX_WORK, check_side_bet, check_sizes, work_of
from bjcalc.gamefile import load_game
from bjcalc.rules import Rules
from bjcalc.rules.model import Dealer, Soft17
from bjcalc.shoe import Shoe
from bjcalc.sidebets import known_bets, parse_side_bets

Entry = dict[str, Any]


def check(bet: Entry, rules: Rules) -> None:
    given = rules_of(RULES(numbers_to_text(rules_form(rules)), "rules"))
    read = SIDE_BET(bet, "bet")
    check_sizes([read])
    check_side_bet(given, read, "bet")


@pytest.mark.parametrize("bet", known_bets(), ids=lambda bet: bet.id)
def test_known_bets(bet: Any) -> None:
    rules = Rules(shoe=Shoe.of_decks(6), dealer=Dealer(soft17=Soft17.HIT))
    check(entry(bet.bet(bet.versions[0], rules.shoe, rules.dealer), rules), rules)


def test_all_known_bets_together_are_within_the_bound() -> None:
    rules = Rules(shoe=Shoe.of_decks(6))
    bets = [bet.bet(bet.versions[0], rules.shoe, rules.dealer) for bet in known_bets()]
    read = [SIDE_BET(entry(bet, rules), "bet") for bet in bets]
    check_sizes(read)
    work = sum(map(work_of, read))
    with pytest.raises(Refusal, match="not-supported"):
        check_sizes(read * (1 + MAX_WORK // work))


@pytest.mark.parametrize("identity", ["perfect-pairs", "insurance", "buster-blackjack-natural"])
def test_known_bets_with_an_infinite_deck(identity: str) -> None:
    rules = Rules(shoe=Shoe.infinite_deck())
    bet = next(bet for bet in known_bets() if bet.id == identity)
    check(entry(bet.bet(bet.versions[0], rules.shoe, rules.dealer), rules), rules)


@pytest.mark.parametrize("slug", ["borgata-blackjack-pro", "bonus-pairs-blackjack"])
def test_shipped_bets(slug: str) -> None:
    game = load_game(slug)
    assert game.side_bets
    for bet in game.side_bets:
        check(entry(bet, game.rules), game.rules)


def test_published_counts() -> None:
    """8 decks: Perfect Pairs 1456 / 1664 / 3328 of 86320, RTP 398/415 at 25/12/6."""
    rules = Rules()
    bet = next(bet for bet in known_bets() if bet.id == "perfect-pairs")
    right = entry(bet.bet(bet.versions[0], rules.shoe), rules)
    assert (right["total"], right["orders"], right["rtp"]) == ("86320", "2", "398/415")
    assert [category["deals"] for category in right["categories"]] == ["1456", "1664", "3328"]
    check(right, rules)


@pytest.fixture(scope="module")
def pairs() -> Entry:
    rules = Rules()
    bet = next(bet for bet in known_bets() if bet.id == "perfect-pairs")
    return entry(bet.bet(bet.versions[0], rules.shoe), rules)


def move_between_categories(bet: Entry) -> None:
    bet["categories"][0]["deals"], bet["categories"][1]["deals"] = "1457", "1663"
    for outcome in bet["outcomes"]:
        if outcome["paid"] == ["0"]:
            outcome["deals"] = "1457"
        if outcome["paid"] == ["1"]:
            outcome["deals"] = "1663"


def double_all(bet: Entry) -> None:
    for holder in (bet, *bet["categories"], *bet["outcomes"]):
        for key in ("total", "lost", "deals"):
            if key in holder:
                holder[key] = str(2 * int(holder[key]))


def reorder(bet: Entry) -> None:
    bet["outcomes"].reverse()


def nest(bet: Entry) -> None:
    for _ in range(45):
        bet["categories"][0]["condition"] = {
            "kind": "not",
            "part": bet["categories"][0]["condition"],
        }


def widen(bet: Entry) -> None:
    slots = ["player1", "player2", "player3", "up", "hole"]
    same = [{"kind": "same", "what": what, "cards": slots} for what in ("rank", "suit")]
    bet["cards"], bet["drawn"] = slots, "5"
    bet["categories"][0]["condition"] = {"kind": "and", "parts": same}


FALSE: dict[str, tuple[Callable[[Entry], None], str]] = {
    "moved": (move_between_categories, "wrong-deals"),
    "doubled": (double_all, "wrong-deals"),
    "category": (put_at("categories", 0, "deals", "1457"), "wrong-deals"),
    "total": (put_at("total", "86321"), "wrong-deals"),
    "lost": (put_at("lost", "0"), "wrong-deals"),
    "outcomes in another order": (reorder, "wrong-deals"),
    "no outcomes": (put_at("outcomes", []), "wrong-deals"),
    "orders": (put_at("orders", "1"), "wrong-deals"),
    "orders that do not divide": (put_at("orders", "7"), "wrong-deals"),
    "orders 0": (put_at("orders", "0"), "bad-condition"),
    "drawn": (put_at("drawn", "3"), "wrong-deals"),
    "drawn without end": (put_at("drawn", "1000000000"), "not-supported"),
    "pays": (put_at("categories", 0, "pays", "26/1"), "wrong-rtp"),
    "no pays": (put_at("categories", 0, "pays", None), "wrong-rtp"),
    "no rtp": (put_at("rtp", None), "wrong-rtp"),
    "rtp": (put_at("rtp", "1/1"), "wrong-rtp"),
    "exclusive": (put_at("paid", "exclusive"), "not-exclusive"),
    "all": (put_at("paid", "all"), "wrong-deals"),
    "slot twice": (put_at("cards", ["player1", "player1"]), "bad-condition"),
    "other slots": (put_at("cards", ["up", "hole"]), "bad-condition"),
    "unknown slot": (put_at("cards", ["player4"]), "wrong-kind"),
    "unknown kind": (put_at("categories", 0, "condition", {"kind": "flush"}), "bad-condition"),
    "kind a list": (put_at("categories", 0, "condition", {"kind": []}), "bad-condition"),
    "the dealer's hand": (
        put_at(
            *("categories", 0, "condition"),
            {"kind": "dealer", "what": "busts", "operator": "=", "number": "1"},
        ),
        "bad-condition",
    ),
    "negated": (nest, "wrong-deals"),
    "five cards": (widen, "not-supported"),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_side_bets_are_refused(pairs: Entry, name: str) -> None:
    change, code = FALSE[name]
    bet = copy.deepcopy(pairs)
    change(bet)
    with pytest.raises(Refusal) as refusal:
        check(bet, Rules())
    assert refusal.value.code == code, refusal.value.sentence


def test_a_dealer_who_draws_more_than_stated() -> None:
    rules = Rules(shoe=Shoe.of_decks(2))
    bet = next(bet for bet in known_bets() if bet.id == "buster-blackjack")
    right = entry(bet.bet(bet.versions[0], rules.shoe, rules.dealer), rules)
    check(right, rules)
    with pytest.raises(Refusal) as refusal:
        check({**right, "drawn": "9"}, rules)
    assert refusal.value.code == "wrong-deals"


def test_suits_that_the_shoe_does_not_state(pairs: Entry) -> None:
    with pytest.raises(Refusal) as refusal:
        check(pairs, Rules(shoe=Shoe.of_ranks((32,) * 13)))
    assert refusal.value.code == "not-supported"


def test_conditions_of_every_kind() -> None:
    """Words that no known bet uses, on five cards whose classes are coarse."""
    table = {
        "name": "Odd",
        "cards": ["player1", "player2", "player3", "up", "hole"],
        "paid": "all",
        "categories": [
            {"name": "a", "when": "natural in dealer or not natural in player", "pays": "1"},
            {"name": "b", "when": "hard total in up, hole != 7 and player3 is red", "pays": "2"},
            {"name": "c", "when": "count A, 2 in player1, up >= 1", "pays": "3"},
        ],
    }
    rules = Rules(shoe=Shoe.of_decks(2))
    bets, mistakes = parse_side_bets([table], key_prefix="side_bets")
    assert not mistakes, list(map(str, mistakes))
    check(entry(bets[0], rules), rules)
