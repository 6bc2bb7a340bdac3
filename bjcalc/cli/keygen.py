"""`bjcalc keygen`: a pair of keys to sign certificates with."""

from __future__ import annotations

from pathlib import Path

import click

from bjcalc.cli.common import Answer, answering
from bjcalc.shown import shown


@answering("keygen")
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
def command(path: Path) -> Answer:
    """Make an Ed25519 key pair for `certify --sign` and `verify --signer`.

    The private key has no passphrase: keep the file where nobody else can read it. Give the public
    key, FILE.pub, to whoever checks. Files that are there are never overwritten.

    \b
    Example:
      bjcalc keygen -o my-key
    """
    from bjcalc.certificate.signing import make_keys

    name = make_keys(path)
    return Answer(
        lambda: {"private_key": str(path), "public_key": f"{path}.pub", "key_id": name},
        lambda: [
            f"private key (keep it secret): {shown(str(path))}",
            f"public key: {shown(str(path))}.pub",
            f"key id: {name}",
        ],
    )
