"""Hands of poker for a pot, played at random without fees and in amounts that divide evenly among any winners."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.engine.hands import Hand
from pitboss.engine.questions import Ask
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.games.pot.contest import contest_of
from pitboss.games.pot.stakes import Stakes
from pitboss.hands.made import fives
from pitboss.hands.short_deck import short_deck_hand
from pitboss.money import dollars
from pitboss.rulebook import Setup, load

CHIP = SMALL = 252_000
"""Two to nine winners share it, high and low, in whole dollars."""
BIG = 2 * CHIP


def free_table(entry: str, options: Mapping[str, Any] | None = None, seed: int | str = 5) -> Table:
    """A table at which the house takes nothing, with blinds, limits, antes and bring in of a few big chips."""
    return (
        _by_schedule(entry, options or {}, seed) if load(entry).fees is not None else _raked(entry, options or {}, seed)
    )


def _by_schedule(name: str, chosen: Mapping[str, Any], seed: int | str) -> Table:
    entry = load(name)
    options: dict[str, Any] = {"smallest_chip": "0.01", **chosen}
    if "big_blind" in entry.options:
        options |= {"small_blind": dollars(SMALL), "big_blind": dollars(BIG)}
    setup = Setup.of(entry, options)
    assert setup.schedule is not None
    free = {"pot": {}, "half_hour": [], "small_blind": "0", "players": None}
    setup = replace(setup, schedule=setup.schedule.model_copy(update=free), worked_out={})
    stakes, stud = Stakes.of(setup), entry.script == "stud_poker"
    if stakes.form == "limit":
        forced = CHIP if stud else 0
        setup.worked_out["stakes"] = replace(stakes, lower=BIG, upper=2 * BIG, ante=forced, bring_in=forced)
    return Table(setup, game_of(entry), seed=seed)


def _raked(name: str, chosen: Mapping[str, Any], seed: int | str) -> Table:
    amounts = {"lower_limit": BIG, "upper_limit": 2 * BIG, "small_blind": SMALL, "big_blind": BIG}
    options: dict[str, Any] = {option: dollars(amount) for option, amount in amounts.items()} | {"rake": 0, **chosen}
    entry = load(name)
    return Table(Setup.of(entry, options), game_of(entry), seed=seed)


@dataclass(frozen=True)
class Said:
    """What a seat answered, what that cost, and what it was asked."""

    seat: int
    words: str
    cost: int
    ask: Ask


@dataclass(frozen=True)
class Played:
    """A hand that was played, the chips that everybody had, and all that was said."""

    played: Round
    stacks: dict[int, int]
    said: list[Said]


def random_hand(
    table: Table, rng: random.Random, least: int = 3, most: int = 9, avoided: tuple[str, ...] = ()
) -> Played:
    """A hand among some of the seats. Stacks are deep where the betting has limits, so that raises are whole.

    Where cards are brought in, nobody raises that: other programs complete a bring in, where California adds to it.
    """
    deep = Stakes.of(table.setup).form == "limit"
    seats = sorted(rng.sample(range(1, table.setup.seats + 1), rng.randint(least, min(most, table.setup.seats))))
    stacks = {seat: CHIP * (1_000 if deep else rng.choice([rng.randint(3, 16), rng.randint(3, 120)])) for seat in seats}
    played = table.deal(
        {seat: {} for seat in seats},
        stacks={seat: dollars(stack) for seat, stack in stacks.items()},
        players={seat: f"player-{seat}" for seat in seats},
    )
    said = []
    while played.asking:
        ask = played.asking[0]
        brought_in = "bring_in" in table.setup.terms and len(played.hands[Hand.of(ask.seat)]) == 3
        words = _answer(ask, rng, (*avoided, "raise", "all_in") if brought_in else avoided)
        said.append(Said(ask.seat, words, ask.reply(words)[1], ask))
        played.act(words)
    return Played(played, stacks, said)


def _answer(ask: Ask, rng: random.Random, avoided: tuple[str, ...]) -> str:
    """Something that a seat may do, with an amount in whole chips; nobody folds who may check."""
    able = [action for action in ask.actions if action.name not in avoided] or list(ask.actions)
    action = rng.choice(able)
    if action.name == "fold" and ("check" in ask.names or rng.random() < 0.6):
        action = able[0]
    if action.picks is not None:
        pieces = rng.sample(action.picks.pieces, rng.randint(1, 2) if "pat" in ask.names else 1)
        return f"{action.name} {' '.join(pieces)}"
    least, most = -(-action.least // CHIP), action.cost // CHIP
    if not action.step:
        return action.name
    return f"{action.name} {dollars(CHIP * rng.randint(least, most))}" if least <= most else ask.names[0]


def straight_and_three(played: Round) -> bool:
    """Whether somebody at a showdown of Short Deck had a straight and somebody three of a kind."""
    shown = contest_of(played).active
    if len(shown) < 2:
        return False
    board = played.hands[Hand("community")]
    every = [five for seat in shown for five in fives(played.hands[Hand.of(seat)], board, None)]
    return {"straight", "three_of_a_kind"} <= {name for five in every for name in short_deck_hand(five).names}
