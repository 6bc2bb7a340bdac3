"""The colours of the symbols, which keep their distance for colour-blind readers and in grey.

The fills were chosen together: under simulated protanopia, deuteranopia and tritanopia every two
stay apart, and black letters are legible on all of them, which a test checks.
"""

from __future__ import annotations

from bjcalc.strategy.rows import Symbol

STAND, HIT, DOUBLE, SPLIT, SURRENDER = "#F7E08A", "#9CC9EF", "#E8873A", "#2F9E8F", "#F4F4F4"
INK = "#111111"
RULE = "#555555"
FAINT = "#666666"

FILL = {
    Symbol.S: STAND,
    Symbol.H: HIT,
    Symbol.DH: DOUBLE,
    Symbol.DS: DOUBLE,
    Symbol.P: SPLIT,
    Symbol.RH: SURRENDER,
    Symbol.RS: SURRENDER,
    Symbol.RP: SURRENDER,
}

MEANING = {
    Symbol.S: "stand",
    Symbol.H: "hit",
    Symbol.DH: "double, else hit",
    Symbol.DS: "double, else stand",
    Symbol.P: "split",
    Symbol.RH: "surrender, else hit",
    Symbol.RS: "surrender, else stand",
    Symbol.RP: "surrender, else split",
}
