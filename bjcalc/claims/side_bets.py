"""The verdict on a claim about a side bet, and the pay tables that it could come from."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import islice

from bjcalc.claims.figures import reading_departures
from bjcalc.claims.finding import (
    Explanation,
    Figure,
    Finding,
    Match,
    SearchResult,
    TableExample,
    Tables,
    Verdict,
    open_finding,
    refuted,
    with_base,
)
from bjcalc.claims.judge import RETURNS, verdict_of
from bjcalc.claims.printed import PrintedNumber
from bjcalc.claims.rounding import Exact, SquareRoot, roundings
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Claim, Game
from bjcalc.shoe import Shoe
from bjcalc.sidebets import BetCounts, PayTables, PrintedRtp, Rounding, WrongBetError, count
from bjcalc.sidebets.bet import PaysSource, SideBet

_SHOWN_TABLES = 5
_OTHER_DECKS = (6, 8, 1, 2, 4, 5)

_MIRRORED = {
    Rounding.NEAREST: Rounding.NEAREST,
    Rounding.TRUNCATED: Rounding.UP,
    Rounding.UP: Rounding.TRUNCATED,
}


def judge_side_bet(
    claim: Claim, printed: PrintedNumber, what: str, game: Game, *, explain: bool
) -> Finding:
    """Return the verdict on a claim that `read_claims` has read, about a side bet of the game."""
    bet = _find(game, claim)
    finding = open_finding(claim, printed, what, main=False)
    counts = count(bet, game.rules.shoe, game.rules.dealer)
    if not counts.pays_known:
        return replace(
            finding,
            missing=f"the pay table of {bet.name}: its pays are not known",
            tables=_tables(counts, printed, what),
        )
    found = _figures(claim, what, game)
    base = found[0]
    matches = tuple(Match(one, ways) for one in found if (ways := roundings(printed, one.value)))
    readings = len({one.readings for one in found})
    finding = replace(
        with_base(finding, base),
        figures=tuple(found),
        looked_at=f"{readings} {'reading' if readings == 1 else 'readings'} of this bet",
        table_used=_table_text(bet),
        table_source=bet.pays_source.value,
    )
    if matches:
        verdict, needs = verdict_of(matches[0], base)
        own_reading = not matches[0].figure.readings
        if (own_reading and bet.pays_source is PaysSource.INFERRED) or (
            verdict is Verdict.CONFIRMED and bet.pays_source is not PaysSource.STATED
        ):
            # A table inferred from a claim has been chosen to fit it, by whatever rounding.
            verdict, needs = Verdict.CONSISTENT, frozenset()
        if bet.pays_source is PaysSource.INFERRED:
            finding = replace(finding, tables=_tables(counts, printed, what))
        return replace(finding, verdict=verdict, needs=needs, matches=matches)
    finding = refuted(finding, found)
    if finding.odd:
        return finding
    tables = _tables(counts, printed, what)
    finding = replace(finding, tables=tables)
    if bet.pays_source is PaysSource.INFERRED and _other_table_may_do(what, tables):
        return replace(
            finding,
            verdict=Verdict.UNDECIDABLE,
            needs=frozenset({Verdict.UNDECIDABLE}),
            missing="the pay table (the one in the game file is inferred, and does not give the "
            "claim)",
        )
    if explain:
        return replace(finding, search=_other_decks(claim, printed, what, game))
    return finding


def _other_table_may_do(what: str, tables: Tables | None) -> bool:
    """Return whether pays other than the inferred ones may give a claim that those miss."""
    if what == "hit_frequency":
        return False  # it does not depend on what the pays are, if they are above 0
    if tables is None:
        return True
    return bool(tables.examples) or any(number != 0 for number in tables.number.values())


def _find(game: Game, claim: Claim) -> SideBet:
    return next(bet for bet in game.side_bets if bet.id == claim.side_bet)


def _figures(claim: Claim, what: str, game: Game) -> list[Figure]:
    """Return the bet's figure under each reading that changes it, the readings in force first."""
    figures: list[Figure] = []
    seen: set[tuple[SideBet, object]] = set()
    for departs, other in reading_departures(game):
        bet = _find(other, claim)
        key = (bet, other.rules.dealer if bet.by_final_hand else None)
        if key in seen:
            continue
        seen.add(key)
        try:
            counts = count(bet, other.rules.shoe, other.rules.dealer)
        except WrongBetError:
            continue  # readings that do not go together
        if counts.pays_known:
            figures.append(Figure(_measure(counts, what), departs))
    return figures


