"""`bjcalc audit`: do the numbers that a game prints follow from its rules?"""

from __future__ import annotations

from pathlib import Path

import click

from bjcalc.claims.accepted import read_accepted
from bjcalc.claims.audit import Policy, Status, audit_game, parse_claim, read_claims
from bjcalc.claims.finding import ALLOWABLE, Verdict
from bjcalc.claims.judge import SearchWish
from bjcalc.claims.limits import find_jurisdiction
from bjcalc.claims.work import Workers
from bjcalc.cli.common import READING, SET, Answer, answering, write_all
from bjcalc.cli.outputs import Content, Form, Output, OutputFile, output_option
from bjcalc.cli.progress import about, told
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Claim, Game, foreign, load_game, shipped_games

SHIPPED = "shipped"
FORMS = {
    ".md": Form("bjcalc.claims.report:markdown_report"),
    ".html": Form("bjcalc.claims.report:html_report"),
}
JUNIT = OutputFile("JUnit XML", {"": Form("bjcalc.claims.junit:junit_report")})
ACCEPTED = OutputFile("findings to accept", {"": Form("bjcalc.claims.accepted:accepted_text")})


@answering("audit", SET, READING)
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option(
    "--claim",
    "claim_texts",
    multiple=True,
    metavar="SUBJECT=NUMBER",
    help="Judge one more printed number, such as main=99.61 or 21+3.house_edge=3.71%.",
)
@click.option(
    "--allow",
    "allowed",
    multiple=True,
    metavar="VERDICTS",
    help=f"Let these verdicts pass, separated by commas: {', '.join(ALLOWABLE)}.",
)
@click.option(
    "--accepted",
    "accepted_path",
    type=click.Path(path_type=Path),
    help="A file of known findings that pass as long as nothing about them changes.",
)
@click.option(
    "--write-accepted",
    "write_accepted",
    type=ACCEPTED,
    help="Write the findings that fail to such a file, for reasons to be filled in.",
)
@click.option(
    "--jurisdiction",
    "jurisdiction_names",
    multiple=True,
    metavar="CODE",
    help="Hold the game against a regulator's limits too: NJ or MT.",
)
@click.option("--junit", type=JUNIT, help="Write JUnit XML to a file.")
@output_option("report", FORMS)
@click.option(
    "--explain/--no-explain",
    default=True,
    show_default=True,
    help="Search for rule changes that would explain a refuted claim.",
)
@click.option("--all-pairs", is_flag=True, help="In that search, solve every pair of changes.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    help="Processes to use; as many as there are cores if not given.",
)
def command(
    games: tuple[str, ...],
    claim_texts: tuple[str, ...],
    allowed: tuple[str, ...],
    accepted_path: Path | None,
    write_accepted: Output | None,
    jurisdiction_names: tuple[str, ...],
    junit: Output | None,
    outputs: tuple[Output, ...],
    explain: bool,
    all_pairs: bool,
    jobs: int | None,
    settings: tuple[str, ...],
    readings: tuple[str, ...],
) -> Answer:
    """Judge every number that a game prints by what its rules give, exactly.

    GAME is a shipped game, a game file, or `shipped` for all shipped games; files that are no game
    files at all, as a pattern such as games/*.toml may name, are skipped and said so. Each claim is
    confirmed, consistent (with pays that the text does not state), right only by truncation, by
    rounding up, under another reading, for another strategy or denominator, not decidable, or
    refuted; for a refuted one, rule changes that would explain it are searched for.

    Leaves with status 0 where every claim is confirmed or consistent (or allowed, or accepted) and
    every limit that was asked for passes, 1 otherwise, 2 where something could not be read.

    \b
    Examples:
      bjcalc audit borgata-blackjack-pro
      bjcalc audit shipped --json --junit out.xml
      bjcalc audit my-game.toml --claim main=99.61 --allow truncation,other-reading
    """
    policy = Policy(
        allow=_allowed(allowed),
        accepted=read_accepted(accepted_path) if accepted_path is not None else (),
    )
    if write_accepted is not None and write_accepted.path.exists():
        raise BjcalcError(
            f"{write_accepted.path}: exists already, and may hold reasons: name a new file"
        )
    wanted = {one.code: one for one in map(find_jurisdiction, jurisdiction_names)}
    names, skipped = _told_apart(games)
    loaded = _load(names, settings, readings)
    if claim_texts and len(loaded) != 1:
        raise click.UsageError("--claim is about one game: name one GAME with it")
    extra = _extra_claims(claim_texts, loaded[0])
    _check_all(loaded, extra)
    audits = []
    with Workers(jobs, progress=told) as workers:
        for game in loaded:
            about(game.name)
            audits.append(
                audit_game(
                    game,
                    workers=workers,
                    extra_claims=extra,
                    policy=policy,
                    jurisdictions=tuple(wanted.values()),
                    explain=SearchWish(explain, all_pairs),
                )
            )
    passes = all(one.is_good for one in audits)

    def content(one: Output) -> Content:
        if one is not write_accepted:
            return one.form.make(audits)
        judged = [each for audit in audits for each in audit.judged]
        return one.form.make([each.entry for each in judged if each.status is Status.FAIL])

    write_all([one for one in (junit, *outputs, write_accepted) if one is not None], content)
    from bjcalc.claims.report import json_report, text_report

    return Answer(
        lambda: {
            **json_report(audits, allow=policy.allow, passes=passes),
            "skipped": [{"file": name, "reason": reason} for name, reason in skipped.items()],
        },
        lambda: [text_report(audits)],
        warnings=[f"{name}: skipped: {reason}" for name, reason in skipped.items()],
        status=int(not passes),
    )


