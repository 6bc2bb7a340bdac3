"""The classes TD, CDP and U of whole games: published values, order, and what makes them best."""

from __future__ import annotations

import csv
import random
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from players import GAMES

from bjcalc.engine import solve
from bjcalc.engine.deals import max_hands
from bjcalc.engine.kernel import Kernel, hands, two_card_hand
from bjcalc.engine.solution import Solution
from bjcalc.engine.split_values import SplitValues
from bjcalc.numbers import decimal_text
from bjcalc.rules import rules_from_dict
from bjcalc.rules.actions import Action, Symbol
from bjcalc.rules.model import (
    Rules,
    Split,
    SurrenderRules,
)
from bjcalc.shoe import VALUES, Shoe
from bjcalc.strategy import (
    CLASSES,
    cell_alternatives,
    compare,
    evaluate_chart,
    play_chart,
    solve_cdp,
    solve_td,
    upper_bound,
)
from bjcalc.strategy.classes import StrategyClass
from bjcalc.strategy.comparison import worst_cells
from bjcalc.strategy.rows import Row, RowKind
from bjcalc.strategy.split_weights import second_cards, split_weights
from bjcalc_ext.hands import hand_children
from bjcalc_ext.player import Evaluation, Kind

CELLS = tomllib.loads(Path(__file__).with_name("cells.toml").read_text())
PUBLISHED = Path(__file__).parent.parent / "engine" / "published" / "whole_game_ev.csv"


def rules_of(row: dict[str, str]) -> Rules:
    most = 2 if "SPL1" in row["splits"] else 4
    surrender = "late" if row["surrender"] == "LS" else "none"
    return rules_from_dict(
        {
            "shoe.decks": int(row["decks"]),
            "dealer.soft17": "hit" if row["soft17"] == "H17" else "stand",
            "double.after_split": row["das"] == "DAS",
            "split.max_hands": most,
            "split.max_hands_aces": 2 if "NRSA" in row["splits"] else most,
            **{f"surrender.{up}": surrender for up in ("ace", "ten", "other")},
        }
    )


with PUBLISHED.open() as stream:
    ROWS = list(csv.DictReader(stream))
FAST = {
    "1 S17 DAS SPL3 RSA NS",
    "2 S17 DAS SPL1 NS",
    "4 H17 NDAS SPL3 NRSA LS",
    "8 S17 DAS SPL1 NS",
}


def name_of(row: dict[str, str]) -> str:
    return " ".join(row[key] for key in ("decks", "soft17", "das", "splits", "surrender"))


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=name_of(row), marks=[] if name_of(row) in FAST else [pytest.mark.slow])
        for row in ROWS
    ],
)
def test_cdp_meets_the_published_values_and_the_classes_are_in_order(row: dict[str, str]) -> None:
    rules = rules_of(row)
    best = solve(rules)
    assert decimal_text(best.ev) == row["cd_ev"]
    pair_dependent = solve_cdp(rules, composition_dependent=best)
    assert decimal_text(pair_dependent.ev) == row["cdp_ev"]
    bound = upper_bound(rules, composition_dependent=best)
    assert best.ev <= bound
    assert pair_dependent.ev <= bound
    assert solve_td(rules, composition_dependent=best).ev < best.ev


def test_fast_rows_are_rows_of_the_table() -> None:
    assert len(ROWS) == 38
    assert {name_of(row) for row in ROWS} >= FAST


def test_with_two_hands_and_eight_decks_the_bound_settles_zero_memory_play() -> None:
    rules = GAMES["8 decks, two hands, surrender"]
    best = solve(rules)
    assert upper_bound(rules, composition_dependent=best) == best.ev


def test_with_two_hands_the_bound_is_cdp() -> None:
    """There is one number of hands, so one shoe: what is best in it is what CDP plays."""
    rules = GAMES["1 deck, two hands"]
    best = solve(rules)
    bound = upper_bound(rules, composition_dependent=best)
    assert bound == solve_cdp(rules, composition_dependent=best).ev > best.ev


# U by a recursion along every path, with a Fraction for each shoe and nothing shared.


