"""Rules that exist are right, whoever makes them: Python, JSON, `replace` or settings."""

from __future__ import annotations

import copy
import json
import pickle
import tomllib
from collections.abc import Callable
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from random_rules import random_rules

from bjcalc import load_game, solve
from bjcalc.errors import BjcalcError, RulesError
from bjcalc.rules import Rules, rules_from_dict, rules_to_dict
from bjcalc.rules import model as m
from bjcalc.rules.form import rule_keys, rules_schema
from bjcalc.rules.part import Part
from bjcalc.shoe import Shoe

PARTS: tuple[type[Part], ...] = (
    *(m.Dealer, m.Blackjack, m.Double, m.DoubleOn, m.Split),
    *(m.SurrenderRules, m.Player, m.Charlie, m.Insurance, m.Ties),
)
BASE = load_game("blackjack-seven-card-charlie")
CASES = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))


@given(random_rules())
@settings(deadline=None)
def test_rules_come_back_from_json_and_from_settings(rules: Rules) -> None:
    """What `--json` prints is what `--set` takes: as texts, as values, and as a whole."""
    keys = json.loads(json.dumps(rules_to_dict(rules)))
    back = rules_from_dict(keys)
    assert back == rules
    assert hash(back) == hash(rules)
    assert rules_to_dict(back) == keys
    texts = [f"{key}={json.dumps(value)}" for key, value in keys.items()]
    assert BASE.with_settings(texts).rules == BASE.with_settings(keys).rules == rules
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules


def test_the_form_of_the_defaults() -> None:
    assert rules_to_dict(Rules()) == CASES["defaults"]


def test_a_later_rule_is_left_out_where_it_has_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    form = rules_schema()["player"]["properties"]["stand_on_21"]
    monkeypatch.setitem(form, "x-later", True)
    assert "player.stand_on_21" not in rules_to_dict(Rules())
    assert rules_to_dict(Rules(player=m.Player(stand_on_21=False)))["player.stand_on_21"] is False


def test_the_model_has_the_keys_of_the_table() -> None:
    found = [part.PATH for part in PARTS]
    names = {(*part.PATH, field.name) for part in PARTS for field in fields(part)}
    stated = {tuple(key.split(".")) for key in rule_keys() if not key.startswith("shoe")}
    assert stated | {("double", "on", "hard"), ("double", "on", "soft")} == names | {
        path for path in found if len(path) == 1
    }


@pytest.mark.parametrize(
    ("made", "same"),
    [
        (m.Dealer(soft17="hit"), m.Dealer(soft17=m.Soft17.HIT)),
        (m.Dealer(peek=["ace"]), m.Dealer(peek=frozenset({m.UpCard.ACE}))),
        (m.Dealer(peek=[], natural_takes="original").natural_takes, m.NaturalTakes.ORIGINAL),
        (m.Dealer(card_limit="none"), m.Dealer()),
        (m.Blackjack(pays="6:5"), m.Blackjack(pays=Fraction(6, 5))),
        (m.Blackjack(pays=2).pays, Fraction(2)),
        (m.Blackjack(pays=Decimal("1.2")), m.Blackjack(pays=Fraction(6, 5))),
        (m.Double(on="none"), m.Double(on=m.DoubleOn())),
        (m.Double(on={"hard": [9, 10]}), m.Double(on=m.DoubleOn(hard=frozenset({9, 10})))),
        (m.DoubleOn(hard=range(9, 12), soft="any"), m.DoubleOn(hard={9, 10, 11}, soft=None)),
        (m.Split(aces="free", pairs="rank"), m.Split(aces=m.SplitAces.FREE, pairs=m.PairKind.RANK)),
        (m.Split(max_hands=1).max_hands_aces, 1),
        (m.Split(max_hands=2).max_hands_aces, 2),
        (m.Split(ten_on_ace="blackjack").ten_on_ace, m.SplitNatural.BLACKJACK),
        (Rules(surrender="late").surrender, m.SurrenderRules(ace="late", ten="late", other="late")),
        (Rules(surrender={"ten": "early"}).surrender.ten, m.Surrender.EARLY),
        (Rules(charlie={"cards": 6}), Rules(charlie=m.Charlie(cards=6))),
        (Rules(charlie="none"), Rules()),
        (Rules(shoe={"decks": 6, "shuffle": "every round"}).shoe, Shoe.of_decks(6)),
        (Rules(shoe={"decks": "infinite"}).shoe, Shoe.infinite_deck()),
        (Shoe(decks=2), Shoe.of_cards((2,) * 52) and Shoe.of_decks(2)),
        (Shoe(values=[4] * 10).values, (4,) * 10),
        (Shoe(ranks=(4,) * 13).values, (4,) * 9 + (16,)),
        (m.Insurance(price="1/3", against=("ten", "ace")).against, frozenset(m.UpCard)),
    ],
)
def test_what_is_plainly_meant_is_taken(made: object, same: object) -> None:
    assert made == same
    assert type(made) is type(same)


