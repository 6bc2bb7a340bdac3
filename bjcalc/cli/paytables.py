"""`bjcalc paytables`: the whole-number pay tables that a printed RTP can come from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Any

import click

from bjcalc.cli.bets import bet_warnings, find_bet, pay_text, pays_remark
from bjcalc.cli.columns import WIDTH, aligned
from bjcalc.cli.common import Answer, game_command
from bjcalc.cli.progress import running, told, would_show
from bjcalc.cli.wording import worded
from bjcalc.csv_text import csv_text
from bjcalc.gamefile import Game, check_side_bets
from bjcalc.numbers import decimal_text, exact_json, exact_text, percent_text
from bjcalc.sidebets import PayTables, PrintedRtp, Rounding, count
from bjcalc.sidebets.paytables import MAX_PAY, KnownTable, Neighbours

_OUTSIDE = "outside the limits asked for"
_WORDS = {
    Rounding.NEAREST: "rounded to nearest",
    Rounding.TRUNCATED: "cut off",
    Rounding.UP: "rounded up",
}


@game_command("paytables")
@click.argument("bet", metavar="BET")
@click.option(
    "--rtp",
    "printed",
    required=True,
    type=PrintedRtp.parse,
    metavar="PERCENT",
    help="The RTP as printed, such as 96.29.",
)
@click.option(
    "--min",
    "lowest",
    type=click.IntRange(0, MAX_PAY),
    default=1,
    show_default=True,
    help="The least pay.",
)
@click.option(
    "--max",
    "highest",
    type=click.IntRange(0, MAX_PAY),
    default=1000,
    show_default=True,
    help="The greatest pay.",
)
@click.option("--any-order", is_flag=True, help="Let a rarer category pay less than a common one.")
@click.option(
    "--first",
    type=click.IntRange(0, 1000),
    default=10,
    show_default=True,
    help="How many tables to show, best ranked first.",
)
@click.option("--all", "everything", is_flag=True, help="Print every table, as CSV.")
def command(
    game: Game,
    bet: str,
    printed: PrintedRtp,
    lowest: int,
    highest: int,
    any_order: bool,
    first: int,
    everything: bool,
) -> Answer:
    """Find the whole-number pay tables of a side bet that a printed RTP can come from.

    BET is the id or name of one of the game's side bets. The printed digits are taken as rounded
    to nearest, cut off, or rounded up, each counted apart. Known published tables come first, those
    outside the limits asked for too: they are marked so, and not counted. The others are ranked:
    usual pays before odd ones, no pay twice, then even shares. Where a rounding leaves none, the
    two neighbouring RTPs that can be reached prove it.

    Leaves with status 1 where no table within the limits fits under any rounding.

    Example: bjcalc paytables borgata-blackjack-pro 21+3 --rtp 96.29
    """
    check_side_bets(game)
    counts = count(find_bet(game, bet), game.rules.shoe, game.rules.dealer)
    tables = PayTables(counts, printed, lowest=lowest, highest=highest, ordered=not any_order)
    warnings = [f"warning: {warning}; its pay is left out" for warning in bet_warnings(counts)]
    if everything:
        found = tables.tables()
        one = next(found, None)
        listed = [] if one is None else chain([one], found)
        return Answer(_no_json, lambda: _csv_lines(tables, listed), (), warnings, int(one is None))
    numbers = {rounding: tables.number(rounding) for rounding in Rounding}
    neighbours = {
        rounding: tables.neighbours(rounding) for rounding in Rounding if numbers[rounding] == 0
    }
    ranked = tables.ranked(first)
    return Answer(
        lambda: _json(game, tables, numbers, neighbours, ranked),
        lambda: _text(game, tables, numbers, neighbours, ranked),
        warnings=warnings,
        status=int(tables.none_fits),
    )


def _no_json() -> None:
    raise click.UsageError("--all prints CSV; it does not go with --json")


def _category_names(tables: PayTables) -> list[str]:
    return [tables.counts.bet.categories[index].name for index in tables.live]


def _remarks(tables: PayTables) -> dict[tuple[int | Fraction, ...], str]:
    """Return whose a table is, for the published ones and the game's own, by their pays."""
    bet = tables.counts.bet
    remarks: dict[tuple[int | Fraction, ...], list[str]] = {}
    for known in tables.known:
        remarks.setdefault(tables.live_pays(known), []).append(known.name)
    own = tuple(pay for pay in (bet.categories[i].pays for i in tables.live) if pay is not None)
    if len(own) == len(tables.live):
        remarks.setdefault(own, []).append(f"this game's pays ({bet.pays_source.value})")
    for pays, names in remarks.items():
        if not tables.within_limits(pays):
            names.append(_OUTSIDE)
    return {pays: "; ".join(names) for pays, names in remarks.items()}


