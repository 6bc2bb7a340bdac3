"""The report's sections on the distribution, the volatility, and tolerances for live games."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from bjcalc.numbers import decimal_text, percent_text, root_text
from bjcalc.outcomes import Moments
from bjcalc.outcomes.combine import Combination, combine
from bjcalc.outcomes.covariance import Covariances, Place
from bjcalc.outcomes.tolerance import (
    LAWS_EXPLAINED,
    LEVELS,
    Per,
    interval,
    normal_interval,
    root,
    rtp_and_variance,
)
from bjcalc.report.gather import Facts, tabled_bets
from bjcalc.report.model import (
    Bands,
    Bars,
    Block,
    Cell,
    ExactValues,
    Section,
    Subsection,
    Table,
    amount,
    amount_text,
    decimal,
    note,
    number_column,
    one_in,
    percent,
    say,
    table,
    warn,
)
from bjcalc.report.payout_part import simulated_table

_POWERS = range(3, 10)
_STEPS = 6
_UNIT_WORDS = {Per.INITIAL: "initial bet", Per.WAGERED: "unit wagered"}
# P(|Z| < 1.645) = 0.9: the convention of gaming laboratories for a volatility index.
_INDEX = Fraction(1645, 1000)


def distribution_section(facts: Facts, exact: ExactValues) -> Section:
    """Return the section on the law of a round of the main game."""
    law = facts.law
    if law is None:
        return Section(
            "distribution", "Distribution of the main game", tuple(_simulated_law(facts))
        )
    net = law.net
    skewness = law.third_central_moment / root(facts.moments.variance) ** 3
    figures: list[tuple[Cell, ...]] = []
    for name, value in (
        ("Hit frequency: P(net result > 0)", law.hit_frequency),
        ("P(net result = 0)", law.push_frequency),
        ("P(net result < 0)", 1 - law.hit_frequency - law.push_frequency),
        ("P(anything returned)", law.anything_returned),
        (f"Most that can be lost: {amount_text(-min(net))}", net[min(net)]),
        (f"Most that can be won: {amount_text(max(net))}", net[max(net)]),
    ):
        fraction = exact.fraction(f"Main game: {name}", value)
        figures.append((name, percent(value), one_in(value), fraction))
    blocks: list[Block] = [
        say(
            "The exact probability of every net result of a round, and of every total stake. "
            "Split hands share the dealer and the shoe; their dependence is part of the result. "
            "The mean of this distribution equals the EV of the solver, as a fraction; that is "
            "checked whenever it is computed."
        ),
        Bars(
            "net-plot",
            "Probability of each net result, in initial bets; logarithmic scale.",
            "net result",
            tuple((_signed(value), chance) for value, chance in net.items()),
        ),
        _law_table("net", "Net result", net),
    ]
    parts = (
        Subsection(
            "stakes", "Total stake", (_law_table("total-stake", "Total stake", law.stakes),)
        ),
        Subsection(
            "frequencies",
            "Frequencies and extremes",
            (
                table(
                    "frequencies",
                    [
                        ("what", ""),
                        number_column("probability", "Probability"),
                        number_column("one_in", "1 in"),
                        ("fraction", "Exact"),
                    ],
                    figures,
                ),
                say(f"Skewness of the net result: {decimal_text(skewness)}."),
            ),
        ),
    )
    return Section("distribution", "Distribution of the main game", tuple(blocks), parts)


def _signed(value: Fraction) -> str:
    return ("+" if value > 0 else "") + amount_text(value)


def _law_table(key: str, title: str, chances: dict[Fraction, Fraction]) -> Table:
    caption = f"{title} of a round in initial bets, with its exact probability, rounded."
    return table(
        key,
        [
            number_column("value", title),
            number_column("probability", "Probability"),
            number_column("one_in", "1 in"),
        ],
        [(amount(value), decimal(chance), one_in(chance)) for value, chance in chances.items()],
        caption=caption,
    )


def _simulated_law(facts: Facts) -> list[Block]:
    simulation = facts.simulation
    blocks: list[Block] = [
        warn(
            "Exact for this game: mean, variance, expected total stake, and their covariance "
            "(next section). Not exact: the chances of single results, hit frequency and "
            "skewness, since a pair may become more than two hands. What stands here is SIMULATED."
        )
    ]
    if simulation is None:
        return [*blocks, say("No simulation was asked for.")]
    won = sum(number for value, number in simulation.net.items() if value > 0)
    even = simulation.net.get(Fraction(0), 0)
    frequencies: list[tuple[Cell, ...]] = []
    for name, number in (
        ("Hit frequency: P(net result > 0)", won),
        ("P(net result = 0)", even),
        ("P(net result < 0)", simulation.rounds - won - even),
    ):
        share = number / simulation.rounds
        error = sqrt(share * (1 - share) / simulation.rounds)
        frequencies.append(
            (
                name,
                f"{number:,}",
                percent_text(Fraction(number, simulation.rounds), 5),
                f"{100 * error:.5f} %",
            )
        )
    shares = {
        value: Fraction(number, simulation.rounds) for value, number in simulation.net.items()
    }
    return [
        *blocks,
        Bars(
            "net-plot",
            f"SIMULATED share of each net result in {simulation.rounds:,} rounds, in initial "
            "bets, with two standard errors to either side; logarithmic scale.",
            "net result",
            tuple((_signed(value), share) for value, share in shares.items()),
            tuple(root(share * (1 - share) / simulation.rounds) for share in shares.values()),
        ),
        table(
            "frequencies-simulated",
            [
                ("what", ""),
                number_column("rounds", "Rounds counted"),
                number_column("estimate", "Simulated share"),
                number_column("standard_error", "Standard error"),
            ],
            frequencies,
        ),
        note("The simulated share of each net result stands in the pay table of the main game."),
        simulated_table("total-stake-simulated", "Total stake", simulation.stakes, simulation),
    ]


def volatility_section(facts: Facts, exact: ExactValues) -> Section:
    """Return the section on standard deviation, bets made together, and tolerances."""
    found = facts.moments
    rows: list[tuple[Cell, ...]] = [
        (
            "Variance of the net result",
            decimal(found.variance),
            exact.fraction("Main game: variance of the net result", found.variance),
        ),
        (
            "Standard deviation of a round",
            root_text(found.variance, 12),
            "square root of the variance",
        ),
        (
            "Volatility index (1.645 standard deviations: 90 % of single rounds, by the normal "
            "law)",
            root_text(found.variance * _INDEX**2, 12),
            "",
        ),
        (
            "Covariance of net result and total stake",
            decimal(found.covariance),
            exact.fraction("Main game: covariance of net result and total stake", found.covariance),
        ),
        (
            "Variance of the total stake",
            decimal(found.stake_variance),
            exact.fraction("Main game: variance of the total stake", found.stake_variance),
        ),
        (
            "Standard deviation per unit wagered",
            root_text(found.ratio_variance, 12),
            "root of the variance of the ratio",
        ),
    ]
    blocks: list[Block] = [
        say("Per initial bet, exact; for any number of hands after splits."),
        table(
            "volatility",
            [("what", ""), number_column("value", "Rounded to nearest"), ("fraction", "Exact")],
            rows,
            marked=(1,),
        ),
    ]
    parts = []
    together = _together(facts)
    if together:
        parts.append(Subsection("together", "Main game and side bets together", tuple(together)))
    parts += [
        Subsection(
            f"tolerance-{per.value}",
            f"Tolerance of a live game, per {_UNIT_WORDS[per]}",
            tuple(_tolerance(found, None if facts.law is None else facts.law.net, per)),
        )
        for per in Per
    ]
    return Section("volatility", "Volatility and tolerances", tuple(blocks), tuple(parts))


def _together(facts: Facts) -> list[Block]:
    """Return what one hand brings with one unit on a side bet, and on all of them."""
    bets = tabled_bets(facts.game)
    if not bets:
        return []
    covariances: Covariances = facts.covariances
    one = Fraction(1)
    choices = [("main game alone", Combination(main=one, bets=(), hands=1))]
    choices += [
        (f"main game and {bet.bet.name}", Combination(main=one, bets=(bet,), hands=1))
        for bet in bets
    ]
    if len(bets) > 1:
        everything = Combination(main=one, bets=tuple(bets), hands=1)
        choices.append(("main game and all of these", everything))
    rows: list[tuple[Cell, ...]] = []
    for number, (name, combination) in enumerate(choices):
        found = combine(covariances, combination)
        covariance: Cell = ""
        if 1 <= number <= len(bets):
            bet = bets[number - 1]
            main_net, side_net = covariances.mean(None)[0], covariances.mean(bet)[0]
            products = covariances.products(Place(None, 0), Place(bet, 0))
            covariance = decimal(products.net_net - main_net * side_net, 8)
        rows.append(
            (
                name,
                percent(found.rtp, 8),
                percent(found.moments.rtp_per_unit_wagered, 8),
                root_text(found.moments.variance, 8),
                covariance,
            )
        )
    return [
        say(
            "One hand, one unit on the main game and one on each side bet named. The bets of a "
            "round depend on the same cards; their covariance is exact and part of these figures. "
            "RTP is per unit bet before the deal; the standard deviation is that of the round's "
            "total net result, in initial main bets."
        ),
        table(
            "together",
            [
                ("bets", "Bets"),
                number_column("rtp", "RTP"),
                number_column("rtp_per_unit_wagered", "RTP per unit wagered"),
                number_column("standard_deviation", "Standard deviation"),
                number_column("covariance", "Covariance with main"),
            ],
            rows,
        ),
    ]


def _tolerance(found: Moments, net_law: dict[Fraction, Fraction] | None, per: Per) -> list[Block]:
    one = Fraction(1)
    centre, _ = rtp_and_variance(found, one, per)
    rows: list[tuple[Cell, ...]] = []
    for power in _POWERS:
        rounds = 10**power
        group = [interval(found, one, per, rounds, level, net_law) for level in LEVELS]
        cells = [
            f"{percent_text(one.low, 4).removesuffix(' %')} to {percent_text(one.high, 4)}"
            for one in group
        ]
        rows.append((f"{rounds:,}", *cells, group[0].law))
    points = tuple(
        Fraction(step, _STEPS) for step in range(_POWERS[0] * _STEPS, _POWERS[-1] * _STEPS + 1)
    )
    halves = tuple(
        tuple(
            normal_interval(found, one, per, _power_of_ten(point), level).high - centre
            for point in points
        )
        for level in LEVELS
    )
    how = (
        "The actual RTP of n rounds is 1 + (net results) / (initial bets); its variance is the "
        "exact variance of a round over n."
    )
    if per is Per.WAGERED:
        how = (
            "Live monitoring often counts turnover. The actual RTP is then 1 + (net results) / "
            "(total stakes), a ratio of two sums; with r = EV / E[S] its variance is "
            "E[(N - r S)^2] / (n E[S]^2), from exact moments."
        )
    names = [_level_text(level) for level in LEVELS]
    return [
        say(
            f"{how} Its exact mean is {percent_text(centre, 6)}, in the middle of the intervals by "
            f"the normal law. {LAWS_EXPLAINED}"
        ),
        table(
            f"tolerance-{per.value}",
            [
                number_column("rounds", "Rounds"),
                *(number_column(f"interval_{name}", f"{name} %") for name in names),
                ("law", "By"),
            ],
            rows,
            caption=f"The actual RTP per {_UNIT_WORDS[per]} lies in these intervals with the "
            "confidence given.",
        ),
        Bands(
            f"tolerance-plot-{per.value}",
            f"Actual RTP per {_UNIT_WORDS[per]} over the number of rounds, by the normal law.",
            centre,
            tuple(f"{name} %" for name in names),
            points,
            halves,
        ),
    ]


def _level_text(level: Fraction) -> str:
    return amount_text(100 * level)


def _power_of_ten(exponent: Fraction) -> int:
    """Return 10 to a rational power, rounded to a whole number of rounds."""
    import mpmath  # type: ignore[import-untyped]

    with mpmath.workdps(30):
        return int(
            mpmath.nint(mpmath.power(10, mpmath.mpf(exponent.numerator) / exponent.denominator))
        )
