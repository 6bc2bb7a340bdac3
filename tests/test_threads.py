"""Any number of threads get the numbers that one gets: many questions at once.

Each question's answer is worked out in a process of its own, started anew, and compared with what
eight threads find that ask all questions, in mixed order and several times, of one process.
"""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from bjcalc import Rules, hand_values, load_game, solve
from bjcalc.engine import kernel
from bjcalc.outcomes import distribution, moments
from bjcalc.rules.model import Split
from bjcalc.shoe import Shoe
from bjcalc.sidebets import count
from bjcalc.strategy import compare, evaluate_chart, solve_td

ONE = Rules(shoe=Shoe.of_decks(1), split=Split(max_hands=3))
GAMES: dict[str, Rules] = {
    "base": ONE,
    "two hands": replace(ONE, split=Split(max_hands=2)),
    "two decks": replace(ONE, shoe=Shoe.of_decks(2)),
    "infinite": replace(ONE, shoe=Shoe.infinite_deck()),
    **{
        f"{part}.{name}={value}": replace(
            ONE, **{part: replace(getattr(ONE, part), **{name: value})}
        )
        for part, name, value in (
            ("dealer", "soft17", "hit"),
            ("dealer", "peek", []),
            ("dealer", "card_limit", 4),
            ("blackjack", "beats_drawn_21", False),
            ("double", "after_split", False),
            ("double", "any_cards", True),
            ("split", "aces", "free"),
            ("split", "ten_on_ace", "blackjack"),
        )
    },
    "charlie": replace(ONE, charlie={"cards": 5, "pays": "3:2"}),
}
BETS = load_game("borgata-blackjack-pro").side_bets
ASKED: dict[str, Callable[[Rules], object]] = {
    "solve": lambda rules: (solve(rules).ev, solve(rules).stake),
    "hands": lambda rules: [
        hand_values(rules, cards, up).unconditional
        for cards, up in (("8,8", "A"), ("A,7", "9"), ("2,3,4", "T"))
    ],
    "after a split": lambda rules: hand_values(rules, "8,3", "6", split_of="8").unconditional,
    "moments": lambda rules: moments(solve(rules)),
    "law": lambda rules: distribution(solve(replace(rules, split=Split(max_hands=1)))).net,
    "chart": lambda rules: solve_td(rules).ev,
    "evaluate": lambda rules: evaluate_chart(rules, solve_td(rules).chart).worst_cells,
    "classes": lambda rules: compare(rules).evs,
    "side bets": lambda rules: [count(bet, rules.shoe, rules.dealer).rtp for bet in BETS],
}
QUESTIONS = [("solve", game) for game in GAMES] + [
    ("hands", "two decks"),
    ("hands", "charlie"),
    ("after a split", "base"),
    ("after a split", "two decks"),
    ("moments", "two hands"),
    ("law", "two hands"),
    ("chart", "two hands"),
    ("evaluate", "two hands"),
    ("classes", "two hands"),
    ("side bets", "two decks"),
]
TIMES = {"solve": 6, "hands": 24, "after a split": 24, "side bets": 24}


def answer(question: tuple[str, str]) -> object:
    """The answer to one question about one game."""
    asked, game = question
    return ASKED[asked](GAMES[game])


def test_eight_threads_find_what_new_processes_find() -> None:
    numbers = [
        number
        for number in range(len(QUESTIONS))
        for _ in range(TIMES.get(QUESTIONS[number][0], 2))
    ]
    assert len(numbers) >= 200
    random.Random(1).shuffle(numbers)
    kernel._shared.clear()
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda number: answer(QUESTIONS[number]), numbers))
    context = multiprocessing.get_context("spawn")
    with context.Pool(2, maxtasksperchild=1) as processes:
        alone = processes.map(answer, QUESTIONS, chunksize=1)
    assert found == [alone[number] for number in numbers]


def test_threads_read_one_solution() -> None:
    solution = solve(GAMES["base"])
    deals = list(solution.deals)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(solution.action_values, random.Random(2).sample(deals, 300)))
    alone = solve(GAMES["base"])
    kernel._shared.clear()
    expected = [alone.action_values(deal) for deal in random.Random(2).sample(deals, 300)]
    assert found == expected
