"""Every kind of verdict, on games where it is right for a known reason."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from claim_games import EIGHT_DECKS, PAIR_BET, SMALL, WriteGame

from bjcalc import solve
from bjcalc.claims.audit import GameAudit, Policy, Status, audit_game, parse_claim
from bjcalc.claims.figures import MainFigures
from bjcalc.claims.finding import Finding, Verdict
from bjcalc.claims.judge import SearchWish, strategy_class
from bjcalc.claims.printed import parse_printed
from bjcalc.claims.rounding import SquareRoot, exact_decimal
from bjcalc.claims.side_bets import judge_side_bet
from bjcalc.claims.words import paragraph
from bjcalc.claims.work import Job, Outcome, Workers
from bjcalc.errors import BjcalcError, GameFileError
from bjcalc.gamefile import Game, load_game
from bjcalc.numbers import decimal_text
from bjcalc.outcomes import distribution, moments
from bjcalc.sidebets import Rounding
from bjcalc.strategy import solve_td, upper_bound

NO_SEARCH = SearchWish(wanted=False)


def audit(game: Game, workers: Workers, *claims: str, **options: Any) -> GameAudit:
    extra = [parse_claim(text, game) for text in claims]
    options.setdefault("explain", NO_SEARCH)
    return audit_game(game, workers=workers, extra_claims=extra, **options)


def judge(game: Game, workers: Workers, claim: str) -> Finding:
    return audit(game, workers, claim).judged[-1].finding


def judge_bet(game: Game, claim: str) -> Finding:
    """Judge a claim about a side bet alone: the game file's own claims are left out."""
    one = parse_claim(claim, game)
    printed = parse_printed(one.printed, one.what)
    return judge_side_bet(one, printed, one.what, game, explain=True)


def main_claim(printed: str, **more: str) -> dict[str, str]:
    return {"about": "main", "what": "rtp", "printed": printed, **more}


@pytest.fixture
def small(write_game: WriteGame) -> Game:
    return write_game(SMALL)


def percent(value: Fraction, places: int) -> str:
    """The value as a percentage, to nearest."""
    return decimal_text(100 * value, places)


def test_confirmed_with_more_digits_than_a_float(small: Game, workers: Workers) -> None:
    digits = percent(solve(small.rules).rtp, 40)
    finding = judge(small, workers, f"main={digits} %")
    assert finding.verdict is Verdict.CONFIRMED
    assert finding.needs == frozenset()
    last = str((int(digits[-1]) + 5) % 10)
    wrong = judge(small, workers, f"main={digits[:-1]}{last} %")
    assert wrong.verdict is Verdict.REFUTED


def test_house_edge_decimal_comma_and_per_mille(small: Game, workers: Workers) -> None:
    edge = solve(small.rules).house_edge
    assert edge < 0, "a small shoe favours the player: the house edge is negative"
    for text in (
        f"main.house_edge={percent(edge, 3)} %",
        f"main={percent(edge, 3).replace('.', ',')} % house edge",
        f"main.house_edge={decimal_text(1000 * edge, 2)} \u2030",
    ):
        assert judge(small, workers, text).verdict is Verdict.CONFIRMED


def test_trailing_zero_is_a_digit(small: Game, workers: Workers) -> None:
    # 100.6599...: 100.7 with one digit, 100.66 with two; 100.70 is refuted.
    assert judge(small, workers, "main=100.7 %").verdict is Verdict.CONFIRMED
    assert judge(small, workers, "main=100.70 %").verdict is Verdict.REFUTED


def test_truncation_and_rounding_up_are_told_apart(small: Game, workers: Workers) -> None:
    assert percent(solve(small.rules).rtp, 5) == "100.65998"
    assert judge(small, workers, "main=100.65 %").verdict is Verdict.TRUNCATION
    up = judge(small, workers, "main=100.65999 %")
    assert up.verdict is Verdict.ROUNDING_UP
    assert up.needs == {Verdict.ROUNDING_UP}


