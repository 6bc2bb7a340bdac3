"""Makes the document of a report: the templates of this package, filled with a game's facts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from importlib.resources import files
from math import sqrt
from pathlib import Path
from typing import Any

from bjcalc import __version__
from bjcalc.certificate.payouts import MainGame, PayoutRow, main_rows, side_bet_rows
from bjcalc.charts.forms import grid
from bjcalc.charts.words import note_words
from bjcalc.claims.audit import Judged
from bjcalc.claims.words import heading, numbers, paragraph, position, remarks, said, verdict_text
from bjcalc.documents.compose import compose
from bjcalc.documents.data import to_json_data as document_data
from bjcalc.documents.model import (
    Document,
    Entry,
    ExactValues,
    Number,
    Picture,
    amount_text,
    grouped,
    table,
)
from bjcalc.documents.plots import bars
from bjcalc.numbers import decimal_text, exact_json
from bjcalc.outcomes.combine import Combination, Together, combine
from bjcalc.outcomes.covariance import BetAtSpot
from bjcalc.outcomes.plot import UNIT_WORDS, draw, spread
from bjcalc.outcomes.tolerance import LAWS_EXPLAINED, LEVELS, Per, interval, root, rtp_and_variance
from bjcalc.report.gather import Facts, tabled_bets
from bjcalc.report.rules import double_words, surrender_words
from bjcalc.rules import rules_line
from bjcalc.rules.describe import payout_text
from bjcalc.shoe import VALUES
from bjcalc.shown import shell_word
from bjcalc.sidebets import count
from bjcalc.sidebets.bet import PaysSource
from bjcalc.strategy.classes import CD, CLASSES, VALUED
from bjcalc.strategy.readings import OtherReading

FORMAT = "bjcalc report 1"
_MOST_EXCEPTIONS = 30
_MOST_NOTES = 24
_DISAGREES = 1e-4
_ROUNDS = tuple(10**power for power in range(3, 10))
# P(|Z| < 1.645) = 0.9: the convention of gaming laboratories for a volatility index.
_INDEX = Fraction(1645, 1000)


def build_report(facts: Facts) -> Document:
    """Return the report of a game's facts."""
    exact = ExactValues()
    made_by = f"bjcalc {__version__}"
    front, sections = compose(
        ("bjcalc.report", "bjcalc.certificate"),
        "report.md",
        made_by=made_by,
        exact=exact,
        rules_line=rules_line(facts.game.rules),
        VALUES=VALUES,
        CLASSES=CLASSES,
        ONE=Fraction(1),
        **{name: getattr(facts, name) for name in Facts.__slots__},
        **_summary(facts),
        **_rules(facts),
        **_strategy(facts),
        **_payouts(facts),
        **_spread(facts),
        **_evidence(facts, exact),
    )
    return Document(
        title=facts.game.name,
        kind="mathematics report",
        subtitle=rules_line(facts.game.rules),
        made_by=made_by,
        front=front,
        sections=sections,
        exact=tuple(exact.listed),
    )


def to_json_data(report: Document) -> dict[str, Any]:
    """Return the report as JSON data."""
    return document_data(report, FORMAT)


def to_json(report: Document) -> str:
    """Return the report as a JSON text with stable keys."""
    return json.dumps(to_json_data(report), indent=1, ensure_ascii=False) + "\n"


def _summary(facts: Facts) -> dict[str, Any]:
    findings = [judged.finding for judged in facts.audit.judged]
    verdicts = Counter(one.verdict.value for one in findings)
    guessed = (PaysSource.INFERRED, PaysSource.ASSUMED)
    bets = [one.bet for one in facts.side_bets]
    return {
        "verdicts": ", ".join(f"{number} {name}" for name, number in verdicts.items()),
        "guessed": ", ".join(one.name for one in bets if one.pays_source in guessed),
        "not_confirmed": sum(not one.passes for one in findings),
    }


def _rules(facts: Facts) -> dict[str, Any]:
    return {
        "payout_text": payout_text,
        "double_words": double_words,
        "surrender_words": surrender_words,
        "others": {(one.interpretation.id, one.reading.id): one for one in facts.other_readings},
        "change": partial(_change, facts),
        "other_classes": [CLASSES[name] for name in VALUED if name != CD],
    }


