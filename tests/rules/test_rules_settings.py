"""Settings and readings: what they change, what is recorded, what is refused."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bjcalc.errors import GameFileError
from bjcalc.gamefile import check_side_bets, load_game
from bjcalc.rules import rules_line, rules_to_dict
from bjcalc.rules.model import Charlie, NaturalTakes, Soft17, Surrender, SurrenderRules
from bjcalc.shoe import Shoe

PRO = "borgata-blackjack-pro"
PAIRS = "bonus-pairs-blackjack"
HERE = Path(__file__).parent
CASES = tomllib.loads((HERE / "cases.toml").read_text("utf-8"))


def cases(kind: str) -> pytest.MarkDecorator:
    names = [str(case.get("set") or case["readings"])[:60] for case in CASES[kind]]
    return pytest.mark.parametrize("case", CASES[kind], ids=names)


def refused(**options: Any) -> str:
    with pytest.raises(GameFileError) as caught:
        check_side_bets(load_game(options.pop("game", PRO), **options))
    return str(caught.value)


def test_settings_change_just_the_rules_they_name() -> None:
    plain = load_game(PRO)
    game = load_game(PRO, set=["shoe.decks=6", "dealer.soft17=hit", "surrender=none"])
    assert game.rules.shoe == Shoe.of_decks(6)
    assert game.rules.dealer.soft17 is Soft17.HIT
    assert game.rules.surrender == SurrenderRules()
    assert game.rules.double == plain.rules.double
    assert game.settings == ("shoe.decks=6", "dealer.soft17=hit", "surrender=none")
    assert game.sha256 == plain.sha256
    assert plain.settings == ()
    assert game == plain.with_settings(["shoe.decks=6"]).with_settings(
        ["dealer.soft17=hit", "surrender=none"]
    )


@cases("taken")
def test_values_as_a_shell_passes_them(case: dict[str, Any]) -> None:
    keys = rules_to_dict(load_game(PRO, set=[case["set"]]).rules)
    assert case["has"].items() <= keys.items()


@cases("refused")
def test_what_is_wrong_is_located_where_it_was_asked_for(case: dict[str, Any]) -> None:
    options = {name: value for name, value in case.items() if name != "says"}
    assert refused(**options).split("\n") == case["says"]


@cases("follows")
def test_what_follows_from_a_setting_is_set_with_it_and_said(case: dict[str, Any]) -> None:
    """The game file states the other key too, which one setting alone would contradict."""
    game = load_game(HERE / "aces_played_on.toml")
    changed = game.with_settings([case["set"]])
    assert changed.settings == (case["set"], *([case["also"]] if case["also"] else []))
    # Repeated with what followed, the settings give the same game; it follows anew each time.
    assert game.with_settings(changed.settings) == changed
    again = changed.with_settings(["split.max_hands=8", "dealer.peek=[]"])
    assert again.rules.split.max_hands_aces == 4
    assert again.rules.dealer.natural_takes is NaturalTakes.ORIGINAL


@cases("line")
def test_rules_in_a_line(case: dict[str, Any]) -> None:
    game = load_game("blackjack-seven-card-charlie", set=case["set"])
    assert rules_line(game.rules) == case["says"]


def test_settings_from_python_may_be_values() -> None:
    game = load_game(
        PRO,
        set={
            "shoe.counts": dict.fromkeys(("A", *map(str, range(2, 10))), 4) | {"T": 16},
            "blackjack.pays": Fraction(6, 5),
            "insurance.price": 0.5,
            "double.on.hard": frozenset({9, 10, 11}),
            "dealer.peek": ("ace",),
            "side_bets": [],
        },
    )
    assert game.rules.shoe == Shoe(values=(4,) * 9 + (16,))
    assert game.rules.blackjack.pays == Fraction(6, 5)
    assert game.rules.insurance.price == Fraction(1, 2)
    assert game.rules.double.on.hard == frozenset({9, 10, 11})
    assert "ten" not in game.rules.dealer.peek
    assert game.side_bets == ()


def test_counts_and_decks_replace_each_other() -> None:
    counts = 'shoe.counts={A=8,"2"=8,"3"=8,T=32}'
    game = load_game("blackjack-seven-card-charlie", set=[counts, "shoe.infinite=true"])
    assert game.rules.shoe == Shoe(values=(8, 8, 8, 0, 0, 0, 0, 0, 0, 32), infinite=True)
    assert game.with_settings(["shoe.decks=2"]).rules.shoe == Shoe.of_decks(2)


def test_a_text_is_no_list_of_texts() -> None:
    with pytest.raises(TypeError, match="settings are a list"):
        load_game(PRO, set="shoe.decks=6")
    with pytest.raises(TypeError, match="readings are a list"):
        load_game(PAIRS, readings="resplit-aces=yes")


# Readings


def test_a_reading_sets_its_rules_and_is_recorded() -> None:
    game = load_game(PAIRS, readings=["resplit-aces=yes"])
    assert game.rules.split.max_hands_aces == 4
    assert game.readings["resplit-aces"] == "yes"
    assert game == load_game(PAIRS, readings={"resplit-aces": "yes"})
    assert game == load_game(PAIRS).with_readings({"resplit-aces": "yes"})
    back = game.with_readings({"resplit-aces": "no"})
    assert back == load_game(PAIRS)


def test_a_setting_that_fits_a_reading_takes_it_and_one_that_fits_none_takes_none() -> None:
    yes = load_game(PAIRS, set=["split.max_hands_aces=4"])
    assert (yes.readings["resplit-aces"], yes.interpretations[0].by_setting) == ("yes", True)
    none = load_game(PAIRS, set=["split.max_hands_aces=3"])
    assert (none.readings["resplit-aces"], none.interpretations[0].by_setting) == (None, True)
    over = load_game(PAIRS, readings=["resplit-aces=yes"], set=["split.max_hands_aces=2"])
    assert over.readings["resplit-aces"] == "no"
    assert not load_game(PAIRS, set=["shoe.decks=6"]).interpretations[0].by_setting
    for game in (yes, none, over):
        assert "resplit-aces" not in [one.id for one, _, _ in game.other_readings()]


def test_a_shorthand_decides_the_interpretation_that_it_covers() -> None:
    early = load_game(PRO, set=["surrender=early"])
    assert early.readings["surrender-against-ten"] == "early"
    assert load_game(PRO, set=["surrender=none"]).readings["surrender-against-ten"] is None


def test_leaving_the_side_bets_out_leaves_their_interpretations_undecided() -> None:
    game = load_game(PRO, set=["side_bets=[]"])
    assert game.side_bets == ()
    assert game.readings["straight-ace"] is None
    assert all(one.id != "straight-ace" for one, _, _ in game.other_readings())


def test_a_reading_that_contradicts_a_setting_is_not_offered() -> None:
    game = load_game(PAIRS, set=["split.max_hands=2"])
    assert "resplit-aces" not in [one.id for one, _, _ in game.other_readings()]


def test_other_readings_are_those_that_change_what_is_computed() -> None:
    others = load_game(PRO).other_readings()
    assert [(one.id, reading.id) for one, reading, _ in others] == [
        ("surrender-against-ten", "early"),
        ("stand-on-21", "no"),
        ("insurance-on-naturals", "no"),
        ("straight-ace", "high"),
        ("straight-ace", "low"),
    ]
    early = others[0][2]
    assert early.rules.surrender.ten is Surrender.EARLY
    assert early.readings["surrender-against-ten"] == "early"
    assert early.readings["stand-on-21"] == "yes"
    low = others[4][2]
    assert low.rules == load_game(PRO).rules
    assert [bet.ace for bet in low.side_bets] == ["both", "both", "low"]


def test_all_readings_are_all_combinations_this_one_first() -> None:
    game = load_game(PAIRS)
    found = list(game.all_readings())
    assert found[0] == game
    assert len(found) == len({one.rules for one in found}) == 2 * 2 * 2
    yes = game.with_readings({"resplit-aces": "yes"})
    assert next(yes.all_readings()) == yes
    assert {one.rules for one in yes.all_readings()} == {one.rules for one in found}


OPEN = HERE / "open_rules.toml"


def test_combinations_that_contradict_each_other_are_passed_over() -> None:
    game = load_game(OPEN)
    found = [one.readings for one in game.all_readings()]
    assert len(found) == 12
    assert not any(one["limit"] == one["charlie"] == "yes" for one in found)
    with pytest.raises(GameFileError, match="reading charlie=yes: 7 is never reached: "):
        game.with_readings(["limit=yes", "charlie=yes"])


def test_readings_may_write_their_keys_without_quotes(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(
        OPEN.read_text().replace(
            '{ "charlie.cards" = 7 }',
            '{ side_bets.pair.note = "n", charlie.pays = 2, '
            'charlie.cards = 7, surrender = "late", double = { on = { hard = [11] } } }',
        )
        + '[[side_bets]]\nname = "Pair"\ncards = ["player1", "player2"]\n'
        'categories = [{ name = "Pair", when = "same rank", pays = 11 }]\n'
    )
    game = load_game(tmp_path / "x.toml", readings=["charlie=yes"])
    assert game.rules.charlie == Charlie(cards=7, pays=Fraction(2))
    assert game.rules.surrender.ace is Surrender.LATE
    assert (game.rules.double.on.hard, game.rules.double.on.soft) == (frozenset({11}), frozenset())
    assert game.side_bets[0].note == "n"


def test_a_file_is_known_by_its_name_its_bytes_and_the_defaults_it_leaves(tmp_path: Path) -> None:
    path = tmp_path / "my game.toml"
    path.write_text(OPEN.read_text())
    game = load_game(path)
    assert (game.slug, game.path, game.name) == ("my game", path, "x")
    assert len(game.sha256) == 64
    path.write_text(OPEN.read_text() + "\n")
    assert load_game(path).sha256 != game.sha256
    assert load_game(path).rules == game.rules
    assert "dealer.soft17" in game.defaults_taken
    assert "split.max_hands" not in game.defaults_taken
    assert "dealer.natural_takes" not in game.defaults_taken
    assert "dealer.natural_takes" in game.with_settings(["dealer.peek=[]"]).defaults_taken
    assert "surrender.ace" not in game.with_settings(["surrender=late"]).defaults_taken
    assert rules_line(game.rules) == ("8 decks, S17, DAS, 2 hands, no surrender, peek A+T, 3:2")


def test_settings_that_refine_another_and_later_ones_are_taken() -> None:
    game = load_game("bonus-pairs-blackjack", set=["surrender=late", "surrender.ten=early"])
    assert (game.rules.surrender.ten, game.rules.surrender.ace) == ("early", "late")
    six = game.with_settings({"shoe.decks": 6}).with_settings({"shoe.decks": 2})
    assert six.rules.shoe.decks == 2
