"""`bjcalc certify`: a game's certificate and its tables, as a folder for a regulator."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from bjcalc.cli.common import (
    echo_json,
    json_option,
    load_from_options,
    reading_option,
    set_option,
)


@click.command("certify")
@click.argument("game", metavar="GAME")
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder to write; one that holds a certificate alone is replaced, whole.",
)
@click.option(
    "--sign",
    "key_file",
    type=click.Path(path_type=Path),
    metavar="KEY",
    help="Sign with this private key (see `bjcalc keygen`); needs the extra bjcalc[sign].",
)
@set_option
@reading_option
@json_option
def command(
    game: str,
    folder: Path,
    key_file: Path | None,
    settings: tuple[str, ...],
    readings: tuple[str, ...],
    as_json: bool,
) -> None:
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

    target = folder.absolute()
    check_target(target)
    key = None if key_file is None else read_private_key(key_file)
    chosen = load_from_options(game, settings, readings)
    shows = sys.stderr.isatty()

    def progress(what: str, done: int, of: int) -> None:
        if shows:
            click.echo(f"\r\x1b[K{what}: {done} of {of}", nl=False, err=True)

    certificate = certify(chosen, progress)
    progress("tables", 0, 1)
    files = folder_files(certificate, None if key is None else sign(certificate.digest, key))
    if shows:
        click.echo("\r\x1b[K", nl=False, err=True)
    write_folder(target, files)
    signer = None if key is None else key_id(key.public_key())
    if as_json:
        echo_json(_json(str(folder), certificate.digest, signer, files))
        return
    click.echo(f"{chosen.name}: certificate {certificate.digest}")
    click.echo(f"written to {folder}: {', '.join(files)}")
    click.echo("not signed" if signer is None else f"signed by the key {signer}")


def _json(folder: str, digest: str, signer: str | None, files: dict[str, bytes]) -> dict[str, Any]:
    return {"folder": folder, "digest": digest, "signer": signer, "files": list(files)}
