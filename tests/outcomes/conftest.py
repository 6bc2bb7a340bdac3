"""Lets these tests use the brute force table and the random small games of tests/engine."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "engine"))
