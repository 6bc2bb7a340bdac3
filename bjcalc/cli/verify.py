"""`bjcalc verify`: the independent checker, and the signature beside a certificate."""

from __future__ import annotations

import dataclasses
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bjcalc.checker.check import Report, check_bytes
from bjcalc.checker.form import read_certificate
from bjcalc.checker.reading import Refusal, Unreadable, parse, read_bytes
from bjcalc.cli.common import Answer, answering
from bjcalc.cli.progress import told
from bjcalc.shown import shown

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

WORDS = {0: "VALID", 1: "REFUTED", 2: "UNREADABLE"}
UNCHECKED = "not checked: the game file's digest"


@dataclass(frozen=True, slots=True)
class Signature:
    """What became of the signature: `signer` is the key id that it was checked against."""

    file: str
    present: bool
    signer: str | None = None

    @property
    def line(self) -> str:
        """One line for the report of a valid certificate."""
        if self.signer is not None:
            return f"signed by the key {self.signer}"
        if self.present:
            return f"not checked: the signature in {self.file} (give --signer with a public key)"
        return "not checked: who made it; there is no signature beside it"


@answering("verify")
@click.argument("certificate", metavar="CERTIFICATE")
@click.option(
    "--signer",
    "key_file",
    type=click.Path(path_type=Path),
    metavar="PUB",
    help="Check that the holder of this public key signed it; needs the package cryptography.",
)
@click.option(
    "--signature",
    "envelope_file",
    metavar="FILE",
    help="The signature's file; CERTIFICATE.dsse if not given.",
)
@click.option(
    "--quick",
    is_flag=True,
    help="Check a sample of the decisions for hands of three cards and more.",
)
def command(
    certificate: str, key_file: Path | None, envelope_file: str | None, quick: bool
) -> Answer:
    """Re-derive every number of a certificate, trusting nothing in it.

    Exit status 0: valid; 1: refuted, the answer says where; 2: unreadable, or not a certificate
    that can be checked. A full check of 8 decks takes about ten seconds; --quick takes less, and
    says what it leaves out.

    \b
    Examples:
      bjcalc verify tables/borgata-blackjack-pro/certificate.json
      bjcalc verify certificate.json --signer my-key.pub --quick
    """
    signer = None
    if key_file is not None:
        from bjcalc.certificate.signing import read_public_key

        signer = read_public_key(key_file)
    envelope = f"{certificate}.dsse" if envelope_file is None else envelope_file
    signature = Signature(envelope, os.path.lexists(envelope))
    try:
        data = read_bytes(certificate)
        if signer is not None:
            signature = _checked(data, envelope, signer)
        elif envelope_file is not None and not signature.present:
            raise Unreadable("no-signature", f"{envelope!r} cannot be read: no such file")
    except Refusal as refusal:
        report = Report(refusal.status, refusal.code, refusal.sentence)
    else:
        report = check_bytes(data, quick=quick, progress=lambda step: told(f"checking {step}"))
    return Answer(
        lambda: _json(report, signature), lambda: _text(report, signature), status=report.status
    )


def _checked(data: bytes, envelope: str, signer: Ed25519PublicKey) -> Signature:
    """Check the envelope's signature on the digest of the body, computed anew, or refuse."""
    from bjcalc.certificate.signing import check_signature, read_envelope

    digest = read_certificate(parse(data)).digest
    signed = check_signature(read_envelope(envelope), digest, signer)
    return Signature(envelope, True, signed)


def _lines(report: Report, signature: Signature) -> list[str]:
    """Return what was checked; the checker's own line on what it leaves to others is replaced."""
    if report.status != 0:
        return []
    return [*report.lines[:-1], signature.line, UNCHECKED]


def _text(report: Report, signature: Signature) -> list[str]:
    head = f"{WORDS[report.status]} ({report.code}): {report.sentence}"
    digest = [f"digest {report.digest}"] if report.digest else []
    return [shown(line) for line in (head, *digest, *_lines(report, signature))]


def _json(report: Report, signature: Signature) -> dict[str, Any]:
    return {
        "result": WORDS[report.status].lower(),
        **dataclasses.asdict(report),
        "lines": _lines(report, signature),
        "signature": {
            "file": signature.file,
            "present": signature.present,
            "checked": signature.signer is not None,
            "signer": signature.signer,
        },
    }
