"""The report's first sections: which game, the rules as read, what is computed and how."""

from __future__ import annotations

from fractions import Fraction

from bjcalc import __version__
from bjcalc.gamefile import Game, Interpretation
from bjcalc.numbers import decimal_text
from bjcalc.report.gather import Facts
from bjcalc.report.model import (
    Block,
    Bullets,
    Cell,
    Code,
    Number,
    Paragraph,
    Section,
    Strong,
    Subsection,
    number_column,
    percent,
    say,
    table,
)
from bjcalc.rules import rules_line
from bjcalc.rules.describe import payout_text
from bjcalc.rules.model import (
    Charlie,
    Double,
    Insurance,
    NaturalTakes,
    PairKind,
    Rules,
    Soft17,
    SplitAces,
    SplitNatural,
    Surrender,
    UpCard,
)
from bjcalc.sidebets import count
from bjcalc.strategy.classes import CD, CLASSES, VALUED
from bjcalc.strategy.readings import OtherReading


def game_section(facts: Facts) -> Section:
    """Return the section that says which game and which file the report is about."""
    game = facts.game
    bets = ", ".join(bet.name for bet in game.side_bets) or "none"
    rows: list[tuple[Cell, ...]] = [
        ("Game", game.name),
        ("Identifier", (Code(game.slug),)),
        ("Text that states the rules", game.source.document or "not stated"),
        ("Date or version of that text", game.source.date or "not stated"),
        ("Rules in brief", rules_line(game.rules)),
        ("Side bets", bets),
        ("Game file, SHA-256", (Code(game.sha256),)),
        ("Settings changed for this report", ", ".join(game.settings) or "none"),
        ("Computed by", f"bjcalc {__version__}"),
    ]
    return Section(
        "game",
        "The game",
        (
            say(
                "This report is about the rules that the game file with the digest below states. "
                "A file with another digest is another game for this purpose."
            ),
            table("game", [("what", ""), ("value", "")], rows),
        ),
    )


def rules_section(facts: Facts) -> Section:
    """Return the section on the rules, the open questions in them and the assumptions."""
    game = facts.game
    rows: list[tuple[Cell, ...]] = []
    for key, name, words in rule_rows(game.rules):
        rows.append((name, words, (Code(key),)))
    blocks: list[Block] = [
        say("Every rule that the computation uses, as it was read; the right column has its key."),
        table("rules", [("rule", "Rule"), ("reading", "As read"), ("key", "Key")], rows),
    ]
    if game.defaults_taken:
        blocks.append(
            Paragraph(
                (
                    "Not stated by the game file, and taken by default: ",
                    *_listed(game.defaults_taken),
                ),
                note=True,
            )
        )
    parts = [
        Subsection("interpretations", "Where the text is open", tuple(_interpretations(facts))),
        Subsection("assumptions", "Assumptions", (_assumptions(game),)),
    ]
    return Section("rules", "The rules as read", tuple(blocks), tuple(parts))


def _listed(keys: tuple[str, ...]) -> list[str | Code]:
    parts: list[str | Code] = []
    for number, key in enumerate(keys):
        parts += [Code(key), "." if number == len(keys) - 1 else ", "]
    return parts


def _assumptions(game: Game) -> Block:
    if not game.assumptions:
        return say("None beyond what stands above.")
    return Bullets(tuple((one,) for one in game.assumptions))


def _interpretations(facts: Facts) -> list[Block]:
    game = facts.game
    if not game.interpretations:
        return [say("The game file names no rule that its text leaves open.")]
    blocks: list[Block] = [
        say(
            "Here the text is silent, ambiguous or contradicts itself. Each question has the "
            "reading that this report takes, the others that the text could have, and what each of "
            "them gives, all else as it is."
        )
    ]
    for one in game.interpretations:
        others = {
            other.reading.id: other
            for other in facts.other_readings
            if other.interpretation.id == one.id
        }
        blocks.append(say(Strong(one.id), ": ", one.question))
        source = f"Text: {one.source}. " if one.source else ""
        blocks.append(Paragraph((f"{source}Why this reading: {one.why}",), note=True))
        blocks.append(_readings(facts, one, others))
    return blocks


def _readings(facts: Facts, one: Interpretation, others: dict[str, OtherReading]) -> Block:
    solution = facts.solution
    rows: list[tuple[Cell, ...]] = []
    marked = []
    if one.chosen is None:
        marked.append(0)
        rows.append(("by setting", "Set otherwise than any reading.", percent(solution.rtp), ""))
    for reading in one.readings:
        other = others.get(reading.id)
        if reading.id == one.chosen:
            marked.append(len(rows))
            taken = "taken" if one.chosen == one.default else "taken, not the default"
            rows.append((f"{reading.id} ({taken})", reading.text, percent(solution.rtp), ""))
        elif other is None:
            rows.append((reading.id, reading.text, "the same", "nothing computed differs"))
        elif other.solution is None:
            rows.append((reading.id, reading.text, "not computed", other.problem))
        else:
            change = _change(other.solution.ev - solution.ev, facts.game, other.game)
            rows.append((reading.id, reading.text, percent(other.solution.rtp), change))
    return table(
        f"readings-{one.id}",
        [
            ("reading", "Reading"),
            ("text", "The rule then"),
            number_column("rtp", "Main game RTP"),
            ("change", "Change"),
        ],
        rows,
        marked=marked,
    )


