"""The rules as a certificate states them, FORMAT.md section 3, and what they say of a hand."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

from bjcalc.checker.hands import ACE, CARDS, RANKS, TEN, VALUES, Hand, by_value, is_ace_ten, total
from bjcalc.checker.reading import FORMS, need, read

MAX_CARDS = 800
UP_NAMES = {ACE: "ace", TEN: "ten"}
# What stands in place of one key.
INSTEAD = {
    "shoe.decks": {"shoe.counts", "shoe.infinite"},
    "charlie": {"charlie.cards", "charlie.pays", "charlie.beats_natural"},
}

# How a hand ends, beside its total up to 21: the player's, the dealer's (22 and above are bust).
BUST, DEALER_22, OVER_22, NATURAL, CHARLIE, CHARLIE_21 = 22, 22, 23, 24, 25, 26


class Rules:
    """Rules by their keys, None for the words "none", "any" and "infinite"; the shoe as counts."""

    def __init__(self, given: dict[str, Any]) -> None:
        """Read the rules as a certificate states them; refuse what contradicts itself."""
        for key, others in INSTEAD.items():
            words = f"rules: either {key} or {', '.join(sorted(others))}"
            wanted = set() if key in given else others
            need(others & given.keys() == wanted, "missing-field", words)
        on, later = given.get("double.on"), FORMS["later"]
        given = given | ({"double.on": {"hard": [], "soft": []}} if on == "none" else {})
        form = FORMS["rules"] | {f"{key}?": rule["form"] for key, rule in later.items()}
        self.stated: dict[str, Any] = read(form, given, "rules")
        for key, rule in later.items():
            plain = self.stated.setdefault(key, rule["default"]) == rule["default"]
            right = not plain or key not in given
            need(right, "bad-rules", f"rules.{key}: left out where it has its default")
        right = ("dealer.natural_takes" in given) == (len(self["dealer.peek"]) < 2)
        need(
            right, "bad-rules", "rules.dealer.natural_takes: where the dealer does not always peek"
        )
        self.stated.setdefault("dealer.natural_takes", "all")
        self.on: dict[str, Any] = self["double.on"] or {"hard": None, "soft": None}
        right = not isinstance(on, dict) or self.on["hard"] or self.on["hard"] != self.on["soft"]
        need(right, "bad-rules", 'rules.double.on: "any" or "none" is written so')
        self._read_shoe()
        self.charlie: int | None = self.stated.get("charlie.cards")
        pays = [value for value in self.stated.values() if isinstance(value, Fraction)]
        self.scale = lcm(*(value.denominator for value in pays))  # makes all results whole
        self._check()

    def _read_shoe(self) -> None:
        decks = self.stated.get("shoe.decks", 1)
        given = self.stated.get("shoe.counts", dict.fromkeys(CARDS, decks or 1))
        names = {len(VALUES): VALUES, len(RANKS): RANKS}.get(len(given), CARDS)
        right = given.keys() == set(names)
        need(right, "bad-rules", "rules.shoe.counts: by all values, all ranks, or all cards")
        counts = tuple(given[name] for name in names)
        self.cards = counts if names == CARDS else None
        if self.cards:
            counts = tuple(sum(counts[at : at + 4]) for at in range(0, len(CARDS), 4))
        self.ranks = None if names == VALUES else counts
        self.shoe: Hand = (*counts[:TEN], sum(counts[TEN:]))
        self.infinite: bool = self.stated.get("shoe.infinite", decks is None)
        self.step = 0 if self.infinite else 1  # by how much a card that is dealt is missed

    def __getitem__(self, key: str) -> Any:
        """Return what the certificate says under this key."""
        return self.stated[key]

    def _check(self) -> None:
        size, limit, charlie = sum(self.shoe), self["player.card_limit"], self.charlie
        after = self["double.after_split"] and self["split.aces"] == "free"
        part = self["dealer.natural_takes"] != "all"
        part &= not self["blackjack.beats_drawn_21"] or self.stated.get("charlie.beats_natural", 0)
        split_natural = "blackjack" in (self["split.ten_on_ace"], self["split.ace_on_ten"])
        naturals_tie = self["dealer.natural_takes"] != "all" and self["ties.naturals"] != "push"
        for wrong, words in (
            (size > MAX_CARDS or size < (1 if self.infinite else 4), "too many or too few cards"),
            (self["split.max_hands_aces"] > self["split.max_hands"], "more hands of aces than any"),
            (self["split.pairs"] == "rank" and not self.ranks, "pairs by rank without such counts"),
            (self["double.after_split_aces"] and not after, "split aces may not be doubled"),
            (charlie and limit and charlie > limit, "a Charlie above the card limit"),
            (part, "hands escape a natural that takes from every hand"),
            (self["insurance.price"] == 0, "insurance without a price"),
            (split_natural and naturals_tie, "split naturals tie one that takes from every hand"),
        ):
            need(not wrong, "bad-rules", f"rules: {words}")

    def peeks(self, up: int) -> bool:
        """Return whether a dealer natural under this up card ends the round at once."""
        return UP_NAMES.get(up) in self["dealer.peek"]

    def hands_allowed(self, pair: int) -> int:
        """Return into how many hands a pair of this value may be split in all."""
        return int(self["split.max_hands_aces" if pair == ACE else "split.max_hands"])

    def is_charlie(self, hand: Hand) -> bool:
        """Return whether the hand wins at once by its number of cards."""
        return self.charlie is not None and sum(hand) >= self.charlie and total(hand)[0] <= 21

    def is_over(self, hand: Hand) -> bool:
        """Return whether the hand takes no further action."""
        points, limit = total(hand)[0], self["player.card_limit"]
        return (
            points > 21
            or (points == 21 and self["player.stand_on_21"])
            or is_ace_ten(by_value(hand))
            or self.is_charlie(hand)
            or (limit is not None and sum(hand) >= limit)
        )

    def may_double(self, hand: Hand) -> bool:
        """Return whether an unsplit hand that is not over may be doubled."""
        points, soft = total(hand)
        allowed = self.on["soft" if soft else "hard"]
        few = self["double.any_cards"] or sum(hand) == 2
        return few and (allowed is None or points in allowed)

    def dealer_stands(self, hand: Hand) -> bool:
        """Return whether the dealer takes no more cards to two or more."""
        points, soft = total(hand)
        limit = self["dealer.card_limit"]
        hits = points < 17 or (points == 17 and soft and self["dealer.soft17"] == "hit")
        return not hits or (limit is not None and sum(hand) >= limit)

    def final(self, hand: Hand, pair: int | None = None) -> int:
        """Return how a player's hand ends that takes no more cards; `pair` was split into it."""
        if self.is_charlie(hand):
            return CHARLIE_21 if total(hand)[0] == 21 else CHARLIE
        if is_ace_ten(by_value(hand)):
            key = {ACE: "split.ten_on_ace", TEN: "split.ace_on_ten"}.get(pair or 0)
            if pair is None or (key and self[key] == "blackjack"):
                return NATURAL
        return min(total(hand)[0], BUST)

    def settle(self, player: int, dealer: int, stake: int, *, split: bool = False) -> Fraction:
        """Return what a hand wins, or loses, in initial bets: the table of settlement.

        A dealer's `NATURAL` is one that was not peeked at. Where it takes the `original` bet of a
        split round, that is no matter of single hands: Splits takes it.
        """
        if player >= CHARLIE and (dealer != NATURAL or self["charlie.beats_natural"]):
            return stake * Fraction(self["charlie.pays"])
        ties_21 = not self["blackjack.beats_drawn_21"]
        if player == NATURAL and (dealer == NATURAL or (dealer == 21 and ties_21)):
            tie = self._tie("ties.naturals" if dealer == NATURAL else "ties.hands")
            return Fraction(self["blackjack.pays"] if tie > 0 else tie)
        if dealer == NATURAL:
            if player in (21, CHARLIE_21) and ties_21:
                return Fraction(stake * self._tie("ties.hands"))
            takes = {"all": stake, "original": 0 if split else 1, "original_per_hand": 1}
            return Fraction(-takes[self["dealer.natural_takes"]])
        if player == NATURAL:
            return Fraction(self["blackjack.pays"])
        if player == BUST:
            return Fraction(-stake)
        if dealer == DEALER_22 and self["dealer.push_22"]:
            return Fraction(0)
        if dealer >= DEALER_22 or player > dealer:
            return Fraction(stake)
        return Fraction(stake * (self._tie("ties.hands") if player == dealer else -1))

    def _tie(self, key: str) -> int:
        return {"push": 0, "lose": -1, "win": 1}[self[key]]

    def tells_22_apart(self) -> bool:
        """Return whether a dealer's 22 is settled in another way than other busts."""
        return any(
            self.settle(player, DEALER_22, 1) != self.settle(player, OVER_22, 1)
            for player in (*range(4, BUST), NATURAL)
        )
