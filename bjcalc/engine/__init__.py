"""The main game: exact values of every decision, from rules to a `Solution`.

kernel.py puts rules into the terms of bjcalc_ext; deals.py lists the deals; hand_state.py reads one
hand; splits.py and split_values.py value splits; solution.py chooses and adds up; solver.py and
query.py are the ways in; exhaustion.py proves that the shoe lasts. reference.py is the slow,
independent twin that tests compare with.
"""

from bjcalc.engine.query import hand_values as hand_values
from bjcalc.engine.solution import ActionValues as ActionValues
from bjcalc.engine.solution import Solution as Solution
from bjcalc.engine.solver import solve as solve
from bjcalc.rules.actions import Action as Action
