"""The kernel: hands as multisets, the dealer's sums and the player's values, in Cython.

Nothing here knows a game file or a rule by name; bjcalc.engine translates rules into its flags.
"""
