"""What each rule does to a hand, worked out by hand on shoes of a few cards; and to whole games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bjcalc import load_game, shipped_games, solve
from bjcalc.engine import Action, ActionValues, Solution, hand_values
from bjcalc.engine.deals import Deal
from bjcalc.engine.kernel import hands, two_card_hand
from bjcalc.errors import ImpossibleHandError, RulesError, UnknownGameError
from bjcalc.gamefile import Game
from bjcalc.rules.model import (
    Blackjack,
    Charlie,
    Dealer,
    Double,
    DoubleOn,
    Insurance,
    NaturalTakes,
    PairKind,
    Player,
    Rules,
    Split,
    SplitAces,
    Surrender,
    SurrenderRules,
)
from bjcalc.shoe import ACE, TEN, Shoe, parse_value, split_cards
from bjcalc.strategy import upper_bound
from bjcalc.witness.twin import solve_reference
from bjcalc_ext.hands import hand_counts, hand_index

HALF = Fraction(1, 2)
NO_SPLIT = Split(max_hands=1, max_hands_aces=1)
NO_PEEK = Dealer(peek=frozenset())
LATE = SurrenderRules(ace=Surrender.LATE, ten=Surrender.LATE, other=Surrender.LATE)
EARLY = SurrenderRules(ace=Surrender.EARLY, ten=Surrender.EARLY)


def shoe(text: str, *, tens: int = 0) -> Shoe:
    """A shoe of these cards and so many tens."""
    values = [parse_value(card) for card in split_cards(text)]
    counts = [values.count(value) for value in range(10)]
    counts[TEN] += tens
    return Shoe(values=tuple(counts))


def asked(
    rules: Rules, cards: str, up: str, *, split_of: str | None = None, removed: str = ""
) -> ActionValues:
    return hand_values(
        rules, split_cards(cards), up, split_of=split_of, removed=split_cards(removed)
    )


def known(values: dict[Action, Fraction | None]) -> dict[str, Fraction]:
    return {str(action): value for action, value in values.items() if value is not None}


def value(rules: Rules, cards: str, up: str, action: str) -> Fraction:
    return known(asked(rules, cards, up).actions)[action]


def deal_of(solution: Solution, cards: str, up: str) -> Deal:
    first, second = sorted(parse_value(card) for card in split_cards(cards))
    wanted = two_card_hand(first, second), parse_value(up)
    (deal,) = [deal for deal in solution.deals if (deal.hand, deal.up) == wanted]
    return deal


# Exact ties go to the first of stand, hit, double, split, surrender.


# 21, Charlies and limits


def test_a_hand_beyond_the_limit_cannot_be() -> None:
    rules = Rules(shoe=shoe("2,3,2,4,5", tens=12), player=Player(card_limit=3))
    with pytest.raises(ImpossibleHandError, match="4 cards, but a hand of 3"):
        asked(rules, "2,3,2,4", "10")


def test_charlie_counts_the_split_card() -> None:
    """Of a split three, 3,10 and one more card are three."""
    rules = Rules(shoe=shoe("3,3,6", tens=9), charlie=Charlie(cards=3))
    values = asked(rules, "3,10", "6", split_of="3")
    assert known(values.actions) == {"stand": 1, "hit": -1, "double": -2}
    assert known(asked(rules, "3,3,10", "6").actions) == {"stand": 1}


# Doubling


def test_totals_that_may_be_doubled() -> None:
    rules = Rules(double=Double(on=DoubleOn(hard=frozenset({9, 10, 11}), soft=frozenset({17}))))
    for cards, may in (("5,4", True), ("5,3", False), ("A,6", True), ("A,5", False)):
        assert ("double" in known(asked(rules, cards, "6").actions)) == may
    assert "double" not in known(asked(rules, "2,3,4", "6").actions)
    any_cards = replace(rules, double=replace(rules.double, any_cards=True))
    assert "double" in known(asked(any_cards, "2,3,4", "6").actions)
    none = replace(rules, double=Double(on=DoubleOn()))
    assert "double" not in known(asked(none, "5,6", "6").actions)


def test_doubling_after_a_split() -> None:
    for after, aces, of, cards, may in (
        (True, False, "8", "8,3", True),
        (False, False, "8", "8,3", False),
        (True, False, "A", "A,3", False),
        (True, True, "A", "A,3", True),
    ):
        rules = Rules(
            double=Double(after_split=after, after_split_aces=aces),
            split=Split(aces=SplitAces.FREE),
        )
        assert ("double" in known(asked(rules, cards, "6", split_of=of).actions)) == may


def test_double_else_hit_after_a_split() -> None:
    """Where an unsplit hand doubles and a split hand may not, it plays as without doubling."""
    base = Rules(shoe=Shoe.of_decks(1), split=Split(max_hands=2))
    with_das, without = base, replace(base, double=Double(after_split=False))
    never = replace(base, double=Double(on=DoubleOn()))
    pair = "4,4"
    gain = value(with_das, pair, "6", "split") - value(without, pair, "6", "split")
    assert gain > 0
    # Hands that would double are hit: those are what they are where doubling is never allowed,
    # unless a double decides how a hand of three cards is played, which it cannot.
    assert value(without, pair, "6", "split") == value(never, pair, "6", "split")


# Naturals, the peek and what a dealer natural takes


@pytest.mark.parametrize("slug", list(shipped_games()))
def test_original_bet_only_equals_the_peek(slug: str) -> None:
    rules = load_game(slug).rules
    dealer = replace(rules.dealer, peek=frozenset(), natural_takes=NaturalTakes.ORIGINAL)
    peek, blind = solve(rules), solve(replace(rules, dealer=dealer))
    assert peek.ev == blind.ev
    assert peek.stake < blind.stake  # doubles and splits are staked before the natural shows
    assert [share.ev for share in peek.by_up_card] == [share.ev for share in blind.by_up_card]


def test_what_a_natural_takes_is_ordered() -> None:
    rules = load_game("borgata-blackjack-pro").rules
    evs = {
        takes: solve(replace(rules, dealer=replace(NO_PEEK, natural_takes=takes))).ev
        for takes in NaturalTakes
    }
    assert evs[NaturalTakes.ALL] < evs[NaturalTakes.ORIGINAL_PER_HAND] < evs[NaturalTakes.ORIGINAL]


def test_split_aces_take_one_card_or_are_played() -> None:
    """A soft 16 may be hit: another five makes it 21."""
    one = Rules(shoe=shoe("A,A,7,5,5,5,5,5", tens=9))
    free = replace(one, split=Split(aces=SplitAces.FREE))
    assert value(free, "A,A", "7", "split") > value(one, "A,A", "7", "split")
    assert set(known(asked(one, "A,5", "7", split_of="A").actions)) == {"stand"}
    assert set(known(asked(free, "A,5", "7", split_of="A").actions)) == {"stand", "hit"}
    with pytest.raises(ImpossibleHandError, match="split aces take one card each"):
        asked(one, "A,5,5", "7", split_of="A")


@pytest.mark.parametrize("limits", [(4, 4), (4, 2), (3, 1), (1, 1)])
def test_limits_of_hands_say_which_pairs_split(limits: tuple[int, int]) -> None:
    rules = Rules(split=Split(max_hands=limits[0], max_hands_aces=limits[1]))
    assert ("split" in known(asked(rules, "8,8", "6").actions)) == (limits[0] > 1)
    assert ("split" in known(asked(rules, "A,A", "6").actions)) == (limits[1] > 1)


# Surrender, insurance, even money


def test_late_surrender_is_half_given_no_natural() -> None:
    answer = asked(load_game("borgata-blackjack-pro").rules, "10,6", "10")
    assert answer.given_no_natural and answer.actions[Action.SURRENDER] == -HALF
    natural = Fraction(32, 413)
    assert answer.unconditional[Action.SURRENDER] == -natural - HALF * (1 - natural)
    assert answer.best == "surrender"


def test_surrender_is_for_two_unsplit_cards() -> None:
    rules = Rules(surrender=LATE)
    assert "surrender" in known(asked(rules, "10,6", "10").actions)
    assert "surrender" not in known(asked(rules, "10,4,2", "10").actions)
    assert "surrender" not in known(asked(rules, "8,6", "10", split_of="8").actions)


def test_surrender_by_up_card() -> None:
    rules = Rules(surrender=SurrenderRules(ace=Surrender.NONE, ten=Surrender.LATE))
    offered = [
        up
        for up in ("A", "6", "10")
        if "surrender" in asked(rules, "9,7", up).actions
        and asked(rules, "9,7", up).actions[Action.SURRENDER] is not None
    ]
    assert offered == ["10"]


def test_insurance_is_a_bet_of_its_own() -> None:
    """It is added to whatever else is done, and to the stake."""
    rich = Rules(shoe=shoe("A,A,9,9,7,7", tens=12), split=NO_SPLIT, surrender=EARLY)
    without = replace(rich, insurance=Insurance(against=frozenset()))
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
    rules = Rules(insurance=Insurance(even_money=True))
    assert asked(rules, "A,10", "A").even_money is False
    short = replace(rules, blackjack=Blackjack(pays=Fraction(6, 5)))
    answer = asked(short, "A,10", "A")
    assert answer.even_money is True
    assert answer.unconditional[Action.STAND] == Fraction(1716, 2065)
    assert asked(replace(short, insurance=Insurance()), "A,10", "A").even_money is None
    # What it is worth to the game: the share of naturals against an ace, times the difference.
    offered, not_offered = solve(short), solve(replace(short, insurance=Insurance()))
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


@pytest.mark.parametrize("pairs", PairKind)
def test_removed_cards_are_as_in_the_reduced_shoe(pairs: PairKind) -> None:
    rules = Rules(shoe=Shoe.of_decks(2), split=Split(pairs=pairs, max_hands=3))
    ranks = [8] * 13
    for rank in (4, 4, 12, ACE):
        ranks[rank] -= 1
    reduced = replace(rules, shoe=Shoe.of_ranks(tuple(ranks)))
    solution = solve(reduced)
    for cards, up in (("10,2", "4"), ("8,8", "10"), ("A,7", "9"), ("A,10", "A")):
        answer = asked(rules, cards, up, removed="5,5,K,A")
        assert answer == solution.action_values(deal_of(solution, cards, up))
    multi = asked(rules, "2,3,4", "6", removed="5,5,K,A")
    assert multi == asked(reduced, "2,3,4", "6")


def test_a_split_hand_knows_of_its_sibling_s_card() -> None:
    rules = Rules(shoe=Shoe.of_decks(1))
    split = asked(rules, "8,3", "6", split_of="8")
    plain = asked(rules, "8,3", "6", removed="8")
    for action in (Action.STAND, Action.HIT, Action.DOUBLE):
        assert split.actions[action] == plain.actions[action]
    assert split.actions[Action.SURRENDER] is None
    assert split.actions[Action.STAND] != asked(rules, "8,3", "6").actions[Action.STAND]


def test_edge_and_returns() -> None:
    rules = Rules(shoe=shoe("A,4,9,9", tens=12), split=NO_SPLIT)
    fast, slow = solve(rules), solve_reference(rules)
    assert fast.ev == slow.ev and fast.house_edge == -slow.ev and fast.rtp == 1 + slow.ev
    assert fast.rtp_per_unit_wagered == 1 + slow.ev / slow.stake


# Questions that cannot be answered


@pytest.mark.parametrize(
    ("cards", "up", "options", "message"),
    [
        ("10", "6", {}, "10 is one card: a hand has two cards at least; write such as 10,2"),
        ("10,1", "6", {}, "'1' is not a card: write A, 2 to 10"),
        ("10,6,9", "6", {}, "6,9,T is a bust hand"),
        ("10,6", "X", {}, "'X' is not a card"),
        ("5,5,5,5", "5", {}, r"does not hold all these cards: there are not enough of 5"),
        ("10,6", "6", {"removed": "6,6,6"}, "not enough of 6"),
        ("10,6", "6", {"removed": "Z"}, "'Z' is not a card"),
        ("10,6", "6", {"split_of": "8"}, "a hand of a split 8 holds one: 10, 6 does not"),
    ],
)
def test_impossible_hands(cards: str, up: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(ImpossibleHandError, match=message):
        asked(Rules(shoe=Shoe.of_decks(1)), cards, up, **options)


def test_tens_whose_ranks_matter_are_asked_for() -> None:
    rules = Rules(split=Split(pairs=PairKind.RANK))
    with pytest.raises(ImpossibleHandError, match="pairs are by rank in this game: write 10, J"):
        asked(rules, "T,T", "6")
    assert "split" in known(asked(rules, "J,J", "6").actions)
    assert "split" not in known(asked(rules, "J,K", "6").actions)


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
