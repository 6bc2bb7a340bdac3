"""One hand against one up card: the exact value of every action, for any cards known to be gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

from bjcalc.engine.deals import Deal, all_deals
from bjcalc.engine.exhaustion import LinesOfPlay, Steps, split_runs_out
from bjcalc.engine.hand_state import HandState
from bjcalc.engine.kernel import NATURAL, Kernel, hands, peeks, two_card_hand, value_names
from bjcalc.engine.solution import ActionValues, DealValues, each_over
from bjcalc.engine.split_values import SplitValues, counts_as_natural
from bjcalc.errors import ImpossibleHandError, ShoeExhaustedError
from bjcalc.gamefile import AnyRules, rules_of
from bjcalc.rules.actions import Action
from bjcalc.rules.model import PairKind, Rules, SplitAces
from bjcalc.shoe import ACE, RANKS, TEN, VALUES, Shoe, parse_rank, parse_value, split_cards
from bjcalc_ext.hands import hand_index


def hand_values(
    rules: AnyRules,
    cards: Sequence[str] | str,
    up: str,
    *,
    after_split: bool = False,
    split_of: str | None = None,
    removed: Sequence[str] | str = (),
) -> ActionValues:
    """Return the exact value of every action of a hand against an up card, in initial bets.

    `rules` are rules, a Game, or the slug or file of one. `cards` are the hand's, as A, 2..10, T,
    J, Q, K, in a list or in a text such as "10,2".
    `removed` are other cards known to be out of the shoe; every value, that of splitting too, is
    for optimal play (class CD) of the shoe without them. `after_split` changes only what is
    allowed: no surrender, no split, doubling by the rules for split hands, and an ace with a ten
    is a 21. `split_of` says from which pair the hand comes, which implies `after_split`, and
    takes the sibling's card out of the shoe as well. A pair drawn to a split hand is valued as
    one that is not split again (in class CD it always is, up to the limit).

    Where the dealer peeks at the up card the values are given that there is no dealer natural. An
    action that could need a card which is not there is None, its reason in `missing`. Raises
    ImpossibleHandError, naming the cards, where the shoe and the rules do not allow the hand to be
    there with a decision or a result to come, and ShoeExhaustedError where no action is left.
    """
    rules = rules_of(rules)
    cards, removed = _as_list(cards), _as_list(removed)
    split_of = None if split_of is None else str(split_of)
    _check_split(rules, after_split or split_of is not None, split_of)
    if removed and rules.shoe.infinite:
        raise ImpossibleHandError(
            "cards cannot be removed from an infinite deck: every draw is from the full deck"
        )
    hand = _Cards(cards, up, removed, split_of)
    shoe = _without(rules, hand)
    split = after_split or split_of is not None
    index = _check_hand(rules, hand)
    if not shoe.infinite and shoe.size < len(cards) + 2:
        raise ShoeExhaustedError(
            f"the shoe of {shoe.size} cards is too small: beside {value_names(hand.counts)} and "
            f"{VALUES[hand.up]} it has no card for the dealer"
        )
    kernel = Kernel(replace(rules, shoe=shoe))
    if len(cards) == 2 and not split:
        return _two_cards(kernel, hand, index)
    return _more_cards(kernel, hand, index, split=split)


_NOT_ACES = 1


class _Cards:
    """The cards of a question, by value, with ranks where they were given."""

    def __init__(
        self, cards: Sequence[str], up: str, removed: Sequence[str], split_of: str | None
    ) -> None:
        """Read the cards; `gone` are those removed, a split's sibling among them."""
        self.ranks = [parse_rank(card) for card in cards]
        up = str(up)
        if len(cards) < 2:
            held = f"{cards[0]} is one card" if cards else "no card is named"
            example = f"{cards[0] if cards else 10},2"
            raise ImpossibleHandError(
                f"{held}: a hand has two cards at least; write such as {example}"
            )
        self.values = [parse_value(card) for card in cards]
        self.up_rank, self.up = parse_rank(up), parse_value(up)
        self.gone = [
            parse_rank(card) for card in (*removed, *([] if split_of is None else [split_of]))
        ]
        self.pair = None if split_of is None else parse_value(split_of)
        self.counts = tuple(self.values.count(value) for value in range(10))
        if self.pair is not None and self.pair not in self.values:
            raise ImpossibleHandError(
                f"a hand of a split {VALUES[self.pair]} holds one: {', '.join(cards)} does not"
            )


def _as_list(cards: Sequence[str] | str) -> list[str]:
    if not isinstance(cards, Iterable):
        raise ImpossibleHandError(f"{cards!r} are no cards: write such as 10,2")
    return split_cards(cards) if isinstance(cards, str) else [str(card) for card in cards]


