"""Reading what is written, beside the house's thread: rounds, ledger, journal. Nothing here changes anything."""

import asyncio
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar, cast

from sqlalchemy import func, select

from pitboss.api.problems import not_found
from pitboss.api.runner import Runner, is_in_memory
from pitboss.api.schema.house import AccountShown, CallSigned, DealShown, Figures, RoundSummary, RoundTold, TurnEnded
from pitboss.api.views import View, Viewer, event_view
from pitboss.engine.events import DEALER, SURVEILLANCE, TABLE
from pitboss.errors import Refused
from pitboss.house.audit.resettle import settled_again
from pitboss.house.crypto.encryption import of_seed, opened
from pitboss.house.fairness.deal_bundle import deal_bundle, hands_stay_unseen
from pitboss.house.fairness.still_secret import told_record
from pitboss.house.hand_histories import latest_hands, one_hand
from pitboss.house.how_played import how_played
from pitboss.house.journal.chain import HOUSE, canonical
from pitboss.house.live.seeds import BLIND
from pitboss.house.storage import schema
from pitboss.house.storage.store import Store
from pitboss.money import dollars
from pitboss.rulebook.loader import load

T = TypeVar("T")
SEES_ALL = ("floor", "auditor", "system")
"""Roles that see every card of a round once it is over."""


class Reader:
    """Reads the database with connections of its own; a house that is only in memory is read where it is."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.in_memory = is_in_memory(runner.url)
        self._store = None if self.in_memory else Store(runner.url)
        if self._store is not None:
            self._store.secret = runner.secret
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="reader")

    async def read(self, look: Callable[[Store], T]) -> T:
        if self._store is None:
            return await self._runner.look(None, lambda house: look(house.store))
        return await asyncio.get_running_loop().run_in_executor(self._pool, look, self._store)

    async def aside(self, work: Callable[[], T]) -> T:
        """Do something that takes a while and needs no database."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
        if self._store is not None:
            self._store.close()


# -- rounds -----------------------------------------------------------------------------------------------------------


def rounds(store: Store, table: str, before: int | None, limit: int) -> list[RoundSummary]:
    """The last rounds of a table, newest first."""
    entries = schema.journal
    wanted = select(entries).where(entries.c.chain == table, entries.c.kind == "round")
    if before is not None:
        wanted = wanted.where(entries.c.round < before)
    rows = store.rows(wanted.order_by(entries.c.round.desc()).limit(limit))
    return [_summary(row, json.loads(row["body"])) for row in rows]


def one_round(store: Store, table: str, number: int, viewer: Viewer) -> RoundTold | None:
    """A round that is over, with its events as the viewer may see them; those who mind the house get its record,
    and who decided for a seat or made a call."""
    entries = schema.journal
    wanted = select(entries).where(entries.c.chain == table, entries.c.kind == "round", entries.c.round == number)
    rows = store.rows(wanted)
    if not rows:
        return None
    body = json.loads(rows[0]["body"])
    replayed = settled_again(body)
    _, played = replayed.rounds[-1]
    events = [event_view(event) for event in played.view(_eyes(viewer))]
    found = cast(RoundTold, {**_summary(rows[0], body), "events": events})
    if viewer.role in SEES_ALL:
        found["record"] = told_record(store, table, body)
        how = how_played(store, table, body)
        found["ended"] = [cast(TurnEnded, turn.as_json()) for turn in how.ended]
        found["calls"] = cast(list[CallSigned], how.calls)
    return found


def may_check_deals(store: Store, table: str, viewer: Viewer) -> bool:
    """True for those who may know all that was dealt at a table once it is over, and so check it themselves."""
    return viewer.role in SEES_ALL or not hands_stay_unseen(store, table)


def deal_to_check(store: Store, table: str, number: int, viewer: Viewer) -> dict[str, Any]:
    """A round for ``pitboss verify-deal``; where hands stay unseen, those who mind the house check it for a player."""
    if not may_check_deals(store, table, viewer):
        raise Refused(
            "a hand that was not shown stays its player's here; the floor or an auditor checks a deal for you"
        )
    return deal_bundle(store, table, number)


