"""A game: its rules as read from a file, with the readings taken and the settings applied.

`Game` values are made by `bjcalc.rules.load_game`; a game can be had under other readings and
settings without reading the file again.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from bjcalc.errors import BjcalcError, GameFileError, Mistake, RulesError
from bjcalc.gamefile.claim import Claim
from bjcalc.gamefile.document import Document
from bjcalc.gamefile.form import form_mistakes
from bjcalc.gamefile.interpretations import (
    Interpretation,
    Reading,
    overlaps,
    parse_choices,
    reading_place,
)
from bjcalc.gamefile.settings import (
    Setting,
    SettingError,
    apply_setting,
    checked_path,
    parse_settings,
    setting_place,
    side_bet_ids,
)
from bjcalc.rules.form import rule_keys, rules_schema
from bjcalc.rules.keys import Path, format_key, parse_key
from bjcalc.rules.model import Rules
from bjcalc.rules.written import toml_text
from bjcalc.shoe import Shoe

if TYPE_CHECKING:
    from bjcalc.sidebets.bet import SideBet

Tables = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The text that a game's rules were read from; parts that are not known are empty."""

    document: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """A game file that was found right: what is the same under all readings and settings."""

    document: Document
    path: FilePath
    slug: str
    interpretations: tuple[Interpretation, ...]
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game, fully resolved.

    `rules` are the main game's. `interpretations` say for each open rule which reading is in
    force. `defaults_taken` are the keys of rules that the file does not state. `settings` are the
    changes that were asked for, as written. `sha256` is the digest of the file's bytes as given,
    before any change; `path` is where the file is.
    """

    slug: str
    name: str
    source: Source
    assumptions: tuple[str, ...]
    rules: Rules
    side_bets: tuple[SideBet, ...]
    claims: tuple[Claim, ...]
    interpretations: tuple[Interpretation, ...]
    defaults_taken: tuple[str, ...]
    settings: tuple[str, ...]
    sha256: str
    path: FilePath
    _file: GameFile = field(repr=False, compare=False)
    _settings: tuple[Setting, ...] = field(repr=False, compare=False)
    _choices: Mapping[str, str] = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raise BjcalcError where the rules are none; those that are have been looked at."""
        if not isinstance(self.rules, Rules):
            raise BjcalcError(f"{self.slug}: {self.rules!r} is not Rules")

    @property
    def readings(self) -> dict[str, str | None]:
        """The id of the reading in force, by interpretation."""
        return {one.id: one.chosen for one in self.interpretations}

    def with_readings(self, readings: Iterable[str] | Mapping[str, str]) -> Game:
        """Return the game under other readings, given as {id: reading} or "id=reading" texts.

        Those not named stay as they are. Raises GameFileError where one is not known, or where
        together they contradict each other.
        """
        choices = parse_choices(readings, self._file.interpretations)
        return resolve(self._file, {**self._choices, **choices}, self._settings)

    def with_settings(self, settings: Iterable[str] | Mapping[str, Any]) -> Game:
        """Return the game with more single rules set, as {"shoe.decks": 6} or "key=value" texts.

        Raises GameFileError, located at the setting, where the rules are then not right.
        """
        return resolve(self._file, self._choices, (*self._settings, *parse_settings(settings)))

    def asked_for(self) -> list[tuple[str, list[Path]]]:
        """Return each reading and setting that was asked for: what messages call it, what it sets.

        Side bets are named by their ids in the paths.
        """
        stated = self._file.document.tables
        asked = [
            (reading_place(f"{one.id}={self._choices[one.id]}"), one.reading(self._choices[one.id]))
            for one in self.interpretations
            if one.id in self._choices
        ]
        found = [(place, [path for path, _ in setting_paths(one)]) for place, one in asked]
        found += [(setting_place(one.text), [one.path]) for one in self._settings]
        return [(place, [_by_id(stated, path) for path in paths]) for place, paths in found]

    def mistake(self, path: Path, message: str) -> Mistake:
        """Return a mistake at a key of the game file, such as ("claims", 0), with its line."""
        return self._file.document.mistake(path, message)

    def other_readings(self) -> list[tuple[Interpretation, Reading, Game]]:
        """Return each reading not taken, and the game under it, all else as it is.

        Left out are readings under which nothing that is computed differs, interpretations that a
        setting decides, and readings that contradict a setting.
        """
        others = []
        for interpretation in self.interpretations:
            if interpretation.by_setting:
                continue
            for reading in interpretation.readings:
                if reading.id == interpretation.chosen:
                    continue
                try:
                    game = self.with_readings({interpretation.id: reading.id})
                except GameFileError:
                    continue
                if (game.rules, game.side_bets) != (self.rules, self.side_bets):
                    others.append((interpretation, reading, game))
        return others

    def all_readings(self) -> Iterator[Game]:
        """Yield the game under every combination of its readings, this game first.

        Readings that `other_readings` leaves out are not varied. A combination whose rules
        contradict each other is no reading of the text and is passed over.
        """
        varied: dict[str, list[str]] = {}
        for interpretation, reading, _ in self.other_readings():
            assert interpretation.chosen is not None
            varied.setdefault(interpretation.id, [interpretation.chosen]).append(reading.id)
        for combination in itertools.product(*varied.values()):
            try:
                yield self.with_readings(dict(zip(varied, combination, strict=True)))
            except GameFileError:
                continue