def _change(facts: Facts, other: OtherReading) -> Entry:
    """Return what another reading changes: the main game's EV, and side bets."""
    assert other.solution is not None
    ev = other.solution.ev - facts.solution.ev
    parts = []
    for bet in other.game.side_bets:
        if bet not in facts.game.side_bets:
            counts = count(bet, other.game.rules.shoe, other.game.rules.dealer)
            known = f"RTP {decimal_text(100 * counts.rtp, 8)} %" if counts.pays_known else ""
            parts.append(f"{bet.name}: {known or 'no RTP without pays'}")
    if not ev:
        return "; ".join(parts) if parts else Number("exactly none", ev)
    text = f"{'+' if ev > 0 else ''}{decimal_text(100 * ev, 8)} percentage points"
    return Number("; ".join([text, *parts]), ev)


def _strategy(facts: Facts) -> dict[str, Any]:
    sheet = facts.sheet
    hands = sheet.exceptions.hands
    return {
        "grid": grid(sheet),
        "notes": [note_words(one) for one in sheet.notes[:_MOST_NOTES]],
        "more_notes": len(sheet.notes) - _MOST_NOTES,
        "hands": hands[:_MOST_EXCEPTIONS],
        "all_hands": len(hands),
        "gap": lambda value: Number(_gap(value), value),
        "worth": lambda value: Number(_worth(value), value),
    }


def _gap(value: Fraction) -> str:
    """Return a difference with its sign; 0 and what only rounds to it are told apart."""
    text = decimal_text(value)
    if not value:
        return "exactly 0"
    if not text.strip("-0."):
        return "less than 1e-12" if value > 0 else "more than -1e-12"
    return f"+{text}" if value > 0 else text


def _worth(value: Fraction) -> str:
    """Return what a hand is worth to the game; what never comes up is told from what is tiny."""
    text = decimal_text(value)
    return text if not value or text.strip("0.") else "below 1e-12"


def _payouts(facts: Facts) -> dict[str, Any]:
    return {
        "sqrt": sqrt,
        "main_rows": main_rows(MainGame(facts.moments, facts.law)),
        "side_bet_rows": side_bet_rows,
        "whole": lambda number: Number(grouped(str(number)), Fraction(number)),
        "pays": _pays,
    }


def _pays(row: PayoutRow) -> Entry:
    if row.pays is None:
        return "not known"
    return "" if row.outcome == "lost" else Number(f"{amount_text(row.pays)} to 1", row.pays)


def _spread(facts: Facts) -> dict[str, Any]:
    net: Mapping[Fraction, Fraction] = {}
    found: dict[str, Any] = {}
    if facts.law is not None:
        law, net = facts.law, facts.law.net
        third = law.third_central_moment / root(facts.moments.variance) ** 3
        found["skewness"] = decimal_text(third)
        found["frequencies"] = {
            "Hit frequency: P(net result > 0)": law.hit_frequency,
            "P(net result = 0)": law.push_frequency,
            "P(net result < 0)": 1 - law.hit_frequency - law.push_frequency,
            "P(anything returned)": law.anything_returned,
            f"Most that can be lost: {amount_text(-min(net))}": net[min(net)],
            f"Most that can be won: {amount_text(max(net))}": net[max(net)],
        }.items()
        found["net_plot"] = _net_plot("Probability of each net result, in initial bets", net, ())
    elif facts.simulation is not None:
        simulation = facts.simulation
        rounds, counts = simulation.rounds, simulation.net
        won = sum(number for value, number in counts.items() if value > 0)
        even = counts.get(Fraction(0), 0)
        found["simulated_frequencies"] = {
            "Hit frequency: P(net result > 0)": won,
            "P(net result = 0)": even,
            "P(net result < 0)": rounds - won - even,
        }
        shares = {value: simulation.share(number) for value, number in counts.items()}
        found["net_plot"] = _net_plot(
            f"SIMULATED share of each net result in {rounds:,} rounds, in initial bets, with two "
            "standard errors to either side",
            shares,
            [root(simulation.variance(number)) for number in counts.values()],
        )
    return {
        **found,
        "net": net,
        "INDEX": _INDEX,
        "together": _together(facts),
        "LAWS_EXPLAINED": LAWS_EXPLAINED,
        "levels": [amount_text(100 * level) for level in LEVELS],
        "tolerances": [_tolerance(facts, per) for per in Per],
    }


def _net_plot(
    caption: str, chances: Mapping[Fraction, Fraction], errors: tuple[()] | list[Fraction]
) -> Picture:
    caption = f"{caption}; logarithmic scale."
    named = [
        (("+" if value > 0 else "") + amount_text(value), chance)
        for value, chance in chances.items()
    ]
    data = {
        "kind": "bars",
        "key": "net-plot",
        "caption": caption,
        "bars": {name: exact_json(chance) for name, chance in named},
        "standard_errors": [decimal_text(one, 12) for one in errors] or None,
    }
    drawing = bars(caption, "net result", named, errors)
    return Picture(caption, drawing, "The numbers stand in the tables.", data)