def hand_of(store: Store, table: str, number: int, viewer: Viewer) -> str | None:
    """A hand of poker for a pot in PHH, as the viewer may see it."""
    return one_hand(store, table, number, _eyes(viewer))


def hands_of(store: Store, table: str, viewer: Viewer, before: int | None, limit: int) -> str:
    """The last hands of a table in one file; a player gets those that he was dealt in.

    Refused where the table plays no poker for a pot; a problem where there is no such table.
    """
    rows = store.rows(select(schema.tables.c.entry).where(schema.tables.c.id == table))
    if not rows:
        raise not_found(f'there is no table "{table}"')
    entry = load(rows[0]["entry"])
    if entry.family != "pot_poker":
        raise Refused(f"PHH is for poker for a pot, and table {table} plays {entry.title}")
    player = viewer.person if viewer.role == "player" else ""
    return latest_hands(store, table, _eyes(viewer), player, before, limit).text


def deal_of(store: Store, table: str, deal: int, viewer: Viewer) -> DealShown | None:
    """A seed: its commitment from the start, itself once it is revealed, to those who may know all that it dealt."""
    from pitboss.house.fairness.commitments import commitment

    seeds = schema.seeds
    rows = store.rows(select(seeds).where(seeds.c.chain == table, seeds.c.deal == deal))
    if not rows:
        return None
    revealed = bool(rows[0]["revealed"])
    seed = opened(store.secret, rows[0]["seed"], of_seed(table, deal))
    return {
        "table": table,
        "deal": deal,
        "commitment": rows[0]["commitment"] or commitment(seed),
        "revealed": revealed,
        "seed": seed if revealed and may_check_deals(store, table, viewer) else None,
    }


def _summary(row: Mapping[str, Any], body: Mapping[str, Any]) -> RoundSummary:
    return {
        "table": row["chain"],
        "round": body["round"],
        "at": row["at"],
        "entry": row["number"],
        "deal": body["deal"],
        "commitment": body["commitment"],
        "practice": body.get("practice", False),
        "void": body["void"],
        "settlements": body["settlements"],
        "fees": body["fees"],
        "net": body["net"],
    }


def _eyes(viewer: Viewer) -> str:
    if viewer.role in SEES_ALL:
        return SURVEILLANCE
    if viewer.role == "player":
        return viewer.person
    return DEALER if viewer.role == "dealer" else TABLE


# -- money ------------------------------------------------------------------------------------------------------------


def accounts(store: Store, prefix: str) -> list[AccountShown]:
    """Accounts and their balances."""
    names = schema.accounts.c.name
    rows = store.rows(select(schema.accounts).where(names.startswith(prefix, autoescape=True)).order_by(names))
    return [{"account": row["name"], "balance": dollars(row["balance"])} for row in rows]


def postings(store: Store, account: str, after: tuple[str, int, int] | None, limit: int) -> list[View]:
    """Lines of one account, oldest first, after a certain one."""
    lines, entries = schema.postings, schema.journal
    joined = lines.join(entries, (lines.c.chain == entries.c.chain) & (lines.c.number == entries.c.number))
    columns = (lines.c.chain, lines.c.number, lines.c.line, lines.c.account, lines.c.amount, lines.c.what, entries.c.at)
    wanted = select(*columns).select_from(joined).where(lines.c.account == account)
    if after is not None:
        chain, number, line = after
        wanted = wanted.where(
            (lines.c.chain > chain)
            | ((lines.c.chain == chain) & (lines.c.number > number))
            | ((lines.c.chain == chain) & (lines.c.number == number) & (lines.c.line > line))
        )
    rows = store.rows(wanted.order_by(lines.c.chain, lines.c.number, lines.c.line).limit(limit))
    return [{**_plain(row), "amount": dollars(row["amount"])} for row in rows]


