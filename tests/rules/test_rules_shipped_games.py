"""The five shipped games say what their texts say."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bjcalc.gamefile import Game, load_game, shipped_games
from bjcalc.rules import Rules, rules_from_dict, rules_line
from bjcalc.rules.model import Surrender

PRO = "borgata-blackjack-pro"
MGM = "betmgm-blackjack-pro"
GOLD = "atlantic-city-blackjack-gold"
PAIRS = "bonus-pairs-blackjack"
CHARLIE = "blackjack-seven-card-charlie"

GAMES = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))["game"]


def rules_of(slug: str, **other: Any) -> Rules:
    """The rules that a game's text states, but for others."""
    return rules_from_dict(GAMES[slug]["rules"] | other)


@pytest.fixture(scope="module", params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return load_game(request.param)


def test_these_games_are_shipped() -> None:
    assert (
        shipped_games() == tuple(sorted(GAMES)) == tuple(sorted((PRO, MGM, GOLD, PAIRS, CHARLIE)))
    )


def test_rules(game: Game) -> None:
    assert game.rules == rules_of(game.slug)


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
    no_hole_card = load_game(GOLD, readings=["hole-card=no-hole-card"]).rules
    assert no_hole_card == rules_of(GOLD, **{"dealer.peek": []})
    assert load_game(GOLD, readings=["insurance-pays=regular-bet"]).rules.insurance.pays == 4
    resplit = load_game(PAIRS, readings=["resplit-aces=yes"]).rules
    assert resplit == rules_of(PAIRS, **{"split.max_hands_aces": 4})
    early = load_game(PRO, readings=["surrender-against-ten=early"]).rules.surrender
    assert early == replace(rules_of(PRO).surrender, ten=Surrender.EARLY)


def test_sources_and_assumptions() -> None:
    assert load_game(GOLD).source.date == "2017-11-15"
    assert load_game(PAIRS).source.date == load_game(CHARLIE).source.date == "2023-11-16"
    for slug in (PRO, MGM, PAIRS, CHARLIE):
        assert any("balance" in text for text in load_game(slug).assumptions)


def test_the_rules_in_a_line(game: Game) -> None:
    assert rules_line(game.rules) == GAMES[game.slug]["line"]