def _flags(tables: PayTables, rtp: Fraction) -> list[str]:
    admitted = tables.roundings(rtp)
    return ["yes" if rounding in admitted else "-" for rounding in Rounding]


def _text(
    game: Game,
    tables: PayTables,
    numbers: dict[Rounding, int | None],
    neighbours: dict[Rounding, Neighbours | None],
    ranked: list[tuple[int, ...]],
) -> list[str]:
    bet = tables.counts.bet
    order = "a rarer category pays at least as much" if tables.ordered else "in any order"
    step = "/".join(map(str, tables.lattice))
    listed = list(map(tables.live_pays, tables.known))
    listed += [one for one in (tuple(map(Fraction, pays)) for pays in ranked) if one not in listed]
    letters, lines = _table_lines(tables, listed) if listed else ([], [])
    remarks = _remarks(tables)
    return worded(
        "paytables",
        said=(
            f"{bet.name} of {game.name}, {game.rules.shoe.describe()}: RTP {tables.printed.text} %",
            f"the pays of this game: {pays_remark(bet)}",
            f"whole pays from {tables.lowest} to {tables.highest}, {order}",
            f"every RTP of whole-number pays is a whole multiple of {step}",
        ),
        numbers=numbers,
        words=_WORDS,
        neighbours=neighbours,
        proof=_proof,
        letters=letters,
        listed=lines,
        remarks=["", *(remarks.get(pays, "") for pays in listed)],
    )


