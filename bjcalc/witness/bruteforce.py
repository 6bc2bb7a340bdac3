"""A blackjack table that plays a strategy through every order of a small shoe, and counts.

Independent of the solvers: nothing is averaged, conditioned or assumed exchangeable. Cards are
dealt in their real order (player, player, up, hole; peek; second cards of split hands from the
left, resplits included; the hands one after the other; the dealer), and what is counted are
shuffles of the whole shoe: a deal that ends with R cards unseen stands for R! of them. Two paths
that leave the same cards in the shoe and the same hands on the table are counted together.

An infinite deck is dealt the same way: a "shuffle" is then one of the sequences of `depth` draws.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from bjcalc.errors import ShoeExhaustedError
from bjcalc.rules.model import NaturalTakes, PairKind, Rules, SplitAces, SplitNatural, Surrender
from bjcalc.shoe import VALUES

ACE, TEN = 0, 9
HALF = Fraction(1, 2)

Cards = tuple[int, ...]
"""Cards in rising order: value indices 0..9, or rank indices 0..12 until pairs are settled."""

Finished = tuple[str, int, int]
"""A hand that is over: "bust", "charlie", "natural" or "hand"; its total (0: bust); its stake."""

Ledger = dict[tuple[Fraction, Fraction], int]
"""Number of shuffles by (net result, total stake), in initial bets."""


class Strategy(Protocol):
    """The decisions that a table asks for; hands are ten counts by value, `up` a value."""

    def best(
        self,
        hand: tuple[int, ...],
        up: int,
        *,
        pair_rank: int | None = None,
        up_rank: int | None = None,
    ) -> str:
        """Return the decision on the first two cards."""

    def decision(self, hand: tuple[int, ...], up: int) -> str:
        """Return the decision of the unsplit hand."""

    def hit_or_stand(self, hand: tuple[int, ...], up: int) -> str:
        """Return the decision between hit and stand."""

    def insures(self, hand: tuple[int, ...], up: int) -> bool:
        """Whether insurance is taken."""

    def takes_even_money(self, up: int) -> bool:
        """Whether even money is taken."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards not yet dealt, by value or rank, and how many draws are left."""

    counts: tuple[int, ...]
    left: int

    def by_value(self) -> Stock:
        """The same cards with 10, J, Q and K together."""
        return Stock((*self.counts[:9], sum(self.counts[9:])), self.left)


