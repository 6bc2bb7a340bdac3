"""The rules of a game in one line, in the abbreviations that players and mathematicians use."""

from __future__ import annotations

from fractions import Fraction

from bjcalc.rules import model
from bjcalc.rules.model import Rules


def rules_line(rules: Rules) -> str:
    """Return the rules in one line, such as "8 decks, S17, DAS, 2 hands, peek A+T, 3:2".

    What nearly every game has (double on any two cards, split aces take one card, insurance at half
    the bet paid 2:1, no Charlie, no limits) is named only where it is otherwise.
    """
    dealer, charlie = rules.dealer, rules.charlie
    peek = _cards(dealer.peek)
    parts = [
        rules.shoe.describe(),
        "S17" if dealer.soft17 is model.Soft17.STAND else "H17",
        *_double(rules.double),
        *_split(rules.split),
        _surrender(rules.surrender),
        f"peek {peek}" if peek else "no peek",
    ]
    if len(dealer.peek) < len(model.UpCard):
        words = {
            model.NaturalTakes.ALL: "a dealer natural takes all",
            model.NaturalTakes.ORIGINAL: "a dealer natural takes the original bet",
            model.NaturalTakes.ORIGINAL_PER_HAND: "a dealer natural takes one bet a hand",
        }
        parts.append(words[dealer.natural_takes])
    parts.append(payout_text(rules.blackjack.pays))
    if not rules.blackjack.beats_drawn_21:
        parts.append("a natural pushes a drawn 21")
    if charlie is not None:
        pays = "" if charlie.pays == 1 else f" pays {payout_text(charlie.pays)}"
        beats = ", beats a dealer natural" if charlie.beats_natural else ""
        parts.append(f"{charlie.cards}-card Charlie{pays}{beats}")
    for name, limit in (("player", rules.player.card_limit), ("dealer", dealer.card_limit)):
        if limit is not None:
            parts.append(f"{name} stands at {limit} cards")
    for name, tie in (("hands", rules.ties.hands), ("naturals", rules.ties.naturals)):
        if tie is not model.Tie.PUSH:
            parts.append(f"ties of {name} {tie}")
    if dealer.push_22:
        parts.append("dealer pushes on 22")
    parts += _insurance(rules.insurance)
    if not rules.player.stand_on_21:
        parts.append("21 may be played on")
    return ", ".join(parts)


def _cards(cards: frozenset[model.UpCard]) -> str:
    return "+".join(card[0].upper() for card in model.UpCard if card in cards)


def payout_text(pays: Fraction) -> str:
    """Return a payout as it is printed in a game's rules, such as "3:2"."""
    return f"{pays.numerator}:{pays.denominator}"


def _double(double: model.Double) -> list[str]:
    if double.on == model.DoubleOn.of_word("none"):
        return ["no double"]
    parts = []
    if double.on != model.DoubleOn.of_word("any"):
        hard, soft = (
            f"any {name}" if totals is None else _totals(totals, name)
            for name, totals in (("hard", double.on.hard), ("soft", double.on.soft))
        )
        parts.append("double " + " or ".join(part for part in (hard, soft) if part))
    if double.any_cards:
        parts.append("double on any number of cards")
    parts.append("DAS" if double.after_split else "no DAS")
    if double.after_split_aces:
        parts.append("DAS on aces")
    return parts


def _totals(totals: frozenset[int], name: str) -> str:
    """Return a set of totals with its runs drawn together, such as "hard 9-11"."""
    runs: list[list[int]] = []
    for total in sorted(totals):
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    words = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return f"{name} {'/'.join(words)}" if words else ""


def _split(split: model.Split) -> list[str]:
    if split.max_hands == 1:
        return ["no split"]
    parts = [f"{split.max_hands} hands"]
    if split.max_hands > 2 or split.max_hands_aces == 1:
        aces = split.max_hands_aces
        parts.append("aces not split" if aces == 1 else f"aces {aces} hands")
    if split.pairs is model.PairKind.RANK:
        parts.append("pairs of the same rank")
    if split.aces is model.SplitAces.FREE:
        parts.append("split aces play on")
    for name, kind in (("T on a split A", split.ten_on_ace), ("A on a split T", split.ace_on_ten)):
        if kind is model.SplitNatural.BLACKJACK:
            parts.append(f"{name} is a blackjack")
    return parts


def _surrender(surrender: model.SurrenderRules) -> str:
    kinds = {"A": surrender.ace, "T": surrender.ten, "2-9": surrender.other}
    if len(set(kinds.values())) == 1:
        return (
            f"{surrender.ace} surrender"
            if surrender.ace is not model.Surrender.NONE
            else ("no surrender")
        )
    return "surrender " + ", ".join(
        f"{kind} v {card}" for card, kind in kinds.items() if kind is not model.Surrender.NONE
    )


def _insurance(insurance: model.Insurance) -> list[str]:
    cards = _cards(insurance.against)
    parts = []
    if not cards:
        parts.append("no insurance")
    elif cards != "A" or insurance.pays != 2 or insurance.price != Fraction(1, 2):
        price = payout_text(insurance.price).replace(":", "/")
        parts.append(f"insurance v {cards} {payout_text(insurance.pays)} for {price} bet")
    if cards and not insurance.on_naturals:
        parts.append("naturals not insured")
    if insurance.even_money:
        parts.append("even money")
    return parts
