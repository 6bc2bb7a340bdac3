"""Every command as a user meets it: cases.toml says what is typed, and what must come of it.

A case has the command (`run`), files that it needs (`files`, from [files], with `edit`s of their
text), the exit status (0), parts of stdout (`out`), of stderr (`err`; without it nothing is said
there), what neither may hold (`no`), values of the JSON output by path (`json`, `null`, `keys`).
Parts are compared with single spaces, within lines or over their ends. Where the status is 2,
nothing is printed on stdout and there is never a traceback.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from running import bjcalc

DATA = tomllib.loads((Path(__file__).parent / "cases.toml").read_text())


def at(data: Any, path: str) -> Any:
    steps = (int(one) if one.lstrip("-").isdigit() else one for one in path.split("/"))
    return reduce(lambda part, step: part[step], steps, data)


@pytest.mark.parametrize("case", DATA["case"], ids=lambda case: case["is"])
def test_case(
    case: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert case.keys() <= {*("is", "run", "files", "edit", "status", "out", "err", "no"), *JSON}
    monkeypatch.chdir(tmp_path)
    for name in case.get("files", ()):
        text = DATA["files"][name]
        for old, new in case.get("edit", ()):
            assert old in text or len(case["files"]) > 1
            text = text.replace(old, new)
        Path(name).write_text(text)
    options = [case["run"]] if isinstance(case["run"], str) else case["run"]
    for typed in options:
        status, out, err = bjcalc(capsys, *shlex.split(typed))
        assert status == case.get("status", 0), err
        said = {"out": forms(out), "err": forms(err)}
        for kind, texts in said.items():
            for part in case.get(kind, ()):
                assert any(part in text for text in texts), (part, texts[0])
            for part in case.get("no", ()):
                assert not any(part in text for text in texts), part
        assert bool(err) == ("err" in case), err
        if status == 2:
            assert out == "" and "Traceback" not in err
        if JSON & case.keys():
            data = json.loads(out)
            for path, value in case.get("json", {}).items():
                assert at(data, path) == value, path
            for path in case.get("null", ()):
                assert at(data, path) is None, path
            for path, names in case.get("keys", {}).items():
                assert list(at(data, path) if path else data) == names, path


JSON = {"json", "null", "keys"}


def forms(text: str) -> tuple[str, str]:
    """The text with single spaces, and in one line."""
    return re.sub(" +", " ", text), " ".join(text.split())
