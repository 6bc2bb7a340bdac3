"""Charts, CDP and U against every order of a small shoe, and against simpler ways to get them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from played import Played
from players import ChartReader, CountingTable, HandCounter, charts
from strategies import small_games

from bjcalc.engine import solve
from bjcalc.errors import ShoeExhaustedError, UnsupportedRuleError
from bjcalc.rules.model import Double, Rules, Split, SplitAces
from bjcalc.shoe import Shoe
from bjcalc.strategy import (
    Chart,
    cell_alternatives,
    play_chart,
    solve_cdp,
    solve_td,
)
from bjcalc.strategy.dealt import DealtCells
from bjcalc.strategy.rows import COLUMNS
from bjcalc.strategy.total_dependent import starting_chart
from bjcalc.witness.bruteforce import Table

QUICK = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@QUICK
@given(st.data())
def test_any_chart_is_worth_what_playing_it_through_every_shuffle_gives(
    data: st.DataObject,
) -> None:
    rules = data.draw(small_games(most_hands_after_splits=3))
    try:
        chart = data.draw(charts(rules))
        solution = play_chart(rules, chart)
    except (ShoeExhaustedError, UnsupportedRuleError):
        assume(False)
    outcomes = Table(rules, ChartReader(rules, chart, solution)).play()
    assert solution.ev == outcomes.ev
    assert solution.stake == outcomes.stake


@QUICK
@given(st.data())
def test_every_alternative_of_any_chart_is_worth_what_a_full_evaluation_gives(
    data: st.DataObject,
) -> None:
    rules = data.draw(small_games())
    try:
        chart = data.draw(charts(rules))
        solution = play_chart(rules, chart)
        found = cell_alternatives(solution)
        assert all(cell.ev == solution.ev for cell in found if cell.in_chart)
        others = [cell for cell in found if not cell.in_chart]
        picks = st.lists(st.integers(0, len(others) - 1), min_size=4, max_size=4)
        for cell in [others[pick] for pick in data.draw(picks)]:
            changed = play_chart(rules, chart.with_symbol(cell.row, cell.up, cell.symbol))
            assert changed.ev == cell.ev, cell
    except (ShoeExhaustedError, UnsupportedRuleError):
        assume(False)


# Small shoes in which a pair often becomes three and four hands.
SHOES = {
    "sixes": (2, 0, 0, 0, 0, 8, 2, 0, 0, 14),
    "eights": (1, 0, 2, 0, 0, 0, 0, 7, 0, 14),
    "sevens and nines": (2, 0, 0, 0, 0, 0, 7, 0, 5, 10),
    "fours": (1, 0, 0, 8, 0, 1, 0, 2, 0, 20),
}


@pytest.mark.parametrize("most_hands", [3, 4])
@pytest.mark.parametrize("name", SHOES)
def test_cdp_and_cd_are_worth_what_every_shuffle_gives(name: str, most_hands: int) -> None:
    rules = Rules(
        shoe=Shoe(values=SHOES[name]),
        split=Split(max_hands=most_hands, max_hands_aces=most_hands, aces=SplitAces.FREE),
        double=Double(any_cards=False),
    )
    for solution in (solve(rules), solve_cdp(rules)):
        if solution.strategy_class == "CD":
            outcomes = Table(rules, Played(solution)).play()
        else:
            outcomes = CountingTable(rules, HandCounter(solution)).play()
        assert solution.ev == outcomes.ev
        assert isinstance(solution.ev, Fraction)


@QUICK
@given(st.data())
def test_cdp_of_any_small_game_is_worth_what_every_shuffle_gives(data: st.DataObject) -> None:
    rules = data.draw(small_games(most_hands_after_splits=3))
    try:
        solution = solve_cdp(rules)
    except (ShoeExhaustedError, UnsupportedRuleError):
        assume(False)
    assert solution.ev == CountingTable(rules, HandCounter(solution)).play().ev


def simple_td(rules: Rules) -> Chart:
    """The sweeps as they are defined: evaluate the whole game for each symbol of each cell."""
    dealt = DealtCells(solve(rules))
    chart = starting_chart(dealt)
    while True:
        before = chart
        for row in dealt.layout.rows:
            for up in COLUMNS:
                best = play_chart(rules, chart).ev
                for symbol in dealt.preferred(row, up):
                    other = chart.with_symbol(row, up, symbol)
                    ev = play_chart(rules, other).ev
                    if ev > best:
                        chart, best = other, ev
        if chart == before:
            return chart


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sixes", "sevens and nines"])
def test_td_is_found_as_by_evaluating_the_game_for_each_change(name: str) -> None:
    rules = Rules(shoe=Shoe(values=SHOES[name]), split=Split(max_hands=3, max_hands_aces=3))
    assert solve_td(rules).chart == simple_td(rules)
