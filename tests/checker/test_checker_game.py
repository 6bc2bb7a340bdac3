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


def replaced(up: str, key: str, old: str, new: str) -> Callable[[Body], None]:
    """Return a change of the last such symbol in one of the strategy's strings."""

    def change(body: Body) -> None:
        entry = body["strategy"]["up"][up]
        start, found, end = entry[key].rpartition(old)
        assert found
        entry[key] = start + new + end

    return change


def change_digit(body: Body) -> None:
    cell = body["values"]["6"][0]
    numerator, denominator = cell["hit"].split("/")
    value = Fraction(int(numerator) + 1, int(denominator))
    cell["hit"] = exact(value)


def drop_cell(body: Body) -> None:
    body["values"]["6"].pop()


def swap_contributions(body: Body) -> None:
    by_up = body["totals"]["by_up"]
    by_up["6"], by_up["8"] = by_up["8"], by_up["6"]


FALSE: dict[str, tuple[Callable[[Body], None], int, str]] = {
    "one digit": (change_digit, 1, "wrong-value"),
    "decision": (replaced("6", "play", "S", "H"), 1, "decision-not-best"),
    "fallback": (replaced("6", "play", "Dh", "Ds"), 1, "decision-not-best"),
    "split": (replaced("6", "first", "P", "."), 1, "decision-not-best"),
    "surrender": (replaced("T", "first", "R", "."), 1, "decision-not-best"),
    "insurance": (replaced("A", "insurance", "I", "."), 1, "insurance-not-best"),
    "not allowed": (replaced("6", "play", "S", "Ds"), 1, "decision-not-allowed"),
    "rule only": (put_at("rules", "blackjack.pays", "6/5"), 1, "wrong-value"),
    "H17 only": (put_at("rules", "dealer.soft17", "hit"), 1, "decision-not-best"),
    "hands only": (put_at("rules", "split.max_hands", "2"), 1, "wrong-value"),
    "contributions": (swap_contributions, 1, "wrong-total"),
    "ev": (put_at("totals", "ev", "0/1"), 1, "wrong-total"),
    "stake": (put_at("totals", "stake", "1/1"), 1, "wrong-total"),
    "edge": (put_at("totals", "house_edge", "0/1"), 1, "wrong-total"),
    "rtp": (put_at("totals", "rtp", "1/1"), 1, "wrong-total"),
    "per unit": (put_at("totals", "rtp_per_unit_wagered", "1/1"), 1, "wrong-total"),
    "up card null": (put_at("strategy", "up", "6", None), 1, "missing-up-card"),
    "values null": (put_at("values", "6", None), 1, "missing-up-card"),
    "up card not there": (put_at("totals", "by_up", "2", "0/1"), 1, "impossible-up-card"),
    "cell null": (put_at("values", "6", 0, None), 1, "missing-cell"),
    "action null": (put_at("values", "6", 0, "hit", None), 1, "wrong-value"),
    "cell not there": (put_at("values", "6", 1, {}), 2, "missing-field"),
    "cells too few": (drop_cell, 2, "wrong-length"),
    "letters too few": (put_at("strategy", "up", "6", "play", "S"), 2, "wrong-length"),
    "strange letter": (put_at("strategy", "up", "6", "play", "X"), 2, "bad-letter"),
    "not lowest": (put_at("totals", "ev", "2/4"), 2, "not-lowest-terms"),
    "too many hands": (put_at("rules", "split.max_hands", "9"), 2, "bad-number"),
    "aces above hands": (put_at("rules", "split.max_hands_aces", "4"), 2, "bad-rules"),
    "decks and counts": (put_at("rules", "shoe.decks", "8"), 2, "missing-field"),
    "huge shoe": (put_at("rules", "shoe.counts", "T", "1" * 40), 2, "bad-number"),
    "801 cards": (put_at("rules", "shoe.counts", "T", "789"), 2, "bad-rules"),
    "huge payout": (put_at("rules", "blackjack.pays", "1" * 40 + "/1"), 2, "bad-number"),
    "fine payout": (put_at("rules", "blackjack.pays", "1501/1001"), 2, "bad-number"),
    "payout below 0": (put_at("rules", "blackjack.pays", "-5/1"), 2, "bad-number"),
    "limit of 2,000 digits": (put_at("rules", "player.card_limit", "1" * 2000), 2, "bad-number"),
    "limit of 22": (put_at("rules", "player.card_limit", "22"), 2, "bad-number"),
    "no Charlie, and one": (put_at("rules", "charlie.cards", "5"), 2, "missing-field"),
    "what nothing takes": (put_at("rules", "dealer.natural_takes", "original"), 2, "bad-rules"),
    "unknown rule": (put_at("rules", "dealer.hits_18", False), 2, "unknown-field"),
    "peek out of order": (put_at("rules", "dealer.peek", ["ten", "ace"]), 2, "bad-order"),
    "peek twice": (put_at("rules", "dealer.peek", ["ace", "ace"]), 2, "bad-order"),
    "any by lists": (
        put_at("rules", "double.on", {"hard": "any", "soft": "any"}),
        *(2, "bad-rules"),
    ),
    "none by lists": (put_at("rules", "double.on", {"hard": [], "soft": []}), 2, "bad-rules"),
    "descending totals": (
        put_at("rules", "double.on", {"hard": ["11", "10"], "soft": "any"}),
        *(2, "bad-order"),
    ),
    "counts of three": (
        put_at("rules", "shoe.counts", {"A": "4", "T": "16", "9": "4"}),
        *(2, "bad-rules"),
    ),
    "class": (put_at("strategy", "class", "CDZ"), 2, "wrong-kind"),
    "half a surrogate": (put_at("game", "name", "\ud800"), 2, "bad-text"),
    "escape sequence": (put_at("game", "name", "\x1b[2J"), 2, "bad-text"),
    "turned writing": (put_at("game", "name", "\u202eABC"), 2, "bad-text"),
    "no width": (put_at("game", "assumptions", ["a\u200bb"]), 2, "bad-text"),
    "one text twice": (put_at("game", "assumptions", ["a", "b", "a"]), 2, "bad-order"),
    "number": (put_at("rules", "split.max_hands", 3), 2, "bare-number"),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_certificates_are_refused(true_body: Body, name: str) -> None:
    change, status, code = FALSE[name]
    report = spoilt(true_body, change)
    assert (report.status, report.code) == (status, code), report.sentence


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


def test_a_body_without_its_digest() -> None:
    body = body_of(GAMES["no splits"])
    data = as_bytes(body).replace(b'"name": "Test"', b'"name": "Tess"')
    assert check_bytes(data).code == "digest-mismatch"


def test_truncated_certificates(true_body: Body) -> None:
    data = as_bytes(true_body)
    for length in range(0, len(data), 997):
        assert check_bytes(data[:length]).code == "not-json"


def test_a_shoe_that_is_too_small_is_refused(true_body: Body) -> None:
    counts = {name: "2" if name == "A" else "3" if name == "T" else "0" for name in "A23456789T"}
    for change in (put_at("rules", "shoe.counts", counts), put_at("rules", "split.max_hands", "8")):
        assert spoilt(true_body, change).code in ("wrong-length", "not-supported")


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