def test_true_for_another_reading(small: Game, workers: Workers) -> None:
    other = small.with_readings(["soft17=hit"])
    finding = judge(small, workers, f"main={percent(solve(other.rules).rtp, 9)} %")
    assert finding.verdict is Verdict.OTHER_READING
    decided = finding.decided_by
    assert decided is not None
    assert decided.figure.readings == (("soft17", "hit"),), "even money makes no difference"
    assert decided.figure.value == solve(other.rules).rtp
    assert finding.needs == {Verdict.OTHER_READING}


def test_true_for_a_chart(small: Game, workers: Workers) -> None:
    chart = solve_td(small.rules)
    finding = judge(small, workers, f"main={percent(chart.rtp, 9)} %")
    assert finding.verdict is Verdict.OTHER_STRATEGY
    assert finding.decided_by is not None
    assert finding.decided_by.figure.strategy == "TD"


def test_a_claim_for_basic_strategy_is_held_against_the_chart(
    write_game: WriteGame, workers: Workers, small: Game
) -> None:
    chart, best = solve_td(small.rules), solve(small.rules)
    game = write_game(
        SMALL,
        main_claim(f"{percent(chart.rtp, 9)} %", strategy="basic strategy"),
        main_claim(f"{percent(best.rtp, 9)} %", strategy="basic strategy"),
        main_claim(f"{percent(best.rtp, 9)} %", strategy="as the dealer plays"),
    )
    right, wrong, unknown = (one.finding for one in audit(game, workers).judged)
    assert right.verdict is Verdict.CONFIRMED
    assert wrong.verdict is Verdict.OTHER_STRATEGY
    assert unknown.verdict is Verdict.UNDECIDABLE
    assert "as the dealer plays" in unknown.missing


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (None, "CD"),
        ("optimal", "CD"),
        ("Optimal strategy", "CD"),
        ("composition-dependent", "CD"),
        ("basic strategy", "TD"),
        ("the chart", "TD"),
        ("total-dependent", "TD"),
        ("CDP", "CDP"),
        ("optimal basic strategy", None),
        ("card counting", None),
        ("perfect play", None),
        ("basic strategy with card counting", None),
    ],
)
def test_strategy_names(text: str | None, name: str | None) -> None:
    assert strategy_class(text) == name


def test_right_per_unit_wagered_only(write_game: WriteGame, workers: Workers) -> None:
    # Published for 8 decks, S17, double after split, four hands: .43058063 % per initial bet,
    # .38032677 % per unit wagered.
    game = write_game(EIGHT_DECKS)
    finding = judge(game, workers, "main.house_edge=0.38032677 %")
    assert finding.verdict is Verdict.OTHER_DENOMINATOR
    assert finding.base is not None
    assert isinstance(finding.base.value, Fraction)
    assert percent(finding.base.value, 8) == "0.43058063"
    assert finding.needs == {Verdict.OTHER_DENOMINATOR}
    stated = write_game(
        EIGHT_DECKS,
        {
            "about": "main",
            "what": "house_edge",
            "printed": "0.38032677 %",
            "denominator": "total wagered",
        },
    )
    assert audit(stated, workers).judged[0].finding.verdict is Verdict.CONFIRMED


def test_refuted_and_above_every_strategy(small: Game, workers: Workers) -> None:
    bound = upper_bound(small.rules)
    assert bound == solve(small.rules).ev, "nothing is split, so the bound is reached"
    high = judge(small, workers, f"main={percent(1 + bound + Fraction(2, 10**6), 4)} %")
    assert high.verdict is Verdict.REFUTED
    assert high.bound == 1 + bound
    low = judge(small, workers, "main=100.5 %")
    # The chart's 100.514... is printed so.
    assert low.verdict is Verdict.OTHER_STRATEGY
    lower = judge(small, workers, "main=99.9 %")
    assert (lower.verdict, lower.bound) == (Verdict.REFUTED, None)
    edge = judge(small, workers, "main.house_edge=-1.0 %")
    assert edge.bound == 1 + bound


@pytest.mark.parametrize("claim", ["main=9961 %", "main=2.0", "main.house_edge=-300 %"])
def test_an_impossible_number_above_the_bound_is_unattainable_too(
    small: Game, workers: Workers, claim: str
) -> None:
    finding = judge(small, workers, claim)
    assert finding.verdict is Verdict.REFUTED
    assert finding.bound == 1 + upper_bound(small.rules)


