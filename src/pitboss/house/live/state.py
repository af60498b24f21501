"""A live table as the database keeps it: written after every change, and put back when a house is opened."""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pitboss.engine.record import BankSeat
from pitboss.house.fairness.commitments import PLAIN
from pitboss.house.journal.chain import canonical
from pitboss.house.live.absence import Away
from pitboss.house.live.calls import PendingCall, call_as_json, call_from_json
from pitboss.house.live.seats import Seated
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.house.live.live_table import LiveTable


BANKED_SINCE = 5
"""The edition since which a table that is opened keeps what its journal moved into its bank."""


def keeps_bank(live: "LiveTable") -> bool:
    """True where what the bank holds is held against the journal with everything else that is kept of the table."""
    return live.chosen.edition is not None and live.chosen.edition >= BANKED_SINCE


def setup_of(live: "LiveTable") -> str:
    """How a table is set up, as it is written down and read again."""
    setup = live.setup
    return canonical(
        {
            **live.chosen.as_json(),
            "pay_tables": {name: dict(lines) for name, lines in setup.changed_tables.items()},
            "wagers": None if setup.listed is None else list(setup.listed),
            "meters": {name: meter.id for name, meter in live.meters.items()},
            "pace": live.pace.as_json(),
            **live.marked,
        }
    )


def row_of(live: "LiveTable") -> dict[str, Any]:
    """The row of a table in the database, and what is hidden of it, which is encrypted when it is written."""
    seeds = live.seeds
    secret = {"carry": live.table.carry, "chance": seeds.shuffled, "secret": seeds.secrets}
    state: dict[str, Any] = {
        "seats": {str(seat): [seated.person, seated.chips] for seat, seated in live.seats.items()},
        "standing": [[bet.seat, bet.name, dollars(bet.stake), bet.stood] for bet in live.table.standing],
        "bank": live.table.bank_seat,
        "banker": None if live.bank is None else [live.bank.seat, live.bank.cents],
        "rounds": live.rounds,
        "deals": seeds.deals,
        "opening": live.opening,
        "replies": live.replies,
        "calls": [call_as_json(call) for call in live.calls],
        "pending": [waiting.as_json() for waiting in live.pending],
        "done": live.done,
    }
    if held := {str(seat): seated.held_until for seat, seated in live.seats.items() if seated.held_until}:
        state["held"] = held
    if keeps_bank(live):
        state["banked"] = live.banked
    if live.away:
        state["away"] = {str(seat): away.as_json() for seat, away in live.away.items()}
    if seeds.version != PLAIN:
        state |= {"sealed": seeds.version, "drew": seeds.drew}
    if seeds.words:
        state["words"] = seeds.words
    hidden = ""
    if live.keeps_all_plain:
        state |= secret
    else:
        hidden = canonical(secret)
        state["hidden"] = blinded([seed for _, seed in seeds.hidden], hidden)
    return {
        "id": live.id,
        "entry": live.setup.entry.name,
        "setup": live.written_setup,
        "state": canonical(state),
        "hidden": hidden,
        "status": live.status,
        "number": live.head.number,
        "hash": live.head.hash,
    }


def put_back(live: "LiveTable", row: Mapping[str, Any], seeds: Sequence[tuple[int, str]]) -> None:
    """Put a new table back to what its row says; a round that was going on is at the same question again."""
    state = json.loads(row["state"]) | json.loads(row["hidden"] or "{}")
    for seat, (person, chips) in state["seats"].items():
        purse = live.purse(person)
        purse.chips = chips
        live.seats[int(seat)] = Seated(person, purse, state.get("held", {}).get(seat))
    live.away = {int(seat): Away(**away) for seat, away in state.get("away", {}).items()}
    live.rounds, live.done, live.banked = state["rounds"], list(state["done"]), state.get("banked", 0)
    live.calls = [call_from_json(call, entered=False) for call in state["calls"]]
    live.pending = [PendingCall.from_json(waiting) for waiting in state.get("pending", ())]
    if state.get("banker"):
        live.bank = BankSeat.of_cents(*state["banker"])
    bank = state["bank"]
    live.table.resume(state["carry"], [tuple(bet) for bet in state["standing"]], None if bank is None else tuple(bank))
    live.seeds.restore(state, list(seeds))
    if state["opening"] is not None:
        live.go_on(state["opening"], state["replies"])
    live.wind_clock()


def blinded(seeds: Iterable[str], hidden: str) -> str:
    """A hash of what is hidden that tells nothing of it before the seeds are told that it depends on."""
    all_of_them = "\n".join(seeds)
    return sha256(f"pitboss hidden {all_of_them}\n{hidden}".encode()).hexdigest()


def digest_of(row: Mapping[str, Any]) -> str:
    """A hash of everything that is kept of a table, but for where its chain ends.

    It covers what is hidden by a hash that can be followed once the seeds are told; where that is so it begins with 2.
    """
    parts = f"{row['id']}\n{row['entry']}\n{row['setup']}\n{row['status']}\n{row['state']}"
    return ("2:" if row["hidden"] else "") + sha256(parts.encode()).hexdigest()
