"""Files: read within bounds, written whole or not at all, nothing left behind."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bjcalc import files
from bjcalc.cli.main import cli
from bjcalc.errors import BjcalcError
from bjcalc.files import (
    first_bytes,
    read_text,
    temporary_folder,
    write_atomically,
    write_new,
    write_safely,
)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_reading_has_an_end_and_waits_for_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert first_bytes(tmp_path / "pipe", 10) == b""
    assert first_bytes(Path("/dev/zero"), 10) == bytes(10)
    with pytest.raises(OSError, match="more than 10 bytes"):
        read_text(Path("/dev/zero"), 10)
    (tmp_path / "text").write_bytes(b"\xef\xbb\xbf12345678\xc3\xa4")
    assert read_text(tmp_path / "text", 13) == "12345678ä"


@pytest.mark.parametrize("command", ["verify", "rtp", "evaluate", "simulate", "audit", "signer"])
@pytest.mark.parametrize("file", ["pipe", "/dev/zero", "", ".", "nothing"])
def test_commands_and_files_that_are_none(
    command: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "blackjack-seven-card-charlie"
    arguments = {
        "verify": ["verify", file],
        "rtp": ["rtp", file],
        "evaluate": ["evaluate", game, file],
        "simulate": ["simulate", game, "--rounds", "10", "--chart", file],
        "audit": ["audit", game, "--accepted", file],
        "signer": ["verify", "x", "--signer", file],
    }
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    result = CliRunner().invoke(cli, arguments[command], standalone_mode=False)
    status = result.return_value if result.exception is None else 2
    assert status == (0 if (command, file) == ("audit", "pipe") else 2)  # an empty file is right
    assert result.exception is None or isinstance(result.exception, BjcalcError)


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    write_atomically(path, "old")
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(BjcalcError, match="a: cannot be written: No space left on device"):
        write_atomically(path, "new")
    assert (path.read_text(), names(tmp_path)) == ("old", ["a"])


@pytest.mark.parametrize("fails_at", [1, 2])
@pytest.mark.parametrize("step", ["fsync", "link"])
def test_new_files_come_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int, step: str
) -> None:
    """No half of a pair of keys, so that the next try works."""
    done = []
    original = getattr(os, step)

    def fails(*arguments: int) -> None:
        done.append(arguments)
        if len(done) == fails_at:
            raise OSError(errno.EIO, "Input/output error")
        original(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fails)
        patch.setattr(os, "rename", full_disk if step == "link" else os.rename)
        result = CliRunner().invoke(cli, ["keygen", "-o", str(tmp_path / "key")])
        assert isinstance(result.exception, BjcalcError)
    assert names(tmp_path) == []
    assert CliRunner().invoke(cli, ["keygen", "-o", str(tmp_path / "key")]).exit_code == 0
    assert names(tmp_path) == ["key", "key.pub"]


def test_new_files_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    path = tmp_path / "a"
    write_new([(path, b"1", 0o600)])
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"1", 0o600)
    with pytest.raises(BjcalcError, match="a: cannot be written: it is there already"):
        write_new([(path, b"2", 0o600)])
    with pytest.raises(FileExistsError), temporary_folder(tmp_path) as folder:
        write_safely(folder / "b", b"2")
        files._rename_to_new(folder / "b", path)
    assert (path.read_bytes(), names(tmp_path)) == (b"1", ["a"])


def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path: Path) -> None:
    """And nothing else: not what a living one is writing, nor files that are called alike."""
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from bjcalc import files\n"
        "os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)\n"
        "if sys.argv[1] == 'file':\n"
        "    files.write_atomically(Path('a'), 'new')\n"
        "with files.temporary_folder(Path()) as folder:\n"
        "    (folder / 'certificate.json').write_text('half')\n"
        "    os.fsync(0)\n"
    )
    left = set()
    for kind in ("file", "folder"):
        subprocess.run([sys.executable, "-c", script, kind], cwd=tmp_path, check=False)
        (one,) = names(tmp_path)  # the second has removed what the first left
        left.add(one)
    assert len(left) == 2
    alike = tmp_path / f"{files._PREFIX}notes"
    alike.write_text("mine")
    with temporary_folder(tmp_path) as living:
        write_atomically(tmp_path / "a", "new")
        assert names(tmp_path) == sorted([living.name, alike.name, "a"])
    assert names(tmp_path) == [alike.name, "a"]
