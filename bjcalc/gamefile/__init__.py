"""Game files: reading and checking the file that states a game, its readings and its claims."""

from bjcalc.gamefile.claim import Claim as Claim
from bjcalc.gamefile.foreign import foreign as foreign
from bjcalc.gamefile.game import Game as Game
from bjcalc.gamefile.game import Source as Source
from bjcalc.gamefile.interpretations import Interpretation as Interpretation
from bjcalc.gamefile.interpretations import Reading as Reading
from bjcalc.gamefile.reader import AnyRules as AnyRules
from bjcalc.gamefile.reader import check_side_bets as check_side_bets
from bjcalc.gamefile.reader import load_game as load_game
from bjcalc.gamefile.reader import rules_of as rules_of
from bjcalc.gamefile.reader import shipped_games as shipped_games
