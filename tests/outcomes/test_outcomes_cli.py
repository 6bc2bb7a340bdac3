"""The commands outcomes, combine, tolerance and simulate."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bjcalc.cli.main import run
from bjcalc.documents.plots import round_step
from bjcalc.engine import solve
from bjcalc.gamefile import load_game
from bjcalc.outcomes.bet_tables import why_not_tabled
from bjcalc.rules import rules_line

GAME = "borgata-blackjack-pro"


def call(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        run(list(args))
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out, err


def call_json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    status, out, err = call(capsys, *args, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def test_outcomes(capsys: pytest.CaptureFixture[str]) -> None:
    data = call_json(capsys, "outcomes", GAME)
    law = data["distribution"]
    assert sum(Fraction(p["exact"]) for p in law["net"].values()) == 1
    mean = sum(Fraction(net) * Fraction(p["exact"]) for net, p in law["net"].items())
    assert mean == Fraction(data["moments"]["ev"]["exact"]) == solve(load_game(GAME).rules).ev
    assert law["most_won"]["net"] == "4"
    status, out, _ = call(capsys, "outcomes", GAME, "--digits", "6")
    assert status == 0
    assert "1.133400" in out
    assert "-1/2" in out


def test_outcomes_of_more_hands_are_said_to_be_simulated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = "atlantic-city-blackjack-gold"
    status, out, _ = call(capsys, "outcomes", game, "--simulated", "70000")
    assert status == 0
    assert "SIMULATED, 70000 rounds" in out
    assert "Mean and variance are exact." in out
    data = call_json(capsys, "outcomes", game)
    assert data["distribution"] is None
    assert data["moments"]["standard_deviation"] == "1.141290849345"


def test_combine(capsys: pytest.CaptureFixture[str]) -> None:
    bets = 'main=1,"Perfect Pairs"=0.2,dealers-pair=1/10'
    data = call_json(capsys, "combine", GAME, "--bets", bets)
    assert data["bets"]["once_a_round"] == ["dealers-pair"]
    assert data["initial_bets"]["exact"] == "13/10"
    main = solve(load_game(GAME).rules).ev
    pair = Fraction(398, 415) - 1
    assert Fraction(data["moments"]["ev"]["exact"]) == main + pair * Fraction(3, 10)
    matrix = data["covariances_of_net_results"]
    assert matrix["order"] == ["main", "Perfect Pairs", "Dealer's Pair"]
    rows = matrix["per_unit_staked"]
    assert rows[0][1] == rows[1][0]
    status, out, _ = call(capsys, "combine", GAME, "--bets", bets)
    assert status == 0
    assert "(once a round)" in out


BETS = ("combine", GAME, "--bets")
TOLERANCE = ("tolerance", GAME, "--rounds", "250000", "--per", "wagered", "--actual")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((*BETS, ""), "no bet is named"),
        ((*BETS, " "), "no bet is named"),
        ((*BETS, "main=0"), "'main=0' is not NAME=STAKE"),
        ((*BETS, "main"), "'main' is not NAME=STAKE"),
        ((*BETS, "main=1,lucky=1"), "'lucky' is no bet of this game: main, perfect-pairs"),
        ((*BETS, "main=1,main=2"), "'main' is named twice"),
        ((*BETS, "main=1", "--hit", "--hands", "2"), "for one hand"),
        (
            ("combine", "bonus-pairs-blackjack", "--bets", "bonus-pairs=1"),
            "--bets: 'Bonus Pairs' cannot be combined: what it pays for Pair is not known\n",
        ),
        ((*TOLERANCE, "-10001"), "between -10000 and 10000"),
        ((*TOLERANCE, "many"), "'many' is not an RTP"),
        (("tolerance", GAME, "--actual", "99"), "--actual needs --rounds"),
        (("tolerance", GAME, "--rounds", "0.5"), "0.5"),
        (
            ("tolerance", GAME, "--plot", "no/such.png"),
            "such.png: the ending .png is no form of a plot; write .svg",
        ),
        (
            ("outcomes", GAME, "--chart", "mine.csv", "--strategy", "CD"),
            "--strategy and --chart exclude each other",
        ),
        *(
            (
                (command, GAME, "--set", "shoe.decks=1", "--hands", "7"),
                f"{GAME}.toml: a shoe of 52 cards might not last for 7 hands",
            )
            for command in ("combine", "simulate")
        ),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], message: str) -> None:
    status, out, err = call(capsys, *args)
    assert (status, out) == (2, "")
    assert message in err


def test_tolerance_says_inside_or_outside(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(capsys, *TOLERANCE, "99.5")[0] == 0
    status, out, _ = call(capsys, *TOLERANCE, "98.7")
    assert status == 1
    assert "98.7000 % is OUTSIDE the interval of 95 %" in out
    assert call(capsys, *TOLERANCE, "-12.5")[0] == 1
    assert call(capsys, "tolerance", GAME, "--rounds", "1", "--actual", "-100")[0] == 0


def test_tolerance_table_and_plot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "tolerance.svg"
    status, out, err = call(capsys, "tolerance", GAME, "--plot", str(plot), "--json")
    assert (status, err) == (0, f"plot written to {plot}\n")
    data = json.loads(out)
    assert len(data["intervals"]) == 21
    methods = [one["method"] for one in data["intervals"]]
    assert methods[:3] == ["convolution of the exact distribution"] * 3
    assert set(methods[3:]) == {"normal law"}
    tree = ElementTree.fromstring(plot.read_text())
    assert len(tree.findall("{http://www.w3.org/2000/svg}polygon")) == 3
    lines = [
        one
        for one in tree.findall("{http://www.w3.org/2000/svg}polyline")
        if "stroke-band" in one.get("class", "")
    ]
    assert len(lines) == 3
    texts = ["".join(one.itertext()) for one in tree.iter("{http://www.w3.org/2000/svg}text")]
    levels = {f"{level} % of all runs" for level in ("95", "99", "99.9")}
    assert {*levels, "105 %", "0.01 %", "0.1 %"} <= set(texts)
    game = load_game(GAME)
    said = " ".join(texts)
    for part in (rules_line(game.rules), "Strategy class CD", game.sha256, "one hand: main 1"):
        assert part in said
    # The half width at 10^9 rounds stands where the lower panel's ticks say.
    ticks = {
        "".join(one.itertext()): float(one.get("y", ""))
        for one in tree.iter("{http://www.w3.org/2000/svg}text")
        if one.get("text-anchor") == "end"
    }
    ends = [float(line.get("points", "").split(",")[-1]) + 2.6 for line in lines]
    last = [one for one in data["intervals"] if one["rounds"] == 10**9]
    decade = ticks["0.01 %"] - ticks["0.1 %"]
    for end, one in zip(ends, last, strict=True):
        half = 50 * (float(one["high"]) - float(one["low"]))
        assert end == pytest.approx(ticks["0.01 %"] - decade * math.log10(half / 0.01), abs=0.2)


def test_steps_of_an_axis_are_round() -> None:
    assert [round_step(span) for span in (23.4, 4.0, 7.9, 8.0, 0.5)] == [5, 1, 1, 2, 0.1]


def test_a_simulation_that_is_not_needed_is_not_made(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capsys, "outcomes", GAME, "--simulated", "1000")
    assert status == 0
    assert "nothing is simulated, the whole distribution is exact" in err
    assert "SIMULATED" not in out


def test_a_bet_that_cannot_be_combined_says_which_condition_it_fails() -> None:
    bet = load_game(GAME).side_bets[0]
    assert why_not_tabled(bet) == ()
    drawn = replace(bet, cards=("player1", "player2", "up", "dealer3"))
    assert why_not_tabled(drawn) == (
        "it looks at dealer3, and only player1, player2, up, hole can be looked at",
        "it looks at 4 cards, and at most 3 can be",
    )


def test_simulate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "rounds.json"
    args = ("simulate", GAME, "--rounds", "2e6", "--seed", "5", "--checkpoint", str(file))
    status, out, err = call(capsys, *args, "--json")
    assert (status, err) == (0, f"checkpoint written to {file}\n")
    data = json.loads(out)
    assert data["rounds"] == 2_000_000
    assert data["overall"]["agrees"] is True
    rtp = next(one for one in data["estimates"] if one["name"] == "main: RTP")
    assert abs(float(rtp["z"])) < 4
    assert file.exists()
    status, out, _ = call(capsys, *args)
    assert status == 0
    assert "of them from the checkpoint" in out
    status, out, _ = call(
        capsys, "simulate", GAME, "--rounds", "1e6", "--seed", "5", "--cores", "2"
    )
    assert re.search(r"\d million rounds per second on 2 cores together; wall time \d+\.\d s", out)
    assert "The simulation agrees with the exact values." in out


@pytest.mark.parametrize(
    "command", ["outcomes", "combine", "tolerance", "simulate", "compare", "diff", "chart"]
)
def test_a_shoe_that_is_too_small_is_said_of_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    path = tmp_path / "small.toml"
    path.write_text(
        'schema = 1\n[game]\nname = "Small"\n[shoe]\ncounts = { 6 = 1, 7 = 1, T = 2 }\n'
    )
    second = [GAME] if command == "diff" else []
    status, out, err = call(capsys, command, str(path), *second)
    assert (status, out) == (2, "")
    assert err.startswith(f"{path}: the shoe of 4 cards is too small")


def test_the_law_of_one_hand_with_its_side_bets(capsys: pytest.CaptureFixture[str]) -> None:
    data = call_json(capsys, *BETS, "main=1,perfect-pairs=0.5", "--hit")
    assert 0 < Fraction(data["hit_frequency"]["exact"]) < 1


def test_a_chart_and_other_classes(capsys: pytest.CaptureFixture[str]) -> None:
    small = ("--set", "shoe.decks=1", "--set", "split.max_hands=2", "--strategy")
    cd, cdp, td = (
        Fraction(call_json(capsys, "outcomes", GAME, *small, one)["moments"]["ev"]["exact"])
        for one in ("CD", "CDP", "TD")
    )
    assert td < cd <= cdp
