"""True certificates of small games are valid; each false statement is refused for its reason."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from make import Body, as_bytes, body_of, body_of_solution, exact, put_at

from bjcalc.certificate.play import symbols
from bjcalc.checker.check import Report, check_bytes
from bjcalc.errors import ShoeExhaustedError, UnsupportedRuleError
from bjcalc.gamefile import load_game, shipped_games
from bjcalc.rules import Rules
from bjcalc.rules.model import (
    Blackjack,
    Charlie,
    Dealer,
    Double,
    DoubleOn,
    Insurance,
    NaturalTakes,
    PairKind,
    Player,
    Soft17,
    Split,
    SplitAces,
    SplitNatural,
    Surrender,
    SurrenderRules,
    UpCard,
)
from bjcalc.shoe import Shoe

SMALL = Shoe(values=(3, 0, 2, 0, 0, 3, 0, 4, 0, 9))
RANKS = Shoe.of_ranks((3, 0, 0, 0, 3, 0, 0, 3, 0, 4, 3, 3, 1))
BASE = Rules(shoe=SMALL, split=Split(max_hands=3))
NO_PEEK = Dealer(peek=frozenset())
EARLY = SurrenderRules(ace=Surrender.EARLY, ten=Surrender.EARLY, other=Surrender.EARLY)
LATE = SurrenderRules(ace=Surrender.LATE, ten=Surrender.LATE, other=Surrender.LATE)

GAMES = {
    "plain": BASE,
    "two hands": replace(BASE, split=Split(max_hands=2)),
    "no splits": replace(BASE, split=Split(max_hands=1, max_hands_aces=1)),
    "aces resplit": replace(BASE, split=Split(max_hands=3, max_hands_aces=3)),
    "aces free": replace(
        BASE,
        split=Split(max_hands=3, aces=SplitAces.FREE),
        double=Double(after_split_aces=True),
    ),
    "aces free, no double": replace(BASE, split=Split(max_hands=3, aces=SplitAces.FREE)),
    "H17": replace(BASE, dealer=Dealer(soft17=Soft17.HIT)),
    "dealer's limit": replace(BASE, dealer=Dealer(card_limit=4)),
    "no peek, all": replace(BASE, dealer=NO_PEEK, surrender=LATE),
    "no peek, original": replace(
        BASE, dealer=replace(NO_PEEK, natural_takes=NaturalTakes.ORIGINAL)
    ),
    "no peek, per hand": replace(
        BASE, dealer=replace(NO_PEEK, natural_takes=NaturalTakes.ORIGINAL_PER_HAND)
    ),
    "ten not peeked, early": replace(BASE, dealer=Dealer(peek=frozenset({"ace"})), surrender=EARLY),
    "late surrender": replace(BASE, surrender=LATE),
    "early surrender": replace(BASE, surrender=EARLY),
    "natural ties 21": replace(
        BASE, blackjack=Blackjack(pays=Fraction(6, 5), beats_drawn_21=False), dealer=NO_PEEK
    ),
    "split naturals": replace(
        BASE,
        dealer=NO_PEEK,
        split=Split(
            max_hands=3, ten_on_ace=SplitNatural.BLACKJACK, ace_on_ten=SplitNatural.BLACKJACK
        ),
    ),
    "Charlie": replace(BASE, charlie=Charlie(cards=4, pays=Fraction(3, 2))),
    "Charlie beats naturals": replace(
        BASE,
        charlie=Charlie(cards=3, beats_natural=True),
        dealer=NO_PEEK,
        double=Double(any_cards=True),
    ),
    "a Charlie of 21 ties with naturals": replace(
        BASE,
        charlie=Charlie(cards=3),
        dealer=NO_PEEK,
        blackjack=Blackjack(beats_drawn_21=False),
    ),
    "card limit": replace(BASE, player=Player(card_limit=3)),
    "double 9 to 11": replace(
        BASE,
        double=Double(on=DoubleOn(hard=frozenset({9, 10, 11})), after_split=False),
    ),
    "double any cards": replace(BASE, double=Double(any_cards=True)),
    "no double": replace(BASE, double=Double(on=DoubleOn())),
    "21 may be hit": replace(BASE, player=Player(stand_on_21=False)),
    "even money": replace(
        BASE,
        shoe=Shoe(values=(3, 0, 0, 0, 0, 3, 0, 4, 0, 14)),
        split=Split(max_hands=2),
        insurance=Insurance(even_money=True, on_naturals=False),
    ),
    "insured": replace(
        BASE,
        shoe=Shoe(values=(3, 0, 0, 0, 0, 3, 0, 4, 0, 14)),
        split=Split(max_hands=2),
        insurance=Insurance(against=frozenset(UpCard), pays=Fraction(7, 2), price=Fraction(1, 3)),
    ),
    "pairs by rank": Rules(shoe=RANKS, split=Split(pairs=PairKind.RANK, max_hands=3)),
    "infinite": Rules(
        shoe=Shoe(values=(1, 0, 0, 0, 0, 1, 0, 1, 0, 4), infinite=True),
        split=Split(max_hands=3),
        player=Player(card_limit=5),
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_true_certificates_are_valid(name: str) -> None:
    data = as_bytes(body_of(GAMES[name]))
    report = check_bytes(data)
    assert (report.status, report.code) == (0, "valid"), report.sentence
    assert check_bytes(data, quick=True).status == 0


def test_insurance_and_even_money_occur_in_these_games() -> None:
    marks = {
        name: "".join(
            up["insurance"] for up in body_of(GAMES[name])["strategy"]["up"].values() if up
        )
        for name in ("even money", "insured")
    }
    assert "M" in marks["even money"]
    assert "I" in marks["insured"]


@pytest.fixture(scope="module")
def true_body() -> Body:
    return body_of(replace(BASE, surrender=LATE))


def spoilt(body: Body, change: Callable[[Body], None]) -> Report:
    """Return the answer about the body changed and its digest computed anew."""
    assert as_bytes(body, change) != as_bytes(body)
    return check_bytes(as_bytes(body, change))


def test_every_value_is_checked(true_body: Body) -> None:
    """Each fraction of the values and totals, one at a time, changed a little."""

    def places(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if isinstance(value, str):
            yield path
        elif value is not None:
            items = value.items() if isinstance(value, dict) else enumerate(value)
            for key, item in items:
                yield from places(item, (*path, key))

    found = [*places(true_body["values"], ("values",)), *places(true_body["totals"], ("totals",))]
    chosen = random.Random(5).sample(found, 40)
    for path in chosen:
        node: Any = true_body
        for key in path:
            node = node[key]
        wrong = exact(Fraction(node) + Fraction(1, 10**30))
        report = spoilt(true_body, put_at(*path, wrong))
        assert (report.status, report.code[:5]) == (1, "wrong"), path


def test_every_decision_is_checked(true_body: Body) -> None:
    letters = random.Random(6)
    for up, entry in true_body["strategy"]["up"].items():
        if entry is None:
            continue
        play = symbols(entry["play"])
        index = letters.randrange(len(play))
        play[index] = "S" if play[index] == "H" else "H"
        report = spoilt(true_body, put_at("strategy", "up", up, "play", "".join(play)))
        assert (report.status, report.code) == (1, "decision-not-best")


def random_rules(rng: random.Random) -> Rules:
    """Return rules of every kind, on shoes with few kinds of cards."""

    def coin(chance: float = 0.5) -> bool:
        return rng.random() < chance

    kinds = rng.sample(range(9), rng.randint(2, 4))
    low = [rng.randint(2, 6) if value in kinds else 0 for value in range(9)]
    by_rank, infinite = coin(0.3), coin(0.15)
    if by_rank:
        shoe = Shoe.of_ranks((*low, *(rng.randint(0, 4) for _ in range(4))), infinite=infinite)
    else:
        shoe = Shoe(values=(*low, rng.randint(4, 14)), infinite=infinite)
    hands, aces, after = rng.choice([1, 2, 2, 3, 4]), rng.choice(list(SplitAces)), coin(0.7)
    limit, beats_drawn_21 = rng.choice([None, None, None, 3, 4, 5]), coin(0.7)
    charlie = None
    if coin(0.3):
        charlie = Charlie(
            cards=min(rng.randint(3, 6), limit or 6),
            pays=rng.choice([Fraction(1), Fraction(2), Fraction(3, 2)]),
            beats_natural=coin(),
        )
    peek = frozenset(card for card in UpCard if coin())
    escapes = not beats_drawn_21 or (charlie is not None and charlie.beats_natural)
    takes_all = escapes or len(peek) == 2
    return Rules(
        shoe=shoe,
        dealer=Dealer(
            soft17=rng.choice(list(Soft17)),
            peek=peek,
            natural_takes="all" if takes_all else rng.choice(list(NaturalTakes)),
            card_limit=rng.choice([None, None, 3, 4, 5, 6]),
        ),
        blackjack=Blackjack(
            pays=rng.choice([Fraction(3, 2), Fraction(6, 5), Fraction(1)]),
            beats_drawn_21=beats_drawn_21,
        ),
        double=Double(
            on=DoubleOn(
                hard=rng.choice([None, None, frozenset(n for n in range(4, 21) if coin())]),
                soft=rng.choice([None, frozenset(), frozenset(n for n in range(12, 21) if coin())]),
            )
            if coin(0.85)
            else "none",
            any_cards=coin(0.2),
            after_split=after,
            after_split_aces=after and aces is SplitAces.FREE and coin(),
        ),
        split=Split(
            pairs=PairKind.RANK if by_rank else PairKind.VALUE,
            max_hands=hands,
            max_hands_aces=rng.randint(1, hands),
            aces=aces,
            ten_on_ace=rng.choice(list(SplitNatural)),
            ace_on_ten=rng.choice(list(SplitNatural)),
        ),
        surrender=SurrenderRules(
            ace=rng.choice(list(Surrender)),
            ten=rng.choice(list(Surrender)),
            other=rng.choice(list(Surrender)),
        ),
        insurance=Insurance(
            against=frozenset(
                card for card, chance in (("ace", 0.8), ("ten", 0.4)) if coin(chance)
            ),
            price=rng.choice([Fraction(1, 2), Fraction(1)]),
            pays=rng.choice([Fraction(2), Fraction(3), Fraction(3, 2)]),
            on_naturals=coin(),
            even_money=coin(),
        ),
        charlie=charlie,
        player=Player(stand_on_21=coin(0.8), card_limit=limit),
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_random_rules(seed: int) -> None:
    rules = random_rules(random.Random(seed))
    try:
        body = body_of(rules)
    except (ShoeExhaustedError, UnsupportedRuleError):
        pytest.skip("not a game that the reference solver computes")
    report = check_bytes(as_bytes(body))
    # The checker may be more careful about small shoes, but must never refute what is true.
    assert report.code in ("valid", "not-supported"), report.sentence


@pytest.mark.slow
def test_one_deck_from_the_fast_solver() -> None:
    rules = Rules(shoe=Shoe.of_decks(1), split=Split(max_hands=4, max_hands_aces=4))
    report = check_bytes(as_bytes(body_of_solution(rules)), quick=True)
    assert report.code == "valid", report.sentence


@pytest.mark.slow
@pytest.mark.parametrize("slug", shipped_games())
def test_shipped_games(slug: str) -> None:
    report = check_bytes(as_bytes(body_of_solution(load_game(slug).rules)))
    assert report.code == "valid", report.sentence
