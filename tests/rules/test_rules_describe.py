from __future__ import annotations

import pytest

from bjcalc.gamefile import load_game
from bjcalc.rules import rules_line

CHARLIE = "blackjack-seven-card-charlie"


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        (
            "shoe.decks=1; dealer.soft17=hit; dealer.peek=[]; split.max_hands=1; "
            "split.max_hands_aces=1; double.on=none; charlie=none; insurance.against=[]",
            "1 deck, H17, no double, no split, no surrender, no peek, a dealer natural takes all, "
            "3:2, no insurance",
        ),
        (
            "shoe.decks=infinite; dealer.peek=[ten]; dealer.natural_takes=original; "
            "surrender.ten=early; surrender.other=late; blackjack.pays=1.2; "
            "charlie.pays=2:1; dealer.card_limit=5; insurance.price=1",
            "infinite deck, S17, DAS, 2 hands, surrender early v T, late v 2-9, peek T, a dealer "
            "natural takes the original bet, 6:5, 7-card Charlie pays 2:1, dealer stands at 5 "
            "cards, insurance v A 2:1 for 1/1 bet, naturals not insured",
        ),
        (
            "split.max_hands=4; split.max_hands_aces=1; split.pairs=rank; split.aces=free; "
            "split.ten_on_ace=blackjack; split.ace_on_ten=blackjack; player.card_limit=9; "
            "double.on={hard=[9,10,11,14], soft=[]}; double.after_split=false",
            "8 decks, S17, double hard 9-11/14, no DAS, 4 hands, aces not split, pairs of the same "
            "rank, split aces play on, T on a split A is a blackjack, A on a split T is a "
            "blackjack, no surrender, peek A+T, 3:2, 7-card Charlie, player stands at 9 cards, "
            "naturals not insured",
        ),
        (
            "double.on={soft=[16,18], hard='any'}; double.any_cards=true; split.aces=free; "
            "double.after_split_aces=true; player.stand_on_21=false; dealer.peek=[ace]; "
            "blackjack.beats_drawn_21=false; charlie.beats_natural=true; "
            "insurance.against=[ace, ten]; insurance.on_naturals=true",
            "8 decks, S17, double any hard or soft 16/18, double on any number of cards, DAS, DAS "
            "on aces, 2 hands, split aces play on, no surrender, peek A, a dealer natural takes "
            "all, 3:2, a natural pushes a drawn 21, 7-card Charlie, beats a dealer natural, "
            "insurance v A+T 2:1 for 1/2 bet, 21 may be played on",
        ),
        (
            "dealer.peek=[]; dealer.natural_takes=original_per_hand; surrender=early",
            "8 decks, S17, DAS, 2 hands, early surrender, no peek, a dealer natural takes one bet "
            "a hand, 3:2, 7-card Charlie, naturals not insured",
        ),
    ],
)
def test_rules_in_a_line(settings: str, line: str) -> None:
    assert rules_line(load_game(CHARLIE, set=settings.split("; ")).rules) == line
