"""Reading files within bounds, and writing them so that a half-written one is never left behind.

What is written goes to a temporary folder beside its place, which its writer locks. What a
killed writer left is therefore known by its name and by being unlocked, and the next writer in the
same folder removes it.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from bjcalc.errors import BjcalcError

_PREFIX = ".bjcalc-tmp-"
_TEMPORARY = re.compile(re.escape(_PREFIX) + "[0-9a-f]{16}")


def first_bytes(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file, whatever its size. Raises OSError.

    Does not wait for somebody to write to a pipe: what nobody writes to is empty.
    """

    def opener(name: str, flags: int) -> int:
        handle = os.open(name, flags | os.O_NONBLOCK)
        os.set_blocking(handle, True)
        return handle

    with open(path, "rb", opener=opener) as stream:
        return stream.read(most)


def read_text(path: Path, most: int) -> str:
    """Return the text of a file of at most so many bytes, a byte order mark aside.

    Raises OSError, also where there are more bytes, and UnicodeDecodeError.
    """
    data = first_bytes(path, most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most} bytes")
    return data.decode("utf-8-sig")


def write_atomically(path: Path, data: bytes | str) -> None:
    """Write the whole content to a temporary folder beside `path`, then put it in its place.

    Text is written as UTF-8 with "\n" line ends. A link is followed. Raises BjcalcError naming the
    path and the reason when that cannot be done; the old file, if any, is then untouched. What is
    no regular file (a device, a folder) is never replaced.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        raise BjcalcError(f"{path}: cannot be written: it is not a regular file")
    content = data.encode() if isinstance(data, str) else data
    with errors_about(path), temporary_folder(path.parent) as folder:
        write_safely(folder / "file", content)
        os.replace(folder / "file", path)


def write_new(files: Sequence[tuple[Path, bytes, int]]) -> None:
    """Write files of one folder, each with its permissions: all of them or none, and no old one.

    Raises BjcalcError naming the file and the reason.
    """
    made: list[Path] = []
    with errors_about(files[0][0]), temporary_folder(files[0][0].parent) as folder:
        try:
            for path, data, mode in files:
                with errors_about(path):
                    _refuse_taken(path)
                    write_safely(folder / path.name, data, mode)
            for path, _, _ in files:
                with errors_about(path):
                    _rename_to_new(folder / path.name, path)
                made.append(path)
        except BaseException:
            for path in made:
                path.unlink()
            raise


def _rename_to_new(old: Path, new: Path) -> None:
    """Give a file a name that no other has. Raises FileExistsError, as far as can be told."""
    try:
        os.link(old, new)  # never replaces, which a rename would
    except OSError:  # also on a file system without links
        _refuse_taken(new)
        os.rename(old, new)


def _refuse_taken(path: Path) -> None:
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, "it is there already")


def write_safely(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file and wait until it is on disk; `mode` are its permissions, less the user's mask.

    Raises OSError.
    """
    with open(path, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


@contextlib.contextmanager
def errors_about(path: Path) -> Iterator[None]:
    """Turn an OSError into a BjcalcError that says which file or folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise BjcalcError(f"{path}: cannot be written: {error.strerror}") from None


@contextlib.contextmanager
def temporary_folder(parent: Path) -> Iterator[Path]:
    """Yield an empty folder in `parent`; what is then there of its name is removed at the end.

    Raises OSError.
    """
    _remove_abandoned(parent)
    while True:
        path = parent / f"{_PREFIX}{secrets.token_hex(8)}"
        path.mkdir()
        with contextlib.suppress(OSError):  # another writer took it for abandoned
            handle = os.open(path, os.O_RDONLY)
            with contextlib.suppress(OSError):  # without locks nothing is taken for abandoned
                fcntl.flock(handle, fcntl.LOCK_EX)
            if path.exists():
                break
            os.close(handle)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)
        os.close(handle)


def _remove_abandoned(parent: Path) -> None:
    """Remove what killed writers left: temporary folders of this user that nobody has locked."""
    with contextlib.suppress(OSError), os.scandir(parent) as entries:
        for entry in entries:
            if not _TEMPORARY.fullmatch(entry.name):
                continue
            with contextlib.suppress(OSError):
                if entry.stat(follow_symlinks=False).st_uid != os.geteuid():
                    continue
                handle = os.open(entry, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(entry.path, ignore_errors=True)
                finally:
                    os.close(handle)
