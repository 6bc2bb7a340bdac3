"""Whatever the compiled modules are given, they answer or refuse: no crash and no garbage.

Each function stands here with arguments that are right. Every number and every list among them is
replaced by what it cannot be, one at a time, and the call must then be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bjcalc.engine import solve
from bjcalc.engine.kernel import Kernel, differences
from bjcalc.gamefile import load_game
from bjcalc.outcomes.bet_tables import read_bet
from bjcalc.rules.model import Rules, Split
from bjcalc.rules.settlement import settlement
from bjcalc.shoe import Shoe
from bjcalc.simulate import SolvedStrategy, TableSetup
from bjcalc_ext import dealer
from bjcalc_ext.dealer import DealerTables
from bjcalc_ext.dealer_hands import dealer_hands, trie_path
from bjcalc_ext.hands import all_hands, hand_children, hand_counts, hand_index
from bjcalc_ext.outcomes import (
    DealerLaw,
    Polynomial,
    Terms,
    hand_key,
    hand_terms,
    joint_results,
    play_out,
)
from bjcalc_ext.player import Evaluation
from bjcalc_ext.reach import add_cell_sums, hand_values, mixture_excess
from bjcalc_ext.simulator import Table, random_words


class Key(int):
    """A number of 64 bits."""


class Signed(int):
    """A number that may be below 0."""


class Long(tuple[Any, ...]):
    """As long as it must be."""


REFUSED = (ValueError, TypeError, OverflowError, IndexError)
NO_NUMBER: tuple[Any, ...] = (None, "7", 2.5)


def wrong(value: Any) -> Iterator[Any]:
    """What an argument of this kind cannot be."""
    if isinstance(value, bool):
        return
    if isinstance(value, Key):
        yield from (-1, 1 << 64, *NO_NUMBER)
    elif isinstance(value, int):
        yield from (10**30, *NO_NUMBER, *(() if isinstance(value, Signed) else (-1, 10**9)))
    elif isinstance(value, bytes):
        yield from (value[1:], value + b"\0", b"\xff" * len(value), None)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from (value | {key: other} for other in wrong(one))
    elif isinstance(value, tuple | list):
        yield from (None, *((value[1:], (*value, value[0])) if isinstance(value, Long) else ()))
        for place in sorted({0, len(value) - 1}):
            for other in wrong(value[place]):
                yield type(value)((*value[:place], other, *value[place + 1 :]))
    elif value is not None:
        yield from (None, 7)


RULES = Rules(shoe=Shoe.of_decks(1), split=Split(max_hands=2))
KERNEL = Kernel(RULES)
LESS = Long(map(Long, differences(settlement(RULES))))
DECK = Long((4,) * 9 + (16,))
LARGE = Long(map(Key, DECK))
CARDS = Long((1,) * 52)
HANDS = len(all_hands())
NONE = bytes(HANDS)
PAYS = tuple(Long(map(Signed, pair)) for pair in KERNEL.pays[:22])
PAIR = hand_index((0, 0, 0, 0, 0, 0, 0, 2, 0, 0))
ONE = Terms([(0, 1)])


def tables(counts: Any = DECK, limit: Any = 0, less: Any = LESS) -> DealerTables:
    return DealerTables(
        counts, infinite=False, hit_soft_17=False, card_limit=limit, differences=less
    )


def law(counts: Any = DECK, limit: Any = 0, start: Any = (5,), most: Any = 21) -> DealerLaw:
    return DealerLaw(
        counts, infinite=False, hit_soft_17=False, card_limit=limit, start=start, most=most
    )


def polynomial(classes: int = law().classes) -> Polynomial:
    found = Polynomial(1, classes)
    found.add(ONE, 0, [(0, 1)])
    return found


def evaluation(
    kinds: Any = KERNEL.kinds,
    may_double: Any = NONE,
    finals: Any = KERNEL.finals,
    pays: Any = KERNEL.pays,
    pair: Any = 7,
    extra: Any = 1,
    extras: Any = 1,
    starts: Any = (PAIR,),
    decisions: Any = bytes(10 * HANDS),
    **more: Any,
) -> Evaluation:
    return Evaluation(
        tables(), kinds, may_double, finals, pays=pays, pair=pair, extra=extra, extras=extras,
        decisions=decisions, starts=starts, **more,
    )  # fmt: skip


UNSPLIT = KERNEL.evaluate()


def cell_sums(up: Any, counts: Any, *flags: Any, start: Any = PAIR, sums: Any = (0,) * 96) -> Any:
    kinds, may_double, decisions, rows = flags or (NONE, NONE, bytes(10 * HANDS), NONE)
    return add_cell_sums(
        UNSPLIT, up=up, counts=counts, infinite=False, kinds=kinds, may_double=may_double,
        decisions=decisions, rows=rows, starts={start: 1}, sums=list(sums),
    )  # fmt: skip


def drawn(up: Any = 5, pair: Any = 7, extra: Any = 0, counts: Any = DECK, kinds: Any = NONE) -> Any:
    return hand_values(
        UNSPLIT, up=up, pair=pair, extra=extra, counts=counts, infinite=False, kinds=kinds
    )


def mixture(up: Any, pair: Any, least: Any, counts: Any, *flags: Any, values: Any = None) -> Any:
    may_double, decisions = flags or (NONE, bytes(10 * HANDS))
    return mixture_excess(
        values=[drawn()] if values is None else values, factors=[[1] * 9], up=up, pair=pair,
        least=least, counts=counts, infinite=False, may_double=may_double, decisions=decisions,
    )  # fmt: skip


def parts() -> Any:
    """What a table of the simulator is made of."""
    bet = read_bet(load_game("borgata-blackjack-pro").side_bets[0])
    numbers, raw, bets = TableSetup(RULES, SolvedStrategy(solve(RULES)), bets=[bet]).parts
    # Bytes that are no flags: any two of them are a number, any eight an amount.
    return numbers | {"lowest_net": Signed(numbers["lowest_net"])}, raw, bets


NUMBERS, RAW, BETS = parts()
BET = ((0, 1), False, BETS[0][2], Long(map(Signed, BETS[0][3])), Long(BETS[0][4]), 1)

CALLS: list[tuple[Callable[..., object], tuple[Any, ...]]] = [
    (hand_index, (DECK,)),
    (hand_counts, (PAIR,)),
    (hand_children, (PAIR,)),
    (lambda *a: dealer_hands(False, *a[:2], start=a[2], most=a[3]), (0, LARGE, (5, 9), 21)),
    (trie_path, (Key(5),)),
    (tables, (DECK, 0, LESS)),
    (lambda *a: tables().paid(*a[:2], pair=7, extra=a[2]), (PAIR, 5, 1)),
    (evaluation, (KERNEL.kinds, NONE, KERNEL.finals, PAYS, 7, 1, 1)),
    (lambda hand: evaluation(starts=(hand,)), (PAIR,)),
    (lambda *a: evaluation(scale=a[0], full=a[1], stake_full=a[2]), (1, 0, 1023)),
    (lambda *a: vars(dealer)["PaidTable"](tables(), *a), (Signed(7), 1)),
    (lambda *a: evaluation().holds(*a), (PAIR, 5)),
    (lambda *a: evaluation().second_cards(*a), (7, 5, DECK)),
    (lambda *a: cell_sums(*a, NONE), (5, DECK, NONE, NONE, bytes(10 * HANDS))),
    (lambda start: cell_sums(5, DECK, start=start), (PAIR,)),
    (drawn, (5, 7, 0, DECK, NONE)),
    (mixture, (5, 7, 1, DECK, NONE, bytes(10 * HANDS))),
    (lambda *a: evaluation().value(*a), (PAIR, 5)),
    (lambda *a: evaluation().final(*a), (PAIR, 5)),
    (lambda *a: evaluation().stake(*a), (PAIR, 5)),
    (lambda *a: evaluation().decision(*a), (PAIR, 5)),
    (lambda *a: evaluation(decisions=None, extra=0, starts=None).draws(*a), (PAIR, 5)),
    (lambda *a: evaluation().denominator(*a), (2,)),
    (hand_key, (Long((1,) * 10),)),
    (play_out, (bytes(10 * HANDS), NONE, NONE, 5, {PAIR: Signed(1)}, DECK)),
    (lambda hand: play_out(bytes(10 * HANDS), NONE, NONE, 5, {hand: 1}, DECK), (PAIR,)),
    (Terms, (((Key(0), Signed(1)),),)),
    (ONE.times, (ONE,)),
    (hand_terms, (((PAIR, Signed(1)),), 0)),
    (Polynomial, (1, 1)),
    (polynomial().add, (ONE, Key(0), ((0, Signed(1)),))),
    (polynomial().add_product, (ONE, ONE, Key(0), ((0, Signed(1)),))),
    (law, (DECK, 0, (5,), 21)),
    (law().evaluate, (polynomial(), DECK, 0)),
    (lambda only: law().evaluate(polynomial(1), DECK, 0, only), (0,)),
    (law().denominator, (52, 2)),
    (joint_results, (CARDS, False, 1, (((0,), bytes(52), 1),), True)),
    (random_words, (Long(map(Key, (1, 2))), Long(map(Key, (1, 2, 3, 4))))),
    (lambda numbers: Table(numbers, RAW, BETS), (NUMBERS,)),
    (lambda *bet: Table(NUMBERS, RAW, [bet]), BET),
    (lambda *a: Table(NUMBERS, RAW, BETS).play(*a), (Key(1), Key(1), 10)),
    *((lambda raw, name=name: Table(NUMBERS, RAW | {name: raw}, BETS), (RAW[name],))
      for name in ("total", "kind", "first", "table_of", "may_double")),
]  # fmt: skip


@pytest.mark.parametrize(("call", "arguments"), CALLS)
def test_a_wrong_argument_is_refused(
    call: Callable[..., object], arguments: tuple[Any, ...]
) -> None:
    call(*arguments)
    for place, value in enumerate(arguments):
        for other in wrong(value):
            try:
                call(*arguments[:place], other, *arguments[place + 1 :])
            except REFUSED:
                continue
            pytest.fail(f"argument {place} as {str(other)[:200]} was taken")


SIX_CARDS = hand_key((1,) * 6 + (0,) * 4)


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (ValueError, lambda: hand_key((64, *DECK[1:]))),
        (ValueError, lambda: dealer_hands(False, 1, DECK)),
        (ValueError, lambda: dealer_hands(False, 0, DECK, start=(1, 2, 3))),
        (ValueError, lambda: vars(dealer)["PaidTable"](tables(), -2, 1)),
        (ValueError, lambda: tables().paid(PAIR, 5, pair=7, extra=3)),
        (ValueError, lambda: evaluation(decisions=None)),
        (ValueError, lambda: evaluation(pays=((-1, -1), *((2, -1),) * 23))),
        (ValueError, lambda: evaluation(kinds=b"\2" * HANDS)),
        (ValueError, lambda: evaluation().value(hand_index(tuple(map(int, "2000000000"))), 5)),
        (ValueError, lambda: evaluation().draws(PAIR, 5)),
        (ValueError, lambda: cell_sums(5, DECK, sums=(0,) * 95)),
        (ValueError, lambda: mixture(5, 7, 1, DECK, values=[[None] * (HANDS - 1)])),
        (ValueError, lambda: mixture(5, 7, 1, DECK, values=[drawn()] * 2)),
        (ValueError, lambda: mixture(5, 7, 1, DECK, values=[[(1,)] * HANDS])),
        (ValueError, lambda: hand_terms([(PAIR, 1)], 1)),
        (ValueError, lambda: law(start=())),
        (ValueError, lambda: law().evaluate(polynomial(3), DECK)),
        (ValueError, lambda: law().evaluate(polynomial(), (5, *DECK[1:]))),
        (ValueError, lambda: law().evaluate(polynomial(), DECK, 17)),
        (ValueError, lambda: joint_results(CARDS, False, 0, [], True)),
        (ValueError, lambda: joint_results(CARDS, False, 1, [((1,), bytes(52), 1)], True)),
        (ValueError, lambda: joint_results(CARDS, False, 1, [((0,), bytes(52), 1)] * 17, True)),
        (OverflowError, lambda: Terms([(SIX_CARDS * 8, 1)]).times(Terms([(SIX_CARDS * 3, 1)]))),
        (OverflowError, lambda: Terms([(15 << 60, 1)]).times(Terms([(1 << 60, 1)]))),
        (OverflowError, lambda: Terms([(0, 1 << 57)]).times(Terms([(0, 2)]))),
        (OverflowError, lambda: law(counts=(999_999,) * 10)),
        (OverflowError, lambda: joint_results(
            CARDS, False, 4, [((0,), bytes(52), 256)] * 4, False)),
        (OverflowError, lambda: joint_results(
            (100_000,) * 52, False, 4, [((0,), bytes(52), 1)], False)),
        (ValueError, lambda: Table(NUMBERS, {**RAW, "cards": b""}, BETS)),
        (ValueError, lambda: Table(NUMBERS, {**RAW, "cards": bytes(1025)}, BETS)),
        (ValueError, lambda: Table(NUMBERS, {**RAW, "cards": b"4"}, BETS)),
        (ValueError, lambda: Table(NUMBERS, {**RAW, "children": bytes(20 * HANDS)}, BETS)),
        (ValueError, lambda: Table(NUMBERS, {**RAW, "pays": RAW["pays"][8:]}, BETS)),
        (ValueError, lambda: Table(NUMBERS, {**RAW, "pays": b"\x7f" * len(RAW["pays"])}, BETS)),
        (ValueError, lambda: Table(NUMBERS, {**RAW, "decisions": []}, BETS)),
        (ValueError, lambda: Table(NUMBERS, {**RAW, "decisions": RAW["decisions"] * 91}, BETS)),
        (ValueError, lambda: Table(NUMBERS, RAW, BETS * 25)),
        (ValueError, lambda: Table(NUMBERS, RAW, [((), *BET[1:])])),
        (ValueError, lambda: Table(NUMBERS | {"stakes": 2}, RAW, BETS).play(1, 0, 1000)),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(error: type[Exception], call: Callable[[], object]) -> None:
    with pytest.raises(error, match=r"\w"):
        call()


def test_numbers_of_a_table_are_neither_missing_nor_unknown() -> None:
    for name in NUMBERS:
        with pytest.raises(ValueError, match=name):
            Table({n: v for n, v in NUMBERS.items() if n != name}, RAW, BETS)
    with pytest.raises(ValueError, match="lucky"):
        Table(NUMBERS | {"lucky": 1}, RAW, BETS)


REFUSING = [UNSPLIT.value, UNSPLIT.decision, tables().paid, lambda hand, _: hand_counts(hand)]


@pytest.mark.parametrize("call", REFUSING)
def test_a_refusal_names_the_value(call: Callable[[int, int], object]) -> None:
    with pytest.raises(ValueError, match=" = 10000000: a number from 0 to"):
        call(10**7, 5)
