"""The schema is the one source of truth: what else says the same must agree with it."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from keys_page import keys_page

from bjcalc.gamefile import load_game, shipped_games
from bjcalc.gamefile.form import schema, schema_text
from bjcalc.gamefile.template import template_text
from bjcalc.rules import Rules
from bjcalc.rules.form import read_schema, rule_keys, table_form
from bjcalc.shoe import MAX_CARDS
from bjcalc.sidebets.bet import PaysSource
from bjcalc.sidebets.conditions import ACE_CHOICES, SLOTS
from bjcalc.sidebets.reader import MAX_CATEGORIES


def forms_of(form: dict[str, Any], prefix: str = "") -> dict[str, dict[str, Any]]:
    """All dotted keys of the schema with their forms, those inside lists of tables too."""
    found = {}
    for name, part in form["properties"].items():
        found[f"{prefix}{name}"] = part
        inner = table_form(part) or table_form(part.get("items", {}))
        if inner:
            found |= forms_of(inner, f"{prefix}{name}.")
    return found


KEYS = forms_of(schema())


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(json.loads(schema_text()))
    assert read_schema(schema_text()) == schema()
    assert len(KEYS) > 70


def test_every_key_is_described() -> None:
    undescribed = [key for key, form in KEYS.items() if "description" not in form]
    assert undescribed == ["double.on.hard", "double.on.soft"]  # described by double.on


@pytest.mark.parametrize("slug", shipped_games())
def test_the_shipped_games_fit_the_schema_itself(slug: str) -> None:
    text = resources.files("bjcalc.games").joinpath(f"{slug}.toml").read_text("utf-8")
    errors = Draft202012Validator(schema()).iter_errors(tomllib.loads(text))
    assert [error.message for error in errors] == []


def test_the_schemas_defaults_are_the_models(tmp_path: Path) -> None:
    (tmp_path / "short.toml").write_text('schema = 1\n[game]\nname = "x"\n[shoe]\ndecks = 8\n')
    stated = {}
    for key in rule_keys():
        section, _, name = key.partition(".")
        form = table_form(schema()["properties"][section])
        if name and section != "charlie" and "default" in form["properties"][name]:
            stated[key] = form["properties"][name]["default"]
    short = load_game(tmp_path / "short.toml")
    del stated["shoe.infinite"]  # goes with counts
    assert len(stated) >= 25
    assert short.rules == Rules() == short.with_settings(stated).rules


def test_the_schema_names_the_limits_of_shoes() -> None:
    shoe = schema()["properties"]["shoe"]["properties"]
    assert shoe["counts"]["additionalProperties"]["maximum"] == MAX_CARDS
    assert shoe["decks"]["anyOf"][0]["maximum"] == MAX_CARDS // 52


def test_side_bets_have_the_keys_that_their_reader_knows(tmp_path: Path) -> None:
    form = schema()["properties"]["side_bets"]["items"]
    words = form["properties"]
    assert words["cards"]["items"]["enum"] == list(SLOTS)
    assert words["ace"]["enum"] == list(ACE_CHOICES)
    assert words["pays_source"]["enum"] == list(PaysSource)
    assert words["categories"]["maxItems"] == MAX_CATEGORIES
    # The reader names the keys that it knows when it meets another one.
    path = tmp_path / "x.toml"
    path.write_text(
        'schema = 1\n[game]\nname = "x"\n[shoe]\ndecks = 8\n'
        "[[side_bets]]\nqqq = 1\n[[side_bets.categories]]\nqqq = 1\n"
    )
    with pytest.raises(Exception, match="unknown key 'qqq'") as caught:
        load_game(path)
    bet, category = re.findall(r"unknown key 'qqq': (.*) are known", str(caught.value))
    assert sorted(bet.split(", ")) == sorted(words)
    assert sorted(category.split(", ")) == sorted(words["categories"]["items"]["properties"])


# The file that `bjcalc new` writes


def test_the_template_can_be_loaded_and_states_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    path.write_text(template_text())
    game = load_game(path)
    assert game.rules == Rules()
    assert game.defaults_taken == ()
    assert not (game.side_bets or game.claims or game.interpretations)
    tables = tomllib.loads(template_text())
    assert list(Draft202012Validator(schema()).iter_errors(tables)) == []


def test_the_template_mentions_every_key() -> None:
    text = template_text()
    for key in KEYS:
        name = re.escape(key.split(".")[-1])
        heading = rf"^#?\[+{name}\]+$"
        assert re.search(rf"^#?{name} = |[{{,] {name} = |{heading}", text, re.MULTILINE) or (
            key in ("double.on.hard", "double.on.soft")
        ), key


def test_the_templates_examples_can_be_put_in_force(tmp_path: Path) -> None:
    """Every line that is a "#" away from being in force, but those that exclude others."""
    excluded = ("#counts", "#natural_takes", "#offered", "#pays = [9, 9]")
    lines = [
        line if line.startswith(("# ", *excluded)) else re.sub("^#", "", line)
        for line in template_text().split("\n")
    ]
    path = tmp_path / "all.toml"
    path.write_text("\n".join(lines))
    game = load_game(path)
    assert game.rules.charlie is not None
    assert len(game.side_bets) == len(game.claims) == len(game.interpretations) == 1
    for setting in ("dealer.peek=[]", "side_bets[0].offered=up is A", "side_bets[0].pays=[9, 9]"):
        game.with_settings([setting])
    counts = next(line for line in lines if line.startswith("#counts"))
    assert game.with_settings([f"shoe.{counts[1:]}", "side_bets=[]"]).rules.shoe.size == 416
    assert game.with_settings(["dealer.peek=[]", "dealer.natural_takes=all"])


@pytest.mark.parametrize("key", ["counts", "natural_takes", "offered", "pays = [9, 9]"])
def test_the_template_says_first_which_keys_few_games_have(key: str) -> None:
    before, _, _ = template_text().partition(f"\n#{key}")
    comment = before.split("\n")
    while comment[-1].startswith("# "):
        first = comment.pop()
    assert first.startswith("# Only ")


def test_lines_of_the_template_fit_a_screen() -> None:
    assert max(map(len, template_text().split("\n"))) <= 100


def test_the_documentation_has_the_keys_of_the_schema() -> None:
    page = (Path(__file__).parents[2] / "docs" / "game-files.md").read_text("utf-8")
    assert keys_page() in page, "python tests/rules/keys_page.py prints what it should say"
