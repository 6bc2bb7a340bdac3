"""What a game is: the model of its rules, and reading and checking the file that states them."""

from bjcalc.rules.claim import Claim as Claim
from bjcalc.rules.contradictions import check_rules as check_rules
from bjcalc.rules.describe import rules_line as rules_line
from bjcalc.rules.game import Game as Game
from bjcalc.rules.game import Source as Source
from bjcalc.rules.interpretations import Interpretation as Interpretation
from bjcalc.rules.interpretations import Reading as Reading
from bjcalc.rules.model import Rules as Rules
from bjcalc.rules.plain import rules_from_dict as rules_from_dict
from bjcalc.rules.plain import rules_to_dict as rules_to_dict
from bjcalc.rules.reader import load_game as load_game
from bjcalc.rules.reader import shipped_games as shipped_games
