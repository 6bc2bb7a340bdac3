"""Accepted findings pass, stay visible, and open again when anything changes."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from claim_games import PAIR_BET, WriteGame

from bjcalc.claims import read_accepted
from bjcalc.claims.accepted import accepted_text
from bjcalc.claims.audit import GameAudit, Policy, Status, audit_game
from bjcalc.claims.finding import Verdict
from bjcalc.claims.report import text_report
from bjcalc.claims.work import Workers
from bjcalc.errors import GameFileError, UnknownGameError

FILES: dict[str, Any] = tomllib.loads(Path(__file__).with_name("accepted.toml").read_text())
ENTRY: str = FILES["entry"]


def audit(
    write_game: WriteGame, workers: Workers, pays: str = "0.6", policy: Policy | None = None
) -> GameAudit:
    """The audit of a claim that is refuted: with these pays 90 % should be 3/5 * 1.6 = 0.96."""
    claim = {"about": "side_bets.pair", "what": "rtp", "printed": "90 %"}
    game = write_game(PAIR_BET % ("stated", pays), claim)
    return audit_game(game, workers=workers, policy=policy)


def test_what_is_accepted_passes_until_it_changes(
    write_game: WriteGame, workers: Workers, tmp_path: Path
) -> None:
    failed = audit(write_game, workers).judged[0]
    assert failed.status is Status.FAIL
    path = tmp_path / "accepted.toml"
    path.write_text(accepted_text([replace(failed.entry, reason='known, see "ticket" 12')]))
    policy = Policy(accepted=read_accepted(path))
    result = audit(write_game, workers, policy=policy)
    assert (result.judged[0].status, result.is_good) == (Status.ACCEPTED, True)
    assert result.judged[0].finding.verdict is Verdict.REFUTED
    text = text_report([result])
    assert 'accepted as known: known, see "ticket" 12' in text
    assert "1 refuted (accepted)" in text
    changed = audit(write_game, workers, "0.7", policy).judged[0]
    assert changed.status is Status.FAIL
    assert "24/25" in changed.reopened


def test_an_entry_about_no_claim_is_reported(write_game: WriteGame, workers: Workers) -> None:
    found = audit(write_game, workers).judged[0].entry
    entry = replace(found, reason="known", printed="91 %")
    elsewhere = replace(entry, game="another-game")
    result = audit(write_game, workers, policy=Policy(accepted=(entry, elsewhere)))
    assert (result.stale, result.is_good) == ((entry,), False)
    assert "fits no claim of this game any more" in " ".join(text_report([result]).split())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        *((ENTRY.replace(old, new), [says]) for old, new, says in FILES["changed"]),
        *((one["text"], one["says"]) for one in FILES["file"]),
        # Entries of nine lines each, of which the third is about what the first is about.
        (
            ENTRY + ENTRY.replace("1/2", "1/3") + ENTRY.replace("known", "other"),
            [":20: accepted[2]: is the same finding as accepted[0], line 2: keep one"],
        ),
    ],
)
def test_an_entry_that_can_fit_no_finding_is_refused(
    tmp_path: Path, text: str, says: list[str]
) -> None:
    path = tmp_path / "accepted.toml"
    path.write_text(text)
    with pytest.raises(GameFileError) as caught:
        read_accepted(path)
    for line, said in zip(str(caught.value).splitlines(), says, strict=True):
        assert line.startswith(f"{path}{said}")


def test_entries_that_differ_and_every_kind_of_exact_value_are_read(tmp_path: Path) -> None:
    path = tmp_path / "accepted.toml"
    path.write_text("".join(ENTRY.replace("1/2", exact) for exact in FILES["read"]))
    assert [one.exact for one in read_accepted(path)] == FILES["read"]
    path.write_text("")
    assert read_accepted(path) == ()


def test_what_is_no_text_or_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "accepted.toml"
    path.write_bytes(b"\xff")
    with pytest.raises(GameFileError, match=str(path)):
        read_accepted(path)
    with pytest.raises(UnknownGameError):
        read_accepted(tmp_path / "nothing.toml")
