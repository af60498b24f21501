"""What records of past rounds say that nobody may know yet: where a meter must hit, until it has."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import select

from pitboss.engine.reading import head_of
from pitboss.games import game_of
from pitboss.house.storage.schema import tables
from pitboss.house.storage.store import Store
from pitboss.rulebook.loader import load


def told_record(store: Store, table: str, body: Mapping[str, Any]) -> Any:
    """The record of a round that is over, without what was drawn for the table and is still a secret."""
    record = body["record"]
    secrets = game_of(load("/".join(head_of(record)))).secrets
    if not secrets:
        return record
    drew = _drew(store, table, secrets)
    return _without(record, {name for name in secrets if body["deal"] >= drew.get(name, body["deal"] + 1)})


def _drew(store: Store, table: str, secrets: Collection[str]) -> Mapping[str, int]:
    """Which deal drew each secret that the table keeps now; any could have, where that was not written down."""
    rows = store.rows(select(tables.c.state).where(tables.c.id == table))
    try:
        drew: Mapping[str, int] = json.loads(rows[0]["state"])["drew"]
    except (LookupError, ValueError, TypeError):
        return dict.fromkeys(secrets, 0)
    return drew


def _without(said: Any, names: Collection[str]) -> Any:
    if isinstance(said, dict):
        return {name: _without(value, names) for name, value in said.items() if name not in names}
    return [_without(each, names) for each in said] if isinstance(said, list) else said
