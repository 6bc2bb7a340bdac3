"""The colours of the symbols, which keep their distance for colour-blind readers and in grey.

The fills were chosen together: under simulated protanopia, deuteranopia and tritanopia every two
stay apart, and black letters are legible on all of them, which a test checks.
"""

from __future__ import annotations

from bjcalc.rules.actions import Action, Symbol

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "#F7E08A", "#9CC9EF", "#E8873A", "#2F9E8F", "#F4F4F4"
INK = "#111111"
RULE = "#555555"
FAINT = "#666666"

COLOUR = dict(zip(Action, (STAND, HIT, DOUBLE, SPLIT, SURRENDER), strict=True))
FILL = {symbol: COLOUR[symbol.first] for symbol in Symbol}
MEANING = {symbol: symbol.meaning for symbol in Symbol}
