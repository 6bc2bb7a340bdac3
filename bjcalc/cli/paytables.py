"""`bjcalc paytables`: the whole-number pay tables that a printed RTP can come from."""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from functools import lru_cache
from typing import Any

import click

from bjcalc.cli.columns import WIDTH, aligned, wrapped
from bjcalc.cli.common import (
    echo_json,
    game_argument,
    json_option,
    load_from_options,
    reading_option,
    set_option,
)
from bjcalc.cli.sidebets import bet_warnings, pays_remark
from bjcalc.csv_text import csv_text
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Game
from bjcalc.numbers import decimal_text, exact_json, exact_text, percent_text
from bjcalc.sidebets import PayTables, PrintedRtp, Rounding, count
from bjcalc.sidebets.bet import SideBet
from bjcalc.sidebets.paytables import MAX_PAY, KnownTable, Neighbours

_OUTSIDE = "outside the limits asked for"
_WORDS = {
    Rounding.NEAREST: "rounded to nearest",
    Rounding.TRUNCATED: "cut off",
    Rounding.UP: "rounded up",
}


@click.command("paytables")
@game_argument
@click.argument("bet", metavar="BET")
@click.option("--rtp", required=True, metavar="PERCENT", help="The RTP as printed, such as 96.29.")
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
@set_option
@reading_option
@json_option
def command(
    game: str,
    bet: str,
    rtp: str,
    lowest: int,
    highest: int,
    any_order: bool,
    first: int,
    everything: bool,
    settings: tuple[str, ...],
    readings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Find the whole-number pay tables of a side bet that a printed RTP can come from.

    BET is the id or name of one of the game's side bets. The printed digits are taken as rounded
    to nearest, cut off, or rounded up, each counted apart. Known published tables come first, those
    outside the limits asked for too: they are marked so, and not counted. The others are ranked:
    usual pays before odd ones, no pay twice, then even shares. Where a rounding leaves none, the
    two neighbouring RTPs that can be reached prove it.

    Leaves with status 1 where no table within the limits fits under any rounding.

    Example: bjcalc paytables borgata-blackjack-pro 21+3 --rtp 96.29
    """
    if everything and as_json:
        raise click.UsageError("--all prints CSV; it does not go with --json")
    printed = PrintedRtp.parse(rtp)
    loaded = load_from_options(game, settings, readings)
    chosen = find_bet(loaded, bet)
    counts = count(chosen, loaded.rules.shoe, loaded.rules.dealer)
    tables = PayTables(counts, printed, lowest=lowest, highest=highest, ordered=not any_order)
    for warning in bet_warnings(counts):
        click.echo(f"warning: {warning}; its pay is left out", err=True)
    if everything:
        return _write_csv(tables)
    numbers = {rounding: tables.number(rounding) for rounding in Rounding}
    neighbours = {
        rounding: tables.neighbours(rounding) for rounding in Rounding if numbers[rounding] == 0
    }
    ranked = tables.ranked(first)
    if as_json:
        echo_json(_json(loaded, tables, numbers, neighbours, ranked))
    else:
        _show(loaded, tables, numbers, neighbours, ranked)
    return int(tables.none_fits)


def find_bet(game: Game, name: str) -> SideBet:
    """Return the game's side bet of that id or name, in any case. Raises BjcalcError."""
    wanted = name.strip().casefold()
    for bet in game.side_bets:
        if wanted in (bet.id.casefold(), bet.name.casefold()):
            return bet
    known = ", ".join(f"{bet.name} ({bet.id})" for bet in game.side_bets) or "none"
    raise BjcalcError(f"{game.name} has no side bet {name!r}; its side bets: {known}")


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


def _show(
    game: Game,
    tables: PayTables,
    numbers: dict[Rounding, int | None],
    neighbours: dict[Rounding, Neighbours | None],
    ranked: list[tuple[int, ...]],
) -> None:
    bet, printed = tables.counts.bet, tables.printed
    numerator, denominator = tables.lattice
    step = f"{numerator}/{denominator}"
    order = "a rarer category pays at least as much" if tables.ordered else "in any order"
    for line in (
        f"{bet.name} of {game.name}, {game.rules.shoe.describe()}: RTP {printed.text} %",
        f"the pays of this game: {pays_remark(bet)}",
        f"whole pays from {tables.lowest} to {tables.highest}, {order}",
        f"every RTP of whole-number pays is a whole multiple of {step}",
    ):
        click.echo(wrapped(line, rest="  "))
    click.echo()
    rows = [
        (f"{_WORDS[rounding]}:", "too many to count" if number is None else f"{number} tables")
        for rounding, number in numbers.items()
    ]
    click.echo(aligned(rows))
    for rounding, near in neighbours.items():
        text = f"No table fits if the RTP was {_WORDS[rounding]}: {_proof(near)}"
        click.echo("\n" + wrapped(text, rest="  "))
    listed: list[tuple[Fraction, ...]] = [tables.live_pays(known) for known in tables.known]
    listed += [one for one in (tuple(map(Fraction, pays)) for pays in ranked) if one not in listed]
    if not listed:
        return
    _show_tables(tables, listed)


def _show_tables(tables: PayTables, listed: list[tuple[Fraction, ...]]) -> None:
    """Print tables with their RTP, each one's remark below it.

    Where the names of the categories make the lines too long for a screen, letters stand for them.
    """
    rows = []
    for pays in listed:
        rtp = _rtp(tables, pays)
        shown = percent_text(rtp, _digits(tables.printed))
        rows.append([*map(_pay, pays), shown, *_flags(tables, rtp)])
    names, rest = _category_names(tables), ["RTP", "nearest", "cut off", "up"]
    text = aligned([[*names, *rest], *rows], left=())
    if len(text.split("\n")[0]) > WIDTH:
        letters = [chr(ord("A") + number) for number in range(26)]
        letters += [f"A{letter}" for letter in letters]
        click.echo()
        for letter, name in zip(letters, names, strict=False):
            click.echo(wrapped(f"{letter}: {name}", first="  ", rest="     "))
        text = aligned([[*letters[: len(names)], *rest], *rows], left=())
    head, *lines = text.split("\n")
    click.echo(f"\n{head}")
    remarks = _remarks(tables)
    for pays, line in zip(listed, lines, strict=True):
        click.echo(line)
        if pays in remarks:
            click.echo(wrapped(remarks[pays], first="    ", rest="    "))


def _pay(pays: Fraction) -> str:
    return str(pays) if pays.denominator == 1 else f"{pays.numerator}:{pays.denominator}"


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


def _write_csv(tables: PayTables) -> int:
    """Print every table as CSV; progress goes to stderr where that is a terminal."""
    words = [rounding.value for rounding in Rounding]
    heading = [*_category_names(tables), "rtp", "rtp_percent", *words, "remark"]
    sys.stdout.write(csv_text(heading))
    shown = sys.stderr.isatty()
    total = tables.number() if shown else None
    of_total = "" if total is None else f" of {total}"
    done, due = 0, time.monotonic() + 0.5
    digits, remarks = _digits(tables.printed), _remarks(tables)

    @lru_cache(maxsize=4096)  # one RTP often belongs to many tables
    def described(rtp: Fraction) -> list[str]:
        flags = ["1" if rounding in tables.roundings(rtp) else "0" for rounding in Rounding]
        return [exact_text(rtp), decimal_text(100 * rtp, digits), *flags]

    for pays in tables.tables():
        row: list[str | int] = [*pays, *described(tables.rtp(pays)), remarks.get(pays, "")]
        sys.stdout.write(csv_text(row))
        done += 1
        if shown and time.monotonic() > due:
            click.echo(f"\r{done}{of_total} tables", err=True, nl=False)
            due = time.monotonic() + 0.5
    if shown:
        click.echo(f"\r{done}{of_total} tables", err=True)
    return int(done == 0)
