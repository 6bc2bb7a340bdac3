"""What must be refused: every case with its reason, in the order of FORMAT.md section 8."""

from __future__ import annotations

from cases_bets import wrong_claims, wrong_names, wrong_side_bets, wrong_signatures
from cases_form import unreadable_bytes, wrong_digest, wrong_form, wrong_numbers
from cases_game import wrong_decisions, wrong_rules, wrong_values
from making import Case


def all_cases() -> list[Case]:
    """Return the whole corpus; no two cases have one name."""
    cases = [
        *unreadable_bytes(),
        *wrong_form(),
        *wrong_numbers(),
        *wrong_digest(),
        *wrong_names(),
        *wrong_rules(),
        *wrong_decisions(),
        *wrong_values(),
        *wrong_side_bets(),
        *wrong_claims(),
        *wrong_signatures(),
    ]
    names = [case.name for case in cases]
    assert len(set(names)) == len(names)
    return cases
