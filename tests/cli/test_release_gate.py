"""The recipe of docs/release-gate.md, as it stands there; files that are no game files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from running import bjcalc

PAGE = (Path(__file__).parents[2] / "docs" / "release-gate.md").read_text()
PROGRAM = Path(sys.executable).parent

# Five cards, two of them dealt: both are the ace of clubs with chance 3/5, so the RTP is 96 %.
GAME = """schema = 1
[game]
name = "Pair Bet"
[shoe]
counts = {{ Ac = 4, Kd = 1 }}
[[side_bets]]
name = "Pair"
cards = ["player1", "player2"]
[[side_bets.categories]]
name = "Pair"
when = "same card"
pays = 0.6
[[claims]]
about = "side_bets.pair"
what = "rtp"
printed = "{printed}"
"""


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program = f'bjcalc() {{ "{sys.executable}" -m bjcalc "$@"; }}\n'
    return subprocess.run(
        ["bash", "-c", program + command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"GITHUB_STEP_SUMMARY": str(folder / "summary.md")},
    )


def test_the_recipe_runs_again_and_again(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    (games / "right.toml").write_text(GAME.format(printed="96 %"))
    (games / "wrong.toml").write_text(GAME.format(printed="97 %"))
    first, again = re.findall(r"```\n(bjcalc audit games/\*\.toml .*)\n```", PAGE)
    step = re.search(r"run: >\n((?: {10}.*\n)+)", PAGE)
    assert step is not None
    gate = " ".join(step[1].split()).replace("--jurisdiction NJ", "")
    assert shell(first, tmp_path).returncode == 1
    accepted = games / "accepted.toml"
    accepted.write_text(accepted.read_text().replace('reason = ""', 'reason = "known"'))
    for _ in range(2):
        for command in (again, gate):
            done = shell(command, tmp_path)
            assert done.returncode == 0, done.stderr
            assert "games/accepted.toml: skipped: it has no table of a game file" in done.stderr
    assert (tmp_path / "audit.xml").exists() and (tmp_path / "audit.html").exists()
    done = shell(first, tmp_path)
    assert done.returncode == 2
    assert "games/accepted.toml: cannot be written: this command reads it" in done.stderr
    (games / "wrong.toml").write_text(GAME.format(printed="98 %"))
    assert shell(gate, tmp_path).returncode == 1
    with (games / "right.toml").open("a") as file:
        file.write("odd =")
    done = shell(gate, tmp_path)
    assert done.returncode == 2
    assert "games/right.toml:17: is not TOML" in done.stderr


def test_what_the_page_installs_is_there() -> None:
    assert "pip install bjcalc" not in PAGE, "it is on no index of packages"


FOREIGN = {
    "pyproject.toml": '[project]\nname = "x"\n',
    "dotted.toml": 'tool.x.game = "y"\n',
    "README.md": "# Games\n\n```toml\n[game]\n```\n",
    "notes.txt": "the shoe has 8 decks\n",
    "picture.png": b"\x89PNG\r\n\x1a\n\xff",
}
OURS = {
    "broken.toml": ("[gam\n", "is not TOML"),
    "empty.toml": ("# nothing\n", "empty"),
    "spaces.toml": ('  [ "shoe" ]\ndecks = 8\n', "schema"),
    "array.toml": ("[[claims]]\nx = 1\n", "schema"),
    "dotted.toml": ("shoe.decks = 8\n", "schema"),
    "bytes.toml": (b"\xff", "is not UTF-8"),
    "game": ("schema = 2\n", "schema"),
    "broken": ("# a game\n\n[shoe]\ndecks =\n", "is not TOML"),
}


def write(path: Path, content: str | bytes) -> None:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def test_files_that_are_no_game_files_are_skipped_and_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = tmp_path / "right.toml"
    write(game, GAME.format(printed="96 %"))
    for name, content in FOREIGN.items():
        write(tmp_path / name, content)
    (tmp_path / "folder").mkdir()
    names = sorted(str(path) for path in tmp_path.iterdir())
    status, out, err = bjcalc(capsys, "audit", *names)
    assert (status, out.count("1 claim: 1 confirmed")) == (0, 1)
    assert sorted(line.partition(": skipped: ")[0] for line in err.splitlines()) == [
        name for name in names if name != str(game)
    ]
    status, out, _ = bjcalc(capsys, "audit", *names, "--json")
    assert len(json.loads(out)["skipped"]) == len(FOREIGN) + 1
    for name in FOREIGN:
        status, out, err = bjcalc(capsys, "audit", str(tmp_path / name))
        assert (status, out) == (2, ""), "skipped, it would seem to pass"
        assert err.startswith(f"{tmp_path / name}: is no game file: it ")


@pytest.mark.parametrize("name", OURS)
def test_files_that_may_be_ours_are_not_skipped(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    content, message = OURS[name]
    write(tmp_path / "right.toml", GAME.format(printed="96 %"))
    write(tmp_path / name, content)
    status, out, err = bjcalc(capsys, "audit", str(tmp_path / "right.toml"), str(tmp_path / name))
    assert (status, out) == (2, "")
    assert message in err
    assert "skipped" not in err