def path_bound(rules: Rules) -> Fraction:
    kernel = Kernel(rules)
    best = solve(rules)
    total = sum(deal.weight for deal in best.deals)
    gain = Fraction(0)
    for deal in best.deals:
        if deal.pair is None:
            continue
        split = Fraction(0)
        for count in range(2, max_hands(kernel, deal.pair.value) + 1):
            starts: dict[tuple[int, bool], dict[int, Fraction]] = {}
            for term in split_weights(deal.pair, max_hands(kernel, deal.pair.value)):
                if term.hands != count:
                    continue
                for second in second_cards(kernel, deal.pair, deal.up, term.extra):
                    unit = best_evaluation(kernel, deal.pair.value, term.extra, best).denominator(2)
                    factor = term.y if second.pairs else term.x + term.y
                    weights = starts.setdefault((second.hand, second.pairs), {})
                    weights[term.extra] = factor * second.weight / unit
            for (hand, _), weights in starts.items():
                split += along_paths(kernel, best, deal.pair.value, deal.up, hand, weights)
        values = best.deal_values(deal)
        other = Fraction(values.best()[1]) / values.unit
        toll = Fraction(values.natural, values.unit)
        gain += max(Fraction(0), split - toll - other) * Fraction(deal.weight, total)
    return best.ev + gain


def best_evaluation(kernel: Kernel, value: int, j: int, best: Solution) -> Evaluation:
    return kernel.evaluate(decisions=best.decisions, split_of=value, extra=j, extras=j)


def along_paths(
    kernel: Kernel,
    best: Solution,
    value: int,
    up: int,
    hand: int,
    weights: dict[int, Fraction],
) -> Fraction:
    evaluations = {j: best_evaluation(kernel, value, j, best) for j in weights}

    def final(hand: int, weights: dict[int, Fraction]) -> Fraction:
        return sum(
            (weight * evaluations[j].final(hand, up) for j, weight in weights.items() if weight),
            Fraction(0),
        )

    def lost(counts: tuple[int, ...], drawn: int, weights: dict[int, Fraction]) -> Fraction:
        """The numerators of losing one unit with a card that busts."""
        gone = Fraction(0)
        for j, weight in weights.items():
            if not weight:
                continue
            evaluation = evaluations[j]
            size = sum(counts) + 1
            left = kernel.cards - size - j
            unseen = list(kernel.counts)
            for index in range(10):
                unseen[index] -= counts[index] + (drawn == index) + (j if index == value else 0)
            holes = unseen[9] if up == 0 else unseen[0] if up == 9 else 0
            pairs = unseen[up] * (left - 1 - holes)
            gone += weight * evaluation.denominator(size) * Fraction(pairs, left * (left - 1))
        return gone

    def after(hand: int, drawn: int, weights: dict[int, Fraction]) -> dict[int, Fraction]:
        counts = hands()[hand][0]
        return {
            j: weight * max(0, kernel.counts[drawn] - counts[drawn] - (j if drawn == value else 0))
            for j, weight in weights.items()
        }

    def worth(hand: int, weights: dict[int, Fraction]) -> Fraction:
        result = final(hand, weights)
        if kernel.kinds[hand] != Kind.PLAYS:
            return result
        hit = double = Fraction(0)
        for drawn, child in enumerate(hand_children(hand)):
            onward = after(hand, drawn, weights)
            if not any(onward.values()):
                continue
            if child < 0:
                hit -= lost(hands()[hand][0], drawn, onward)
                double -= 2 * lost(hands()[hand][0], drawn, onward)
            else:
                hit += worth(child, onward)
                double += 2 * final(child, onward)
        result = max(result, hit)
        return max(result, double) if kernel.may_double(value)[hand] else result

    return worth(hand, weights)


@pytest.mark.parametrize(
    "counts", [(1, 0, 0, 0, 0, 0, 6, 0, 3, 10), (0, 0, 0, 6, 0, 3, 0, 2, 0, 14)]
)
def test_the_bound_is_what_a_recursion_along_every_path_gives(counts: tuple[int, ...]) -> None:
    rules = Rules(shoe=Shoe(values=counts), split=Split(max_hands=3, max_hands_aces=2))
    assert upper_bound(rules) == path_bound(rules) >= solve(rules).ev


