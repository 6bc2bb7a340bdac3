"""`bjcalc rtp`, as a user meets it: figures, fractions, readings, settings, mistakes."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from running import bjcalc, bjcalc_json

from bjcalc import load_game, shipped_games, solve
from bjcalc.numbers import decimal_text

GAME = "borgata-blackjack-pro"
EV = (
    "-163865755017065397911971245064634080125023669/39970906676655790315039041394254159919343867625"
)
FIGURES = ["ev", "house_edge", "rtp", "total_stake", "rtp_per_unit_wagered"]


def fraction(number: Any) -> Fraction:
    """The value of an exact number in JSON, whose decimal must be its own rounding."""
    value = Fraction(number["exact"])
    assert number["exact"] == f"{value.numerator}/{value.denominator}"
    assert number["decimal"] == decimal_text(value)
    return value


def test_json_has_the_published_fraction(capsys: pytest.CaptureFixture[str]) -> None:
    data = bjcalc_json(capsys, "rtp", GAME)
    main = data["main"]["CD"]
    assert main["ev"] == {"exact": EV, "decimal": "-0.004099625669"}
    assert list(main) == [*FIGURES, "by_up_card"]
    ev, stake = fraction(main["ev"]), fraction(main["total_stake"])
    assert fraction(main["house_edge"]) == -ev
    assert fraction(main["rtp"]) == 1 + ev
    assert fraction(main["rtp_per_unit_wagered"]) == 1 + ev / stake
    shares = main["by_up_card"]
    assert list(shares) == ["A", *map(str, range(2, 10)), "T"]
    assert sum(fraction(share["probability"]) for share in shares.values()) == 1
    assert sum(fraction(share["ev_contribution"]) for share in shares.values()) == ev


@pytest.mark.parametrize("slug", list(shipped_games()))
def test_every_shipped_game(capsys: pytest.CaptureFixture[str], slug: str) -> None:
    data = bjcalc_json(capsys, "rtp", slug)
    game = load_game(slug)
    assert fraction(data["main"]["CD"]["ev"]) == solve(game.rules).ev
    about = data["game"]
    assert (about["slug"], about["name"], about["sha256"]) == (slug, game.name, game.sha256)
    assert re.fullmatch("[0-9a-f]{64}", about["sha256"])
    assert [one["id"] for one in about["readings"]] == [one.id for one in game.interpretations]
    assert all(one["chosen"] == one["default"] and one["why"] for one in about["readings"])
    for other in data["other_readings"]:
        taken = game.with_readings({other["id"]: other["reading"]})
        assert fraction(other["main"]["CD"]["ev"]) == solve(taken.rules).ev
    status, out, _ = bjcalc(capsys, "rtp", slug)
    assert status == 0 and game.name in out and game.sha256 in out
    for one in game.interpretations:
        assert f"{one.id}: {one.chosen}" in out


def test_another_reading(capsys: pytest.CaptureFixture[str]) -> None:
    game = "bonus-pairs-blackjack"
    default = bjcalc_json(capsys, "rtp", game)
    other = bjcalc_json(capsys, "rtp", game, "--reading", "resplit-aces=yes")
    (listed,) = [
        entry["main"]["CD"]["ev"]
        for entry in default["other_readings"]
        if (entry["id"], entry["reading"]) == ("resplit-aces", "yes")
    ]
    assert other["main"]["CD"]["ev"] == listed
    _, out, _ = bjcalc(capsys, "rtp", game, "--reading", "resplit-aces=yes")
    assert "resplit-aces: yes (not the default)." in out


def test_a_file_of_one_s_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "my-game.toml"
    path.write_text(
        'schema = 1\n[game]\nname = "Mine"\n[shoe]\ncounts = { A = 4, 9 = 8, T = 30 }\n'
        "[split]\nmax_hands = 1\nmax_hands_aces = 1\n"
    )
    data = bjcalc_json(capsys, "rtp", str(path))
    assert fraction(data["main"]["CD"]["ev"]) == solve(load_game(str(path)).rules).ev
    _, out, _ = bjcalc(capsys, "rtp", str(path))
    # Up cards that the shoe lacks have no line.
    ups = re.findall(r"^([A2-9T]) +0\.\d{12} ", out, re.MULTILINE)
    assert ups == ["A", "9", "T"]
