"""Simulation through the script engine: real rounds at a real table, for any entry and any wager."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pitboss.engine.events import TAKEN_BACK
from pitboss.engine.round import Round
from pitboss.engine.table import Table
from pitboss.games import game_of
from pitboss.money import dollars
from pitboss.rulebook.setup import Setup
from pitboss.simulation.plan import SEAT, Plan, bank_of, row_of, rows_of
from pitboss.simulation.sums import Sums

Policy = Callable[[Round], str]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round as the simulation counts it: what each wager won, what was staked on it, and how many of the kind were
    decided; None for one that stays.
    """

    results: dict[str, tuple[int, int, int] | None]
    fee: int

    @property
    def net(self) -> int:
        """What the round did to the player's money."""
        return sum(result[0] for result in self.results.values() if result is not None) - self.fee

    @property
    def staked(self) -> int:
        return sum(result[1] for result in self.results.values() if result is not None)

    def sums(self) -> dict[str, Sums]:
        """The round's share of the account; under the empty name, all wagers together."""
        decided = {name: result for name, result in self.results.items() if result is not None}
        found = {name: _one(net, staked, wagers) for name, (net, staked, wagers) in decided.items()}
        if decided:
            found[""] = _one(self.net + self.fee, self.staked, 1)
        return found


def _one(net: int, staked: int, wagers: int) -> Sums:
    return Sums(wagers, net, net * net, staked, int(net > 0))


class Seat:
    """One player at one table, making the same wagers round after round."""

    def __init__(self, plan: Plan, setup: Setup, policy: Policy, seed: str) -> None:
        self.plan, self.setup, self.policy = plan, setup, policy
        chance = random.Random(f"{seed}/carry")
        self.table = Table(
            setup, game_of(setup.entry), seed=f"{seed}/table", carry=opening(setup, chance), meters=dict(plan.meters)
        )
        self.wagers = {SEAT: {name: dollars(stake) for name, stake in plan.wagers.items()}}
        self.rows = rows_of(setup, plan.wagers)
        self.bank = bank_of(setup)

    def deal(self) -> Dealt:
        """Play a round."""
        if self.setup.entry.script == "craps":
            return self._roll()
        if self.setup.entry.bank.kind == "participants":
            played = self._cover()
        else:
            played = self.table.deal(self.wagers, bank=self.bank)
            while played.asking:
                played.act(self.policy(played) if played.asking[0].seat == SEAT else played.asking[0].names[0])
        self.table.forget()
        results: dict[str, tuple[int, int, int] | None] = dict.fromkeys(self.rows)
        back = {event.text for event in played.events if event.kind == TAKEN_BACK and event.seat == SEAT}
        for row in played.settlements:
            if row.seat != SEAT or row.outcome == "stays":
                continue
            name = row_of(self.setup, self.plan.wagers, f"{row.wager} {row.on}" if row.on else row.wager)
            net, staked, _ = results[name] or (0, 0, 1)
            results[name] = (net + row.net, staked + (0 if row.wager in back else row.staked), 1)
        self._charge_commission(played, results)
        return Dealt(results, sum(fee.amount for fee in played.fees if fee.seat == SEAT))

    def _cover(self) -> Round:
        """The same Banker stakes the same again, and all of it is covered; both sides play by the strategy."""
        from pitboss.simulation.chemin_de_fer import seats_of, staked

        banker, other = seats_of(self.plan)
        kept = {name: held for name, held in self.table.carry.items() if name in ("first_cards", "last_hand")}
        self.table.carry = {"banker": banker} | kept
        played = self.table.deal({banker: {}, other: {}})
        while played.asking:
            played.act(staked(self.plan, played) or self.policy(played), played.asking[0].seat)
        return played

    def _roll(self) -> Dealt:
        """Keep the planned wagers up, and roll the dice."""
        from pitboss.simulation.craps import moves, results_of

        wagers, says = moves(self.setup, self.plan, self.table.carry, self.table.standing)
        played = self.table.deal({SEAT: wagers}, says={SEAT: says} if says else None)
        self.table.forget()
        return Dealt({**dict.fromkeys(self.rows), **results_of(self.setup, self.plan, played)}, 0)

    def _charge_commission(self, played: Round, results: dict[str, tuple[int, int, int] | None]) -> None:
        """A commission that is marked now and collected later is counted now, with the wager it is charged on."""
        owed = sum(event.amount or 0 for event in played.events if event.kind == "commission marked")
        if owed:
            for name, result in results.items():
                rulings = self.setup.offers[name.partition(" ")[0]].rulings.values()
                if result is not None and result[0] > 0 and any(ruling.less_commission for ruling, _ in rulings):
                    results[name] = (result[0] - owed, result[1], result[2])
                    return


def opening(setup: Setup, chance: random.Random) -> dict[str, Any]:
    """What carried over at a table that a player joins."""
    if setup.entry.script == "roulette":
        from pitboss.simulation.roulette import opening as spin_before

        return spin_before(setup, chance)
    if setup.entry.script == "craps":
        from pitboss.simulation.craps import opening as another_shoots

        return another_shoots(setup)
    return {}
