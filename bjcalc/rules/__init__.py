"""What a game is: the model of its rules, and reading and checking the file that states them."""

from bjcalc.rules.model import Rules as Rules