def _check_split(rules: Rules, split: bool, split_of: str | None) -> None:
    """Raise ImpossibleHandError where the rules allow no such split."""
    if not split:
        return
    limit, name = rules.split.max_hands, "pairs"
    if split_of is not None and parse_value(split_of) == ACE:
        limit, name = min(limit, rules.split.max_hands_aces), "aces"
    if limit < 2:
        raise ImpossibleHandError(f"no hand comes from a split: {name} are not split in this game")


def _without(rules: Rules, hand: _Cards) -> Shoe:
    """Return the shoe without the removed cards; hand and up card stay in it."""
    shoe = rules.shoe
    by_rank = rules.split.pairs is PairKind.RANK
    counts = list(shoe.need_ranks("pairs of identical rank") if by_rank else shoe.values)
    for rank in hand.gone:
        if by_rank and rank is None:
            raise ImpossibleHandError(
                "T is any ten, but pairs are by rank in this game: write 10, J, Q or K"
            )
        place = TEN if rank is None else rank if by_rank else min(rank, TEN)
        counts[place] -= 0 if shoe.infinite else 1
    if not shoe.infinite:
        _check_held(shoe, hand, counts, by_rank)
    elif 0 in (shoe.values[value] for value in (*hand.values, hand.up)):
        raise ImpossibleHandError(f"the shoe ({shoe.describe()}) does not hold these cards")
    if not hand.gone:
        return shoe
    if by_rank:
        return Shoe.of_ranks(tuple(counts), infinite=shoe.infinite)
    return Shoe(values=tuple(counts), infinite=shoe.infinite)


def _check_held(shoe: Shoe, hand: _Cards, counts: list[int], by_rank: bool) -> None:
    """Raise ImpossibleHandError where all the cards together are more than the shoe has."""
    left = list(counts)
    unranked_tens = 0
    for rank in (*hand.ranks, hand.up_rank):
        if by_rank and rank is None:
            unranked_tens += 1
        else:
            left[TEN if rank is None else rank if by_rank else min(rank, TEN)] -= 1
    names = RANKS if by_rank else VALUES
    short = [name for name, count in zip(names, left, strict=True) if count < 0]
    if by_rank and not short and sum(left[9:]) < unranked_tens:
        short = ["T"]
    if short:
        raise ImpossibleHandError(
            f"the shoe ({shoe.describe()}) does not hold all these cards: there are not enough of "
            + ", ".join(short)
        )


def _check_hand(rules: Rules, hand: _Cards) -> int:
    """Return the hand's index, or raise ImpossibleHandError saying why it cannot be there."""
    names = value_names(hand.counts)
    index = hand_index(hand.counts)
    if index < 0:
        raise ImpossibleHandError(f"{names} is a bust hand: it has no decision left")
    size = len(hand.values)
    for limit, name in (
        (rules.charlie.cards if rules.charlie else None, "is a Charlie"),
        (rules.player.card_limit, "is the most that a hand may have"),
    ):
        if limit is not None and size > limit:
            raise ImpossibleHandError(
                f"{names} has {size} cards, but a hand of {limit} {name} and takes no more"
            )
    one_card = hand.pair == ACE and rules.split.aces is SplitAces.ONE_CARD
    if one_card and size > 2:
        raise ImpossibleHandError(f"{names}: split aces take one card each in this game")
    if size > 2 and not _can_be_drawn(rules, hand):
        raise ImpossibleHandError(
            f"{names} cannot be drawn: whatever the order, the hand stands before its last card"
        )
    return index


def _can_be_drawn(rules: Rules, hand: _Cards) -> bool:
    """Whether some order of the cards never passes a hand that takes no further card."""

    def drawn(counts: tuple[int, ...]) -> bool:
        fewer = (tuple(c - (v == one) for v, c in enumerate(counts)) for one in range(10))
        return any(plays(before) for before in fewer if min(before) >= 0)

    @cache
    def plays(counts: tuple[int, ...]) -> bool:
        _, total, _, size = hands()[hand_index(counts)]
        if size == 2:
            return total != 21 and (hand.pair is None or counts[hand.pair] > 0)
        return not (rules.player.stand_on_21 and total == 21) and drawn(counts)

    return drawn(hand.counts)


