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
    Soft17,
    Split,
    SplitAces,
    SplitNatural,
    Surrender,
    SurrenderRules,
    UpCard,
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


@pytest.mark.parametrize(
    ("rules", "cards", "up", "values", "best"),
    [
        # 12 against a sure 20: standing and hitting both lose the bet for certain.
        (
            *(Rules(shoe=shoe("2", tens=9)), "10,2", "10"),
            *({"stand": -1, "hit": -1, "double": -2}, "stand"),
        ),
        # 9 against a sure 19, tens to come: both draws push.
        (
            *(Rules(shoe=shoe("4,5,9", tens=9)), "4,5", "9"),
            *({"stand": -1, "hit": 0, "double": 0}, "hit"),
        ),
        # Nothing but tens: every hand and the dealer's is 20.
        (
            *(Rules(shoe=shoe("", tens=20)), "10,10", "10"),
            *({"stand": 0, "hit": -1, "double": -2, "split": 0}, "stand"),
        ),
        # 19 against a ten with one eight and three tens unseen: wins once in four.
        (
            *(Rules(shoe=shoe("9,8", tens=5), surrender=LATE, split=NO_SPLIT), "10,9", "10"),
            *({"stand": -HALF, "hit": -1, "double": -2, "surrender": -HALF}, "stand"),
        ),
    ],
    ids=["stand, hit", "hit, double", "stand, split", "stand, surrender"],
)
def test_ties(rules: Rules, cards: str, up: str, values: dict[str, Fraction], best: str) -> None:
    answer = asked(rules, cards, up)
    assert known(answer.actions) == values
    assert answer.best == best


# 21, Charlies and limits


def test_twenty_one_takes_no_action_unless_the_rules_let_it() -> None:
    standing = Rules(shoe=shoe("A,A,4,5,6,6,7,8,9", tens=8))
    free = replace(standing, player=Player(stand_on_21=False))
    for cards in ("A,4,6", "5,6,10"):
        assert set(known(asked(standing, cards, "6").actions)) == {"stand"}
        assert set(known(asked(free, cards, "6").actions)) == {"stand", "hit"}
    for rules in (standing, free):
        assert set(known(asked(rules, "A,10", "6").actions)) == {"stand"}


def test_a_natural_stands_and_is_paid() -> None:
    natural = asked(Rules(), "A,K", "6")
    assert known(natural.actions) == {"stand": Fraction(3, 2)}
    assert natural.best == "stand" and natural.insurance is None


def test_soft_21_is_hit_for_a_charlie_where_it_may() -> None:
    rules = Rules(
        shoe=shoe("A,4,6,8,8", tens=8),
        charlie=Charlie(cards=4, pays=Fraction(2)),
        player=Player(stand_on_21=False),
    )
    free = asked(rules, "A,4,6", "8")
    assert known(free.actions) == {"stand": 1, "hit": 2}  # no card busts a soft 21
    assert free.best == "hit"
    assert asked(replace(rules, player=Player(stand_on_21=True)), "A,4,6", "8").best == "stand"


@pytest.mark.parametrize("pays", [Fraction(1), Fraction(3, 2)])
def test_charlie_on_a_doubled_stake(pays: Fraction) -> None:
    rules = Rules(shoe=shoe("2,3,5", tens=9), charlie=Charlie(cards=3, pays=pays))
    assert value(rules, "2,3", "10", "hit") == pays
    assert value(rules, "2,3", "10", "double") == 2 * pays
    assert known(asked(rules, "2,3,10", "10").actions) == {"stand": pays}


@pytest.mark.parametrize(
    ("takes", "beats", "against_natural"),
    [
        (NaturalTakes.ALL, False, -2),
        (NaturalTakes.ORIGINAL, False, -1),
        (NaturalTakes.ORIGINAL_PER_HAND, False, -1),
        (NaturalTakes.ALL, True, 2),
    ],
)
def test_charlie_against_an_unseen_natural(
    takes: NaturalTakes, beats: bool, against_natural: int
) -> None:
    """2,3 doubled into three cards; unseen are two aces and six tens, a natural in 2 of 8."""
    rules = Rules(
        shoe=shoe("2,3,A,A", tens=7),
        charlie=Charlie(cards=3, beats_natural=beats),
        dealer=replace(NO_PEEK, natural_takes=takes),
        split=NO_SPLIT,
    )
    expected = Fraction(6, 8) * 2 + Fraction(2, 8) * against_natural
    assert value(rules, "2,3", "10", "double") == expected


@pytest.mark.parametrize("ties", [False, True])
def test_a_charlie_of_21_against_an_unseen_natural(ties: bool) -> None:
    """9,2 doubled; unseen are two aces and six tens. A natural ties a 21, not the ace's 12."""
    rules = Rules(
        shoe=shoe("9,2,A,A", tens=7),
        charlie=Charlie(cards=3),
        blackjack=Blackjack(beats_drawn_21=not ties),
        dealer=NO_PEEK,
        split=NO_SPLIT,
    )
    natural_and_12, natural_and_21 = Fraction(2 * 1, 8 * 7), Fraction(6 * 2, 8 * 7)
    won = 1 - natural_and_12 - natural_and_21
    lost = natural_and_12 + (0 if ties else natural_and_21)
    assert value(rules, "9,2", "10", "double") == 2 * won - 2 * lost


