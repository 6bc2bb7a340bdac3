"""Certificates: rules, strategy and exact numbers of one game, bound so that others can check them.

FORMAT.md beside this file defines what a certificate is and what a valid one proves. The program
that checks one, `bjcalc.checker`, follows that page alone and shares no code with this package.
"""
