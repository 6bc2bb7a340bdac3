"""Whatever a file, an option or a setting holds, the answer is a result or a message, within 2 s.

Every run tries a few inputs for each way into the program; BJCALC_FUZZ=100000 so many in all.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from time import process_time

import pytest
from odd import NUMBERS, RIGHT, changed

from bjcalc.checker.check import check_bytes
from bjcalc.checker.reading import Refusal
from bjcalc.claims.accepted import read_accepted
from bjcalc.cli.main import run
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import check_side_bets, load_game
from bjcalc.gamefile.template import template_text
from bjcalc.rules.form import rule_keys
from bjcalc.shoe import Shoe
from bjcalc.sidebets import count, known_bets, parse_side_bets
from bjcalc.sidebets.conditions import SLOTS
from bjcalc.strategy import read_chart

SECONDS = 2
SMALL = """schema = 1
[game]
name = "Small"
[shoe]
counts = { A = 3, 5 = 8, 9 = 8, T = 30 }
[split]
max_hands = 2
[surrender]
ten = "late"
[[side_bets]]
name = "Pair"
cards = ["player1", "player2"]
categories = [{ name = "Pair", when = "total = 20", pays = 5 }]
[[claims]]
about = "main"
what = "rtp"
printed = "99.57 %"
[[interpretations]]
id = "soft-17"
question = "Does the dealer hit soft 17?"
default = "stand"
why = "It is usual."
[[interpretations.readings]]
id = "stand"
text = "stands"
set = { "dealer.soft17" = "stand" }
[[interpretations.readings]]
id = "hit"
text = "hits"
set = { "dealer.soft17" = "hit" }
"""
GAMES = [
    SMALL,
    template_text(),
    template_text().replace("\n#", "\n"),
    *(
        resources.files("bjcalc.games").joinpath(f"{slug}.toml").read_text("utf-8")
        for slug in ("borgata-blackjack-pro", "bonus-pairs-blackjack")
    ),
]
ACCEPTED = """[[accepted]]
game = "small"
about = "main"
what = "sd"
printed = "99.61 %"
verdict = "refuted"
exact = "sqrt(1991/2000)"
reason = "known"
"""
PHRASES = (
    *("same rank in {place}", "same suit in {place}", "same colour in {place}", "{first} is 7, Qh"),
    *("same card in {place}", "pair in {place}", "total in {place} {compared}", "{first} is red"),
    *(
        "hard total in {place} {compared}",
        "straight in {place}",
        "count Qh, A in {place} {compared}",
    ),
    *("count hearts in {place} {compared}", "otherwise"),
)
Target = Callable[[random.Random, Path], object]
OPTIONS: dict[str, tuple[str, ...]] = {
    "hand": ("--cards", "5,9", "--up", "T", "--removed", "9", "--split-of", "9"),
    "rtp": ("--reading", "soft-17=hit"),
    "diff": ("--set-a", "shoe.decks=6", "--set-b", "dealer.soft17=hit"),
    "sidebets": ("--digits", "10"),
    "paytables": ("--rtp", "95.9", "--min", "1", "--max", "40", "--first", "3"),
    "outcomes": ("--digits", "8"),
    "combine": ("--bets", "main=1,pair=0.2", "--hands", "2"),
    "tolerance": ("--rounds", "1e6", "--actual", "98.7", "--level", "99", "--bets", "main=2"),
    "simulate": ("--seed", "7", "--cores", "1", "--bets", "main=1", "--hands", "2"),
    "audit": ("--claim", "main=99.61 %", "--allow", "truncation", "--jobs", "1"),
    "chart": ("--class", "TD", "--paper", "a4"),
    "formula": ("--game", "borgata-blackjack-pro", "--set", "shoe.decks=6"),
}


def settings(draw: random.Random) -> list[str]:
    """Settings: some right ones, and perhaps an odd value for any key."""
    keys = [*rule_keys(), "side_bets.pair.pays", "side_bets", "shoe.counts.A", "side_bets[0].name"]
    words = draw.sample(RIGHT, draw.randint(0, 3))
    if not words or draw.random() < 0.6:
        words.append(f"{draw.choice(keys)}={draw.choice(NUMBERS)}")
    return [changed(word, draw) if draw.random() < 0.1 else word for word in words]


def game_file(draw: random.Random, folder: Path) -> None:
    file = folder / "small.toml"
    file.write_bytes(changed(draw.choice(GAMES), draw).encode("utf-8", "surrogatepass"))
    look_at(str(file), [], draw)


def setting(draw: random.Random, folder: Path) -> None:
    look_at(str(folder / "game.toml"), settings(draw), draw)


def look_at(path: str, changes: list[str], draw: random.Random) -> None:
    game = load_game(path, set=changes)
    game.other_readings()
    check_side_bets(game)
    if draw.random() < 0.05:
        command(["rtp", path, *(word for one in changes for word in ("--set", one))])


def options(draw: random.Random, folder: Path) -> None:
    name = draw.choice(list(OPTIONS))
    words = list(OPTIONS[name])
    place = draw.randrange(0, len(words), 2) + 1
    words[place] = changed(words[place], draw) if draw.random() < 0.5 else draw.choice(NUMBERS)
    if draw.random() < 0.2:
        words += ["--set", draw.choice(settings(draw))]
    game = str(folder / "game.toml")
    bet = "pair" if draw.random() < 0.9 else changed("pair", draw)
    about = {"diff": [game, game], "formula": ["21+3"], "paytables": [game, bet]}
    if name == "audit":
        words.append("--no-explain")
    if name == "simulate":
        words += ["--rounds", draw.choice(("1", "1e3", "7", "0", "-1", "1e999999999", "9" * 30))]
    command([name, *about.get(name, [game]), *words, *["--json"][: draw.randrange(2)]])


def command(words: list[str]) -> None:
    """Run a command; it must leave with a status, and without a traceback."""
    out = io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
        pytest.raises(SystemExit) as left,
    ):
        run([word.replace("\0", "") for word in words])
    assert left.value.code in (0, 1, 2), words
    assert "Traceback" not in out.getvalue()


def chart(draw: random.Random, folder: Path) -> None:
    rules = load_game(folder / "game.toml").rules
    kind = draw.choice((".csv", ".json"))
    file = folder / f"odd{kind}"
    text = changed((folder / f"chart{kind}").read_text(), draw)
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    read_chart(file, rules)


def accepted(draw: random.Random, folder: Path) -> None:
    file = folder / "accepted.toml"
    file.write_bytes(changed(ACCEPTED, draw).encode("utf-8", "surrogatepass"))
    read_accepted(file)


def checkpoint(draw: random.Random, folder: Path) -> None:
    file = folder / "odd-rounds.json"
    file.write_bytes(changed((folder / "rounds.json").read_text(), draw).encode("utf-8", "replace"))
    command(["simulate", str(folder / "game.toml"), "--rounds", "70000", "--checkpoint", str(file)])


def condition(draw: random.Random, cards: list[str], depth: int = 2) -> str:
    """A condition of the language: about some of the cards, as deep as asked for."""
    kind = draw.randrange(4 if depth else 1)
    if kind == 1:
        return f"not ({condition(draw, cards, depth - 1)})"
    if kind > 1:
        joined = draw.choice((" and ", " or "))
        parts = (condition(draw, cards, depth - 1) for _ in range(draw.randint(2, 3)))
        return f"({joined.join(parts)})"
    place = ", ".join(draw.sample(cards, draw.randint(2, len(cards))))
    number = draw.choice(("0", "1", "2", "13", "20", "999"))
    operator = draw.choice(("=", "!=", ">=", "<=", ">", "<"))
    phrase = draw.choice(PHRASES)
    return phrase.format(place=place, first=place.split(",")[0], compared=f"{operator} {number}")


def side_bet(draw: random.Random, folder: Path) -> None:
    known = draw.choice(known_bets())
    raw = known.raw(draw.choice(known.versions)) | {"pays_source": "stated"}
    if draw.random() < 0.5:
        for _ in range(draw.randint(1, 3)):
            category = draw.choice(raw["categories"])
            key = draw.choice(("when", "pays", "name"))
            category[key] = changed(str(category[key]), draw)
    else:
        cards = draw.sample(SLOTS[:5], draw.randint(2, 5))
        whens = [condition(draw, cards) for _ in range(draw.randint(1, 6))]
        raw["cards"] = [card for card in cards if any(card in when for when in whens)]
        raw["paid"] = "all"
        raw["categories"] = [
            {"name": f"c{number}", "when": when, "pays": "5:2"} for number, when in enumerate(whens)
        ]
    bets, _ = parse_side_bets([raw], key_prefix="side_bets")
    for bet in bets:
        counts = count(bet, draw.choice((Shoe.of_decks(1), Shoe.of_decks(8))))
        assert sum(counts.outcomes.values()) == counts.total


def certificate(draw: random.Random, folder: Path) -> None:
    whole = (Path(__file__).parents[1] / "certificates/valid/plain.json").read_text()
    check_bytes(changed(whole, draw).encode("utf-8", "surrogatepass"), quick=True)


TARGETS: dict[str, tuple[Target, int]] = {
    # The way in, and its share of all inputs.
    "game file": (game_file, 32),
    "setting": (setting, 30),
    "option": (options, 10),
    "chart": (chart, 10),
    "accepted findings": (accepted, 10),
    "side bet": (side_bet, 3),
    "certificate": (certificate, 3),
    "checkpoint": (checkpoint, 2),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fuzz")
    game = path / "game.toml"
    game.write_text(SMALL)
    command(["chart", str(game), "-o", str(path / "chart.csv"), "-o", str(path / "chart.json")])
    rounds = str(path / "rounds.json")
    command(["simulate", str(game), "--rounds", "70000", "--checkpoint", rounds])
    assert json.loads((path / "rounds.json").read_text())["blocks"] == 1
    return path


@pytest.mark.parametrize("name", TARGETS)
def test_odd_inputs(name: str, folder: Path) -> None:
    target, share = TARGETS[name]
    inputs = int(os.environ.get("BJCALC_FUZZ", "600")) * share // 100
    first = int(os.environ.get("BJCALC_FUZZ_SEED", "0"))
    for seed in range(first, first + inputs):
        if sys.platform == "linux" and inputs > 1000:
            (folder / "last-seed").write_text(f"{name} {seed}\n")  # for an input that never ends
        begun = process_time()
        try:
            target(random.Random(seed), folder)
        except (BjcalcError, Refusal) as error:
            assert str(error), f"{name}, seed {seed}"
        except Exception as error:
            raise AssertionError(f"{name}, seed {seed}: {type(error).__name__}") from error
        spent = process_time() - begun
        assert spent < SECONDS, f"{name}, seed {seed}: {spent:.1f} s"
