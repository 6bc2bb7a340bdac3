"""Claims: whether the numbers that a game's text prints follow from the game's rules.

printed.py reads a printed number with its digits, rounding.py compares it exactly; figures.py
computes what it may be about, judge.py and side_bets.py give the verdict, explain.py searches for
rule changes; limits.py has regulators' limits, accepted.py known findings; audit.py puts it
together, words.py says it, and report.py and junit.py write it down.
"""

from bjcalc.claims.accepted import Accepted as Accepted
from bjcalc.claims.accepted import read_accepted as read_accepted
from bjcalc.claims.audit import GameAudit as GameAudit
from bjcalc.claims.audit import audit_game as audit_game
from bjcalc.claims.finding import Finding as Finding
from bjcalc.claims.finding import Verdict as Verdict
from bjcalc.claims.limits import jurisdictions as jurisdictions
from bjcalc.claims.printed import ClaimError as ClaimError
from bjcalc.claims.printed import PrintedNumber as PrintedNumber
from bjcalc.claims.printed import parse_printed as parse_printed
