"""What a house keeps hidden in its database: encrypted with its secret, so that a copy tells no coming card.

Seeds that are not told yet are kept like this, and of each table what a round to come depends on.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, update

from pitboss.errors import PitbossError
from pitboss.house.journal.chain import canonical
from pitboss.house.storage import schema

if TYPE_CHECKING:
    from pitboss.house.crypto.secret import Secret
    from pitboss.house.storage.store import Store

PREFIX = "sealed:"
HIDDEN = ("carry", "chance", "secret")
"""What is hidden of a table: the order of the cards in its shoe, and amounts that nobody may know yet."""


def is_shut(kept: str) -> bool:
    """True for what only the house's secret opens."""
    return kept.startswith(PREFIX)


def shut(secret: "Secret | None", text: str, about: str) -> str:
    """A text as the database keeps it."""
    return shut_all(secret, [(text, about)])[0]


def shut_all(secret: "Secret | None", texts: Sequence[tuple[str, str]]) -> list[str]:
    """Texts, each with what it is about, as the database keeps them."""
    if not texts:
        return []
    if secret is None:
        raise PitbossError("nothing hidden is written without the house's secret")
    return [PREFIX + kept for kept in secret.encrypt_all(texts)]


def opened(secret: "Secret | None", kept: str, about: str) -> str:
    """What the database keeps, as it was before it was hidden; an earlier pitboss kept it plain."""
    if not is_shut(kept):
        return kept
    if secret is None:
        raise PitbossError(f"what is hidden about {about} is not told without the house's secret")
    if kept != kept.lower():
        raise PitbossError(f"what is hidden about {about} is written otherwise than it was")
    return secret.decrypt(kept.removeprefix(PREFIX), about)


def of_seed(chain: str, deal: int) -> str:
    """What a seed is encrypted about, so that it opens in no other place."""
    return f"{chain} {deal}"


def of_table(table: str) -> str:
    return f"{table} state"


def state_of(row: Mapping[str, Any], secret: "Secret | None") -> dict[str, Any]:
    """Everything that is kept of a table, hidden or not."""
    state: dict[str, Any] = json.loads(row["state"])
    if row["hidden"]:
        state |= json.loads(opened(secret, row["hidden"], of_table(row["id"])))
    return state


def kept_plain(store: "Store") -> list[str]:
    """The tables of which an earlier pitboss kept something for everybody to read."""
    seeds, tables = schema.seeds, schema.tables
    plain_seeds = select(seeds.c.chain).where(seeds.c.revealed == 0, seeds.c.seed.not_like(f"{PREFIX}%"))
    plain_tables = select(tables.c.id).where(tables.c.hidden == "")
    found = {row["chain"] for row in store.rows(plain_seeds)} | {row["id"] for row in store.rows(plain_tables)}
    return sorted(found)


def hide_what_is_plain(store: "Store", secret: "Secret", known: Collection[str] | None = None) -> None:
    """Hide what an earlier pitboss kept for everybody to read; where it is ``known`` at which tables, at those alone.

    Anything else that is plain was not written by the house: a seed that somebody else chose, for example.
    """
    seeds, tables = schema.seeds, schema.tables
    plain_seeds = [
        row
        for row in store.rows(select(seeds).where(seeds.c.revealed == 0, seeds.c.seed.not_like(f"{PREFIX}%")))
        if known is None or row["chain"] in known
    ]
    plain_tables = [
        row for row in store.rows(select(tables).where(tables.c.hidden == "")) if known is None or row["id"] in known
    ]
    if not plain_seeds and not plain_tables:
        return
    with store.engine.begin() as connection:
        for row in plain_seeds:
            mine = (seeds.c.chain == row["chain"]) & (seeds.c.deal == row["deal"]) & (seeds.c.revealed == 0)
            kept = shut(secret, row["seed"], of_seed(row["chain"], row["deal"]))
            connection.execute(update(seeds).where(mine).values(seed=kept))
        for row in plain_tables:
            try:
                state = json.loads(row["state"])
            except (TypeError, ValueError):
                continue  # a damaged table, which is kept closed
            hidden = canonical({name: state.pop(name) for name in HIDDEN if name in state})
            kept = shut(secret, hidden, of_table(row["id"]))
            mine = (tables.c.id == row["id"]) & (tables.c.number == row["number"])
            connection.execute(update(tables).where(mine).values(state=canonical(state), hidden=kept))
    if store.engine.dialect.name == "sqlite":
        with store.engine.connect() as connection:
            # What was plain is not left in pages that are free now, nor in the file until the next time it is written.
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
