"""What is found about one claim: the verdict, the exact values, and what else holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from bjcalc.claims.oddities import impossible
from bjcalc.claims.printed import INITIAL_BET, PrintedNumber
from bjcalc.claims.rounding import Exact, distance, is_on_a_half
from bjcalc.gamefile import Claim
from bjcalc.sidebets import Rounding


class Verdict(StrEnum):
    """What becomes of a claim; see docs/claims.md. In this order the first that holds is given."""

    CONFIRMED = "confirmed"
    CONSISTENT = "consistent"
    TRUNCATION = "truncation"
    ROUNDING_UP = "rounding-up"
    OTHER_READING = "other-reading"
    OTHER_STRATEGY = "other-strategy"
    OTHER_DENOMINATOR = "other-denominator"
    UNDECIDABLE = "undecidable"
    REFUTED = "refuted"


PASSING = frozenset({Verdict.CONFIRMED, Verdict.CONSISTENT})
# What can be allowed or accepted: every verdict that does not pass by itself.
ALLOWABLE = tuple(one for one in Verdict if one not in PASSING)


@dataclass(frozen=True, slots=True)
class Figure:
    """One exact value of what a claim is about, and what it is the value of.

    `readings` are the (interpretation, reading) pairs that differ from those in force; `strategy`
    is a class's name, empty for a side bet.
    """

    value: Exact
    readings: tuple[tuple[str, str], ...] = ()
    strategy: str = ""
    denominator: str = INITIAL_BET


@dataclass(frozen=True, slots=True)
class Match:
    """A figure that is printed like the claim, and by which ways of rounding."""

    figure: Figure
    roundings: tuple[Rounding, ...]

    @property
    def rounding(self) -> Rounding:
        """The first way of rounding that holds."""
        return self.roundings[0]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Rule changes under which the claim would hold: an explanation, not evidence.

    `names` say the changes in words, `settings` as `--set` has them; `value` is the figure then,
    printed like the claim by `roundings`.
    """

    names: tuple[str, ...]
    settings: tuple[str, ...]
    value: Fraction
    roundings: tuple[Rounding, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search for explanations looked at, and the best that it found, in rank order."""

    explanations: tuple[Explanation, ...]
    found: int
    single: int
    pairs: int
    pairs_solved: int
    refused: int


@dataclass(frozen=True, slots=True)
class Tables:
    """What whole-number pay tables could be behind the claim.

    `number` counts them by rounding (None: too many to count); `examples` are tables with their
    RTP, published ones named, best ranked first; `step` divides every reachable RTP; `neighbours`
    are the reachable RTPs next below and above what any rounding admits, where none is reached.
    """

    categories: tuple[str, ...]
    number: dict[Rounding, int | None]
    examples: tuple[TableExample, ...]
    step: Fraction
    neighbours: tuple[Fraction | None, Fraction | None] | None
    lowest: int
    highest: int
    ordered: bool


@dataclass(frozen=True, slots=True)
class TableExample:
    """A pay table in the bet's order of categories, and by what rounding the claim is its RTP."""

    pays: tuple[Fraction, ...]
    rtp: Fraction
    roundings: tuple[Rounding, ...]
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A claim and its verdict.

    `base` is the figure that the claim should be (None: it cannot be computed), `figures` are those
    to be shown of all that it was compared with (`looked_at` says what these were), `matches` those
    that are printed like it, the one that decides first. `needs` are the names that a policy must
    allow for the claim to pass; none for one that passes by itself. `nearest` is the figure closest
    to a refuted claim. `bound` is U as an RTP, under the reading where it is highest, where the
    claim is above it under all readings. `table_used` are a side bet's pays and `table_source`
    where they come from, in a word. `missing` says what an undecidable claim lacks. `remarks`
    are sentences on how the claim was read, and on what is odd about it; `odd` says that the number
    is impossible.
    """

    claim: Claim
    printed: PrintedNumber
    what: str
    verdict: Verdict
    base: Figure | None
    figures: tuple[Figure, ...] = ()
    matches: tuple[Match, ...] = ()
    needs: frozenset[str] = frozenset()
    nearest: Figure | None = None
    bound: Fraction | None = None
    missing: str = ""
    tables: Tables | None = None
    table_used: str = ""
    table_source: str = ""
    looked_at: str = ""
    remarks: tuple[str, ...] = ()
    odd: bool = False
    search: SearchResult | None = None

    @property
    def passes(self) -> bool:
        """Whether the claim is confirmed or consistent."""
        return self.verdict in PASSING

    @property
    def decided_by(self) -> Match | None:
        """The match that decides the verdict, if one does."""
        return self.matches[0] if self.matches else None


def open_finding(claim: Claim, printed: PrintedNumber, what: str, *, main: bool) -> Finding:
    """Return a finding with nothing found yet, but for what is odd about the number."""
    odd = impossible(printed, what, main=main)
    return Finding(
        claim=claim,
        printed=printed,
        what=what,
        verdict=Verdict.UNDECIDABLE,
        base=None,
        needs=frozenset({Verdict.UNDECIDABLE}),
        remarks=(*printed.remarks, *([odd] if odd else [])),
        odd=bool(odd),
    )


def with_base(finding: Finding, base: Figure) -> Finding:
    """Return the finding with the figure that the claim should be."""
    remarks = finding.remarks
    if is_on_a_half(finding.printed, base.value):
        half = "the exact value lies on a half of the last digit: it is nearest to both neighbours"
        remarks = (*remarks, half)
    return replace(finding, base=base, remarks=remarks)


def refuted(finding: Finding, figures: Iterable[Figure]) -> Finding:
    """Return the finding that none of the figures is printed like the claim."""
    return replace(
        finding,
        verdict=Verdict.REFUTED,
        needs=frozenset({Verdict.REFUTED}),
        nearest=min(figures, key=lambda one: distance(one.value, finding.printed)),
    )