def _measure(counts: BetCounts, what: str) -> Exact:
    if what == "rtp":
        return counts.rtp
    if what == "house_edge":
        return -counts.ev
    return SquareRoot(counts.variance) if what == "sd" else counts.hit_frequency


def _table_text(bet: SideBet) -> str:
    """Return the pays in the order of the categories, such as "25/12/6"."""
    return "/".join(str(category.pays) for category in bet.categories)


def _tables(counts: BetCounts, printed: PrintedNumber, what: str) -> Tables | None:
    """Return the whole-number pay tables behind a printed return; None where it is none.

    None also for a house edge of 0, which is cut off from both sides.
    """
    if what not in RETURNS or (what == "house_edge" and printed.value == 0):
        return None
    value = printed.value if what == "rtp" else 1 - printed.value
    if value < 0:
        return None
    # A house edge that is cut off, towards 0, is a return that is rounded up; not below 0.
    mirrored = what == "house_edge" and printed.value > 0
    wanted = PrintedRtp(printed.text, value, printed.unit)

    def way(rounding: Rounding) -> Rounding:
        return _MIRRORED[rounding] if mirrored else rounding

    try:
        solver = PayTables(counts, wanted)
        if all(solver.number(rounding) == 0 for rounding in Rounding):
            solver = PayTables(counts, wanted, ordered=False)
    except BjcalcError:  # no category of the bet can happen
        return None
    number = {way(rounding): solver.number(rounding) for rounding in Rounding}
    examples = [
        TableExample(
            tuple(known.pays[index] for index in solver.live),
            known.rtp,
            tuple(map(way, solver.roundings(known.rtp))),
            known.name,
        )
        for known in solver.known
    ]
    if any(number.values()) or None in number.values():
        listed = {example.pays for example in examples}
        for pays in solver.ranked(_SHOWN_TABLES):
            amounts = tuple(map(Fraction, pays))
            if amounts not in listed:
                rtp = solver.rtp(pays)
                examples.append(TableExample(amounts, rtp, tuple(map(way, solver.roundings(rtp)))))
    neighbours = None
    if all(count_ == 0 for count_ in number.values()):
        near = solver.neighbours(Rounding.NEAREST)
        if near is not None:
            neighbours = (
                near.below[0] if near.below else None,
                near.above[0] if near.above else None,
            )
    top, bottom = solver.lattice
    return Tables(
        categories=tuple(counts.bet.categories[index].name for index in solver.live),
        number={rounding: number[rounding] for rounding in Rounding},
        examples=tuple(islice(examples, _SHOWN_TABLES)),
        step=Fraction(top, bottom),
        neighbours=neighbours,
        lowest=solver.lowest,
        highest=solver.highest,
        ordered=solver.ordered,
    )


def _other_decks(claim: Claim, printed: PrintedNumber, what: str, game: Game) -> SearchResult:
    """Return the numbers of decks with which the claim would hold, the commonest first."""
    bet = replace(_find(game, claim), lenient=True)  # with few decks a category may be impossible
    explanations, tried, refused = [], 0, 0
    for decks in _OTHER_DECKS:
        shoe = Shoe.of_decks(decks)
        if shoe == game.rules.shoe:
            continue
        tried += 1
        try:
            value = _measure(count(bet, shoe, game.rules.dealer), what)
        except BjcalcError:
            refused += 1
            continue
        ways = roundings(printed, value)
        if ways and isinstance(value, Fraction):
            name = "1 deck" if decks == 1 else f"{decks} decks"
            explanations.append(Explanation((name,), (f"shoe.decks={decks}",), value, ways))
    explanations.sort(key=lambda one: one.roundings[0] is not Rounding.NEAREST)
    return SearchResult(tuple(explanations), len(explanations), tried, 0, 0, refused)
