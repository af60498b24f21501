"""Blackjack for the tests: a record of one seat in a line, and a table that is sat down at."""

from typing import Any

from pitboss import settle
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.rulebook import Setup, load

ENTRY = "chapter4/blackjack"
NO_PEEK = {"peek": False}
SWITCH = {"variant": "switch"}


def record(cards: str | list[str], dealer: str, *actions: str, **more: Any) -> dict[str, Any]:
    """One seat with a wager of $10 on each hand that it is dealt, unless ``wagers`` says otherwise."""
    options: dict[str, Any] = more.pop("options", {})
    both = {"switch_main_1": 10, "switch_main_2": 10}
    wagers = more.pop("wagers", both if options.get("variant") == "switch" else {"main": 10})
    held = {"cards": cards} if isinstance(cards, str) else {"hands": cards}
    return {
        "rulebook": "chapter4",
        "game": "blackjack",
        "options": options,
        "seats": {"1": {"wagers": wagers, **held, "actions": list(actions)}},
        "dealer": {"cards": dealer},
        **more,
    }


def one(cards: str | list[str], dealer: str, *actions: str, **more: Any) -> Round:
    return settle(record(cards, dealer, *actions, **more)).rounds[0][1]


def nets(played: Round) -> dict[str, int]:
    """What each wager won, in dollars, by its name and, after the first, its hand."""
    return {
        f"{row.wager} {row.hand}" if row.hand > 1 else row.wager: row.net // 100
        if row.net % 100 == 0
        else row.net / 100
        for row in played.settlements
    }


def told(played: Round, kind: str) -> list[str]:
    return [event.text for event in played.events if event.kind == kind]


def dealt_to(played: Round) -> list[str]:
    """The hands in the order in which cards came to them."""
    return [event.hand for event in played.events if event.kind == "deal" and event.hand != "burn"]


def seated(seed: int = 1, **options: Any) -> Table:
    entry = load(ENTRY)
    return Table(Setup.of(entry, options), game_of(entry), seed=seed)
