"""The brute force and the random small games of the engine's tests serve these tests too."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent / room) for room in ("engine", "outcomes")]
