"""The main game: exact values of every decision, from rules to a `Solution`."""
