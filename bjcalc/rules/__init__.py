"""What a game is: the model of its rules, what fits together, and the rules in one line."""

from bjcalc.rules.describe import rules_line as rules_line
from bjcalc.rules.model import Rules as Rules
from bjcalc.rules.model import rules_from_dict as rules_from_dict
from bjcalc.rules.model import rules_to_dict as rules_to_dict
