"""Reading a game: finds the file, checks all of it at once, and gives the `Game`."""

from __future__ import annotations

import copy
import difflib
import functools
import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path as FilePath
from typing import Any

from bjcalc.errors import GameFileError, Mistake, UnknownGameError
from bjcalc.gamefile.claim import Claim
from bjcalc.gamefile.document import Document, read_document
from bjcalc.gamefile.form import form_mistakes
from bjcalc.gamefile.game import (
    Change,
    Game,
    GameFile,
    apply_changes,
    build_changed,
    build_rules,
    read_side_bets,
    resolve,
    same_game,
    setting_paths,
)
from bjcalc.gamefile.interpretations import (
    Interpretation,
    overlaps,
    parse_choices,
    read_interpretation,
    setting_place,
)
from bjcalc.gamefile.settings import near_or_known, parse_settings, side_bet_ids
from bjcalc.rules import Rules, rules_from_dict
from bjcalc.rules.form import rules_schema
from bjcalc.rules.keys import Path, parse_key
from bjcalc.rules.written import show
from bjcalc.shown import shown

Tables = dict[str, Any]
AnyRules = Rules | Game | str | os.PathLike[str] | Mapping[str, Any]


@functools.cache
def shipped_games() -> tuple[str, ...]:
    """Return the slugs of the games that come with bjcalc, in alphabetical order."""
    folder = resources.files("bjcalc.games")
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def load_game(
    source: str | os.PathLike[str],
    *,
    set: Iterable[str] | Mapping[str, Any] = (),
    readings: Iterable[str] | Mapping[str, str] = (),
) -> Game:
    """Return the game of a shipped game's slug or of a game file's path.

    `set` changes single rules, as "key=value" texts or {"shoe.decks": 6}; `readings` chooses
    readings of ambiguous rules, as "id=reading" texts or {"resplit-aces": "yes"}; settings have the
    last word. Raises UnknownGameError where there is no such game or file, GameFileError with every
    mistake of the file, or else of the settings and readings.
    """
    settings = parse_settings(set)
    path, slug, file = _find(source)
    found = check_document(read_document(path, file), path=path, slug=slug)
    return resolve(found, parse_choices(readings, found.interpretations), settings)


def rules_of(game: AnyRules) -> Rules:
    """Return the rules of a game, of a shipped game's slug, of a game file, or of their keys.

    Raises what `load_game` raises, RulesError for keys and values that cannot be, and TypeError
    for anything else.
    """
    match game:
        case Rules():
            return game
        case Game():
            return game.rules
        case str() | os.PathLike():
            return load_game(game).rules
        case Mapping():
            return rules_from_dict(game)
    raise TypeError(
        "rules are given as Rules, a Game, the slug or the path of one, or a mapping such as "
        f'{{"shoe.decks": 6}}; {show(game)} is none of these'
    )


def _find(source: str | os.PathLike[str]) -> tuple[FilePath, str, str]:
    """Return the path, the slug, and the name in messages of a game."""
    name = os.fspath(source)
    if name in shipped_games():
        path = FilePath(str(resources.files("bjcalc.games").joinpath(f"{name}.toml")))
        return path, name, path.name
    path = FilePath(name)
    is_slug = name == path.name and not path.suffix
    if not name or (is_slug and not os.path.lexists(path)):
        near = difflib.get_close_matches(name, shipped_games(), n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(shipped_games())}"
        raise UnknownGameError(f"{name!r} is neither a shipped game nor a file; {hint}")
    return path, shown(path.stem), name


def check_document(
    document: Document, *, path: FilePath, slug: str, counted: bool = False
) -> GameFile:
    """Return the game file of a document, or raise GameFileError with all of its mistakes.

    With `counted`, the mistakes that counting the side bets finds too.
    """
    return _Check(document, counted=counted).game_file(path, slug)


def check_side_bets(game: Game) -> None:
    """Count the side bets of a game, those of its file under each reading too.

    Reading a file counts nothing: who uses a game's side bets asks for this first. Raises
    GameFileError with every mistake that only counting finds, where it stands: categories that
    overlap, or can never happen with this shoe; a shoe that does not state what a bet looks at.
    """
    if not game.side_bets:
        return
    file = game._file
    check_document(file.document, path=file.path, slug=file.slug, counted=True)
    resolve(file, game._choices, game._settings, counted=True)


