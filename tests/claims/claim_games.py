"""Game files for the tests of claims."""

from __future__ import annotations

from collections.abc import Callable

from bjcalc.gamefile import Game

WriteGame = Callable[..., Game]

# 26 cards, no splits: solved in milliseconds. Two open rules, one of which is about insurance.
SMALL = """
schema = 1
[game]
name = "Small Game"
source = { document = "Small Game, help text", date = "2024-05-06" }
[shoe]
counts = { A = 2, 2 = 2, 3 = 2, 4 = 2, 5 = 2, 6 = 2, 7 = 2, 8 = 2, 9 = 2, T = 8 }
[dealer]
soft17 = "stand"
[split]
max_hands = 1
max_hands_aces = 1
[[interpretations]]
id = "soft17"
question = "Does the dealer hit soft 17?"
default = "stand"
why = "silent"
readings = [
  { id = "stand", text = "No.", set = { "dealer.soft17" = "stand" } },
  { id = "hit", text = "Yes.", set = { "dealer.soft17" = "hit" } },
]
[[interpretations]]
id = "even-money"
question = "Is even money offered?"
default = "no"
why = "silent"
readings = [
  { id = "no", text = "No.", set = { "insurance.even_money" = false } },
  { id = "yes", text = "Yes.", set = { "insurance.even_money" = true } },
]
[[interpretations]]
id = "covers"
question = "What does the figure cover?"
default = "main"
why = "silent"
readings = [
  { id = "main", text = "The main game.", set = {} },
  { id = "all", text = "All bets.", set = {} },
]
"""

# Two cards of a shoe of five: both are the ace of clubs with chance 3/5.
PAIR_BET = """
schema = 1
[game]
name = "Pair Bet"
[shoe]
counts = { Ac = 4, Kd = 1 }
[[side_bets]]
name = "Pair"
cards = ["player1", "player2"]
pays_source = "%s"
[[side_bets.categories]]
name = "Pair"
when = "same card"
pays = %s
"""

EIGHT_DECKS = """
schema = 1
[game]
name = "Eight Decks"
[shoe]
decks = 8
"""
