"""A certificate's folder: what is in it, the same everywhere, put there at once or not at all."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from forge import GAMES, HERE, corpus_key, true_certificate

from bjcalc import load_game
from bjcalc.certificate import folder
from bjcalc.certificate.body import CannotCertifyError, certify
from bjcalc.certificate.csv_files import strategy_csv
from bjcalc.certificate.folder import FILES, folder_files, write_folder
from bjcalc.certificate.signing import sign
from bjcalc.checker.reading import digest_of
from bjcalc.cli.main import cli
from bjcalc.errors import BjcalcError

Rows = list[dict[str, str]]


def rows_of(data: bytes) -> Rows:
    assert b"\r" not in data
    return list(csv.DictReader(io.StringIO(data.decode())))


@pytest.fixture(scope="module", params=GAMES)
def files(request: pytest.FixtureRequest) -> dict[str, bytes]:
    return folder_files(true_certificate(request.param))


def test_sums_and_names(files: dict[str, bytes]) -> None:
    lines = files["SHA256SUMS"].decode().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert sums == {
        name: hashlib.sha256(data).hexdigest()
        for name, data in files.items()
        if name != "SHA256SUMS"
    }
    assert set(files) <= set(FILES)


def test_digest_is_the_checkers(files: dict[str, bytes]) -> None:
    """The writer's canonical form is a library's, the checker's its own."""
    certificate = json.loads(files["certificate.json"])
    assert certificate["header"]["digest"] == digest_of(certificate["body"])


def test_payouts_add_up(files: dict[str, bytes]) -> None:
    """Every bet's chances add up to 1, its contributions to the certified RTP."""
    body = json.loads(files["certificate.json"])["body"]
    rtp = {bet["id"]: bet["rtp"] for bet in body["side_bets"]} | {"main": body["totals"]["rtp"]}
    rows = rows_of(files["payouts.csv"])
    assert {row["bet"] for row in rows} == set(rtp)
    for bet, exact in rtp.items():
        mine = [row for row in rows if row["bet"] == bet]
        assert sum(Fraction(row["probability"]) for row in mine) == 1
        if exact is None:
            assert [row["contribution_to_rtp"] for row in mine if row["outcome"] != "lost"] == [
                "" for _ in mine[1:]
            ]
        else:
            assert sum(Fraction(row["contribution_to_rtp"]) for row in mine) == Fraction(exact)
        for row in mine:
            chance = Fraction(row["probability"])
            if row["deals"]:
                assert Fraction(int(row["deals"]), int(row["of_deals"])) == chance
            if chance:
                assert abs(Fraction(row["one_in"]) - 1 / chance) <= Fraction(1, 10**12)


def test_figures(files: dict[str, bytes]) -> None:
    body = json.loads(files["certificate.json"])["body"]
    rows = rows_of(files["figures.csv"])
    exact = {(row["bet"], row["measure"]): row["exact"] for row in rows}
    decimal = {(row["bet"], row["measure"]): Fraction(row["decimal"]) for row in rows}
    names = {"total_stake": "stake"}
    for measure in ("ev", "house_edge", "rtp", "total_stake", "rtp_per_unit_wagered"):
        assert exact["main", measure] == body["totals"][names.get(measure, measure)]
    for (bet, measure), value in exact.items():
        if measure == "variance":
            difference = decimal[bet, "standard_deviation"] ** 2 - Fraction(value)
            assert abs(difference) < Fraction(1, 10**9)


def test_page_says_what_is_inferred_and_unknown() -> None:
    page = folder_files(true_certificate("side-bets"))["payouts.md"].decode()
    assert "> **The pay table is inferred from a printed return. It is a guess" in page
    assert "> **The pays are not known. The counts are certified; there is no RTP" in page
    assert true_certificate("side-bets").digest in page


def test_strategy_csv_is_the_certificates() -> None:
    """Each line's letters, read back, are those of the certificate."""
    certificate = true_certificate("plain")
    strategy = certificate.body["strategy"]["up"]
    rows = rows_of(strategy_csv(certificate).encode())
    for up in ("A", "5", "6", "T"):
        later = [row[up] for row in rows if row["when"] == "later" and row[up]]
        assert "".join(later) == strategy[up]["play"]
        dealt = [row[up] for row in rows if row["when"] == "dealt"]
        assert len(dealt) == 55
        for letter, stated in zip(dealt, strategy[up]["first"], strict=True):
            assert letter == stated if stated in "PR" else letter in ("", "S", "H", "Dh", "Ds")
            assert (letter == "") == (stated == "-")
    by_cards = {row["cards"]: row for row in rows if row["when"] == "dealt"}
    assert by_cards["AT"]["insurance_A"] == "M"
    assert by_cards["TT"]["insurance_A"] == "I"
    assert by_cards["TT"]["total"] == "20" and by_cards["TT"]["soft"] == "hard"


# The same bytes everywhere


