"""A live table as the database keeps it, brought back."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.engine.record import BankSeat
from pitboss.house.fairness.commitments import PLAIN, SealedChance
from pitboss.house.journal.chain import Head
from pitboss.house.live.calls import PendingCall, call_from_json
from pitboss.house.live.live_table import LiveTable
from pitboss.house.live.pace import Pace
from pitboss.house.live.seats import MeterNow, Seated
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup


def restore(row: Mapping[str, Any], seeds: Sequence[tuple[int, str]], meters: Mapping[str, MeterNow]) -> LiveTable:
    """A table as it was when its last batch was written; a round that was going on is at the same question again.

    ``seeds`` are those of the table that are not revealed, in order: the last is the one it deals from. They are plain,
    and so is what is hidden of the table.
    """
    setup = json.loads(row["setup"])
    state = json.loads(row["state"]) | json.loads(row["hidden"] or "{}")
    rules = Setup.of(load(row["entry"]), setup["options"], setup["pay_tables"], setup["wagers"])
    mine = {name: meters[id] for name, id in setup["meters"].items()}
    head = Head(row["id"], row["number"], row["hash"])
    pace, practice = Pace(**setup.get("pace", {})), setup.get("practice", False)
    live = LiveTable(row["id"], rules, head, mine, row["status"], pace, practice)
    for seat, (person, chips) in state["seats"].items():
        purse = live.purse(person)
        purse.chips = chips
        live.seats[int(seat)] = Seated(person, purse)
    live.rounds, live.deals, live.done = state["rounds"], state["deals"], list(state["done"])
    live.calls = [call_from_json(call, entered=False) for call in state["calls"]]
    live.pending = [PendingCall.from_json(waiting) for waiting in state.get("pending", ())]
    live.secret = state.get("secret", {})
    if state.get("banker"):
        live.bank = BankSeat.of_cents(*state["banker"])
    _restore_chance(live, state, seeds)
    if state["opening"] is not None:
        live.go_on(state["opening"], state["replies"])
    live._wind_clock()
    return live


def _restore_chance(live: LiveTable, state: Mapping[str, Any], seeds: Sequence[tuple[int, str]]) -> None:
    live.withheld = list(seeds[:-1])
    live.seed = seed = seeds[-1][1] if seeds else ""
    live.sealed_as, live.words = state.get("sealed", PLAIN), state.get("words", {})
    bank = state["bank"]
    live.table.resume(state["carry"], [tuple(bet) for bet in state["standing"]], None if bank is None else tuple(bank))
    if seed:
        live.table.use(SealedChance(seed))
    if state["chance"] and live.table.shoe is not None:
        live._mixed = state["chance"].get("words", {})
        live.table.chance = live.table.shoe.chance = SealedChance(seed, state["chance"]["at"], live._mixed)
        live.table.shoe.restore(state["chance"]["shoe"])
    live._chance = state["chance"]
    live.drew = state["drew"] if "drew" in state else _drew_before(live)


def _drew_before(live: LiveTable) -> dict[str, int]:
    """Which deal drew each secret, of a table that was kept when that was not written down."""
    carry, at_last = live.table.carry, live.withheld[-1][0] if live.withheld else live.deals
    return {
        key: at_last if live.secret.get(key) == carry[key] else live.deals
        for key in live.table.game.secrets
        if key in carry
    }
