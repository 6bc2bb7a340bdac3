"""Accepted findings pass, stay visible, and open again when anything changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from claim_games import PAIR_BET, WriteGame

from bjcalc.claims import read_accepted
from bjcalc.claims.accepted import accepted_text
from bjcalc.claims.audit import GameAudit, Policy, Status, audit_game
from bjcalc.claims.finding import Verdict
from bjcalc.claims.report import text_report
from bjcalc.claims.work import Workers
from bjcalc.errors import GameFileError, UnknownGameError
from bjcalc.gamefile import Game

CLAIM = {"about": "side_bets.pair", "what": "rtp", "printed": "90 %"}


def pair_game(write_game: WriteGame, pays: str = "0.6") -> Game:
    """3/5 * 1.6 = 0.96, so 90 % is refuted."""
    return write_game(PAIR_BET % ("stated", pays), CLAIM)


def audit(game: Game, workers: Workers, policy: Policy | None = None) -> GameAudit:
    return audit_game(game, workers=workers, policy=policy)


def test_written_findings_are_read_back_and_pass(
    write_game: WriteGame, workers: Workers, tmp_path: Path
) -> None:
    game = pair_game(write_game)
    failed = audit(game, workers).judged[0]
    assert failed.status is Status.FAIL
    path = tmp_path / "accepted.toml"
    path.write_text(accepted_text([replace(failed.entry, reason='known, see "ticket" 12')]))
    result = audit(game, workers, Policy(accepted=read_accepted(path)))
    assert result.judged[0].status is Status.ACCEPTED
    assert result.is_good
    assert result.judged[0].finding.verdict is Verdict.REFUTED
    text = text_report([result])
    assert 'accepted as known: known, see "ticket" 12' in text
    assert "1 refuted (accepted)" in text


def test_a_changed_value_opens_the_finding_again(write_game: WriteGame, workers: Workers) -> None:
    entry = replace(audit(pair_game(write_game), workers).judged[0].entry, reason="known")
    changed = pair_game(write_game, "0.7")
    judged = audit(changed, workers, Policy(accepted=(entry,))).judged[0]
    assert judged.status is Status.FAIL
    assert "24/25" in judged.reopened


def test_an_entry_about_no_claim_is_reported(write_game: WriteGame, workers: Workers) -> None:
    game = pair_game(write_game)
    entry = replace(audit(game, workers).judged[0].entry, reason="known", printed="91 %")
    elsewhere = replace(entry, game="another-game")
    result = audit(game, workers, Policy(accepted=(entry, elsewhere)))
    assert result.stale == (entry,)
    assert not result.is_good
    assert "fits no claim of this game any more" in " ".join(text_report([result]).split())


def test_all_mistakes_of_a_file_are_named(tmp_path: Path) -> None:
    path = tmp_path / "accepted.toml"
    path.write_text(
        "other = 1\n[[accepted]]\ngame = 'a'\nabout = 'main'\nwhat = 'rtp'\nprinted = '9 %'\n"
        "verdict = 'refuted'\nexact = '1/2'\nreason = ' '\n[[accepted]]\nextra = 1\n"
    )
    with pytest.raises(GameFileError) as caught:
        read_accepted(path)
    keys = [one.key for one in caught.value.mistakes]
    assert keys[:2] == ["other", "accepted[0].reason"]
    assert "accepted[1].extra" in keys
    assert len(keys) == 2 + 7 + 1


ENTRY = {
    "game": "a",
    "about": "main",
    "what": "rtp",
    "printed": "9 %",
    "verdict": "refuted",
    "exact": "1/2",
    "reason": "known",
}


def write_entries(path: Path, *entries: dict[str, str]) -> Path:
    """Write entries of nine lines each, the first of them blank."""
    path.write_text(
        "".join(
            "\n[[accepted]]\n" + "".join(f"{key} = '{value}'\n" for key, value in one.items())
            for one in entries
        )
    )
    return path


@pytest.mark.parametrize(
    ("name", "value", "line", "part"),
    [
        ("exact", "0.5", 8, "is no exact value"),
        ("exact", "1", 8, "is no exact value"),
        ("exact", "1/0", 8, "is no exact value"),
        ("exact", "sqrt(-1/2)", 8, "is no exact value"),
        ("exact", "2/4", 8, "write 1/2"),
        ("exact", "sqrt(2/4)", 8, "write sqrt(1/2)"),
        ("verdict", "refudiated", 7, "is none of: truncation, "),
        ("verdict", "confirmed", 7, "is none of: truncation, "),
        ("what", "RTP", 5, "is none of: rtp, "),
    ],
)
def test_an_entry_that_can_fit_no_finding_is_refused(
    tmp_path: Path, name: str, value: str, line: int, part: str
) -> None:
    path = write_entries(tmp_path / "accepted.toml", {**ENTRY, name: value})
    with pytest.raises(GameFileError) as caught:
        read_accepted(path)
    text = str(caught.value)
    assert text.startswith(f"{path}:{line}: accepted[0].{name}: '{value}'")
    assert part in text


@pytest.mark.parametrize("exact", ["none", "sqrt(4/3)", "-1/200", "1/1"])
def test_every_kind_of_exact_value_is_read(tmp_path: Path, exact: str) -> None:
    path = write_entries(tmp_path / "accepted.toml", {**ENTRY, "exact": exact})
    assert [one.exact for one in read_accepted(path)] == [exact]


def test_a_finding_is_accepted_once(tmp_path: Path) -> None:
    path = tmp_path / "accepted.toml"
    write_entries(path, ENTRY, {**ENTRY, "exact": "1/3"}, {**ENTRY, "reason": "other"})
    with pytest.raises(GameFileError) as caught:
        read_accepted(path)
    assert str(caught.value).startswith(
        f"{path}:20: accepted[2]: is the same finding as accepted[0], line 2: keep one"
    )
    assert len(read_accepted(write_entries(path, ENTRY, {**ENTRY, "exact": "1/3"}))) == 2


@pytest.mark.parametrize("content", [b"x = ", b"\xff", b"accepted = 3", b"[accepted]\ngame='a'"])
def test_what_is_no_such_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "accepted.toml"
    path.write_bytes(content)
    with pytest.raises(GameFileError, match=str(path)):
        read_accepted(path)
    with pytest.raises(UnknownGameError):
        read_accepted(tmp_path / "nothing.toml")
    path.write_text("")
    assert read_accepted(path) == ()