@dataclass(frozen=True, slots=True)
class Change:
    """A rule to be set, and `place`, where whoever asked for it wrote it."""

    path: Path
    value: Any
    place: Mistake

    def mistake(self, path: Path, message: str) -> Mistake:
        """Return the mistake that this change brought about at a path, at the change's place."""
        if path != self.path:
            message = f"{format_key(path)}: {message}"
        return replace(self.place, message=message)


def apply_changes(
    tables: Tables, changes: list[Change]
) -> tuple[Tables, list[Change], list[Mistake]]:
    """Return the tables with the changes made, these changes, and what is then wrong in form.

    A change that names a side bet by its id comes back with the path where that stands.
    """
    mistakes: list[Mistake] = []
    made: list[Change] = []
    for change in changes:
        try:
            tables, path = apply_setting(tables, change.path, change.value)
        except SettingError as error:
            mistakes.append(replace(change.place, message=str(error)))
        else:
            made.append(replace(change, path=path))
    sections = list(dict.fromkeys(str(change.path[0]) for change in made))
    mistakes += [_blamed(made, mistake) for mistake in form_mistakes(tables, sections)]
    return tables, made, mistakes


def build_rules(tables: Tables) -> tuple[Rules | None, list[Mistake]]:
    """Return the rules that tables, right in form, state, or else their contradictions."""
    try:
        return Rules(**{name: tables[name] for name in rules_schema() if name in tables}), []
    except RulesError as error:
        return None, list(error.mistakes)


def build_changed(
    tables: Tables, made: list[Change], *, counted: bool = False
) -> tuple[Rules | None, tuple[SideBet, ...], list[Mistake]]:
    """Return the rules and side bets of changed tables, right in form, and their mistakes.

    Without the changes the tables have none. `counted` as in `read_side_bets`.
    """
    rules, found = build_rules(tables)
    if rules is None:
        return None, (), [_blamed(made, mistake) for mistake in found]
    side_bets, wrong = read_side_bets(tables, rules, counted=counted)
    mistakes = []
    for mistake in wrong:
        blamed = replace(mistake, others=("shoe", "dealer"))
        if not _touching(made, mistake.key):
            hint = "; the setting side_bets=[] leaves them out"
            blamed = replace(blamed, message=mistake.message + hint)
        mistakes.append(_blamed(made, blamed))
    return rules, side_bets, mistakes


def _touching(changes: list[Change], key: str) -> list[Change]:
    """Return the changes that touch what stands at a key, the last of them first."""
    path = parse_key(key) or ("side_bets",)
    return [change for change in reversed(changes) if overlaps(change.path, path)]


