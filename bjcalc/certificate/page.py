"""The tables of a certificate as a page to be read: payouts.md, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from bjcalc.certificate.body import Certificate
from bjcalc.certificate.csv_files import Figure
from bjcalc.certificate.payouts import MAIN, MainGame, Row
from bjcalc.numbers import decimal_text, exact_text, percent_text
from bjcalc.rules import rules_line
from bjcalc.sidebets import BetCounts
from bjcalc.sidebets.bet import Paid, PaysSource
from bjcalc.strategy.classes import CD, sentences

_SOURCES = {
    PaysSource.STATED: "The pays are stated by the game's rules.",
    PaysSource.PUBLISHED: (
        "The pays are those of a published table; the game's rules do not state them."
    ),
    PaysSource.INFERRED: (
        "**The pay table is inferred from a printed return.** It is a guess: the counts are "
        "certified, the RTP is that of the guess, and it cannot confirm the printed return."
    ),
    PaysSource.ASSUMED: "**The pays are assumed by whoever made this certificate.**",
    PaysSource.UNKNOWN: (
        "**The pays are not known.** The counts are certified; there is no RTP without pays."
    ),
}
_MEASURES = {
    "ev": "EV",
    "house_edge": "house edge",
    "rtp": "RTP",
    "total_stake": "expected total stake",
    "rtp_per_unit_wagered": "RTP per unit wagered",
    "variance": "variance of the net result",
    "standard_deviation": "standard deviation",
    "hit_frequency": "hit frequency: P(net result > 0)",
    "push_frequency": "P(net result = 0)",
    "anything_returned": "P(anything returned)",
}


def page(
    certificate: Certificate,
    main: MainGame,
    rows: Sequence[Row],
    figures: Sequence[Figure],
) -> str:
    """Return the page; `rows` and `figures` are those of the CSV files."""
    game = certificate.game
    lines = [f"# {_plain(game.name)}", "", _plain(rules_line(game.rules)), ""]
    lines += _table(
        ("", ""),
        [
            ("certificate", f"`{certificate.digest}`"),
            ("game file, SHA-256", f"`{game.sha256}`"),
            ("settings", ", ".join(f"`{one}`" for one in game.settings) or "none"),
        ],
    )
    lines += [
        "",
        "Decimals are rounded to nearest; the exact fractions are in the CSV files and in "
        "certificate.json. Check the certificate with `bjcalc verify certificate.json`.",
        "",
        "## Main game",
        "",
        f"Per initial bet, before the deal. Strategy class {sentences([CD])}",
        "",
        *_figures(figures, MAIN),
        "",
    ]
    if main.law is None:
        lines += [
            "The chances of single outcomes are not listed: where a pair may become more than two "
            "hands, the exact law of a round is out of reach on a real shoe."
        ]
    else:
        lines += _rows([row for row in rows if row.bet == MAIN], counted=False)
        lines += ["", "Contribution: probability times (1 + net result); they add up to the RTP."]
    for counts in certificate.side_bets:
        lines += ["", *_side_bet(counts, rows, figures)]
    lines += _claims(certificate)
    lines += _readings(certificate)
    if game.assumptions:
        lines += ["", "## Assumptions", "", *(f"- {_plain(one)}" for one in game.assumptions)]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Return a text as Markdown shows it unchanged, on one line, also in a table."""
    shown = " ".join(text.split())
    for mark in "\\`*_[]<>|#":
        shown = shown.replace(mark, f"\\{mark}")
    return shown


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> list[str]:
    """Return a table whose first `left` columns stand to the left, the others to the right."""
    rule = ["---" if index < left else "---:" for index in range(len(heading))]
    return ["| " + " | ".join(row) + " |" for row in (heading, rule, *rows)]


def _figures(figures: Sequence[Figure], bet: str) -> list[str]:
    shown = []
    for owner, measure, value, decimals in figures:
        if owner == bet:
            text = decimals
            if value is not None and measure not in ("variance", "total_stake", "ev"):
                text = percent_text(value)
            shown.append((_MEASURES[measure], text))
    return _table(("", ""), shown)


def _pays(pays: Fraction | None) -> str:
    if pays is None:
        return "not known"
    return str(pays) if pays.denominator == 1 else f"{pays.numerator}/{pays.denominator}"


def _rows(rows: Sequence[Row], *, counted: bool) -> list[str]:
    heading = ["outcome", "net result", "total stake", "probability", "1 in", "contribution"]
    if counted:
        heading = ["outcome", "deals", "probability", "1 in", "pays", "contribution to RTP"]
    shown = []
    for row in rows:
        chance = percent_text(row.probability)
        one_in = "never" if row.one_in is None else decimal_text(row.one_in, 2)
        added = "" if row.contribution is None else percent_text(row.contribution)
        if counted:
            pays = "" if row.pays == -1 else _pays(row.pays)
            shown.append([_plain(row.outcome), str(row.deals), chance, one_in, pays, added])
        else:
            amounts = [_pays(row.pays), _pays(row.stake)]
            shown.append([row.outcome, *amounts, chance, one_in, added])
    return _table(heading, shown)


def _side_bet(counts: BetCounts, rows: Sequence[Row], figures: Sequence[Figure]) -> list[str]:
    bet = counts.bet
    lines = [f"## {_plain(bet.name)}", "", _SOURCES[bet.pays_source]]
    if bet.note:
        lines += ["", _plain(bet.note)]
    if bet.offered_when:
        lines += ["", f"Offered where: {_plain(bet.offered_when)}. All figures are given that."]
    if bet.paid is Paid.ALL:
        lines += ["", "Every category that holds is paid; a line is what is paid together."]
    lines += ["", f"Out of {counts.total} {counts.described}:", ""]
    lines += _rows([row for row in rows if row.bet == bet.id], counted=True)
    if counts.pays_known:
        lines += ["", *_figures(figures, bet.id)]
        lines += ["", f"RTP = {exact_text(counts.rtp)}"]
    return lines


def _claims(certificate: Certificate) -> list[str]:
    claims = certificate.body["claims"]
    if not claims:
        return []
    rows = [(_plain(one["about"]), one["verdict"], _plain(one["sentence"])) for one in claims]
    return ["", "## Printed numbers", "", *_table(("about", "verdict", ""), rows, left=3)]


def _readings(certificate: Certificate) -> list[str]:
    interpretations = certificate.game.interpretations
    if not interpretations:
        return []
    lines = ["", "## Where the rules are open", ""]
    for one in interpretations:
        lines += [f"- **{_plain(one.id)}**: {_plain(one.question)}"]
        for reading in one.readings:
            mark = "taken" if reading.id == one.chosen else "not taken"
            lines += [f"  - {mark}: {_plain(reading.id)}. {_plain(reading.text)}"]
        if one.chosen is None:
            lines += ["  - taken: another way, by a setting."]
    return lines
