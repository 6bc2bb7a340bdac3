"""Reading files within bounds, and writing them so that a half-written one is never left behind.

What is written goes to a temporary file or folder beside its place, which its writer locks. What a
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
from collections.abc import Callable, Iterator, Sequence
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
    """Write the whole content to a temporary file beside `path`, then put it in its place.

    Text is written as UTF-8 with "\\n" line ends. A link is followed. Raises BjcalcError naming the
    path and the reason when that cannot be done; the old file, if any, is then untouched. What is
    no regular file (a device, a folder) is never replaced.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        raise BjcalcError(f"{path}: cannot be written: it is not a regular file")
    content = data.encode() if isinstance(data, str) else data
    with errors_about(path), temporary_file(path.parent, content) as temporary:
        os.replace(temporary, path)


def write_new(files: Sequence[tuple[Path, bytes, int]]) -> None:
    """Write files, each with its permissions, that must not be there yet: all of them or none.

    Raises BjcalcError naming the file and the reason.
    """
    made: list[Path] = []
    with contextlib.ExitStack() as temporaries:
        try:
            ready = []
            for path, data, mode in files:
                with errors_about(path):
                    _refuse_taken(path)
                    new = temporaries.enter_context(temporary_file(path.parent, data, mode))
                    ready.append((new, path))
            for new, path in ready:
                with errors_about(path):
                    _rename_to_new(new, path)
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


@contextlib.contextmanager
def errors_about(path: Path) -> Iterator[None]:
    """Turn an OSError into a BjcalcError that says which file or folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise BjcalcError(f"{path}: cannot be written: {error.strerror}") from None


@contextlib.contextmanager
def temporary_file(folder: Path, data: bytes, mode: int = 0o666) -> Iterator[Path]:
    """Yield a file in `folder` that holds the data, safely on disk; it is removed at the end.

    `mode` are its permissions, less those that the user masks. Raises OSError.
    """

    def create(path: Path) -> int:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)

    with _locked(folder, create) as (path, handle):
        with open(handle, "wb", closefd=False) as stream:
            stream.write(data)
        os.fsync(handle)
        yield path


@contextlib.contextmanager
def temporary_folder(parent: Path) -> Iterator[Path]:
    """Yield an empty folder in `parent`; what is then there of its name is removed at the end."""

    def create(path: Path) -> int:
        path.mkdir()
        return os.open(path, os.O_RDONLY)

    with _locked(parent, create) as (path, _):
        yield path


@contextlib.contextmanager
def _locked(folder: Path, create: Callable[[Path], int]) -> Iterator[tuple[Path, int]]:
    """Yield something new of a temporary name, locked, and the handle of it; remove it at last."""
    _remove_abandoned(folder)
    while True:
        path = folder / f"{_PREFIX}{secrets.token_hex(8)}"
        try:
            handle = create(path)
        except FileNotFoundError:
            if folder.is_dir():  # another writer took it for abandoned before it was open
                continue
            raise
        with contextlib.suppress(OSError):  # without locks nothing is taken for abandoned
            fcntl.flock(handle, fcntl.LOCK_EX)
        if path.exists():  # else taken for abandoned before it was locked
            break
        os.close(handle)
    try:
        yield path, handle
    finally:
        _remove(path)
        os.close(handle)


def _remove_abandoned(folder: Path) -> None:
    """Remove what killed writers left: temporary names of this user that nobody has locked."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if not _TEMPORARY.fullmatch(entry.name):
                continue
            with contextlib.suppress(OSError):
                if entry.stat(follow_symlinks=False).st_uid != os.geteuid():
                    continue
                handle = os.open(entry, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    _remove(Path(entry))
                finally:
                    os.close(handle)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
