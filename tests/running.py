"""Runs a command in this process, as a user would from a shell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bjcalc.cli.main import run


def bjcalc(capsys: pytest.CaptureFixture[str], *args: str | Path) -> tuple[int, str, str]:
    """Return exit status, stdout and stderr."""
    with pytest.raises(SystemExit) as left:
        run(list(map(str, args)))
    out, err = capsys.readouterr()
    assert isinstance(left.value.code, int)
    return left.value.code, out, err


def bjcalc_json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    """Return what a command that succeeds prints with --json."""
    status, out, err = bjcalc(capsys, *args, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)
