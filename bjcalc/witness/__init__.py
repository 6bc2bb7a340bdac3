"""Slow, obvious routes to the numbers of the engine, with their own reading of the rules."""
