"""The report's sections on printed numbers, the simulation, and how to check all of it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from bjcalc import __version__
from bjcalc.claims.words import ClaimSection, game_section
from bjcalc.numbers import decimal_text
from bjcalc.report.gather import Facts, Simulation
from bjcalc.report.model import (
    Block,
    Bullets,
    Cell,
    Code,
    Commands,
    ExactValues,
    Number,
    Section,
    Strong,
    Subsection,
    note,
    number_column,
    say,
    table,
    warn,
)
from bjcalc.shown import shell_word

_DISAGREES = 1e-4


def claims_section(facts: Facts, exact: ExactValues) -> Section:
    """Return the section on every number that the game prints, and what became of it."""
    found = game_section(facts.audit)
    if not found.claims:
        return Section(
            "claims",
            "Printed numbers and verdicts",
            (say("The game file lists no printed number, so there is none to judge."),),
        )
    rows: list[tuple[Cell, ...]] = []
    for claim, judged in zip(found.claims, facts.audit.judged, strict=True):
        base = judged.finding.base
        value: Cell = "" if base is None else _exact_cell(claim)
        rows.append((_capital(claim.heading), value, claim.verdict))
    blocks: list[Block] = [
        say(
            "Each number that the game's text prints, judged by what the rules as read give. A "
            "number is confirmed only where the exact value, rounded to nearest at the printed "
            "digits, is the printed one."
        ),
        table(
            "claims",
            [
                ("claim", "Printed"),
                number_column("exact", "Exact value"),
                ("verdict", "Verdict"),
            ],
            rows,
        ),
    ]
    parts = tuple(
        Subsection(
            f"claim-{number}",
            _capital(claim.heading),
            tuple(_claim(claim, exact, facts, number - 1)),
        )
        for number, claim in enumerate(found.claims, start=1)
    )
    return Section("claims", "Printed numbers and verdicts", tuple(blocks), parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _exact_cell(claim: ClaimSection) -> str:
    return dict(claim.numbers).get("exact value", "")


def _claim(claim: ClaimSection, exact: ExactValues, facts: Facts, index: int) -> list[Block]:
    rows: list[tuple[Cell, ...]] = []
    base = facts.audit.judged[index].finding.base
    for label, text in claim.numbers:
        if label == "as a fraction":
            value = getattr(base, "value", None)
            square = getattr(value, "square", None)
            name = f"Printed number {index + 1}: exact value"
            if square is not None:
                rows.append(("square, as a fraction", exact.fraction(f"{name}, squared", square)))
            elif value is not None:
                rows.append((label, exact.fraction(name, value)))
        else:
            rows.append((label, text))
    blocks: list[Block] = [
        say(Strong("Verdict: "), claim.verdict, "."),
        say(claim.paragraph),
        *(note(f"Note: {remark}") for remark in claim.remarks),
        note(f"Where it is printed: {claim.position}"),
        table(f"claim-{index + 1}", [("what", ""), number_column("value", "")], rows),
    ]
    if claim.also:
        blocks.append(Bullets(tuple((one,) for one in claim.also)))
    return blocks


def simulation_section(facts: Facts) -> Section:
    """Return the section on the simulated run and how it agrees with the exact values."""
    simulation = facts.simulation
    title = "Agreement with a simulation"
    if simulation is None:
        return Section(
            "simulation",
            title,
            (
                say(
                    "No simulation was asked for with this report. ",
                    Code("bjcalc simulate"),
                    " makes one.",
                ),
            ),
        )
    found = simulation.agreement
    agrees = found.overall_p >= _DISAGREES
    verdict = "agrees with" if agrees else "CONTRADICTS"
    blocks: list[Block] = [
        say(
            "An independent witness: a table that shuffles physical cards, deals them in order, "
            "and pays by the rules. It shares the game file and the table of decisions with the "
            "solver, no code. It can show that something is wrong, never that the last digits are "
            "right."
        ),
        table(
            "simulation-run",
            [("what", ""), ("value", "")],
            [
                ("Rounds", f"{simulation.rounds:,}"),
                ("Seed", (Code(str(simulation.seed)),)),
                ("Side bets followed", ", ".join(simulation.watched) or "none"),
                *(
                    [("Side bets not followed", ", ".join(simulation.not_watched))]
                    if simulation.not_watched
                    else []
                ),
                ("Estimates compared", str(len(found.p_values))),
                ("Farthest z-score", f"{found.largest_z:+.2f}"),
                ("Overall p-value", f"{found.overall_p:.4f}"),
                ("Result", (Strong(f"the simulation {verdict} the exact values"),)),
            ],
        ),
        note(
            "z = (estimate - exact) / standard error. Of many z-scores some are large by chance: "
            "the overall p-value is the smallest of all p-values times their number, which holds "
            "however they depend on each other. Below 0.0001 the simulation is taken to contradict "
            "the exact values. Results expected fewer than 25 times have no z-score; they count in "
            "the chi-square test of the whole law."
        ),
    ]
    if not agrees:
        blocks.insert(0, warn("The simulation contradicts the exact values: see below."))
    parts = (
        Subsection("estimates", "Estimates", (_estimates(simulation),)),
        *(
            (Subsection("law-tests", "Tests of whole laws", (_law_tests(simulation),)),)
            if found.tests
            else ()
        ),
    )
    return Section("simulation", title, tuple(blocks), parts)


def _estimates(simulation: Simulation) -> Block:
    rows: list[tuple[Cell, ...]] = []
    for one in simulation.agreement.estimates:
        known = one.error == one.error
        rows.append(
            (
                one.name,
                f"{one.estimate:.7f}",
                f"{one.error:.7f}" if known else "(rare)",
                "not known" if one.exact is None else Number(decimal_text(one.exact, 9), one.exact),
                "" if one.z is None else f"{one.z:+.2f}",
            )
        )
    return table(
        "estimates",
        [
            ("name", "Figure"),
            number_column("estimate", "Simulated"),
            number_column("standard_error", "Standard error"),
            number_column("exact", "Exact"),
            number_column("z", "z"),
        ],
        rows,
    )


def _law_tests(simulation: Simulation) -> Block:
    return table(
        "law-tests",
        [
            ("name", "Law"),
            number_column("chi_square", "Chi-square"),
            number_column("degrees_of_freedom", "Degrees of freedom"),
            number_column("p", "p"),
        ],
        [
            (one.name, f"{one.statistic:.2f}", str(one.freedom), f"{one.p:.4f}")
            for one in simulation.agreement.tests
        ],
    )


def verification_section(facts: Facts) -> Section:
    """Return the section on the program, on reproducing the report and on its certificate."""
    game, simulation = facts.game, facts.simulation
    options = _options(facts)
    name = shell_word(str(game.path.name if _is_file(facts) else game.slug))
    run = "" if simulation is None else f" --rounds {simulation.rounds} --seed {simulation.seed}"
    report = f"bjcalc report {name}{options}{run or ' --no-simulation'} -o report.pdf"
    blocks: list[Block] = [
        say(
            f"Made by bjcalc {__version__}. The same game file, options and version give the same "
            "report, byte for byte, on any number of cores."
        ),
        Commands((report,)),
    ]
    certificate: list[Block]
    if facts.digest is None:
        certificate = [
            warn(f"This game has no certificate: {facts.no_digest}"),
            say("The figures can be reproduced by the commands above, and by the simulation."),
        ]
    else:
        certificate = [
            say(
                "A certificate states the rules, the complete strategy, and every exact number. A "
                "checker that shares no code with the solver and needs Python's standard library "
                "alone re-derives the numbers by other methods, and checks that no single decision "
                "can be improved."
            ),
            table(
                "certificate",
                [("what", ""), ("value", "")],
                [
                    ("Digest of the certificate", (Code(facts.digest),)),
                    ("Digest of the game file", (Code(f"sha256:{game.sha256}"),)),
                ],
            ),
            say("Write it, then check it in full; the checker prints the digest above:"),
            Commands(
                (
                    f"bjcalc certify {name}{options} -o certificate",
                    "bjcalc verify certificate/certificate.json",
                    "python -m bjcalc.checker certificate/certificate.json",
                )
            ),
        ]
    return Section(
        "verification",
        "Program and verification",
        tuple(blocks),
        (
            Subsection("certificate", "Certificate", tuple(certificate)),
            Subsection(
                "single-parts",
                "Single parts of this report",
                (
                    Commands(
                        (
                            f"bjcalc rtp {name}{options}",
                            f"bjcalc chart {name}{options} --class CD -o chart.html",
                            *([f"bjcalc sidebets {name}{options}"] if game.side_bets else []),
                            f"bjcalc outcomes {name}{options}",
                            f"bjcalc tolerance {name}{options}",
                            f"bjcalc audit {name}{options}",
                            *(
                                [f"bjcalc simulate {name}{options}{run}"]
                                if simulation is not None
                                else []
                            ),
                        )
                    ),
                ),
            ),
        ),
    )


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
