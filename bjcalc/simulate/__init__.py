"""A table simulator: an independent witness for the exact results.

tables.py reads rules and a strategy into plain tables; run.py plays blocks of rounds on all cores;
agreement.py compares what was counted with what is exact.
"""

from bjcalc.simulate.agreement import Agreement as Agreement
from bjcalc.simulate.agreement import Exact as Exact
from bjcalc.simulate.agreement import compare as compare
from bjcalc.simulate.run import CheckpointError as CheckpointError
from bjcalc.simulate.run import Played as Played
from bjcalc.simulate.run import cores_available as cores_available
from bjcalc.simulate.run import simulate as simulate
from bjcalc.simulate.strategy import SolvedStrategy as SolvedStrategy
from bjcalc.simulate.tables import TableSetup as TableSetup
from bjcalc.simulate.tallies import Tallies as Tallies
