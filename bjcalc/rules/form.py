"""The form of rules: what each key may hold, by rules.schema.json, and in words what is wrong.

The schema is the one table of keys: game files, the model of the rules, the template and the
documentation take words, limits and defaults from it. Whether rules that are right in form fit
together is not decided here.
"""

from __future__ import annotations

import difflib
import functools
import json
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from importlib import resources
from typing import Any

from bjcalc.errors import Mistake
from bjcalc.numbers import parse_fraction
from bjcalc.rules.keys import Path, format_key
from bjcalc.rules.names import alias_of, simplified, unsupported_key, unsupported_value
from bjcalc.rules.written import read_toml, show, toml_text
from bjcalc.shown import unseen

Schema = dict[str, Any]

MAX_PAYOUT = 1000
MAX_DENOMINATOR = 1000

_MOST_SHOWN = 50
_OTHER_SECTIONS = ("interpretations", "side_bets", "claims")
_PAYOUT_TEXT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?( ?[:/] ?[0-9]{1,12}(\.[0-9]{1,12})?)?")
_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, Decimal, Fraction),
    "boolean": bool,
    "object": dict,
    "array": list,
}


def read_schema(text: str) -> Schema:
    """Return a JSON Schema, what its $refs refer to put in their place."""
    whole: Schema = json.loads(text)

    def inlined(part: Any) -> Any:
        if isinstance(part, list):
            return [inlined(item) for item in part]
        if not isinstance(part, dict):
            return part
        target = whole["$defs"][part["$ref"].removeprefix("#/$defs/")] if "$ref" in part else {}
        return {key: inlined(item) for key, item in {**target, **part}.items() if key != "$ref"}

    found: Schema = inlined({key: item for key, item in whole.items() if key != "$defs"})
    return found


def rules_schema_text() -> str:
    """Return the JSON Schema of the rules, as it is shipped."""
    return resources.files("bjcalc.rules").joinpath("rules.schema.json").read_text("utf-8")


@functools.cache
def rules_schema() -> Schema:
    """Return the JSON Schema of the rules, by section; not to be changed."""
    sections: Schema = read_schema(rules_schema_text())["properties"]
    return sections


@functools.cache
def rule_keys(*, first_version: bool = False) -> tuple[str, ...]:
    """Return the dotted keys of all rules of the main game, such as "dealer.soft17".

    With `first_version` without those that were added later.
    """
    keys: list[str] = []
    for section, part in rules_schema().items():
        forms = {section: part}
        forms |= {f"{section}.{name}": of for name, of in table_form(part)["properties"].items()}
        keys += [key for key, of in forms.items() if not (first_version and of.get("x-later"))]
    return tuple(keys)


def table_form(part: Schema) -> Schema:
    """Return the form of the table that this part of a schema allows, an empty one if none."""
    for form in (part, *part.get("anyOf", ())):
        if form.get("type") == "object" and "properties" in form:
            return dict(form)
    return {}


def payout_fraction(value: object) -> Fraction | None:
    """Return the exact value of a payout as rules write it ("3:2", 1.5, 2), or None.

    None also where it is negative, or numerator and denominator in lowest terms are so large that
    it can only be a slip.
    """
    if isinstance(value, Decimal):
        sane = value.is_finite() and len(value.as_tuple().digits) + abs(value.adjusted()) < 100
        fraction = Fraction(value) if sane else None
    elif isinstance(value, int | Fraction) and not isinstance(value, bool):
        fraction = Fraction(value)
    elif isinstance(value, str) and len(value) < 100 and _PAYOUT_TEXT.fullmatch(value.strip()):
        fraction = parse_fraction(value)
    else:
        return None
    if fraction is None or not 0 <= fraction <= MAX_PAYOUT:
        return None
    return fraction if fraction.denominator <= MAX_DENOMINATOR else None


