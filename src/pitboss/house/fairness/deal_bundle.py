"""What a player needs to check a deal without the house, from the journal and the seeds that are told."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select

from pitboss.engine.reading import head_of
from pitboss.errors import PitbossError, Refused
from pitboss.games import game_of
from pitboss.house.crypto.encryption import state_of
from pitboss.house.storage.schema import journal, seeds, tables
from pitboss.house.storage.store import Store
from pitboss.rulebook.loader import load
from pitboss.rulebook.setup import Setup

SEALS = ("open", "round", "void")
"""The entries that may commit to a new seed."""


def deal_bundle(store: Store, table: str, round: int) -> dict[str, Any]:
    """What a player needs to check a round of a table, and every round since that shuffle, without the house.

    Refused until the seed is revealed, which is when nothing that it shuffled or drew is still to come.
    """
    bodies, committed_at, sealed = _since_the_shuffle(store, table, round)
    last = bodies[-1]
    seed = _revealed(store, table, last["deal"])
    _no_secret(store, table, last)
    first, signed = last["record"], _signed(store, table, bodies)
    bundle = {
        "table": table,
        "round": round,
        "entry": f"{first['rulebook']}/{first['game']}",
        "options": first.get("options", {}),
        "deal": last["deal"],
        "commitment": last["commitment"],
        "committed_at": committed_at,
        "seed": seed,
        "rounds": [
            {"round": body["round"], "record": body["record"]}
            | ({"edition": body["edition"]} if "edition" in body else {})
            | ({"calls": signed[body["round"]]} if body["round"] in signed else {})
            for body in bodies
        ],
    }
    if "version" in sealed:
        bundle |= {"version": sealed["version"], **_bound_to(store, table, bundle["entry"])}
    if "words" in bodies[0]:
        bundle["words"] = bodies[0]["words"]
    if last.get("practice"):
        bundle["practice"] = True
    return bundle


def hands_stay_unseen(store: Store, table: str) -> bool:
    """True where players play against one another: what was dealt to a hand that was not shown is nobody's to know."""
    rows = store.rows(select(tables.c.entry).where(tables.c.id == table))
    return any(game_of(load(row["entry"])).stacks for row in rows)


def _bound_to(store: Store, table: str, entry: str) -> dict[str, Any]:
    """What a commitment is bound to besides its seed and the number of its deal."""
    [row] = store.rows(select(tables.c.setup).where(tables.c.id == table))
    setup = json.loads(row["setup"])
    return {"setup": setup, "decks": Setup.as_opened(entry, setup).decks}


def _signed(store: Store, table: str, bodies: Sequence[Mapping[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """What was called in these rounds: by whom, who confirmed it, and with what note."""
    rounds = [body["round"] for body in bodies]
    made = select(journal.c.body).where(journal.c.chain == table, journal.c.kind == "call")
    within = made.where(journal.c.round >= rounds[0], journal.c.round <= rounds[-1]).order_by(journal.c.number)
    calls = [json.loads(row["body"]) for row in store.rows(within)]
    found: dict[int, list[dict[str, Any]]] = {}
    for body in (*calls, *(body for body in bodies if body["step"] == "call")):
        said = {key: body[key] for key in ("call", "by", "confirmed_by", "note") if key in body}
        found.setdefault(body["round"], []).append(said)
    return found


def _since_the_shuffle(store: Store, table: str, number: int) -> tuple[list[dict[str, Any]], str, Mapping[str, Any]]:
    """The rounds from a shuffle up to one, when the shuffle was committed to, and how."""
    entries = journal
    at_table = entries.c.chain == table
    bodies: list[dict[str, Any]] = []
    with store.reading() as connection:
        wanted = select(entries.c.number).where(at_table, entries.c.round == number, entries.c.kind == "round")
        last = connection.execute(wanted).scalar()
        if last is None:
            raise Refused(f"there is no round {number} at table {table} that is over")
        seals = select(entries.c.kind, entries.c.at, entries.c.body).where(at_table, entries.c.kind.in_(SEALS))
        back = seals.where(entries.c.number <= last).order_by(entries.c.number.desc())
        for row in connection.execution_options(yield_per=20).execute(back):
            body = json.loads(row.body)
            if row.kind != "round" or body["deal"] != (bodies[0] if bodies else body)["deal"]:
                return bodies, row.at, body["sealed"]
            bodies.insert(0, body)
    raise PitbossError(f"the journal of table {table} does not begin with its opening; pitboss audit says more")


def _revealed(store: Store, table: str, deal: int) -> str:
    rows = store.rows(select(seeds).where(seeds.c.chain == table, seeds.c.deal == deal, seeds.c.revealed == 1))
    if not rows:
        raise Refused("its seed is not revealed yet: cards that it shuffled, or something else it drew, are to come")
    return str(rows[0]["seed"])


def _no_secret(store: Store, table: str, body: Mapping[str, Any]) -> None:
    """What carried over into a round may still be a secret, though the round's own seed no longer is."""
    carry = body["record"].get("carry", {})
    if not {*carry} & {*game_of(load("/".join(head_of(body["record"])))).secrets}:
        return
    [row] = store.rows(select(tables).where(tables.c.id == table))
    secret = state_of(row, store.secret).get("secret", {})
    if any(carry.get(key) == value for key, value in secret.items()):
        raise Refused("something carried over into the round that is still a secret; it can be checked once it is not")
