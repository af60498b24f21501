"""Seals: beside the end of every chain a keyed hash of it, which nobody makes without the house's secret.

The hashes of a chain need no key, so somebody who may write to the database could hang an entry of their own on it and
put everything in order. The end would be another then, and its seal would not fit. A house that was made before there
were seals gets them once; that it has them is noted in the file of its secret, where no database reaches.
"""

import hmac
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, RowMapping, select, update

from pitboss.errors import PitbossError
from pitboss.house.journal.chain import HOUSE
from pitboss.house.storage import schema

if TYPE_CHECKING:
    from pitboss.house.crypto.secret import Secret
    from pitboss.house.storage.store import Store


def seal_of(secret: "Secret | None", chain: str, number: int, digest: str) -> str:
    """The seal of a chain that ends with this entry."""
    if secret is None:
        raise PitbossError("no chain is sealed without the house's secret")
    return hmac.digest(secret.sealing_key, f"{chain}\n{number}\n{digest}".encode(), "sha256").hex()


def is_sealed(secret: "Secret", chain: str, row: Mapping[str, Any] | RowMapping) -> bool:
    """True where the end of a chain, as a row has it, is one that the house wrote."""
    wanted = seal_of(secret, chain, row["number"], row["hash"])
    return hmac.compare_digest(wanted.encode(), str(row["seal"]).encode(errors="replace"))


def has_seals(store: "Store", secret: "Secret") -> bool:
    """True for a house that was sealed before; whoever takes the seals away does not make it an old one."""
    if secret.sealed:
        return True
    rows = (select(kept.c.seal).where(kept.c.seal != "").limit(1) for kept in (schema.heads, schema.tables))
    return any(store.rows(found) for found in rows)


def seal_for_the_first_time(connection: Connection, secret: "Secret | None") -> None:
    """Seal every chain of a house that was made before there were seals, if no other process has just done it."""
    heads, tables = schema.heads, schema.tables
    mine = heads.c.chain == HOUSE
    connection.execute(update(heads).where(mine).values(chain=HOUSE))  # nobody else writes there from here on
    if connection.execute(select(heads.c.chain).where(mine, heads.c.seal != "")).first():
        raise PitbossError("the house was sealed by another process at the same moment; start this one again")
    for kept, key in ((heads, heads.c.chain), (tables, tables.c.id)):
        for chain, number, digest in connection.execute(select(key, kept.c.number, kept.c.hash)).all():
            values = {"seal": seal_of(secret, chain, number, digest)}
            connection.execute(update(kept).where(key == chain, kept.c.number == number).values(values))
