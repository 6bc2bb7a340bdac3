"""In how many deals which conditions of a side bet hold: exact integers, by rank-suit patterns.

The conditions are taken apart into features that look at ranks alone or at suits alone. Cards that
no feature tells apart are put into one cell. Rank patterns with the same features and the same
stock of suits are counted together, so that a three-card bet costs at most 13^3 rank patterns and a
few times 4^3 suit patterns, whatever the number of decks. Cards that no feature connects (the
player's two and the dealer's two, say) are dealt one group after the other. Of the orders of cards
that every condition treats alike only one is looked at, the one of rising ranks, and weighed with
their number: the conditions cannot tell them apart, and all orders of a deal are equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import factorial, perm, prod

from bjcalc.errors import UnsupportedRuleError
from bjcalc.shoe import RED_SUITS, TEN, Shoe, value_of_rank
from bjcalc.sidebets.conditions import (
    Condition,
    Count,
    FinalHand,
    Leaf,
    Natural,
    Same,
    Total,
    compare,
    evaluate,
    exchange,
    leaves,
    rank_test,
)

Cell = tuple[int, int]  # (rank class, suit class)

MAX_STEPS = 2_000_000
"""One or two seconds; bets as they are played take a hundredth of it at most."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A truth about the ranks, or about the suits, of the cards at some positions.

    `classes` labels the 13 ranks (4 suits): the feature cannot tell two of one label apart.
    """

    of_ranks: bool
    positions: tuple[int, ...]
    classes: tuple[int, ...]
    test: Callable[[tuple[int, ...]], bool]


@dataclass(frozen=True, slots=True)
class Deals:
    """How many equally likely deals there are, and in how many each set of conditions holds.

    `held` maps the sorted indices of the conditions that hold to a number of deals; the numbers
    add up to `total`. `described` says what one deal is: ordered or not, of which cards.
    """

    total: int
    held: dict[tuple[int, ...], int]
    described: str


@lru_cache(maxsize=256)
def count_deals(
    cards: tuple[str, ...], conditions: tuple[Condition, ...], offered: Condition | None, shoe: Shoe
) -> Deals:
    """Count the deals of the named cards (no dealer's final hand among them) from a full shoe.

    `offered` restricts the deals to those in which the bet can be made. Cards that every condition
    treats alike are not ordered (with an infinite deck all are). Raises UnsupportedRuleError where
    the shoe does not state the ranks or suits that the conditions look at, or where so many deals
    are told apart that counting takes more than MAX_STEPS.
    """
    table = _Features(cards)
    wanted = [*conditions, *([offered] if offered is not None else [])]
    tests = [table.compile(condition) for condition in wanted]
    groups = alike(cards, wanted)
    orders, described = _orders(cards, groups, shoe)
    held: Counter[tuple[int, ...]] = Counter()
    blocks = [{cards.index(card) for card in group} for group in groups]
    dealing = _Dealing(table.features, blocks, shoe)
    law = dealing.law()
    dealing.spend(len(law) * sum(len(leaves(condition)) for condition in wanted))
    for bits, weight in law.items():
        if offered is None or tests[-1](bits):
            truths = tuple(i for i in range(len(conditions)) if tests[i](bits))
            held[truths] += weight
    exact = {truths: weight // orders for truths, weight in held.items() if weight}
    return Deals(total=sum(exact.values()), held=exact, described=described)


def alike(cards: tuple[str, ...], conditions: Sequence[Condition]) -> list[tuple[str, ...]]:
    """Return the cards in groups within which every condition treats the cards alike."""
    groups: list[list[str]] = []
    for card in cards:
        for group in groups:
            if all(exchange(c, group[0], card) == c for c in conditions):
                group.append(card)
                break
        else:
            groups.append([card])
    return [tuple(group) for group in groups]


def _orders(cards: tuple[str, ...], groups: list[tuple[str, ...]], shoe: Shoe) -> tuple[int, str]:
    """Return how many ordered deals make one deal, and what one deal is in words."""
    if shoe.infinite:
        return 1, f"ordered deals of {', '.join(cards)} from an infinite deck"
    orders = prod(factorial(len(group)) for group in groups)
    if len(groups) == 1 and len(cards) > 1:
        return orders, f"unordered deals of {', '.join(cards)}"
    if orders == 1:
        return orders, f"ordered deals of {', '.join(cards)}"
    parts = [" and ".join(group) + (" unordered" if len(group) > 1 else "") for group in groups]
    return orders, f"deals of {', '.join(parts)}"


class _Features:
    """Takes conditions apart into features and compiles them to tests of a bit set of features."""

    def __init__(self, cards: tuple[str, ...]) -> None:
        self.cards = cards
        self.features: list[Feature] = []
        self._index: dict[object, int] = {}

    def compile(self, condition: Condition) -> Callable[[int], bool]:
        """Return the test of the condition; bit i of its argument is the truth of feature i."""
        tests = {leaf: self._leaf(leaf) for leaf in leaves(condition)}
        return lambda bits: evaluate(condition, lambda leaf: tests[leaf](bits))

    def _leaf(self, leaf: Leaf) -> Callable[[int], bool]:
        if isinstance(leaf, FinalHand):
            raise TypeError("the dealer's final hand is not among the first cards")
        positions = tuple(i for i, card in enumerate(self.cards) if card in leaf.slots)
        if isinstance(leaf, Count):
            return self._count(leaf, positions)
        if isinstance(leaf, Same):
            if leaf.what == "rank":
                return self._bit(leaf, True, positions, tuple(range(13)), _same)
            if leaf.what == "suit":
                return self._bit(leaf, False, positions, (0, 1, 2, 3), _same)
            red = _labels(RED_SUITS.__contains__, 4)
            return self._bit(
                leaf, False, positions, red, lambda suits: _same(red[s] for s in suits)
            )
        if isinstance(leaf, Natural):
            classes = tuple({0: 0, TEN: 1}.get(value_of_rank(rank), 2) for rank in range(13))
        elif isinstance(leaf, Total):
            classes = tuple(value_of_rank(rank) for rank in range(13))
        else:
            classes = tuple(range(13))
        return self._bit(leaf, True, positions, classes, lambda ranks: rank_test(leaf, ranks))

    def _bit(
        self,
        key: object,
        of_ranks: bool,
        positions: tuple[int, ...],
        classes: tuple[int, ...],
        test: Callable[[tuple[int, ...]], bool],
    ) -> Callable[[int], bool]:
        """Return the test of one feature, registered under `key` unless it is there already."""
        if key not in self._index:
            self._index[key] = len(self.features)
            self.features.append(Feature(of_ranks, positions, classes, test))
        index = self._index[key]
        return lambda bits: bool(bits >> index & 1)

    def _count(self, leaf: Count, positions: tuple[int, ...]) -> Callable[[int], bool]:
        by_suits: dict[frozenset[int], set[int]] = {}
        for rank in range(13):
            suits = frozenset(suit for suit in range(4) if 4 * rank + suit in leaf.cards)
            if suits:
                by_suits.setdefault(suits, set()).add(rank)

        def number_in(members: frozenset[int]) -> Callable[[tuple[int, ...]], bool]:
            return lambda found: compare(
                leaf.operator, sum(item in members for item in found), leaf.number
            )

        if len(by_suits) == 1:
            ((suits, ranks),) = by_suits.items()
            if len(suits) == 4 or len(ranks) == 13:
                of_ranks = len(suits) == 4
                members = frozenset(ranks) if of_ranks else suits
                labels = _labels(members.__contains__, 13 if of_ranks else 4)
                return self._bit(leaf, of_ranks, positions, labels, number_in(members))
        # Neither ranks nor suits alone: at each position a rank feature and a suit feature.
        by_position = [
            [
                (
                    self._member(True, position, frozenset(ranks)),
                    self._member(False, position, suits),
                )
                for suits, ranks in by_suits.items()
            ]
            for position in positions
        ]
        return lambda bits: compare(
            leaf.operator,
            sum(any(rank(bits) and suit(bits) for rank, suit in card) for card in by_position),
            leaf.number,
        )

    def _member(
        self, of_ranks: bool, position: int, members: frozenset[int]
    ) -> Callable[[int], bool]:
        return self._bit(
            (of_ranks, position, members),
            of_ranks,
            (position,),
            _labels(members.__contains__, 13 if of_ranks else 4),
            lambda found: found[0] in members,
        )


def _same(items: Iterable[int]) -> bool:
    return len(set(items)) == 1


def _labels(test: Callable[[int], bool], size: int) -> tuple[int, ...]:
    return tuple(int(test(item)) for item in range(size))


@dataclass(frozen=True, slots=True)
class _Group:
    """Positions that features connect, and the resolution at which they are dealt.

    The resolution is fine enough for this group and for all groups dealt after it. Positions whose
    cards every condition treats alike stand together, as blocks: `in_block` has how many of its
    block stand before each.
    """

    positions: tuple[int, ...]
    in_block: tuple[int, ...]
    rank_features: tuple[tuple[int, Feature], ...]
    suit_features: tuple[tuple[int, Feature], ...]
    rank_classes: tuple[int, ...]
    suit_classes: tuple[int, ...]


class _Dealing:
    """Deals the groups one after the other and collects the weight of each set of features.

    Of the orders of a block (positions whose cards every condition treats alike) one stands for
    all, so only the truth of whole conditions may be read off the sets of features.
    """

    def __init__(self, features: list[Feature], blocks: list[set[int]], shoe: Shoe) -> None:
        self.shoe = shoe
        self.groups = _groups(features, blocks)
        self.stock = _stock(shoe, self.groups[0])
        self.left = MAX_STEPS
        self._after = cache(self._law)

    def spend(self, steps: int) -> None:
        """Take steps from those that are left. Raises UnsupportedRuleError where none is."""
        self.left -= steps
        if self.left < 0:
            raise UnsupportedRuleError(
                f"this side bet tells too many deals apart: counting takes more than {MAX_STEPS} "
                "steps; let its conditions ask for fewer ranks and suits of single cards"
            )

    def law(self) -> dict[int, int]:
        """Return, for each bit set of features that can occur, the number of ordered deals."""
        return self._after(0, ())

    def _law(self, index: int, removed: tuple[Cell, ...]) -> dict[int, int]:
        if index == len(self.groups):
            return {0: 1}
        group = self.groups[index]
        later = self.groups[index + 1] if index + 1 < len(self.groups) else None
        stock = _coarser(self.stock, self.groups[0], group)
        for rank, suit in removed:
            stock[rank][suit] -= 1
        down = _coarsen(group, later) if later is not None else None
        moved = tuple(down(cell) for cell in removed) if down is not None else ()
        law: Counter[int] = Counter()
        for (bits, dealt), weight in self._deal(group, stock, down).items():
            # What was dealt with replacement leaves no gap.
            gone = () if self.shoe.infinite else tuple(sorted(moved + dealt))
            rest = self._after(index + 1, gone if later is not None else ())
            self.spend(len(rest))
            for more, factor in rest.items():
                law[bits | more] += weight * factor
        return dict(law)

    def _deal(
        self, group: _Group, stock: list[list[int]], down: Callable[[Cell], Cell] | None
    ) -> dict[tuple[int, tuple[Cell, ...]], int]:
        """Return the number of ordered deals of the group by (features, cells dealt).

        `down` maps a cell to the next group's resolution, in which the cells dealt are given,
        sorted; without a next group they are left out.
        """
        rows = [tuple(row) for row in stock]
        result: Counter[tuple[int, tuple[Cell, ...]]] = Counter()
        picks = cache(lambda first: _suit_picks(group, first, down))
        ways = cache(self._ways)
        for (bits, first, kept), times in _rank_patterns(group, rows, down, self.spend).items():
            # How many ways there are to deal each tuple of suit classes, block by block.
            self.spend(2 * (max(group.suit_classes) + 1) ** len(first))
            weights = [times]
            for place, size in Counter(first).items():
                weights = [old * new for old in weights for new in ways(rows[kept[place]], size)]
            rest = sum(weights)
            if not rest:
                continue
            ranks = tuple(down((rank, 0))[0] for rank in kept) if down is not None else ()
            found = picks(first)
            for number, (suit_bits, suits, indices) in enumerate(found):
                # The last is the largest: what is left.
                last = number == len(found) - 1
                weight = rest if last else sum([weights[index] for index in indices])
                rest -= weight
                if weight:
                    dealt = tuple(sorted(zip(ranks, suits, strict=True))) if ranks else ()
                    result[(bits | suit_bits, dealt)] += weight
        return result

    def _ways(self, row: tuple[int, ...], size: int) -> tuple[int, ...]:
        """Return how many ways there are to deal each tuple of suit classes from one rank class.

        `row` is its stock by suit class. The tuples stand in the order of `product`.
        """
        if self.shoe.infinite:
            return tuple(prod(picked) for picked in product(row, repeat=size))
        return tuple(
            prod(perm(row[suit], number) for suit, number in Counter(picked).items())
            for picked in product(range(len(row)), repeat=size)
        )


def _rank_patterns(
    group: _Group,
    rows: list[tuple[int, ...]],
    down: Callable[[Cell], Cell] | None,
    spend: Callable[[int], None],
) -> dict[tuple[int, tuple[int, ...], tuple[int, ...]], int]:
    """Count the tuples of rank classes by (features, equality pattern, equivalent rank classes).

    The equality pattern has, for each place, the first place of the same rank class. Rank classes
    are equivalent here if they have the same stock and the next group cannot tell them apart; each
    stands for the first of its kind. Within a block only rising tuples are looked at, each counted
    with the number of its orders.
    """
    rank_at = _representatives(group.rank_classes)
    size, end = len(rank_at), len(group.positions) - 1
    kinds = [(row, down((rank, 0))[0] if down is not None else 0) for rank, row in enumerate(rows)]
    kind_of = [kinds.index(kind) for kind in kinds]
    truths = _rank_truths(group, rank_at)
    patterns: Counter[tuple[int, tuple[int, ...], tuple[int, ...]]] = Counter()

    def walk(chosen: tuple[int, ...], bits: int, orders: int, run: int) -> None:
        """Go through the ranks of the next place; `run` is how often the last one stands."""
        place = len(chosen)
        inside = group.in_block[place]  # how many places of its block stand before it
        least = chosen[-1] if inside else 0
        spend(6 * size)
        firsts = [chosen.index(rank) if rank in chosen else place for rank in range(size)]
        truth = truths(chosen)
        if place < end:
            for rank in range(least, size):
                again = run + 1 if inside and rank == chosen[-1] else 1
                more = orders * (inside + 1) // again
                walk((*chosen, rank), bits | truth[rank], more, again)
            return
        first = tuple(firsts[rank] for rank in chosen)
        kept = tuple(kind_of[rank] for rank in chosen)
        leaves = Counter(zip(truth[least:], firsts[least:], kind_of[least:], strict=True))
        for (last, where, kind), number in leaves.items():
            again = run + 1 if inside and where == first[-1] else 1
            patterns[(bits | last, (*first, where), (*kept, kind))] += (
                number * orders * (inside + 1) // again
            )

    walk((), 0, 1, 0)
    return patterns


def _rank_truths(group: _Group, rank_at: list[int]) -> Callable[[tuple[int, ...]], list[int]]:
    """Return the map from the ranks of the first places to what each rank at the next one settles.

    That is the bit set of the features whose last place this is, for each rank class. No feature
    depends on the order of its cards, so each is asked once for each set of classes.
    """
    by_place: list[dict[tuple[int, ...], list[tuple[int, Feature]]]] = [{} for _ in group.positions]
    for bit, feature in group.rank_features:
        *others, place = sorted(_places(group, feature))
        by_place[place].setdefault(tuple(others), []).append((1 << bit, feature))
    known: dict[tuple[tuple[int, ...], int, tuple[int, ...]], list[int]] = {}

    def settled(chosen: tuple[int, ...]) -> list[int]:
        bits = [0] * len(rank_at)
        for others, asked in by_place[len(chosen)].items():
            key = tuple(sorted([chosen[place] for place in others]))
            row = known.get((others, len(chosen), key))
            if row is None:
                before = tuple(rank_at[label] for label in key)
                row = [
                    sum(mask for mask, one in asked if one.test((*before, rank)))
                    for rank in rank_at
                ]
                known[(others, len(chosen), key)] = row
            bits = [one | other for one, other in zip(bits, row, strict=True)]
        return bits

    return settled


def _suit_picks(
    group: _Group, first: tuple[int, ...], down: Callable[[Cell], Cell] | None
) -> list[tuple[int, tuple[int, ...], list[int]]]:
    """Return (features, next group's suit classes, indices) of suit class tuples, fewest first.

    The indices are those of the tuples in the order in which `_deal` weighs them: the places of one
    rank class (`first`) stand together.
    """
    places = [
        place for head in dict.fromkeys(first) for place, at in enumerate(first) if at == head
    ]
    back = sorted(range(len(places)), key=places.__getitem__)
    suit_at = _representatives(group.suit_classes)
    truths = _truths(group, group.suit_features, suit_at)
    suits = [down((0, suit))[1] if down is not None else 0 for suit in range(len(suit_at))]
    found: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for index, picked in enumerate(product(range(len(suit_at)), repeat=len(places))):
        ordered = tuple([picked[at] for at in back])
        dealt = tuple([suits[suit] for suit in ordered]) if down is not None else ()
        found.setdefault((truths(ordered), dealt), []).append(index)
    parts = [(bits, dealt, indices) for (bits, dealt), indices in found.items()]
    return sorted(parts, key=lambda part: len(part[2]))


def _truths(
    group: _Group, features: tuple[tuple[int, Feature], ...], at: list[int]
) -> Callable[[tuple[int, ...]], int]:
    """Return the map from the classes of the group's cards to the bit set of features that hold.

    No feature depends on the order of its cards, so each is asked once for each set of classes.
    `at` has a rank or suit of each class.
    """
    asked = [(1 << bit, _places(group, feature), cache(feature.test)) for bit, feature in features]
    return lambda chosen: sum(
        mask
        for mask, places, test in asked
        if test(tuple(sorted([at[chosen[place]] for place in places])))
    )


def _places(group: _Group, feature: Feature) -> tuple[int, ...]:
    return tuple(group.positions.index(position) for position in feature.positions)


def _groups(features: list[Feature], blocks: list[set[int]]) -> list[_Group]:
    """Return the connected groups, the one that needs the finest resolution first."""
    joined: list[set[int]] = [{position} for block in blocks for position in block]
    for feature in features:
        touched = [part for part in joined if part & set(feature.positions)]
        joined = [part for part in joined if part not in touched]
        joined.append(set().union(*touched))
    parts = []
    for part in joined:
        mine = [(i, f) for i, f in enumerate(features) if set(f.positions) <= part]
        ranks = tuple((i, f) for i, f in mine if f.of_ranks)
        suits = tuple((i, f) for i, f in mine if not f.of_ranks)
        parts.append(
            (
                tuple(position for block in blocks for position in sorted(block & part)),
                ranks,
                suits,
                _refine([f.classes for _, f in ranks], 13),
                _refine([f.classes for _, f in suits], 4),
            )
        )
    parts.sort(key=lambda part: (len(set(part[3])) * len(set(part[4])), part[0]))
    groups: list[_Group] = []
    for positions, rank_features, suit_features, rank_classes, suit_classes in parts:
        after = groups[0] if groups else None
        groups.insert(
            0,
            _Group(
                positions,
                tuple(i for block in blocks for i in range(len(block & set(positions)))),
                rank_features,
                suit_features,
                _refine([rank_classes, *([after.rank_classes] if after else [])], 13),
                _refine([suit_classes, *([after.suit_classes] if after else [])], 4),
            ),
        )
    return groups


def _refine(partitions: list[tuple[int, ...]], size: int) -> tuple[int, ...]:
    """Return the coarsest labelling that is as fine as all of these, labels by first occurrence."""
    seen: dict[tuple[int, ...], int] = {}
    return tuple(
        seen.setdefault(tuple(partition[item] for partition in partitions), len(seen))
        for item in range(size)
    )


def _representatives(classes: tuple[int, ...]) -> list[int]:
    return [classes.index(label) for label in range(max(classes) + 1)]


def _coarsen(fine: _Group, coarse: _Group) -> Callable[[Cell], Cell]:
    """Return the map from the cells of one resolution to those of a coarser one."""
    ranks = [coarse.rank_classes[rank] for rank in _representatives(fine.rank_classes)]
    suits = [coarse.suit_classes[suit] for suit in _representatives(fine.suit_classes)]
    return lambda cell: (ranks[cell[0]], suits[cell[1]])


def _coarser(stock: list[list[int]], fine: _Group, coarse: _Group) -> list[list[int]]:
    down, result = _coarsen(fine, coarse), _no_stock(coarse)
    for rank, row in enumerate(stock):
        for suit, number in enumerate(row):
            to_rank, to_suit = down((rank, suit))
            result[to_rank][to_suit] += number
    return result


def _stock(shoe: Shoe, group: _Group) -> list[list[int]]:
    """Return the number of cards in each cell, asking the shoe for no more detail than needed."""
    stock, purpose = _no_stock(group), "this side bet"
    if max(group.suit_classes) > 0:
        for card, number in enumerate(shoe.need_cards(purpose)):
            stock[group.rank_classes[card // 4]][group.suit_classes[card % 4]] += number
        return stock
    by_rank = len(set(group.rank_classes[TEN:])) > 1
    for rank, number in enumerate(shoe.need_ranks(purpose) if by_rank else shoe.values):
        stock[group.rank_classes[rank]][0] += number
    return stock


def _no_stock(group: _Group) -> list[list[int]]:
    return [[0] * (max(group.suit_classes) + 1) for _ in range(max(group.rank_classes) + 1)]


def ordered_deals(shoe: Shoe, cards: int) -> int:
    """Return the number of ordered deals of so many cards."""
    return shoe.size**cards if shoe.infinite else perm(shoe.size, cards)
