"""The certified tables of the shipped games are those computed now, and the checker agrees."""

from __future__ import annotations

from pathlib import Path

import pytest

from bjcalc import shipped_games
from bjcalc.certificate.tables import differences, main, table_files
from bjcalc.checker.check import check_file

TABLES = Path(__file__).parents[2] / "tables"


def test_a_table_for_every_game() -> None:
    assert sorted(entry.name for entry in TABLES.iterdir()) == list(shipped_games())


@pytest.mark.parametrize("slug", shipped_games())
def test_tables_are_those_computed_now(slug: str) -> None:
    assert differences(TABLES / slug, table_files(slug)) == {}, (
        "run python -m bjcalc.certificate.tables tables"
    )


@pytest.mark.parametrize("slug", shipped_games())
def test_quick_check(slug: str) -> None:
    report = check_file(str(TABLES / slug / "certificate.json"), quick=True)
    assert (report.status, report.code) == (0, "valid"), report.sentence


@pytest.mark.slow
@pytest.mark.parametrize("slug", shipped_games())
def test_full_check(slug: str) -> None:
    report = check_file(str(TABLES / slug / "certificate.json"))
    assert (report.status, report.code) == (0, "valid"), report.sentence


def test_command_tells_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    slug = "blackjack-seven-card-charlie"
    folder = tmp_path / slug
    assert main([str(tmp_path), slug]) == 0
    assert main([str(tmp_path), slug, "--check"]) == 0
    assert capsys.readouterr().out == ""
    (folder / "figures.csv").unlink()
    (folder / "SHA256SUMS").write_text("changed")
    (folder / "notes").write_text("")
    assert main([str(tmp_path), slug, "--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{folder / 'SHA256SUMS'}: differs from what is computed now",
        f"{folder / 'figures.csv'}: is missing",
        f"{folder / 'notes'}: should not be there",
    ]
    assert main([str(tmp_path), "no-such-game"]) == 2