def _change(ev: Fraction, game: Game, other: Game) -> Cell:
    parts = []
    for bet in other.side_bets:
        if bet not in game.side_bets:
            counts = count(bet, other.rules.shoe, other.rules.dealer)
            known = f"RTP {decimal_text(100 * counts.rtp, 8)} %" if counts.pays_known else ""
            parts.append(f"{bet.name}: {known or 'no RTP without pays'}")
    if not ev and parts:
        return "; ".join(parts)
    if not ev:
        return Number("exactly none", ev)
    text = f"{'+' if ev > 0 else ''}{decimal_text(100 * ev, 8)} percentage points"
    return Number("; ".join([text, *parts]), ev)


def method_section() -> Section:
    """Return the section on what is computed: definitions, strategy class, units, rounding."""
    return Section(
        "method",
        "What is computed",
        (
            say(
                "Every figure that is not marked as simulated is exact: a fraction of whole "
                "numbers, computed in integer arithmetic from the full shoe from end to end. "
                "Nothing passes through floating point."
            ),
        ),
        (
            Subsection(
                "strategy-class",
                "Strategy class",
                (
                    say(
                        "A game has no single return, only one for each way of playing. The "
                        "figures of this report are those of class ",
                        Strong("CD"),
                        ": for every composition of the hand and every up card, the action with "
                        "the highest exact EV. After a split a hand is played as the unsplit hand "
                        "of the same cards: doubled where doubling is best among stand, hit and "
                        "double and is allowed, else hit or stood by what is better; no surrender. "
                        "A pair is split where the exact EV of splitting, with every further pair "
                        "split up to the limit, exceeds that of the other actions. Decisions use "
                        "the hand's own cards and the up card, nothing of other hands. Exact ties "
                        "go to the first of stand, hit, double, split, surrender. Insurance and "
                        "even money are taken where their exact EV is the higher one.",
                    ),
                    Bullets(
                        tuple(
                            (Strong(name), f", {CLASSES[name].plain}: {CLASSES[name].sentence}.")
                            for name in VALUED
                            if name != CD
                        )
                    ),
                ),
            ),
            Subsection(
                "units",
                "Units and denominators",
                (
                    Bullets(
                        (
                            (
                                Strong("Initial bet"),
                                " is the unit of the main game; a side bet's "
                                "figures are per unit staked on it.",
                            ),
                            (
                                Strong("EV"),
                                " is the expected net result of a round before the "
                                "deal. House edge = -EV.",
                            ),
                            (
                                Strong("RTP per initial bet"),
                                " = 1 + EV. ",
                                Strong("RTP per unit wagered"),
                                " = 1 + EV / (expected total stake). "
                                "Both are reported; regulators and laboratories differ in which of "
                                "them they mean.",
                            ),
                            (
                                Strong("Total stake"),
                                " = initial bet + doubles + splits + "
                                "insurance; a surrendered hand counts 1, pushes count.",
                            ),
                            (
                                Strong("Hit frequency"),
                                " = P(net result > 0). P(net result = 0) "
                                "and P(anything returned) stand beside it.",
                            ),
                            (
                                Strong("Values of an action"),
                                " are given the player's cards and "
                                "the up card and, where the dealer peeks, given that there is no "
                                "dealer natural.",
                            ),
                        )
                    ),
                ),
            ),
            Subsection(
                "rounding",
                "Rounding",
                (
                    say(
                        "Decimals are rounded to nearest from the exact value, halves to even. "
                        "Square roots (standard deviations) and the bounds of tolerances are "
                        "irrational; they are rounded from at least 30 correct digits, bounds "
                        "outwards at that length. Fractions are in lowest terms; one that is too "
                        "long for its place is shortened there (…) and stands in full in the "
                        "appendix, under the number beside it (E1, E2, …)."
                    ),
                ),
            ),
        ),
    )


