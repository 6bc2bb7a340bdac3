"""The form of a game file: checks it against game.schema.json, and says what is wrong in words.

The schema is the one source of truth; what a value must be is read from it. Whether rules that are
right in form fit together is not decided here.
"""

from __future__ import annotations

import difflib
import functools
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from importlib import resources
from typing import TYPE_CHECKING, Any, cast

from bjcalc.gamefile.unsupported import unsupported_key, unsupported_value
from bjcalc.numbers import parse_fraction
from bjcalc.rules.keys import Path, format_key
from bjcalc.rules.model import MAX_DENOMINATOR, MAX_PAYOUT
from bjcalc.rules.written import show
from bjcalc.shown import unseen

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

Schema = dict[str, Any]

# Sections whose keys state rules of the main game; only there are unsupported rules looked for.
RULE_SECTIONS = (
    "shoe",
    "dealer",
    "blackjack",
    "double",
    "split",
    "surrender",
    "player",
    "charlie",
    "insurance",
)

_MOST_UNKNOWN = 50

_PAYOUT_TEXT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?( ?[:/] ?[0-9]{1,12}(\.[0-9]{1,12})?)?")

# What players call a rule, and the key that states it.
_ALIASES = {
    "bj": "blackjack.pays",
    "bj_pays": "blackjack.pays",
    "blackjack_pays": "blackjack.pays",
    "das": "double.after_split",
    "deck": "shoe.decks",
    "enhc": "dealer.peek",
    "even_money": "insurance.even_money",
    "h17": "dealer.soft17",
    "hit_soft_17": "dealer.soft17",
    "hits_soft_17": "dealer.soft17",
    "hole_card": "dealer.peek",
    "hsa": "split.aces",
    "late_surrender": "surrender",
    "ls": "surrender",
    "number_of_decks": "shoe.decks",
    "obo": "dealer.natural_takes",
    "resplit": "split.max_hands",
    "resplit_aces": "split.max_hands_aces",
    "rsa": "split.max_hands_aces",
    "s17": "dealer.soft17",
    "stand_soft_17": "dealer.soft17",
    "stands_soft_17": "dealer.soft17",
}


@dataclass(frozen=True, slots=True)
class FormError:
    """One departure from the schema. `missing` names the key that is not there, if that is it."""

    path: Path
    message: str
    missing: bool = False


@functools.cache
def schema_text() -> str:
    """Return the JSON Schema of the game file, as it is shipped."""
    return resources.files("bjcalc.gamefile").joinpath("game.schema.json").read_text("utf-8")


@functools.cache
def schema() -> Schema:
    """Return the JSON Schema of the game file, parsed; not to be changed."""
    parsed: Schema = json.loads(schema_text())
    return parsed


def resolved(part: Schema) -> Schema:
    """Return the part of the schema with its $ref, if any, replaced by what it refers to."""
    reference = part.get("$ref")
    if reference is None:
        return part
    target: Schema = schema()["$defs"][reference.removeprefix("#/$defs/")]
    return {**target, **{key: value for key, value in part.items() if key != "$ref"}}


def table_form(part: Schema) -> Schema | None:
    """Return the form of the table that this part of the schema allows, or None."""
    part = resolved(part)
    for form in (part, *part.get("anyOf", ())):
        if form.get("type") == "object" and "properties" in form:
            return dict(form)
    return None


def form_errors(document: dict[str, Any], sections: list[str] | None = None) -> list[FormError]:
    """Return every departure of a parsed game file from the schema, one for each place.

    With `sections`, only these top-level keys are looked at (those that the document has).
    """
    validator = _validator()
    if sections is None:
        found = validator.iter_errors(document)
    else:
        found = (
            error
            for section in sections
            if section in document and section in schema()["properties"]
            for error in validator.descend(
                document[section], schema()["properties"][section], path=section
            )
        )
    errors: dict[Path, FormError] = {}
    for violation in found:
        path = tuple(violation.absolute_path)
        if path[:1] == ("side_bets",) and len(path) > 1:
            continue  # the reader of side bets says this in the words of its own language
        for error in _explain(violation, path):
            errors.setdefault(error.path, error)
    # jsonschema does not always go through a table in the same order.
    return sorted(errors.values(), key=lambda error: format_key(error.path))


