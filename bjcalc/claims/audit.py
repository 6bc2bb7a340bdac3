"""The audit of a game: every claim judged, held against a policy, with regulators' limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bjcalc.claims.accepted import Accepted, entry_of
from bjcalc.claims.figures import MainFigures
from bjcalc.claims.finding import Finding, Verdict
from bjcalc.claims.judge import RETURNS, SearchWish, judge_main, stated_denominator
from bjcalc.claims.limits import Jurisdiction, LimitLine, check_limits
from bjcalc.claims.oddities import contradictions_among
from bjcalc.claims.printed import TOTAL_WAGERED, ClaimError, PrintedNumber, parse_printed
from bjcalc.claims.side_bets import judge_side_bet
from bjcalc.claims.work import Workers
from bjcalc.errors import BjcalcError, GameFileError, Mistake
from bjcalc.gamefile import Claim, Game, check_side_bets
from bjcalc.rules.keys import parse_key


class Status(StrEnum):
    """What a finding means for a build: pass, allowed by policy, accepted as known, or fail."""

    PASS = "pass"
    ALLOWED = "allowed"
    ACCEPTED = "accepted"
    FAIL = "fail"

    @property
    def is_good(self) -> bool:
        """Whether a build may go on."""
        return self is not Status.FAIL


@dataclass(frozen=True, slots=True)
class Policy:
    """What passes beyond confirmed and consistent: allowed verdicts, and accepted findings."""

    allow: frozenset[Verdict] = frozenset()
    accepted: tuple[Accepted, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding with its status; `accepted` is the entry that accepts it.

    `reopened` says what an entry about the same claim had accepted, where that is no longer so.
    """

    finding: Finding
    status: Status
    entry: Accepted
    accepted: Accepted | None = None
    reopened: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAudit:
    """A game with all that was found; `stale` are accepted entries about claims that it has not.

    `idle_readings` are open rules, with a reading, that change nothing that is computed: what they
    ask was not decided by computing.
    """

    game: Game
    judged: tuple[Judged, ...]
    limits: tuple[LimitLine, ...] = ()
    stale: tuple[Accepted, ...] = ()
    idle_readings: tuple[tuple[str, str], ...] = field(default=())

    @property
    def is_good(self) -> bool:
        """Whether every claim and every limit passes."""
        return all(one.status.is_good for one in self.judged) and all(
            one.passes for one in self.limits
        )

    def idle_about(
        self, side_bet: str | None
    ) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
        """Return the idle readings that may be about a side bet (None: the main game).

        What an open rule is about is told by the settings of its readings: under another side bet
        alone it is about that one. A rule whose readings set nothing does not say; the ids of these
        are the second.
        """
        about, unstated = [], []
        for one in self.game.interpretations:
            idle = [pair for pair in self.idle_readings if pair[0] == one.id]
            keys = [key for reading in one.readings for key, _ in reading.settings]
            if idle and not keys:
                unstated.append(one.id)
            elif not all(_is_of_another_bet(key, side_bet) for key in keys):
                about += idle
        return tuple(about), tuple(unstated)


@dataclass(frozen=True, slots=True)
class _Read:
    claim: Claim
    printed: PrintedNumber
    what: str


def audit_game(
    game: Game,
    *,
    workers: Workers,
    extra_claims: Sequence[Claim] = (),
    policy: Policy | None = None,
    jurisdictions: Sequence[Jurisdiction] = (),
    explain: SearchWish | None = None,
) -> GameAudit:
    """Judge the claims of a game file and `extra_claims`.

    Raises GameFileError listing every claim that cannot be read as one printed number.
    """
    policy = policy or Policy()
    explain = explain or SearchWish()
    claims = read_claims(game, extra_claims)
    figures = MainFigures(game, workers)
    clashes = contradictions_among([(one.claim, one.printed, one.what) for one in claims])
    judged = []
    for index, one in enumerate(claims):
        if one.claim.side_bet is None:
            finding = judge_main(one.claim, one.printed, one.what, figures, explain)
        else:
            finding = judge_side_bet(one.claim, one.printed, one.what, game, explain=explain.wanted)
        judged.append(_held_against(policy, game, finding, clashes.get(index)))
    subjects = {one.entry.subject for one in judged}
    return GameAudit(
        game=game,
        judged=tuple(judged),
        limits=tuple(check_limits(game, jurisdictions, figures)),
        stale=tuple(
            one for one in policy.accepted if one.game == game.slug and one.subject not in subjects
        ),
        idle_readings=_idle_readings(game),
    )


