"""Random rules, of every kind that a game file can state, that do not contradict each other."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from bjcalc.rules.model import (
    Blackjack,
    Charlie,
    Dealer,
    Double,
    DoubleOn,
    Insurance,
    NaturalTakes,
    PairKind,
    Player,
    Rules,
    Soft17,
    Split,
    SplitAces,
    SplitNatural,
    Surrender,
    SurrenderRules,
    UpCard,
)
from bjcalc.shoe import Shoe

BOOLEANS = st.booleans()
PAYOUTS = st.builds(Fraction, st.integers(0, 1000), st.integers(1, 1000))
LIMITS = st.none() | st.integers(3, 21)


def counts(number: int, most: int) -> st.SearchStrategy[tuple[int, ...]]:
    cards = st.lists(st.integers(0, most), min_size=number, max_size=number)
    return cards.filter(lambda found: sum(found) >= 4).map(tuple)


SHOES = st.one_of(
    st.integers(1, 15).map(Shoe.of_decks),
    st.just(Shoe.infinite_deck()),
    st.builds(Shoe.of_cards, counts(52, 17), infinite=BOOLEANS),
    st.builds(Shoe.of_ranks, counts(13, 60), infinite=BOOLEANS),
    st.builds(lambda values, infinite: Shoe(values=values, infinite=infinite),
              counts(10, 90), BOOLEANS),
)  # fmt: skip


@st.composite
def random_rules(draw: st.DrawFn) -> Rules:
    shoe = draw(SHOES)
    peek = draw(st.frozensets(st.sampled_from(UpCard)))
    takes = NaturalTakes.ALL if len(peek) == 2 else draw(st.sampled_from(NaturalTakes))
    may_escape = takes is NaturalTakes.ALL
    max_hands = draw(st.integers(1, 8))
    aces = draw(st.sampled_from(SplitAces))
    after_split = draw(BOOLEANS)
    limit = draw(LIMITS)
    kinds = st.sampled_from((PairKind.VALUE, PairKind.RANK)[: 1 + (shoe.ranks is not None)])
    charlies = st.builds(
        Charlie,
        cards=st.integers(3, limit or 21),
        pays=PAYOUTS,
        beats_natural=st.just(False) | st.just(may_escape),
    )
    return Rules(
        shoe=shoe,
        dealer=Dealer(
            soft17=draw(st.sampled_from(Soft17)),
            peek=peek,
            natural_takes=takes,
            card_limit=draw(LIMITS),
        ),
        blackjack=Blackjack(
            pays=draw(PAYOUTS), beats_drawn_21=draw(BOOLEANS) if may_escape else True
        ),
        double=draw(doubles(after_split, after_split and aces is SplitAces.FREE)),
        split=Split(
            pairs=draw(kinds),
            max_hands=max_hands,
            max_hands_aces=draw(st.integers(1, max_hands)),
            aces=aces,
            ten_on_ace=draw(st.sampled_from(SplitNatural)),
            ace_on_ten=draw(st.sampled_from(SplitNatural)),
        ),
        surrender=SurrenderRules(*()) if draw(BOOLEANS) else draw(SURRENDERS),
        insurance=draw(INSURANCES),
        charlie=draw(st.none() | charlies),
        player=Player(stand_on_21=draw(BOOLEANS), card_limit=limit),
    )


SURRENDERS = st.builds(
    SurrenderRules,
    ace=st.sampled_from(Surrender),
    ten=st.sampled_from(Surrender),
    other=st.sampled_from(Surrender),
)
INSURANCES = st.builds(
    Insurance,
    against=st.frozensets(st.sampled_from(UpCard)),
    price=st.builds(Fraction, st.integers(1, 9), st.integers(9, 20)),
    pays=PAYOUTS,
    on_naturals=BOOLEANS,
    even_money=BOOLEANS,
)


def doubles(after_split: bool, aces: bool) -> st.SearchStrategy[Double]:
    totals = st.builds(
        DoubleOn,
        hard=st.none() | st.frozensets(st.integers(4, 20)),
        soft=st.none() | st.frozensets(st.integers(12, 20)),
    )
    return st.builds(
        Double,
        on=st.just(DoubleOn()) | totals,
        any_cards=BOOLEANS,
        after_split=st.just(after_split),
        after_split_aces=BOOLEANS if aces else st.just(False),
    )