def mistakes_in(value: object, part: Schema, path: Path = ()) -> Iterator[Mistake]:
    """Yield every departure of a plain value (such as TOML has) from its part of a schema."""
    choices: list[Schema] = part.get("anyOf", [part])
    form = next((choice for choice in choices if _fits(value, choice)), None)
    if form is None:
        # Of a table or list what is wrong is told more closely where only one form can be meant.
        kind = "array" if isinstance(value, list) else "object"
        meant = [one for one in choices if one.get("type") == kind]
        closer = len(meant) == 1 and isinstance(value, dict | list)
        yield Mistake(_wrong(value, meant[0] if closer else part, path), format_key(path))
    elif isinstance(value, dict):
        yield from _in_table(value, form, path)
    elif isinstance(value, list):
        if form.get("uniqueItems"):
            most = Counter(map(toml_text, value)).most_common(1)
            if most and most[0][1] > 1:
                message = f"{show(value)} is wrong: it has {most[0][0]} more than once"
                yield Mistake(message, format_key(path))
        for index, item in enumerate(value):
            yield from mistakes_in(item, form.get("items", {}), (*path, index))


def _in_table(value: Schema, form: Schema, path: Path) -> Iterator[Mistake]:
    properties: Schema = form.get("properties", {})
    for name in form.get("required", ()):
        if name not in value:
            here = (*path, name)
            yield Mistake(f"missing: write {expected(properties[name], here)}", format_key(here))
    if form.get("oneOf") and ("decks" in value) == ("counts" in value):
        yield Mistake(_either("decks" in value, properties, path), format_key(path))
    unknown = 0
    for name, item in value.items():
        here = (*path, name)
        others = form.get("additionalProperties", {})
        if name in properties:
            yield from mistakes_in(item, properties[name], here)
        elif others is False:
            unknown += 1
            if unknown <= _MOST_SHOWN:
                yield Mistake(unknown_key(here, list(properties)), format_key(here))
        elif not re.search(form.get("propertyNames", {}).get("pattern", ""), name):
            yield Mistake(_unknown_card(name), format_key(here))
        else:
            yield from mistakes_in(item, others, here)
    if unknown > _MOST_SHOWN:
        yield Mistake(f"has {unknown - _MOST_SHOWN} more unknown keys", format_key(path))


def _fits(value: object, form: Schema) -> bool:
    """Whether a value, not what is in it, fits a form."""
    if "anyOf" in form:
        return any(_fits(value, choice) for choice in form["anyOf"])
    if "const" in form or "enum" in form:
        return any(
            type(word) is type(value) and word == value
            for word in form.get("enum", [form.get("const")])
        )
    kinds = [form["type"]] if isinstance(form.get("type"), str) else form.get("type", [])
    kind = "boolean" if isinstance(value, bool) else None
    if isinstance(value, Decimal) and not value.is_finite():
        return False
    if kinds and not any(isinstance(value, _TYPES[one]) and kind in (None, one) for one in kinds):
        return False
    if form.get("format") == "payout":
        return payout_fraction(value) is not None
    if form.get("format") == "price":
        price = payout_fraction(value)
        return price is not None and 0 < price <= 1
    if isinstance(value, str):
        shortest, longest = form.get("minLength", 0), form.get("maxLength", len(value))
        fits: bool = shortest <= len(value) <= longest
        return fits and re.search(form.get("pattern", ""), value) is not None
    size: Any = len(value) if isinstance(value, dict | list) else value
    least = form.get("minProperties", form.get("minItems", form.get("minimum")))
    most = form.get("maxItems", form.get("maximum"))
    return (least is None or size >= least) and (most is None or size <= most)


def _either(both: bool, properties: Schema, path: Path) -> str:
    if both:
        return "has both decks and counts: write only one of them"
    wanted = expected(properties["decks"], (*path, "decks"))
    return f"has neither decks nor counts: write decks = {wanted}"


def _wrong(value: object, part: Schema, path: Path) -> str:
    if isinstance(value, str) and "x-lines" in part:
        problem = unseen(value, lines=part["x-lines"])
        if problem is not None and _fits(value, {**part, "pattern": ""}):
            return problem
    refused = unsupported_value(path, value)
    if refused is not None:
        return refused
    if isinstance(value, float):
        hint = ' (a float is not exact: write a Fraction, or text such as "3:2")'
    else:
        near = _suggestion(value, part)
        hint = f" (did you mean {near}?)" if near else ""
    return f"{show(value)} is wrong: write {expected(part, path)}{hint}"


