"""The shape of a certificate: every field of FORMAT.md, and the rules as `Rules`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bjcalc.checker.hands import ACE, RANKS, TEN, VALUES, Rules
from bjcalc.checker.names import check_names
from bjcalc.checker.reading import (
    Reader,
    Refuted,
    Unreadable,
    boolean,
    choice,
    count,
    digest_of,
    fields,
    fraction,
    letters,
    listing,
    obj,
    optional,
    sha256,
    short,
    text,
)

FORMAT, VERSION = "bjcalc-certificate", "1"
SUITS = "cdhs"
MAX_HANDS = 8
MAX_CARDS = 1_000_000
MAX_PAYOUT = 10**12

RULES = obj(
    {
        "shoe": obj(
            {
                "values": listing(count, 10),
                "ranks": optional(listing(count, 13)),
                "cards": optional(listing(count, 52)),
                "infinite": boolean,
                "decks": optional(count),
            }
        ),
        "dealer": obj(
            {
                "soft17": choice("stand", "hit"),
                "peeks_ace": boolean,
                "peeks_ten": boolean,
                "natural_takes": choice("all", "original", "original_per_hand"),
                "card_limit": optional(count),
            }
        ),
        "blackjack": obj({"pays": fraction, "beats_drawn_21": boolean}),
        "double": obj(
            {
                "allowed": boolean,
                "hard": optional(listing(count)),
                "soft": optional(listing(count)),
                "any_cards": boolean,
                "after_split": boolean,
                "after_split_aces": boolean,
            }
        ),
        "split": obj(
            {
                "pairs": choice("value", "rank"),
                "max_hands": count,
                "max_hands_aces": count,
                "aces": choice("one-card", "free"),
                "ten_on_ace": choice("21", "blackjack"),
                "ace_on_ten": choice("21", "blackjack"),
            }
        ),
        "surrender": obj({key: choice("none", "late", "early") for key in ("ace", "ten", "other")}),
        "insurance": obj(
            {
                "against_ace": boolean,
                "against_ten": boolean,
                "price": fraction,
                "pays": fraction,
                "on_naturals": boolean,
                "even_money": boolean,
            }
        ),
        "charlie": optional(obj({"cards": count, "pays": fraction, "beats_natural": boolean})),
        "stand_on_21": boolean,
        "card_limit": optional(count),
    }
)

_CELL = obj(
    {
        **{
            key: optional(fraction)
            for key in ("stand", "hit", "double", "split", "surrender", "play_on", "insurance")
        },
        "ev": fraction,
    }
)

_STRATEGY = obj(
    {
        "class": choice("CD"),
        "up": obj(
            {
                up: optional(
                    obj(
                        {
                            "play": letters("SHDE"),
                            "first": letters(".PR-"),
                            "insurance": letters(".IM-"),
                        }
                    )
                )
                for up in VALUES
            }
        ),
    }
)

_TOTALS = obj(
    {
        **dict.fromkeys(("ev", "stake", "house_edge", "rtp", "rtp_per_unit_wagered"), fraction),
        "by_up": obj({up: optional(fraction) for up in VALUES}),
    }
)

_SLOTS = ("player1", "player2", "player3", "up", "hole")
_SLOT = choice(*_SLOTS)
_CARD = choice(*(rank + suit for rank in RANKS for suit in SUITS))
_OPERATOR = choice("=", "!=", ">=", "<=", ">", "<")


def _condition(value: Any, where: str) -> dict[str, Any]:
    """Read a condition of a side bet."""
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in _CONDITIONS:
        raise Unreadable("bad-condition", f"{where}: {short(kind)} is no kind of condition")
    return fields(value, where, {"kind": text, **_CONDITIONS[kind]})


_COMPARED = {"operator": _OPERATOR, "number": count}
_CONDITIONS: dict[str, dict[str, Reader]] = {
    "and": {"parts": listing(_condition)},
    "or": {"parts": listing(_condition)},
    "not": {"part": _condition},
    "always": {},
    "same": {"what": choice("rank", "suit", "colour"), "cards": listing(_SLOT)},
    "pair": {"cards": listing(_SLOT)},
    "straight": {"ace": choice("high", "low", "both"), "cards": listing(_SLOT)},
    "total": {"hard": boolean, **_COMPARED, "cards": listing(_SLOT)},
    "natural": {"cards": listing(_SLOT, 2)},
    "ranks": {"ranks": listing(choice(*RANKS)), "cards": listing(_SLOT)},
    "count": {"of": listing(_CARD, most=52), **_COMPARED, "cards": listing(_SLOT)},
    "dealer": {"what": choice("busts", "natural", "cards", "total"), **_COMPARED},
}

SIDE_BET = obj(
    {
        "id": text,
        "name": text,
        "cards": listing(choice(*_SLOTS, "dealer_hand")),
        "offered": optional(_condition),
        "paid": choice("best", "all", "exclusive"),
        "pays_source": choice("stated", "published", "inferred", "assumed", "unknown"),
        "categories": listing(
            obj(
                {
                    "name": text,
                    "when": text,
                    "condition": _condition,
                    "pays": optional(fraction),
                    "deals": count,
                }
            )
        ),
        "drawn": count,
        "orders": count,
        "total": count,
        "lost": count,
        "outcomes": listing(obj({"paid": listing(count), "deals": count})),
        "rtp": optional(fraction),
    }
)

_CLAIM = obj(
    {
        "about": text,
        "measure": text,
        "printed": text,
        "unit": choice("percent", "permille", "one"),
        "denominator": choice("initial", "wagered"),
        "class": text,
        "readings": listing(obj({"id": text, "chosen": text})),
        "exact": optional(fraction),
        "rounding": optional(choice("nearest", "truncation", "up", "none")),
        "verdict": choice(
            "confirmed",
            "truncation",
            "rounding-up",
            "other-reading",
            "other-strategy",
            "other-denominator",
            "consistent",
            "refuted",
            "undecidable",
        ),
        "sentence": text,
    }
)

_BODY: dict[str, Reader] = {
    "game": obj(
        {
            "slug": text,
            "name": text,
            "file_sha256": optional(sha256),
            "assumptions": listing(text),
        }
    ),
    "settings": listing(text),
    "interpretations": listing(
        obj(
            {
                "id": text,
                "question": text,
                "chosen": optional(text),
                "readings": listing(obj({"id": text, "text": text})),
            }
        )
    ),
    "rules": RULES,
    "strategy": _STRATEGY,
    "values": obj({up: optional(listing(optional(_CELL))) for up in VALUES}),
    "totals": _TOTALS,
    "side_bets": listing(SIDE_BET, most=20),
    "claims": listing(_CLAIM),
}


@dataclass(frozen=True)
class Certificate:
    """A certificate that has the right shape; `body` as FORMAT.md says, numbers read."""

    program: str
    digest: str
    rules: Rules
    body: dict[str, Any]


def read_certificate(value: Any) -> Certificate:
    """Read a JSON value as a certificate; check digest, names, and that its rules are supported."""
    if isinstance(value, dict) and isinstance(value.get("header"), dict):
        given = (value["header"].get("format", FORMAT), value["header"].get("version", VERSION))
        if given != (FORMAT, VERSION):
            raise Unreadable("unknown-version", f"{short(given)} is not {(FORMAT, VERSION)}")
    whole = fields(
        value,
        "certificate",
        {
            "header": obj({"format": text, "version": text, "program": text, "digest": text}),
            "body": obj(_BODY),
        },
    )
    right = digest_of(value["body"])
    if whole["header"]["digest"] != right:
        raise Refuted(
            "digest-mismatch",
            f"the header's digest is {short(whole['header']['digest'])}, the body's is {right}",
        )
    header, body = whole["header"], whole["body"]
    check_names(body)
    return Certificate(header["program"], header["digest"], rules_of(body["rules"]), body)


def rules_of(given: dict[str, Any]) -> Rules:
    """Return the rules; refuses those that contradict themselves or are not supported."""
    shoe, dealer, split, double = (given[key] for key in ("shoe", "dealer", "split", "double"))
    charlie, insurance, surrender = (given[key] for key in ("charlie", "insurance", "surrender"))
    _check_shoe(shoe)
    for key in ("hard", "soft"):
        if double[key] is not None and double[key] != sorted(set(double[key])):
            raise Unreadable("bad-rules", f"rules.double.{key} is not ascending")
    rules = Rules(
        shoe=tuple(shoe["values"]),
        rank_tens=None if shoe["ranks"] is None else tuple(shoe["ranks"][9:]),
        cards=None if shoe["cards"] is None else tuple(shoe["cards"]),
        infinite=shoe["infinite"],
        hits_soft17=dealer["soft17"] == "hit",
        peeks={ACE: dealer["peeks_ace"], TEN: dealer["peeks_ten"]},
        natural_takes=dealer["natural_takes"],
        dealer_limit=dealer["card_limit"],
        natural_pays=given["blackjack"]["pays"],
        natural_beats_21=given["blackjack"]["beats_drawn_21"],
        may_double=double["allowed"],
        double_hard=None if double["hard"] is None else frozenset(double["hard"]),
        double_soft=None if double["soft"] is None else frozenset(double["soft"]),
        double_any_cards=double["any_cards"],
        double_after_split=double["after_split"],
        double_split_aces=double["after_split_aces"],
        pairs_by_rank=split["pairs"] == "rank",
        max_hands=split["max_hands"],
        max_hands_aces=split["max_hands_aces"],
        aces_one_card=split["aces"] == "one-card",
        split_ace_ten_is_natural={
            ACE: split["ten_on_ace"] == "blackjack",
            TEN: split["ace_on_ten"] == "blackjack",
        },
        surrender=(surrender["ace"], *(surrender["other"],) * 8, surrender["ten"]),
        insured_ups=frozenset(
            up for up, key in ((ACE, "against_ace"), (TEN, "against_ten")) if insurance[key]
        ),
        insurance_price=insurance["price"],
        insurance_pays=insurance["pays"],
        insures_naturals=insurance["on_naturals"],
        even_money=insurance["even_money"],
        charlie=None if charlie is None else charlie["cards"],
        charlie_pays=Fraction(0) if charlie is None else charlie["pays"],
        charlie_beats_natural=charlie is not None and charlie["beats_natural"],
        stand_on_21=given["stand_on_21"],
        card_limit=given["card_limit"],
    )
    _check_supported(rules)
    return rules


def _check_shoe(shoe: dict[str, Any]) -> None:
    """Refuse counts by value, rank and card, and a number of decks, that do not agree."""
    values, ranks, cards, decks = (shoe[key] for key in ("values", "ranks", "cards", "decks"))
    if ranks is not None and values != [*ranks[:9], sum(ranks[9:])]:
        raise Unreadable("bad-rules", "rules.shoe: counts by rank and by value do not agree")
    if cards is not None and ranks != [sum(cards[4 * rank : 4 * rank + 4]) for rank in range(13)]:
        raise Unreadable("bad-rules", "rules.shoe: counts by card and by rank do not agree")
    if decks is not None and (shoe["infinite"] or cards != [decks] * 52):
        raise Unreadable("bad-rules", "rules.shoe: the counts are not those of so many decks")
    if sum(values) > MAX_CARDS:
        raise Unreadable("not-supported", f"rules.shoe: more than {MAX_CARDS} cards")
    if sum(values) < 4 and not (shoe["infinite"] and sum(values)):
        raise Unreadable("bad-rules", "rules.shoe: too few cards to deal a round")


def _check_supported(rules: Rules) -> None:
    """Refuse what FORMAT.md section 3 lists as not supported, and payouts below zero."""
    reasons = []
    if not 1 <= rules.max_hands <= MAX_HANDS or not 1 <= rules.max_hands_aces <= MAX_HANDS:
        reasons.append(f"fewer than 1 or more than {MAX_HANDS} hands")
    if rules.max_hands_aces > rules.max_hands:
        raise Unreadable("bad-rules", "rules.split: max_hands_aces is above max_hands")
    if rules.charlie is not None and rules.charlie < 3:
        reasons.append("a Charlie of fewer than 3 cards")
    if min(limit for limit in (2, rules.card_limit, rules.dealer_limit) if limit is not None) < 2:
        reasons.append("a card limit below 2")
    if rules.pairs_by_rank and rules.rank_tens is None:
        reasons.append("pairs by rank without counts by rank")
    payouts = (rules.natural_pays, rules.charlie_pays, rules.insurance_pays, rules.insurance_price)
    if min(payouts) < 0 or any(max(p.as_integer_ratio()) >= MAX_PAYOUT for p in payouts):
        reasons.append(f"a payout or price below zero, or written with {MAX_PAYOUT} or more")
    escapes = rules.charlie_beats_natural or not rules.natural_beats_21
    splits = max(rules.max_hands, rules.max_hands_aces) > 1
    unpeeked = not all(rules.peeks.values())
    if escapes and splits and unpeeked and rules.natural_takes == "original":
        reasons.append("hands of a split that escape a natural which takes the original bet")
    if reasons:
        raise Unreadable("not-supported", "rules: " + "; ".join(reasons))
