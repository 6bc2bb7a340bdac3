"""Every kind of verdict, on games where it is right for a known reason."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from claim_games import EIGHT_DECKS, PAIR_BET, SMALL, WriteGame

from bjcalc import solve
from bjcalc.claims.audit import GameAudit, Policy, Status, audit_game, parse_claim
from bjcalc.claims.figures import MainFigures
from bjcalc.claims.finding import Finding, Verdict
from bjcalc.claims.judge import SearchWish, judge_main, strategy_class
from bjcalc.claims.printed import parse_printed
from bjcalc.claims.side_bets import judge_side_bet
from bjcalc.claims.words import paragraph
from bjcalc.claims.work import Job, Outcome, Workers
from bjcalc.gamefile import Game, load_game
from bjcalc.numbers import decimal_text
from bjcalc.sidebets import Rounding
from bjcalc.strategy import solve_td, upper_bound

NO_SEARCH = SearchWish(wanted=False)


def audit(game: Game, workers: Workers, *claims: str, **options: Any) -> GameAudit:
    extra = [parse_claim(text, game) for text in claims]
    options.setdefault("explain", NO_SEARCH)
    return audit_game(game, workers=workers, extra_claims=extra, **options)


@pytest.fixture
def small(write_game: WriteGame) -> Game:
    return write_game(SMALL)


DATA = tomllib.loads(Path(__file__).with_name("verdicts.toml").read_text())
ASKED = ("why", "slow", "game", "pays", "set", "claim", "by", "per")


def asked(case: dict[str, Any], write_game: WriteGame, workers: Workers) -> Finding:
    """The finding about a case's claim."""
    texts = {"small": SMALL, "eight": EIGHT_DECKS}
    if case["game"] == "pair":
        game = write_game(PAIR_BET % tuple(case["pays"]))
    elif case["game"] in texts:
        game = write_game(texts[case["game"]])
    else:
        game = load_game(case["game"]).with_settings(case.get("set", {}))
    if isinstance(case["claim"], int):
        claim = game.claims[case["claim"]]
    else:
        claim = replace(
            parse_claim(case["claim"], game), strategy=case.get("by"), denominator=case.get("per")
        )
    printed = parse_printed(claim.printed, claim.what)
    if claim.side_bet is not None:
        return judge_side_bet(claim, printed, claim.what, game, explain=True)
    # Otherwise only impossible numbers: that nothing is searched for then.
    wish = SearchWish(wanted="searched" in case or "explained" in case)
    return judge_main(claim, printed, claim.what, MainFigures(game, workers), wish)


def seen(finding: Finding) -> dict[str, Any]:
    """What a finding says, by the keys of a case."""
    found: dict[str, Any] = {
        "is": finding.verdict.value,
        "printed": finding.printed.text,
        "needs": sorted(finding.needs),
        "remark": "; ".join(finding.remarks),
        "missing": finding.missing,
        "searched": finding.search is not None,
        "table": finding.table_used,
        "bound": "" if finding.bound is None else decimal_text(100 * finding.bound, 9),
        "matching": [dict(one.figure.readings) for one in finding.matches],
        "returns": {
            ", ".join(map("=".join, one.readings)): one.value
            for one in finding.figures
            if (one.strategy, one.denominator) == ("CD", "initial bet")
        },
    }
    if finding.base is not None:
        found["base"] = finding.base.value
    if finding.decided_by is not None:
        found["readings"] = dict(finding.decided_by.figure.readings)
        found["strategy"] = finding.decided_by.figure.strategy
        found["roundings"] = [way.value for way in finding.decided_by.roundings]
    if finding.search is not None and finding.search.explanations:
        first = finding.search.explanations[0]
        assert Rounding.NEAREST in first.roundings
        found["explained"] = {"settings": list(first.settings), "rtp": first.value}
    tables = finding.tables
    if tables is not None:
        found["step"] = str(tables.step)
        found["tables"] = {way.value: number for way, number in tables.number.items()}
        found["reached"] = [way.value for way, number in tables.number.items() if number]
        found["neighbours"] = list(map(str, tables.neighbours or ()))
        found["examples"] = sorted({str(one.rtp) for one in tables.examples})
        found["example_pays"] = [list(map(str, one.pays)) for one in tables.examples]
    return found


def as_given(found: Any, wanted: Any) -> Any:
    """What was found, exact values in percent as far as given."""
    if isinstance(found, dict):
        return {key: as_given(value, wanted.get(key)) for key, value in found.items()}
    if isinstance(found, Fraction) and wanted is not None:
        return decimal_text(100 * found, len(wanted.partition(".")[2]))
    return found


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(one, id=one["why"], marks=[pytest.mark.slow] if "slow" in one else [])
        for one in DATA["verdict"]
    ],
)
def test_what_becomes_of_a_claim(
    case: dict[str, Any], write_game: WriteGame, workers: Workers
) -> None:
    found = seen(asked(case, write_game, workers))
    for key, wanted in case.items():
        if key in ("remark", "missing") or (key == "bound" and wanted):
            assert wanted in found[key], key
        elif key == "returns":
            assert wanted.items() <= as_given(found[key], wanted).items()
        elif key not in ASKED:
            assert as_given(found[key], wanted) == wanted, key


def test_strategy_names() -> None:
    assert strategy_class(None) == "CD"
    for text, name in DATA["strategies"].items():
        assert (strategy_class(text) or "") == name, text


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
    assert audit(small, workers, "main=102 %").judged[0].finding.bound == 1 + upper_bound(
        small.rules
    )


def test_how_far_off_a_refuted_claim_is(small: Game, workers: Workers) -> None:
    result = audit(small, workers, "main=99.9 %")
    text = paragraph(result.judged[0], result)
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
    of_main, of_bet = (paragraph(one, result) for one in result.judged)
    assert "pair-pays" not in of_main
    assert "Not told apart by computing, and so left open: pair-pays=too." in of_bet


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
