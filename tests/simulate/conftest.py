"""Lets these tests use the brute force table and the random small games of the other tests."""

import sys
from pathlib import Path

for folder in ("engine", "outcomes"):
    sys.path.insert(0, str(Path(__file__).parent.parent / folder))