def _two_cards(kernel: Kernel, hand: _Cards, index: int) -> ActionValues:
    """Answer for two cards that were dealt."""
    unsplit = kernel.evaluate()
    decisions = unsplit.decisions()
    splits = SplitValues(kernel, lambda value, hands: decisions)
    wanted = [deal for deal in all_deals(kernel) if (deal.hand, deal.up) == (index, hand.up)]
    deal = _pick(kernel, hand, wanted)
    values = DealValues(kernel, unsplit, splits, deal)
    lines = LinesOfPlay(kernel, hand.up)
    missing = _missing(lines, index)
    if deal.pair is not None:
        # What the hands of the split do is decided by the unsplit hands of the same cards.
        starts = (two_card_hand(deal.first, second) for second in range(10))
        missing[Action.SPLIT] = lines.run_out(starts)
        try:
            missing[Action.SPLIT] = missing[Action.SPLIT] or split_runs_out(
                kernel, decisions, deal.first, hand.up, Steps()
            )
        except ShoeExhaustedError as error:
            missing[Action.SPLIT] = str(error)
    return _left(values.all_actions(values.best()[0]), missing)


def _missing(lines: LinesOfPlay, hand: int) -> dict[Action, str]:
    """Return why stand, hit and double could need a card that is not there, if they could."""
    played = (Action.STAND, Action.HIT, Action.DOUBLE)
    return {action: lines.run_out([hand], action) for action in played}


def _left(values: ActionValues, missing: dict[Action, str]) -> ActionValues:
    """Return the values without those of actions that could need a card that is not there."""
    missing = {one: why for one, why in missing.items() if why and values.actions[one] is not None}
    left = {
        action: None if action in missing else value
        for action, value in values.unconditional.items()
    }
    worth = {action: value for action, value in left.items() if value is not None}
    if not worth:
        raise ShoeExhaustedError(missing[values.best])
    ended = "the dealer's natural is certain: the round ends before it"
    over = {action: ended for action in worth if values.actions[action] is None}
    return replace(
        values,
        actions={one: values.actions[one] if one in worth else None for one in values.actions},
        unconditional=left,
        best=max(worth, key=lambda action: worth[action]) if missing else values.best,
        missing=missing | over,
    )


def _pick(kernel: Kernel, hand: _Cards, deals: list[Deal]) -> Deal:
    """Return the deal that the question means; tens may need their ranks."""
    if len(deals) == 1:
        return deals[0]
    first, second = hand.ranks
    if first is None or second is None or (hand.up == TEN and hand.up_rank is None):
        raise ImpossibleHandError(
            "pairs are by rank in this game: write 10, J, Q or K for the two tens and, against a "
            "ten, for the up card"
        )
    if first != second:
        return next(deal for deal in deals if deal.pair is None)
    gone = 0 if kernel.infinite else 1
    ranks = kernel.rules.shoe.need_ranks("pairs of identical rank")
    period = sum(ranks) // kernel.cards
    pair_cards = ranks[first] // period - (gone if hand.up_rank == first else 0)
    return next(deal for deal in deals if deal.pair and deal.pair.pair_cards == pair_cards)


def _more_cards(kernel: Kernel, hand: _Cards, index: int, *, split: bool) -> ActionValues:
    """Answer for a hand that was drawn to, or that comes from a split."""
    # After a split of a pair that is not told, what is allowed is what is allowed but for aces.
    pair = hand.pair if hand.pair is not None or not split else _NOT_ACES
    state = HandState(kernel, kernel.evaluate(split_of=pair), index, hand.up)
    peek = peeks(kernel.rules, hand.up)
    toll = 0 if kernel.full >> hand.up & 1 else state.natural
    values: dict[Action, Fraction | None] = dict.fromkeys(Action)
    stand = Fraction(state.final() - toll)
    if index == NATURAL and hand.pair is not None and counts_as_natural(kernel.rules, hand.pair):
        stand = Fraction(state.natural_pays(met=not peek))
    values[Action.STAND] = stand
    best, top = Action.STAND, stand
    one_card = hand.pair == ACE and kernel.rules.split.aces is SplitAces.ONE_CARD
    if not one_card:
        # After a split an ace with a ten is a 21 like any other, and may be drawn to like one.
        draws = state.draws(
            anyway=split and index == NATURAL and not kernel.rules.player.stand_on_21
        )
        for action, draw in zip((Action.HIT, Action.DOUBLE), draws, strict=True):
            if draw is not None:
                value = values[action] = Fraction(draw - toll)
                if value > top:
                    best, top = action, value
    shift = state.natural if peek and index != NATURAL else 0
    scale = state.no_natural if peek else state.unit
    if not scale:
        raise ImpossibleHandError(
            "with these cards gone the dealer's natural is certain: no decision is left"
        )
    found = ActionValues(
        hand=hand.counts,
        up=hand.up,
        given_no_natural=peek and state.natural > 0,
        actions=each_over(values, scale, shift),
        unconditional=each_over(values, state.unit),
        early=False,
        best=best,
        insurance=None,
        even_money=None,
    )
    told = hand.pair if hand.pair is not None or not split else -1
    return _left(found, _missing(LinesOfPlay(kernel, hand.up, pair=told), index))
