"""Side bets: exact counts, the library of known bets, closed forms, pay tables solved backwards."""
