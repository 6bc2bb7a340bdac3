"""Regulators' limits: what they are, and that each line passes or fails rightly."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from claim_games import PAIR_BET, SMALL, WriteGame

from bjcalc import solve
from bjcalc.claims.figures import MainFigures
from bjcalc.claims.limits import (
    UnknownJurisdictionError,
    charlie_chance_at_least,
    check_limits,
    find_jurisdiction,
    jurisdictions,
)
from bjcalc.claims.work import Workers
from bjcalc.engine import Action
from bjcalc.gamefile import load_game

CHARLIE = """
[charlie]
cards = 3
"""


def test_the_limits_are_cited_and_dated() -> None:
    known = jurisdictions()
    assert sorted(known) == ["MT", "NJ"]
    amounts = {
        (one.code, limit.kind): limit.amount for one in known.values() for limit in one.limits
    }
    assert amounts == {
        ("NJ", "least_rtp"): Fraction(83, 100),
        ("NJ", "most_odds"): Fraction(100_000_000),
        ("MT", "least_rtp"): Fraction(85, 100),
    }
    for one in known.values():
        for limit in one.limits:
            assert limit.citation
            assert limit.as_of
            assert limit.url.startswith("https://")


def test_a_jurisdiction_is_found_by_code_or_name() -> None:
    assert find_jurisdiction("nj") is find_jurisdiction("New Jersey")
    with pytest.raises(UnknownJurisdictionError, match="did you mean Malta"):
        find_jurisdiction("Malte")


def test_a_game_that_passes(write_game: WriteGame, workers: Workers) -> None:
    game = write_game(SMALL)
    lines = check_limits(game, [find_jurisdiction("NJ")], MainFigures(game, workers))
    assert [(one.subject, one.passes) for one in lines] == [
        ("main game", True),
        ("a blackjack", True),
    ]
    lowest = min(solve(game.with_readings([f"soft17={one}"]).rules).rtp for one in ("stand", "hit"))
    assert lines[0].value == lowest
    # 2 aces and 8 tens of 26 cards: 2 * 2 * 8 / (26 * 25) = 16/325.
    assert lines[1].value == Fraction(325, 16) - 1


def test_a_side_bet_that_pays_too_little_fails(write_game: WriteGame, workers: Workers) -> None:
    game = write_game(PAIR_BET % ("stated", "0.4"))  # 3/5 * 1.4 = 0.84
    lines = {
        (one.jurisdiction, one.subject): one
        for one in check_limits(game, jurisdictions().values(), MainFigures(game, workers))
    }
    assert lines["NJ", "Pair"].passes is True
    assert lines["MT", "Pair"].passes is False
    assert lines["MT", "Pair"].value == Fraction(84, 100)
    assert lines["NJ", "main game"].passes is None, "five cards are too few to play"
    assert lines["NJ", "Pair: Pair"].value == Fraction(2, 3)


def test_unknown_pays_are_not_decidable() -> None:
    game = load_game("bonus-pairs-blackjack")
    with Workers() as workers:
        lines = check_limits(game, [find_jurisdiction("MT")], MainFigures(game, workers))
    assert {one.subject: one.passes for one in lines} == {"main game": True, "Bonus Pairs": None}


@pytest.mark.parametrize(("decks", "passes"), [(6, True), (5, False)])
def test_longer_odds_than_the_limit_fail(decks: int, passes: bool) -> None:
    game = load_game("borgata-blackjack-pro").with_settings(
        {
            "side_bets": [
                {
                    "name": "Five",
                    "cards": ["player1", "player2", "player3", "up", "hole"],
                    "pays_source": "stated",
                    "categories": [{"name": "Five alike", "when": "same card", "pays": 1000}],
                }
            ],
            "shoe.decks": decks,
        }
    )
    with Workers(1) as workers:
        lines = check_limits(game, [find_jurisdiction("NJ")], MainFigures(game, workers))
    odds = next(one for one in lines if one.subject == "Five: Five alike")
    assert odds.value is not None
    assert odds.value + 1 == Fraction(comb(52 * decks, 5), 52 * comb(decks, 5))
    assert odds.passes is passes


def test_the_chance_of_a_charlie_is_bounded_from_below(write_game: WriteGame) -> None:
    game = write_game(SMALL.replace("[[interpretations]]", CHARLIE + "[[interpretations]]", 1))
    solution = solve(game.rules)
    counts, total = game.rules.shoe.values, Fraction(0)
    action = {(deal.first, deal.second, deal.up): solution.chosen[deal] for deal in solution.deals}
    for up in range(1, 9):
        for first in range(10):
            for second in range(10):
                left = list(counts)
                chance = Fraction(1)
                for size, card in enumerate((up, first, second)):
                    chance *= Fraction(max(0, left[card]), 26 - size)
                    left[card] -= 1
                key = (min(first, second), max(first, second), up)
                if not chance or action.get(key) is not Action.HIT:
                    continue
                hard = first + second + 2
                wins = sum(max(0, left[card]) for card in range(10) if hard + card + 1 <= 21)
                total += chance * Fraction(wins, 23)
    assert total > 0
    assert charlie_chance_at_least(solution) == total
