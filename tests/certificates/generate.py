"""Writes the corpus: true certificates in valid/, false ones in invalid/, and manifest.json.

Run it as `python tests/certificates/generate.py` after a change of the format or of cases.py. It is
deterministic: a second run changes nothing. Files above LARGEST are listed in the manifest and made
anew by the tests, not kept.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from cases import all_cases
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from making import GAMES, HERE, Case, corpus_key, true_certificate

from bjcalc.certificate.signing import sign

LARGEST = 60_000
KEYS = ("author", "stranger")


def corpus() -> dict[str, bytes]:
    """Return every file of the corpus that is kept, by its path here."""
    files: dict[str, bytes] = {}
    for game in GAMES:
        files[f"valid/{game}.json"] = true_certificate(game).to_bytes()
    signature = sign(true_certificate("plain").digest, corpus_key("author"))
    files["valid/plain.json.dsse"] = signature
    for name in KEYS:
        public = corpus_key(name).public_key()
        files[f"keys/{name}.pub"] = public.public_bytes(
            Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
        )
    entries: list[dict[str, Any]] = []
    for case in all_cases():
        entries.append(manifest_entry(case))
        if is_kept(case):
            files[f"invalid/{case.name}.json"] = case.data
            if case.envelope is not None:
                files[f"invalid/{case.name}.json.dsse"] = case.envelope
    files["manifest.json"] = (json.dumps(entries, indent=1) + "\n").encode()
    return files


def is_kept(case: Case) -> bool:
    """Whether a case's files are small enough to be kept."""
    return len(case.data) <= LARGEST


def manifest_entry(case: Case) -> dict[str, Any]:
    """Return what the manifest says of a case."""
    return {
        "file": f"invalid/{case.name}.json",
        "kept": is_kept(case),
        "why": case.why,
        "exit_status": case.status,
        "code": case.code,
        "signer": None if case.signer is None else f"keys/{case.signer}.pub",
    }


def write(folder: Path) -> None:
    """Write the corpus, in place of what is there."""
    for name in ("valid", "invalid", "keys"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name, data in corpus().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    write(HERE)
