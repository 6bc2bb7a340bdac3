"""Keys, signatures, and the three commands."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from forge import HERE, corpus_key, true_certificate

from bjcalc.certificate.signing import (
    PAYLOAD_TYPE,
    SigningError,
    key_id,
    make_keys,
    pre_authentication,
    read_private_key,
    read_public_key,
    sign,
)
from bjcalc.cli.main import cli
from bjcalc.errors import BjcalcError

GAME = str(HERE / "games" / "plain.toml")


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, list(arguments), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def test_encoding_of_the_protocol() -> None:
    """The example of the DSSE specification."""
    encoded = pre_authentication("http://example.com/HelloWorld", b"hello world")
    assert encoded == b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"


def test_keys(tmp_path: Path) -> None:
    path = tmp_path / "key"
    (name,) = make_keys(path)
    assert path.stat().st_mode & 0o777 == 0o600
    public = read_public_key(tmp_path / "key.pub")
    assert key_id(public) == name == key_id(read_private_key(path).public_key())
    before = path.read_bytes()
    for there in (path, tmp_path / "key.pub"):
        with pytest.raises(BjcalcError, match="it is there already"):
            make_keys(path)
        there.unlink()
        if there == path:
            with pytest.raises(BjcalcError, match=r"key\.pub: cannot be written: it is there"):
                make_keys(path)
            assert not path.exists()
    assert make_keys(path) != [name] and path.read_bytes() != before


def test_key_files_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "key"
    make_keys(path)
    pkcs8 = (Encoding.PEM, PrivateFormat.PKCS8)
    other = ec.generate_private_key(ec.SECP256R1()).private_bytes(*pkcs8, NoEncryption())
    locked = corpus_key("author").private_bytes(*pkcs8, BestAvailableEncryption(b"secret"))
    public = b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"
    files = [b"", b"\xff" * 100, public, other, locked]
    for data, read, kind in (
        *((data, read_public_key, "public") for data in (*files, path.read_bytes())),
        *(
            (data, read_private_key, "private")
            for data in (*files, Path(f"{path}.pub").read_bytes())
        ),
    ):
        (tmp_path / "bad").write_bytes(data)
        with pytest.raises(SigningError, match=f"is no Ed25519 {kind} key in PEM"):
            read(tmp_path / "bad")
        with pytest.raises(SigningError, match="cannot be read: No such file"):
            read(tmp_path / "nothing")


def test_keys_that_one_signature_fits_for_any_content(tmp_path: Path) -> None:
    """All points of order 1, 2, 4 and 8, computed here, and all y from the prime up."""
    p = 2**255 - 19
    d = -121665 * pow(121666, -1, p) % p

    def add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
        (x, y), (a, b) = one, other
        t = d * x * y * a * b
        return (x * b + a * y) * pow(1 + t, -1, p) % p, (y * b + x * a) * pow(1 - t, -1, p) % p

    def point(y: int) -> tuple[int, int] | None:
        square = (y * y - 1) * pow(d * y * y + 1, -1, p) % p
        root = pow(square, (p + 3) // 8, p)
        for x in (root, root * pow(2, (p - 1) // 4, p) % p):
            if x * x % p == square:
                return x, y
        return None

    small = {(0, 1)}
    for y in range(2, 40):
        start = point(y)
        product, order = (0, 1), 2**252 + 27742317777372353535851937790883648493
        while start is not None and order:
            product, start, order = (
                add(product, start) if order & 1 else product,
                add(start, start),
                order >> 1,
            )
        small.add(product)
    assert len(small) == 8
    for x, y in set(small):
        assert add(add((x, y), (x, y)), add((x, y), (x, y))) in ((0, 1), (0, p - 1))
    encoded = {y | (x & 1) << 255 for x, y in small}
    encoded |= {y | sign << 255 for y in (1, p - 1, *range(p, 2**255)) for sign in (0, 1)}
    assert len(encoded) == 8 + 2 + 2 * 19
    prefix = bytes.fromhex("302a300506032b6570032100")  # the SubjectPublicKeyInfo of Ed25519
    for number in sorted(encoded):
        key = base64.b64encode(prefix + number.to_bytes(32, "little")).decode()
        path = tmp_path / "key.pub"
        path.write_text(f"-----BEGIN PUBLIC KEY-----\n{key}\n-----END PUBLIC KEY-----\n")
        with pytest.raises(SigningError, match="of small order"):
            read_public_key(path)
        result = CliRunner().invoke(cli, ["verify", "x", "--signer", str(path)])
        assert isinstance(result.exception, SigningError)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not there")
def test_another_program_checks_the_signature(tmp_path: Path) -> None:
    """OpenSSL verifies the signature over the pre-authentication encoding, with the key file."""
    envelope = json.loads(sign(true_certificate("plain").digest, corpus_key("author")))
    payload = base64.b64decode(envelope["payload"])
    assert json.loads(payload)["digest"] == true_certificate("plain").digest
    (tmp_path / "signed").write_bytes(pre_authentication(PAYLOAD_TYPE, payload))
    (tmp_path / "sig").write_bytes(base64.b64decode(envelope["signatures"][0]["sig"]))
    key = HERE / "keys" / "author.pub"
    subprocess.run(
        [
            *("openssl", "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", str(key)),
            *("-in", str(tmp_path / "signed"), "-sigfile", str(tmp_path / "sig")),
        ],
        check=True,
        capture_output=True,
    )


def test_commands(tmp_path: Path) -> None:
    key, target = tmp_path / "key", tmp_path / "out"
    made = json.loads(run("keygen", "-o", str(key), "--json").stdout)
    assert made["public_key"] == f"{key}.pub"
    written = json.loads(
        run("certify", GAME, "-o", str(target), "--sign", str(key), "--json").stdout
    )
    assert written["signer"] == made["key_id"]
    assert written["digest"] == true_certificate("plain").digest
    assert sorted(written["files"]) == sorted(path.name for path in target.iterdir())
    certificate = str(target / "certificate.json")
    good = run("verify", certificate, "--signer", f"{key}.pub")
    assert good.return_value == 0
    assert f"signed by the key {made['key_id']}" in good.stdout
    assert "not checked: the signature" not in good.stdout
    # A later run without a key takes the signature away: it would not be of that run.
    run("certify", GAME, "-o", str(target))
    assert not (target / "certificate.json.dsse").exists()
    gone = run("verify", certificate, "--signer", f"{key}.pub")
    assert gone.return_value == 2 and "no-signature" in gone.stdout


def test_verify_says_what_is_not_checked() -> None:
    path = str(HERE / "valid" / "plain.json")
    unsigned = run("verify", path)
    assert unsigned.return_value == 0
    assert f"not checked: the signature in {path}.dsse (give --signer" in unsigned.stdout
    quick = run("verify", str(HERE / "valid" / "early.json"), "--quick")
    assert "there is no signature beside it" in quick.stdout
    signed = run("verify", path, "--signer", str(HERE / "keys" / "author.pub"))
    assert signed.return_value == 0 and "signed by the key" in signed.stdout


def test_signature_from_another_place(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_bytes((HERE / "valid" / "plain.json").read_bytes())
    signed = run(
        *("verify", str(tmp_path / "c.json"), "--signer", str(HERE / "keys" / "author.pub")),
        *("--signature", str(HERE / "valid" / "plain.json.dsse")),
    )
    assert signed.return_value == 0


@pytest.mark.parametrize("with_signer", [False, True])
def test_a_signature_that_is_named_must_be_there(tmp_path: Path, with_signer: bool) -> None:
    signer = ("--signer", str(HERE / "keys" / "author.pub")) if with_signer else ()
    missing = str(tmp_path / "nothing.dsse")
    result = run("verify", str(HERE / "valid" / "plain.json"), "--signature", missing, *signer)
    assert result.return_value == 2
    assert result.stdout.startswith(f"UNREADABLE (no-signature): {missing!r} cannot be read: ")


def test_json_keys() -> None:
    answer: dict[str, Any] = json.loads(
        run("verify", str(HERE / "valid" / "early.json"), "--json").stdout
    )
    assert list(answer) == [
        *("result", "status", "code", "sentence", "digest", "lines", "signature", "files"),
    ]
    assert answer["signature"]["checked"] is False


def test_without_the_package(tmp_path: Path) -> None:
    """Certifying and verifying work without the extra; signing says what is missing."""
    script = (
        "import sys\n"
        "sys.modules['cryptography'] = None\n"
        "from bjcalc.cli.main import run\n"
        "run(sys.argv[1:])\n"
    )

    def without(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", script, *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )

    assert without("certify", GAME, "-o", "out").returncode == 0
    assert without("verify", "out/certificate.json").returncode == 0
    for arguments in (
        ("keygen",),
        ("verify", "out/certificate.json", "--signer", str(HERE / "keys" / "author.pub")),
    ):
        done = without(*arguments)
        assert done.returncode == 2
        assert (
            done.stderr
            == "signatures need a package that is not installed: pip install cryptography\n"
        )
