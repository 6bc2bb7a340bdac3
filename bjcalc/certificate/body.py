"""A certificate from a game: all sections, the digest over their canonical form, the file's bytes.

The same game gives the same bytes on every machine: no time, no locale, and orders that FORMAT.md
or the game file fixes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bjcalc import __version__
from bjcalc.certificate.canonical import canonical, in_order
from bjcalc.certificate.claims import claim
from bjcalc.certificate.play import strategy_and_values, totals
from bjcalc.certificate.side_bets import bet_of, side_bet
from bjcalc.checker.check import check_bytes
from bjcalc.checker.reading import MAX_BYTES
from bjcalc.claims import Finding, GameAudit, audit_game
from bjcalc.claims.judge import SearchWish
from bjcalc.claims.work import Progress, Workers
from bjcalc.engine import Solution, solve
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Game, check_side_bets
from bjcalc.rules import Rules, rules_from_dict, rules_to_dict
from bjcalc.sidebets import BetCounts, count
from bjcalc.sidebets.bet import SideBet

FORMAT, VERSION = "bjcalc-certificate", "2"
_WORDS = ("split.ten_on_ace", "split.ace_on_ten")  # one of their words is "21"


class CannotCertifyError(BjcalcError):
    """A game cannot be stated as a certificate of this version; the text says what stands there."""


@dataclass(frozen=True)
class Certificate:
    """What a certificate states, and what its tables take from it; bets in the order of the body.

    `program` wrote it; for information.
    """

    body: dict[str, Any]
    solution: Solution
    side_bets: tuple[BetCounts, ...]
    program: str = field(default_factory=lambda: f"bjcalc {__version__}")

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.solution.kernel.rules

    @cached_property
    def digest(self) -> str:
        """ "sha256:" and the digest of the canonical form of the body."""
        return digest_of(self.body)

    def to_bytes(self) -> bytes:
        """Return the file: indented JSON, sections and keys in the order of FORMAT.md."""
        header = {
            "format": FORMAT,
            "version": VERSION,
            "program": self.program,
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
    side_bets = _counted(game.side_bets, game.rules)
    if audit is None:
        with Workers(progress=progress) as workers:
            audit = audit_game(game, workers=workers, explain=SearchWish(wanted=False))
    findings = tuple(judged.finding for judged in audit.judged)
    body = body_of(game, solution, side_bets, findings)
    certificate = Certificate(body, solution, side_bets)
    _check(certificate)
    return certificate


def restored(data: bytes) -> Certificate:
    """Return the certificate in the bytes of a file, which the checker has accepted.

    Raises UnsupportedRuleError and ShoeExhaustedError where its rules cannot be solved.
    """
    whole = json.loads(data)
    body = whole["body"]
    rules = rules_from_dict(
        {
            key: stated if key in _WORDS else _numbers_from_text(stated)
            for key, stated in body["rules"].items()
        }
    )
    bets = [bet_of(stated) for stated in body["side_bets"]]
    return Certificate(body, solve(rules), _counted(bets, rules), whole["header"]["program"])


def _counted(bets: Iterable[SideBet], rules: Rules) -> tuple[BetCounts, ...]:
    """Return the counts of bets, by their ids."""
    found = (count(bet, rules.shoe, rules.dealer) for bet in bets)
    return tuple(sorted(found, key=lambda counts: counts.bet.id))


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
        "side_bets": [side_bet(counts) for counts in side_bets],
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


def _numbers_from_text(value: Any) -> Any:
    """Return plain data with whole numbers in place of strings that write them."""
    if isinstance(value, dict):
        return {key: _numbers_from_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbers_from_text(item) for item in value]
    return int(value) if isinstance(value, str) and value.isdigit() else value


def _check(certificate: Certificate) -> None:
    """Have the independent checker look at the result, a sample of the long hands only.

    Raises CannotCertifyError for what the format does not hold or the checker does not support.
    """
    data, name = certificate.to_bytes(), certificate.body["game"]["name"]
    if len(data) > MAX_BYTES:
        raise CannotCertifyError(
            f"{name}: the certificate would have {len(data)} bytes; {MAX_BYTES} are allowed"
        )
    report = check_bytes(data, quick=True)
    assert report.status != 1, f"a defect of bjcalc: {report.code}: {report.sentence}"
    if report.status:
        raise CannotCertifyError(
            f"{name} cannot be certified in version {VERSION} of the format: {report.sentence}"
        )
