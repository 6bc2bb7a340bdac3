"""What a round and each side bet can bring, as rows: the human tables beside a certificate.

Every row has its exact probability; the rows of one bet are all that can happen and add up to 1.
A row's contribution to the RTP is its probability times (1 + net result), in stakes of that bet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from bjcalc.certificate.body import Certificate
from bjcalc.errors import UnsupportedRuleError
from bjcalc.outcomes import Distribution, Moments, distribution, moments
from bjcalc.sidebets import BetCounts
from bjcalc.sidebets.bet import SideBet

MAIN = "main"


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutRow:
    """One outcome of a bet.

    `pays` is the net result in initial stakes (None: not known), `stake` the total stake with it.
    `deals` of `total` are counts where the outcome is counted, else None.
    """

    bet: str
    outcome: str
    pays: Fraction | None
    stake: Fraction
    probability: Fraction
    deals: int | None = None
    total: int | None = None

    @property
    def one_in(self) -> Fraction | None:
        """How many rounds there are for one of this kind; None for what cannot happen."""
        return 1 / self.probability if self.probability else None

    @property
    def contribution(self) -> Fraction | None:
        """What the outcome adds to the RTP; None where its pay is not known."""
        return None if self.pays is None else self.probability * (1 + self.pays)


@dataclass(frozen=True)
class MainGame:
    """The main game's moments, and its law where that is exact (None: too many hands)."""

    moments: Moments
    law: Distribution | None


def main_game(certificate: Certificate) -> MainGame:
    """Return what is exact about a round of the main game beside its mean."""
    try:
        law = distribution(certificate.solution)
    except UnsupportedRuleError:
        return MainGame(moments(certificate.solution), None)
    return MainGame(law.moments, law)


def main_rows(game: MainGame) -> list[PayoutRow]:
    """Return a row for every net result with every total stake; none where there is no law."""
    if game.law is None:
        return []
    return [
        PayoutRow(bet=MAIN, outcome=_words(net), pays=net, stake=stake, probability=chance)
        for (net, stake), chance in game.law.law.items()
    ]


def _words(net: Fraction) -> str:
    if net == 0:
        return "push"
    return "win" if net > 0 else "loss"


def side_bet_rows(counts: BetCounts) -> Iterator[PayoutRow]:
    """Yield a row for every category, or every set of categories paid together, and the loss."""
    bet = counts.bet
    singles = {(index,) for index in range(len(bet.categories))}
    # A category alone is listed also where it cannot happen; sets of several only where they do.
    for paid in sorted(singles | {paid for paid in counts.outcomes if paid}):
        deals = counts.outcomes.get(paid, 0)
        if len(paid) == 1 or deals:
            yield _side_bet_row(counts, " + ".join(bet.categories[i].name for i in paid), paid)
    yield _side_bet_row(counts, "lost", ())


def _side_bet_row(counts: BetCounts, name: str, paid: tuple[int, ...]) -> PayoutRow:
    deals = counts.outcomes.get(paid, 0)
    return PayoutRow(
        bet=counts.bet.id,
        outcome=name,
        pays=_net(counts.bet, paid),
        stake=Fraction(1),
        probability=Fraction(deals, counts.total),
        deals=deals,
        total=counts.total,
    )


def _net(bet: SideBet, paid: tuple[int, ...]) -> Fraction | None:
    if not paid:
        return Fraction(-1)
    pays = [bet.categories[index].pays for index in paid]
    known = [pay for pay in pays if pay is not None]
    return sum(known, Fraction(0)) if len(known) == len(pays) else None
