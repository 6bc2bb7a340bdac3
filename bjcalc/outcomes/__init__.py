"""What a round can bring: its whole law, its moments, bets together, tolerances for live games.

settle.py pays finished hands; hand_law.py, split_rounds.py, many_hands.py and rounds.py put hands,
splits and deals together as polynomials; sums.py evaluates them by bjcalc_ext.outcomes; views.py
says what is asked of them; distribution.py sums over all deals.
"""

from bjcalc.outcomes.distribution import Distribution as Distribution
from bjcalc.outcomes.distribution import Moments as Moments
from bjcalc.outcomes.distribution import distribution as distribution
from bjcalc.outcomes.distribution import moments as moments
from bjcalc.outcomes.distribution import most_hands as most_hands
from bjcalc.outcomes.distribution import whole_law as whole_law
