"""A mini-baccarat table for the tests: one hand written down, or a shoe dealt to its end."""

from typing import Any

import pytest

from pitboss import settle
from pitboss.engine.replay import Settled
from pitboss.engine.round import Round
from pitboss.engine.table import Table

CHAPTER4, MASSACHUSETTS = "chapter4/mini-baccarat", "massachusetts-2020/mini-baccarat"
BOTH = [CHAPTER4, MASSACHUSETTS]
MOST_HANDS = 104  # eight decks of 52 cards, four cards a hand


def record(name: str, player: str, banker: str, wagers: dict[str, Any] | None = None, **more: Any) -> Settled:
    """Settle one hand of seat 1."""
    rulebook, game = name.split("/")
    seat = {"wagers": wagers or {"player": 10}, "actions": more.pop("actions", [])}
    return settle(
        {"rulebook": rulebook, "game": game, "seats": {"1": seat}, "player": player, "banker": banker, **more}
    )


def one(settled: Settled) -> Round:
    return settled.rounds[0][1]


def texts(played: Round, kind: str) -> list[str]:
    return [event.text for event in played.events if event.kind == kind]


def deal_shoe(table: Table, wagers: dict[int, dict[str, Any]]) -> list[Round]:
    """Deal until the cards are reshuffled."""
    rounds: list[Round] = []
    for _ in range(MOST_HANDS):
        rounds.append(table.deal(wagers))
        if "reshuffle" in rounds[-1].after:
            return rounds
    pytest.fail("the shoe never ended")