def payout_fraction(value: object) -> Fraction | None:
    """Return the exact value of a payout as a game file writes it ("3:2", 1.5, 2), or None.

    None also where it is negative, or numerator and denominator in lowest terms are so large that
    it can only be a slip.
    """
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        fraction: Fraction | None = Fraction(value)
    elif isinstance(value, str) and _PAYOUT_TEXT.fullmatch(value.strip()):
        fraction = parse_fraction(value)
    else:
        return None
    if fraction is None or not 0 <= fraction <= MAX_PAYOUT:
        return None
    return fraction if fraction.denominator <= MAX_DENOMINATOR else None


@functools.cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator, FormatChecker

    formats = FormatChecker(formats=())
    formats.checks("payout")(lambda value: payout_fraction(value) is not None)
    formats.checks("price")(_is_price)
    return Draft202012Validator(schema(), format_checker=formats)


def _is_price(value: object) -> bool:
    price = payout_fraction(value)
    return price is not None and 0 < price <= 1


def _explain(violation: ValidationError, path: Path) -> Iterator[FormError]:
    """Turn one violation that jsonschema found into errors of our own wording."""
    value: Any = violation.instance
    part = resolved(cast(Schema, violation.schema))
    match violation.validator:
        case "required":
            for name in part["required"]:
                if name not in value:
                    here = (*path, name)
                    wanted = expected(part["properties"][name], here)
                    yield FormError(here, f"missing: write {wanted}", missing=True)
        case "additionalProperties":
            known = list(part["properties"])
            unknown = [key for key in value if key not in known]
            for key in unknown[:_MOST_UNKNOWN]:
                yield FormError((*path, key), _unknown_key((*path, key), known))
            if len(unknown) > _MOST_UNKNOWN:
                more = len(unknown) - _MOST_UNKNOWN
                yield FormError(path, f"has {more} more unknown keys")
        case "anyOf":
            yield from _explain_any_of(violation, part, path)
        case "oneOf":
            if isinstance(value, dict):  # else its type is wrong, which is said by itself
                yield FormError(path, _either(value, path))
        case "uniqueItems":
            twice = next(item for item in value if value.count(item) > 1)
            yield FormError(path, f"{show(value)} is wrong: it has {show(twice)} more than once")
        case "pattern" if "propertyNames" in violation.absolute_schema_path:
            yield FormError((*path, value), _unknown_card(value))
        case "pattern" if "x-lines" in part:
            message = unseen(value, lines=part["x-lines"])
            yield FormError(path, message or _wrong_value(value, part, path))
        case _:
            yield FormError(path, _wrong_value(value, part, path))


def _explain_any_of(violation: ValidationError, part: Schema, path: Path) -> Iterator[FormError]:
    """Explain by the one alternative that the value was meant to be, if its type tells which."""
    branches: dict[int, list[ValidationError]] = {}
    for inner in violation.context or ():
        branches.setdefault(int(inner.relative_schema_path[0]), []).append(inner)
    fitting = [
        errors
        for errors in branches.values()
        if not any(
            not inner.relative_path and inner.validator in ("type", "const", "enum")
            for inner in errors
        )
    ]
    in_words = isinstance(violation.instance, int | str) and "x-expected" in part
    if len(fitting) == 1 and not in_words:
        for inner in fitting[0]:
            yield from _explain(inner, (*path, *inner.relative_path))
    else:
        yield FormError(path, _wrong_value(violation.instance, part, path))


def _either(value: dict[str, Any], path: Path) -> str:
    if "decks" in value:
        return "has both decks and counts: write only one of them"
    wanted = expected(schema()["properties"]["shoe"]["properties"]["decks"], (*path, "decks"))
    return f"has neither decks nor counts: write decks = {wanted}"


