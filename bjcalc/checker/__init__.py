"""A checker of certificates that trusts nothing: standard library alone, nothing else of bjcalc.

Run it as `python -m bjcalc.checker certificate.json`. It follows bjcalc/certificate/FORMAT.md and
re-derives every number there by methods of its own. To read it, take the modules in this order:

- reading: strict JSON, canonical bytes, numbers as strings; the two ways to refuse.
- hands, rules: totals and cells; the rules, which hands are over, and what a hand is paid.
- form: the shape of a certificate, and that its names fit together.
- dealer: how the dealer's hand ends, for any cards gone, and how likely cards are.
- play: the stated strategy's value, hand by hand, and that no decision of it can be improved.
- splits: the value of a split, by recursion over hands pending, hands made and pair cards out.
- game: every cell and the totals.
- conditions, sidebets: side bets, counted by rank and suit patterns.
- claims: printed numbers compared.
- check: all of it in order. `__main__` is the command.
"""
