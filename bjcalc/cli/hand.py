"""`bjcalc hand`: the exact value of every action of one hand against one up card."""

from __future__ import annotations

from typing import Any

import click

from bjcalc.cli.about import game_json
from bjcalc.cli.common import Answer, game_command
from bjcalc.cli.wording import worded
from bjcalc.engine import Action, ActionValues, hand_values
from bjcalc.engine.kernel import value_names
from bjcalc.gamefile import Game
from bjcalc.numbers import exact_json
from bjcalc.shoe import VALUES, split_cards


@game_command("hand")
@click.option("--cards", required=True, help="The hand's cards, such as 10,2 or A,7,3.")
@click.option("--up", required=True, help="The dealer's up card.")
@click.option(
    "--after-split",
    is_flag=True,
    help="Only what is allowed after a split: no surrender, no split, doubling by its rule.",
)
@click.option(
    "--split-of",
    metavar="CARD",
    help="The hand comes from a pair of this card: as --after-split, and the sibling's card is "
    "out of the shoe too.",
)
@click.option("--removed", default="", help="Other cards known to be out, such as 5,5,K.")
def command(
    game: Game,
    cards: str,
    up: str,
    after_split: bool,
    split_of: str | None,
    removed: str,
) -> Answer:
    """Print the exact EV of every action that the rules allow for one hand, and the best one.

    \b
    Examples:
      bjcalc hand borgata-blackjack-pro --cards 10,2 --up 4
      bjcalc hand borgata-blackjack-pro --cards 8,3 --up 6 --split-of 8 --json
    """
    values = hand_values(
        game.rules, cards, up, after_split=after_split, split_of=split_of, removed=removed
    )
    about = _about(cards, up, removed, split_of, after_split)
    split = after_split or split_of is not None
    return Answer(
        lambda: _json(game, values, about),
        lambda: worded(
            "hand",
            game=game,
            values=values,
            about=about,
            condition=condition(values),
            again=split and sum(values.hand) == 2 and 2 in values.hand,
        ),
    )


def _about(cards: str, up: str, removed: str, split_of: str | None, after_split: bool) -> str:
    hand = f"{_named(cards)} against {_named(up)}"
    if split_of is not None:
        sibling = _named(split_of)
        hand += f", one hand of a split {sibling} (its sibling's {sibling} is out of the shoe)"
    elif after_split:
        hand += ", with what is allowed after a split"
    if removed:
        hand += f", out of the shoe: {_named(removed)}"
    return hand


def _named(cards: str) -> str:
    """Return the cards as they were written, tidied."""
    return ",".join(card.upper() for card in split_cards(cards))


def condition(values: ActionValues) -> str:
    """Return what the values are conditional on, in words."""
    if values.given_no_natural:
        return "given that the dealer has no blackjack"
    return "given the cards seen"


def _json(game: Game, values: ActionValues, about: str) -> dict[str, Any]:
    def table(actions: dict[Action, Any]) -> dict[str, Any]:
        return {
            action.value: None if value is None else exact_json(value)
            for action, value in actions.items()
        }

    return {
        "game": game_json(game),
        "hand": value_names(values.hand),
        "up": VALUES[values.up],
        "about": about,
        "strategy_class": "CD",
        "unit": "initial bets",
        "condition": condition(values),
        "given_no_natural": values.given_no_natural,
        "actions": table(values.actions),
        "unconditional": table(values.unconditional),
        "missing": {action.value: why for action, why in values.missing.items()},
        "best": values.best.value,
        "early_surrender": values.early,
        "insurance": None
        if values.insurance is None
        else {"ev": exact_json(values.insurance), "taken": values.insurance_taken},
        "even_money": values.even_money,
    }
