"""The self-test holds here, says what it checked, and notices a wrong number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bjcalc import selftest
from bjcalc.gamefile import shipped_games


def test_it_holds_and_says_what_it_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert selftest.main() == 0
    first, *lines, last = capsys.readouterr().out.splitlines()
    assert first.startswith("bjcalc ") and last.startswith("all checks hold")
    assert all(line.startswith("ok ") for line in lines)
    assert len(lines) == 4 + 3 + 2 + len(shipped_games())


def test_a_wrong_fraction_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = selftest.KNOWN["published"][0]
    monkeypatch.setitem(game, "ev", Fraction(game["ev"]) + Fraction(1, 10**40))
    monkeypatch.setattr(selftest, "CHECKS", [selftest._published])
    assert selftest.main() == 1
    assert "FAILED  8 decks" in capsys.readouterr().out
