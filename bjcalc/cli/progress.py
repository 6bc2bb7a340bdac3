"""What long work shows: one line on stderr within a second, where that is a terminal; else nothing.

`answering` and `game_command` show it for every command. What is being done, and how far it is,
comes from `told` and `steps`, which are also what library functions take as their callbacks.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bjcalc.shown import shown

_FIRST, _AGAIN = 0.5, 0.2
_CLEAR = "\r\x1b[K"


class _Line:
    """The line, written by a thread of its own, so that it moves whatever the work is."""

    def __init__(self, name: str, stream: int) -> None:
        self.about = ""
        self.state = (name, 0, 0)
        self.begun = time.monotonic()
        self._stream = stream
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._shown = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        wait = _FIRST
        while not self._over.wait(wait):
            with self._lock:
                self._shown = True
                self._write(_CLEAR + self.text)
            wait = _AGAIN

    def _write(self, text: str) -> None:
        try:
            os.write(self._stream, text.encode("ascii", "backslashreplace"))
        except OSError:
            self._over.set()

    @property
    def text(self) -> str:
        """What is being done, how far, for how long; it fits the terminal."""
        what, done, of = self.state
        share = f" {100 * done // of} %" if of > 1 else f" {done}" if done else ""
        end = f"{share}, {time.monotonic() - self.begun:.0f} s"
        return (
            shown(f"{self.about}{what}")[: shutil.get_terminal_size().columns - len(end) - 1] + end
        )

    def clear(self) -> None:
        """Take the line away until it is written again."""
        with self._lock:
            if self._shown:
                self._shown = False
                self._write(_CLEAR)

    def end(self) -> None:
        """Take the line away for good."""
        self._over.set()
        self._thread.join()
        self.clear()


_current: _Line | None = None


def would_show(*, beside_output: bool = False) -> bool:
    """Whether `running` shows anything: stderr is a terminal, to which no other output goes."""
    return sys.stderr.isatty() and not (beside_output and sys.stdout.isatty())


@contextmanager
def running(name: str, *, beside_output: bool = False) -> Iterator[None]:
    """Show the line while the work within lasts; `name` stands in it until `told` says more.

    Work that prints while it goes on is `beside_output`.
    """
    global _current  # noqa: PLW0603 - there is one terminal
    if _current is not None or not would_show(beside_output=beside_output):
        yield
        return
    _current = _Line(name, sys.stderr.fileno())
    try:
        yield
    finally:
        _current.end()
        _current = None


def told(what: str, done: int = 0, of: int = 1) -> None:
    """Say what is being done from now on, and how much of it is done."""
    if _current is not None:
        _current.state = (what, done, of)


def steps(what: str) -> Callable[[int, int], None]:
    """Return a callback (done, of) for one kind of work."""
    told(what)
    return lambda done, of: told(what, done, of)


def about(name: str) -> None:
    """Say which of several games the work is about."""
    if _current is not None:
        _current.about = f"{name}: "


def clear() -> None:
    """Take the line away for what is printed beside it; it comes back below."""
    if _current is not None:
        _current.clear()
