"""Small games for the tests of claims, and one process to solve them in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from claim_games import WriteGame

from bjcalc.claims.work import Workers
from bjcalc.gamefile import Game, load_game


@pytest.fixture
def write_game(tmp_path: Path) -> WriteGame:
    """Return a function that loads a game file of this text, with claims as keyword tables."""

    def write(text: str, *claims: dict[str, str], name: str = "game") -> Game:
        parts = [text]
        for claim in claims:
            lines = "\n".join(f"{key} = '{value}'" for key, value in claim.items())
            parts.append(f"[[claims]]\n{lines}\n")
        path = tmp_path / f"{name}.toml"
        path.write_text("\n".join(parts))
        return load_game(path)

    return write


@pytest.fixture
def workers() -> Iterator[Workers]:
    """Return workers that solve in this process."""
    with Workers(1) as made:
        yield made
