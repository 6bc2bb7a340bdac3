"""`bjcalc games`, `new` and `schema`, as a user meets them: output, messages, exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bjcalc.cli.common import Answer, game_command
from bjcalc.cli.main import run
from bjcalc.gamefile import Game, load_game, shipped_games
from bjcalc.gamefile.form import schema_text
from bjcalc.rules import Rules


def bjcalc(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        run(list(args))
    out, err = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, out, err


def test_games_lists_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = bjcalc(capsys, "games")
    assert (status, err) == (0, "")
    assert (
        "borgata-blackjack-pro\n"
        "    Borgata Blackjack Pro: 8 decks, S17, DAS, 2 hands, late surrender, peek A+T,\n"
        "      3:2, even money\n"
        "    side bets: Perfect Pairs, Dealer's Pair, 21+3\n"
        "    claims: main game RTP 99.61 %, 21+3 RTP 96.29 %, Perfect Pairs RTP 95.91 %\n"
    ) in out
    assert [line for line in out.split("\n") if line and line[0] != " "] == [*shipped_games()]
    assert max(map(len, out.split("\n"))) <= 80


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = bjcalc(capsys, "games", "--json")
    assert status == 0
    games = {game["slug"]: game for game in json.loads(out)["games"]}
    assert list(games) == [*shipped_games()]
    pairs = games["bonus-pairs-blackjack"]
    assert list(pairs) == [
        *("slug", "name", "source", "rules", "side_bets", "claims", "interpretations", "sha256")
    ]
    assert pairs["source"] == {"document": "Bonus Pairs Blackjack, help text", "date": "2023-11-16"}
    assert pairs["rules"].startswith("8 decks, H17, DAS, 4 hands")
    assert pairs["side_bets"] == [{"id": "bonus-pairs", "name": "Bonus Pairs"}]
    assert pairs["claims"] == [{"about": "main", "what": "rtp", "printed": "99.65%"}]
    assert pairs["interpretations"][0] == {
        "id": "resplit-aces",
        "question": "May split aces be split again?",
        "chosen": "no",
        "readings": ["no", "yes"],
    }
    assert pairs["sha256"] == load_game("bonus-pairs-blackjack").sha256
    assert games["borgata-blackjack-pro"]["source"]["date"] is None


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


@pytest.mark.parametrize("command", ["games", "new", "schema"])
def test_help_has_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, _ = bjcalc(capsys, command, "--help")
    assert status == 0
    assert f"Example: bjcalc {command}" in out


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
