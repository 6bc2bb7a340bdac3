"""Writing files so that a half-written one is never left behind."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from bjcalc.errors import BjcalcError


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
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except OSError as error:
        raise BjcalcError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)
