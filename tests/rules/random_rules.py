"""Random rules, of every kind that the table of keys has, that do not contradict each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from bjcalc.rules import Rules
from bjcalc.rules.form import Schema, rules_schema, table_form
from bjcalc.shoe import Shoe

BOOLEANS = st.booleans()


def counts(number: int, most: int) -> st.SearchStrategy[tuple[int, ...]]:
    cards = st.lists(st.integers(0, most), min_size=number, max_size=number)
    return cards.filter(lambda found: sum(found) >= 4).map(tuple)


SHOES = st.one_of(
    st.integers(1, 15).map(Shoe.of_decks),
    st.just(Shoe.infinite_deck()),
    st.builds(Shoe.of_cards, counts(52, 17), infinite=BOOLEANS),
    st.builds(Shoe.of_ranks, counts(13, 60), infinite=BOOLEANS),
    st.builds(Shoe, values=counts(10, 90), infinite=BOOLEANS),
)


Few = Mapping[str, st.SearchStrategy[Any]]


def values_of(form: Schema, key: str = "", few: Few | None = None) -> st.SearchStrategy[Any]:
    """Any value that a form of the table of keys allows, for some keys one of a few."""
    few = few or {}
    if key in few:
        return few[key]
    if "anyOf" in form:
        return st.one_of([values_of(one, f"{key} ", few) for one in form["anyOf"]])
    if "enum" in form or "const" in form:
        return st.sampled_from(form.get("enum", [form.get("const")]))
    if "format" in form:
        top, bottom = (1000, 1000) if form["format"] == "payout" else (9, 20)
        return st.builds("{}/{}".format, st.integers(int(top == 9), top), st.integers(9, bottom))
    match form["type"]:
        case "boolean":
            return BOOLEANS
        case "integer":
            return st.integers(form["minimum"], form["maximum"])
        case "array":
            return st.lists(values_of(form["items"]), unique=True)
    prefix = f"{key.strip()}."
    named = {name: values_of(one, prefix + name, few) for name, one in form["properties"].items()}
    needed = form.get("required", [next(iter(named))] if form.get("minProperties") else ())
    optional = {name: named.pop(name) for name in list(named) if name not in needed}
    return st.fixed_dictionaries(named, optional=optional)


@st.composite
def random_rules(
    draw: st.DrawFn, shoes: st.SearchStrategy[Shoe] = SHOES, few: Few | None = None
) -> Rules:
    """Rules of which each key has any value, or one of a few, but for what would contradict."""
    made = {
        name: {
            key: draw(values_of(one, f"{name}.{key}", few))
            for key, one in table_form(part)["properties"].items()
        }
        for name, part in rules_schema().items()
        if name not in ("shoe", "charlie")
    }
    shoe, charlie = draw(shoes), draw(values_of(rules_schema()["charlie"], "charlie", few))
    dealer, split, double = made["dealer"], made["split"], made["double"]
    split["max_hands_aces"] = min(split["max_hands"], split["max_hands_aces"])
    if shoe.ranks is None:
        split["pairs"] = "value"
    if split["aces"] == "one-card" or not double["after_split"]:
        double["after_split_aces"] = False
    if len(dealer["peek"]) == 2:
        dealer["natural_takes"] = "all"
    if charlie != "none" and made["player"]["card_limit"] != "none":
        charlie["cards"] = min(charlie["cards"], made["player"]["card_limit"])
    if dealer["natural_takes"] != "all":
        made["blackjack"]["beats_drawn_21"] = True
        made["ties"]["naturals"] = "push"
        if charlie != "none":
            charlie["beats_natural"] = False
    return Rules(shoe=shoe, charlie=charlie, **made)