@dataclass(frozen=True, slots=True)
class Deal:
    """What is not the player's: the stock, the up card and the hole card."""

    stock: Stock
    up: int
    hole: int

    def by_value(self) -> Deal:
        """The same with 10, J, Q and K together."""
        return Deal(self.stock.by_value(), min(self.up, TEN), min(self.hole, TEN))


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The exact distribution of what was played."""

    ledger: Ledger

    @property
    def shuffles(self) -> int:
        """How many ordered deals were counted."""
        return sum(self.ledger.values())

    @property
    def ev(self) -> Fraction:
        """The mean net result, in initial bets."""
        return sum((net * n for (net, _), n in self.ledger.items()), Fraction(0)) / self.shuffles

    @property
    def stake(self) -> Fraction:
        """The mean total stake, in initial bets."""
        return sum((put * n for (_, put), n in self.ledger.items()), Fraction(0)) / self.shuffles

    @property
    def distribution(self) -> dict[Fraction, Fraction]:
        """Probability of each net result."""
        chances: dict[Fraction, Fraction] = {}
        for (net, _), number in self.ledger.items():
            chances[net] = chances.get(net, Fraction(0)) + Fraction(number, self.shuffles)
        return chances


def collect(parts: Iterator[tuple[int, Ledger]]) -> Ledger:
    """Add up ledgers, each with a weight."""
    ledger: Ledger = {}
    for weight, part in parts:
        for key, number in part.items():
            ledger[key] = ledger.get(key, 0) + weight * number
    return ledger


def count_values(cards: Cards) -> tuple[int, ...]:
    """Return the ten counts by value."""
    return tuple(sum(min(card, TEN) == value for card in cards) for value in range(10))


def best_total(cards: Cards) -> int:
    """The highest total not over 21, else the lowest; cards by value."""
    total = sum(card + 1 for card in cards)
    return total + 10 if ACE in cards and total <= 11 else total


def is_soft(cards: Cards) -> bool:
    """Whether an ace of these cards counts as 11."""
    return best_total(cards) != sum(card + 1 for card in cards)


class Table:
    """One game and one strategy; each question plays the shoe through."""

    def __init__(self, rules: Rules, strategy: Strategy, *, depth: int = 150) -> None:
        """Play these rules by this strategy; `depth` bounds the lines of play."""
        self.rules = rules
        self.strategy = strategy
        self.infinite = rules.shoe.infinite
        self.by_rank = rules.split.pairs is PairKind.RANK
        counts = rules.shoe.need_ranks("pairs of rank") if self.by_rank else rules.shoe.values
        self.size = sum(counts)
        self.shoe = Stock(counts, depth if self.infinite else self.size)
        self._dealt: dict[tuple[Stock, Cards], dict[int, int]] = {}
        self._played: dict[tuple[object, ...], Ledger] = {}

    # Questions

    def play(self) -> Outcomes:
        """Whole rounds, insurance and even money included.

        Raises ShoeExhaustedError where a card is needed and none is left.
        """
        outcomes = Outcomes(self._rounds(None))
        if outcomes.shuffles != self._shuffles(self.shoe):
            raise AssertionError("some shuffles were lost or counted twice")
        return outcomes

    def contribution(self, up: int) -> Fraction:
        """What rounds against an up card (by value) add to the EV."""
        won = sum((net * n for (net, _), n in self._rounds(up).items()), Fraction(0))
        return won / self._shuffles(self.shoe)

    def _rounds(self, only_up: int | None) -> Ledger:
        return collect(
            (a * b * c * d, self._round(Deal(stock, up, hole), tuple(sorted((first, second)))))
            for first, a, after_first in self._draw(self.shoe, "the player")
            for second, b, after_second in self._draw(after_first, "the player")
            for up, c, after_up in self._draw(after_second, "the dealer")
            if only_up in (None, min(up, TEN))
            for hole, d, stock in self._draw(after_up, "the dealer")
        )

    def after(self, cards: Cards, up: int, action: str) -> Outcomes:
        """Rounds in which the player, holding two cards, takes this action, given no dealer
        natural where the dealer peeks. Cards are ranks where pairs are by rank, else values.
        """
        stock = self.shoe
        for card in (*cards, up):
            stock = next(rest for drawn, _, rest in self._draw(stock, "the deal") if drawn == card)
        return Outcomes(
            collect(
                (ways, self._act(Deal(rest, up, hole), tuple(sorted(cards)), action))
                for hole, ways, rest in self._draw(stock, "the dealer")
                if not (self._peeks(up) and self._is_natural((up, hole)))
            )
        )

    def allowed(self, cards: Cards, up: int) -> set[str]:
        """What the rules let a player do with two cards, if he gets to play them."""
        rules, hand = self.rules, tuple(min(card, TEN) for card in cards)
        if self._is_natural(hand):
            return {"stand"}
        actions = {"stand", "hit"}
        totals = rules.double.on.soft if is_soft(hand) else rules.double.on.hard
        if totals is None or best_total(hand) in totals:
            actions.add("double")
        limit = rules.split.max_hands_aces if cards[0] == ACE else rules.split.max_hands
        if cards[0] == cards[1] and limit > 1:
            actions.add("split")
        if self._surrender(min(up, TEN)) is not Surrender.NONE:
            actions.add("surrender")
        return actions

    # Cards

    def _draw(self, stock: Stock, who: str) -> Iterator[tuple[int, int, Stock]]:
        """Every next card, the number of such cards, and what is left."""
        if stock.left == 0:
            raise ShoeExhaustedError(f"{who} needs a card and the shoe is empty")
        for card, number in enumerate(stock.counts):
            if number:
                counts = list(stock.counts)
                if not self.infinite:
                    counts[card] -= 1
                yield card, number, Stock(tuple(counts), stock.left - 1)

    def _shuffles(self, stock: Stock) -> int:
        """The number of orders in which what is left may lie."""
        return int(self.size**stock.left) if self.infinite else math.factorial(stock.left)

    def _is_natural(self, cards: Cards) -> bool:
        return len(cards) == 2 and sorted(min(card, TEN) for card in cards) == [ACE, TEN]

    def _peeks(self, up: int) -> bool:
        dealer = self.rules.dealer
        return {ACE: "ace", TEN: "ten"}.get(min(up, TEN)) in dealer.peek

    # A round

    def _round(self, deal: Deal, cards: Cards) -> Ledger:
        counts, up_value = count_values(cards), min(deal.up, TEN)
        natural, dealer_natural = self._is_natural(cards), self._is_natural((deal.up, deal.hole))
        end = self._shuffles(deal.stock)
        if natural and up_value == ACE and self.strategy.takes_even_money(ACE):
            if not self.rules.insurance.even_money:
                raise AssertionError("even money is not offered")
            return {(Fraction(1), Fraction(1)): end}
        side, price = Fraction(0), Fraction(0)
        if self.strategy.insures(counts, up_value):
            insurance = self.rules.insurance
            card = {ACE: "ace", TEN: "ten"}[up_value]
            if card not in insurance.against or (natural and not insurance.on_naturals):
                raise AssertionError("insurance is not offered")
            price = insurance.price
            side = price * insurance.pays if dealer_natural else -price
        action = "stand"
        if not natural:
            ranks = (cards[0], deal.up) if self.by_rank and cards[0] == cards[1] else (None, None)
            action = self.strategy.best(counts, up_value, pair_rank=ranks[0], up_rank=ranks[1])
        if natural:
            pending = self._act(deal, cards, action)
        elif action == "surrender" and self._surrender(up_value) is Surrender.EARLY:
            pending = {(-HALF, Fraction(1)): end}
        elif dealer_natural and self._peeks(deal.up):
            pending = {(Fraction(-1), Fraction(1)): end}
        else:
            pending = self._act(deal, cards, action)
        return {(net + side, put + price): number for (net, put), number in pending.items()}

    def _surrender(self, up: int) -> Surrender:
        surrender = self.rules.surrender
        return surrender.ace if up == ACE else surrender.ten if up == TEN else surrender.other

    def _act(self, deal: Deal, cards: Cards, action: str) -> Ledger:
        """The first action, after the peek."""
        if self._is_natural(cards):
            return self._settled(deal, (("natural", 21, 1),), False)
        if action == "surrender":
            if self._surrender(min(deal.up, TEN)) is Surrender.NONE:
                raise AssertionError("surrender is not offered")
            net = Fraction(-1) if self._is_natural((deal.up, deal.hole)) else -HALF
            return {(net, Fraction(1)): self._shuffles(deal.stock)}
        if action == "split":
            if cards[0] != cards[1]:
                raise AssertionError("only a pair may be split")
            return self._deal_seconds(deal, cards[0], (), 2)
        hand = tuple(min(card, TEN) for card in cards)
        return self._play(deal.by_value(), (hand,), (), None, action)

    def _deal_seconds(
        self, deal: Deal, pair: int, complete: tuple[Cards, ...], waiting: int
    ) -> Ledger:
        """Deal the second card of the leftmost hand that waits for one; split a new pair again."""
        split = self.rules.split
        limit = split.max_hands_aces if pair == ACE else split.max_hands
        if not 2 <= len(complete) + waiting <= limit:
            raise AssertionError("too many hands")
        if waiting == 0:
            return self._play(deal.by_value(), complete, (), min(pair, TEN), None)

        def dealt(card: int, rest: Stock) -> Ledger:
            if card == pair and len(complete) + waiting < limit:
                return self._deal_seconds(replace(deal, stock=rest), pair, complete, waiting + 1)
            hand = tuple(sorted((min(pair, TEN), min(card, TEN))))
            return self._deal_seconds(
                replace(deal, stock=rest), pair, (*complete, hand), waiting - 1
            )

        return self._remember(
            ("seconds", deal, pair, complete, waiting),
            lambda: collect(
                (ways, dealt(card, rest))
                for card, ways, rest in self._draw(deal.stock, "the next hand of a split")
            ),
        )

    def _play(
        self,
        deal: Deal,
        hands: tuple[Cards, ...],
        finished: tuple[Finished, ...],
        pair: int | None,
        action: str | None,
    ) -> Ledger:
        """Play the first of `hands` (its next action may be given), then the others."""
        if not hands:
            return self._settled(deal, finished, pair is not None)
        hand, others = hands[0], hands[1:]
        if action is None:
            action = self._next_action(hand, deal.up, pair)

        def over(cards: Cards, rest: Stock, stake: int) -> Ledger:
            ended = tuple(sorted((*finished, self._finish(cards, pair, stake))))
            return self._play(replace(deal, stock=rest), others, ended, pair, None)

        if action == "stand":
            return over(hand, deal.stock, 1)

        def drawn(card: int, rest: Stock) -> Ledger:
            longer = tuple(sorted((*hand, card)))
            if action == "double":
                return over(longer, rest, 2)
            return self._play(replace(deal, stock=rest), (longer, *others), finished, pair, None)

        if action == "double":
            self._check_double(hand)
        names = ",".join(VALUES[card] for card in hand)
        return self._remember(
            (action, deal, hands, finished, pair),
            lambda: collect(
                (ways, drawn(card, rest))
                for card, ways, rest in self._draw(deal.stock, f"the hand {names}")
            ),
        )

    def _next_action(self, hand: Cards, up: int, pair: int | None) -> str:
        """What the strategy does with a hand, where the rules leave it a choice."""
        rules, counts = self.rules, count_values(hand)
        total = best_total(hand)
        if total > 21 or (total == 21 and rules.player.stand_on_21) or self._is_natural(hand):
            return "stand"
        if rules.charlie is not None and len(hand) == rules.charlie.cards:
            return "stand"
        if len(hand) == rules.player.card_limit:
            return "stand"
        if pair is None:
            return self.strategy.decision(counts, up)
        if pair == ACE and rules.split.aces is SplitAces.ONE_CARD:
            return "stand"
        action = self.strategy.decision(counts, up)
        may_double = rules.double.after_split and (pair != ACE or rules.double.after_split_aces)
        if action == "double" and not may_double:
            return self.strategy.hit_or_stand(counts, up)
        return action

    def _check_double(self, hand: Cards) -> None:
        double = self.rules.double
        totals = double.on.soft if is_soft(hand) else double.on.hard
        right_total = totals is None or best_total(hand) in totals
        if not (right_total and (len(hand) == 2 or double.any_cards)):
            raise AssertionError(f"{hand} may not be doubled")

    def _finish(self, hand: Cards, pair: int | None, stake: int) -> Finished:
        rules, total = self.rules, best_total(hand)
        if total > 21:
            return ("bust", 0, stake)
        if pair is not None and self._is_natural(hand):
            counts_as = rules.split.ten_on_ace if pair == ACE else rules.split.ace_on_ten
            if counts_as is SplitNatural.BLACKJACK:
                return ("natural", total, stake)
        if rules.charlie is not None and len(hand) == rules.charlie.cards:
            return ("charlie", total, stake)
        return ("hand", total, stake)

    # The dealer and the settlement

    def _settled(self, deal: Deal, finished: tuple[Finished, ...], split: bool) -> Ledger:
        staked = Fraction(sum(stake for _, _, stake in finished))
        if self._is_natural((deal.up, deal.hole)):
            net = self._against_natural(finished, split)
            return {(net, staked): self._shuffles(deal.stock)}
        kinds = {kind for kind, _, _ in finished}
        natural_can_push = "natural" in kinds and not self.rules.blackjack.beats_drawn_21
        if "hand" not in kinds and not natural_can_push:
            return {(self._net(finished, 0), staked): self._shuffles(deal.stock)}
        ledger: Ledger = {}
        deal = deal.by_value()
        ends = self._dealer(deal.stock, tuple(sorted((deal.up, deal.hole))))
        for total, number in ends.items():
            key = self._net(finished, total), staked
            ledger[key] = ledger.get(key, 0) + number
        return ledger

    def _dealer(self, stock: Stock, hand: Cards) -> dict[int, int]:
        """Number of shuffles by the dealer's final total, 0 for a bust that pays."""
        dealer, total = self.rules.dealer, best_total(hand)
        if total > 21:
            return {22 if total == 22 and dealer.push_22 else 0: self._shuffles(stock)}
        hits = total < 17 or (total == 17 and is_soft(hand) and dealer.soft17 == "hit")
        if not hits or len(hand) == dealer.card_limit:
            return {total: self._shuffles(stock)}
        key = stock, hand
        if key not in self._dealt:
            ends: dict[int, int] = {}
            for card, ways, rest in self._draw(stock, "the dealer"):
                for end, number in self._dealer(rest, tuple(sorted((*hand, card)))).items():
                    ends[end] = ends.get(end, 0) + ways * number
            self._dealt[key] = ends
        return self._dealt[key]

    def _net(self, finished: tuple[Finished, ...], dealer: int) -> Fraction:
        """What the hands win together against a dealer without a natural; total 0 is a bust."""
        net, pays = Fraction(0), self.rules.blackjack.pays
        for kind, total, stake in finished:
            if kind == "bust":
                net -= stake
            elif kind == "charlie" and self.rules.charlie is not None:
                net += stake * self.rules.charlie.pays
            elif kind == "natural":
                ties = dealer == 21 and not self.rules.blackjack.beats_drawn_21
                net += self._tie(self.rules.ties.hands, natural=True) if ties else pays
            elif total == dealer:
                net += stake * self._tie(self.rules.ties.hands)
            elif dealer != 22:
                net += stake if total > dealer else -stake
        return net

    def _tie(self, tie: str, *, natural: bool = False) -> Fraction:
        """What one unit wins in a tie; a natural that wins is paid as one."""
        won = self.rules.blackjack.pays if natural else Fraction(1)
        return {"push": Fraction(0), "lose": Fraction(-1), "win": won}[tie]

    def _against_natural(self, finished: tuple[Finished, ...], split: bool) -> Fraction:
        """What the hands win together against a natural that no peek had shown."""
        takes = self.rules.dealer.natural_takes
        if split and takes is NaturalTakes.ORIGINAL:
            return Fraction(-1)
        net = Fraction(0)
        charlie = self.rules.charlie
        for kind, total, stake in finished:
            if kind == "charlie" and charlie is not None and charlie.beats_natural:
                net += stake * charlie.pays
            elif kind == "natural":
                net += self._tie(self.rules.ties.naturals, natural=True)
            elif total == 21 and not self.rules.blackjack.beats_drawn_21:
                net += stake * self._tie(self.rules.ties.hands)
            else:
                net -= stake if takes is NaturalTakes.ALL else 1
        return net

    def _remember(self, key: tuple[object, ...], compute: Callable[[], Ledger]) -> Ledger:
        if key not in self._played:
            self._played[key] = compute()
        return self._played[key]
