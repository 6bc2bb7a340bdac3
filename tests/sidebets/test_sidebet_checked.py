"""Reading a game counts no side bet; what only counting finds is told where it stands; threads."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time

import pytest
from bets import made
from running import bjcalc

from bjcalc import load_game
from bjcalc.errors import GameFileError, UnsupportedRuleError
from bjcalc.gamefile import check_side_bets
from bjcalc.numbers import root_text
from bjcalc.shoe import Shoe
from bjcalc.sidebets import counts as counting
from bjcalc.sidebets import dealer_hand, deals, known_bets
from bjcalc.sidebets.bet import Paid, SideBet
from bjcalc.sidebets.counts import WrongBetError, count, paid_categories
from bjcalc.sidebets.reader import parse_side_bets

GAME = Path(__file__).with_name("checked.txt").read_text()


def game_file(folder: Path, **changes: object) -> Path:
    words = {"decks": 8, "paid": "best", "trips": 100, "other": 6} | changes
    path = folder / "checked.toml"
    path.write_text(GAME.format(**words))
    return path


NEVER = "'Trips' can never happen with 2 decks (same card)"
LESS = "'Three' pays more than 'Trips', which stands before it"
WRONG = [
    ({"decks": 2}, (), (":14: side_bets[0].categories[0].when: ", NEVER)),
    ({"trips": 1}, (), (":19: side_bets[0].categories[1].pays: ", LESS)),
    ({"other": 2}, (), (":32: ", "2 decks")),
    ({}, ("--set", "shoe.decks=2"), ("setting shoe.decks=2: ", NEVER)),
    ({}, ("--set", "side_bets.pairs.pays=[1, 10]"), ("side_bets.pairs.pays=[1, 10]: ", LESS)),
]


@pytest.mark.parametrize(("changes", "options", "parts"), WRONG)
def test_what_counting_finds_is_told_where_it_stands(
    changes: dict[str, object],
    options: tuple[str, ...],
    parts: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    path = str(game_file(tmp_path, **changes))
    load_game(path, set=options[1:])
    for words in (
        ("sidebets", path),
        ("paytables", path, "pairs", "--rtp", "90"),
        ("formula", "pairs", "--game", path),
        ("combine", path, "--bets", "main=1,pairs=1"),
        ("audit", path, "--no-explain"),
    ):
        status, out, err = bjcalc(capsys, *words, *options)
        assert (status, out) == (2, ""), words
        for part in parts:
            assert part in err, words
    if not options:
        with pytest.raises(GameFileError, match=r"checked\.toml"):
            check_side_bets(load_game(path))


def test_the_main_game_counts_no_side_bet(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def counted(*_: object) -> None:
        raise AssertionError("a side bet is counted")

    monkeypatch.setattr(counting, "deals_of", counted)
    counting._counted.cache_clear()
    for words in (
        ("rtp", "borgata-blackjack-pro"),
        ("rtp", str(game_file(tmp_path, decks=2, other=1)), "--set", "split.max_hands=2"),
        ("hand", "borgata-blackjack-pro", "--cards", "9,9", "--up", "7"),
        ("games",),
    ):
        assert bjcalc(capsys, *words)[0] == 0, words
    with pytest.raises(AssertionError, match="is counted"):
        check_side_bets(load_game("borgata-blackjack-pro"))


def test_concrete_cards_that_two_exclusive_categories_claim() -> None:
    categories = [{"when": "same rank", "pays": 5}, {"when": "same suit", "pays": 2}]
    bet = made({"cards": ["player1", "player2"], "categories": categories})
    assert bet.paid is Paid.EXCLUSIVE
    assert paid_categories(bet, (0, 1)) == (0,)
    with pytest.raises(WrongBetError, match="can hold for the same cards"):
        paid_categories(bet, (0, 0))


def test_many_threads_count_what_one_does() -> None:
    """200 mixed calls on 8 threads, each asked for by two of them, with all caches empty."""
    shoes = [Shoe.of_decks(decks) for decks in (1, 2, 6, 8)]
    asked: list[tuple[SideBet, Shoe]] = [
        (known.bet(version), shoe)
        for known in known_bets()
        for version in known.versions[:1]
        for shoe in shoes
    ]
    calls = random.Random(1).sample(asked * 2, k=min(200, 2 * len(asked)))

    def call(one: tuple[SideBet, Shoe]) -> tuple[object, ...]:
        counts = count(*one)
        places = len(counts.bet.name)
        return counts.outcomes, counts.rtp, root_text(counts.variance, places)

    alone = list(map(call, calls))
    for cache in (counting._counted, deals.count_deals, dealer_hand._law):
        cache.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(call, calls)) == alone


@pytest.mark.parametrize(
    "cards",
    [("hearts", "clubs", "spades", "A", "2", "3"), ("Qh", "Kc", "2s", "7d"), ("Qh", "7c", "2d")],
)
def test_a_bet_that_tells_too_many_deals_apart_is_refused_in_time(cards: tuple[str, ...]) -> None:
    """Some of these took minutes; the conditions ask for single cards, ranks, suits and totals."""
    slots = ["player1", "player2", "player3", "up", "hole"]
    whens = [f"{slot} is {card}" for slot in slots for card in cards]
    whens += ["straight", "same suit", "total in player1, up, hole > 13", "total in player = 12"]
    categories = [{"when": when, "pays": 1} for when in whens]
    bet = made({"cards": slots, "paid": "all", "categories": categories})
    started = process_time()
    with pytest.raises(UnsupportedRuleError, match="tells too many deals apart"):
        count(bet, Shoe.of_decks(8))
    assert process_time() - started < 4  # one or two alone


def test_endless_lists_of_bets_are_refused() -> None:
    raw = [{"name": f"b{n}", "cards": ["up"], "categories": []} for n in range(1000)]
    _, mistakes = parse_side_bets(raw, key_prefix="side_bets")
    assert [str(one) for one in mistakes] == ["side_bets: 1000 side bets are more than 40"]
