"""Random games, their side bets and claims included: all that can be certified is found valid."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from forge import HERE

from bjcalc import load_game
from bjcalc.cli.main import cli
from bjcalc.errors import BjcalcError

VALUES = {
    "shoe.decks": ["1", "2", "6"],
    "shoe.infinite": ["true", "false"],
    "dealer.soft17": ["stand", "hit"],
    "dealer.peek": ["[]", '["ace"]', '["ten"]', '["ace", "ten"]'],
    "dealer.natural_takes": ["all", "original", "original_per_hand"],
    "dealer.card_limit": ["none", "4", "6"],
    "dealer.push_22": ["false", "true"],
    "ties.hands": ["push", "lose", "win"],
    "ties.naturals": ["push", "lose", "win"],
    "blackjack.pays": ["3:2", "6:5", "1"],
    "blackjack.beats_drawn_21": ["true", "true", "false"],
    "double.on": ["any", "none", "{hard=[9, 10, 11], soft=[]}", '{hard="any", soft=[13, 18]}'],
    "double.any_cards": ["false", "true"],
    "double.after_split": ["true", "false"],
    "double.after_split_aces": ["false", "true"],
    "split.pairs": ["value", "rank"],
    "split.max_hands": ["1", "2", "3", "4"],
    "split.max_hands_aces": ["1", "2", "3"],
    "split.aces": ["one-card", "free"],
    "split.ten_on_ace": ['"21"', "blackjack"],
    "split.ace_on_ten": ['"21"', "blackjack"],
    "surrender.ace": ["none", "late", "early"],
    "surrender.ten": ["none", "late", "early"],
    "surrender.other": ["none", "late", "early"],
    "insurance.against": ["[]", '["ace"]', '["ace", "ten"]'],
    "insurance.price": ["1:2", "1:3", "1"],
    "insurance.pays": ["2", "3"],
    "insurance.on_naturals": ["true", "false"],
    "insurance.even_money": ["false", "true"],
    "player.stand_on_21": ["true", "false"],
    "player.card_limit": ["none", "5"],
    "charlie.cards": ["3", "5", "7"],
    "side_bets.pairs.pays": ["[12, 5]", "[25, 1]"],
    "side_bets.queens.paid": ["all", "best"],
}


@pytest.mark.slow
@pytest.mark.parametrize("block", range(6))
def test_random_games_are_valid(block: int, tmp_path: Path) -> None:
    """Ten in each block: certified, and their folders verified; refused ones are drawn again."""
    chance, done = random.Random(block), 0
    while done < 10:
        game = chance.choice(sorted((HERE / "games").glob("*.toml")))
        keys = chance.sample(sorted(VALUES), chance.randint(1, 8))
        if game.stem != "side-bets":
            keys = [key for key in keys if not key.startswith("side_bets")]
        settings = [f"{key}={chance.choice(VALUES[key])}" for key in keys]
        folder = str(tmp_path / str(done))
        options = [option for one in settings for option in ("--set", one)]
        try:
            load_game(game, set=settings)
        except BjcalcError:
            continue
        made = CliRunner().invoke(cli, ["certify", str(game), "-o", folder, *options])
        if isinstance(made.exception, BjcalcError):
            continue
        assert made.exception is None, (game, settings)
        found = CliRunner().invoke(cli, ["verify", folder, "--json"], standalone_mode=False)
        assert found.exception is None, (game, settings)
        answer = json.loads(found.stdout)
        assert answer["code"] == "valid", (game, settings, answer)
        done += 1
