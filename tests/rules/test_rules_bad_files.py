"""Every kind of mistake in a game file, with the exact words that the user gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from bjcalc.errors import GameFileError, UnknownGameError
from bjcalc.gamefile import load_game
from bjcalc.gamefile.document import MAX_BYTES, parse_document
from bjcalc.gamefile.reader import check_document

HEAD = 'schema = 1\n[game]\nname = "x"\n[shoe]\ndecks = 8\n'


def mistakes_of(text: str | bytes) -> list[str]:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(GameFileError) as caught:
        check_document(parse_document(data, "g.toml"), path=Path("g.toml"), slug="g")
    assert [str(mistake) for mistake in caught.value.mistakes] == str(caught.value).split("\n")
    return str(caught.value).split("\n")


def golden_files() -> list[tuple[str, list[str]]]:
    text = Path(__file__).with_name("bad_files.txt").read_text("utf-8")
    cases = []
    for block in text.split("\n==== file\n")[1:]:
        file, _, mistakes = block.partition("\n---- mistakes\n")
        cases.append((file.replace("## HEAD\n", HEAD) + "\n", mistakes.strip("\n").split("\n")))
    return cases


@pytest.mark.parametrize(("text", "mistakes"), golden_files())
def test_wrong_files_get_all_their_mistakes(text: str, mistakes: list[str]) -> None:
    assert mistakes_of(text) == mistakes


def test_the_golden_file_was_read() -> None:
    assert len(golden_files()) > 90


@pytest.mark.parametrize(
    ("data", "mistake"),
    [
        (b"", "g.toml: is empty; `bjcalc new FILE` writes a game file to start from"),
        (b" \n\t\r\n", "g.toml: is empty; `bjcalc new FILE` writes a game file to start from"),
        (b"a = 1\n# \xff", "g.toml:2: byte 0xff is not UTF-8: save the file as UTF-8"),
        (
            HEAD.encode("utf-16-le"),
            "g.toml:1: is not TOML: expected '=' after a key in a key/value pair",
        ),
        (b"a = " + b"1" * 5000, "g.toml: is not TOML: it has a number of thousands of digits"),
        (
            b"a = " + b"[" * 50_000 + b"]" * 50_000,
            "g.toml: is not a game file: it is nested more than 32 deep",
        ),
        (
            b"a = " + b"[" * 40 + b"]" * 40,
            "g.toml: is not a game file: it is nested more than 32 deep",
        ),
        (
            b"\n" + b"a." * 50_000 + b"a = 1",
            "g.toml: is not a game file: it is nested more than 32 deep",
        ),
        (
            b"#" * (MAX_BYTES + 1),
            f"g.toml: is larger than {MAX_BYTES} bytes; a game file has a few thousand",
        ),
    ],
    ids=["empty", "blank", "not UTF-8", "UTF-16", "digits", "deep", "deeper", "dots", "huge"],
)
def test_files_that_are_no_game_files(data: bytes, mistake: str) -> None:
    assert mistakes_of(data) == [mistake]


def test_numbers_out_of_all_proportion_are_refused() -> None:
    for number in ("0x" + "f" * 60_000, "1e999999999", "-inf", "1" * 4000, "1." + "1" * 60):
        text = HEAD + f"[blackjack]\npays = {number}\n"
        assert mistakes_of(text)[0].startswith("g.toml:7: blackjack.pays: ")


def test_a_flood_of_unknown_keys_is_cut_short() -> None:
    text = HEAD + "[dealer]\n" + "".join(f"k{number} = 1\n" for number in range(3000))
    mistakes = mistakes_of(text)
    assert len(mistakes) == 51
    assert "g.toml:6: dealer: has 2950 more unknown keys" in mistakes


def test_line_numbers_count_all_kinds_of_line_ends_and_a_byte_order_mark() -> None:
    text = "\ufeff" + HEAD.replace("\n", "\r\n") + '[dealer]\r\nsoft17 = "x"\r\n'
    assert mistakes_of(text) == ['g.toml:7: dealer.soft17: "x" is wrong: write "stand" or "hit"']


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no-such.toml", "no-such.toml: there is no such file"),
        (".", ".: is a directory, not a game file"),
        ("nul\0.toml", "'nul\\x00.toml': is not a file name: embedded null byte"),
        ("x" * 300 + ".toml", "x" * 300 + ".toml: cannot be read: File name too long"),
        (
            "borgata-blackjack-por",
            "'borgata-blackjack-por' is neither a shipped game nor a file; did you mean "
            "borgata-blackjack-pro?",
        ),
    ],
)
def test_games_that_are_not_there(name: str, message: str) -> None:
    with pytest.raises(UnknownGameError) as caught:
        load_game(name)
    assert str(caught.value) == message


@pytest.mark.parametrize("name", ["", "zzz"])
def test_a_name_like_none_lists_the_games(name: str) -> None:
    with pytest.raises(UnknownGameError, match="there are: atlantic-city-blackjack-gold, betmgm"):
        load_game(name)


def test_a_file_is_called_as_the_user_called_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my.toml").write_text(HEAD + "[dealr]\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GameFileError) as caught:
        load_game("my.toml")
    assert str(caught.value) == "my.toml:6: dealr: unknown key; did you mean dealer?"