class _Check:
    """Looks for every mistake of one file, those in form and those in meaning.

    What is wrong in form is taken out before the meaning is looked at, and meanings that depend on
    it are left alone, so that one slip gives one mistake.
    """

    def __init__(self, document: Document, *, counted: bool) -> None:
        self.document = document
        self.counted = counted
        self.mistakes: list[Mistake] = []
        self.wrong: list[Path] = []
        self.tables = copy.deepcopy(document.tables)
        self.rules_are_right = True

    def game_file(self, path: FilePath, slug: str) -> GameFile:
        """Return the file's content, or raise GameFileError with all mistakes in file order."""
        for mistake in form_mistakes(self.document.tables):
            where = parse_key(mistake.key) or ()
            self.note(where, mistake.message)
            self.take_out(where)
        self.check_rules()
        interpretations = self.interpretations()
        claims = self.claims()
        if self.mistakes:
            raise GameFileError(self.document.in_file_order(self.mistakes))
        return GameFile(
            document=self.document,
            path=path,
            slug=slug,
            interpretations=interpretations,
            claims=claims,
        )

    def note(self, path: Path, message: str) -> None:
        self.mistakes.append(self.document.mistake(path, message))

    def is_wrong(self, path: Path) -> bool:
        return any(overlaps(path, other) for other in self.wrong)

    def take_out(self, path: Path) -> None:
        """Take a rule that is wrong in form out of the tables, so that its default stands in."""
        if not path:  # a mistake about the whole file, such as too many unknown keys
            return
        root = str(path[0])
        if root not in rules_schema():
            self.wrong.append(path[:2])
            if path == ("side_bets",):
                del self.tables["side_bets"]
            return
        self.rules_are_right = False
        section = self.tables.get(root)
        if len(path) > 1 and isinstance(section, dict):
            section.pop(path[1], None)
            self.wrong.append(path[:2])
        else:
            self.tables.pop(root, None)
            self.wrong.append(path[:1])
        charlie, shoe = self.tables.get("charlie"), self.tables.get("shoe", {})
        if isinstance(charlie, dict) and "cards" not in charlie:
            del self.tables["charlie"]
        if root == "shoe" and not ("decks" in shoe or "counts" in shoe):
            self.tables["shoe"] = {"decks": 8}

    def check_rules(self) -> None:
        """Note contradictions between rules, and what is wrong with side bets."""
        rules, found = build_rules(self.tables)
        for one in found:
            if not any(self.is_wrong(parse_key(key) or ()) for key in (one.key, *one.others)):
                self.note(parse_key(one.key) or (), one.message)
                self.rules_are_right = False
        if rules is not None and not self.is_wrong(("side_bets",)):
            _, mistakes = read_side_bets(self.tables, rules, counted=self.counted)
            for mistake in mistakes:
                self.note(parse_key(mistake.key) or ("side_bets",), mistake.message)
            if mistakes:
                self.wrong.append(("side_bets",))

    def listed(self, name: str) -> list[tuple[Path, Tables]]:
        """Return the tables of an array of tables that are right in form, with their paths."""
        if (name,) in self.wrong or name not in self.tables:
            return []
        entries = enumerate(self.tables[name])
        return [((name, i), entry) for i, entry in entries if (name, i) not in self.wrong]

    def claims(self) -> tuple[Claim, ...]:
        claims = []
        side_bets = side_bet_ids(self.tables)
        for path, table in self.listed("claims"):
            claim = Claim(**table)
            claims.append(claim)
            if not claim.has_unit:
                self.note(
                    (*path, "printed"),
                    f"{show(claim.printed)} has no unit: write it with the one that it is printed "
                    f"with, such as {show(f'{claim.printed.strip()} %')}",
                )
            if claim.side_bet is not None and claim.side_bet not in side_bets:
                hint = near_or_known(claim.side_bet, side_bets)
                self.note((*path, "about"), f"there is no side bet {claim.side_bet!r}; {hint}")
        return tuple(claims)

    def interpretations(self) -> tuple[Interpretation, ...]:
        """Return the interpretations, their readings tried on the rules of the file."""
        found: list[Interpretation] = []
        setters: list[tuple[Path, str]] = []
        for path, table in self.listed("interpretations"):
            interpretation, mistakes = read_interpretation(table, path)
            if any(interpretation.id == other.id for other in found):
                mistakes.append(
                    ((*path, "id"), f"{interpretation.id!r} is the id of an interpretation above")
                )
            for where, message in mistakes:
                self.note(where, message)
            found.append(interpretation)
            if not mistakes:
                self.readings(interpretation, table, path, setters)
        return tuple(found)

    def readings(
        self,
        interpretation: Interpretation,
        table: Tables,
        path: Path,
        setters: list[tuple[Path, str]],
    ) -> None:
        """Try each reading's settings on the rules.

        The default must change nothing, every other must give rules that are right, and no rule may
        be set by two interpretations (`setters` are the rules set so far, with who sets them).
        """
        for index, reading in enumerate(interpretation.readings):
            place = (*path, "readings", index, "set")
            changes = []
            for target, (key, value) in zip(setting_paths(reading), reading.settings, strict=True):
                where = setting_place(table["readings"][index]["set"], key, place)
                changes.append(Change(target[0], value, self.document.mistake(where, "")))
            made = self.try_reading(changes, is_default=reading.id == interpretation.default)
            for change in made:
                rivals = (name for at, name in setters if overlaps(at, change.path))
                rival = next((name for name in rivals if name != interpretation.id), None)
                if rival is not None:
                    self.mistakes.append(
                        replace(
                            change.place, message=f"the interpretation {rival!r} sets this rule too"
                        )
                    )
            setters.extend((change.path, interpretation.id) for change in made)

    def try_reading(self, changes: list[Change], *, is_default: bool) -> list[Change]:
        """Note what is wrong with the rules under a reading; return the changes it makes."""
        if any(self.is_wrong(change.path) for change in changes):
            return []
        tables, made, mistakes = apply_changes(self.tables, changes)
        if not mistakes and made and self.rules_are_right:
            _, _, mistakes = build_changed(tables, made, counted=self.counted)
        if not mistakes and is_default:
            mistakes = [
                replace(
                    change.place,
                    message=f"{show(change.value)} is what the default reading sets, but the rules "
                    "of this file say otherwise: change the one or the other",
                )
                for change in made
                if not same_game(self.tables, apply_changes(self.tables, [change])[0])
            ]
        self.mistakes += mistakes
        return made
