"""A side bet's probabilities and RTP in closed form: rational functions of the number of decks.

Degree bound. Let a bet be decided by k cards. Sort the ordered deals of k cards by the kind (rank
and suit) of each card. With n decks, a fixed k-tuple of kinds in which the kinds occur m_1, m_2,
... times is dealt in (n)_{m_1} (n)_{m_2} ... ways, where (n)_m = n (n-1) ... (n-m+1), because each
kind has n cards. That is a polynomial of degree m_1 + m_2 + ... = k, also where n < m (it is then
0, rightly). Whether a category is paid depends on the kinds alone, so each count is a sum of such
polynomials over a set of k-tuples that does not depend on n: a polynomial of degree at most k, and
so is the number of all deals (for unordered deals, divided by a constant). It is fixed by its
values at the k + 1 points n = 1, ..., k + 1.

A dealer who plays out takes a varying number of cards, at most D, the longest hand that an
unlimited supply allows. The number of ordered deals that end as hands of m cards with some property
is, by the same argument on values (4n or 16n cards each), a polynomial of degree at most m; the
probability is the sum over m of these, each over (52n)_m. Times (52n)_D it is a polynomial of
degree at most D, fixed by the D + 1 points n = 1, ..., D + 1. With the player's two cards beside
the hand, D grows by two.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy  # type: ignore[import-untyped]

from bjcalc.errors import UnsupportedRuleError
from bjcalc.rules.model import Dealer
from bjcalc.shoe import Shoe
from bjcalc.sidebets.bet import Paid, SideBet
from bjcalc.sidebets.conditions import DEALER_HAND
from bjcalc.sidebets.counts import count
from bjcalc.sidebets.dealer_hand import dealer_law
from bjcalc.sidebets.deals import ordered_deals

DECKS: Any = sympy.Symbol("n")
"""The symbol n, the number of decks."""


@dataclass(frozen=True)
class Formula:
    """The closed form of one bet for n standard decks; expressions are sympy's, in factored form.

    `probabilities` follow the categories; `rtp` has the pays as symbols named after them
    (`Category.symbol`), each a profit per unit staked, over the common denominator. `degree` bounds
    the polynomials, which were fixed by the counts for n = 1, ..., degree + 1.
    """

    bet: SideBet
    degree: int
    probabilities: tuple[Any, ...]
    rtp: Any

    def rtp_with(self, pays: tuple[Fraction, ...]) -> Any:
        """Return the RTP for these pays, as an expression in n alone."""
        values = {
            sympy.Symbol(category.symbol): sympy.Rational(pay.numerator, pay.denominator)
            for category, pay in zip(self.bet.categories, pays, strict=True)
        }
        return sympy.factor(self.rtp.subs(values))


def closed_form(bet: SideBet, dealer: Dealer | None = None) -> Formula:
    """Return the closed form of a bet; the degree bound is proved at the top of this module.

    Raises UnsupportedRuleError where several categories can be paid at once (the RTP then is no sum
    over the categories).
    """
    if bet.paid is Paid.ALL:
        raise UnsupportedRuleError(
            f"{bet.name}: a closed form is given only for bets that pay one category at a time"
        )
    playing = dealer or Dealer()
    degree = _degree(bet, playing)
    points = [_point(bet, Shoe.of_decks(decks), playing, degree) for decks in range(1, degree + 2)]
    total = _polynomial([deals for deals, _ in points])
    if bet.by_final_hand:
        # The factors are known: no need to look for them in a polynomial of high degree.
        total = sympy.Mul(*(52 * DECKS - dealt for dealt in range(degree)))
    paid = [
        _polynomial([numbers[index] for _, numbers in points])
        for index in range(len(bet.categories))
    ]
    pays = [sympy.Symbol(category.symbol) for category in bet.categories]
    probabilities = tuple(sympy.factor(sympy.cancel(number / total)) for number in paid)
    common = sympy.lcm_list([sympy.fraction(each)[1] for each in probabilities])
    shares = (
        sympy.factor(sympy.cancel(each * common)) * (pay + 1)
        for each, pay in zip(probabilities, pays, strict=True)
    )
    return Formula(bet, degree, probabilities, sympy.Add(*shares) / sympy.factor(common))


def _degree(bet: SideBet, dealer: Dealer) -> int:
    if not bet.by_final_hand:
        return len(bet.cards)
    fixed = sum(card != DEALER_HAND for card in bet.cards)
    return fixed + dealer_law(Shoe.infinite_deck(), dealer).depth


def _point(bet: SideBet, shoe: Shoe, dealer: Dealer, degree: int) -> tuple[int, list[int]]:
    """Return the number of deals and the categories' counts; for a final hand, over (52n)_D."""
    counts = count(bet, shoe, dealer)
    if not bet.by_final_hand:
        return counts.total, list(counts.categories)
    total = ordered_deals(shoe, degree)
    return total, [number * total // counts.total for number in counts.categories]


def _polynomial(values: list[int]) -> Any:
    """Return the polynomial in n with these values at n = 1, 2, ...; Newton's forward differences.

    The differences are integers, so nothing is rounded.
    """
    result: Any = sympy.Integer(0)
    row = list(values)
    basis: Any = sympy.Integer(1)
    for order in range(len(values)):
        result += row[0] * basis
        row = [after - before for before, after in pairwise(row)]
        basis = basis * (DECKS - 1 - order) / (order + 1)
    return sympy.expand(result)
