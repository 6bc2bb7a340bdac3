"""The five shipped games say what their texts say."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

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

GAMES = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))["game"]


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
    readings = GAMES[game.slug]["readings"]
    assert found == readings
    assert game.readings == {name: ids[0] for name, ids in readings.items()}
    assert all(one.source and one.why and one.question for one in game.interpretations)


def test_a_reading_either_changes_the_game_or_says_that_it_does_not(game: Game) -> None:
    changing = {(one.id, reading.id) for one, reading, _ in game.other_readings()}
    for one in game.interpretations:
        for reading in one.readings:
            if reading.id != one.default:
                says = "Nothing that is computed" in reading.text or "be computed" in reading.text
                assert ((one.id, reading.id) in changing) != says, (one.id, reading.id)


def test_claims(game: Game) -> None:
    assert {one.about: one.printed for one in game.claims} == GAMES[game.slug]["claims"]
    assert {one.what for one in game.claims} <= {"rtp"}
    assert all(one.denominator is None and one.source for one in game.claims)


def test_side_bets(game: Game) -> None:
    found = {bet.id: [*bet.cards, bet.pays_source] for bet in game.side_bets}
    assert found == GAMES[game.slug]["side_bets"]


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


def test_the_rules_in_a_line(game: Game) -> None:
    assert rules_line(game.rules) == GAMES[game.slug]["line"]
    assert Double() == RULES[PRO].double
