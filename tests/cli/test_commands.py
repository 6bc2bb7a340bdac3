"""All commands: found, explained with an example, documented; output that cannot be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bjcalc.cli.main import COMMANDS, cli

ROOT = Path(__file__).parents[2]
DOCUMENTS = "\n".join(
    path.read_text() for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
)


def test_help_lists_every_command() -> None:
    result = CliRunner().invoke(cli, ["--help"])
    assert result.exit_code == 0
    for name in COMMANDS:
        assert f"  {name} " in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_explained(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.help
    assert f"bjcalc {name}" in command.help, "the help text has an example"
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts} has no help"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_documented(name: str) -> None:
    assert f"bjcalc {name}" in DOCUMENTS


def test_a_misspelt_command_gets_a_suggestion() -> None:
    result = CliRunner().invoke(cli, ["sidebet"])
    assert result.exit_code == 2
    assert "did you mean 'sidebets'?" in result.output


def run(*words: str, **how: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bjcalc", *words],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        **how,  # type: ignore[call-overload]
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("words", [("games",), ("schema",), ("--version",), ("rtp", "--help")])
def test_output_that_cannot_be_written(words: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        result = run(*words, stdout=full)
    assert result.returncode == 2
    assert result.stderr == "bjcalc: the output cannot be written: No space left on device\n"


def test_a_closed_output_is_no_traceback() -> None:
    result = subprocess.run(
        f"{sys.executable} -m bjcalc games >&-",
        shell=True,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_a_reader_that_leaves_ends_the_command_quietly() -> None:
    result = subprocess.run(
        f"{sys.executable} -m bjcalc schema | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.startswith("{")
    assert result.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="needs /dev/null")
def test_a_device_is_never_replaced(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    result = run("new", str(link), "--force", stdout=subprocess.PIPE)
    assert result.returncode == 2
    assert "not a regular file" in result.stderr
    assert not Path("/dev/null").is_file()
