"""`python -m bjcalc` is the same as `bjcalc`."""

from bjcalc.cli.main import run

if __name__ == "__main__":
    run()
