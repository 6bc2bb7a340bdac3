"""Every false certificate is refused for its stated reason, every true one accepted."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from forge import GAMES, HERE, Forgery, forgeries, main, true_files

from bjcalc.checker.__main__ import main as check
from bjcalc.cli.main import cli

FORGERIES = forgeries()
# Far above what any case needs; a checker that runs away is stopped by it.
SECONDS, BYTES = 30, 1 << 30


def verify(*arguments: str) -> tuple[int, dict[str, object]]:
    """Run `bjcalc verify --json` and return its exit status and answer."""
    result = CliRunner().invoke(cli, ["verify", *arguments, "--json"], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    answer: dict[str, object] = json.loads(result.stdout)
    status = result.return_value
    assert isinstance(status, int) and answer["status"] == status
    return status, answer


def test_true_certificates_are_those_written_today() -> None:
    kept = {
        str(path.relative_to(HERE)): path.read_bytes()
        for folder in ("valid", "keys")
        for path in (HERE / folder).iterdir()
    }
    assert kept == true_files(), "run python tests/certificates/forge.py"


def test_the_corpus_is_large_and_can_be_written(tmp_path: Path) -> None:
    assert len([one for one in FORGERIES if one.signer is None]) >= 170
    assert {one.status for one in FORGERIES} == {1, 2}
    main(tmp_path)
    assert len(list(tmp_path.glob("*.json"))) == len(FORGERIES)


@pytest.mark.parametrize("game", GAMES)
def test_valid(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(HERE / "valid" / f"{game}.json")
    assert verify(path)[0] == 0
    assert verify(path, "--quick")[0] == 0
    assert check([path]) == 0
    assert capsys.readouterr().out.startswith("VALID (valid)")


@pytest.mark.parametrize("case", FORGERIES, ids=lambda case: case.name)
def test_refused(case: Forgery, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_bytes(case.data)
    if case.envelope is not None:
        path.with_name(path.name + ".dsse").write_bytes(case.envelope)
    arguments = [str(path)]
    if case.signer is not None:
        arguments += ["--signer", str(HERE / "keys" / f"{case.signer}.pub")]
    started = time.monotonic()
    status, answer = verify(*arguments)
    assert (status, answer["code"]) == (case.status, case.code), answer["sentence"]
    assert answer["lines"] == []
    assert time.monotonic() - started < SECONDS


def test_checker_alone_in_bounded_time_and_memory(tmp_path: Path) -> None:
    """The standard-library command, each case with a limit on time and one on memory."""
    cases = [case for case in FORGERIES if case.signer is None]
    for case in cases:
        (tmp_path / f"{case.name}.json").write_bytes(case.data)
    script = (
        "import sys, time\n"
        "from bjcalc.checker.__main__ import main\n"
        "for path in sys.stdin.read().split():\n"
        "    started = time.monotonic()\n"
        "    status = main([path])\n"
        "    print('STATUS', status, time.monotonic() - started)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input="\n".join(str(tmp_path / f"{case.name}.json") for case in cases),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES)),
    )
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    heads = [line for line in lines if line.startswith(("REFUTED", "UNREADABLE", "VALID"))]
    ends = [line.split() for line in lines if line.startswith("STATUS")]
    assert len(heads) == len(ends) == len(cases)
    for case, head, (_, status, seconds) in zip(cases, heads, ends, strict=True):
        assert head.partition(":")[0].endswith(f" ({case.code})"), case.name
        assert int(status) == case.status, case.name
        assert float(seconds) < SECONDS, case.name


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.json"):
        status, answer = verify(str(path))
        assert (status, answer["code"]) == (2, "cannot-read")