def test_same_bytes_in_another_process(tmp_path: Path) -> None:
    """Other hash seeds, locales and time zones give the same bytes."""
    game = str(HERE / "games" / "side-bets.toml")
    found = set()
    for seed, locale, zone in (("1", "C", "UTC"), ("2", "C.UTF-8", "Asia/Tokyo")):
        target = tmp_path / seed
        subprocess.run(
            [sys.executable, "-m", "bjcalc", "certify", game, "-o", str(target)],
            check=True,
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone},
        )
        found.add(tuple((path.name, path.read_bytes()) for path in sorted(target.iterdir())))
    assert len(found) == 1
    assert dict(found.pop()) == folder_files(true_certificate("side-bets"))


def test_settings_and_readings_are_bound() -> None:
    game = load_game(HERE / "games" / "plain.toml")
    settings = certify(game.with_settings(["double.on=none"]))
    assert settings.body["settings"] == ["double.on=none"]
    assert settings.body["rules"]["double.on"] == "none"
    readings = certify(game.with_readings({"soft-17": "hits"}))
    assert readings.body["interpretations"][0]["chosen"] == "hits"
    assert readings.body["rules"]["dealer.soft17"] == "hit"
    digests = {settings.digest, readings.digest, true_certificate("plain").digest}
    assert len(digests) == 3


def test_program_version_is_outside_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = true_certificate("plain")
    monkeypatch.setattr("bjcalc.certificate.body.__version__", "99.0")
    after = certify(load_game(HERE / "games" / "plain.toml"))
    assert after.digest == before.digest
    assert json.loads(after.to_bytes())["header"]["program"] == "bjcalc 99.0"


def test_what_the_format_does_not_hold_is_refused() -> None:
    path = HERE / "games" / "plain.toml"
    game = load_game(path).with_settings([f"double.on.hard=[9,{' ' * 2000}10]"])
    with pytest.raises(CannotCertifyError, match=r"body\.settings\[0\]: more than 2000"):
        certify(game)


# The folder checked against its certificate


def verified(*arguments: str | Path) -> tuple[int, dict[str, Any]]:
    result = CliRunner().invoke(
        cli, ["verify", "--json", *map(str, arguments)], standalone_mode=False
    )
    assert result.exception is None
    status: int = result.return_value
    return status, json.loads(result.stdout)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    write_folder(tmp_path / "side bets", folder_files(true_certificate("side-bets")))
    return tmp_path / "side bets"


CHANGES = {
    "sed -i '$ s/1/2/' figures.csv": {"figures.csv": "differs"},
    "sed -i '$ s/1/2/' payouts.csv": {"payouts.csv": "differs"},
    "sed -i '$ s/S/H/' strategy.csv": {"strategy.csv": "differs"},
    "sed -i s/refuted/confirmed/ payouts.md": {"payouts.md": "differs"},
    r"sed -i 's/$/\r/' payouts.md": {"payouts.md": "differs"},
    "echo >> certificate.json": {"certificate.json": "differs"},
    "rm payouts.md": {"payouts.md": "is missing"},
    "touch $'x\\nVALID'": {"x\nVALID": "should not be there"},
    "mkdir .x": {".x": "should not be there"},
    "rm payouts.md; mkfifo payouts.md": {"payouts.md": "differs"},
    "rm payouts.md; mkdir payouts.md": {"payouts.md": "differs"},
    "ln -sf /dev/zero payouts.md": {"payouts.md": "differs"},
    "truncate -s 0 *.csv": dict.fromkeys(("figures.csv", "payouts.csv", "strategy.csv"), "differs"),
    "truncate -s 1 *.csv; rm *.md": {
        **dict.fromkeys(("figures.csv", "payouts.csv", "strategy.csv"), "differs"),
        "payouts.md": "is missing",
    },
}
# As whoever changes a file would do.
SUMS = 'for file in *.*; do [ ! -f "$file" ] || sha256sum "$file"; done > SHA256SUMS'


def bash(command: str, folder: Path) -> None:
    subprocess.run(["bash", "-c", command], check=True, cwd=folder)


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_changed_in_a_folder_is_named(change: str, written: Path) -> None:
    bash(f"{change}; {SUMS}", written)
    status, answer = verified(written, "--quick")
    assert (status, answer["code"]) == (1, "wrong-file")
    wrong = {
        name: words for name, words in answer["files"]["wrong"].items() if name != "SHA256SUMS"
    }
    assert wrong.keys() == CHANGES[change].keys()
    for name, words in CHANGES[change].items():
        assert wrong[name].startswith(words) and name.partition("\n")[0] in answer["sentence"]
    assert "\n" not in answer["sentence"]


@pytest.mark.parametrize("change", ["s/^/0/", "1 d", "$ d", "s/$/ /"])
def test_sums_are_compared_too(change: str, written: Path) -> None:
    bash(f"sed -i '{change}' SHA256SUMS", written)
    wrong = {"SHA256SUMS": "differs from what is computed now"}
    assert verified(written, "--quick")[1]["files"]["wrong"] == wrong