def test_a_chart_that_cannot_be_solved_does_not_hide_the_bound(
    small: Game, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluate = workers.evaluate

    def without_charts(what: str, jobs: list[Job]) -> list[Outcome]:
        return [
            {name: "no chart" if name == "TD" else values for name, values in outcome.items()}
            for outcome in evaluate(what, jobs)
        ]

    monkeypatch.setattr(workers, "evaluate", without_charts)
    assert judge(small, workers, "main=102 %").bound == 1 + upper_bound(small.rules)


def test_a_claim_within_a_digit_of_the_bound_is_not_called_unattainable(
    small: Game, workers: Workers
) -> None:
    # 100.65998...: printed 100.66 rounded up, so 100.66 can be reached; 100.67 cannot.
    assert judge(small, workers, "main=100.66 %").verdict is Verdict.CONFIRMED
    assert judge(small, workers, "main=100.67 %").bound is not None


def test_how_far_off_a_refuted_claim_is(small: Game, workers: Workers) -> None:
    result = audit(small, workers, "main=99.9 %")
    text = paragraph(result.judged[0].finding, result)
    assert "percentage points below the exact value" in text
    assert "4 readings; classes CD, CDP, TD" in text
    assert "may be about this claim or about something else: covers." in text


def test_open_readings_of_another_bet_are_not_held_against_a_claim(
    write_game: WriteGame, workers: Workers
) -> None:
    # Both readings set the same, so no figure tells the readings apart.
    bet = PAIR_BET.split("[shoe]")[1].split("\n", 2)[2] % ("stated", "0.6")
    open_rule = """
[[interpretations]]
id = "pair-pays"
question = "Are the pays of the bet stated?"
default = "yes"
why = "silent"
readings = [
  { id = "yes", text = "Yes.", set = { "side_bets.pair.pays_source" = "stated" } },
  { id = "too", text = "Yes, too.", set = { "side_bets.pair.pays_source" = "stated" } },
]
"""
    suited = re.sub(r"\b([2-9A]) = ", r"\1c = ", SMALL).replace("T = ", "10c = ")
    result = audit(write_game(suited + open_rule + bet), workers, "main=99.9 %", "pair=12.3 %")
    assert ("pair-pays", "too") in result.idle_readings
    of_main, of_bet = (paragraph(one.finding, result) for one in result.judged)
    assert "pair-pays" not in of_main
    assert "Not told apart by computing, and so left open: pair-pays=too." in of_bet


def test_standard_deviation_and_hit_frequency(small: Game, workers: Workers) -> None:
    solution = solve(small.rules)
    variance = moments(solution).variance
    digits = exact_decimal(SquareRoot(variance), 25)
    assert judge(small, workers, f"main.sd={digits}").verdict is Verdict.CONFIRMED
    hits = distribution(solution).hit_frequency
    assert judge(small, workers, f"main.hit_frequency={percent(hits, 12)} %").passes
    assert judge(small, workers, "main.hit_frequency=12 %").verdict is Verdict.REFUTED


def test_hit_frequency_with_many_hands_is_not_decidable(
    write_game: WriteGame, workers: Workers
) -> None:
    finding = judge(write_game(EIGHT_DECKS), workers, "main.hit_frequency=42.4 %")
    assert finding.verdict is Verdict.UNDECIDABLE
    assert "up to 4 hands after a split" in finding.missing


def test_a_value_on_a_half_is_nearest_to_both(write_game: WriteGame) -> None:
    # RTP = 3/5 (1 + 0.575) = 0.945 exactly.
    game = write_game(PAIR_BET % ("stated", "0.575"))
    for printed in ("94 %", "95 %"):
        finding = judge_bet(game, f"pair={printed}")
        assert finding.verdict is Verdict.CONFIRMED
        assert any("lies on a half" in remark for remark in finding.remarks)
    assert judge_bet(game, "pair=96 %").verdict is Verdict.REFUTED
    # (3/5) (1 + 0.57) = 0.942
    other = write_game(PAIR_BET % ("stated", "0.57"), name="other")
    assert judge_bet(other, "pair=95 %").verdict is Verdict.ROUNDING_UP


def test_stated_pays_confirm_and_truncate() -> None:
    game = load_game("betmgm-blackjack-pro")
    stated = game.with_settings(
        {"side_bets.21+3.pays_source": "stated", "side_bets.players-pair.pays_source": "stated"}
    )
    verdicts = {
        claim: judge_bet(stated, claim).verdict
        for claim in ("21+3=96.29 %", "players-pair=95.91 %", "players-pair=95.90 %")
    }
    assert verdicts == {
        "21+3=96.29 %": Verdict.TRUNCATION,
        "players-pair=95.91 %": Verdict.ROUNDING_UP,
        "players-pair=95.90 %": Verdict.CONFIRMED,
    }


def test_inferred_tables_never_confirm() -> None:
    found = {
        (name, claim.side_bet): judge_bet(game, f"{claim.side_bet}={claim.printed}")
        for name in ("borgata-blackjack-pro", "betmgm-blackjack-pro")
        for game in [load_game(name)]
        for claim in game.claims
        if claim.side_bet is not None
    }
    assert {one.verdict for one in found.values()} == {Verdict.CONSISTENT}
    ways = {key: one.decided_by.roundings for key, one in found.items() if one.decided_by}
    assert ways == {
        ("borgata-blackjack-pro", "21+3"): (Rounding.TRUNCATED,),
        ("borgata-blackjack-pro", "perfect-pairs"): (Rounding.UP,),
        ("betmgm-blackjack-pro", "21+3"): (Rounding.TRUNCATED,),
        ("betmgm-blackjack-pro", "players-pair"): (Rounding.NEAREST, Rounding.TRUNCATED),
    }
    pairs = found["borgata-blackjack-pro", "perfect-pairs"]
    assert pairs.table_used == "25/12/6"
    assert pairs.tables is not None
    # Every whole-number table returns k/415, none of which is printed 95.91 to nearest or cut off.
    assert pairs.tables.step == Fraction(1, 415)
    assert pairs.tables.number[Rounding.NEAREST] == pairs.tables.number[Rounding.TRUNCATED] == 0
    assert pairs.tables.number[Rounding.UP] == 21


def test_an_inferred_table_that_nothing_can_replace_is_refuted() -> None:
    game = load_game("betmgm-blackjack-pro")
    # 95.917 lies between 398/415 = 95.9036... and 399/415 = 96.1445...
    refuted = judge_bet(game, "players-pair=95.917 %")
    assert refuted.verdict is Verdict.REFUTED
    assert refuted.tables is not None
    assert refuted.tables.neighbours == (Fraction(398, 415), Fraction(399, 415))
    # 399/415 is reached by other tables than the one in the file.
    other = judge_bet(game, "players-pair=96.14 %")
    assert other.verdict is Verdict.UNDECIDABLE
    assert other.tables is not None
    assert all(one.rtp == Fraction(399, 415) for one in other.tables.examples)


def test_a_house_edge_of_a_side_bet_mirrors_the_roundings() -> None:
    game = load_game("betmgm-blackjack-pro")
    # 1 - 398/415 = 4.0963...: printed 4.09 it is cut off, as 95.91 is rounded up.
    finding = judge_bet(game, "players-pair.house_edge=4.09 %")
    assert finding.verdict is Verdict.CONSISTENT
    assert finding.tables is not None
    assert finding.tables.number == {
        Rounding.NEAREST: 0,
        Rounding.TRUNCATED: 21,
        Rounding.UP: 0,
    }


def test_a_negative_house_edge_of_a_side_bet_is_not_mirrored() -> None:
    game = load_game("betmgm-blackjack-pro")
    # 433/415 = 1.04337...: the house edge -4.337... is -4.33 cut off (towards 0) and -4.34 up.
    for printed, ways in (
        ("-4.33 %", [Rounding.TRUNCATED]),
        ("-4.34 %", [Rounding.NEAREST, Rounding.UP]),
    ):
        finding = judge_bet(game, f"players-pair.house_edge={printed}")
        assert finding.verdict is Verdict.UNDECIDABLE
        assert finding.tables is not None
        assert [way for way, number in finding.tables.number.items() if number] == ways
        assert {one.rtp for one in finding.tables.examples} == {Fraction(433, 415)}


def test_what_an_inferred_table_cannot_refute() -> None:
    game = load_game("betmgm-blackjack-pro")
    assert judge_bet(game, "players-pair.sd=9.9").verdict is Verdict.UNDECIDABLE
    # Whatever the pays, a pair comes with chance 31/415.
    assert judge_bet(game, "players-pair.hit_frequency=7.47 %").verdict is Verdict.CONSISTENT
    assert judge_bet(game, "players-pair.hit_frequency=8.47 %").verdict is Verdict.REFUTED


def test_unknown_pays_are_not_decidable_and_solved_for() -> None:
    game = load_game("bonus-pairs-blackjack")
    finding = judge_bet(game, "bonus-pairs=89.64 %")
    assert finding.verdict is Verdict.UNDECIDABLE
    assert finding.needs == {Verdict.UNDECIDABLE}
    assert finding.tables is not None
    # A pair of one rank: 31/415, so paid p to one the RTP is 31 (p + 1) / 415: p = 11 gives 89.64.
    assert [(one.pays, one.rtp) for one in finding.tables.examples] == [
        ((Fraction(11),), Fraction(31 * 12, 415))
    ]


def test_another_reading_of_a_side_bet() -> None:
    game = load_game("borgata-blackjack-pro")
    finding = judge_bet(game, "21+3=92.86 %")
    assert finding.verdict is Verdict.OTHER_READING
    assert {one.figure.readings for one in finding.matches} == {
        (("straight-ace", "high"),),
        (("straight-ace", "low"),),
    }


def test_published_pays_are_consistent_and_no_more(write_game: WriteGame) -> None:
    game = write_game(PAIR_BET % ("published", "0.5"))
    assert judge_bet(game, "pair=90 %").verdict is Verdict.CONSISTENT
    assert judge_bet(game, "pair=89 %").verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("claim", "part"),
    [
        ("main=9961 %", "99.61 % is meant?"),
        ("main=996.1 %", "99.61 % is meant?"),
        ("main=0.9961 %", "99.61 % is meant?"),
        ("main=0.35 %", "looks like its house edge"),
        ("main=-99.61 %", "is negative"),
        ("main.house_edge=99.61 %", "looks like its RTP"),
        ("main.sd=-1.1", "is negative"),
        ("main.hit_frequency=142 %", "more than certainty"),
    ],
)
def test_nonsense_is_explained(small: Game, workers: Workers, claim: str, part: str) -> None:
    finding = judge(small, workers, claim)
    assert finding.verdict is Verdict.REFUTED
    assert any(part in remark for remark in finding.remarks)
    assert finding.search is None


