"""Certificates for small shoes, from the slow reference solver, written by FORMAT.md alone.

Nothing of the checker is used here: the order of hands, the cells and the canonical form are done
again, so that both have to follow the page.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from bjcalc import solve
from bjcalc.certificate.body import body_of as written_body
from bjcalc.certificate.body import stated_rules
from bjcalc.rules import Rules
from bjcalc.rules.model import PairKind, Surrender
from bjcalc.witness.twin import ReferenceSolution, solve_reference

UPS = "A23456789T"
Hand = tuple[int, ...]
Body = dict[str, Any]


def exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def counts(cards: tuple[int, ...]) -> Hand:
    return tuple(cards.count(value) for value in range(10))


def total(cards: tuple[int, ...]) -> int:
    pips = sum(value + 1 for value in cards)
    return pips + 10 if 0 in cards and pips <= 11 else pips


def is_listed(rules: Rules, cards: tuple[int, ...]) -> bool:
    points = total(cards)
    charlie = rules.charlie is not None and len(cards) >= rules.charlie.cards
    limit = rules.player.card_limit is not None and len(cards) >= rules.player.card_limit
    over = charlie or limit or cards == (0, 9) or (points == 21 and rules.player.stand_on_21)
    return points <= 21 and not over


def listed_hands(rules: Rules, up: int) -> list[tuple[int, ...]]:
    """Return the listed hands as sorted cards, length by length."""
    shoe = rules.shoe
    stock = [n - (value == up and not shoe.infinite) for value, n in enumerate(shoe.values)]
    found: list[tuple[int, ...]] = []
    level: list[tuple[int, ...]] = [()]
    for length in range(1, 22):
        level = [
            (*cards, value)
            for cards in level
            for value in range(cards[-1] if cards else 0, 10)
            if sum(cards) + value + length <= 21
            and (cards.count(value) < stock[value] or (shoe.infinite and stock[value]))
        ]
        found += [cards for cards in level if length > 1 and is_listed(rules, cards)]
    return found


Cell = tuple[Hand, int | None, int | None]
"""A cell: counts, and for tens of one rank that rank and a rank that the up card may have."""


def cells_of(rules: Rules, up: int) -> list[tuple[Cell, bool]]:
    """Return (cell, whether it can be dealt) in FORMAT.md's order."""
    shoe = rules.shoe
    step = 0 if shoe.infinite else 1
    by_rank = rules.split.pairs is PairKind.RANK
    tens = shoe.ranks[9:] if by_rank and shoe.ranks is not None else ()

    def possible(values: tuple[int, ...]) -> bool:
        drawn = [*values, up]
        return all(shoe.values[v] > 0 for v in drawn) and (
            shoe.infinite or all(shoe.values[v] >= drawn.count(v) for v in drawn)
        )

    cells: list[tuple[Cell, bool]] = []
    for first in range(10):
        for second in range(first, 10):
            can = possible((first, second))
            if by_rank and first == second == 9:
                can = can and sum(n > 0 for n in tens) > 1
            cells.append(((counts((first, second)), None, None), can))
    for rank, number in enumerate(tens):
        others = [other for other in range(4) if other != rank and tens[other] > 0]
        can = number >= 1 + step
        outside = others[0] + 9 if others else None
        not_same = can and (bool(others) if up == 9 else shoe.values[up] > 0)
        pair = counts((9, 9))
        cells.append(((pair, 9 + rank, outside if up == 9 else None), not_same))
        same = can and up == 9 and number >= 1 + 2 * step
        cells.append(((pair, 9 + rank, 9 + rank), same))
    return cells


def letter(solution: ReferenceSolution, cards: tuple[int, ...], up: int) -> str:
    hand = counts(cards)
    action = solution.decision(hand, up)
    if action == "double":
        return "D" + solution.hit_or_stand(hand, up)[0]
    return action[0].upper()


def surrender_of(rules: Rules, up: int) -> Surrender:
    return {0: rules.surrender.ace, 9: rules.surrender.ten}.get(up, rules.surrender.other)