@pytest.mark.parametrize("counts", [(2, 0, 0, 0, 2, 1, 1, 0, 0, 4), (1,) * 9 + (4,)])
def test_where_cards_are_put_back_there_is_nothing_to_remember(counts: tuple[int, ...]) -> None:
    """So that U is CD's value, also where the deck has no cards of some values."""
    rules = Rules(shoe=Shoe(values=counts, infinite=True))
    assert upper_bound(rules) == solve(rules).ev


def test_no_zero_memory_map_beats_the_bound() -> None:
    """Maps near class CD's, the same before and after a split, in a shoe where U > CD."""
    rules = GAMES["1 deck"]
    best = solve(rules)
    kernel = best.kernel
    bound = upper_bound(rules, composition_dependent=best)
    assert bound > best.ev
    chance = random.Random(4)
    improved = 0
    for _ in range(12):
        codes = bytearray(best.decisions)
        for _ in range(6):
            # Hands of split eights and sevens, near the border between hitting and standing.
            counts = [0] * 10
            counts[chance.choice((5, 6, 7))] += 1
            counts[chance.choice((2, 3, 4, 5))] += 1
            counts[chance.choice((0, 1, 2, 3))] += 1
            index = next(i for i, hand in enumerate(hands()) if hand[0] == tuple(counts))
            codes[10 * index + chance.choice((1, 2, 9))] ^= 1
        unsplit = kernel.evaluate(decisions=bytes(codes))
        played = bytes(codes)
        splits = SplitValues(kernel, lambda value, count, played=played: played)
        other = Solution(kernel, unsplit, splits, strategy_class="a map", choices=best.chosen)
        assert other.ev <= bound
        improved += other.ev != best.ev
    assert improved, "none of the maps differed from class CD"


# Class TD


@pytest.mark.parametrize(
    "name",
    [
        *("1 deck, H17", "2 decks, two hands, surrender", "8 decks, 7-card Charlie"),
        *("2 decks, pairs by rank, no double after split", "infinite deck"),
    ],
)
def test_no_single_cell_of_td_can_be_improved(name: str) -> None:
    rules = GAMES[name]
    solution = solve_td(rules)
    found = cell_alternatives(solution)
    assert {(cell.row, cell.up) for cell in found} == set(solution.chart)
    assert all(cell.ev <= solution.ev for cell in found)
    assert sum(cell.in_chart for cell in found) == len(solution.chart.symbols)
    assert play_chart(rules, solution.chart).ev == solution.ev
    others = [cell for cell in found if not cell.in_chart and cell.ev != solution.ev]
    for cell in random.Random(name).sample(others, 6):
        changed = play_chart(rules, solution.chart.with_symbol(cell.row, cell.up, cell.symbol))
        assert changed.ev == cell.ev


def test_td_is_at_least_the_published_fixed_chart() -> None:
    """Six decks, S17, DAS, 4 hands, aces once, late surrender: -0.3317035785 % is published."""
    assert decimal_text(solve_td(GAMES["6 decks, surrender"]).ev) == "-0.003317035785"


@pytest.mark.parametrize("name", CELLS["charts"])
def test_symbols_name_what_a_hand_does_that_may_not_do_the_first(name: str) -> None:
    chart = solve_td(GAMES[name]).chart
    names = {f"{row.name} {VALUES[up]}": chart[row, up].value for row, up in chart}
    assert CELLS["charts"][name].items() <= names.items()


def test_a_cell_allows_what_some_hand_of_it_may_do() -> None:
    layout = solve_td(GAMES["2 decks, pairs by rank, no double after split"]).layout
    assert Symbol.DH in layout.legal(Row(RowKind.HARD, 9), 5)
    assert Symbol.DH not in layout.legal(Row(RowKind.HARD, 4), 5)
    assert Symbol.P in layout.legal(Row(RowKind.PAIR, 9), 5)
    assert Symbol.P not in layout.legal(Row(RowKind.MIXED_TENS, 9), 5)
    assert Symbol.RH not in layout.legal(Row(RowKind.HARD, 16), 5)


