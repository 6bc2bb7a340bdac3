"""The command: python -m bjcalc.checker certificate.json [--quick] [--json].

Exit status 0: valid; 1: refuted; 2: unreadable, not supported, a wrong command line, or an answer
that could not be written.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import sys

from bjcalc.checker.check import check_file

WORDS = {0: "VALID", 1: "REFUTED", 2: "UNREADABLE"}


def main(arguments: list[str] | None = None) -> int:
    """Check one certificate, print the answer, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m bjcalc.checker",
        description="Re-derive every number of a blackjack certificate, trusting nothing in it.",
        epilog="example: python -m bjcalc.checker tables/borgata-blackjack-pro/certificate.json",
    )
    parser.add_argument("certificate", help="the certificate, a JSON file")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="check only a sample of the decisions for hands of three and more cards",
    )
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    options = parser.parse_args(arguments)

    shows = sys.stderr is not None and sys.stderr.isatty()

    def progress(step: str) -> None:
        if shows:
            print(f"\r\x1b[Kchecking {step} ...", end="", file=sys.stderr, flush=True)

    report = check_file(options.certificate, quick=options.quick, progress=progress)
    if shows:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    head = f"{WORDS[report.status]} ({report.code}): {report.sentence}"
    digest = [f"digest {report.digest}"] if report.digest else []
    text = "\n".join([head, *digest, *report.lines])
    if options.json:
        text = json.dumps({"result": WORDS[report.status].lower(), **dataclasses.asdict(report)})
    if sys.stdout is None:
        print("the answer cannot be written: stdout is closed", file=sys.stderr)
        return 2
    try:
        print(text, flush=True)
    except OSError as error:  # a full disk, or a reader that has gone
        if sys.stderr is not None:
            print(f"the answer cannot be written: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is still to come
        return 2
    return report.status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        sys.exit(130)
