"""A whole certificate, from its bytes to an answer, in the order of FORMAT.md section 8."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from bjcalc.checker.claims import check_claims
from bjcalc.checker.form import check_parts, read_certificate
from bjcalc.checker.game import check_game
from bjcalc.checker.reading import Refusal, parse, read_bytes
from bjcalc.checker.sidebets import check_side_bet, check_sizes


@dataclass(frozen=True)
class Report:
    """The answer: status 0 valid, 1 refuted, 2 unreadable; `code` and `sentence` say why not.

    `lines` tell what was checked and what was not; empty unless valid. All of it is ASCII.
    """

    status: int
    code: str
    sentence: str
    digest: str | None = None
    lines: tuple[str, ...] = ()


def check_file(path: str, **options: Any) -> Report:
    """Check the certificate in a file; never raises for anything that the file holds."""
    try:
        return check_bytes(read_bytes(path), **options)
    except Refusal as refusal:
        return Report(refusal.status, refusal.code, refusal.sentence)


def check_bytes(
    data: bytes, *, quick: bool = False, progress: Callable[[str], None] = lambda _: None
) -> Report:
    """Check a certificate given as bytes; never raises for anything that they hold."""
    try:
        return _answer(data, quick, progress)
    except Refusal as refusal:
        return Report(refusal.status, refusal.code, refusal.sentence)


def _answer(data: bytes, quick: bool, progress: Callable[[str], None]) -> Report:
    certificate = read_certificate(parse(data))
    rules, body = certificate.rules, certificate.body
    check_sizes(body["side_bets"])
    # The sample follows from the content, so that a second run repeats it. Whoever writes a
    # certificate can vary its texts until the sample misses a decision; the full check misses none.
    sample = Random(certificate.digest) if quick else None
    checked, listed = check_game(rules, body, sample, progress)
    for index, bet in enumerate(body["side_bets"]):
        progress(f"side bet {bet['id']}")
        check_side_bet(rules, bet, f"side_bets[{index}]")
    right, by_pays, bound = check_claims(body)
    bound = [*check_parts(body), *(f"claim {name}" for name in bound)]

    lines = [
        f"{checked} decisions cannot be improved",
        "all action values, splits and totals are right",
    ]
    if checked < listed:
        lines.append(
            f"left out (quick): {listed - checked} decisions for hands of three and more cards; "
            "values are right for the stated strategy, which may not be the best there"
        )
    if body["side_bets"]:
        lines.append(f"{len(body['side_bets'])} side bets recounted")
    if body["claims"]:
        lines.append(f"{right} of {len(body['claims'])} claims checked")
    lines += [
        f"right if the pays come from where the bet says, which is not checked: claim {name}"
        for name in by_pays
    ]
    lines += [f"not checked, bound by the digest only: {name}" for name in bound]
    lines.append(
        "not checked, bound by the digest only: readings, settings, assumptions, names, sentences, "
        "conditions in words, where pays come from"
    )
    lines.append("not checked: the signature, if there is one; the game file's digest")
    return Report(0, "valid", "every statement checked is true", certificate.digest, tuple(lines))
