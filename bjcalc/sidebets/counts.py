"""The figures of one side bet on one shoe: counts, probabilities, RTP, variance, all exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from bjcalc.errors import BjcalcError, ImpossibleHandError, Mistake
from bjcalc.rules.model import Dealer
from bjcalc.shoe import Shoe
from bjcalc.sidebets.bet import Paid, SideBet, WrongBetError, deals_of, holding
from bjcalc.sidebets.deals import Deals

_CARDS = range(52)


class UnknownPaysError(BjcalcError):
    """A figure needs the pays of a bet whose pays are not known."""


@dataclass(frozen=True, slots=True)
class BetCounts:
    """How a side bet falls on a full shoe, before any card of the round is seen.

    `outcomes` maps the categories that are paid (sorted indices, () for a lost bet) to the number
    of deals, out of `total` equally likely ones; `described` says what a deal is. All amounts are
    per unit staked on the bet; for a bet that is not always offered, given that it is. `warnings`
    are sentences about categories that cannot happen, where the bet says that this is no mistake.
    """

    bet: SideBet
    shoe: Shoe
    total: int
    outcomes: dict[tuple[int, ...], int]
    described: str
    warnings: tuple[str, ...] = ()

    @property
    def categories(self) -> tuple[int, ...]:
        """The number of deals in which each category is paid."""
        return tuple(
            sum(deals for paid, deals in self.outcomes.items() if index in paid)
            for index in range(len(self.bet.categories))
        )

    @property
    def lost(self) -> int:
        """The number of deals in which no category is paid."""
        return self.outcomes.get((), 0)

    @property
    def winning(self) -> int:
        """The number of deals in which some category is paid, so that the stake comes back."""
        return self.total - self.lost

    def probability(self, index: int) -> Fraction:
        """Return the probability that the category is paid."""
        return Fraction(self.categories[index], self.total)

    def share(self, index: int) -> Fraction:
        """Return what the category adds to the RTP.

        The stake that comes back is part of it, unless several categories can be paid at once
        (then it is `Fraction(winning, total)` for all of them together).
        """
        returned = 0 if self.bet.paid is Paid.ALL else 1
        return self.probability(index) * (self._pays()[index] + returned)

    def net_law(self) -> dict[Fraction, Fraction]:
        """Return the law of the net result per unit staked, by rising result."""
        law: Counter[Fraction] = Counter()
        for paid, deals in self.outcomes.items():
            law[self.net(paid)] += deals
        return {net: Fraction(law[net], self.total) for net in sorted(law)}

    def net(self, paid: tuple[int, ...]) -> Fraction:
        """Return the net result where these categories are paid: their pays, or -1 for none."""
        pays = self._pays()
        return sum((pays[index] for index in paid), Fraction(0)) if paid else Fraction(-1)

    @property
    def ev(self) -> Fraction:
        """The expected net result per unit staked."""
        return sum((net * chance for net, chance in self.net_law().items()), Fraction(0))

    @property
    def rtp(self) -> Fraction:
        """The expected return per unit staked, the stake included: 1 + EV."""
        return 1 + self.ev

    @property
    def variance(self) -> Fraction:
        """The variance of the net result per unit staked."""
        square = sum((net**2 * chance for net, chance in self.net_law().items()), Fraction(0))
        return square - self.ev**2

    @property
    def hit_frequency(self) -> Fraction:
        """The probability that the net result is above zero."""
        return sum((chance for net, chance in self.net_law().items() if net > 0), Fraction(0))

    @property
    def push_frequency(self) -> Fraction:
        """The probability that the net result is zero."""
        return self.net_law().get(Fraction(0), Fraction(0))

    def _pays(self) -> tuple[Fraction, ...]:
        pays = [category.pays for category in self.bet.categories]
        if any(pay is None for pay in pays):
            raise UnknownPaysError(
                f"the pays of {self.bet.name} are not known: give them by a setting such as "
                f"side_bets.{self.bet.id}.pays=[{', '.join('1' for _ in pays)}]"
            )
        return tuple(pay for pay in pays if pay is not None)

    @property
    def pays_known(self) -> bool:
        """Whether RTP, variance and hit frequency exist as numbers."""
        return all(category.pays is not None for category in self.bet.categories)


@lru_cache(maxsize=256)
def _counted(bet: SideBet, shoe: Shoe, dealer: Dealer) -> BetCounts:
    if not shoe.infinite and len(bet.cards) > shoe.size:
        text = f"the bet needs {len(bet.cards)} cards, but the shoe holds {shoe.size}"
        raise WrongBetError([Mistake(text, f"{bet.key}.cards")])
    deals = deals_of(bet, shoe, dealer)
    if deals.total == 0:
        text = f"the bet is never offered with {shoe.describe()}"
        raise WrongBetError([Mistake(text, f"{bet.key}.offered")])
    idle = _never_paid(bet, deals, shoe)
    mistakes = _overlaps(bet, deals)
    if not bet.lenient:
        mistakes = [
            Mistake(f"{text} ({bet.categories[i].when})", f"{bet.key}.categories[{i}].when")
            for i, text in idle.items()
        ] + mistakes
    if mistakes:
        raise WrongBetError(mistakes)
    outcomes: Counter[tuple[int, ...]] = Counter()
    for held, number in deals.held.items():
        outcomes[_paid(bet, held)] += number
    return BetCounts(bet, shoe, deals.total, dict(outcomes), deals.described, tuple(idle.values()))


def _never_paid(bet: SideBet, deals: Deals, shoe: Shoe) -> dict[int, str]:
    """Return a sentence for each category that no deal pays, by its index."""
    ever = {index for truths in deals.held for index in truths}
    first = {truths[0] for truths in deals.held if truths}
    found = {}
    for index, category in enumerate(bet.categories):
        if index not in ever:
            found[index] = f"{category.name!r} can never happen with {shoe.describe()}"
        elif bet.paid is Paid.BEST and index not in first:
            found[index] = (
                f"{category.name!r} is never paid with {shoe.describe()}: where it holds, a "
                "category before it does"
            )
    return found


def _overlaps(bet: SideBet, deals: Deals) -> list[Mistake]:
    """Return the pairs of categories that hold together, where that has no meaning."""
    if bet.paid is Paid.ALL:
        return []
    mistakes = []
    for first, second in sorted({pair for held in deals.held for pair in combinations(held, 2)}):
        one, other = bet.categories[first], bet.categories[second]
        if bet.paid is Paid.EXCLUSIVE:
            mistakes.append(_overlap(bet, first, second))
        elif one.pays is not None and other.pays is not None and one.pays < other.pays:
            text = (
                f"{other.name!r} pays more than {one.name!r}, which stands before it and can hold "
                "for the same cards: list the best category first"
            )
            mistakes.append(Mistake(text, f"{bet.key}.categories[{second}].pays"))
    return mistakes


def _overlap(bet: SideBet, first: int, second: int) -> Mistake:
    one, other = bet.categories[first], bet.categories[second]
    return Mistake(
        f"{one.name!r} and {other.name!r} can hold for the same cards: say paid = 'best' (the "
        "first listed alone is paid) or 'all'",
        f"{bet.key}.categories[{second}].when",
    )


def count(bet: SideBet, shoe: Shoe, dealer: Dealer | None = None) -> BetCounts:
    """Count the deals of a side bet by the categories that are paid.

    `dealer` plays out for bets on the dealer's final hand (default: stands on soft 17). Raises
    WrongBetError where categories overlap or can never happen, UnsupportedRuleError where the shoe
    does not state ranks or suits that the bet looks at, ShoeExhaustedError where the dealer could
    need a card that is not there.
    """
    dealer = Dealer() if dealer is None else dealer
    for value, kind in ((bet, SideBet), (shoe, Shoe), (dealer, Dealer)):
        if not isinstance(value, kind):
            raise TypeError(f"{value!r} is not a {kind.__name__}")
    return _counted(bet, shoe, dealer)


def counting_mistakes(
    bets: Iterable[SideBet], shoe: Shoe, dealer: Dealer | None = None
) -> list[Mistake]:
    """Return every mistake that counting these bets finds, each with its dotted key."""
    mistakes: list[Mistake] = []
    for bet in bets:
        try:
            count(bet, shoe, dealer)
        except WrongBetError as error:
            mistakes += error.mistakes
        except BjcalcError as error:
            mistakes += [Mistake(line, bet.key) for line in error.lines]
    return mistakes


def paid_categories(bet: SideBet, cards: Sequence[int]) -> tuple[int, ...]:
    """Return the indices of the categories that are paid for concrete cards (0..51).

    The cards stand in the order of `bet.cards`; for a bet on the dealer's final hand, the whole
    hand stands at the end. Settled from the conditions alone, independently of any counting. A
    bet that is not offered for these cards pays nothing. Raises ImpossibleHandError where these are
    not the cards of the bet, WrongBetError where categories hold together that should not.
    """
    _check_cards(bet, cards)
    held = holding(bet, cards)
    if bet.paid is Paid.EXCLUSIVE and len(held) > 1:
        raise WrongBetError([_overlap(bet, held[0], held[1])])
    return _paid(bet, held)


def classify(bet: SideBet, cards: Sequence[int]) -> int | None:
    """Return the index of the best category that is paid for concrete cards; None if it is lost.

    Cards and errors are those of `paid_categories`.
    """
    paid = paid_categories(bet, cards)
    return paid[0] if paid else None


def _check_cards(bet: SideBet, cards: Sequence[int]) -> None:
    least = len(bet.cards) + bet.by_final_hand  # a dealer's hand has two cards or more
    if not isinstance(cards, Sequence):
        raise ImpossibleHandError(
            f"{bet.name}: {cards!r} are not cards: give their numbers, 0 to 51"
        )
    if len(cards) != least and not (bet.by_final_hand and len(cards) > least):
        more = " or more" if bet.by_final_hand else ""
        raise ImpossibleHandError(
            f"{bet.name}: {tuple(cards)} are {len(cards)} cards, but the bet looks at "
            f"{least}{more}: {', '.join(bet.cards)}"
        )
    for card in cards:
        if isinstance(card, bool) or not isinstance(card, int) or card not in _CARDS:
            raise ImpossibleHandError(
                f"{bet.name}: {card!r} is not a card: write 4 * rank + suit, from 0 to 51"
            )


def _paid(bet: SideBet, held: tuple[int, ...]) -> tuple[int, ...]:
    return held if bet.paid is Paid.ALL else held[:1]