def _allowed(texts: tuple[str, ...]) -> frozenset[Verdict]:
    """Return the verdicts of --allow. Raises BjcalcError naming those that are none."""
    names = [name.strip().lower() for text in texts for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in {one.value for one in ALLOWABLE}]
    if unknown:
        raise BjcalcError(
            f"--allow {','.join(unknown)}: not a verdict that can be allowed; there are: "
            + ", ".join(ALLOWABLE)
        )
    return frozenset(Verdict(name) for name in names)


def _told_apart(names: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
    """Return the names of games, each once, and the other files with the reason to skip them.

    Raises BjcalcError where no game is left.
    """
    expanded = [one for name in names for one in (shipped_games() if name == SHIPPED else (name,))]
    ours, skipped = [], {}
    for name in dict.fromkeys(expanded):
        reason = "" if name in shipped_games() else foreign(Path(name))
        if reason:
            skipped[name] = reason
        else:
            ours.append(name)
    if not ours:
        raise BjcalcError(*(f"{name}: is no game file: {why}" for name, why in skipped.items()))
    return ours, skipped


def _load(names: list[str], settings: tuple[str, ...], readings: tuple[str, ...]) -> list[Game]:
    """Load the games, each once. Raises BjcalcError with all that cannot be read."""
    games, wrong = [], list[str]()
    for name in names:
        try:
            games.append(load_game(name, set=settings, readings=readings))
        except BjcalcError as error:
            wrong += error.lines
    if wrong:
        raise BjcalcError(*wrong)
    return games


def _extra_claims(texts: tuple[str, ...], game: Game) -> tuple[Claim, ...]:
    claims, wrong = [], list[str]()
    for text in texts:
        try:
            claims.append(parse_claim(text, game))
        except BjcalcError as error:
            wrong += error.lines
    if wrong:
        raise BjcalcError(*wrong)
    return tuple(claims)


def _check_all(games: list[Game], extra: tuple[Claim, ...]) -> None:
    """Read every claim of every game before anything is solved."""
    wrong: list[str] = []
    for game in games:
        try:
            read_claims(game, extra)
        except BjcalcError as error:
            wrong += error.lines
    if wrong:
        raise BjcalcError(*wrong)
