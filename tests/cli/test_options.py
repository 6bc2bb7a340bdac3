"""Options that may and may not be repeated; files that are written, and what is said of them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import click
import pytest
from running import bjcalc

from bjcalc.cli.main import COMMANDS, cli

GAME = "borgata-blackjack-pro"
TEXT = '[game]\nname = "Mine"\n[shoe]\ndecks = 1\n'


def options() -> list[tuple[str, click.Option]]:
    """Every option of every command, with the command's name."""
    found = []
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        found += [(name, one) for one in command.params if isinstance(one, click.Option)]
    return found


ONCE = [(name, one) for name, one in options() if not one.multiple]


@pytest.mark.parametrize(
    ("name", "option"), ONCE, ids=[f"{name} {one.opts[-1]}" for name, one in ONCE]
)
def test_an_option_given_twice_is_refused(
    name: str, option: click.Option, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [option.opts[0]] if option.is_flag else [option.opts[0], "1"]
    status, out, err = bjcalc(capsys, name, *words, *words)
    assert (status, out) == (2, "")
    assert f"given more than once: {max(option.opts, key=len)}" in err


def test_what_may_be_repeated() -> None:
    repeatable = {one.opts[-1] for _, one in options() if one.multiple}
    assert repeatable == {
        *("--set", "--set-a", "--set-b", "--reading", "--output"),
        *("--claim", "--allow", "--jurisdiction"),
    }


def test_an_option_and_its_opposite_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = bjcalc(capsys, "audit", GAME, "--explain", "--no-explain")
    assert status == 2
    assert "given more than once: --explain" in err


def test_the_value_of_an_option_is_not_taken_for_an_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, _, err = bjcalc(capsys, "hand", GAME, "--cards", "--up", "--up", "4")
    assert status == 2
    assert "given more than once" not in err


def test_every_file_is_written_and_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = [tmp_path / f"chart.{kind}" for kind in ("csv", "svg", "json", "html", "md", "txt")]
    words = [word for file in files for word in ("-o", str(file))]
    status, out, err = bjcalc(capsys, "chart", GAME, *words)
    assert (status, out) == (0, "")
    assert err.splitlines() == [f"chart written to {file}" for file in files]
    assert all(file.stat().st_size > 1000 for file in files)
    status, out, err = bjcalc(capsys, "chart", GAME, "-o", str(files[0]), "--json")
    assert json.loads(out) == json.loads(files[2].read_text())
    assert err == f"chart written to {files[0]}\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-o", "{0}/a.csv", "-o", "{0}/../{1}/a.csv"), "named twice as a file to be written"),
        (("-o", "{0}/a.csv", "-o", "{0}/none/b.csv"), "there is no folder {0}/none"),
        (("-o", "{0}/a.csv", "-o", "{0}"), "the ending (none) is no form of a chart"),
        (("-o", "{0}/a.csv", "-o", "{0}/folder.csv"), "it is a folder"),
        (("-o", "{0}/a.csv", "-o", "{0}/b.gif"), "the ending .gif is no form of a chart; write"),
    ],
)
def test_one_file_that_cannot_be_written_leaves_none(
    words: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    (tmp_path / "folder.csv").mkdir()
    words = tuple(word.format(tmp_path, tmp_path.name) for word in words)
    status, out, err = bjcalc(capsys, "chart", GAME, *words)
    assert (status, out) == (2, "")
    assert message.format(tmp_path) in err
    assert [one.name for one in tmp_path.iterdir()] == ["folder.csv"]


@pytest.mark.parametrize(
    ("command", "ending", "others"),
    [
        ("chart", ".pdf", ".html, .svg, .csv, .json, .md or .txt"),
        ("chart", ".png", ".html, .svg, .csv, .json, .md or .txt"),
        ("report", ".pdf", ".html, .md or .json"),
    ],
)
def test_a_missing_package_is_named_with_what_can_be_written_without_it(
    command: str,
    ending: str,
    others: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    lost = ("reportlab", "pypdfium2", "PIL")
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name in lost else found(name)
    )
    file = tmp_path / f"x{ending}"
    status, out, err = bjcalc(capsys, command, GAME, "-o", str(file))
    assert (status, out) == (2, "")
    packages = "reportlab" if ending == ".pdf" else "reportlab pypdfium2 pillow"
    assert err == (
        f"{file}: {ending} needs packages that are not installed: pip install {packages}; "
        f"{others} need nothing more\n"
    )


@pytest.mark.parametrize("before", ["", "kept"])
def test_an_audit_that_fails_early_writes_nothing(
    before: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    accepted = tmp_path / "accepted.toml"
    if before:
        accepted.write_text(before)
    words = ("--claim", "main=99.65", "--no-explain", "--junit", str(tmp_path / "out.xml"))
    status, _, err = bjcalc(
        capsys, "audit", "atlantic-city-blackjack-gold", *words, "--write-accepted", str(accepted)
    )
    if before:
        assert (status, accepted.read_text()) == (2, before)
        assert not (tmp_path / "out.xml").exists()
    else:
        assert status == 0
        assert err.splitlines() == [
            f"JUnit XML written to {tmp_path / 'out.xml'}",
            f"findings to accept written to {accepted}",
        ]


def test_folders_and_pairs_of_keys_may_be_several(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("g.toml").write_text(
        'schema = 1\n[game]\nname = "G"\n[shoe]\ncounts = { A = 6, 5 = 3, T = 12 }\n'
        "[split]\nmax_hands = 2\n"
    )
    status, out, err = bjcalc(capsys, "certify", "g.toml", "-o", "a", "-o", "b/c")
    assert (status, err) == (0, "")
    assert "written to a: " in out and "written to b/c: " in out
    for file in Path("a").iterdir():
        assert file.read_bytes() == (Path("b/c") / file.name).read_bytes()
    assert bjcalc(capsys, "certify", "g.toml", "-o", "x", "-o", "./x")[0] == 2
    assert not Path("x").exists()
    status, out, err = bjcalc(capsys, "keygen", "-o", "k1", "-o", "k2")
    assert (status, err, out.count("key id: ")) == (0, "", 2)
    assert Path("k1").read_bytes() != Path("k2").read_bytes()
    status, _, err = bjcalc(capsys, "keygen", "-o", "k3", "-o", "k2")
    assert status == 2 and "k2" in err
    assert not Path("k3").exists(), "all pairs or none"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("report", "GAME", "-o", "r.md", "-o", "r.md"), "r.md: named twice"),
        (("chart", "GAME", "-o", "c.csv", "-o", "./c.csv"), "c.csv: named twice"),
        (("audit", "GAME", "--junit", "GAME"), "cannot be written: this command reads it"),
        (("audit", "GAME", "--junit", "a.md", "-o", "a.md"), "a.md: named twice"),
        (("chart", "GAME", "-o", "c.csv", "-o", "GAME"), "is no form of a chart"),
        (("keygen", "-o", "kk", "-o", "kk.pub"), "kk.pub: is also the name of a public key"),
    ],
)  # fmt: skip
def test_files_that_clash_are_refused_before_any_work(
    command: tuple[str, ...],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = tmp_path / "game.toml"
    game.write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    args = ("game.toml" if one == "GAME" else one for one in command)
    code, _, err = bjcalc(capsys, *args)
    assert (code, words in " ".join(err.split())) == (2, True), err
    assert [one.name for one in tmp_path.iterdir()] == ["game.toml"]
    assert game.read_text() == TEXT
