"""A certificate from a game: all sections, the digest over their canonical form, the file's bytes.

The same game gives the same bytes on every machine: no time, no locale, and orders that FORMAT.md
or the game file fixes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bjcalc import __version__
from bjcalc.certificate.canonical import canonical, in_order
from bjcalc.certificate.claims import claim
from bjcalc.certificate.play import strategy_and_values, totals
from bjcalc.certificate.side_bets import side_bet
from bjcalc.checker.check import check_bytes
from bjcalc.checker.reading import MAX_BYTES
from bjcalc.claims import Finding, GameAudit, audit_game
from bjcalc.claims.judge import SearchWish
from bjcalc.claims.work import Progress, Workers
from bjcalc.engine import Solution, solve
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Game, check_side_bets
from bjcalc.rules import Rules, rules_to_dict
from bjcalc.sidebets import BetCounts, count

FORMAT, VERSION = "bjcalc-certificate", "2"


class CannotCertifyError(BjcalcError):
    """A game cannot be stated as a certificate of this version; the text says what stands there."""


@dataclass(frozen=True)
class Certificate:
    """A game with all that its certificate states."""

    game: Game
    solution: Solution
    side_bets: tuple[BetCounts, ...]
    findings: tuple[Finding, ...]
    body: dict[str, Any]

    @cached_property
    def digest(self) -> str:
        """ "sha256:" and the digest of the canonical form of the body."""
        return digest_of(self.body)

    def to_bytes(self) -> bytes:
        """Return the file: indented JSON, sections and keys in the order of FORMAT.md."""
        header = {
            "format": FORMAT,
            "version": VERSION,
            "program": f"bjcalc {__version__}",
            "digest": self.digest,
        }
        whole = {"header": header, "body": self.body}
        return (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode()


def certify(
    game: Game, progress: Progress | None = None, *, audit: GameAudit | None = None
) -> Certificate:
    """Solve a game, count its side bets, judge its claims, state it all, and have that checked.

    `audit` is the game's own, where its claims have been judged already.

    Raises UnsupportedRuleError and ShoeExhaustedError where the game cannot be solved,
    GameFileError where a claim cannot be read, CannotCertifyError where the format does not hold
    the result or the independent checker does not support it.
    """
    check_side_bets(game)
    solution = solve(game.rules)
    side_bets = tuple(count(bet, game.rules.shoe, game.rules.dealer) for bet in game.side_bets)
    if audit is None:
        with Workers(progress=progress) as workers:
            audit = audit_game(game, workers=workers, explain=SearchWish(wanted=False))
    findings = tuple(judged.finding for judged in audit.judged)
    certificate = Certificate(
        game, solution, side_bets, findings, body_of(game, solution, side_bets, findings)
    )
    _check(certificate)
    return certificate


def body_of(
    game: Game,
    solution: Solution,
    side_bets: tuple[BetCounts, ...],
    findings: tuple[Finding, ...],
) -> dict[str, Any]:
    """Return the body: everything that the digest covers."""
    strategy, values = strategy_and_values(solution)
    return {
        "game": {
            "slug": game.slug,
            "name": game.name,
            "file_sha256": game.sha256,
            "assumptions": list(game.assumptions),
        },
        "settings": list(game.settings),
        "interpretations": _by_id(
            {
                "id": one.id,
                "question": one.question,
                "chosen": one.chosen,
                "readings": _by_id({"id": each.id, "text": each.text} for each in one.readings),
            }
            for one in game.interpretations
        ),
        "rules": stated_rules(game.rules),
        "strategy": strategy,
        "values": values,
        "totals": totals(solution),
        "side_bets": _by_id(side_bet(counts) for counts in side_bets),
        "claims": in_order(claim(finding) for finding in findings),
    }


def digest_of(body: dict[str, Any]) -> str:
    """Return "sha256:" and the SHA-256 of the RFC 8785 form of a body."""
    return "sha256:" + hashlib.sha256(canonical(body)).hexdigest()


def _by_id(things: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(things, key=lambda thing: str(thing["id"]))


def stated_rules(rules: Rules) -> dict[str, Any]:
    """Return the section `rules`: by dotted keys, numbers as strings."""
    stated = rules_to_dict(rules)
    return {key: _numbers_as_text(stated[key]) for key in sorted(stated)}


def _numbers_as_text(value: Any) -> Any:
    """Return plain data with its whole numbers as strings: the format has no bare numbers."""
    if isinstance(value, dict):
        return {key: _numbers_as_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbers_as_text(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value


def _check(certificate: Certificate) -> None:
    """Have the independent checker look at the result, a sample of the long hands only.

    Raises CannotCertifyError for what the format does not hold or the checker does not support.
    """
    data = certificate.to_bytes()
    if len(data) > MAX_BYTES:
        raise CannotCertifyError(
            f"{certificate.game.name}: the certificate would have {len(data)} bytes; "
            f"{MAX_BYTES} are allowed"
        )
    report = check_bytes(data, quick=True)
    assert report.status != 1, f"a defect of bjcalc: {report.code}: {report.sentence}"
    if report.status:
        raise CannotCertifyError(
            f"{certificate.game.name} cannot be certified in version {VERSION} of the format: "
            f"{report.sentence}"
        )