def expected(part: Schema, path: Path = ()) -> str:
    """Return what a value must be by this part of a schema, in words."""
    if "x-expected" in part:
        return str(part["x-expected"])
    if "const" in part:
        return show(part["const"])
    if "enum" in part:
        return _any_of_words([show(word) for word in part["enum"]])
    if "anyOf" in part:
        return _any_of_words([expected(choice, path) for choice in part["anyOf"]])
    match part.get("type"):
        case "boolean":
            return "true or false"
        case "integer":
            return f"a whole number from {part['minimum']} to {part['maximum']}"
        case "object" if len(path) == 1:
            return f"a section with the heading [{format_key(path)}]"
        case "object":
            return "a table"
        case "array":
            return "a list"
    return "text in quotes"


def _any_of_words(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _suggestion(value: object, part: Schema) -> str | None:
    """Return the allowed value that was probably meant, as it should be written, or None."""
    words = _words(part)
    if isinstance(value, str):
        plain = {simplified(word): word for word in words}
        near = difflib.get_close_matches(simplified(value), plain, n=1, cutoff=0.6)
        if near:
            return show(plain[near[0]])
        if not any(mistakes_in([value], part)):
            return show([value])
        unquoted = read_toml(value)
        if not isinstance(unquoted, str) and not any(mistakes_in(unquoted, part)):
            return f"{show(unquoted)}, without quotes"
    elif isinstance(value, int) and not isinstance(value, bool) and show(value) in words:
        return f"{show(show(value))}, in quotes"
    return None


def _words(part: Schema) -> list[str]:
    words = [*part.get("enum", ()), *([part["const"]] if "const" in part else ())]
    for choice in part.get("anyOf", ()):
        words.extend(_words(choice))
    return [word for word in words if isinstance(word, str)]


def _unknown_card(name: str) -> str:
    plain = name.strip().upper().replace("T", "10")
    rank, suit = (plain[:-1], plain[-1].lower()) if plain[-1:] in tuple("CDHS") else (plain, "")
    fixed = f"{rank}{suit}" if rank in ("A", "J", "Q", "K", *map(str, range(2, 11))) else ""
    hint = f" (did you mean {fixed}?)" if fixed else ""
    return (
        "is not a card: write A, 2 to 9 and T, or A, 2 to 10, J, Q and K, or a rank followed by "
        f"one of c, d, h, s{hint}"
    )


def unknown_key(path: Path, known: list[str]) -> str:
    """Say that a key is not supported, or misspelt, or in the wrong place, or unknown."""
    if path[0] not in _OTHER_SECTIONS or len(path) == 1:
        refused = unsupported_key(path)
        if refused is not None:
            return refused
    leaf = str(path[-1])
    exact = suggest_key(leaf, cutoff=1)
    if exact and len(path) == 1:
        return f"unknown key; did you mean {exact}?"
    near = {simplified(name): name for name in known}
    match = difflib.get_close_matches(simplified(leaf), near, n=1, cutoff=0.6)
    if match:
        return f"unknown key; did you mean {near[match[0]]}?"
    elsewhere = leaf if leaf in ("game", *rules_schema(), *_OTHER_SECTIONS) else suggest_key(leaf)
    if elsewhere:
        place = elsewhere if "." in elsewhere else f"the section [{elsewhere}]"
        return f"unknown key; did you mean {place}?"
    return f"unknown key; known here: {', '.join(known)}"


def suggest_key(name: str, cutoff: float = 0.75) -> str | None:
    """Return the key of a rule that a name, unknown where it stands, was probably meant to be."""
    alias = alias_of(name)
    if alias:
        return alias
    homes = {simplified(key.split(".")[-1]): key for key in reversed(rule_keys())}
    match = difflib.get_close_matches(simplified(name), homes, n=1, cutoff=cutoff)
    return homes[match[0]] if match else None
