"""A key is worked on by one process of a house at a time: whoever comes second is told so before anything is done."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house.storage.store import Store

log = logging.getLogger("pitboss")


class Turns:
    """Takes turns on keys with other processes, by locks that PostgreSQL gives back when a process is gone.

    They cost a question and no write. Without PostgreSQL one process serves the house, and nobody need be asked.
    """

    def __init__(self, url: str, shared: bool) -> None:
        self._store = Store(url) if shared and url.startswith("postgresql") else None
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="turns")

    async def take(self, person: str, key: str) -> bool:
        """Have a key to oneself; False when another process has it."""
        return self._store is None or await self._ask("pg_try_advisory_lock", person, key)

    async def give_back(self, person: str, key: str) -> None:
        if self._store is not None:
            await self._ask("pg_advisory_unlock", person, key)

    def close(self) -> None:
        self._thread.shutdown(wait=True)
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
        if self._store is not None:
            self._store.close()

    async def _ask(self, what: str, person: str, key: str) -> bool:
        number = int.from_bytes(sha256(f"{person}\n{key}".encode()).digest()[:8], signed=True)
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._answer, what, number)

    def _answer(self, what: str, number: int) -> bool:
        assert self._store is not None
        for _ in range(2):
            try:
                if self._connection is None:
                    self._connection = self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
                return bool(self._connection.execute(text(f"select {what}(:number)"), {"number": number}).scalar())
            except SQLAlchemyError:
                if self._connection is not None:
                    self._connection.invalidate()
                    self._connection.close()
                self._connection = None
        log.warning("the database does not say whose turn it is")
        return True  # whoever is second after all has nothing written
