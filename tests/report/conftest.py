"""One small game, computed once for all tests of the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from bjcalc.documents.model import Document
from bjcalc.gamefile import load_game
from bjcalc.report import Facts, build_report, gather

GAME = Path(__file__).parent / "game.toml"


@pytest.fixture(scope="session")
def facts() -> Facts:
    return gather(load_game(GAME), rounds=40_000, seed=5)


@pytest.fixture(scope="session")
def report(facts: Facts) -> Document:
    return build_report(facts)
