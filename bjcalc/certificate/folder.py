"""The folder of a certificate: all its files, put in place at once or not at all."""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bjcalc.certificate.body import Certificate
from bjcalc.certificate.csv_files import figures, figures_csv, payouts_csv, strategy_csv
from bjcalc.certificate.page import page
from bjcalc.certificate.payouts import main_game, main_rows, side_bet_rows
from bjcalc.errors import BjcalcError
from bjcalc.files import errors_about, first_bytes, temporary_folder, write_safely

CERTIFICATE = "certificate.json"
ENVELOPE = "certificate.json.dsse"
SUMS = "SHA256SUMS"
FILES = (
    *(CERTIFICATE, ENVELOPE, "payouts.csv", "payouts.md", "figures.csv", "strategy.csv"),
    SUMS,
)
"""Every name that a folder may have; the envelope is there if it is signed."""


def folder_files(certificate: Certificate, envelope: bytes | None = None) -> dict[str, bytes]:
    """Return the files of a certificate's folder by name; `envelope` is its signature."""
    main = main_game(certificate)
    rows = main_rows(main)
    for counts in certificate.side_bets:
        rows += side_bet_rows(counts)
    all_figures = figures(certificate, main)
    files = {
        CERTIFICATE: certificate.to_bytes(),
        "figures.csv": figures_csv(all_figures).encode(),
        "payouts.csv": payouts_csv(rows).encode(),
        "payouts.md": page(certificate, main, rows, all_figures).encode(),
        "strategy.csv": strategy_csv(certificate).encode(),
    }
    if envelope is not None:
        files[ENVELOPE] = envelope
    sums = [f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)]
    return {**files, SUMS: "".join(sums).encode()}


def differences(folder: Path, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return in words how entries of a folder differ from these files; nothing if they do not.

    Raises BjcalcError where the folder cannot be read.
    """
    try:
        there = {entry.name for entry in folder.iterdir()}
    except OSError as error:
        raise BjcalcError(f"{folder}: cannot be read: {error.strerror}") from None
    found = {}
    for name in sorted(there | files.keys()):
        if name not in there:
            found[name] = "is missing"
        elif name not in files:
            found[name] = "should not be there"
        elif _differs(folder / name, files[name]):
            found[name] = "differs from what is computed now"
    return found


def _differs(path: Path, content: bytes) -> bool:
    try:
        return first_bytes(path, len(content) + 1) != content
    except OSError:
        return True


def check_target(folder: Path) -> None:
    """Raise BjcalcError where `folder` is there and holds anything that this module did not write.

    It will be replaced whole, so that a slip of the hand must not cost other files.
    """
    if not os.path.lexists(folder):
        return
    if folder.is_symlink() or not folder.is_dir():
        raise BjcalcError(f"{folder}: there is a file of this name; name a folder")
    strange = sorted(entry.name for entry in folder.iterdir() if entry.name not in FILES)
    if strange:
        raise BjcalcError(
            f"{folder}: will not be replaced, since it holds {strange[0]!r}, which is no part of "
            "a certificate; name a new folder, or one that holds a certificate alone"
        )


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Put a folder with exactly these files in place of `folder`, at once or not at all.

    Everything is written to a folder beside it, which then changes places with the old one.
    Raises BjcalcError naming the folder; the old one is then as it was.
    """
    check_target(folder)
    with errors_about(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with temporary_folder(folder.parent) as beside:
            for name, data in files.items():
                write_safely(beside / name, data)
            if os.path.lexists(folder):
                exchange(beside, folder)
            else:
                beside.rename(folder)


def exchange(new: Path, old: Path) -> None:
    """Let two folders of one parent change places: in one step where the system can.

    Elsewhere in two renames, undone if the second fails; there is a moment without `old` between.
    """
    try:
        _swap(new, old)
    except (OSError, AttributeError):
        aside = Path(tempfile.mkdtemp(prefix=f".{old.name}.", dir=old.parent))
        old.rename(aside)  # onto an empty folder, which it replaces
        try:
            new.rename(old)
        except BaseException:
            aside.rename(old)
            raise
        aside.rename(new)


def _swap(one: Path, other: Path) -> None:
    """Exchange two paths in one system call; OSError or AttributeError where there is none."""
    library = ctypes.CDLL(None, use_errno=True)
    first, second = os.fsencode(one), os.fsencode(other)
    if sys.platform == "darwin":
        status = library.renamex_np(first, second, 2)  # RENAME_SWAP
    else:
        here = -100  # AT_FDCWD: paths as they are
        status = library.renameat2(here, first, here, second, 2)  # RENAME_EXCHANGE
    if status != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