def test_a_folder_as_it_was_written(written: Path, tmp_path: Path) -> None:
    status, answer = verified(written, "--quick")
    assert (status, answer["files"]["wrong"]) == (0, {})
    assert set(answer["files"]["same"]) == {path.name for path in written.iterdir()}
    key = HERE / "keys" / "author.pub"
    envelope = sign(true_certificate("side-bets").digest, corpus_key("author"))
    write_folder(written, folder_files(true_certificate("side-bets"), envelope))
    assert verified(written, "--signer", key)[1]["signature"]["checked"] is True
    (tmp_path / "apart").write_bytes(envelope)
    answer = verified(written, "--signer", key, "--signature", tmp_path / "apart")[1]
    assert answer["files"]["not_looked_at"] == ["certificate.json.dsse"]
    (written / "certificate.json.dsse").write_bytes(b"{}")
    bash(SUMS, written)
    assert verified(written)[0] == 0  # the answer says that the signature is not checked
    assert verified(written, "--signer", key)[1]["code"] == "bad-envelope"


def test_a_file_alone_says_what_it_leaves_out(written: Path) -> None:
    status, answer = verified(written / "certificate.json")
    assert status == 0
    names = ["SHA256SUMS", "figures.csv", "payouts.csv", "payouts.md", "strategy.csv"]
    assert answer["files"]["not_looked_at"] == names
    assert f"not looked at, beside it: {', '.join(names)}" in answer["lines"]
    for number in range(20):
        (written / f"{number:02}\n").touch()
    lines = verified(written / "certificate.json")[1]["lines"]
    assert any(line.endswith("06\\n, 07\\n and 17 more") for line in lines)


def test_folders_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (".", "", "nothing", str(tmp_path)):
        status, answer = verified(name)
        assert (status, answer["code"]) == (2, "cannot-read")
    (tmp_path / "certificate.json").mkdir()
    assert verified(".")[1]["code"] == "cannot-read"


# At once or not at all

OLD = dict.fromkeys(FILES[:4], b"old")
NEW = dict.fromkeys(FILES, b"new")


def content(path: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in path.iterdir()}


def test_replaces_whole_folders(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b"
    write_folder(target, NEW)
    assert content(target) == NEW
    assert target.stat().st_mode & 0o777 == 0o777 & ~_umask()
    write_folder(target, OLD)
    assert content(target) == OLD
    assert [entry.name for entry in target.parent.iterdir()] == ["b"]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_without_the_system_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Path) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(folder, "_swap", none)
    target = tmp_path / "b"
    write_folder(target, OLD)
    write_folder(target, NEW)
    assert content(target) == NEW
    assert [entry.name for entry in tmp_path.iterdir()] == ["b"]


def test_second_rename_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, new = tmp_path / "b", tmp_path / "new"
    write_folder(target, OLD)

    def none(*_: Path) -> None:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(folder, "_swap", none)
    with pytest.raises(FileNotFoundError):
        folder.exchange(new, target)
    assert content(target) == OLD


def test_a_failed_write_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "b"
    write_folder(target, OLD)
    write = folder.write_safely

    def full(path: Path, data: bytes) -> None:
        if path.name == "SHA256SUMS":
            raise OSError(28, "No space left on device")
        write(path, data)

    monkeypatch.setattr(folder, "write_safely", full)
    with pytest.raises(BjcalcError, match="No space left on device"):
        write_folder(target, NEW)
    assert content(target) == OLD
    assert [entry.name for entry in tmp_path.iterdir()] == ["b"]


@pytest.mark.parametrize("name", ["thesis.doc", ".git"])
def test_other_files_are_not_lost(tmp_path: Path, name: str) -> None:
    write_folder(tmp_path / "b", OLD)
    (tmp_path / "b" / name).write_text("years of work")
    with pytest.raises(BjcalcError, match="will not be replaced"):
        write_folder(tmp_path / "b", NEW)
    assert content(tmp_path / "b") == {**OLD, name: b"years of work"}


def test_a_file_or_link_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path)
    for name in ("file", "link"):
        with pytest.raises(BjcalcError, match="name a folder"):
            write_folder(tmp_path / name, NEW)


def test_killed_at_any_time(tmp_path: Path) -> None:
    """A process that replaces a folder again and again is killed: one whole folder is there."""
    target = tmp_path / "b"
    write_folder(target, OLD)
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from bjcalc.certificate.folder import FILES, write_folder\n"
        "print('ready', flush=True)\n"
        "while True:\n"
        "    for word in (b'1', b'2'):\n"
        "        write_folder(Path(sys.argv[1]), dict.fromkeys(FILES, word * 100_000))\n"
    )
    chance = random.Random(5)
    for _ in range(8):
        process = subprocess.Popen(
            [sys.executable, "-c", script, str(target)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        with process.stdout:
            assert process.stdout.readline() == b"ready\n"
            time.sleep(chance.uniform(0.002, 0.05))
            process.send_signal(signal.SIGKILL)
            process.wait()
        found = content(target)
        assert found in (OLD, *(dict.fromkeys(FILES, word * 100_000) for word in (b"1", b"2")))