def test_contradicting_claims_are_explained(small: Game, workers: Workers) -> None:
    result = audit(small, workers, "main=100.66 %", "main.house_edge=0.3 %", "main=100.7 %")
    remarks = ["; ".join(one.finding.remarks) for one in result.judged]
    assert "house edge 0.3 %" in remarks[0]
    assert "RTP 100.66 %" in remarks[1]
    assert "house edge 0.3 %" in remarks[2], "100.7 and 100.66 agree with each other"
    assert "100.66" not in remarks[2]


def test_claims_about_different_things_do_not_contradict(small: Game, workers: Workers) -> None:
    result = audit(small, workers, "main=100.66 %", "main=100.58 % per unit wagered")
    assert [one.status for one in result.judged] == [Status.PASS, Status.PASS]
    assert not any(one.finding.remarks for one in result.judged)


def test_policy_needs_everything_that_a_verdict_rests_on(small: Game, workers: Workers) -> None:
    # Under soft17=hit 100.49320...: 100.494 is that rounded up.
    claim = "main=100.494 %"
    strict = audit(small, workers, claim).judged[0]
    assert strict.finding.needs == {Verdict.OTHER_READING, Verdict.ROUNDING_UP}
    half = Policy(frozenset({Verdict.OTHER_READING}))
    assert audit(small, workers, claim, policy=half).judged[0].status is Status.FAIL
    both = Policy(frozenset({Verdict.OTHER_READING, Verdict.ROUNDING_UP}))
    assert audit(small, workers, claim, policy=both).judged[0].status is Status.ALLOWED


