"""The corpus of certificates, made once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from generate import corpus


@pytest.fixture(scope="session")
def made() -> dict[str, bytes]:
    """Return every file of the corpus that is kept, made anew."""
    return corpus()


@pytest.fixture(scope="session")
def here() -> Path:
    return Path(__file__).parent
