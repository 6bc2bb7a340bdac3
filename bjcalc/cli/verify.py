"""`bjcalc verify`: the independent checker, the signature, and the other files of the folder."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bjcalc.checker.check import Report, check_bytes
from bjcalc.checker.form import read_certificate
from bjcalc.checker.reading import Refusal, Refuted, Unreadable, parse, read_bytes
from bjcalc.cli.common import Answer, answering
from bjcalc.cli.progress import told
from bjcalc.shown import shown

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

WORDS = {0: "VALID", 1: "REFUTED", 2: "UNREADABLE"}
CERTIFICATE = "certificate.json"
MOST_NAMED = 8
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


@dataclass(frozen=True, slots=True)
class OtherFiles:
    """The rest of the folder: compared with what the certificate makes of it, or not looked at.

    `wrong` says what is wrong with which.
    """

    same: tuple[str, ...] = ()
    wrong: dict[str, str] = field(default_factory=dict)
    not_looked_at: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """Lines for the report of a valid certificate."""
        same = [f"made anew and found the same: {_some(self.same)}"] if self.same else []
        others = [f"not looked at, beside it: {_some(self.not_looked_at)}"]
        return [*same, *(others if self.not_looked_at else ())]


def _some(names: Iterable[str]) -> str:
    shown_names = list(map(shown, names))
    more = f" and {len(shown_names) - MOST_NAMED} more" if len(shown_names) > MOST_NAMED else ""
    return ", ".join(shown_names[:MOST_NAMED]) + more


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

    CERTIFICATE is a file, or a folder that `bjcalc certify` wrote: then all other files in it are
    made anew from the certificate and compared, and whatever is changed, missing or added is named.

    Exit status 0: valid; 1: refuted, the answer says where; 2: unreadable, or not a certificate
    that can be checked. A full check of 8 decks takes about ten seconds; --quick takes less, and
    says what it leaves out.

    \b
    Examples:
      bjcalc verify tables/borgata-blackjack-pro
      bjcalc verify certificate.json --signer my-key.pub --quick
    """
    signer = None
    if key_file is not None:
        from bjcalc.certificate.signing import read_public_key

        signer = read_public_key(key_file)
    folder = certificate if os.path.isdir(certificate) else None
    file = certificate if folder is None else os.path.join(folder, CERTIFICATE)
    envelope = f"{file}.dsse" if envelope_file is None else envelope_file
    signature, others = Signature(envelope, os.path.lexists(envelope)), OtherFiles()
    try:
        data = read_bytes(file)
        if signer is not None:
            signature = _checked(data, envelope, signer)
        elif envelope_file is not None and not signature.present:
            raise Unreadable("no-signature", f"{envelope!a} cannot be read: no such file")
        report = check_bytes(data, quick=quick, progress=lambda step: told(f"checking {step}"))
        if report.status == 0:
            others = (
                _beside(file, envelope) if folder is None else _compared(folder, data, envelope)
            )
        if others.wrong:
            words = _some(f"{name} {what}" for name, what in others.wrong.items())
            raise Refuted("wrong-file", f"the certificate itself is valid, but {words}")
    except Refusal as refusal:
        report = Report(refusal.status, refusal.code, refusal.sentence)
    return Answer(
        lambda: _json(report, signature, others),
        lambda: _text(report, signature, others),
        status=report.status,
    )


def _beside(file: str, envelope: str) -> OtherFiles:
    """Return what stands beside a certificate, but for its signature."""
    known = {os.path.realpath(file), os.path.realpath(envelope)}
    try:
        names = os.listdir(os.path.dirname(file) or ".")
    except OSError:
        return OtherFiles()
    paths = {name: os.path.join(os.path.dirname(file), name) for name in sorted(names)}
    return OtherFiles(
        not_looked_at=tuple(name for name in paths if os.path.realpath(paths[name]) not in known)
    )


def _compared(folder: str, data: bytes, checked: str) -> OtherFiles:
    """Make all files of a valid certificate's folder anew, and compare them.

    `checked` is the signature's file, which may be another than the one in the folder.
    """
    from bjcalc.certificate.body import restored
    from bjcalc.certificate.folder import ENVELOPE, differences, folder_files

    told("making its files anew")
    envelope = os.path.join(folder, ENVELOPE)
    signed = read_bytes(envelope) if os.path.lexists(envelope) else None
    files = folder_files(restored(data), signed)
    wrong = differences(Path(folder), files)
    apart = signed is not None and os.path.realpath(envelope) != os.path.realpath(checked)
    same = sorted(files.keys() - wrong.keys() - {ENVELOPE})
    return OtherFiles(tuple(same), wrong, (ENVELOPE,) if apart else ())


def _checked(data: bytes, envelope: str, signer: Ed25519PublicKey) -> Signature:
    """Check the envelope's signature on the digest of the body, computed anew, or refuse."""
    from bjcalc.certificate.signing import check_signature, read_envelope

    digest = read_certificate(parse(data)).digest
    signed = check_signature(read_envelope(envelope), digest, signer)
    return Signature(envelope, True, signed)


def _lines(report: Report, signature: Signature, others: OtherFiles) -> list[str]:
    """Return what was checked; the checker's own line on what it leaves to others is replaced."""
    if report.status != 0:
        return []
    return [*report.lines[:-1], *others.lines, signature.line, UNCHECKED]


def _text(report: Report, signature: Signature, others: OtherFiles) -> list[str]:
    head = f"{WORDS[report.status]} ({report.code}): {report.sentence}"
    digest = [f"digest {report.digest}"] if report.digest else []
    return [shown(line) for line in (head, *digest, *_lines(report, signature, others))]


def _json(report: Report, signature: Signature, others: OtherFiles) -> dict[str, Any]:
    return {
        "result": WORDS[report.status].lower(),
        **dataclasses.asdict(report),
        "lines": _lines(report, signature, others),
        "signature": {
            "file": signature.file,
            "present": signature.present,
            "checked": signature.signer is not None,
            "signer": signature.signer,
        },
        "files": dataclasses.asdict(others),
    }