def cell_of(
    rules: Rules, solution: ReferenceSolution, cell: Cell, up: int
) -> tuple[str, str, dict[str, str | None]]:
    """Return the letters and values of a cell that can be dealt."""
    hand, pair_rank, up_rank = cell
    ranks = {"pair_rank": pair_rank, "up_rank": up_rank}
    actions = solution.actions(hand, up, **ranks)
    natural = hand == counts((0, 9))
    step = 0 if rules.shoe.infinite else 1
    seen = [n + (value == up) for value, n in enumerate(hand)]
    left = [n - step * seen[value] for value, n in enumerate(rules.shoe.values)]
    hole = {0: left[9], 9: left[0]}.get(up, 0)
    chance = Fraction(hole, sum(left))
    peeks = (up == 0 and "ace" in rules.dealer.peek) or (up == 9 and "ten" in rules.dealer.peek)
    ended = chance if peeks else Fraction(0)
    early = surrender_of(rules, up) is Surrender.EARLY and "surrender" in actions

    def whole(value: Fraction) -> Fraction:
        return value * (1 - ended) - (0 if natural else ended)

    values: dict[str, Fraction | None] = {
        name: actions.get(name) for name in ("stand", "hit", "double", "split", "surrender")
    }
    best = solution.best(hand, up, **ranks)
    others = [value for name, value in actions.items() if not (early and name == "surrender")]
    play_on = whole(max(others))
    values["play_on"] = play_on if early else None
    ev = max(play_on, Fraction(-1, 2)) if early else play_on
    insurance = rules.insurance
    offered = {0: "ace", 9: "ten"}.get(up) in insurance.against
    offered = offered and (insurance.on_naturals or not natural)
    insured = insurance.price * (chance * insurance.pays - (1 - chance))
    values["insurance"] = insured if offered else None
    mark = "."
    if solution.insures(hand, up):
        mark, ev = "I", ev + insured
    if natural and solution.takes_even_money(up):
        mark, ev = "M", Fraction(1)
    values["ev"] = ev
    first = {"split": "P", "surrender": "R"}.get(best, ".")
    return first, mark, {k: None if v is None else exact(v) for k, v in values.items()}


def body_of(rules: Rules) -> Body:
    """Return the body of a true certificate of these rules, without side bets or claims."""
    solution = solve_reference(rules)
    strategy: dict[str, Any] = dict.fromkeys(UPS)
    values: dict[str, Any] = dict.fromkeys(UPS)
    by_up: dict[str, str | None] = dict.fromkeys(UPS)
    for up, name in enumerate(UPS):
        if rules.shoe.values[up] == 0:
            continue
        play = "".join(letter(solution, cards, up) for cards in listed_hands(rules, up))
        first, marks = "", ""
        table: list[dict[str, str | None] | None] = []
        for cell, can in cells_of(rules, up):
            if can:
                one, mark, numbers = cell_of(rules, solution, cell, up)
                first, marks = first + one, marks + mark
                table.append(numbers)
            else:
                first, marks = first + "-", marks + "-"
                table.append(None)
        strategy[name] = {"play": play, "first": first, "insurance": marks}
        values[name] = table
        by_up[name] = exact(solution.contributions.get(up, Fraction(0)))
    return {
        "game": {"slug": "test", "name": "Test", "file_sha256": None, "assumptions": []},
        "settings": [],
        "interpretations": [],
        "rules": stated_rules(rules),
        "strategy": {"class": "CD", "up": strategy},
        "values": values,
        "totals": {
            "ev": exact(solution.ev),
            "stake": exact(solution.stake),
            "house_edge": exact(-solution.ev),
            "rtp": exact(1 + solution.ev),
            "rtp_per_unit_wagered": exact(1 + solution.ev / solution.stake),
            "by_up": by_up,
        },
        "side_bets": [],
        "claims": [],
    }


def seal(body: Body) -> dict[str, Any]:
    """Return the certificate of a body, its digest computed anew."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    header = {
        "format": "bjcalc-certificate",
        "version": "2",
        "program": "test",
        "digest": "sha256:" + hashlib.sha256(canonical.encode(errors="surrogatepass")).hexdigest(),
    }
    return {"header": header, "body": body}


def as_bytes(body: Body, change: Callable[[Body], None] | None = None) -> bytes:
    """Return a sealed certificate of a copy of the body, changed before it is sealed."""
    copy = json.loads(json.dumps(body))
    if change is not None:
        change(copy)
    return json.dumps(seal(copy)).encode()


def body_of_solution(rules: Rules) -> Body:
    """Return the body of a true certificate from the fast solver, as the program writes it."""
    game: Any = SimpleNamespace(
        **{"rules": rules, "slug": "test", "name": "Test", "sha256": None},
        **{"assumptions": (), "settings": (), "interpretations": ()},
    )
    return written_body(game, solve(rules), (), ())


def put_at(*path: Any) -> Callable[[Any], None]:
    """Return a change that puts the last of `path` where the keys before it lead."""

    def change(value: Any) -> None:
        *keys, last, new = path
        for key in keys:
            value = value[key]
        value[last] = new

    return change
