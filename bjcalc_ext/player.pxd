# What a hand may do; the caller states one for each hand.
cpdef enum Kind:
    PLAYS = 0     # stand or hit, and double where allowed
    STANDS = 1    # takes no further card
    CHARLIE = 2   # has won at once

# A decision, and what it becomes where doubling is not allowed.
cpdef enum Decision:
    STAND = 0
    HIT = 1
    DOUBLE_ELSE_STAND = 2
    DOUBLE_ELSE_HIT = 3
