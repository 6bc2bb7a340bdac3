"""What rules do to whole games, and questions about hands in all their forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from strategies import NO_SPLIT, shoe

from bjcalc import load_game, shipped_games, solve
from bjcalc.engine import Action, Solution, hand_values
from bjcalc.engine.deals import Deal
from bjcalc.engine.kernel import hands, two_card_hand
from bjcalc.errors import RulesError, UnknownGameError
from bjcalc.gamefile import Game
from bjcalc.rules import model as m
from bjcalc.rules.model import Rules
from bjcalc.shoe import ACE, Shoe, parse_value, split_cards
from bjcalc.strategy import upper_bound
from bjcalc.witness.twin import solve_reference
from bjcalc_ext.hands import hand_counts, hand_index

HALF = Fraction(1, 2)


def deal_of(solution: Solution, cards: str, up: str) -> Deal:
    first, second = sorted(parse_value(card) for card in split_cards(cards))
    wanted = two_card_hand(first, second), parse_value(up)
    (deal,) = [deal for deal in solution.deals if (deal.hand, deal.up) == wanted]
    return deal


def test_double_else_hit_after_a_split() -> None:
    """Where an unsplit hand doubles and a split hand may not, it plays as without doubling."""
    base = Rules(shoe=Shoe.of_decks(1), split=m.Split(max_hands=2))
    found = [
        hand_values(replace(base, double=double), "4,4", "6").actions[Action.SPLIT]
        for double in (m.Double(), m.Double(after_split=False), m.Double(on=m.DoubleOn()))
    ]
    with_das, without, never = (value for value in found if value is not None)
    assert with_das > without
    # Hands that would double are hit: those are what they are where doubling is never allowed,
    # unless a double decides how a hand of three cards is played, which it cannot.
    assert without == never


# Naturals, the peek and what a dealer natural takes


@pytest.mark.parametrize("slug", list(shipped_games()))
def test_original_bet_only_equals_the_peek(slug: str) -> None:
    rules = load_game(slug).rules
    dealer = replace(rules.dealer, peek=frozenset(), natural_takes=m.NaturalTakes.ORIGINAL)
    peek, blind = solve(rules), solve(replace(rules, dealer=dealer))
    assert peek.ev == blind.ev
    assert peek.stake < blind.stake  # doubles and splits are staked before the natural shows
    assert [share.ev for share in peek.by_up_card] == [share.ev for share in blind.by_up_card]


def test_what_a_natural_takes_is_ordered() -> None:
    rules = load_game("borgata-blackjack-pro").rules
    dealers = [m.Dealer(peek=frozenset(), natural_takes=takes) for takes in m.NaturalTakes]
    takes_all, original, per_hand = (solve(replace(rules, dealer=one)).ev for one in dealers)
    assert takes_all < per_hand < original


# Surrender, insurance, even money


def test_insurance_is_a_bet_of_its_own() -> None:
    """It is added to whatever else is done, and to the stake."""
    early = m.SurrenderRules(ace=m.Surrender.EARLY, ten=m.Surrender.EARLY)
    rich = Rules(shoe=shoe("A,A,9,9,7,7", tens=12), split=NO_SPLIT, surrender=early)
    without = replace(rich, insurance=m.Insurance(against=frozenset()))
    with_it, without_it = solve(rich), solve(without)
    expected = stake = Fraction(0)
    total = sum(deal.weight for deal in with_it.deals)
    for deal in with_it.deals:
        values = with_it.action_values(deal)
        assert values.actions == without_it.action_values(deal).actions
        if values.insurance_taken and values.insurance is not None:
            expected += deal.weight * values.insurance / total
            stake += deal.weight * HALF / total
    assert expected > 0
    assert with_it.ev - without_it.ev == expected
    assert with_it.stake - without_it.stake == stake


def test_even_money() -> None:
    """At 3:2 it is declined at eight decks; at 6:5 declining is worth 1716/2065 only."""
    rules = Rules(insurance=m.Insurance(even_money=True))
    assert hand_values(rules, "A,10", "A").even_money is False
    short = replace(rules, blackjack=m.Blackjack(pays=Fraction(6, 5)))
    answer = hand_values(short, "A,10", "A")
    assert answer.even_money is True
    assert answer.unconditional[Action.STAND] == Fraction(1716, 2065)
    assert hand_values(replace(short, insurance=m.Insurance()), "A,10", "A").even_money is None
    # What it is worth to the game: the share of naturals against an ace, times the difference.
    offered, not_offered = solve(short), solve(replace(short, insurance=m.Insurance()))
    deal = deal_of(offered, "A,10", "A")
    share = Fraction(deal.weight, sum(other.weight for other in offered.deals))
    assert offered.ev - not_offered.ev == share * (1 - Fraction(1716, 2065))


# Shoes


def test_an_infinite_deck_is_the_limit_of_many() -> None:
    """N (EV of N decks - EV of infinitely many) tends to a constant."""
    infinite = solve(Rules(shoe=Shoe.infinite_deck())).ev
    distance = {n: solve(Rules(shoe=Shoe.of_decks(n))).ev - infinite for n in (4, 8, 15)}
    assert distance[4] > distance[8] > distance[15] > 0
    scaled = {n: n * far for n, far in distance.items()}
    assert abs(scaled[15] / scaled[8] - 1) < abs(scaled[8] / scaled[4] - 1) < Fraction(1, 20)


@pytest.mark.parametrize("pairs", m.PairKind)
def test_removed_cards_are_as_in_the_reduced_shoe(pairs: m.PairKind) -> None:
    rules = Rules(shoe=Shoe.of_decks(2), split=m.Split(pairs=pairs, max_hands=3))
    ranks = [8] * 13
    for rank in (4, 4, 12, ACE):
        ranks[rank] -= 1
    reduced = replace(rules, shoe=Shoe.of_ranks(tuple(ranks)))
    solution = solve(reduced)
    for cards, up in (("10,2", "4"), ("8,8", "10"), ("A,7", "9"), ("A,10", "A")):
        answer = hand_values(rules, cards, up, removed="5,5,K,A")
        assert answer == solution.action_values(deal_of(solution, cards, up))
    multi = hand_values(rules, "2,3,4", "6", removed="5,5,K,A")
    assert multi == hand_values(reduced, "2,3,4", "6")


def test_a_split_hand_knows_of_its_sibling_s_card() -> None:
    rules = Rules(shoe=Shoe.of_decks(1))
    split = hand_values(rules, "8,3", "6", split_of="8")
    plain = hand_values(rules, "8,3", "6", removed="8")
    for action in (Action.STAND, Action.HIT, Action.DOUBLE):
        assert split.actions[action] == plain.actions[action]
    assert split.actions[Action.SURRENDER] is None
    assert split.actions[Action.STAND] != hand_values(rules, "8,3", "6").actions[Action.STAND]


def test_edge_and_returns() -> None:
    rules = Rules(shoe=shoe("A,4,9,9", tens=12), split=NO_SPLIT)
    fast, slow = solve(rules), solve_reference(rules)
    assert fast.ev == slow.ev and fast.house_edge == -slow.ev and fast.rtp == 1 + slow.ev
    assert fast.rtp_per_unit_wagered == 1 + slow.ev / slow.stake


# Questions that cannot be answered


@pytest.mark.parametrize(
    "given", [lambda game: game, lambda game: game.slug, lambda game: game.path]
)
def test_a_game_may_be_given_in_place_of_its_rules(given: Callable[[Game], Any]) -> None:
    game = load_game("borgata-blackjack-pro")
    assert solve(given(game)).ev == solve(game.rules).ev
    assert hand_values(given(game), "10,2", "4") == hand_values(game.rules, "10,2", "4")
    assert upper_bound(given(game)) == solve(game).ev


def test_rules_may_be_given_by_their_keys() -> None:
    assert solve({"shoe.decks": 1}).ev == solve(Rules(shoe=Shoe.of_decks(1))).ev
    with pytest.raises(UnknownGameError, match="'borgata' is neither a shipped game nor a file"):
        solve("borgata")
    with pytest.raises(RulesError, match="shoe: 3 is wrong"):
        solve({"shoe": 3})
    with pytest.raises(TypeError, match=r"slug or the path of one, or .*; 3 is none of these"):
        hand_values(3, "10,2", "4")


def test_hands_are_indexed_by_their_counts() -> None:
    for index, (counts, _, _, size) in enumerate(hands()):
        assert hand_index(counts) == index and hand_counts(index) == counts
        assert sum(counts) == size
    assert hand_index((0, 0, 0, 0, 0, 0, 0, 0, 0, 3)) == -1