def test_charlie_comes_before_a_limit() -> None:
    rules = Rules(shoe=shoe("2,3,5", tens=9), charlie=Charlie(cards=3), player=Player(card_limit=3))
    assert value(rules, "2,3", "10", "hit") == 1


def test_charlie_counts_the_split_card() -> None:
    """Of a split three, 3,10 and one more card are three."""
    rules = Rules(shoe=shoe("3,3,6", tens=9), charlie=Charlie(cards=3))
    values = asked(rules, "3,10", "6", split_of="3")
    assert known(values.actions) == {"stand": 1, "hit": -1, "double": -2}
    assert known(asked(rules, "3,3,10", "6").actions) == {"stand": 1}


def test_card_limit_of_the_player() -> None:
    rules = Rules(
        shoe=shoe("2,3,2,4,5", tens=12),
        double=Double(any_cards=True),
        player=Player(card_limit=3),
        split=NO_SPLIT,
    )
    assert set(known(asked(rules, "2,3", "10").actions)) == {"stand", "hit", "double"}
    assert set(known(asked(rules, "2,3,2", "10").actions)) == {"stand"}
    wider = replace(rules, player=Player(card_limit=4))
    assert set(known(asked(wider, "2,3,2", "10").actions)) == {"stand", "hit", "double"}
    with pytest.raises(ImpossibleHandError, match="4 cards, but a hand of 3"):
        asked(rules, "2,3,2,4", "10")


def test_card_limit_of_the_dealer() -> None:
    """A two up and fives unseen: 12 stands at three cards, else it draws to 17."""
    rules = Rules(shoe=shoe("2,7,8,5,5,5,5,5,5,5,5"), split=NO_SPLIT)
    assert value(rules, "7,8", "2", "stand") == -1
    assert value(replace(rules, dealer=Dealer(card_limit=3)), "7,8", "2", "stand") == 1


def test_soft_17() -> None:
    """An ace up, sixes unseen: S17 stands on A,6, H17 draws 6 and 6 to 19."""
    rules = Rules(shoe=shoe("A,8,6,6,6,6,6", tens=1), split=NO_SPLIT)
    assert value(rules, "10,8", "A", "stand") == 1
    hits = replace(rules, dealer=Dealer(soft17=Soft17.HIT))
    assert value(hits, "10,8", "A", "stand") == -1


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


def test_what_a_natural_takes_from_a_split() -> None:
    """Eights split against a ten; nine tens and an ace unseen, so each hand is 18 or 19."""
    rules = Rules(shoe=shoe("8,8,A", tens=10), dealer=NO_PEEK)
    natural = Fraction(1, 10)
    split, double = {}, {}
    for takes in NaturalTakes:
        other = replace(rules, dealer=replace(NO_PEEK, natural_takes=takes))
        split[takes] = value(other, "8,8", "10", "split")
        double[takes] = value(other, "8,8", "10", "double")
    beaten = -2 * (1 - natural)  # two hands against 20
    assert split[NaturalTakes.ALL] == beaten - 2 * natural
    assert split[NaturalTakes.ORIGINAL_PER_HAND] == beaten - 2 * natural
    assert split[NaturalTakes.ORIGINAL] == beaten - natural
    assert double[NaturalTakes.ALL] == -2
    assert double[NaturalTakes.ORIGINAL] == -2 * (1 - natural) - natural


def test_natural_against_a_drawn_21() -> None:
    """A six up; unseen are four fives and a ten: only 6,5,5,10 is not 21 but a bust."""
    rules = Rules(shoe=shoe("A,6,5,5,5,5", tens=2), split=NO_SPLIT)
    assert value(rules, "A,10", "6", "stand") == Fraction(3, 2)
    pushing = replace(rules, blackjack=Blackjack(beats_drawn_21=False))
    bust = Fraction(4, 5) * Fraction(3, 4) * Fraction(1, 3)
    assert value(pushing, "A,10", "6", "stand") == Fraction(3, 2) * bust


def test_a_drawn_21_loses_to_an_unseen_natural_unless_it_pushes() -> None:
    rules = Rules(shoe=shoe("7,7,7,A", tens=6), dealer=NO_PEEK, split=NO_SPLIT)
    natural = Fraction(1, 6)
    assert value(rules, "7,7,7", "10", "stand") == 1 - 2 * natural
    pushing = replace(rules, blackjack=Blackjack(beats_drawn_21=False))
    assert value(pushing, "7,7,7", "10", "stand") == 1 - natural


def test_natural_against_natural_pushes() -> None:
    """Unseen are an ace and three tens against an ace: a natural in three of four."""
    for dealer in (Dealer(), NO_PEEK):
        rules = Rules(shoe=shoe("A,A,A", tens=4), dealer=dealer, split=NO_SPLIT)
        answer = asked(rules, "A,10", "A")
        assert answer.unconditional[Action.STAND] == Fraction(1, 4) * Fraction(3, 2)