def _wrong_value(value: object, part: Schema, path: Path) -> str:
    refused = unsupported_value(path, value)
    if refused is not None:
        return refused
    near = _suggestion(value, part)
    hint = f" (did you mean {near}?)" if near else ""
    return f"{show(value)} is wrong: write {expected(part, path)}{hint}"


def expected(part: Schema, path: Path = ()) -> str:
    """Return what a value must be by this part of the schema, in words."""
    part = resolved(part)
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
        plain = {_plain(word): word for word in words}
        near = difflib.get_close_matches(_plain(value), plain, n=1, cutoff=0.6)
        if near:
            return show(plain[near[0]])
        if _fits([value], part):
            return show([value])
        try:
            unquoted = tomllib.loads(f"k = {value}", parse_float=Decimal)
        except (ValueError, RecursionError):
            return None
        if len(unquoted) == 1 and not isinstance(unquoted["k"], str) and _fits(unquoted["k"], part):
            return f"{show(unquoted['k'])}, without quotes"
        return None
    if isinstance(value, int) and not isinstance(value, bool) and str(value) in words:
        return f"{show(str(value))}, in quotes"
    return None


def _fits(value: object, part: Schema) -> bool:
    return not any(_validator().descend(value, part))


def _words(part: Schema) -> list[str]:
    part = resolved(part)
    words = [*part.get("enum", ()), *([part["const"]] if "const" in part else ())]
    for choice in part.get("anyOf", ()):
        words.extend(_words(choice))
    return [word for word in words if isinstance(word, str)]


def _plain(word: str) -> str:
    return re.sub(r"[\s_-]+", "", word.strip().lower())


def _unknown_card(name: str) -> str:
    plain = name.strip().upper().replace("T", "10")
    rank, suit = (plain[:-1], plain[-1].lower()) if plain[-1:] in tuple("CDHS") else (plain, "")
    fixed = f"{rank}{suit}" if rank in ("A", "J", "Q", "K", *map(str, range(2, 11))) else ""
    hint = f" (did you mean {fixed}?)" if fixed else ""
    return (
        "is not a card: write A, 2 to 9 and T, or A, 2 to 10, J, Q and K, or a rank followed by "
        f"one of c, d, h, s{hint}"
    )


def _unknown_key(path: Path, known: list[str]) -> str:
    """Say that a key is not supported, or misspelt, or in the wrong place, or unknown."""
    if path[0] in RULE_SECTIONS or len(path) == 1:
        refused = unsupported_key(path)
        if refused is not None:
            return refused
    leaf = str(path[-1])
    near = {_plain(name): name for name in known}
    match = difflib.get_close_matches(_plain(leaf), near, n=1, cutoff=0.6)
    if match:
        return f"unknown key; did you mean {near[match[0]]}?"
    elsewhere = leaf if leaf in schema()["properties"] else suggest_key(leaf)
    if elsewhere:
        place = elsewhere if "." in elsewhere else f"the section [{elsewhere}]"
        return f"unknown key; did you mean {place}?"
    return f"unknown key; known here: {', '.join(known)}"


def suggest_key(name: str) -> str | None:
    """Return the key of a rule that a name, unknown where it stands, was probably meant to be."""
    alias = _ALIASES.get(re.sub(r"[\s-]+", "_", name.strip().lower()))
    if alias:
        return alias
    homes = {_plain(key.split(".")[-1]): key for key in reversed(rule_keys())}
    match = difflib.get_close_matches(_plain(name), homes, n=1, cutoff=0.75)
    return homes[match[0]] if match else None


@functools.cache
def rule_keys() -> tuple[str, ...]:
    """Return the dotted keys of all rules of the main game, such as "dealer.soft17"."""
    keys: list[str] = []
    for section in RULE_SECTIONS:
        form = table_form(schema()["properties"][section])
        assert form is not None
        keys.append(section)
        keys.extend(f"{section}.{name}" for name in form["properties"])
    return tuple(keys)
