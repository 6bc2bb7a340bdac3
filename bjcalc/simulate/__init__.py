"""A table simulator: an independent witness for the exact results.

tables.py reads rules and a strategy into plain tables; run.py plays blocks of rounds on all cores;
agreement.py compares what was counted with what is exact.
"""
