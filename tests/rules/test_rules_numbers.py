"""Odd numbers in every numeric field: an answer at once, a game or a message."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bjcalc.errors import BjcalcError, GameFileError, RulesError
from bjcalc.gamefile import check_side_bets, load_game
from bjcalc.rules import rules_from_dict

KEYS = (
    *("blackjack.pays", "insurance.price", "insurance.pays", "charlie.pays", "charlie.cards"),
    *("split.max_hands", "split.max_hands_aces", "dealer.card_limit", "player.card_limit"),
    *("shoe.decks", "shoe.counts.A", "double.on.hard", "double.on.soft"),
)
LONG = "9" * 5000
NUMBERS = (
    *("1e999999999", "1e-999999999", "-1e999999999", "1E+99999999999999999999", "1e21", "1e-21"),
    *(LONG, f"0.{LONG}", f"{LONG}.5", f"0x{'f' * 5000}", f"1e{LONG}", f"-{LONG}", f"[{LONG}]"),
    *(f"{LONG}:1", f"1:{LONG}", f"1/{LONG}", "1:1e999999999", "1:0", "0/0", "1e9:1e9", "3:2:1"),
    *("nan", "-inf", "+1e400", "٣:٢", "²", "⅓", "0b", "--1", "1 000", "1,5", "1e", ""),
)
BASE = load_game("borgata-blackjack-pro", set=["charlie.cards=7"])


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:12])
def test_odd_numbers_get_an_answer_at_once(number: str, tmp_path: Path) -> None:
    started = time.process_time()
    for key in KEYS:
        text = 'schema = 1\ngame.name = "x"\n'
        shoe = "" if key.startswith("shoe") else "shoe.decks = 8\n"
        for written in (number, f'"{number}"'):
            (tmp_path / "x.toml").write_text(f"{text}{shoe}{key} = {written}\n", "utf-8")
            with pytest.raises(GameFileError) as caught:
                load_game(tmp_path / "x.toml")
            assert len(str(caught.value)) < 600
            with pytest.raises(GameFileError):
                BASE.with_settings([f"{key}={written}"])
        with pytest.raises(RulesError):
            rules_from_dict({key.removesuffix(".A"): number})
    for key in ("side_bets.21+3.pays", "side_bets.21+3.categories[0].pays"):
        for written in (number, f'"{number}"', f"[{number}]"):
            with pytest.raises(BjcalcError) as refused:
                check_side_bets(BASE.with_settings([f"{key}={written}"]))
            assert str(refused.value)
    assert time.process_time() - started < 20