def test_ten_on_a_split_ace() -> None:
    rules = Rules(shoe=shoe("A,A,7", tens=9))
    assert value(rules, "A,A", "7", "split") == 2
    natural = replace(rules, split=Split(ten_on_ace=SplitNatural.BLACKJACK))
    assert value(natural, "A,A", "7", "split") == 3


def test_ace_on_a_split_ten() -> None:
    """Every other card is an ace: both hands are 21, the dealer has soft 18."""
    rules = Rules(shoe=shoe("7,A,A,A,A", tens=2), split=Split(max_hands=2))
    assert value(rules, "10,10", "7", "split") == 2
    natural = replace(rules, split=Split(max_hands=2, ace_on_ten=SplitNatural.BLACKJACK))
    assert value(natural, "10,10", "7", "split") == 3


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


def test_early_surrender_is_compared_before_the_peek() -> None:
    """18 against an ace; given no natural the dealer has 17, but naturals are likely."""
    poor = Rules(shoe=shoe("8,A,6,6,6", tens=3), surrender=EARLY)
    answer = asked(poor, "10,8", "A")
    assert answer.early and answer.actions[Action.SURRENDER] == -HALF
    assert answer.actions[Action.STAND] == 1
    assert answer.unconditional[Action.STAND] == Fraction(3, 5) - Fraction(2, 5)
    assert answer.best == "stand"
    rich = replace(poor, shoe=shoe("8,A,6", tens=8))
    answer = asked(rich, "10,8", "A")
    assert answer.unconditional[Action.STAND] == Fraction(1, 8) - Fraction(7, 8)
    assert answer.best == "surrender"
    assert asked(replace(rich, surrender=LATE), "10,8", "A").best == "stand"


def test_late_surrender_is_half_given_no_natural() -> None:
    answer = asked(load_game("borgata-blackjack-pro").rules, "10,6", "10")
    assert answer.given_no_natural and answer.actions[Action.SURRENDER] == -HALF
    natural = Fraction(32, 413)
    assert answer.unconditional[Action.SURRENDER] == -natural - HALF * (1 - natural)
    assert answer.best == "surrender"


def test_late_surrender_without_a_peek_is_void_against_a_natural() -> None:
    rules = Rules(shoe=shoe("9,7,A,8", tens=5), dealer=NO_PEEK, surrender=LATE)
    natural = Fraction(1, 6)
    assert value(rules, "9,7", "10", "surrender") == -natural - HALF * (1 - natural)


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


def test_insurance_is_taken_only_where_it_is_worth_something() -> None:
    """Unseen are six cards, two or three of them tens: the bet is fair at one third."""
    fair = Rules(shoe=shoe("A,5,6,7,7,7,7", tens=2))
    answer = asked(fair, "5,6", "A")
    assert answer.insurance == 0 and not answer.insurance_taken
    rich = asked(replace(fair, shoe=shoe("A,5,6,7,7,7,7", tens=3)), "5,6", "A")
    assert rich.insurance == HALF * (Fraction(3, 7) * 2 - Fraction(4, 7))
    assert rich.insurance_taken
    not_offered = replace(fair, insurance=Insurance(against=frozenset()))
    assert asked(not_offered, "5,6", "A").insurance is None


def test_insurance_against_a_ten_at_its_price() -> None:
    insurance = Insurance(against=frozenset(UpCard), price=Fraction(1), pays=Fraction(5))
    rules = Rules(shoe=shoe("A,A,5,6,7,7,7", tens=2), insurance=insurance)
    natural = Fraction(2, 6)
    assert asked(rules, "5,6", "10").insurance == natural * 5 - (1 - natural)


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


def test_insurance_of_a_natural_may_be_worth_more_than_even_money() -> None:
    """Unseen are four tens and a five; insured: 3/2 x 1/5 + 1/2 (4/5 x 5 - 1/5)."""
    rules = Rules(
        shoe=shoe("A,A,5", tens=5), insurance=Insurance(even_money=True, pays=Fraction(5))
    )
    assert asked(rules, "A,10", "A").even_money is False
    barred = replace(rules, insurance=replace(rules.insurance, on_naturals=False))
    answer = asked(barred, "A,10", "A")
    assert answer.even_money is True and answer.insurance is None


@pytest.mark.parametrize(
    ("tens", "insured", "taken"),
    [(17, False, False), (18, False, False), (19, False, True), (19, True, False)],
)
def test_even_money_is_not_taken_where_it_is_worth_the_same(
    tens: int, insured: bool, taken: bool
) -> None:
    """Of 33 + tens - 1 unseen cards tens - 1 make a natural: 3/2 x 2/3 = 1 where they are a third.

    A natural that is insured at 2:1 for half a bet wins one bet, whatever the dealer has.
    """
    rules = Rules(
        shoe=Shoe(values=(*(4,) * 9, tens)),
        insurance=Insurance(even_money=True, on_naturals=insured),
    )
    assert asked(rules, "A,10", "A").even_money is taken
    assert solve_reference(rules).takes_even_money(ACE) is taken


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
