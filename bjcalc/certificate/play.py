"""The strategy and the values of a certificate, read off a solved game: FORMAT.md sections 4, 5."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from bjcalc.certificate.hands import Deals, cells, listed_hands
from bjcalc.engine.kernel import UPS
from bjcalc.engine.solution import Solution
from bjcalc.numbers import exact_text
from bjcalc.rules.actions import DECISIONS, Action
from bjcalc.shoe import VALUES

_FIRST = {action: action.letter for action in Action if action.dealt_only}


def symbols(text: str) -> list[str]:
    """Return the symbols of a string of the section `strategy`."""
    return re.findall("[A-Z][a-z]*|[^A-Z]", text)


def strategy_and_values(solution: Solution) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the sections `strategy` and `values`."""
    kernel = solution.kernel
    strategy: dict[str, Any] = {}
    values: dict[str, Any] = {}
    deals = Deals(kernel, solution.deals)
    for up in UPS:
        name = VALUES[up]
        if not kernel.counts[up]:
            strategy[name] = values[name] = None
            continue
        first, insurance = [], []
        entries: list[dict[str, str | None] | None] = []
        for cell in cells(kernel):
            deal = deals.find(cell, up)
            if deal is None:
                first.append("-")
                insurance.append("-")
                entries.append(None)
                continue
            action, insured, entry = _cell(solution, deal)
            first.append(action)
            insurance.append(insured)
            entries.append(entry)
        strategy[name] = {
            "play": "".join(
                DECISIONS[solution.unsplit.decision(hand, up)] for hand in listed_hands(kernel, up)
            ),
            "first": "".join(first),
            "insurance": "".join(insurance),
        }
        values[name] = entries
    return {"class": solution.strategy_class, "up": strategy}, values


def _cell(solution: Solution, deal: Any) -> tuple[str, str, dict[str, str | None]]:
    """Return the two letters and the values of one cell."""
    found = solution.action_values(deal)
    ev = found.value
    insurance = "."
    if found.even_money:
        insurance, ev = "M", Fraction(1)
    elif found.insurance_taken:
        assert found.insurance is not None
        insurance, ev = "I", ev + found.insurance
    play_on = None
    if found.early:
        play_on = max(
            value
            for action, value in found.unconditional.items()
            if action is not Action.SURRENDER and value is not None
        )
    numbers: dict[str, Fraction | None] = {action.value: found.actions[action] for action in Action}
    numbers |= {"play_on": play_on, "insurance": found.insurance, "ev": ev}
    written = {key: None if value is None else exact_text(value) for key, value in numbers.items()}
    return _FIRST.get(found.best, "."), insurance, written


def totals(solution: Solution) -> dict[str, Any]:
    """Return the section `totals`."""
    return {
        "ev": exact_text(solution.ev),
        "stake": exact_text(solution.stake),
        "house_edge": exact_text(solution.house_edge),
        "rtp": exact_text(solution.rtp),
        "rtp_per_unit_wagered": exact_text(solution.rtp_per_unit_wagered),
        "by_up": {
            VALUES[share.up]: exact_text(share.ev) if solution.kernel.counts[share.up] else None
            for share in solution.by_up_card
        },
    }
