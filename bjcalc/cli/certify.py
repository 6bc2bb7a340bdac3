"""`bjcalc certify`: a game's certificate and its tables, as a folder for a regulator."""

from __future__ import annotations

import os
from pathlib import Path

import click

from bjcalc.cli.common import Answer, game_command
from bjcalc.cli.progress import told
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Game
from bjcalc.shown import shown


@game_command("certify")
@click.option(
    "-o",
    "--output",
    "folders",
    required=True,
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder to write; one that holds a certificate alone is replaced, whole. May be "
    "repeated.",
)
@click.option(
    "--sign",
    "key_file",
    type=click.Path(path_type=Path),
    metavar="KEY",
    help="Sign with this private key (see `bjcalc keygen`); needs the package cryptography.",
)
def command(game: Game, folders: tuple[Path, ...], key_file: Path | None) -> Answer:
    """Write a game's certificate, and its tables for people, into a folder.

    certificate.json binds the rules, the strategy and every exact number; payouts.csv, payouts.md,
    figures.csv and strategy.csv show them; SHA256SUMS lists them all. The same game gives the same
    bytes. Check the result with `bjcalc verify`.

    \b
    Examples:
      bjcalc certify borgata-blackjack-pro -o borgata/
      bjcalc certify my-game.toml -o my-game/ --sign my-key
    """
    from bjcalc.certificate.body import certify
    from bjcalc.certificate.folder import check_target, folder_files, write_folder
    from bjcalc.certificate.signing import key_id, read_private_key, sign

    targets = {os.path.realpath(folder): folder.absolute() for folder in folders}
    if len(targets) < len(folders):
        raise BjcalcError("-o: one folder is named twice")
    for target in targets.values():
        check_target(target)
    key = None if key_file is None else read_private_key(key_file)
    certificate = certify(game, told)
    told("tables")
    files = folder_files(certificate, None if key is None else sign(certificate.digest, key))
    for target in targets.values():
        write_folder(target, files)
    signer = None if key is None else key_id(key.public_key())
    return Answer(
        lambda: {
            **(
                {"folder": str(folders[0])}
                if len(folders) == 1
                else {"folders": list(map(str, folders))}
            ),
            "digest": certificate.digest,
            "signer": signer,
            "files": list(files),
        },
        lambda: [
            f"{game.name}: certificate {certificate.digest}",
            *(f"written to {shown(str(folder))}: {', '.join(files)}" for folder in folders),
            "not signed" if signer is None else f"signed by the key {signer}",
        ],
    )
