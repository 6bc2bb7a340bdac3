"""What rule sets share: results on split hands are kept from game to game and must not be mixed up.

Games that differ in one rule are solved one after another in one process, and each again with
nothing kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction

from bjcalc import Rules, solve
from bjcalc.engine import kernel
from bjcalc.engine.split_values import SplitValues
from bjcalc.errors import RulesError
from bjcalc.rules.model import (
    Blackjack,
    Charlie,
    Dealer,
    DoubleOn,
    NaturalTakes,
    PairKind,
    Soft17,
    Split,
    SplitAces,
    SplitNatural,
    Surrender,
    Tie,
    UpCard,
)
from bjcalc.shoe import Shoe

# For each rule, values that differ from the games below; what they need besides is added.
OTHERS: dict[str, list[object]] = {
    "shoe": [Shoe.of_decks(2), Shoe.infinite_deck()],
    "dealer.soft17": [Soft17.HIT],
    "dealer.peek": [frozenset({UpCard.ACE}), frozenset({UpCard.TEN}), frozenset()],
    "dealer.natural_takes": [NaturalTakes.ORIGINAL, NaturalTakes.ORIGINAL_PER_HAND],
    "dealer.card_limit": [3, 5],
    "dealer.push_22": [True],
    "blackjack.pays": [Fraction(6, 5), Fraction(2)],
    "blackjack.beats_drawn_21": [False],
    "double.on": [
        DoubleOn(hard=frozenset(), soft=frozenset()),
        DoubleOn(hard=frozenset({9, 10, 11}), soft=None),
        DoubleOn(hard=None, soft=frozenset()),
    ],
    "double.any_cards": [True],
    "double.after_split": [False],
    "double.after_split_aces": [True],
    "split.pairs": [PairKind.RANK],
    "split.max_hands": [2],
    "split.max_hands_aces": [1, 3],
    "split.aces": [SplitAces.ONE_CARD],
    "split.ten_on_ace": [SplitNatural.BLACKJACK],
    "split.ace_on_ten": [SplitNatural.BLACKJACK],
    "surrender.ace": [Surrender.EARLY],
    "surrender.ten": [Surrender.LATE],
    "surrender.other": [Surrender.LATE],
    "player.stand_on_21": [False],
    "player.card_limit": [3, 4],
    "charlie": [
        Charlie(cards=4),
        Charlie(cards=4, pays=Fraction(2)),
        Charlie(cards=4, beats_natural=True),
        Charlie(cards=5, pays=Fraction(3, 2)),
    ],
    "ties.hands": [Tie.LOSE, Tie.WIN],
    "ties.naturals": [Tie.LOSE, Tie.WIN],
    "insurance.against": [frozenset(), frozenset({UpCard.ACE, UpCard.TEN})],
    "insurance.price": [Fraction(1, 3)],
    "insurance.pays": [Fraction(3)],
    "insurance.on_naturals": [False],
    "insurance.even_money": [True],
}
PEEK = Rules(shoe=Shoe.of_decks(1), split=Split(max_hands=3, aces=SplitAces.FREE))
GAMES = (PEEK, replace(PEEK, dealer=Dealer(peek=frozenset())))


def leaves(part: object, prefix: str = "") -> Iterator[str]:
    """The rules, by their names in game files; a shoe, totals and a Charlie are one rule each."""
    for field in fields(part):  # type: ignore[arg-type]
        value, name = getattr(part, field.name), prefix + field.name
        if is_dataclass(value) and not isinstance(value, (Shoe, DoubleOn)):
            yield from leaves(value, name + ".")
        else:
            yield name


def varied(rules: Rules) -> list[Rules]:
    """The rules with one rule after the other replaced, where that makes a game."""
    found = [rules]
    for key, values in OTHERS.items():
        part, _, name = key.rpartition(".")
        for value in values:
            try:
                if part:
                    found.append(
                        replace(rules, **{part: replace(getattr(rules, part), **{name: value})})
                    )
                else:
                    found.append(replace(rules, **{name: value}))
            except RulesError:
                continue  # it contradicts another rule
    return found


def results(rules: Rules, played: bytes) -> tuple[object, ...]:
    """The game's values, and those of its splits if hands are `played` as in another game.

    What is best differs between most games; with the same play only the rules tell them apart.
    """
    solution = solve(rules)
    splits = SplitValues(solution.kernel, lambda value, hands: played)
    pairs = {(deal.pair, deal.up): deal for deal in solution.deals if deal.pair is not None}
    return (
        solution.ev,
        solution.stake,
        [splits.value(deal.pair, deal.up) for deal in pairs.values() if deal.pair is not None],
        [solution.action_values(deal).unconditional for deal in pairs.values()],
    )


def test_every_rule_is_varied() -> None:
    assert sorted(leaves(Rules())) == sorted(OTHERS)


def test_a_game_after_others_equals_the_game_alone() -> None:
    games = [rules for base in GAMES for rules in varied(base)]
    paid = SplitNatural.BLACKJACK
    naturals = replace(PEEK.split, ten_on_ace=paid, ace_on_ten=paid)
    games += [
        replace(PEEK, split=naturals, blackjack=Blackjack(pays=Fraction(pays)))
        for pays in ("3/2", "6/5", "2")
    ]
    # All but two, which contradict others.
    assert len(games) >= 2 * sum(map(len, OTHERS.values())) - 2
    kernel._shared.clear()
    played = solve(PEEK).decisions
    after_others = [results(rules, played) for rules in games]
    again = [results(rules, played) for rules in reversed(games)][::-1]
    for rules, found, once_more in zip(games, after_others, again, strict=True):
        kernel._shared.clear()
        alone = results(rules, played)
        assert found == alone
        assert once_more == alone