def figures(store: Store) -> list[Figures]:
    """What the floor watches at each table: drop, fills, credits, cash-outs, what the table won, and its hold."""
    lines = schema.postings
    what = func.sum(lines.c.amount).label("amount")
    rows = store.rows(
        select(lines.c.chain, lines.c.what, what).where(lines.c.account == "cage").group_by(lines.c.chain, lines.c.what)
    )
    balances = store.balances()
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        found.setdefault(row["chain"], {})[row["what"]] = -int(row["amount"])
    # What a bank starts its meters with lies on them still: it was moved, not lost.
    started = (lines.c.chain == HOUSE) & (lines.c.what == "seed") & lines.c.account.like("bank:%")
    for row in store.rows(select(lines.c.account, what).where(started).group_by(lines.c.account)):
        found.setdefault(row["account"].removeprefix("bank:"), {})["seed"] = -int(row["amount"])
    banked = {
        row["id"]: load(row["entry"]).bank.kind for row in store.rows(select(schema.tables.c.id, schema.tables.c.entry))
    }
    return [
        _figures(table, moved, balances, banked.get(table) == "player_dealer")
        for table, moved in sorted(found.items())
        if table != HOUSE
    ]


def _figures(table: str, moved: Mapping[str, int], balances: Mapping[str, int], player_banked: bool) -> Figures:
    """A table's figures; where players bank, what they buy in for plays against each other, and is no drop."""
    bought, fills = moved.get("buy-in", 0), moved.get("fill", 0)
    drop = 0 if player_banked else bought
    credits, cashed = -moved.get("credit", 0), -moved.get("cash-out", 0)
    kept = balances.get(f"bank:{table}", 0) + balances.get(f"box:{table}", 0)
    won = kept - fills + credits + moved.get("seed", 0)
    return {
        "table": table,
        "drop": dollars(drop),
        "bought_in": dollars(bought),
        "fills": dollars(fills),
        "credits": dollars(credits),
        "cashed": dollars(cashed),
        "bank": dollars(balances.get(f"bank:{table}", 0)),
        "fees": dollars(balances.get(f"box:{table}", 0)),
        "won": dollars(won),
        "hold": f"{won / drop:.4f}" if drop else None,
    }


# -- the journal ------------------------------------------------------------------------------------------------------


def journal(store: Store, chain: str, after: int, limit: int) -> list[View]:
    """Entries of a chain as they are written, but for what rounds drew that is still a secret, and for the hashes of
    tokens that an earlier pitboss entered."""
    entries = schema.journal
    wanted = select(entries).where(entries.c.chain == chain, entries.c.number > after)
    rows = store.rows(wanted.order_by(entries.c.number).limit(limit))
    told: dict[str, Callable[[View], View]] = {"person": _without_token, "round": partial(_without_secrets, store)}
    return [told.get(row["kind"], _plain)(_plain(row)) for row in rows]


def _plain(row: View) -> View:
    """A row of the database with plain names: its own say besides how they are quoted."""
    return {str(name): value for name, value in row.items()}


def _without_token(row: View) -> View:
    """What is left out no longer lets anybody in; the hash of such an entry is the one of its whole text."""
    body = json.loads(row["body"])
    if "token_hash" not in body:
        return row
    return {**row, "body": canonical({name: said for name, said in body.items() if name != "token_hash"})}


def _without_secrets(store: Store, row: View) -> View:
    """The same of a round: what is left out is told when it is no secret any more."""
    body = json.loads(row["body"])
    record = told_record(store, row["chain"], body)
    if record == body["record"]:
        return row
    told = body | {"record": record, BLIND: ""}
    return {**row, "body": canonical(told)}


def heads(store: Store) -> list[View]:
    """Where each chain ends."""
    entries = schema.journal
    last = select(entries.c.chain, func.max(entries.c.number).label("number")).group_by(entries.c.chain).subquery()
    joined = entries.join(last, (entries.c.chain == last.c.chain) & (entries.c.number == last.c.number))
    rows = store.rows(select(entries.c.chain, entries.c.number, entries.c.hash, entries.c.at).select_from(joined))
    return sorted(map(_plain, rows), key=lambda row: str(row["chain"]))
