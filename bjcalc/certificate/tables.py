"""The command: python -m bjcalc.certificate.tables DIR [GAME ...] [--check].

The certified tables of all shipped games, or of those named. Writes DIR/<slug>/ for every game,
or with --check compares what is there, byte for byte: exit status 0 the same, 1 not.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bjcalc.certificate.body import certify
from bjcalc.certificate.folder import differences, folder_files, write_folder
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import load_game, shipped_games


def table_files(slug: str) -> dict[str, bytes]:
    """Return the files of a shipped game's folder, unsigned."""
    return folder_files(certify(load_game(slug)))


def main(arguments: list[str] | None = None) -> int:
    """Write or compare the tables; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m bjcalc.certificate.tables",
        description="Write the certified tables of the shipped games, or compare them.",
        epilog="example: python -m bjcalc.certificate.tables tables --check",
    )
    parser.add_argument("folder", type=Path, help="the folder that holds a folder for each game")
    parser.add_argument("games", nargs="*", metavar="GAME", help="slugs; all games if none")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args(arguments)
    found = []
    try:
        for slug in options.games or shipped_games():
            files = table_files(slug)
            if options.check:
                folder = options.folder / slug
                wrong = differences(folder, files) if folder.is_dir() else {"": "is missing"}
                found += [f"{folder / name}: {words}" for name, words in wrong.items()]
            else:
                write_folder(options.folder / slug, files)
    except BjcalcError as error:
        print(error, file=sys.stderr)
        return 2
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