def rule_rows(rules: Rules) -> list[tuple[str, str, str]]:
    """Return a row for each rule: the key in a game file, its name, and what it says in words."""
    dealer = rules.dealer
    rows = [
        ("shoe", "Shoe", _shoe(rules)),
        (
            "dealer.soft17",
            "Dealer on soft 17",
            "stands" if dealer.soft17 is Soft17.STAND else "hits",
        ),
        ("dealer.peek", "Dealer looks for a natural", _peek(rules)),
    ]
    if len(dealer.peek) < len(UpCard):
        words = {
            NaturalTakes.ALL: "every stake, doubles and splits included",
            NaturalTakes.ORIGINAL: "one initial bet, whatever was split or doubled",
            NaturalTakes.ORIGINAL_PER_HAND: "one initial bet for each hand",
        }[dealer.natural_takes]
        rows.append(("dealer.natural_takes", "A natural found later takes", words))
    rows += [
        ("blackjack.pays", "Blackjack pays", payout_text(rules.blackjack.pays)),
        (
            "blackjack.beats_drawn_21",
            "Natural against a drawn 21",
            "wins" if rules.blackjack.beats_drawn_21 else "pushes",
        ),
        ("double", "Double", _double(rules.double)),
        ("split", "Split", _split(rules)),
        ("split.aces", "Split aces", _split_aces(rules)),
        ("split.ten_on_ace, ace_on_ten", "Ace with ten after a split", _split_naturals(rules)),
        ("surrender", "Surrender", _surrender(rules)),
        ("insurance", "Insurance", _insurance(rules.insurance)),
        ("insurance.even_money", "Even money", _yes(rules.insurance.even_money, "offered")),
        (
            "player.stand_on_21",
            "A hand of 21",
            "takes no further action" if rules.player.stand_on_21 else "may be played on",
        ),
        ("charlie", "Charlie", _charlie(rules.charlie)),
        ("player.card_limit", "Card limit, player", _limit(rules.player.card_limit)),
        ("dealer.card_limit", "Card limit, dealer", _limit(dealer.card_limit)),
    ]
    return rows


def _shoe(rules: Rules) -> str:
    shoe = rules.shoe.describe()
    if rules.shoe.infinite:
        return f"{shoe}: every card is drawn from the same proportions"
    return f"{shoe}, shuffled before every round"


def _yes(holds: bool, words: str) -> str:
    return words if holds else f"not {words}"


def _limit(cards: int | None) -> str:
    return "none" if cards is None else f"a hand of {cards} cards stands"


def _peek(rules: Rules) -> str:
    under = _up_cards(rules.dealer.peek)
    return f"under {' and '.join(under)}" if under else "never before the hands are played"


def _up_cards(cards: frozenset[UpCard]) -> list[str]:
    return [words for card, words in (("ace", "an ace"), ("ten", "a ten")) if card in cards]


def _double(double: Double) -> str:
    hard, soft = double.on.hard, double.on.soft
    if hard == soft == frozenset():
        return "not allowed"
    cards = "any number of cards" if double.any_cards else "the first two cards"
    parts = []
    for name, totals in (("hard", hard), ("soft", soft)):
        if totals is None:
            parts.append(f"any {name} total")
        elif totals:
            parts.append(f"{name} {', '.join(map(str, sorted(totals)))}")
    what = "any total" if hard is None and soft is None else " or ".join(parts)
    after = _yes(double.after_split, "after a split")
    aces = ", on split aces too" if double.after_split and double.after_split_aces else ""
    return f"{what} on {cards}; {after}{aces}; one card"


def _split(rules: Rules) -> str:
    split = rules.split
    if split.max_hands == 1:
        return "not allowed"
    pairs = "of the same value (J-K too)" if split.pairs is PairKind.VALUE else "of the same rank"
    return f"pairs {pairs}, into at most {split.max_hands} hands"


def _split_aces(rules: Rules) -> str:
    split = rules.split
    if split.max_hands_aces == 1:
        return "not split"
    play = "one card each" if split.aces is SplitAces.ONE_CARD else "played like any hand"
    return f"into at most {split.max_hands_aces} hands; {play}"


def _split_naturals(rules: Rules) -> str:
    def word(kind: SplitNatural) -> str:
        return "a blackjack" if kind is SplitNatural.BLACKJACK else "21"

    ten, ace = rules.split.ten_on_ace, rules.split.ace_on_ten
    if ten is ace:
        return f"counts as {word(ten)}"
    return f"a ten on an ace counts as {word(ten)}, an ace on a ten as {word(ace)}"


def _surrender(rules: Rules) -> str:
    kinds = {
        "an ace": rules.surrender.ace,
        "a ten": rules.surrender.ten,
        "2 to 9": rules.surrender.other,
    }
    if set(kinds.values()) == {Surrender.NONE}:
        return "not offered"
    if len(set(kinds.values())) == 1:
        return f"{rules.surrender.ace.value}, against any up card, on the first two cards"
    shown = [
        f"{kind.value} against {card}" for card, kind in kinds.items() if kind is not Surrender.NONE
    ]
    return f"{', '.join(shown)}, on the first two cards"


def _insurance(insurance: Insurance) -> str:
    cards = _up_cards(insurance.against)
    if not cards:
        return "not offered"
    price = f"{insurance.price.numerator}/{insurance.price.denominator}"
    naturals = "a natural too" if insurance.on_naturals else "not on a natural"
    return (
        f"against {' and '.join(cards)}; {price} of the initial bet, pays "
        f"{payout_text(insurance.pays)}; {naturals}"
    )


def _charlie(charlie: Charlie | None) -> str:
    if charlie is None:
        return "none"
    beats = "; beats a dealer natural too" if charlie.beats_natural else ""
    return f"{charlie.cards} cards not over 21 win {payout_text(charlie.pays)} at once{beats}"