def read_claims(game: Game, extra: Sequence[Claim] = ()) -> list[_Read]:
    """Return the claims with their numbers read. Raises GameFileError with all that are wrong.

    The side bets that they are about are counted for it, so that what is wrong with these is found.
    """
    check_side_bets(game)
    found, mistakes = [], []
    for index, claim in enumerate((*game.claims, *extra)):
        in_file = index < len(game.claims)
        try:
            found.append(_read(game, claim))
        except ClaimError as error:
            if in_file:
                mistakes.append(game.mistake(("claims", index, "printed"), str(error)))
            else:
                mistakes.append(Mistake(str(error), file=claim.source))
    if mistakes:
        raise GameFileError(mistakes)
    return found


def _read(game: Game, claim: Claim) -> _Read:
    printed = parse_printed(claim.printed, claim.what)
    denominator = stated_denominator(claim, printed)
    if claim.side_bet is not None:
        known = [bet.id for bet in game.side_bets]
        if claim.side_bet not in known:
            listed = ", ".join(known) or "none"
            raise ClaimError(f"there is no side bet {claim.side_bet!r}; there are: {listed}")
    if denominator == TOTAL_WAGERED and (claim.side_bet is not None or claim.what not in RETURNS):
        raise ClaimError(
            f"{printed.text!r}: the total wagered is a denominator of the main game's RTP and "
            "house edge only; leave it out"
        )
    return _Read(claim, printed, claim.what)


def parse_claim(text: str, game: Game) -> Claim:
    """Return the claim of a text such as "main=99.61", "main.house_edge=0.39 %", "21+3=96.29".

    The measure may also stand beside the number, as in "main=0.39 % house edge"; it is the RTP
    where neither says so. Raises BjcalcError naming the text.
    """
    source = f"--claim {text}"
    subject, equals, number = text.partition("=")
    subject = subject.strip()
    if not equals or not subject or not number.strip():
        raise BjcalcError(f"{source}: write SUBJECT=NUMBER, such as main=99.61 or 21+3=96.29")
    about, dot, measure = subject.rpartition(".")
    what: str | None = measure.strip().lower() if dot else None
    if what not in ("rtp", "house_edge", "hit_frequency", "sd"):
        about, what = subject, None
    about = about.removeprefix("side_bets.").strip()
    names = {"main": "main"}
    for bet in game.side_bets:
        names[bet.id.casefold()] = names[bet.name.casefold()] = f"side_bets.{bet.id}"
    if about.casefold() not in names:
        known = ", ".join(["main", *(bet.id for bet in game.side_bets)])
        raise BjcalcError(
            f"{source}: {about!r} is nothing that {game.name} has; there are: {known} (and a "
            "measure after it: .rtp, .house_edge, .hit_frequency, .sd)"
        )
    try:
        said = parse_printed(number, what).what
    except ClaimError as error:
        raise BjcalcError(f"{source}: {error}") from None
    return Claim(
        about=names[about.casefold()],
        what=what or said or "rtp",
        printed=number.strip(),
        source=source,
    )


def _held_against(policy: Policy, game: Game, finding: Finding, clash: str | None) -> Judged:
    if clash:
        finding = replace(finding, remarks=(*finding.remarks, clash))
    entry = entry_of(game.slug, finding)
    if finding.passes:
        return Judged(finding, Status.PASS, entry)
    for one in policy.accepted:
        if one.fits(entry):
            return Judged(finding, Status.ACCEPTED, entry, accepted=one)
    if finding.needs <= policy.allow:
        return Judged(finding, Status.ALLOWED, entry)
    before = next((one for one in policy.accepted if one.subject == entry.subject), None)
    reopened = ""
    if before is not None:
        reopened = (
            f"accepted before as {before.verdict} with the exact value {before.exact}; this has "
            "changed, so it is open again"
        )
    return Judged(finding, Status.FAIL, entry, reopened=reopened)


def _is_of_another_bet(key: str, side_bet: str | None) -> bool:
    """Return whether a setting is a side bet's, and not that of this one."""
    path = parse_key(key) or ()
    return path[:1] == ("side_bets",) and path[1:2] != (side_bet,)


def _idle_readings(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the readings not in force under which nothing that is computed differs."""
    idle = []
    for one in game.interpretations:
        for reading in one.readings:
            if one.by_setting or reading.id == one.chosen:
                continue
            try:
                other = game.with_readings({one.id: reading.id})
            except GameFileError:
                continue
            if (other.rules, other.side_bets) == (game.rules, game.side_bets):
                idle.append((one.id, reading.id))
    return tuple(idle)
