"""Signatures of certificates: Ed25519 in a DSSE envelope, a file of its own.

The envelope signs a small statement: format, version and digest of the certificate's body, in RFC
8785 form. So it stays right as long as the body does, whatever program wrote it. Needs the extra
"sign" (the package cryptography) and nothing else does.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from bjcalc.checker.reading import Refuted, Unreadable, parse, read, read_bytes
from bjcalc.errors import BjcalcError
from bjcalc.files import first_bytes, write_new

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

PAYLOAD_TYPE = "application/vnd.bjcalc.certificate-digest+json"
P = 2**255 - 19
"""The prime of the curve's field (RFC 8032)."""


class SigningError(BjcalcError):
    """A key cannot be read or made, or the package that signs is not there."""


def _ed25519() -> Any:
    """Return cryptography's modules for keys and their files."""
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise SigningError(
            "signatures need a package that is not installed: pip install cryptography"
        ) from None
    return serialization, ed25519


def _unsupported() -> type[Exception]:
    from cryptography.exceptions import UnsupportedAlgorithm

    return UnsupportedAlgorithm


# Keys


def make_keys(*paths: Path) -> list[str]:
    """Write a new private key to each path and its public key to `path`.pub; return the keys' ids.

    PEM files as other tools have them (PKCS #8 without a passphrase, readable by the owner alone;
    SubjectPublicKeyInfo); all or none. Raises BjcalcError where a file of such a name is there
    already, or cannot be written.
    """
    serialization, ed25519 = _ed25519()
    files, names = [], []
    for path in paths:
        if any(str(path) == f"{other}.pub" for other in paths):
            raise BjcalcError(f"{path}: is also the name of a public key to be written")
        key = ed25519.Ed25519PrivateKey.generate()
        private = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        files += [(path, private, 0o600), (Path(f"{path}.pub"), public, 0o644)]
        names.append(key_id(key.public_key()))
    write_new(files)
    return names


def read_private_key(path: Path) -> Ed25519PrivateKey:
    """Return the private key in a PEM file. Raises SigningError naming the file."""
    serialization, ed25519 = _ed25519()
    try:
        key = serialization.load_pem_private_key(_read_key_file(path), password=None)
    except (ValueError, TypeError, _unsupported()):  # TypeError: it has a passphrase
        key = None
    if not isinstance(key, ed25519.Ed25519PrivateKey):
        raise SigningError(
            f"{path}: is no Ed25519 private key in PEM without a passphrase; `bjcalc keygen` "
            "makes one"
        )
    return cast("Ed25519PrivateKey", key)


def read_public_key(path: Path) -> Ed25519PublicKey:
    """Return the public key in a PEM file. Raises SigningError, also for weak keys."""
    serialization, ed25519 = _ed25519()
    try:
        key = serialization.load_pem_public_key(_read_key_file(path))
    except (ValueError, _unsupported()):
        key = None
    if not isinstance(key, ed25519.Ed25519PublicKey):
        raise SigningError(
            f"{path}: is no Ed25519 public key in PEM; `bjcalc keygen` writes one beside the "
            "private key, as NAME.pub"
        )
    if _is_weak(key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)):
        raise SigningError(
            f"{path}: is no key that anybody can sign with: it is of small order, or not written "
            "in the one right way, so that one signature can fit any content"
        )
    return cast("Ed25519PublicKey", key)


def _is_weak(key: bytes) -> bool:
    """Whether a public key's point is of order 1, 2, 4 or 8, or its y is not written below P.

    The last factor is 0 where doubling gives y = 0. An x of 0 with a sign has order 1 or 2.
    """
    y = int.from_bytes(key, "little") & ((1 << 255) - 1)
    d = -121665 * pow(121666, -1, P)
    return y >= P or y * (y**2 - 1) * (d * y**4 + 2 * y**2 - 1) % P == 0


def _read_key_file(path: Path) -> bytes:
    try:
        return first_bytes(path, 100_000)
    except OSError as error:
        raise SigningError(f"{path}: cannot be read: {error.strerror}") from None


def key_id(key: Ed25519PublicKey) -> str:
    """Return the SHA-256 of the key's SubjectPublicKeyInfo, in hexadecimal digits."""
    serialization, _ = _ed25519()
    data = key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return hashlib.sha256(data).hexdigest()


# Envelopes


def statement(digest: str) -> bytes:
    """Return what is signed: the statement that a certificate's body has this digest."""
    import rfc8785

    return rfc8785.dumps({"digest": digest, "format": "bjcalc-certificate", "version": "1"})


def pre_authentication(payload_type: str, payload: bytes) -> bytes:
    """Return DSSE's encoding of type and payload: the bytes that the signature is of."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def sign(digest: str, key: Ed25519PrivateKey) -> bytes:
    """Return the envelope file for a certificate's digest ("sha256:...")."""
    payload = statement(digest)
    signature = key.sign(pre_authentication(PAYLOAD_TYPE, payload))
    envelope = {
        "payload": base64.b64encode(payload).decode(),
        "payloadType": PAYLOAD_TYPE,
        "signatures": [
            {
                "keyid": key_id(key.public_key()),
                "sig": base64.b64encode(signature).decode(),
            }
        ],
    }
    return (json.dumps(envelope, indent=1) + "\n").encode()


@dataclass(frozen=True, slots=True)
class Envelope:
    """An envelope as read: what is signed, as what, and signatures with the key ids they name."""

    payload: bytes
    payload_type: str
    signatures: tuple[tuple[str, bytes], ...]


def read_envelope(path: str) -> Envelope:
    """Read an envelope file.

    Raises Unreadable: `no-signature` where there is no file to be read, `bad-envelope` where it is
    none of ours.
    """
    try:
        data = read_bytes(path)
    except Unreadable as refusal:
        raise Unreadable("no-signature", refusal.sentence) from None
    try:
        whole = read("envelope", parse(data), "envelope")
        return Envelope(
            _base64(whole["payload"], "payload"),
            whole["payloadType"],
            tuple((one["keyid"], _base64(one["sig"], "sig")) for one in whole["signatures"]),
        )
    except Unreadable as refusal:
        raise Unreadable("bad-envelope", f"{path!r}: {refusal.sentence}") from None


def _base64(value: str, where: str) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        raise Unreadable("bad-envelope", f"envelope.{where}: is not base64") from None


def check_signature(envelope: Envelope, digest: str, signer: Ed25519PublicKey) -> str:
    """Return the signer's key id if the envelope has its signature on this digest.

    Raises Refuted: `wrong-signature` where a signature names this key and is not its own,
    `other-signer` where none does, `other-certificate` where something else was signed.
    """
    from cryptography.exceptions import InvalidSignature

    signed = pre_authentication(envelope.payload_type, envelope.payload)
    mine = key_id(signer)
    for _, signature in envelope.signatures:
        try:
            signer.verify(signature, signed)
        except InvalidSignature:
            continue
        break
    else:
        names = [name for name, _ in envelope.signatures]
        if mine in names:
            raise Refuted("wrong-signature", f"the signature is not that of the key {mine}")
        others = ", ".join(ascii(name) for name in names) or "nobody"
        raise Refuted(
            "other-signer", f"the signature says it is by {others}, not by the key {mine}"
        )
    if envelope.payload_type != PAYLOAD_TYPE or envelope.payload != statement(digest):
        raise Refuted(
            "other-certificate", f"the signature is right, but not of a certificate with {digest}"
        )
    return mine