def _together(facts: Facts) -> list[tuple[str, Together, Fraction | None]]:
    """Return what one hand brings with one unit on a side bet, and on all of them.

    With one side bet, the last is the covariance of its net result with the main game's.
    """
    bets = tabled_bets(facts.game)
    if not bets:
        return []
    covariances = facts.covariances
    choices = [
        ("main game alone", ()),
        *((f"main game and {one.bet.name}", (one,)) for one in bets),
    ]
    if len(bets) > 1:
        choices.append(("main game and all of these", tuple(bets)))
    rows = []
    for name, chosen in choices:
        found = combine(covariances, Combination(main=Fraction(1), bets=chosen, hands=1))
        covariance = None
        if len(chosen) == 1:
            means = covariances.mean(None)[0] * covariances.mean(chosen[0])[0]
            products = covariances.products(BetAtSpot(None, 0), BetAtSpot(chosen[0], 0))
            covariance = products.net_net - means
        rows.append((name, found, covariance))
    return rows


def _tolerance(facts: Facts, per: Per) -> dict[str, Any]:
    """Return the intervals in which a live game's RTP lies, as rows and as a plot."""
    one, found = Fraction(1), facts.moments
    net_law = None if facts.law is None else facts.law.net
    centre, _ = rtp_and_variance(found, one, per)
    rows = []
    for rounds in _ROUNDS:
        group = [interval(found, one, per, rounds, level, net_law) for level in LEVELS]
        rows.append([f"{rounds:,}", *(each.text for each in group), group[0].law])
    caption = f"Actual RTP per {UNIT_WORDS[per]} over the number of rounds, by the normal law."
    about = spread(found, one, per)
    data = {
        "kind": "bands",
        "key": f"tolerance-plot-{per.value}",
        "caption": caption,
        "centre": exact_json(centre),
        **about.data(),
    }
    plot = Picture(caption, draw(about, caption), "The intervals stand in the table above.", data)
    return {"per": per, "unit": UNIT_WORDS[per], "centre": centre, "rows": rows, "plot": plot}


def _evidence(facts: Facts, exact: ExactValues) -> dict[str, Any]:
    simulation = facts.simulation
    judged = enumerate(facts.audit.judged, start=1)
    name = facts.game.path.name if _is_file(facts) else facts.game.slug
    run = f" --rounds {simulation.rounds} --seed {simulation.seed}" if simulation else ""
    return {
        "read_claims": lambda: [_claim(one, number, facts, exact) for number, one in judged],
        "agreement": None if simulation is None else simulation.agreement,
        "agrees": simulation is None or simulation.agreement.overall_p >= _DISAGREES,
        "command": f"{shell_word(str(name))}{_options(facts)}",
        "run": run,
    }


def _claim(judged: Judged, number: int, facts: Facts, exact: ExactValues) -> dict[str, Any]:
    """Return what is said of a printed number; its exact value goes into the appendix."""
    finding, audit = judged.finding, facts.audit
    found = numbers(finding)
    rows: list[tuple[str, Entry]] = []
    value = getattr(finding.base, "value", None)
    square = getattr(value, "square", None)
    name = f"Printed number {number}: exact value"
    for label, text in found:
        if label != "as a fraction":
            rows.append((label, text))
        elif square is not None:
            rows.append(("square, as a fraction", exact.fraction(f"{name}, squared", square)))
        elif value is not None:
            rows.append((label, exact.fraction(name, value)))
    title = heading(finding, audit.game)
    return {
        "heading": title[:1].upper() + title[1:],
        "exact_value": dict(found).get("exact value", ""),
        "verdict": verdict_text(finding),
        "paragraph": paragraph(judged, audit),
        "remarks": remarks(judged),
        "position": position(finding, audit.game),
        "numbers": table(f"claim-{number}", "what | value#", rows),
        "also": list(said("also.md", judged, audit)),
    }


def _is_file(facts: Facts) -> bool:
    """Whether the game is a file of the user's, not a shipped one, which goes by its name."""
    shipped = Path(str(files("bjcalc").joinpath("games")))
    return facts.game.path.resolve().parent != shipped.resolve()


def _options(facts: Facts) -> str:
    """Return the options that ask for this game's readings and settings."""
    parts = [
        f" --reading {shell_word(f'{one.id}={one.chosen}')}"
        for one in facts.game.interpretations
        if one.chosen not in (None, one.default) and not one.by_setting
    ]
    parts += [f" --set {shell_word(setting)}" for setting in facts.game.settings]
    return "".join(parts)
