"""Playing blocks of rounds on all cores, stopping when asked, going on from a checkpoint.

A block's rounds depend on the seed and the block's number alone, and tallies are sums: so the
result is the same on any number of cores, and after any interruption.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bjcalc.errors import BjcalcError, ShoeExhaustedError
from bjcalc.files import read_text, write_atomically
from bjcalc.nesting import check_nesting
from bjcalc.simulate.tables import TableSetup
from bjcalc.simulate.tallies import Tallies

BLOCK_ROUNDS = 1 << 16
_MOST_BYTES = 1 << 24
_FORMAT = "bjcalc-simulation-2"
_SECONDS_BETWEEN_CHECKPOINTS = 10.0


class CheckpointError(BjcalcError):
    """A checkpoint file cannot be read, or belongs to another simulation."""


@dataclass(frozen=True, slots=True)
class Played:
    """What was counted: tallies as `bjcalc_ext.simulator.Table.play` returns them."""

    tallies: tuple[int, ...]
    rounds: int
    wanted: int
    resumed_from: int

    @property
    def complete(self) -> bool:
        """Whether all rounds that were asked for were played."""
        return self.rounds == self.wanted


def cores_available() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    setup: TableSetup,
    *,
    rounds: int,
    seed: int,
    cores: int | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Played:
    """Play `rounds` rounds; an interrupt (Ctrl-C) ends it with the blocks that were played.

    `checkpoint` is written every few seconds and at the end, and read at the start if it is there;
    more rounds than last time go on from it. `progress` is called with the rounds played and
    wanted. Raises CheckpointError for a file of another simulation or with more rounds than
    `rounds`, ShoeExhaustedError where a card was needed that the shoe no longer had.
    """
    for name, value, least in (("rounds", rounds, 1), ("seed", seed, 0), ("cores", cores or 1, 1)):
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise BjcalcError(f"{name}: {value!r} is wrong: write a whole number from {least} on")
    state = _Progress(setup, rounds, seed, checkpoint)
    blocks = -(-rounds // BLOCK_ROUNDS)
    workers = cores or cores_available()
    running: deque[Future[list[int] | None]] = deque()
    following = state.blocks
    with ThreadPoolExecutor(workers) as pool:

        def submit() -> None:
            nonlocal following
            size = min(BLOCK_ROUNDS, rounds - following * BLOCK_ROUNDS)
            running.append(pool.submit(setup.table.play, seed, following, size))
            following += 1

        try:
            while running or following < blocks:
                while following < blocks and len(running) < 4 * workers:
                    submit()
                state.add(running[0].result())
                running.popleft()
                if progress is not None:
                    progress(state.rounds, rounds)
                state.save_now_and_then()
        except KeyboardInterrupt:
            # Blocks are taken in order; those not begun are given up, so what counts is a prefix.
            while running and not running[0].cancel():
                state.add(running.popleft().result())
            for future in running:
                future.cancel()
    state.save()
    return Played(tuple(state.tallies), state.rounds, rounds, state.resumed_from)


def _digest(content: dict[str, Any]) -> str:
    """Return what binds a checkpoint's content: whatever is altered later does not fit it."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


class _Progress:
    """The tallies so far, and their checkpoint, which holds whole blocks only."""

    def __init__(self, setup: TableSetup, wanted: int, seed: int, checkpoint: Path | None) -> None:
        self._setup = setup
        self._seed = seed
        self._file = checkpoint
        self._saved_at = time.monotonic()
        self.blocks = 0
        self.tallies = [0] * setup.table.tallies
        self._whole = list(self.tallies)
        if checkpoint is not None and checkpoint.exists():
            self._read(checkpoint)
        if self.rounds > wanted:
            raise CheckpointError(
                f"{checkpoint}: holds {self.rounds} rounds already, more than the {wanted} asked "
                "for: ask for more, or name another file"
            )
        self.resumed_from = self.rounds

    @property
    def rounds(self) -> int:
        """The rounds played."""
        return self.tallies[0]

    def add(self, block: list[int] | None) -> None:
        """Add a block's tallies."""
        if block is None:
            raise ShoeExhaustedError("the shoe ran out of cards: too few cards for so many spots")
        self.tallies = [one + other for one, other in zip(self.tallies, block, strict=True)]
        if block[0] == BLOCK_ROUNDS:
            self._whole = self.tallies
            self.blocks += 1

    def save_now_and_then(self) -> None:
        """Write the checkpoint if the last one is old."""
        if time.monotonic() - self._saved_at > _SECONDS_BETWEEN_CHECKPOINTS:
            self.save()

    def save(self) -> None:
        """Write the checkpoint, if one was asked for."""
        self._saved_at = time.monotonic()
        if self._file is None:
            return
        content = {
            "format": _FORMAT,
            "identity": self._setup.identity,
            "seed": str(self._seed),
            "blocks": self.blocks,
            "block_rounds": BLOCK_ROUNDS,
            "tallies": [str(number) for number in self._whole],
        }
        content["digest"] = _digest(content)
        write_atomically(self._file, json.dumps(content, indent=1) + "\n")

    def _read(self, file: Path) -> None:
        def refusal(reason: object) -> CheckpointError:
            return CheckpointError(f"{file}: {reason}")

        try:
            text = read_text(file, _MOST_BYTES)
            check_nesting(text)
            content = json.loads(text)
            digest = content.pop("digest")
            known = (content["format"], content["block_rounds"]) == (_FORMAT, BLOCK_ROUNDS)
            whole = digest == _digest(content)
            tallies = [int(number) for number in content["tallies"]]
            blocks, seed = int(content["blocks"]), content["seed"]
            identity = content["identity"]
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise refusal(f"is no checkpoint of a simulation ({error})") from None
        if not whole:
            raise refusal("was altered: its digest is not that of its content; name another file")
        if not known or len(tallies) != len(self.tallies) or identity != self._setup.identity:
            raise refusal(
                "belongs to another simulation (another game, strategy, bets or spots): name "
                "another file"
            )
        if seed != str(self._seed):
            raise refusal(f"was begun with --seed {str(seed)[:24]}, not {self._seed}")
        if tallies[0] != blocks * BLOCK_ROUNDS:
            raise refusal("its rounds and blocks do not agree")
        if not Tallies(self._setup, tallies).are_possible:
            raise refusal("holds numbers that no simulation counts")
        self.tallies, self._whole, self.blocks = tallies, list(tallies), blocks
