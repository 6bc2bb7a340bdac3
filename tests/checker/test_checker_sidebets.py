"""Side bets: all known ones are recounted to the same numbers, and false ones are refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from make import put_at

from bjcalc.certificate.body import stated_rules
from bjcalc.certificate.side_bets import side_bet
from bjcalc.checker.reading import Refusal, read
from bjcalc.checker.rules import Rules as CheckedRules
from bjcalc.checker.sidebets import MAX_WORK, check_side_bet, check_sizes, work_of
from bjcalc.gamefile import load_game
from bjcalc.rules import Rules
from bjcalc.rules.model import Dealer, Soft17
from bjcalc.shoe import Shoe
from bjcalc.sidebets import count, known_bets, parse_side_bets
from bjcalc.sidebets.bet import SideBet

Entry = dict[str, Any]


def entry(bet: SideBet, rules: Rules) -> Entry:
    """Return the bet as the program writes it."""
    return side_bet(count(bet, rules.shoe, rules.dealer))


def check(bet: Entry, rules: Rules) -> None:
    given = read("side_bet", bet, "bet")
    check_sizes([given])
    check_side_bet(CheckedRules(stated_rules(rules)), given, "bet")


@pytest.mark.parametrize("bet", known_bets(), ids=lambda bet: bet.id)
def test_known_bets(bet: Any) -> None:
    rules = Rules(shoe=Shoe.of_decks(6), dealer=Dealer(soft17=Soft17.HIT))
    check(entry(bet.bet(bet.versions[0]), rules), rules)


def test_all_known_bets_together_are_within_the_bound() -> None:
    rules = Rules(shoe=Shoe.of_decks(6))
    bets = [bet.bet(bet.versions[0]) for bet in known_bets()]
    entries = [read("side_bet", entry(bet, rules), "bet") for bet in bets]
    check_sizes(entries)
    work = sum(map(work_of, entries))
    with pytest.raises(Refusal, match="not-supported"):
        check_sizes(entries * (1 + MAX_WORK // work))


@pytest.mark.parametrize("identity", ["perfect-pairs", "insurance", "buster-blackjack-natural"])
def test_known_bets_with_an_infinite_deck(identity: str) -> None:
    rules = Rules(shoe=Shoe.infinite_deck())
    bet = next(bet for bet in known_bets() if bet.id == identity)
    check(entry(bet.bet(bet.versions[0]), rules), rules)


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
    right = entry(bet.bet(bet.versions[0]), rules)
    assert (right["total"], right["orders"], right["rtp"]) == ("86320", "2", "398/415")
    deals = {tuple(outcome["paid"]): outcome["deals"] for outcome in right["outcomes"]}
    assert [deals[paid,] for paid in "012"] == ["1456", "1664", "3328"]
    check(right, rules)


@pytest.fixture(scope="module")
def pairs() -> Entry:
    rules = Rules()
    bet = next(bet for bet in known_bets() if bet.id == "perfect-pairs")
    return entry(bet.bet(bet.versions[0]), rules)


def move(bet: Entry) -> None:
    """Move a deal from the second category to the first."""
    bet["outcomes"][1]["deals"], bet["outcomes"][2]["deals"] = "1457", "1663"


def double_all(bet: Entry) -> None:
    for holder in (bet, *bet["outcomes"]):
        for key in {"total", "deals"} & holder.keys():
            holder[key] = str(2 * int(holder[key]))


def reorder(bet: Entry) -> None:
    bet["outcomes"].reverse()


def pay_both(bet: Entry) -> None:
    """Name a category twice in one outcome."""
    bet["outcomes"][1]["paid"] = ["0", "0"]


def parts_of(*parts: Entry) -> Callable[[Entry], None]:
    return put_at("categories", 0, "condition", {"kind": "and", "parts": list(parts)})


PLAYER = ["player1", "player2"]
RANK = {"kind": "same", "what": "rank", "cards": PLAYER}
SUIT = {"kind": "same", "what": "suit", "cards": PLAYER}


def leaf(kind: str, **keys: Any) -> Callable[[Entry], None]:
    condition = {"kind": kind, "cards": PLAYER, **keys}
    return put_at("categories", 0, "condition", condition)


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
    "moved": (move, "wrong-deals"),
    "doubled": (double_all, "wrong-deals"),
    "total": (put_at("total", "86321"), "wrong-deals"),
    "outcomes in another order": (reorder, "bad-order"),
    "paid twice": (pay_both, "bad-order"),
    "no deals": (put_at("outcomes", 0, "deals", "0"), "bad-number"),
    "no outcomes": (put_at("outcomes", []), "wrong-deals"),
    "orders": (put_at("orders", "1"), "wrong-deals"),
    "orders that do not divide": (put_at("orders", "7"), "wrong-deals"),
    "orders 0": (put_at("orders", "0"), "bad-number"),
    "drawn": (put_at("drawn", "3"), "wrong-deals"),
    "drawn without end": (put_at("drawn", "1000000000"), "bad-number"),
    "pays": (put_at("categories", 0, "pays", "26/1"), "wrong-rtp"),
    "pays below 0": (put_at("categories", 0, "pays", "-5/1"), "bad-number"),
    "pays without end": (put_at("categories", 0, "pays", "1" * 2000 + "/1"), "bad-number"),
    "parts in another order": (parts_of(SUIT, RANK), "bad-order"),
    "one part twice": (parts_of(RANK, RANK), "bad-order"),
    "one part alone": (parts_of(RANK), "wrong-kind"),
    "cards in another order": (leaf("pair", cards=PLAYER[::-1]), "bad-order"),
    "no cards": (leaf("pair", cards=[]), "wrong-kind"),
    "ranks in another order": (leaf("ranks", ranks=["2", "A"]), "bad-order"),
    "too many ranks": (leaf("ranks", ranks=["A", "A", "A"]), "bad-condition"),
    "ranks without end": (leaf("ranks", ranks=["A"] * 100_000), "too-long"),
    "one card twice": (
        leaf("count", of=["Ac", "Ac"], operator="=", number="1"),
        "bad-order",
    ),
    "number without end": (leaf("total", hard=True, operator="=", number="1" * 99), "bad-number"),
    "one category twice": (lambda bet: bet["categories"].append(bet["categories"][0]), "bad-order"),
    "an id that looks like another": (put_at("id", "perfect-p\u0430irs"), "wrong-kind"),
    "no pays": (put_at("categories", 0, "pays", None), "wrong-rtp"),
    "no rtp": (put_at("rtp", None), "wrong-rtp"),
    "rtp": (put_at("rtp", "1/1"), "wrong-rtp"),
    "exclusive": (put_at("paid", "exclusive"), "not-exclusive"),
    "all": (put_at("paid", "all"), "wrong-deals"),
    "slot twice": (put_at("cards", ["player1", "player1"]), "bad-order"),
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
    right = entry(bet.bet(bet.versions[0]), rules)
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
