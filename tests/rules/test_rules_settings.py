"""Single rules set by --set, and readings chosen by --reading, on shipped games and on files."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bjcalc.errors import GameFileError
from bjcalc.gamefile import check_side_bets, load_game
from bjcalc.rules import rules_line
from bjcalc.rules.model import Charlie, DoubleOn, NaturalTakes, Soft17, Surrender, SurrenderRules
from bjcalc.shoe import Shoe

PRO = "borgata-blackjack-pro"
PAIRS = "bonus-pairs-blackjack"


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


@pytest.mark.parametrize(
    ("setting", "read", "expected"),
    [
        ("blackjack.pays=6:5", lambda rules: rules.blackjack.pays, Fraction(6, 5)),
        ("blackjack.pays=1.2", lambda rules: rules.blackjack.pays, Fraction(6, 5)),
        ("blackjack.pays='7/5'", lambda rules: rules.blackjack.pays, Fraction(7, 5)),
        ("blackjack.pays=2", lambda rules: rules.blackjack.pays, Fraction(2)),
        ('dealer.peek=["ace"]', lambda rules: "ten" in rules.dealer.peek, False),
        ("dealer.peek=[ace]", lambda rules: "ten" in rules.dealer.peek, False),
        ("dealer.peek=[ten, ace]", lambda rules: "ten" in rules.dealer.peek, True),
        ("dealer.peek=[]", lambda rules: rules.dealer.natural_takes, NaturalTakes.ALL),
        ("dealer.card_limit=5", lambda rules: rules.dealer.card_limit, 5),
        ("dealer.card_limit=none", lambda rules: rules.dealer.card_limit, None),
        ("charlie.cards=5", lambda rules: rules.charlie, Charlie(cards=5)),
        ("charlie={cards=5, pays=2}", lambda rules: rules.charlie.pays, Fraction(2)),
        ("charlie=none", lambda rules: rules.charlie, None),
        ("double.on=none", lambda rules: rules.double.on, DoubleOn()),
        ("double.on.hard=[10,11]", lambda rules: rules.double.on.hard, frozenset({10, 11})),
        ("double.on.hard=[10,11]", lambda rules: rules.double.on.soft, None),
        ("double.on={hard=[10,11]}", lambda rules: rules.double.on.soft, frozenset()),
        ("surrender.ten=early", lambda rules: rules.surrender.ten, Surrender.EARLY),
        ("surrender.ten=early", lambda rules: rules.surrender.ace, Surrender.LATE),
        ("shoe.decks=infinite", lambda rules: rules.shoe, Shoe.infinite_deck()),
        ("shoe.decks = 1", lambda rules: rules.shoe, Shoe.of_decks(1)),
        ("split.aces=free", lambda rules: rules.split.aces, "free"),
    ],
)
def test_values_as_a_shell_passes_them(setting: str, read: Any, expected: object) -> None:
    assert read(load_game(PRO, set=[setting]).rules) == expected


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


PLAYED_ON = """\
schema = 1
game.name = "x"
shoe.decks = 8
dealer = { peek = [], natural_takes = "original" }
split = { aces = "free", max_hands = 4, max_hands_aces = 4 }
double.after_split_aces = true
"""


@pytest.mark.parametrize(
    ("setting", "follows"),
    [
        ("split.max_hands=1", "split.max_hands_aces=1"),
        ("split.max_hands=3", "split.max_hands_aces=3"),
        ("split.max_hands=6", None),
        ("double.after_split=false", "double.after_split_aces=false"),
        ("double={ after_split = false }", None),
        ("split.aces=one-card", "double.after_split_aces=false"),
        ("dealer.peek=[ace,ten]", 'dealer.natural_takes="all"'),
        ("dealer.peek=[ace]", None),
    ],
)
def test_what_follows_from_a_setting_is_set_with_it_and_said(
    tmp_path: Path, setting: str, follows: str | None
) -> None:
    """The game file states the other key too, which one setting alone would contradict."""
    (tmp_path / "x.toml").write_text(PLAYED_ON)
    game = load_game(tmp_path / "x.toml")
    assert game.rules.split.max_hands_aces == 4
    changed = game.with_settings([setting])
    assert changed.settings == (setting, *([follows] if follows else []))
    # Repeated with what followed, the settings give the same game; it follows anew each time.
    assert game.with_settings(changed.settings) == changed
    again = changed.with_settings(["split.max_hands=8", "dealer.peek=[]"])
    assert again.rules.split.max_hands_aces == 4
    assert again.rules.dealer.natural_takes is NaturalTakes.ORIGINAL


def test_counts_and_decks_replace_each_other() -> None:
    counts = 'shoe.counts={A=8,"2"=8,"3"=8,T=32}'
    game = load_game("blackjack-seven-card-charlie", set=[counts, "shoe.infinite=true"])
    assert game.rules.shoe == Shoe(values=(8, 8, 8, 0, 0, 0, 0, 0, 0, 32), infinite=True)
    assert game.with_settings(["shoe.decks=2"]).rules.shoe == Shoe.of_decks(2)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            ["dealer.soft17=hti"],
            'setting dealer.soft17=hti: "hti" is wrong: write "stand" or "hit" (did you mean '
            '"hit"?)',
        ),
        (["shoe.decks"], "setting shoe.decks: write KEY=VALUE, such as shoe.decks=6"),
        (["=6"], "setting =6: write KEY=VALUE, such as shoe.decks=6"),
        (["a b=6"], "setting a b=6: write KEY=VALUE, such as shoe.decks=6"),
        (["shoe.deks=6"], "setting shoe.deks=6: unknown key; did you mean decks?"),
        (
            ["shoo.decks=6"],
            "setting shoo.decks=6: shoo.decks is not a rule; did you mean shoe.decks?",
        ),
        (["das=true"], "setting das=true: das is not a rule; did you mean double.after_split?"),
        (
            ["nonsense=1"],
            "setting nonsense=1: nonsense is not a rule; rules are in: shoe, dealer, blackjack, "
            "double, split, surrender, player, charlie, insurance",
        ),
        (["game.name=x"], "setting game.name=x: game.name is not a rule, so it cannot be set"),
        (["bonuses=1"], "setting bonuses=1: not supported: a bonus for special hands of 21 or the "
         "like (paid on a bet of its own it is a side bet)"),
        (
            ["dealer.push_22=true"],
            "setting dealer.push_22=true: not supported: a dealer's push on 22",
        ),
        (
            ["dealer.soft17.x=1"],
            "setting dealer.soft17.x=1: dealer.soft17 is a single value, it has no keys in it",
        ),
        (["shoe[0]=1"], "setting shoe[0]=1: shoe is a table, it has no [0]"),
        (
            ["split.max_hands=1", "split.max_hands_aces=2"],
            "setting split.max_hands_aces=2: 2 is above split.max_hands = 1: write at most that",
        ),
        (
            ["double.after_split=false", "double.after_split_aces=true", "split.aces=free"],
            "setting double.after_split_aces=true: true contradicts double.after_split = false: "
            "write false, or double.after_split = true",
        ),
        (
            ["split.max_hands_aces=3"],
            "setting split.max_hands_aces=3: 3 is above split.max_hands = 2: write at most that",
        ),
        (
            ["side_bets.21+4.ace=low"],
            "setting side_bets.21+4.ace=low: there is no side bet '21+4'; did you mean 21+3?",
        ),
        (["side_bets[9].ace=low"], "setting side_bets[9].ace=low: side_bets[9] is not there: the "
         "list has 3"),
        (
            ["side_bets.21+3.ace=middle"],
            "setting side_bets.21+3.ace=middle: \"middle\" is none of both, high, low",
        ),
        (
            ["dealer.soft17=x", "shoe.decks=99", "foo=1"],
            "setting foo=1: foo is not a rule; rules are in: shoe, dealer, blackjack, double, "
            'split, surrender, player, charlie, insurance\nsetting dealer.soft17=x: "x" is wrong: '
            'write "stand" or "hit"\nsetting shoe.decks=99: 99 is wrong: write a whole number from '
            "1 to 15 (the computation's integers are proved wide enough for 800 cards), or "
            '"infinite"',
        ),
    ],
)  # fmt: skip
def test_wrong_settings_are_located_at_the_setting(settings: list[str], message: str) -> None:
    assert refused(set=settings) == message


def test_a_shoe_without_suits_tells_how_to_leave_the_side_bets_out() -> None:
    message = refused(set={"shoe.counts": {"A": 3, "T": 9}}).split("\n")
    assert len(message) == 3
    assert message[0].startswith("setting shoe.counts={ A = 3, T = 9 }: side_bets[0]: ")
    assert message[0].endswith("; the setting side_bets=[] leaves them out")


def test_a_text_is_no_list_of_texts() -> None:
    with pytest.raises(TypeError, match="settings are a list"):
        load_game(PRO, set="shoe.decks=6")
    with pytest.raises(TypeError, match="readings are a list"):
        load_game(PAIRS, readings="resplit-aces=yes")


def test_a_setting_cannot_smuggle_in_another() -> None:
    message = refused(set=["dealer.soft17='hit'\nm = 1"])
    assert message.startswith("setting dealer.soft17='hit'\\nm = 1: \"'hit'\\nm = 1\" is wrong")


# Readings


def test_a_reading_sets_its_rules_and_is_recorded() -> None:
    game = load_game(PAIRS, readings=["resplit-aces=yes"])
    assert game.rules.split.max_hands_aces == 4
    assert game.readings["resplit-aces"] == "yes"
    assert game == load_game(PAIRS, readings={"resplit-aces": "yes"})
    assert game == load_game(PAIRS).with_readings({"resplit-aces": "yes"})
    back = game.with_readings({"resplit-aces": "no"})
    assert back == load_game(PAIRS)


def test_unknown_readings_get_suggestions() -> None:
    assert refused(game=PAIRS, readings=["resplit-ace=yes", "resplit-aces=yess", "x"]) == (
        "reading resplit-ace=yes: the game has no interpretation 'resplit-ace'; did you mean "
        "resplit-aces?\n"
        "reading resplit-aces=yess: resplit-aces has no reading 'yess'; did you mean yes?\n"
        "reading x: the game has no interpretation 'x'; there are: resplit-aces, ace-on-ten, "
        "natural-against-21, claim-covers"
    )


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


def test_a_reading_that_contradicts_a_setting_is_refused_and_not_offered() -> None:
    assert refused(game=PAIRS, readings=["resplit-aces=yes"], set=["split.max_hands=2"]) == (
        "reading resplit-aces=yes: 4 is above split.max_hands = 2: write at most that"
    )
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


GAME = """\
schema = 1
[game]
name = "x"
[shoe]
decks = 8
[split]
max_hands = 2
max_hands_aces = 2
[[interpretations]]
id = "hands"
question = "How many hands?"
default = "two"
why = "w"
readings = [
    { id = "two", text = "t", set = { split.max_hands = 2 } },
    { id = "four", text = "t", set = { split.max_hands = 4 } },
]
[[interpretations]]
id = "aces"
question = "Ace limit?"
default = "two"
why = "w"
readings = [
    { id = "two", text = "t", set = {} },
    { id = "one", text = "t", set = { split = { max_hands_aces = 1 } } },
]
[[interpretations]]
id = "limit"
question = "Does a hand stand at six cards?"
default = "no"
why = "w"
readings = [
    { id = "no", text = "t", set = {} },
    { id = "yes", text = "t", set = { "player.card_limit" = 6 } },
]
[[interpretations]]
id = "charlie"
question = "Does it win at seven?"
default = "no"
why = "w"
readings = [
    { id = "no", text = "t", set = {} },
    { id = "yes", text = "t", set = { "charlie.cards" = 7 } },
]
"""


def test_combinations_that_contradict_each_other_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(GAME)
    game = load_game(tmp_path / "x.toml")
    found = [one.readings for one in game.all_readings()]
    assert len(found) == 12
    assert not any(one["limit"] == one["charlie"] == "yes" for one in found)
    with pytest.raises(GameFileError) as caught:
        game.with_readings(["limit=yes", "charlie=yes"])
    assert str(caught.value) == (
        "reading charlie=yes: 7 is never reached: player.card_limit makes a hand stand at 6 "
        "cards; write at most 6, or a higher limit"
    )


def test_readings_may_write_their_keys_without_quotes(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(
        GAME.replace(
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
    path.write_text(GAME)
    game = load_game(path)
    assert (game.slug, game.path, game.name) == ("my game", path, "x")
    assert len(game.sha256) == 64
    path.write_text(GAME + "\n")
    assert load_game(path).sha256 != game.sha256
    assert load_game(path).rules == game.rules
    assert "dealer.soft17" in game.defaults_taken
    assert "split.max_hands" not in game.defaults_taken
    assert "dealer.natural_takes" not in game.defaults_taken
    assert "dealer.natural_takes" in game.with_settings(["dealer.peek=[]"]).defaults_taken
    assert "surrender.ace" not in game.with_settings(["surrender=late"]).defaults_taken
    assert rules_line(game.rules) == ("8 decks, S17, DAS, 2 hands, no surrender, peek A+T, 3:2")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            ["shoe.decks=6", "shoe.decks=2"],
            "setting shoe.decks=2: undoes shoe.decks=6, which is asked for too: give one of them",
        ),
        (
            ["surrender.ten=early", "surrender=late"],
            "setting surrender=late: undoes surrender.ten=early, which is asked for too: give one "
            "of them",
        ),
        (
            ["shoe.decks=6", "shoe.counts={A=20, T=20}"],
            "setting shoe.counts={A=20, T=20}: undoes shoe.decks=6, which is asked for too: give "
            "one of them",
        ),
    ],
)
def test_a_setting_that_undoes_another_is_refused(settings: list[str], message: str) -> None:
    with pytest.raises(GameFileError) as caught:
        load_game("bonus-pairs-blackjack", set=settings)
    assert str(caught.value) == message


def test_settings_that_refine_another_and_later_ones_are_taken() -> None:
    game = load_game("bonus-pairs-blackjack", set=["surrender=late", "surrender.ten=early"])
    assert (game.rules.surrender.ten, game.rules.surrender.ace) == ("early", "late")
    six = game.with_settings({"shoe.decks": 6}).with_settings({"shoe.decks": 2})
    assert six.rules.shoe.decks == 2


def test_two_readings_of_one_rule_are_refused() -> None:
    with pytest.raises(GameFileError) as caught:
        load_game("bonus-pairs-blackjack", readings=["resplit-aces=yes", "resplit-aces=no"])
    assert str(caught.value) == (
        "reading resplit-aces=no: resplit-aces=yes is asked for too: give one of them"
    )


def test_messages_in_python_do_not_speak_of_options() -> None:
    with pytest.raises(GameFileError) as caught:
        load_game("bonus-pairs-blackjack", set={"shoe.decks": 99})
    assert str(caught.value).startswith("setting shoe.decks=99: 99 is wrong")
