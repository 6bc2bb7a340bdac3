"""The kernel trusts nobody: whatever its functions are given, they answer or refuse."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bjcalc import Rules
from bjcalc.engine.kernel import Kernel, differences, hands
from bjcalc.rules.actions import DECISIONS
from bjcalc.rules.settlement import settlement
from bjcalc_ext import dealer, reach
from bjcalc_ext.dealer import DealerTables
from bjcalc_ext.hands import hand_children, hand_counts, hand_index
from bjcalc_ext.player import Decision, Evaluation

N = len(hands())
KERNEL = Kernel(Rules())
UNSPLIT = KERNEL.evaluate()
VALUES = reach.hand_values(
    UNSPLIT, up=5, pair=7, extra=0, counts=KERNEL.counts, infinite=False, kinds=KERNEL.kinds
)

NUMBERS = [-1, -(10**30), 10**6, 10**30, 1.5, "1", (), b"\0"]
BYTES = [b"", b"\xff" * N, b"\xff" * 10 * N, b"\0" * (N - 1), "text", 7, None]
SEQUENCES = [(), (1,) * 9, (1,) * 11, (-1,) * 10, (10**30,) * 10, ("a",) * 10, None, 7]
COUNTS = dict.fromkeys(("counts", "weights"), SEQUENCES)
NONSENSE: dict[str, list[Any]] = {
    **dict.fromkeys(("index", "hand", "up", "first", "pair", "extra", "extras", "full"), NUMBERS),
    **dict.fromkeys(("stake_full", "scale", "card_limit", "size", "least"), NUMBERS),
    **dict.fromkeys(("kinds", "may_double", "finals", "decisions", "rows"), BYTES),
    **COUNTS,
    "tables": [None, 7, KERNEL],
    "differences": [
        (), ((0,) * 23,) * 21, ((0,) * 22,) * 22, ((-1,) * 23,) * 22, ((256,) * 23,) * 22, None
    ],
    "pays": [
        (), KERNEL.pays[:21], ((1, 1),) * 24, ((2**40, 0),) * 24, ((1,),) * 24, None
    ],
    "starts": [[-1], [N], [10**30], ["a"], 7, {-1: 1}, {10**7: 1}],
    "sums": [[], [0] * 95, None, ()],
    "values": [[None], [()], [[None] * (N - 1)], [VALUES, VALUES], [[(1,)] * N], None],
    "factors": [[], [[1] * 9] * 2, [["a"] * 9], [7], None],
}  # fmt: skip

EVALUATION = {
    "tables": KERNEL.tables,
    "kinds": KERNEL.kinds,
    "may_double": KERNEL.may_double(),
    "finals": KERNEL.finals,
    "pays": KERNEL.pays,
    "scale": 1,
    "pair": 3,
    "extra": 1,
    "extras": 2,
    "full": 0,
    "stake_full": 1,
    "decisions": UNSPLIT.decisions(),
    "starts": [hand_index((0, 0, 0, 2, 0, 0, 0, 0, 0, 0))],
}
TABLES = {
    "counts": KERNEL.counts,
    "infinite": False,
    "hit_soft_17": True,
    "card_limit": 4,
    "differences": differences(settlement(Rules())),
}
REACH = {"up": 5, "counts": KERNEL.counts, "infinite": False}
# For each door a call that it takes, by the names of what is given.
DOORS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "hand_index": (hand_index, {"counts": KERNEL.counts}),
    "hand_counts": (hand_counts, {"index": 5}),
    "hand_children": (hand_children, {"index": 5}),
    "DealerTables": (DealerTables, TABLES),
    "paid": (KERNEL.tables.paid, {"hand": 5, "up": 3, "pair": 1, "extra": 1}),
    "PaidTable": (vars(dealer)["PaidTable"], {"tables": KERNEL.tables, "pair": 3, "extras": 2}),
    "Evaluation": (Evaluation, EVALUATION),
    **{
        name: (getattr(UNSPLIT, name), {"hand": 5, "up": 3})
        for name in ("value", "final", "stake", "draws", "holds", "decision")
    },
    "denominator": (UNSPLIT.denominator, {"size": 2}),
    "second_cards": (UNSPLIT.second_cards, {"first": 3, "up": 3, "weights": KERNEL.counts}),
    "add_cell_sums": (
        partial(reach.add_cell_sums, UNSPLIT),
        {
            **REACH,
            "kinds": KERNEL.kinds,
            "may_double": KERNEL.may_double(),
            "decisions": UNSPLIT.decisions(),
            "rows": b"\0" * N,
            "starts": {5: 1},
            "sums": [0] * 96,
        },
    ),
    "reach.hand_values": (
        partial(reach.hand_values, UNSPLIT),
        {**REACH, "pair": 7, "extra": 0, "kinds": KERNEL.kinds},
    ),
    "mixture_excess": (
        reach.mixture_excess,
        {
            **REACH,
            "pair": 7,
            "least": 1,
            "may_double": KERNEL.may_double(7),
            "decisions": UNSPLIT.decisions(),
            "values": [VALUES],
            "factors": [[1] * 9],
        },
    ),
}
# Some of this is right where it is given.
RIGHT: dict[tuple[str, str], list[object]] = {
    ("add_cell_sums", "rows"): [b"\xff" * N],
    ("PaidTable", "pair"): [-1, 1.5],  # made by the kernel alone: -1 stands for no pair
}


@pytest.mark.parametrize("door", DOORS)
def test_right_arguments_are_taken(door: str) -> None:
    call, given = DOORS[door]
    call(**given)


@pytest.mark.parametrize(
    ("door", "argument"),
    [(door, name) for door, (_, given) in DOORS.items() for name in given if name in NONSENSE],
)
def test_nonsense_is_refused(door: str, argument: str) -> None:
    call, given = DOORS[door]
    for nonsense in NONSENSE[argument]:
        if nonsense in RIGHT.get((door, argument), ()):
            continue
        with pytest.raises((ValueError, TypeError, OverflowError, IndexError)):
            call(**{**given, argument: nonsense})
            pytest.fail(f"{door} took {argument} = {str(nonsense)[:60]}")


@pytest.mark.parametrize(("door", "name"), [("value", "hand"), ("paid", "up"), ("paid", "extra")])
def test_a_refusal_names_the_value(door: str, name: str) -> None:
    call, given = DOORS[door]
    with pytest.raises(ValueError, match=f"{name} = 10000000: "):
        call(**{**given, name: 10**7})


def test_what_was_not_worked_out_is_not_given() -> None:
    """Hands that the starts do not lead to, that the shoe does not hold, and actions of those."""
    start = hand_index((0, 0, 0, 2, 0, 0, 0, 0, 0, 0))
    part = KERNEL.evaluate(
        decisions=UNSPLIT.decisions(), split_of=3, extra=1, extras=1, starts=[start]
    )
    part.value(start, 3)
    with pytest.raises(ValueError, match="the starts do not lead there"):
        part.value(hand_index((2, 0, 0, 0, 0, 0, 0, 0, 0, 0)), 3)
    with pytest.raises(ValueError, match="draws need an evaluation of all hands"):
        part.draws(start, 3)
    with pytest.raises(ValueError, match="the shoe does not hold"):
        small = {**TABLES, "counts": (4,) * 10}
        DealerTables(**small).paid(start, 3, pair=3, extra=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="starts need decisions"):
        KERNEL.evaluate(starts=[start])


def test_a_payout_beyond_the_kernel_s_width_is_refused() -> None:
    """64-bit factors hold any pay that is taken; a pay of totals that is none is refused."""
    wrong = list(KERNEL.pays)
    wrong[17] = (2, -1)
    with pytest.raises(ValueError, match="totals are paid their stake"):
        Evaluation(**{**EVALUATION, "pays": wrong})  # type: ignore[arg-type]


def test_decisions_have_the_registry_s_order() -> None:
    """The kernel's numbers of decisions are places in the registry of actions."""
    words = {"S": "STAND", "H": "HIT", "Ds": "DOUBLE_ELSE_STAND", "Dh": "DOUBLE_ELSE_HIT"}
    assert [words[symbol] for symbol in DECISIONS] == [decision.name for decision in Decision]
    assert [int(decision) for decision in Decision] == list(range(len(DECISIONS)))
