"""Where CD departs from a chart: the parts add up, and each part is what it says."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from players import GAMES, charts
from strategies import small_games

from bjcalc.engine import solve
from bjcalc.engine.kernel import hands
from bjcalc.engine.solution import Solution
from bjcalc.engine.split_values import SplitValues
from bjcalc.errors import ShoeExhaustedError, UnsupportedRuleError
from bjcalc.rules.actions import Action, Symbol
from bjcalc.shoe import TEN
from bjcalc.strategy import ChartSolution, exceptions, notes, play_chart, solve_td
from bjcalc.strategy.rows import Row, RowKind
from bjcalc_ext.hands import hand_index
from bjcalc_ext.player import Decision

CHARLIE = "8 decks, 7-card Charlie"


def both(name: str) -> tuple[Solution, ChartSolution]:
    """A game of class CD and its chart of class TD."""
    best = solve(GAMES[name])
    return best, solve_td(best.rules, composition_dependent=best)


@pytest.mark.parametrize(
    "name",
    [
        *("1 deck", CHARLIE, "2 decks, H17, no peek, late surrender, two hands"),
        "2 decks, early surrender against aces and tens, two hands",
    ],
)
def test_the_parts_add_up_exactly_to_the_gap_between_cd_and_td(name: str) -> None:
    best, chart = both(name)
    found = exceptions(best, chart)
    assert found.worth == best.ev - chart.ev > 0
    assert all(one.gain > 0 for one in found.hands)
    assert list(found.hands) == sorted(found.hands, key=lambda one: -one.worth)


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(st.data())
def test_the_parts_add_up_for_any_chart_of_any_small_game(data: st.DataObject) -> None:
    rules = data.draw(small_games())
    try:
        best = solve(rules)
        chart = play_chart(rules, data.draw(charts(rules)))
    except (ShoeExhaustedError, UnsupportedRuleError):
        assume(False)
    assert exceptions(best, chart).worth == best.ev - chart.ev


def test_hands_that_the_chart_never_leads_to_are_listed_with_weight_0() -> None:
    best, chart = both(CHARLIE)
    unreached = [one for one in exceptions(best, chart).hands if one.weight == 0]
    assert unreached
    assert all(one.worth == 0 and one.gain > 0 and one.deal is None for one in unreached)


def test_a_known_single_deck_exception() -> None:
    """With one deck T,2 is hit against a four; other twelves stand."""
    best, chart = both("1 deck")
    found = {(one.cards, one.up): one for one in exceptions(best, chart).hands}
    ten_two = found["2,T", 3]
    assert (ten_two.chart_action, ten_two.best_action) == (Action.STAND, Action.HIT)
    values = best.action_values(next(d for d in best.deals if d == ten_two.deal)).actions
    stand, hit = values[Action.STAND], values[Action.HIT]
    assert stand is not None
    assert hit is not None
    assert ten_two.gain == hit - stand
    # Two of 4 tens and twos each way, and a four: no dealer natural is possible.
    assert ten_two.weight == Fraction(2 * 16 * 4 * 4, 52 * 51 * 50)


def with_note(chart: ChartSolution, row: Row, up: int, cards: int, action: Action) -> Solution:
    """Play a chart, but hands of this cell with so many cards otherwise; after a split too."""
    codes = bytearray(chart.past_deal)
    code = {Action.STAND: Decision.STAND, Action.HIT: Decision.HIT}[action]
    for hand, (_, total, soft, size) in enumerate(hands()):
        if total == row.value and soft == (row.kind is RowKind.SOFT) and size >= cards:
            codes[10 * hand + up] = code
    past_deal = bytes(codes)
    unsplit = bytearray(past_deal)
    for deal in chart.deals:
        unsplit[10 * deal.hand + deal.up] = chart.unsplit.decision(deal.hand, deal.up)
    kernel = chart.kernel
    splits = SplitValues(kernel, lambda value, count: past_deal)
    evaluation = kernel.evaluate(decisions=bytes(unsplit))
    return Solution(kernel, evaluation, splits, strategy_class="noted", choices=chart.chosen)


@pytest.mark.parametrize("name", [CHARLIE, "1 deck"])
def test_a_note_is_worth_what_following_it_gives(name: str) -> None:
    chart = solve_td(GAMES[name])
    found = notes(chart)
    assert found
    assert list(found) == sorted(found, key=lambda note: -note.gain)
    for note in (*found[:4], found[-1]):
        other = with_note(chart, note.row, note.up, note.cards, note.action)
        assert other.ev - chart.ev == note.gain > 0


def test_sixteen_against_a_ten_is_noted_where_the_chart_hits_it() -> None:
    rules = GAMES["8 decks, two hands"]
    chart = solve_td(rules)
    sixteen = Row(RowKind.HARD, 16)
    assert chart.chart[sixteen, TEN] is Symbol.H
    note = next(note for note in notes(chart) if (note.row, note.up) == (sixteen, TEN))
    assert (note.action, note.cards) == (Action.STAND, 3)


def test_hand_indices_of_exceptions_are_those_of_their_cards() -> None:
    best, chart = both("1 deck")
    for one in exceptions(best, chart).hands[:20]:
        index = hand_index(one.hand)
        assert one.row == (
            chart.layout.row_of_deal(one.deal) if one.deal else chart.layout.total_row(index)
        )