def test_a_pair_of_unlike_tens_is_played_by_its_own_row() -> None:
    rules = GAMES["2 decks, pairs by rank, no double after split"]
    solution = solve_td(rules)
    mixed = Row(RowKind.MIXED_TENS, 9)
    hit = play_chart(rules, solution.chart.with_symbol(mixed, 5, Symbol.H))
    assert hit.ev < solution.ev
    deals = [deal for deal in hit.deals if deal.hand == two_card_hand(9, 9) and deal.up == 5]
    assert {deal.pair is None: hit.chosen[deal] for deal in deals} == {
        True: Action.HIT,
        False: Action.STAND,
    }


@pytest.mark.parametrize("name", CELLS["surrendered"])
def test_a_pair_that_is_surrendered_falls_back_as_it_is_played_without_surrender(name: str) -> None:
    rules, known = GAMES[name], CELLS["surrendered"][name]
    best = solve(rules)
    chart = solve_td(rules, composition_dependent=best).chart
    without = solve_td(replace(rules, surrender=SurrenderRules())).chart
    cells = [cell for cell in chart if cell[0].is_pair and chart[cell].first is Action.SURRENDER]
    names = {f"{row.name} {VALUES[up]}": chart[row, up].value for row, up in cells}
    assert known.items() <= names.items()
    spoilt = chart
    for row, up in cells:
        assert chart[row, up].value[1].upper() == without[row, up].value
        spoilt = spoilt.with_symbol(row, up, Symbol.S if chart[row, up] != "Rs" else Symbol.H)
    worst = worst_cells(play_chart(rules, spoilt), best)
    found = {f"{one.row.name} {VALUES[one.up]}": one.better.value for one in worst}
    assert found == names


def test_threads_get_what_one_thread_gets() -> None:
    """Charts, alternatives, worst cells and classes; some calls share one solution."""
    games = [GAMES["2 decks, two hands, surrender"], GAMES["8 decks, two hands"]]
    shared = [solve_td(rules) for rules in games]

    def work(number: int) -> object:
        game = number % len(games)
        rules, chart = games[game], shared[(game + 1) % len(games)].chart
        if number // len(games) == 0:
            return compare(rules).evs
        if number // len(games) == 1:
            return evaluate_chart(rules, chart).worst_cells
        return cell_alternatives(shared[game])

    numbers = list(range(3 * len(games)))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work, numbers + numbers[::-1]))
    alone = [work(number) for number in numbers]
    assert found == alone + alone[::-1]


# The registry


def test_a_chart_may_exceed_class_cd_and_then_it_is_the_floor() -> None:
    """One deck, H17, a Charlie of three cards that pays 2:1: CD plays split hands as unsplit."""
    rules = GAMES["1 deck, H17, 3-card Charlie paying 2:1"]
    found = compare(rules)
    assert decimal_text(found.evs["TD"]) == "1.998631517636"
    assert decimal_text(found.evs["CD"]) == "1.998601796533"
    assert list(found.evs) == ["TD", "CD", "CDP", "U"]
    assert found.bracket == (found.evs["TD"], found.evs["U"])


def test_every_class_says_what_it_is() -> None:
    for name, one in CLASSES.items():
        assert one.name == name
        assert one.label.endswith(f"(class {name})")
        assert one.sentence and not one.sentence.endswith(".")
        assert set(one.at_most) <= set(CLASSES)
    assert len({word for one in CLASSES.values() for word in one.claimed_as}) == sum(
        len(one.claimed_as) for one in CLASSES.values()
    )


def test_a_class_is_added_by_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here optimal play that never doubles, under a name of its own."""
    new = StrategyClass(
        name="N",
        plain="a new class",
        sentence="never doubled",
        solve=lambda rules, best: solve(replace(rules, double={"on": "none"})),
        at_most=("CDZ",),
    )
    monkeypatch.setitem(CLASSES, "N", new)
    found = compare(GAMES["1 deck, two hands"])
    assert found.evs["N"] < found.evs["CD"] == found.bracket[0]
