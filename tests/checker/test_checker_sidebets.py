"""Side bets: all known ones are recounted to the same numbers, and false ones are refused."""

from __future__ import annotations

from typing import Any

import pytest

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
