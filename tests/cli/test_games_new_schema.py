"""`bjcalc games`, `new` and `schema`, as a user meets them: output, messages, exit status."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import bjcalc

from bjcalc.cli.common import Answer, game_command
from bjcalc.gamefile import Game, load_game
from bjcalc.gamefile.form import schema_text
from bjcalc.rules import Rules


def test_new_writes_a_file_that_loads_and_never_overwrites_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "my-game.toml"
    status, out, err = bjcalc(capsys, "new", str(path))
    assert (status, err) == (0, "")
    assert out == f"{path}: written; change the rules in it, then: bjcalc rtp {path}\n"
    assert load_game(path).rules == Rules()
    path.write_text("mine")
    status, out, err = bjcalc(capsys, "new", str(path))
    assert (status, out) == (2, "")
    assert err == f"{path}: exists already; --force replaces it\n"
    assert path.read_text() == "mine"
    assert bjcalc(capsys, "new", "--force", str(path))[0] == 0
    assert load_game(path).rules == Rules()
    assert [*tmp_path.iterdir()] == [path]


def test_new_follows_a_link(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    link, target = tmp_path / "link.toml", tmp_path / "target.toml"
    link.symlink_to(target)
    status, out, err = bjcalc(capsys, "new", str(link))
    assert (status, err) == (0, "")
    assert out.startswith(f"{link}: written")
    assert link.is_symlink()
    assert load_game(target).rules == Rules()
    target.write_text("mine")
    assert bjcalc(capsys, "new", str(link))[0] == 2
    assert target.read_text() == "mine"
    assert bjcalc(capsys, "new", "--force", str(link))[0] == 0
    assert link.is_symlink()
    assert load_game(target).rules == Rules()


def test_new_where_nothing_can_be_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "no" / "x.toml"
    status, out, err = bjcalc(capsys, "new", str(path))
    assert (status, out, err) == (2, "", f"{path}: cannot be written: No such file or directory\n")


def test_schema_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert bjcalc(capsys, "schema") == (0, schema_text(), "")


def test_the_common_options_load_the_game_they_ask_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    @game_command("shown")
    def shown(game: Game) -> Answer:
        return Answer(lambda: game.rules.shoe.decks, lambda: [str(game.rules.split.max_hands_aces)])

    options = ["--set", "shoe.decks=6", "--reading", "resplit-aces=yes"]
    for words, printed in ([], "4\n"), (["--json"], "6\n"):
        assert shown.main(["bonus-pairs-blackjack", *options, *words], standalone_mode=False) == 0
        assert capsys.readouterr().out == printed
