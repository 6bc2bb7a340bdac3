"""`bjcalc audit`: do the numbers that a game prints follow from its rules?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bjcalc.claims import audit as auditing
from bjcalc.claims.accepted import accepted_text, read_accepted
from bjcalc.claims.audit import ALLOWABLE, GameAudit, Policy, audit_game, parse_claim, read_claims
from bjcalc.claims.finding import Verdict
from bjcalc.claims.judge import Search
from bjcalc.claims.limits import find_jurisdiction
from bjcalc.claims.work import Workers
from bjcalc.cli.common import echo_json, json_option, load_from_options, reading_option, set_option
from bjcalc.errors import BjcalcError
from bjcalc.files import write_atomically
from bjcalc.gamefile import Claim, Game, shipped_games

SHIPPED = "shipped"
_FORMS = (".md", ".html")


@click.command("audit")
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
    type=click.Path(path_type=Path),
    help="Write the findings that fail to such a file, for reasons to be filled in.",
)
@click.option(
    "--jurisdiction",
    "jurisdiction_names",
    multiple=True,
    metavar="CODE",
    help="Hold the game against a regulator's limits too: NJ or MT.",
)
@click.option("--junit", type=click.Path(path_type=Path), help="Write JUnit XML to a file.")
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Write the report to a file that ends in .md or .html.",
)
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
@set_option
@reading_option
@json_option
def command(
    games: tuple[str, ...],
    claim_texts: tuple[str, ...],
    allowed: tuple[str, ...],
    accepted_path: Path | None,
    write_accepted: Path | None,
    jurisdiction_names: tuple[str, ...],
    junit: Path | None,
    outputs: tuple[Path, ...],
    explain: bool,
    all_pairs: bool,
    jobs: int | None,
    settings: tuple[str, ...],
    readings: tuple[str, ...],
    as_json: bool,
) -> int:
    """Judge every number that a game prints by what its rules give, exactly.

    GAME is a shipped game, a game file, or `shipped` for all shipped games. Each claim is
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
    wanted = {one.code: one for one in map(find_jurisdiction, jurisdiction_names)}
    for path in outputs:
        if path.suffix.lower() not in _FORMS:
            raise click.UsageError(f"-o {path}: the file must end in {' or '.join(_FORMS)}")
    loaded = _load(games, settings, readings)
    if claim_texts and len(loaded) != 1:
        raise click.UsageError("--claim is about one game: name one GAME with it")
    extra = _extra_claims(claim_texts, loaded[0])
    _check_all(loaded, extra)
    progress = _Progress() if sys.stderr.isatty() else None
    audits = []
    with Workers(jobs, progress=progress) as workers:
        for game in loaded:
            if progress is not None:
                progress.game = game.name
            audits.append(
                audit_game(
                    game,
                    workers=workers,
                    extra_claims=extra,
                    policy=policy,
                    jurisdictions=tuple(wanted.values()),
                    explain=Search(explain, all_pairs),
                )
            )
    if progress is not None:
        progress.clear()
    passes = all(one.is_good for one in audits)
    _write_files(audits, junit, outputs, write_accepted)
    if as_json:
        from bjcalc.claims.report import json_report

        echo_json(json_report(audits, allow=policy.allow, passes=passes))
    else:
        from bjcalc.claims.report import text_report

        click.echo(text_report(audits))
    return 0 if passes else 1


class _Progress:
    """One line on a terminal that says what is being solved, and how far it is."""

    def __init__(self) -> None:
        self.game = ""
        self._length = 0

    def __call__(self, what: str, done: int, total: int) -> None:
        line = f"{self.game}: {what}: {done}/{total}"[:78]
        click.echo(f"\r{line.ljust(self._length)}", err=True, nl=False)
        self._length = len(line)

    def clear(self) -> None:
        """Take the line away."""
        click.echo(f"\r{' ' * self._length}\r", err=True, nl=False)


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


def _load(
    names: tuple[str, ...], settings: tuple[str, ...], readings: tuple[str, ...]
) -> list[Game]:
    """Load the games, each once. Raises BjcalcError with all that cannot be read."""
    expanded = [one for name in names for one in (shipped_games() if name == SHIPPED else (name,))]
    games, wrong = [], list[str]()
    for name in dict.fromkeys(expanded):
        try:
            games.append(load_from_options(name, settings, readings))
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


def _write_files(
    audits: list[GameAudit], junit: Path | None, outputs: tuple[Path, ...], accepted: Path | None
) -> None:
    if junit is not None:
        from bjcalc.claims.junit import junit_report

        write_atomically(junit, junit_report(audits))
    for path in outputs:
        from bjcalc.claims.markup import html_report, markdown_report

        form = markdown_report if path.suffix.lower() == ".md" else html_report
        write_atomically(path, form(audits))
    if accepted is not None:
        if accepted.exists():
            raise BjcalcError(f"{accepted}: exists already, and may hold reasons: name a new file")
        entries = [
            one.entry
            for audit in audits
            for one in audit.judged
            if one.status is auditing.Status.FAIL
        ]
        write_atomically(accepted, accepted_text(entries))