def _blamed(changes: list[Change], mistake: Mistake) -> Mistake:
    """Return the mistake at the place of the change that most likely brought it about."""
    touching = [
        change for key in (mistake.key, *mistake.others) for change in _touching(changes, key)
    ]
    path = parse_key(mistake.key) or ("side_bets",)
    return (touching or changes[::-1])[0].mistake(path, mistake.message)


def read_side_bets(
    tables: Tables, rules: Rules, *, counted: bool = False
) -> tuple[tuple[SideBet, ...], list[Mistake]]:
    """Return the side bets of a game, and their mistakes with dotted keys but without a line.

    With `counted`, the mistakes that counting the bets on this shoe finds too.
    """
    if "side_bets" not in tables:
        return (), []
    from bjcalc.sidebets import counting_mistakes, parse_side_bets

    bets, mistakes = parse_side_bets(tables["side_bets"], key_prefix="side_bets")
    if counted:
        mistakes += counting_mistakes(bets, rules.shoe, rules.dealer)
    return bets, mistakes


def resolve(
    file: GameFile,
    choices: Mapping[str, str],
    settings: tuple[Setting, ...],
    *,
    counted: bool = False,
) -> Game:
    """Return the game of a file under these readings, with these settings on top.

    What follows from a setting is set with it, and stands among `Game.settings`. `counted` as in
    `read_side_bets`. Raises GameFileError listing all that is wrong.
    """
    changes = [
        Change(path, value, Mistake("", file=reading_place(f"{one.id}={choices[one.id]}")))
        for one in file.interpretations
        if choices.get(one.id, one.default) != one.default
        for path, value in setting_paths(one.reading(choices[one.id]))
    ]
    tables, made, mistakes = apply_changes(file.document.tables, changes)
    tables, by_settings, wrong = apply_changes(tables, list(map(_change, settings)))
    if mistakes or wrong:
        raise GameFileError([*mistakes, *wrong])
    following = _following(tables, made, by_settings)
    tables, more, _ = apply_changes(tables, list(map(_change, following)))
    by_settings += more
    made += by_settings
    rules, side_bets, mistakes = build_changed(tables, made, counted=counted)
    if rules is None or mistakes:
        raise GameFileError(mistakes)
    side_bets = _without_idle_notes(side_bets, tables, file.document.tables)
    game = tables["game"]
    return Game(
        slug=file.slug,
        name=game["name"],
        source=Source(**game.get("source", {})),
        assumptions=tuple(game.get("assumptions", ())),
        rules=rules,
        side_bets=side_bets,
        claims=file.claims,
        interpretations=tuple(
            _in_force(one, choices, by_settings, file.document.tables, tables)
            for one in file.interpretations
        ),
        defaults_taken=_defaults_taken(tables),
        settings=tuple(setting.text for setting in (*settings, *following)),
        sha256=file.document.sha256,
        path=file.path,
        _file=file,
        _settings=settings,
        _choices=choices,
    )


def _change(setting: Setting) -> Change:
    return Change(setting.path, setting.value, Mistake("", file=setting_place(setting.text)))


# Rules that follow from others where these alone are set: what they then must be.
_FOLLOWING: dict[str, Callable[[Tables], Any]] = {
    "split.max_hands_aces": lambda tables: tables["split"]["max_hands"],
    "double.after_split_aces": lambda tables: False,
    "dealer.natural_takes": lambda tables: "all",
}


def _following(
    tables: Tables, by_readings: list[Change], by_settings: list[Change]
) -> list[Setting]:
    """Return what must be set besides, since a setting leaves no other value for it.

    Only what no reading and no setting asks for otherwise: a limit of hands for aces that would be
    above the limit for all, doubling of split aces that may not be doubled, what a natural takes
    where the dealer looks for it first.
    """
    found = []
    for mistake in build_rules(tables)[1]:
        asked = _touching([*by_readings, *by_settings], mistake.key)
        caused = any(_touching(by_settings, other) for other in mistake.others)
        if mistake.key in _FOLLOWING and caused and not asked:
            value = _FOLLOWING[mistake.key](tables)
            path = parse_key(mistake.key)
            assert path is not None
            found.append(Setting(path, value, f"{mistake.key}={toml_text(value)}"))
    return found


