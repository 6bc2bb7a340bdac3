"""The five shipped games say what their texts say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bjcalc.gamefile import Game, load_game, shipped_games
from bjcalc.rules import Rules, rules_line
from bjcalc.rules.model import (
    Charlie,
    Dealer,
    Double,
    Insurance,
    Player,
    Soft17,
    Split,
    Surrender,
    SurrenderRules,
)

PRO = "borgata-blackjack-pro"
MGM = "betmgm-blackjack-pro"
GOLD = "atlantic-city-blackjack-gold"
PAIRS = "bonus-pairs-blackjack"
CHARLIE = "blackjack-seven-card-charlie"

LATE = SurrenderRules(ace=Surrender.LATE, ten=Surrender.LATE, other=Surrender.LATE)
TWO_HANDS = Split(max_hands=2)
NOT_ON_NATURALS = Insurance(on_naturals=False)

# What differs from `Rules()`: 8 decks, S17, peek under ace and ten, 3:2, double any two, DAS, four
# hands, aces two, no surrender, insurance against an ace.
RULES: dict[str, Rules] = {
    PRO: Rules(split=TWO_HANDS, surrender=LATE, insurance=Insurance(even_money=True)),
    MGM: Rules(split=TWO_HANDS, insurance=Insurance(even_money=True)),
    GOLD: Rules(surrender=LATE, dealer=Dealer(card_limit=11), player=Player(card_limit=11)),
    PAIRS: Rules(surrender=LATE, dealer=Dealer(soft17=Soft17.HIT), insurance=NOT_ON_NATURALS),
    CHARLIE: Rules(split=TWO_HANDS, insurance=NOT_ON_NATURALS, charlie=Charlie(cards=7)),
}

READINGS = {
    PRO: {
        "surrender-against-ten": ["late", "early"],
        "stand-on-21": ["yes", "no"],
        "insurance-on-naturals": ["yes", "no"],
        "straight-ace": ["both", "high", "low"],
        "pair-claim": ["perfect-pairs", "other-bet"],
        "dealers-pair-pays": ["as-perfect-pairs", "own-table"],
    },
    MGM: {
        "stand-on-21": ["yes", "no"],
        "insurance-on-naturals": ["yes", "no"],
        "straight-ace": ["both", "high", "low"],
        "pair-claim": ["whole-bet", "category"],
        "dealers-pair-pays": ["as-players-pair", "own-table"],
    },
    GOLD: {
        "stand-on-21": ["yes", "no"],
        "hole-card": ["hole-card", "no-hole-card"],
        "insurance-pays": ["insurance-bet", "regular-bet"],
        "insurance-on-naturals": ["yes", "no"],
        "even-money": ["no", "yes"],
        "natural-against-21": ["beats", "pushes"],
    },
    PAIRS: {
        "resplit-aces": ["no", "yes"],
        "ace-on-ten": ["21", "blackjack"],
        "natural-against-21": ["beats", "pushes"],
        "claim-covers": ["main", "with-side-bet"],
    },
    CHARLIE: {"ace-on-ten": ["21", "blackjack"], "natural-against-21": ["beats", "pushes"]},
}

CLAIMS = {
    PRO: [
        ("main", "99.61 %"),
        ("side_bets.21+3", "96.29 %"),
        ("side_bets.perfect-pairs", "95.91 %"),
    ],
    MGM: [
        ("main", "99.55%"),
        ("side_bets.21+3", "96.29 %"),
        ("side_bets.players-pair", "95.90%"),
    ],
    GOLD: [],
    PAIRS: [("main", "99.65%")],
    CHARLIE: [],
}


@pytest.fixture(scope="module", params=sorted(RULES))
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def test_these_games_are_shipped() -> None:
    assert shipped_games() == tuple(sorted(RULES))


def test_rules(game: Game) -> None:
    assert game.rules == RULES[game.slug]


def test_every_rule_is_stated(game: Game) -> None:
    assert game.defaults_taken == ()


def test_readings_default_first(game: Game) -> None:
    found = {one.id: [reading.id for reading in one.readings] for one in game.interpretations}
    assert found == READINGS[game.slug]
    assert game.readings == {name: ids[0] for name, ids in READINGS[game.slug].items()}
    assert all(one.source and one.why and one.question for one in game.interpretations)


def test_a_reading_either_changes_the_game_or_says_that_it_does_not(game: Game) -> None:
    changing = {(one.id, reading.id) for one, reading, _ in game.other_readings()}
    for one in game.interpretations:
        for reading in one.readings:
            if reading.id != one.default:
                says = "Nothing that is computed" in reading.text or "be computed" in reading.text
                assert ((one.id, reading.id) in changing) != says, (one.id, reading.id)


def test_claims(game: Game) -> None:
    assert [(one.about, one.printed) for one in game.claims] == CLAIMS[game.slug]
    assert {one.what for one in game.claims} <= {"rtp"}
    assert all(one.denominator is None and one.source for one in game.claims)


def test_side_bets() -> None:
    found: dict[str, Any] = {
        slug: {bet.id: (bet.cards, str(bet.pays_source)) for bet in load_game(slug).side_bets}
        for slug in RULES
    }
    player, dealer = ("player1", "player2"), ("up", "hole")
    assert found == {
        PRO: {
            "perfect-pairs": (player, "inferred"),
            "dealers-pair": (dealer, "inferred"),
            "21+3": ((*player, "up"), "inferred"),
        },
        MGM: {
            "players-pair": (player, "inferred"),
            "dealers-pair": (dealer, "inferred"),
            "21+3": ((*player, "up"), "inferred"),
        },
        GOLD: {},
        PAIRS: {"bonus-pairs": (player, "unknown")},
        CHARLIE: {},
    }


def test_the_readings_mean_what_they_say() -> None:
    assert load_game(GOLD, readings=["hole-card=no-hole-card"]).rules == replace(
        RULES[GOLD], dealer=Dealer(card_limit=11, peek=frozenset())
    )
    assert load_game(GOLD, readings=["insurance-pays=regular-bet"]).rules.insurance.pays == 4
    assert load_game(PAIRS, readings=["resplit-aces=yes"]).rules == replace(
        RULES[PAIRS], split=Split(max_hands_aces=4)
    )
    assert load_game(PRO, readings=["surrender-against-ten=early"]).rules.surrender == replace(
        LATE, ten=Surrender.EARLY
    )


def test_sources_and_assumptions() -> None:
    assert load_game(GOLD).source.date == "2017-11-15"
    assert load_game(PAIRS).source.date == load_game(CHARLIE).source.date == "2023-11-16"
    for slug in (PRO, MGM, PAIRS, CHARLIE):
        assert any("balance" in text for text in load_game(slug).assumptions)


def test_the_rules_in_a_line() -> None:
    assert {slug: rules_line(rules) for slug, rules in RULES.items()} == {
        PRO: "8 decks, S17, DAS, 2 hands, late surrender, peek A+T, 3:2, even money",
        MGM: "8 decks, S17, DAS, 2 hands, no surrender, peek A+T, 3:2, even money",
        GOLD: "8 decks, S17, DAS, 4 hands, aces 2 hands, late surrender, peek A+T, 3:2, player "
        "stands at 11 cards, dealer stands at 11 cards",
        PAIRS: "8 decks, H17, DAS, 4 hands, aces 2 hands, late surrender, peek A+T, 3:2, naturals "
        "not insured",
        CHARLIE: "8 decks, S17, DAS, 2 hands, no surrender, peek A+T, 3:2, 7-card Charlie, "
        "naturals not insured",
    }
    assert Double() == RULES[PRO].double
