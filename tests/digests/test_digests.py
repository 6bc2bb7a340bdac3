"""Every exact figure that version 0.1.0 gave is still given: 20 rule sets here, all 200 as slow."""

from __future__ import annotations

import pytest
from digests import Digests, Settings, difference, rule_sets

STORED = rule_sets()
FEW = 20


@pytest.mark.parametrize(("settings", "stored"), STORED[:FEW], ids=range(FEW))
def test_no_figure_has_changed(settings: Settings, stored: Digests) -> None:
    assert difference(settings, stored) == []


@pytest.mark.slow
@pytest.mark.parametrize(("settings", "stored"), STORED[FEW:], ids=range(FEW, len(STORED)))
def test_no_figure_of_the_others_has_changed(settings: Settings, stored: Digests) -> None:
    assert difference(settings, stored) == []


def test_a_changed_rule_changes_the_digests() -> None:
    settings, stored = STORED[0]
    changed = {**settings, "blackjack.pays": "9:8"}
    assert {"ev", "td", "cdp", "u", "moments"} <= set(difference(changed, stored))