def _table_lines(
    tables: PayTables, listed: list[tuple[Fraction, ...]]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Return lines of tables with their RTP, and the letters that stand in them for categories.

    There are letters where the names would make the lines too long for a screen.
    """
    rows = []
    for pays in listed:
        rtp = _rtp(tables, pays)
        shown = percent_text(rtp, _digits(tables.printed))
        rows.append([*map(pay_text, pays), shown, *_flags(tables, rtp)])
    names, rest = _category_names(tables), ["RTP", "nearest", "cut off", "up"]
    lines = aligned([[*names, *rest], *rows], left=()).split("\n")
    if len(lines[0]) <= WIDTH:
        return [], lines
    letters = [chr(ord("A") + number) for number in range(26)]
    letters = [*letters, *(f"A{letter}" for letter in letters)][: len(names)]
    lines = aligned([[*letters, *rest], *rows], left=()).split("\n")
    return list(zip(letters, names, strict=True)), lines


def _rtp(tables: PayTables, pays: tuple[Fraction, ...]) -> Fraction:
    won = sum(
        (
            tables.counts.categories[index] * pay
            for index, pay in zip(tables.live, pays, strict=True)
        ),
        Fraction(0),
    )
    return (tables.counts.winning + won) / tables.counts.total


def _digits(printed: PrintedRtp) -> int:
    """Return enough decimals of a percentage to see how it was rounded."""
    return len(str(printed.unit.denominator)) + 1


def _proof(near: Neighbours | None) -> str:
    if near is None:
        return "the neighbouring RTPs are too far to find"
    sides = []
    for word, side in (("below", near.below), ("above", near.above)):
        if side is None:
            sides.append(f"no RTP {word} can be reached")
        else:
            rtp, pays = side
            table = "/".join(map(str, pays))
            sides.append(f"{word}, {exact_text(rtp)} = {percent_text(rtp, 8)} ({table})")
    return "the nearest RTPs that can be reached are, " + "; ".join(sides)


def _json(
    game: Game,
    tables: PayTables,
    numbers: dict[Rounding, int | None],
    neighbours: dict[Rounding, Neighbours | None],
    ranked: list[tuple[int, ...]],
) -> dict[str, Any]:
    bet, remarks = tables.counts.bet, _remarks(tables)
    numerator, denominator = tables.lattice
    return {
        "game": {"slug": game.slug, "name": game.name, "sha256": game.sha256},
        "shoe": game.rules.shoe.describe(),
        "readings": game.readings,
        "settings": list(game.settings),
        "side_bet": {"id": bet.id, "name": bet.name, "pays_source": bet.pays_source.value},
        "printed_rtp": {
            "text": tables.printed.text,
            "value": exact_json(tables.printed.value),
            "unit": exact_json(tables.printed.unit),
        },
        "limits": {
            "min": tables.lowest,
            "max": tables.highest,
            "rarer_pays_at_least_as_much": tables.ordered,
        },
        "categories": [
            {"name": name, "combinations": str(tables.counts.categories[index])}
            for name, index in zip(_category_names(tables), tables.live, strict=True)
        ],
        "rtp_is_multiple_of": f"{numerator}/{denominator}",
        "roundings": {
            rounding.value: {
                "tables": None if number is None else str(number),
                "neighbours": _neighbours_json(neighbours.get(rounding)),
            }
            for rounding, number in numbers.items()
        },
        "known": [_known_json(tables, known) for known in tables.known],
        "ranked": [
            {
                "pays": list(pays),
                "rtp": exact_json(tables.rtp(pays)),
                "roundings": [each.value for each in tables.roundings(tables.rtp(pays))],
                "remark": remarks.get(pays),
            }
            for pays in ranked
        ],
        "warnings": bet_warnings(tables.counts),
    }


def _neighbours_json(near: Neighbours | None) -> dict[str, Any] | None:
    if near is None:
        return None

    def side(found: tuple[Fraction, tuple[int, ...]] | None) -> dict[str, Any] | None:
        return None if found is None else {"rtp": exact_json(found[0]), "pays": list(found[1])}

    return {"below": side(near.below), "above": side(near.above)}


def _known_json(tables: PayTables, known: KnownTable) -> dict[str, Any]:
    pays = tables.live_pays(known)
    return {
        "name": known.name,
        "source": known.source,
        "pays": [exact_text(pay) for pay in pays],
        "within_limits": tables.within_limits(pays),
        "rtp": exact_json(known.rtp),
        "roundings": [each.value for each in tables.roundings(known.rtp)],
    }


def _csv_lines(tables: PayTables, listed: Iterable[tuple[int, ...]]) -> Iterator[str]:
    """Yield every table as a line of CSV; progress goes to stderr where that is a terminal."""
    words = [rounding.value for rounding in Rounding]
    yield csv_text([*_category_names(tables), "rtp", "rtp_percent", *words, "remark"])
    total = tables.number() or 0 if would_show(beside_output=True) else 0
    digits, remarks = _digits(tables.printed), _remarks(tables)

    @lru_cache(maxsize=4096)  # one RTP often belongs to many tables
    def described(rtp: Fraction) -> list[str]:
        flags = ["1" if rounding in tables.roundings(rtp) else "0" for rounding in Rounding]
        return [exact_text(rtp), decimal_text(100 * rtp, digits), *flags]

    with running("tables", beside_output=True):
        for done, pays in enumerate(listed):
            told("tables", done, total)
            yield csv_text([*pays, *described(tables.rtp(pays)), remarks.get(pays, "")])