def test_game_that_cannot_be_solved_is_not_decidable(
    write_game: WriteGame, workers: Workers
) -> None:
    finding = judge(write_game(PAIR_BET % ("stated", "1")), workers, "main=99 %")
    assert finding.verdict is Verdict.UNDECIDABLE
    assert finding.missing


def test_all_unreadable_claims_of_a_file_are_named_at_once(
    write_game: WriteGame, workers: Workers
) -> None:
    game = write_game(
        SMALL,
        main_claim("99.5 to 99.6 %"),
        main_claim("99.6 %"),
        main_claim("0.4 % house edge"),
        main_claim("99.6 % per unit wagered", denominator="initial bet"),
    )
    with pytest.raises(GameFileError) as caught:
        audit(game, workers)
    assert [mistake.key for mistake in caught.value.mistakes] == [
        "claims[0].printed",
        "claims[2].printed",
        "claims[3].printed",
    ]
    assert all(mistake.line for mistake in caught.value.mistakes)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("99.61", "write SUBJECT=NUMBER"),
        ("main=", "write SUBJECT=NUMBER"),
        ("mian=99.61", "there are: main"),
        ("main.rpt=99.61", "'main.rpt' is nothing"),
        ("main=ninety", "no number"),
    ],
)
def test_claims_on_the_command_line_that_are_none(small: Game, text: str, part: str) -> None:
    with pytest.raises(BjcalcError, match=part):
        parse_claim(text, small)