def said(make: Callable[[], object]) -> list[str]:
    with pytest.raises(RulesError) as caught:
        make()
    lines = str(caught.value).split("\n")
    assert len(lines) == len(caught.value.mistakes)
    return lines


@pytest.mark.parametrize("case", CASES["wrong"], ids=lambda case: case["says"][0][:40])
def test_what_cannot_be_is_refused_all_at_once(case: dict[str, Any]) -> None:
    for line, message in zip(
        said(lambda: rules_from_dict(case["rules"])), case["says"], strict=True
    ):
        assert line.startswith(message)


ONE_DECK = Shoe.of_decks(1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: m.Blackjack(pays=1.5), "blackjack.pays: 1.5 is wrong: write a payout"),
        (lambda: m.Blackjack(pays=Fraction(1, 1001)), "blackjack.pays: 1/1001 is wrong"),
        (lambda: m.Blackjack(pays=True), "blackjack.pays: true is wrong"),
        (lambda: m.Blackjack(pays=Decimal("1e999999999")), "blackjack.pays: 1E+999999999 is wrong"),
        (lambda: m.Blackjack(pays=Decimal("sNaN")), "blackjack.pays: sNaN is wrong"),
        (lambda: m.Blackjack(pays=10**5000), "blackjack.pays: a number of more than 18 digits is"),
        (lambda: m.Split(max_hands=2.0), "split.max_hands: 2.0 is wrong"),
        (lambda: replace(m.Split(), max_hands=1), "split.max_hands_aces: 2 is above split.max"),
        (lambda: Rules(dealer=m.Split()), "dealer: Split("),
        (lambda: Rules(shoe=Shoe.of_decks(18)), "shoe.decks: 936 cards are too many"),
        (lambda: Shoe(values=[1] * 9), "shoe.values: [1, 1, 1, 1, 1, 1, 1, 1, 1] is wrong"),
        (lambda: Shoe(values=[1] * 11), "shoe.values: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] is"),
        (lambda: Shoe(values=(-1, *(8,) * 9)), "shoe.values: (-1, 8, 8, 8, 8, 8"),
        (lambda: Shoe(values=(True,) * 10), "shoe.values: (True, True, "),
        (lambda: Shoe(values=(4.0,) * 10), "shoe.values: (4.0, 4.0, "),
        (lambda: Shoe(values=set(range(10))), "shoe.values: {0, 1, 2"),
        (lambda: Shoe(values="8888888888"), "shoe.values: '8888888888' is wrong"),
        (lambda: Shoe(decks=True), "shoe.decks: True is wrong: write a whole number from 1"),
        (lambda: Shoe(decks=0), "shoe.decks: 0 is wrong: write a whole number from 1"),
        (lambda: Shoe(decks=10**5000), "shoe.decks: a number of thousands of digits is wrong"),
        (Shoe, "shoe: has neither decks nor counts of cards"),
        (lambda: Shoe(values=(0,) * 10, infinite=True), "shoe.counts: has no card at all"),
        (lambda: replace(ONE_DECK, infinite=True), "shoe.infinite: true goes with counts"),
        (lambda: replace(ONE_DECK, decks=2), "shoe: the counts by value, rank and card"),
        (lambda: replace(ONE_DECK, values=(5,) * 10), "shoe: the counts by value, rank"),
        (lambda: replace(ONE_DECK, ranks=(5,) * 13), "shoe: the counts by value, rank"),
        (lambda: Shoe(values=(4,) * 10, decks=1), "shoe: the counts by value, rank and card"),
    ],
)
def test_what_only_python_can_say_wrong(make: Callable[[], object], message: str) -> None:
    (line,) = said(make)
    assert line.startswith(message)


