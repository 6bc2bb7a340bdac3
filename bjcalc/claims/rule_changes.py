"""The rule changes that may explain a claim, the commonest first (docs/claims.md lists them).

The order is a fixed judgement of how often the rule differs between games that are otherwise alike;
it decides nothing but the order of explanations that need equally many changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from bjcalc.rules import Rules
from bjcalc.rules.model import (
    Charlie,
    Double,
    DoubleOn,
    NaturalTakes,
    Soft17,
    SplitAces,
    SplitNatural,
    Surrender,
    SurrenderRules,
    UpCard,
)
from bjcalc.shoe import Shoe


@dataclass(frozen=True, slots=True)
class RuleChange:
    """One change of the rules: `apply` makes it, `settings` are what `--set` would be given.

    Changes of one `group` exclude each other. Two changes are made in the order of `stage`.
    """

    group: str
    name: str
    settings: tuple[str, ...]
    apply: Callable[[Rules], Rules]
    stage: int = 0


def _soft17(rule: Soft17) -> RuleChange:
    verb = "hits" if rule is Soft17.HIT else "stands on"
    return RuleChange(
        "soft 17",
        f"the dealer {verb} soft 17",
        (f"dealer.soft17={rule}",),
        lambda rules: replace(rules, dealer=replace(rules.dealer, soft17=rule)),
    )


def _decks(number: int) -> RuleChange:
    return RuleChange(
        "decks",
        "1 deck" if number == 1 else f"{number} decks",
        (f"shoe.decks={number}",),
        lambda rules: replace(rules, shoe=Shoe.of_decks(number)),
    )


def _hands(number: int) -> RuleChange:
    def apply(rules: Rules) -> Rules:
        aces = min(rules.split.max_hands_aces, number)
        return replace(rules, split=replace(rules.split, max_hands=number, max_hands_aces=aces))

    return RuleChange(
        "hands",
        "no splitting" if number == 1 else f"up to {number} hands after splits",
        (f"split.max_hands={number}",),
        apply,
    )


def _double_after_split(allowed: bool) -> RuleChange:
    def apply(rules: Rules) -> Rules:
        aces = allowed and rules.double.after_split_aces
        return replace(
            rules, double=replace(rules.double, after_split=allowed, after_split_aces=aces)
        )

    return RuleChange(
        "double after split",
        f"doubling after a split is {'' if allowed else 'not '}allowed",
        (f"double.after_split={str(allowed).lower()}",),
        apply,
    )


def _resplit_aces(allowed: bool) -> RuleChange:
    def apply(rules: Rules) -> Rules:
        hands = rules.split.max_hands
        return replace(
            rules, split=replace(rules.split, max_hands_aces=hands if allowed else min(2, hands))
        )

    return RuleChange(
        "resplit aces",
        "aces may be split again" if allowed else "aces are split once",
        ("split.max_hands_aces=" + ("<split.max_hands>" if allowed else "2"),),
        apply,
        stage=1,
    )


def _split_aces(kind: SplitAces) -> RuleChange:
    def apply(rules: Rules) -> Rules:
        double = rules.double
        if kind is SplitAces.ONE_CARD:
            double = replace(double, after_split_aces=False)
        return replace(rules, split=replace(rules.split, aces=kind), double=double)

    words = "are played on" if kind is SplitAces.FREE else "take one card each"
    return RuleChange("split aces", f"split aces {words}", (f"split.aces={kind}",), apply)


def _ten_on_ace(kind: SplitNatural) -> RuleChange:
    return RuleChange(
        "ten on a split ace",
        f"a ten on a split ace is a {kind}",
        (f'split.ten_on_ace="{kind}"',),
        lambda rules: replace(rules, split=replace(rules.split, ten_on_ace=kind)),
    )


def _surrender(name: str, ace: Surrender, ten: Surrender, other: Surrender) -> RuleChange:
    return RuleChange(
        "surrender",
        name,
        (f"surrender.ace={ace}", f"surrender.ten={ten}", f"surrender.other={other}"),
        lambda rules: replace(rules, surrender=SurrenderRules(ace=ace, ten=ten, other=other)),
    )


def _blackjack(pays: str) -> RuleChange:
    payout = Fraction(pays.replace(":", "/"))
    return RuleChange(
        "blackjack payout",
        f"a blackjack pays {pays}",
        (f"blackjack.pays={pays}",),
        lambda rules: replace(rules, blackjack=replace(rules.blackjack, pays=payout)),
    )


def _peek(name: str, under: tuple[UpCard, ...], takes: NaturalTakes | None) -> RuleChange:
    def apply(rules: Rules) -> Rules:
        dealer = replace(
            rules.dealer, peek=frozenset(under), natural_takes=takes or NaturalTakes.ALL
        )
        return replace(rules, dealer=dealer)

    cards = ", ".join(f'"{card}"' for card in under)
    settings = [f"dealer.peek=[{cards}]"]
    if takes is not None:
        settings.append(f"dealer.natural_takes={takes}")
    return RuleChange("peek", name, tuple(settings), apply)


def _double(name: str, setting: str, change: Callable[[Double], Double]) -> RuleChange:
    return RuleChange(
        "doubling", name, (setting,), lambda rules: replace(rules, double=change(rules.double))
    )


def _double_on(totals: tuple[int, ...]) -> RuleChange:
    listed = ", ".join(map(str, totals))
    return _double(
        f"doubling on hard {totals[0]} to {totals[-1]} only",
        f"double.on={{hard = [{listed}], soft = []}}",
        lambda double: replace(double, on=DoubleOn(hard=frozenset(totals)), any_cards=False),
    )


def _charlie(cards: int | None) -> RuleChange:
    if cards is None:
        return RuleChange(
            "Charlie", "no Charlie", ("charlie=none",), lambda rules: replace(rules, charlie=None)
        )
    return RuleChange(
        "Charlie",
        f"a hand of {cards} cards wins at once",
        (f"charlie.cards={cards}",),
        lambda rules: replace(rules, charlie=Charlie(cards=cards)),
    )


_ANY = DoubleOn.of_word("any")
_NONE, _LATE, _EARLY = Surrender.NONE, Surrender.LATE, Surrender.EARLY

CHANGES: tuple[RuleChange, ...] = (
    _soft17(Soft17.STAND),
    _soft17(Soft17.HIT),
    _double_after_split(True),
    _double_after_split(False),
    _surrender("late surrender", _LATE, _LATE, _LATE),
    _surrender("no surrender", _NONE, _NONE, _NONE),
    _decks(6),
    _decks(8),
    _hands(4),
    _hands(2),
    _hands(3),
    _resplit_aces(True),
    _resplit_aces(False),
    _peek("no hole card, a dealer blackjack takes every stake", (), NaturalTakes.ALL),
    _peek("the dealer peeks under an ace and a ten", (UpCard.ACE, UpCard.TEN), None),
    _blackjack("3:2"),
    _blackjack("6:5"),
    _double(
        "doubling on any two cards",
        "double.on=any",
        lambda double: replace(double, on=_ANY, any_cards=False),
    ),
    _double_on((9, 10, 11)),
    _double_on((10, 11)),
    _decks(2),
    _decks(1),
    _decks(4),
    _decks(5),
    _peek(
        "no hole card, a dealer blackjack takes the original bet only",
        (),
        NaturalTakes.ORIGINAL,
    ),
    _peek(
        "the dealer peeks under an ace only, else every stake is taken",
        (UpCard.ACE,),
        NaturalTakes.ALL,
    ),
    _surrender("early surrender against a ten, late otherwise", _LATE, _EARLY, _LATE),
    _surrender("early surrender", _EARLY, _EARLY, _EARLY),
    _surrender("late surrender, not against an ace", _NONE, _LATE, _LATE),
    _surrender("early surrender against a ten alone", _NONE, _EARLY, _NONE),
    _split_aces(SplitAces.FREE),
    _split_aces(SplitAces.ONE_CARD),
    _charlie(None),
    _charlie(7),
    _charlie(6),
    _charlie(5),
    _double(
        "doubling on any number of cards",
        "double.any_cards=true",
        lambda double: replace(
            double, on=_ANY if double.on == DoubleOn() else double.on, any_cards=True
        ),
    ),
    _blackjack("7:5"),
    _blackjack("1:1"),
    _blackjack("2:1"),
    _ten_on_ace(SplitNatural.BLACKJACK),
    _ten_on_ace(SplitNatural.TWENTY_ONE),
    _double_on((8, 9, 10, 11)),
    _hands(1),
    _double("no doubling", "double.on=none", lambda double: replace(double, on=DoubleOn())),
)