def test_a_side_bet_is_named_by_id_or_name() -> None:
    game = load_game("betmgm-blackjack-pro")
    for name in ("players-pair", "Player's Pair", "side_bets.players-pair", "players-pair.rtp"):
        assert parse_claim(f"{name}=95.9 %", game).about == "side_bets.players-pair"
    assert parse_claim("21+3.house_edge=3.7 %", game).what == "house_edge"


def test_classes_carried_over_between_insurance_rules_are_exact(
    small: Game, workers: Workers
) -> None:
    # Insurance at 4:1 is often taken, and even money for a natural that may not be insured.
    settings = {"insurance.pays": "4:1", "insurance.on_naturals": False, "blackjack.pays": "6:5"}
    generous = small.with_settings(settings)
    text = generous.with_settings({"insurance.even_money": True})
    figures = MainFigures(generous, workers)
    figures.everything()
    chart = solve_td(text.rules)
    values = {
        one.value
        for one in figures.mean_figures("rtp")
        if one.strategy == "TD" and one.readings == (("even-money", "yes"),)
    }
    assert values == {chart.rtp, chart.rtp_per_unit_wagered}
    assert solve(text.rules).ev != solve(generous.rules).ev
    assert figures.highest_bound(Fraction(3)) == 1 + max(
        upper_bound(rules) for _, rules in figures.readings
    )


@pytest.mark.slow
def test_the_claim_of_bonus_pairs_blackjack() -> None:
    game = load_game("bonus-pairs-blackjack")
    with Workers() as workers:
        finding = audit_game(game, workers=workers).judged[0].finding
    assert finding.verdict is Verdict.REFUTED
    assert finding.bound is not None
    returns = {
        one.readings: one.value
        for one in finding.figures
        if isinstance(one.value, Fraction)
        and one.strategy == "CD"
        and one.denominator == "initial bet"
    }
    assert percent(returns[()], 6) == "99.446998"
    assert percent(returns[(("resplit-aces", "yes"),)], 6) == "99.517173"
    assert finding.search is not None
    first = finding.search.explanations[0]
    assert first.settings == ("dealer.soft17=stand",)
    assert percent(first.value, 6) == "99.645237"
    assert Rounding.NEAREST in first.roundings


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "printed", "exact"),
    [
        ("borgata-blackjack-pro", "99.61 %", "99.590037"),
        ("betmgm-blackjack-pro", "99.55%", "99.514220"),
    ],
)
def test_the_main_claims_of_the_other_games(name: str, printed: str, exact: str) -> None:
    with Workers() as workers:
        finding = audit_game(load_game(name), workers=workers, explain=NO_SEARCH).judged[0].finding
    assert finding.printed.text == printed
    assert finding.verdict is Verdict.REFUTED
    assert finding.base is not None
    assert isinstance(finding.base.value, Fraction)
    assert percent(finding.base.value, 6) == exact
