"""The form of a game file: its JSON Schema, that of the rules in it, and what departs from it."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Any

from bjcalc.errors import Mistake
from bjcalc.rules.form import Schema, mistakes_in, read_schema, rules_schema_text
from bjcalc.rules.keys import parse_key


@functools.cache
def schema_text() -> str:
    """Return the JSON Schema of the game file, as `bjcalc schema` prints it."""
    own = resources.files("bjcalc.gamefile").joinpath("game.schema.json").read_text("utf-8")
    whole, rules = json.loads(own), json.loads(rules_schema_text())
    sections: Schema = {}
    for name, part in whole["properties"].items():
        sections |= rules["properties"] if name == "rules" else {name: part}
    whole |= {"properties": sections, "$defs": whole["$defs"] | rules["$defs"]}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


@functools.cache
def schema() -> Schema:
    """Return the JSON Schema of the game file with its $refs resolved; not to be changed."""
    return read_schema(schema_text())


def form_mistakes(document: dict[str, Any], sections: list[str] | None = None) -> list[Mistake]:
    """Return every departure of a parsed game file from the schema, one for each place.

    With `sections`, only these top-level keys are looked at (those that the document has).
    """
    form = schema()
    if sections is not None:
        parts = {name: form["properties"][name] for name in sections if name in form["properties"]}
        document = {name: document[name] for name in parts if name in document}
        form = {"properties": parts}
    mistakes: dict[str, Mistake] = {}
    for mistake in mistakes_in(document, form):
        path = parse_key(mistake.key) or ()
        # The reader of side bets says what is wrong in them in the words of its own language.
        if path[:1] != ("side_bets",) or len(path) == 1:
            mistakes.setdefault(mistake.key, mistake)
    return sorted(mistakes.values(), key=lambda mistake: mistake.key)
