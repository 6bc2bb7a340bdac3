"""Sums of terms by column and dealer's class, and their expectations as fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from operator import mul

from bjcalc.errors import UnsupportedRuleError
from bjcalc.outcomes.views import Quantity
from bjcalc_ext.outcomes import DealerLaw, Polynomial, Terms

ONE = Terms([(0, 1)])
"""The polynomial 1: no card is named."""


class Sum:
    """Collects terms with their weights by column and dealer's class, then evaluates them all."""

    def __init__(self, dealer: DealerLaw) -> None:
        """Start with nothing."""
        self.dealer = dealer
        self._parts: dict[tuple[Terms, Terms | None, int], dict[tuple[Quantity, int], int]] = (
            defaultdict(lambda: defaultdict(int))
        )
        self._whole: tuple[list[Quantity], Polynomial] | None = None

    def add(
        self,
        one: Terms,
        other: Terms | None,
        shift: int,
        weights: Mapping[Quantity, int],
        dealer_class: int,
        factor: int = 1,
    ) -> None:
        """Add factor * weights * one * other * x^shift against one class of dealer hands."""
        self._whole = None
        part = self._parts[one, other, shift]
        for column, weight in weights.items():
            part[column, dealer_class] += factor * weight

    def linear_parts(self) -> Iterator[tuple[Terms, int, dict[int, tuple[int, int]]]]:
        """Yield the parts without products: terms, shift, and (N, S) weights by dealer's class."""
        for (one, other, shift), part in self._parts.items():
            assert other is None, "a sum of products is not linear"
            classes = {dealer_class for _, dealer_class in part}
            yield (
                one,
                shift,
                {c: (part.get(("N", c), 0), part.get(("S", c), 0)) for c in classes},
            )

    def polynomial(self) -> tuple[list[Quantity], Polynomial]:
        """Return the columns and the whole polynomial."""
        columns: dict[Quantity, int] = {}
        for part in self._parts.values():
            for column, _ in part:
                columns.setdefault(column, len(columns))
        classes = self.dealer.classes
        polynomial = Polynomial(max(1, len(columns)), classes)
        try:
            for (one, other, shift), part in self._parts.items():
                weights = [
                    (columns[column] * classes + dealer_class, weight)
                    for (column, dealer_class), weight in part.items()
                    if weight
                ]
                if not weights:
                    continue
                if other is None:
                    polynomial.add(one, shift, weights)
                else:
                    polynomial.add_product(one, other, shift, weights)
        except OverflowError as error:
            raise too_large(error) from None
        return list(columns), polynomial

    def evaluate(self, counts: tuple[int, ...], same_rank: int = 0) -> dict[Quantity, Fraction]:
        """Return the expectation of every column; see DealerLaw.evaluate for the counts."""
        if self._whole is None:
            self._whole = self.polynomial()
        return evaluate(self.dealer, *self._whole, counts, same_rank)


def evaluate(
    dealer: DealerLaw,
    columns: list[Quantity],
    polynomial: Polynomial,
    counts: tuple[int, ...],
    same_rank: int = 0,
    *,
    only: int = -1,
) -> dict[Quantity, Fraction]:
    """Apply the functional to each column of a polynomial; see DealerLaw.evaluate."""
    try:
        sums = dealer.evaluate(polynomial, counts, same_rank, only)
    except OverflowError as error:
        raise too_large(error) from None
    sizes = len(sums[0]) if sums else 0
    cards = sum(counts)
    units = [dealer.denominator(cards, size) for size in range(sizes)]
    # Each denominator divides the next but for the dealer's part, which the last one holds.
    factors = [units[-1] // unit for unit in units]
    return {
        column: Fraction(sum(map(mul, by_size, factors)), units[-1])
        for column, by_size in zip(columns, sums, strict=False)
    }


def too_large(error: OverflowError) -> UnsupportedRuleError:
    """Return the error that says what was too large for exact sums."""
    return UnsupportedRuleError(f"the law of outcomes cannot be summed exactly: {error}")
