"""Checkpoints that the house knows it has made, held against the files they were written to."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import Connection, select

from pitboss.house.audit.findings import Finding
from pitboss.house.audit.house_chain_audit import NotedCheckpoint
from pitboss.house.checkpoints import Noted, read, sealed_as
from pitboss.house.crypto.seals import is_sealed
from pitboss.house.crypto.secret import Secret
from pitboss.house.storage import schema

CHECKPOINTS = "the checkpoints"
IN_DATABASE = "the database"


def missing_checkpoints(
    connection: Connection,
    in_chain: Sequence[NotedCheckpoint],
    secret: Secret | None,
    signed: Noted,
    files: Sequence[Path],
    shares: Sequence[str] | None,
) -> Iterator[Finding]:
    """What the house's chain, or the last note in the database, names and no file has.

    Processes may have files of their own: those that are looked at answer for the tables they name, and for the
    ``shares`` that must be in them, or with None for all. One without any checkpoint answers for all too.
    """
    shares = None if signed.emptied else shares
    kept = dict[str, NotedCheckpoint]()
    for row in connection.execute(select(schema.checkpoints)).mappings():
        kept[row["tables"]] = NotedCheckpoint(row["tables"], row["number"], row["hash"], IN_DATABASE)
        if secret is not None and not is_sealed(secret, sealed_as(row["tables"]), row):
            text = "the house did not write it: its seal is another's"
            yield Finding(CHECKPOINTS, None, f"the note of the last one of tables {row['tables']}", text)
    newest = {each.tables: each for each in sorted(in_chain, key=lambda each: each.number)}
    for tables, noted in newest.items():
        if tables not in kept or kept[tables].number < noted.number:
            text = f"it is not noted in the database any more, and {noted.where} names it"
            yield Finding(CHECKPOINTS, None, f"checkpoint {noted.number}", text)
    looked_at = {checkpoint.tables for _, checkpoint in signed.lines} | {*(shares or ())}
    wanted = [each for each in (*in_chain, *kept.values()) if shares is None or each.tables in looked_at]
    missing = [each for each in wanted if each.hash not in signed.digests]
    if missing:  # one that was written since the files were read is there by now
        digests = read(*files).digests
        missing = [each for each in missing if each.hash not in digests]
    for tables in sorted({each.tables for each in missing}):
        gone = sorted((each for each in missing if each.tables == tables), key=lambda each: each.number)
        others = f", as are {len(gone) - 1} others that it knows" if len(gone) > 1 else ""
        text = f"it was made for tables {tables} as {gone[-1].where} says, and is in no file looked at{others}"
        yield Finding(CHECKPOINTS, None, f"checkpoint {gone[-1].number}", f"{text} (--checkpoints names files)")
