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
    "paths",
    multiple=True,
    default=["bjcalc-key"],
    show_default=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The private key's file; the public key goes to FILE.pub. May be repeated: more pairs.",
)
def command(paths: tuple[Path, ...]) -> Answer:
    """Make an Ed25519 key pair for `certify --sign` and `verify --signer`.

    The private key has no passphrase: keep the file where nobody else can read it. Give the public
    key, FILE.pub, to whoever checks. Files that are there are never overwritten.

    \b
    Example:
      bjcalc keygen -o my-key
    """
    from bjcalc.certificate.signing import make_keys

    made = list(zip(paths, make_keys(*paths), strict=True))
    keys = [
        {"private_key": str(path), "public_key": f"{path}.pub", "key_id": name}
        for path, name in made
    ]
    return Answer(
        lambda: keys[0] if len(keys) == 1 else {"keys": keys},
        lambda: [
            line
            for path, name in made
            for line in (
                f"private key (keep it secret): {shown(str(path))}",
                f"public key: {shown(str(path))}.pub",
                f"key id: {name}",
            )
        ],
    )
