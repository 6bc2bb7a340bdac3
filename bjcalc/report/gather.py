"""Everything that a report shows, computed once or taken from the parts that compute it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from bjcalc.certificate.body import CannotCertifyError, certify
from bjcalc.charts.sheet import Sheet, make_sheet
from bjcalc.claims.audit import GameAudit, audit_game
from bjcalc.claims.judge import SearchWish
from bjcalc.claims.work import Workers
from bjcalc.engine import Solution, solve
from bjcalc.gamefile import Game, check_side_bets
from bjcalc.outcomes import Distribution, Moments, moments, whole_law
from bjcalc.outcomes.bet_tables import BetOnTable, can_be_tabled, read_bet
from bjcalc.outcomes.combine import Combination, combine
from bjcalc.outcomes.covariance import Covariances
from bjcalc.sidebets import BetCounts, count
from bjcalc.simulate import Agreement, Exact, SolvedStrategy, TableSetup, Tallies, compare, simulate
from bjcalc.strategy import compare as compare_classes
from bjcalc.strategy.classes import TD
from bjcalc.strategy.readings import OtherReading, solve_other_readings

DEFAULT_ROUNDS = 2_000_000
DEFAULT_SEED = 1

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """A simulated run beside the exact values; `net` and `stakes` count rounds by result."""

    seed: int
    rounds: int
    agreement: Agreement
    net: dict[Fraction, int]
    stakes: dict[Fraction, int]
    watched: tuple[str, ...]
    not_watched: tuple[str, ...]

    def share(self, number: int) -> Fraction:
        """Return so many rounds as a share of all."""
        return Fraction(number, self.rounds)

    def variance(self, number: int) -> Fraction:
        """Return the variance of that share as an estimate; its root is the standard error."""
        return self.share(number) * (1 - self.share(number)) / self.rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All that a report is made of; amounts are in initial bets.

    `classes` are the EVs of the strategy classes by name, U among them. `law` is None where the
    whole law of a round cannot be had exactly in reasonable time. `digest` is the certificate's,
    None where the game cannot be certified, for the reason in `no_digest`.
    """

    game: Game
    solution: Solution
    sheet: Sheet
    classes: dict[str, Fraction]
    other_readings: tuple[OtherReading, ...]
    side_bets: tuple[BetCounts, ...]
    moments: Moments
    law: Distribution | None
    covariances: Covariances
    audit: GameAudit
    digest: str | None
    no_digest: str
    simulation: Simulation | None


def gather(
    game: Game,
    *,
    rounds: int = DEFAULT_ROUNDS,
    seed: int = DEFAULT_SEED,
    progress: Progress | None = None,
) -> Facts:
    """Compute a game's facts; `rounds` 0 leaves the simulation out.

    Raises UnsupportedRuleError and ShoeExhaustedError where the game cannot be solved,
    GameFileError where a claim cannot be read.
    """
    told = progress or (lambda what, done, of: None)
    told("main game", 0, 1)
    check_side_bets(game)
    solution = solve(game.rules)
    readings = tuple(solve_other_readings(game, _labelled(told, "other readings")))
    told("strategy classes", 0, 1)
    sheet = make_sheet(game, strategy_class="CD")
    classes = compare_classes(
        game.rules, composition_dependent=solution, known={TD: sheet.td_ev}
    ).evs
    side_bets = tuple(count(bet, game.rules.shoe, game.rules.dealer) for bet in game.side_bets)
    with Workers(progress=told) as workers:
        audit = audit_game(game, workers=workers, explain=SearchWish(wanted=False))
    told("certificate", 0, 1)
    digest, no_digest = _digest(game, audit)
    law = whole_law(solution, _labelled(told, "distribution"))
    found = law.moments if law is not None else moments(solution, _labelled(told, "variance"))
    covariances = Covariances(solution)
    simulation = None
    if rounds:
        simulation = _simulation(game, solution, found, law, covariances, rounds, seed, told)
    return Facts(
        game=game,
        solution=solution,
        sheet=sheet,
        classes=classes,
        other_readings=readings,
        side_bets=side_bets,
        moments=found,
        law=law,
        covariances=covariances,
        audit=audit,
        digest=digest,
        no_digest=no_digest,
        simulation=simulation,
    )


def tabled_bets(game: Game) -> list[BetOnTable]:
    """Return the side bets that can be followed at the table, one initial bet on each."""
    if game.rules.shoe.cards is None:
        return []
    return [read_bet(bet, Fraction(1)) for bet in game.side_bets if can_be_tabled(bet)]


def _labelled(told: Progress, what: str) -> Callable[[int, int], None]:
    return lambda done, of: told(what, done, of)


def _digest(game: Game, audit: GameAudit) -> tuple[str | None, str]:
    try:
        return certify(game, audit=audit).digest, ""
    except CannotCertifyError as error:
        return None, str(error)


def _simulation(
    game: Game,
    solution: Solution,
    found: Moments,
    law: Distribution | None,
    covariances: Covariances,
    rounds: int,
    seed: int,
    told: Progress,
) -> Simulation:
    bets = tabled_bets(game)
    combination = Combination(main=Fraction(1), bets=tuple(bets), hands=1)
    setup = TableSetup(game.rules, SolvedStrategy(solution), bets=bets)
    played = simulate(setup, rounds=rounds, seed=seed, progress=_labelled(told, "simulation"))
    if not played.complete:
        # It ends early when interrupted; a report of a part would not be the same again.
        raise KeyboardInterrupt
    agreement = compare(
        setup,
        played,
        Exact(
            moments=found,
            law=law,
            covariances=covariances,
            combination=combination,
            together=combine(covariances, combination),
        ),
    )
    net: dict[Fraction, int] = {}
    stakes: dict[Fraction, int] = {}
    for (result, stake), number in Tallies(setup, played.tallies).spots[0].items():
        net[result] = net.get(result, 0) + number
        stakes[stake] = stakes.get(stake, 0) + number
    watched = {one.bet.id for one in bets}
    return Simulation(
        seed=seed,
        rounds=played.rounds,
        agreement=agreement,
        net=dict(sorted(net.items())),
        stakes=dict(sorted(stakes.items())),
        watched=tuple(bet.name for bet in game.side_bets if bet.id in watched),
        not_watched=tuple(bet.name for bet in game.side_bets if bet.id not in watched),
    )
