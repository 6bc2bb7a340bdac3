"""The commands about side bets, where cases.toml cannot say it: searches, tables out of order."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from bets import known_bet, on_decks
from running import bjcalc, bjcalc_json

from bjcalc.numbers import decimal_text


def test_every_entry_of_the_library_has_its_source_and_rtp(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, err = bjcalc(capsys, "sidebets", "--library", "--json")
    assert (status, err) == (0, "")
    assert all(entry["source"] and entry["rtp"] for entry in json.loads(out)["side_bets"])


def test_every_table_as_csv(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("paytables", "betmgm-blackjack-pro", "players-pair", "--rtp", "95.90", "--all")
    rows = list(csv.DictReader(io.StringIO(bjcalc(capsys, *words)[1])))
    assert len(rows) == 21
    assert sum("25-12-6" in row["remark"] for row in rows) == 1


def test_a_known_table_out_of_order_is_marked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    counts = on_decks(known_bet("lucky-lucky"), 6)
    categories = counts.bet.categories
    pairs = [(n, one.pays or 0) for n, one in zip(counts.categories, categories, strict=True)]
    assert any(rare < often and pay < more for rare, pay in pairs for often, more in pairs)
    path = tmp_path / "lucky.toml"
    path.write_text(
        'schema = 1\n[game]\nname = "Test game"\n[shoe]\ndecks = 6\n'
        '[[side_bets]]\nname = "Mine"\ncards = ["player1", "player2", "up"]\npaid = "best"\n'
        'pays_source = "unknown"\n'
        + "".join(
            f'[[side_bets.categories]]\nname = "c{number}"\nwhen = "{one.when}"\n'
            for number, one in enumerate(categories)
        )
    )
    rtp = decimal_text(100 * counts.rtp, 4)
    command = ("paytables", path, "mine", "--rtp", rtp, "--first", "0")
    for order, inside in (((), False), (("--any-order",), True)):
        status, out, _ = bjcalc(capsys, *command, *order)
        assert status == 0
        assert ("outside the limits asked for" not in out) is inside
        data = bjcalc_json(capsys, *map(str, command), *order)
        tables = {table["name"]: table["within_limits"] for table in data["known"]}
        assert tables["Lucky Lucky 200-100-50-30-15-3-2-2"] is inside


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("sidebets", "borgata-blackjack-pro"),
        ("sidebets", "--library"),
        ("paytables", "borgata-blackjack-pro", "perfect-pairs", "--rtp", "95.95"),
        ("paytables", "borgata-blackjack-pro", "21+3", "--rtp", "96.29"),
    ],
)
def test_prose_fits_a_screen(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    # A line of a table may need more: it has columns, two spaces apart.
    lines = bjcalc(capsys, *words)[1].split("\n")
    assert [line for line in lines if len(line) > 80 and "  " not in line.strip()] == []
