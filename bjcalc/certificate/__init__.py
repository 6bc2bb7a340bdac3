"""Certificates: rules, strategy and exact numbers of one game, bound so that others can check them.

FORMAT.md beside this file defines what a certificate is and what a valid one proves. The program
that checks one, `bjcalc.checker`, follows that page alone and shares no code with this package.

- hands, play, side_bets, claims: the sections of a certificate, from what was computed.
- body: a certificate from a game, its digest, the file's bytes.
- payouts, csv_files, page: the tables beside it, for people.
- folder: all files, put in place at once or not at all. signing: keys and signatures.
- tables: the command that writes or compares the tables of the shipped games.
"""
