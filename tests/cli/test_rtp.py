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


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = bjcalc(capsys, "rtp", GAME)
    assert (status, err) == (0, "")
    lines = [re.sub(" +", " ", line).strip() for line in out.splitlines()]
    assert lines[:2] == [
        "Borgata Blackjack Pro",
        "8 decks, S17, DAS, 2 hands, late surrender, peek A+T, 3:2, even money",
    ]
    for line in (
        "EV -0.004099625669",
        "house edge 0.409962566881 %",
        "RTP 99.590037433119 %",
        "total stake 1.127741160070",
        "RTP per unit wagered 99.636474590628 %",
    ):
        assert line in lines
    assert any(line.startswith("surrender-against-ten: late. Is surrender") for line in lines)
    assert "Class CD, optimal play:" in out
    # Prose keeps to 80 columns; a fraction stands on one line, to be copied whole.
    assert any(line.startswith("EV ") and line.endswith(f" {EV}") for line in out.splitlines())
    assert all(len(line) <= 80 for line in out.splitlines() if not re.search("[0-9a-f]{30}", line))


def test_settings(capsys: pytest.CaptureFixture[str]) -> None:
    """6 decks, H17, DAS, 4 hands, RSA, late surrender is a published fraction."""
    settings = ["shoe.decks=6", "dealer.soft17=hit", "split.max_hands=4", "split.max_hands_aces=4"]
    options = [word for setting in settings for word in ("--set", setting)]
    data = bjcalc_json(capsys, "rtp", GAME, *options)
    assert data["main"]["CD"]["ev"]["exact"] == (
        "-115033125617895397800655410117531587879/25061607343967763225441618680458107746250"
    )
    assert data["game"]["settings"] == settings
    _, out, _ = bjcalc(capsys, "rtp", GAME, *options)
    assert f"with {', '.join(settings)}" in out


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


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["borgata-blackjack"], "borgata-blackjack-pro"),
        (["no-such-file.toml"], "no-such-file.toml"),
        ([GAME, "--set", "shoe.decks=0"], "setting shoe.decks=0: 0 is wrong"),
        ([GAME, "--set", "shoe.deks=6"], "did you mean"),
        ([GAME, "--reading", "surrender-against-ten=never"], "late, early"),
    ],
)
def test_mistakes(capsys: pytest.CaptureFixture[str], args: list[str], message: str) -> None:
    status, out, err = bjcalc(capsys, "rtp", *args)
    assert (status, out) == (2, "")
    assert message in err and "Traceback" not in err


def test_a_shoe_that_runs_out_names_the_hand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "small.toml"
    path.write_text(
        'schema = 1\n[game]\nname = "Small"\n[shoe]\ncounts = { 6 = 1, 7 = 1, T = 2 }\n'
    )
    status, out, err = bjcalc(capsys, "rtp", str(path))
    assert (status, out) == (2, "")
    assert "the shoe of 4 cards is too small: with the hand" in err


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = bjcalc(capsys, "rtp", "--help")
    assert status == 0
    assert "bjcalc rtp borgata-blackjack-pro" in out
    for option in ("--set", "--reading", "--json"):
        assert option in out
