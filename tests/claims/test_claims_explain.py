"""The search for rule changes: exact values, settings that say the same, a documented order."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from claim_games import EIGHT_DECKS, SMALL, WriteGame

from bjcalc import solve
from bjcalc.claims.explain import search
from bjcalc.claims.finding import SearchResult
from bjcalc.claims.printed import parse_printed
from bjcalc.claims.rounding import roundings
from bjcalc.claims.rule_changes import CHANGES, RuleChange
from bjcalc.claims.side_bets import judge_side_bet
from bjcalc.claims.work import Job, Workers, evaluate
from bjcalc.errors import BjcalcError
from bjcalc.gamefile import Claim, Game, load_game
from bjcalc.numbers import decimal_text

DOCS = Path(__file__).parents[2] / "docs" / "claims.md"


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.name)
@pytest.mark.parametrize("before", [(), ("charlie.cards=8", "charlie.pays=2", "double.on=none")])
def test_a_change_is_what_its_settings_set(
    change: RuleChange, before: tuple[str, ...], write_game: WriteGame
) -> None:
    game = write_game(EIGHT_DECKS).with_settings(before)
    assert game.with_settings(change.settings_for(game.rules)).rules == change.apply(game.rules)


def test_the_order_is_the_documented_one_and_names_are_told_apart() -> None:
    listed = re.findall(r"^\d+\. (.+)$", DOCS.read_text(), re.MULTILINE)
    assert listed == [change.name for change in CHANGES]
    assert len(set(listed)) == len(listed)


def found(
    game: Game, text: str, workers: Workers, per: str = "initial bet", *, all_pairs: bool = False
) -> SearchResult:
    """What a search for explanations of a printed number finds; every one is exact."""
    printed = parse_printed(text)
    what = printed.what or "rtp"
    result = search(
        game.rules, printed, what, denominator=per, workers=workers, all_pairs=all_pairs
    )
    for one in result.explanations:
        again = solve(game.with_settings(one.settings).rules)
        rtp = again.rtp if per == "initial bet" else again.rtp_per_unit_wagered
        assert one.value == (rtp if what == "rtp" else 1 - rtp)
        assert one.roundings == roundings(printed, one.value) != ()
    return result


def test_one_change_is_found_first(write_game: WriteGame, workers: Workers) -> None:
    game = write_game(SMALL)
    hit = solve(game.with_settings(["dealer.soft17=hit"]).rules)
    first = found(game, f"{decimal_text(100 * hit.rtp, 8)} %", workers).explanations[0]
    assert (first.names, first.settings) == (("the dealer hits soft 17",), ("dealer.soft17=hit",))
    assert first.value == hit.rtp


def test_two_changes_are_ranked_after_one_and_by_commonness(
    write_game: WriteGame, workers: Workers
) -> None:
    result = found(write_game(SMALL), "0.1 % house edge", workers, "total wagered")
    order = {change.name: index for index, change in enumerate(CHANGES)}
    ranks = [
        (len(one.names), "nearest" not in one.roundings, sum(order[name] for name in one.names))
        for one in result.explanations
    ]
    assert ranks == sorted(ranks)
    assert ranks[-1][0] == 2


def test_pairs_left_out_are_counted(write_game: WriteGame, workers: Workers) -> None:
    result = found(write_game(SMALL), "99.9 %", workers)
    fitting = [pair for pair in combinations(CHANGES, 2) if pair[0].group != pair[1].group]
    assert result.pairs_solved < result.pairs <= len(fitting)


@pytest.mark.slow
def test_all_pairs_finds_no_more_here(write_game: WriteGame) -> None:
    game = write_game(SMALL)
    with Workers() as workers:
        some, all_ = (found(game, "99.9 %", workers, all_pairs=wanted) for wanted in (False, True))
    assert all_.pairs_solved == all_.pairs == some.pairs
    assert some.explanations == all_.explanations


def test_no_change_leads_to_rules_that_contradict_each_other(write_game: WriteGame) -> None:
    for text in (EIGHT_DECKS, SMALL):
        rules = write_game(text).rules
        for change in CHANGES:
            if change.group != "Charlie":
                change.apply(rules)  # rules that contradict each other cannot be made


def test_processes_give_what_one_process_gives(write_game: WriteGame) -> None:
    rules = write_game(SMALL).rules
    jobs = [Job(change.apply(rules)) for change in CHANGES[:6]]
    seen: list[tuple[str, int, int]] = []
    with Workers(2, progress=lambda *step: seen.append(step)) as workers:
        outcomes = workers.evaluate("rules", jobs)
    assert outcomes == [evaluate(job) for job in jobs]
    assert seen == [("rules", done, 6) for done in range(1, 7)]


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn", "fork beside a thread"])
def test_processes_may_be_started_in_any_way(method: str, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    program = tmp_path / "program.py"
    program.write_text(
        "import multiprocessing, threading\n"
        "from bjcalc.claims.rule_changes import CHANGES\n"
        "from bjcalc.claims.work import Job, Workers, evaluate\n"
        "from bjcalc.gamefile import load_game\n"
        "if __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({method.split(maxsplit=1)[0]!r})\n"
        f"    if {method.endswith('thread')}:\n"
        "        threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "    rules = load_game('small.toml').rules\n"
        "    jobs = [Job(change.apply(rules)) for change in CHANGES[:4]]\n"
        "    with Workers(2) as workers:\n"
        "        assert workers.evaluate('rules', jobs) == [evaluate(job) for job in jobs]\n"
    )
    run = subprocess.run(
        [sys.executable, str(program)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_a_process_that_dies_is_an_error_in_one_sentence(write_game: WriteGame) -> None:
    rules = write_game(SMALL).rules
    jobs = [Job(change.apply(rules)) for change in CHANGES[:6]]
    with Workers(2) as workers:
        workers.evaluate("rules", jobs)
        assert workers._pool is not None
        for process in list(workers._pool._processes.values()):
            process.kill()
        with pytest.raises(BjcalcError, match="ended from outside"):
            workers.evaluate("rules", jobs)


def test_rules_that_cannot_be_solved_come_back_as_text(write_game: WriteGame) -> None:
    game = write_game("schema = 1\n[game]\nname = 'Few'\n[shoe]\ncounts = { 2 = 5 }\n")
    outcome = evaluate(Job(game.rules, ("CD", "TD")))
    assert set(outcome) == {"CD", "TD"}
    assert all(isinstance(one, str) and one for one in outcome.values())


def test_a_side_bet_is_explained_by_the_number_of_decks() -> None:
    game = load_game("betmgm-blackjack-pro").with_settings({"side_bets.21+3.pays_source": "stated"})
    claim = Claim(about="side_bets.21+3", what="rtp", printed="95.82 %")
    printed = parse_printed(claim.printed, "rtp")
    finding = judge_side_bet(claim, printed, "rtp", game, explain=True)
    assert finding.search is not None
    for one in finding.search.explanations:
        bet = game.with_settings(one.settings)
        again = judge_side_bet(claim, printed, "rtp", bet, explain=False)
        assert again.base is not None
        assert again.base.value == one.value
    assert finding.search.single == 5