def test_all_counts_are_looked_at() -> None:
    lines = said(lambda: Shoe(ranks=(1,) * 12, cards=(1,) * 51, decks=-1, infinite=1))
    assert [line.split(": ")[0] for line in lines] == [
        f"shoe.{name}" for name in ("cards", "ranks", "decks", "infinite")
    ]


ODD: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 25),
    st.integers(),
    st.floats(),
    st.decimals(),
    st.fractions(max_denominator=9),
    st.sampled_from([*m.Soft17, *m.NaturalTakes, *m.SplitAces]),
    st.sampled_from([*m.SplitNatural, *m.Surrender, *m.PairKind]),
    st.sampled_from(["stand", "any", "none", "3:2", "1e9999", "0", "infinite", "", "x", "21"]),
    st.sampled_from([object(), Decimal("1e99999999"), 10**4000, b"x", int, Fraction(10**4000)]),
    st.text(max_size=4),
)
NONSENSE = st.recursive(
    ODD,
    lambda inner: st.one_of(
        st.lists(inner, max_size=12),
        st.frozensets(ODD.filter(lambda one: isinstance(one, int | str)), max_size=4),
        st.dictionaries(st.sampled_from(["hard", "soft", "cards", "decks", "x"]), inner),
        st.tuples(inner, inner),
    ),
    max_leaves=12,
)
TINY = Rules(shoe=Shoe(values=(0, 0, 0, 0, 0, 2, 2, 0, 0, 6)), split=m.Split(max_hands=2))


@example((m.Dealer, "soft17", "hit"))
@example((Shoe, "values", (1, 0, 0, 0, 0, 2, 2, 0, 0)))
@given(
    st.sampled_from([*PARTS, Rules, Shoe]).flatmap(
        lambda kind: st.tuples(
            st.just(kind), st.sampled_from([field.name for field in fields(kind)]), NONSENSE
        )
    )
)
@settings(deadline=None, max_examples=400, suppress_health_check=[HealthCheck.too_slow])
def test_nonsense_in_any_field_is_refused_or_means_what_a_file_means(case: Any) -> None:
    """What is taken is read as its JSON is, by a part's maker and by `replace` alike."""
    kind, name, value = case
    required = {"cards": 7} if kind is m.Charlie else {"decks": 1} if kind is Shoe else {}
    try:
        made = kind(**{**required, name: value})
    except BjcalcError as error:
        assert isinstance(error, RulesError)
        assert str(error)
        return
    assert replace(made, **{name: value}) == made
    if kind is Shoe or kind is m.DoubleOn or len(getattr(kind, "PATH", ())) > 1:
        return
    section = {kind.PATH[0]: made} if kind is not Rules else {}
    try:
        rules = replace(TINY, **section) if section else made
    except RulesError:
        return
    assert rules_from_dict(rules_to_dict(rules)) == rules


def test_rules_made_of_words_are_solved_as_those_of_types() -> None:
    words = {"dealer.soft17": "hit", "dealer.peek": ["ace"], "split.aces": "free"}
    words |= {"split.max_hands": 2, "surrender": "late", "double.on": {"hard": [9, 10, 11]}}
    types = Rules(
        shoe=TINY.shoe,
        dealer=m.Dealer(soft17=m.Soft17.HIT, peek=frozenset({m.UpCard.ACE})),
        split=m.Split(max_hands=2, aces=m.SplitAces.FREE),
        surrender=m.SurrenderRules(**dict.fromkeys(("ace", "ten", "other"), m.Surrender.LATE)),
        double=m.Double(on=m.DoubleOn(hard=frozenset({9, 10, 11}))),
    )
    made = rules_from_dict({"shoe": TINY.shoe, **words})
    assert made == types
    assert solve(made).ev == solve(types).ev
