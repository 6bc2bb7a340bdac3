"""Side bets: exact counts, known bets, closed forms, and pay tables solved backwards.

The names are loaded when first used; sympy and mpmath only where a formula or a root is asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bjcalc.sidebets.bet import Category as Category
    from bjcalc.sidebets.bet import Paid as Paid
    from bjcalc.sidebets.bet import PaysSource as PaysSource
    from bjcalc.sidebets.bet import SideBet as SideBet
    from bjcalc.sidebets.bet import WrongBetError as WrongBetError
    from bjcalc.sidebets.counts import BetCounts as BetCounts
    from bjcalc.sidebets.counts import UnknownPaysError as UnknownPaysError
    from bjcalc.sidebets.counts import classify as classify
    from bjcalc.sidebets.counts import count as count
    from bjcalc.sidebets.counts import counting_mistakes as counting_mistakes
    from bjcalc.sidebets.counts import paid_categories as paid_categories
    from bjcalc.sidebets.dealer_hand import dealer_law as dealer_law
    from bjcalc.sidebets.formula import Formula as Formula
    from bjcalc.sidebets.formula import closed_form as closed_form
    from bjcalc.sidebets.library import KnownBet as KnownBet
    from bjcalc.sidebets.library import find_known_bet as find_known_bet
    from bjcalc.sidebets.library import known_bets as known_bets
    from bjcalc.sidebets.paytables import PayTables as PayTables
    from bjcalc.sidebets.paytables import PrintedRtp as PrintedRtp
    from bjcalc.sidebets.paytables import Rounding as Rounding
    from bjcalc.sidebets.paytables import known_tables as known_tables
    from bjcalc.sidebets.reader import parse_side_bets as parse_side_bets

_HOMES = {
    "Category": "bjcalc.sidebets.bet",
    "Paid": "bjcalc.sidebets.bet",
    "PaysSource": "bjcalc.sidebets.bet",
    "SideBet": "bjcalc.sidebets.bet",
    "parse_side_bets": "bjcalc.sidebets.reader",
    "dealer_law": "bjcalc.sidebets.dealer_hand",
    "BetCounts": "bjcalc.sidebets.counts",
    "UnknownPaysError": "bjcalc.sidebets.counts",
    "WrongBetError": "bjcalc.sidebets.bet",
    "counting_mistakes": "bjcalc.sidebets.counts",
    "classify": "bjcalc.sidebets.counts",
    "count": "bjcalc.sidebets.counts",
    "paid_categories": "bjcalc.sidebets.counts",
    "Formula": "bjcalc.sidebets.formula",
    "closed_form": "bjcalc.sidebets.formula",
    "KnownBet": "bjcalc.sidebets.library",
    "find_known_bet": "bjcalc.sidebets.library",
    "known_bets": "bjcalc.sidebets.library",
    "PayTables": "bjcalc.sidebets.paytables",
    "PrintedRtp": "bjcalc.sidebets.paytables",
    "Rounding": "bjcalc.sidebets.paytables",
    "known_tables": "bjcalc.sidebets.paytables",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'bjcalc.sidebets' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
