"""Rules that are not supported are refused by what they are, wherever they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from bjcalc.errors import BjcalcError, GameFileError
from bjcalc.gamefile import load_game
from bjcalc.gamefile.form import schema
from bjcalc.rules import rules_from_dict
from bjcalc.rules.form import rule_keys
from bjcalc.rules.names import unsupported_key

GAME = load_game("blackjack-seven-card-charlie")


def names() -> list[tuple[str, str]]:
    lines = Path(__file__).with_name("refused_names.txt").read_text().splitlines()[1:]
    pairs = (line.partition(": ")[::2] for line in lines)
    return [(key, words) for words, keys in pairs for key in keys.split(", ")]


@pytest.mark.parametrize(("key", "words"), names())
def test_a_rule_is_refused_by_its_name(key: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(f"schema = 1\ngame.name = 'x'\nshoe.decks = 8\n{key} = true\n")
    with pytest.raises(GameFileError) as caught:
        load_game(file)
    assert words in str(caught.value)
    with pytest.raises(GameFileError) as caught:
        GAME.with_settings([f"{key}=true"])
    assert words in str(caught.value)
    with pytest.raises(BjcalcError) as refused:
        rules_from_dict({key.replace('"', ""): True})
    assert words in str(refused.value)


def test_no_key_is_refused() -> None:
    for key in (*rule_keys(), *schema()["properties"]):
        assert unsupported_key(tuple(key.split("."))) is None, key


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("dealer.natural_takes=busted bets plus one", "busted bets plus one"),
        ("surrender=any time", "been played on or split"),
        ("surrender.ace=after hit", "been played on or split"),
        ("blackjack.pays=2:1 suited", "by its suits or colour"),
        ("shoe.shuffle=continuous", "without a shuffle"),
    ],
)
def test_a_value_is_refused_by_its_name(setting: str, words: str) -> None:
    with pytest.raises(GameFileError, match=f"is not supported: .*{words}"):
        GAME.with_settings([setting])


def test_a_file_of_unknown_keys_alone(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text("".join(f"a{number} = 1\n" for number in range(60)))
    with pytest.raises(GameFileError, match="has 10 more unknown keys"):
        load_game(file)
