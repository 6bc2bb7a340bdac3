"""Pictures of tolerances and checkpoints of simulations; tests/cli/cases.toml has the rest."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from running import bjcalc, bjcalc_json

from bjcalc.documents.plots import round_step
from bjcalc.gamefile import load_game
from bjcalc.outcomes.bet_tables import why_not_tabled
from bjcalc.rules import rules_line
from bjcalc.sidebets import parse_side_bets

GAME = "borgata-blackjack-pro"
SVG = "{http://www.w3.org/2000/svg}"


def test_tolerance_table_and_plot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "tolerance.svg"
    status, out, err = bjcalc(capsys, "tolerance", GAME, "--plot", plot, "--json")
    assert (status, err) == (0, f"plot written to {plot}\n")
    data = json.loads(out)
    assert len(data["intervals"]) == 21
    methods = [one["method"] for one in data["intervals"]]
    assert methods[:3] == ["convolution of the exact distribution"] * 3
    assert set(methods[3:]) == {"normal law"}
    tree = ElementTree.fromstring(plot.read_text())
    assert len(tree.findall(f"{SVG}polygon")) == 3
    lines = [one for one in tree.findall(f"{SVG}polyline") if "stroke-band" in one.get("class", "")]
    assert len(lines) == 3
    labels = {one: "".join(one.itertext()) for one in tree.iter(f"{SVG}text")}
    levels = {f"{level} % of all runs" for level in ("95", "99", "99.9")}
    assert {*levels, "105 %", "0.01 %", "0.1 %"} <= set(labels.values())
    game, said = load_game(GAME), " ".join(labels.values())
    for part in (rules_line(game.rules), "Strategy class CD", game.sha256, "one hand: main 1"):
        assert part in said
    # The half width at 10^9 rounds stands where the lower panel's ticks say.
    ticks = {
        label: float(one.get("y", ""))
        for one, label in labels.items()
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


def test_a_bet_that_cannot_be_combined_says_which_condition_it_fails() -> None:
    assert why_not_tabled(load_game(GAME).side_bets[0]) == ()
    raw = {
        "name": "Four alike",
        "cards": ["player1", "player2", "player3", "up"],
        "categories": [{"name": "Four", "when": "same rank", "pays": 100}],
    }
    (bet,), _ = parse_side_bets([raw], key_prefix="side_bets")
    assert why_not_tabled(bet) == (
        "it looks at player3, and only player1, player2, up, hole can be looked at",
        "it looks at 4 cards, and at most 3 can be",
    )


def test_simulate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "rounds.json"
    args = ("simulate", GAME, "--rounds", "2e6", "--seed", "5", "--checkpoint", file)
    status, out, err = bjcalc(capsys, *args, "--json")
    assert (status, err) == (0, f"checkpoint written to {file}\n")
    data = json.loads(out)
    assert (data["rounds"], data["overall"]["agrees"]) == (2_000_000, True)
    rtp = next(one for one in data["estimates"] if one["name"] == "main: RTP")
    assert abs(float(rtp["z"])) < 4
    assert "of them from the checkpoint" in bjcalc(capsys, *args)[1]
    rounds = ("--rounds", "1e6", "--seed", "5", "--cores", "2")
    status, out, _ = bjcalc(capsys, "simulate", GAME, *rounds)
    assert status == 0
    assert re.search(r"\d million rounds per second on 2 cores together; wall time \d+\.\d s", out)
    assert "The simulation agrees with the exact values." in out


def test_a_better_class_has_a_better_law(capsys: pytest.CaptureFixture[str]) -> None:
    small = ("--set", "shoe.decks=1", "--set", "split.max_hands=2", "--strategy")
    cd, cdp, td = (
        float(bjcalc_json(capsys, "outcomes", GAME, *small, one)["moments"]["ev"]["decimal"])
        for one in ("CD", "CDP", "TD")
    )
    assert td < cd <= cdp
