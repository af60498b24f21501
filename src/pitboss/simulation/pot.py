"""Hands of poker for a pot dealt at a real table: what the house takes of one, by a policy that has a name.

The players win from one another, so that there is no edge to find: the fees and the rake are what a hand costs them.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from pitboss.engine.questions import Ask
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.errors import Refused, suggest
from pitboss.games import game_of
from pitboss.games.pot.contest import CONTEST, Contest
from pitboss.games.pot.stakes import Stakes, buy_in
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.solve.pot.house_take import Model, Take, in_dollars, rake_take, take

MODEL, RANDOM = "model", "random"
POLICIES: Mapping[str, str] = {
    MODEL: "plays as the model of pitboss analyze does: nobody raises, who is in after the second round checks it down",
    RANDOM: "takes any legal action by chance, with any legal amount, whatever the cards",
}
DEEP = 100
"""How many of its largest bets a player has where no buy-in is named."""


@dataclass(frozen=True)
class PotResult:
    """What hands came to: what the house took of each, how large pots were, how far hands went."""

    setup: Setup
    policy: str
    players: int
    hands: int
    seed: str
    taken: int
    squares: int
    wagered: int
    showdowns: int
    counted: Take | None
    """What pitboss analyze counts for a table of so many players; None where it has no schedule to go by."""

    @property
    def per_hand(self) -> Fraction:
        return Fraction(self.taken, self.hands)

    @property
    def error(self) -> float | None:
        """The standard error of what is taken per hand, in cents; one hand tells nothing of it."""
        if self.hands < 2:
            return None
        variance = (self.squares - self.taken * self.per_hand) / (self.hands - 1)
        return sqrt(variance / self.hands)

    def as_json(self) -> dict[str, Any]:
        counted = None if self.counted is None else self.counted.as_json()
        return {
            "rulebook": self.setup.entry.rulebook,
            "game": self.setup.entry.game,
            "options": self.setup.in_force,
            "chosen": dict(self.setup.chosen),
            "pay_tables": {name: dict(lines) for name, lines in self.setup.changed_tables.items()},
            "engine": "script",
            "strategy": self.policy,
            "players": self.players,
            "seed": self.seed,
            "rounds": self.hands,
            "house_takes_per_hand": f"{float(self.per_hand) / 100:.6f}",
            "standard_error": None if self.error is None else f"{self.error / 100:.6f}",
            "wagered_per_hand": in_dollars(Fraction(self.wagered, self.hands)),
            "showdowns": f"{self.showdowns / self.hands:.6f}",
            "analyze": counted,
        }


def simulate_pot(
    setup: Setup,
    hands: int,
    seed: str,
    policy: str = "",
    players: int | None = None,
    told: Callable[[float], None] = lambda done: None,
) -> PotResult:
    """Deal so many hands to so many players, all seats unless it says so."""
    policy, players = _named(setup, policy), setup.seats if players is None else players
    if not setup.entry.seats.min <= players <= setup.seats:
        raise Refused(f"{players} cannot play here; it takes {setup.entry.seats.min} to {setup.seats} players")
    table = Table(setup, game_of(setup.entry), seed=f"{seed}/table")
    answer = _policy(policy, random.Random(f"{seed}/decisions"))
    stack, seats = dollars(_stack(setup)), range(1, players + 1)
    taken = squares = wagered = showdowns = 0
    for number in range(hands):
        played = table.deal({seat: {} for seat in seats}, stacks=dict.fromkeys(seats, stack))
        while played.asking:
            played.act(answer(played, played.asking[0]), played.asking[0].seat)
        fee = played.ledger["box"]
        taken, squares = taken + fee, squares + fee * fee
        wagered += sum(row.staked for row in played.settlements)
        showdowns += any(event.kind == "reveal" for event in played.events)
        table.forget()
        if number % 100 == 0:
            told(number / hands)
    counted = None
    if (schedule := setup.schedule_for(players)) is not None:
        counted = take(setup, schedule, players, Model())
    elif setup.term("form") != "chinese":
        counted = rake_take(setup, players, Model())
    return PotResult(setup, policy, players, hands, seed, taken, squares, wagered, showdowns, counted)


Answer = Callable[[Round, Ask], str]
"""What a policy answers to a question of a round."""


def _policy(name: str, chance: random.Random) -> Answer:
    if name == RANDOM:
        return lambda played, ask: ask.random_answer(chance)
    model = Model()

    def by_the_model(played: Round, ask: Ask) -> str:
        """Enter or not, go on to the third round of wagering or not; then it is checked down."""
        contest: Contest | None = played.scratch.get(CONTEST)
        if contest is None or "fold" not in ask.names:
            return ask.default_answer
        street, decided = contest.street, played.scratch.setdefault(MODEL, {})
        free = "check" if "check" in ask.names else "call"
        if street > 1:
            return free if free in ask.names else ask.default_answer
        stays = model.stays if street else model.enters
        if (street, ask.seat) not in decided:
            decided[street, ask.seat] = (free == "check" and not street) or chance.random() < stays
        return free if decided[street, ask.seat] and free in ask.names else "fold"

    return by_the_model


def _named(setup: Setup, policy: str) -> str:
    tidy = (policy or MODEL).strip().lower()
    if tidy not in POLICIES:
        raise Refused(f'there is no strategy "{policy}" for {setup.entry.title}; {suggest(tidy, POLICIES)}')
    return tidy


def _stack(setup: Setup) -> int:
    bounds, stakes = buy_in(setup), Stakes.of(setup)
    return bounds[1] if bounds is not None else DEEP * max(stakes.upper, stakes.big, stakes.ante, 100)
