"""The figures of one side bet on one shoe: counts, probabilities, RTP, variance, all exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bjcalc.errors import BjcalcError, ImpossibleHandError
from bjcalc.rules.model import Dealer
from bjcalc.shoe import Shoe
from bjcalc.sidebets.bet import Paid, SideBet, deals_of, holding

_CARDS = range(52)


class UnknownPaysError(BjcalcError):
    """A figure needs the pays of a bet whose pays are not known."""


@dataclass(frozen=True, slots=True)
class BetCounts:
    """How a side bet falls on a full shoe, before any card of the round is seen.

    `outcomes` maps the categories that are paid (sorted indices, () for a lost bet) to the number
    of deals, out of `total` equally likely ones; `described` says what a deal is. All amounts are
    per unit staked on the bet; for a bet that is not always offered, given that it is.
    """

    bet: SideBet
    shoe: Shoe
    total: int
    outcomes: dict[tuple[int, ...], int]
    described: str

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
    deals = deals_of(bet, shoe, dealer)
    outcomes: Counter[tuple[int, ...]] = Counter()
    for held, number in deals.held.items():
        outcomes[_paid(bet, held)] += number
    return BetCounts(bet, shoe, deals.total, dict(outcomes), deals.described)


def count(bet: SideBet, shoe: Shoe, dealer: Dealer | None = None) -> BetCounts:
    """Count the deals of a side bet by the categories that are paid.

    `dealer` plays out for bets on the dealer's final hand (default: stands on soft 17). Raises
    UnsupportedRuleError where the shoe does not state ranks or suits that the bet looks at,
    ShoeExhaustedError where the dealer could need a card that is not there.
    """
    return _counted(bet, shoe, dealer or Dealer())


def paid_categories(bet: SideBet, cards: Sequence[int]) -> tuple[int, ...]:
    """Return the indices of the categories that are paid for concrete cards (0..51).

    The cards stand in the order of `bet.cards`; for a bet on the dealer's final hand, the whole
    hand stands at the end. Settled from the conditions alone, independently of any counting. A
    bet that is not offered for these cards pays nothing. Raises ImpossibleHandError where these are
    not the cards of the bet.
    """
    _check_cards(bet, cards)
    return _paid(bet, holding(bet, cards))


def classify(bet: SideBet, cards: Sequence[int]) -> int | None:
    """Return the index of the best category that is paid for concrete cards; None if it is lost.

    Cards and errors are those of `paid_categories`.
    """
    paid = paid_categories(bet, cards)
    return paid[0] if paid else None


def _check_cards(bet: SideBet, cards: Sequence[int]) -> None:
    least = len(bet.cards) + bet.by_final_hand  # a dealer's hand has two cards or more
    if len(cards) != least and not (bet.by_final_hand and len(cards) > least):
        more = " or more" if bet.by_final_hand else ""
        raise ImpossibleHandError(
            f"{bet.name}: {tuple(cards)} are {len(cards)} cards, but the bet looks at "
            f"{least}{more}: {', '.join(bet.cards)}"
        )
    for card in cards:
        if card not in _CARDS:
            raise ImpossibleHandError(
                f"{bet.name}: {card!r} is not a card: write 4 * rank + suit, from 0 to 51"
            )


def standard_deviation_text(variance: Fraction, digits: int) -> str:
    """Return the square root of an exact variance to `digits` places after the point."""
    import mpmath  # type: ignore[import-untyped]

    whole = len(str(variance.numerator // variance.denominator))
    with mpmath.workdps(whole + digits + 20):
        root = mpmath.sqrt(mpmath.mpf(variance.numerator) / variance.denominator)
        scaled = int(mpmath.nint(root * mpmath.mpf(10) ** digits))
    before, after = divmod(scaled, 10**digits)
    return f"{before}.{after:0{digits}d}" if digits else str(before)


def _paid(bet: SideBet, held: tuple[int, ...]) -> tuple[int, ...]:
    return held if bet.paid is Paid.ALL else held[:1]
