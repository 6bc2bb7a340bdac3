"""The tables of a certificate as a page to be read: payouts.md, in Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from bjcalc.certificate.body import Certificate
from bjcalc.certificate.csv_files import Figure
from bjcalc.certificate.payouts import MainGame, PayoutRow
from bjcalc.documents.compose import compose
from bjcalc.documents.markdown import to_markdown
from bjcalc.documents.model import Document
from bjcalc.numbers import decimal_text, exact_text
from bjcalc.rules import rules_line
from bjcalc.strategy.classes import CD, sentences

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
    rows: Sequence[PayoutRow],
    figures: Sequence[Figure],
) -> str:
    """Return the page; `rows` and `figures` are those of the CSV files."""
    body = certificate.body
    front, sections = compose(
        (str(__package__),),
        "page.md",
        certificate=certificate,
        game=body["game"],
        settings=body["settings"],
        interpretations=[_taken_first(one) for one in body["interpretations"]],
        rules_line=rules_line(certificate.rules),
        class_words=sentences([CD]),
        main=main,
        rows=rows,
        figures=figures,
        claims=body["claims"],
        MEASURES=_MEASURES,
        pays=_pays,
        one_in_text=lambda row: "never" if row.one_in is None else decimal_text(row.one_in, 2),
        exact_text=exact_text,
    )
    document = Document(
        title=body["game"]["name"],
        made_by=certificate.program,
        front=front,
        sections=sections,
    )
    return to_markdown(document)


def _taken_first(interpretation: dict[str, Any]) -> dict[str, Any]:
    taken, readings = interpretation["chosen"], interpretation["readings"]
    return {**interpretation, "readings": sorted(readings, key=lambda one: one["id"] != taken)}


def _pays(pays: Fraction | None) -> str:
    return "not known" if pays is None else str(pays)
