"""`bjcalc keygen`: a pair of keys to sign certificates with."""

from __future__ import annotations

from pathlib import Path

import click

from bjcalc.cli.common import echo_json, json_option


@click.command("keygen")
@click.option(
    "-o",
    "--output",
    "path",
    default="bjcalc-key",
    show_default=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The private key's file; the public key goes to FILE.pub.",
)
@json_option
def command(path: Path, as_json: bool) -> None:
    """Make an Ed25519 key pair for `certify --sign` and `verify --signer`.

    The private key has no passphrase: keep the file where nobody else can read it. Give the public
    key, FILE.pub, to whoever checks. Files that are there are never overwritten.

    \b
    Example:
      bjcalc keygen -o my-key
    """
    from bjcalc.certificate.signing import make_keys

    name = make_keys(path)
    if as_json:
        echo_json({"private_key": str(path), "public_key": f"{path}.pub", "key_id": name})
        return
    click.echo(f"private key (keep it secret): {path}")
    click.echo(f"public key: {path}.pub")
    click.echo(f"key id: {name}")