def _without_idle_notes(
    side_bets: tuple[SideBet, ...], tables: Tables, stated: Tables
) -> tuple[SideBet, ...]:
    """Return the side bets without the notes that no longer hold.

    The note of a bet whose pays were inferred from a printed return speaks of figures: it holds
    for the bet and the shoe as the file (`stated`) has them, and for no others.
    """
    own = dict(zip(side_bet_ids(stated), stated.get("side_bets", ()), strict=True))
    now = dict(zip(side_bet_ids(tables), tables.get("side_bets", ()), strict=True))
    same_shoe = Shoe.of_table(stated["shoe"]) == Shoe.of_table(tables["shoe"])
    kept = []
    for bet in side_bets:
        before = own.get(bet.id, now[bet.id])
        same = same_shoe and before == now[bet.id]
        idle = before.get("pays_source") == "inferred" and not same
        kept.append(replace(bet, note="") if idle else bet)
    return tuple(kept)


def _by_id(tables: Tables, path: Path) -> Path:
    """Return the path with a side bet's position in it replaced by its id."""
    ids = side_bet_ids(tables)
    if path[0] == "side_bets" and len(path) > 1 and isinstance(path[1], int) and path[1] < len(ids):
        return (path[0], ids[path[1]], *path[2:])
    return path


def setting_paths(reading: Reading) -> list[tuple[Path, Any]]:
    """Return what a reading of a right file sets, by path."""
    pairs = []
    for key, value in reading.settings:
        path = parse_key(key)
        assert path is not None
        pairs.append((path, value))
    return pairs


def same_game(first: Tables, second: Tables) -> bool:
    """Return whether the tables of two right files state the same main game and side bets."""
    rules, _ = build_rules(first)
    if rules is None or rules != build_rules(second)[0]:
        return False
    return first.get("side_bets") == second.get("side_bets") or (
        read_side_bets(first, rules) == read_side_bets(second, rules)
    )


def _in_force(
    interpretation: Interpretation,
    choices: Mapping[str, str],
    set_by_user: list[Change],
    stated: Tables,
    tables: Tables,
) -> Interpretation:
    """Return the interpretation with the reading that is in force in the tables.

    `stated` are the tables of the file; `set_by_user` are the settings that changed them.
    """
    chosen = choices.get(interpretation.id, interpretation.default)
    set_by_readings = [
        checked_path(stated, path)
        for reading in interpretation.readings
        for path, _ in setting_paths(reading)
    ]
    if not any(overlaps(one.path, path) for one in set_by_user for path in set_by_readings):
        return replace(interpretation, chosen=chosen)
    ids = [chosen, *(reading.id for reading in interpretation.readings)]
    fitting = (name for name in ids if _states(tables, interpretation.reading(name)))
    return replace(interpretation, chosen=next(fitting, None), by_setting=True)


def _states(tables: Tables, reading: Reading) -> bool:
    """Return whether the tables already say what the reading sets."""
    changed = tables
    for path, value in setting_paths(reading):
        try:
            changed, _ = apply_setting(changed, path, value)
        except SettingError:  # a side bet that a setting has taken away
            return False
    return same_game(tables, changed)


def _defaults_taken(tables: Tables) -> tuple[str, ...]:
    """Return the keys of rules that the tables leave to their defaults.

    Not those of the shoe and the Charlie: what is not there of them is not a rule of the game. Nor
    those that were added later, of which no older file or text could speak.
    """
    peeks = {"ace", "ten"} <= set(tables.get("dealer", {}).get("peek", ("ace", "ten")))
    taken = []
    for key in rule_keys(first_version=True):
        section, _, name = key.partition(".")
        table = tables.get(section, {})
        idle = section in ("shoe", "charlie") or (name == "natural_takes" and peeks)
        if name and not idle and isinstance(table, dict) and name not in table:
            taken.append(key)
    return tuple(taken)
