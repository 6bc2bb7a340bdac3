"""The commands: each module holds one, named as the user types it; main.py finds and runs them."""
