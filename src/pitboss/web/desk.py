"""The pages' one way to the house: they look and act through the runner, and are told when something changed."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError
from starlette.requests import HTTPConnection

from pitboss.api.commands import perform
from pitboss.api.games import elsewhere
from pitboss.api.models import AtTable
from pitboss.api.problems import Problem
from pitboss.api.reading import Reader
from pitboss.api.runner import Runner
from pitboss.api.views import View, Viewer, lobby_view, table_view
from pitboss.errors import PitbossError
from pitboss.house.house import House
from pitboss.house.live import LiveTable
from pitboss.house.people import Person
from pitboss.house.seats import Placed
from pitboss.house.store import Batch, Store
from pitboss.rulebook.setup import Setup
from pitboss.web.circles import limits_in_words
from pitboss.web.edges import stop as stop_edges
from pitboss.web.sessions import cookie_of, opened

T = TypeVar("T")
Listener = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Look:
    """A table at one moment, as somebody may see it, and the rules it is dealt by."""

    view: View
    setup: Setup


class Desk:
    """What the pages know of a running house. ``demo`` names the people who may be picked without a token."""

    def __init__(self, runner: Runner, demo: Mapping[str, tuple[str, str]] | None = None) -> None:
        self.runner, self.reader = runner, Reader(runner)
        self.demo = dict(demo or {})
        self._listeners: dict[str, set[Listener]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._last: dict[str, Any] = {}
        self._stop_watching: Callable[[], None] | None = None

    # -- who is there --------------------------------------------------------------------------------------------

    async def visitor(self, request: HTTPConnection) -> Person | None:
        """The person who is signed in, by the cookie of a request."""
        value = cookie_of(request)
        if not value:
            return None
        known = {person.id: person for person in self.runner.people.values()}
        id = opened(value, lambda id: known[id].key if id in known else None)
        return None if id is None else known[id]

    async def person_of(self, token: str) -> tuple[Person, str] | None:
        """The person a token stands for, and the key that seals their cookie."""

        person = self.runner.person_of(token)
        return None if person is None else (person, person.key)

    async def demo_person(self, id: str) -> tuple[Person, str] | None:
        """Somebody who may be picked without a token, in a house that was started for trying out."""
        if id not in self.demo:
            return None

        def look(house: House) -> tuple[Person, str] | None:
            person = house.people.get(id)
            return (person, person.key) if person is not None and house.knows(person) else None

        return await self._ask(None, look)

    # -- looking -------------------------------------------------------------------------------------------------

    async def tables(self) -> list[View]:
        """Every table as the lobby lists it."""
        return await self._ask(None, lambda house: [_listed(live) for live in house.tables.values()])

    async def elsewhere(self) -> list[View]:
        """Where other processes of the house serve other tables."""
        return await self._ask(None, elsewhere)

    async def table(self, table: str, person: Person | None) -> Look:
        """One table as somebody may see it."""
        viewer = Viewer.of(person)

        def look(house: House) -> Look:
            if person is not None:
                _must_be_known(house, person)
            live = house.table(table)
            return Look(table_view(live, viewer, house.names), live.setup)

        return await self._ask(table, look)

    async def would_take(
        self, table: str, seat: int, wagers: Mapping[str, str], says: list[str], even_none: bool = False
    ) -> None:
        """Refuse wagers that the table would not take now, or ``even_none``; nothing is placed."""
        if wagers or says or even_none:
            wanted = Placed(dict(wagers), list(says))
            await self._ask(table, lambda house: house.table(table).may_place(seat, wanted))

    async def ask(self, table: str | None, look: Callable[[House], T]) -> T:
        """Something else about the house, changing nothing."""
        return await self._ask(table, look)

    async def read(self, query: Callable[[Store], T]) -> T:
        """Read from the database beside the running house, so that no table waits for it."""
        return await self.reader.read(query)

    # -- acting --------------------------------------------------------------------------------------------------

    async def do(self, person: Person, table: str, command: AtTable) -> dict[str, Any]:
        """Do something at a table for somebody, if their role may; it is written when this returns."""

        def work(house: House, batch: Batch) -> dict[str, Any]:
            _must_be_known(house, person)
            return perform(house, batch, person, table, command)

        return await self.runner.do(table, work)

    async def in_house(self, act: Callable[[House, Batch], T]) -> T:
        """Do something that concerns the whole house."""
        return await self.runner.do(None, act)

    # -- being told ----------------------------------------------------------------------------------------------

    def listen(self, table: str, listener: Listener) -> Callable[[], None]:
        """Have a page told of changes at a table, or with an empty name at any; returns what ends that."""
        self._loop = asyncio.get_running_loop()
        if self._stop_watching is None:
            self._stop_watching = self.runner.after(self._after)
        self._listeners.setdefault(table, set()).add(listener)
        return lambda: self._listeners.get(table, set()).discard(listener)

    def close(self) -> None:
        if self._stop_watching is not None:
            self._stop_watching()
            self._stop_watching = None
        self.reader.close()
        stop_edges()

    def _after(self, house: House, tables: set[str]) -> None:
        """On the runner's thread, after each batch: tell of tables that are not as they were. Looking changes none."""
        if self._loop is None or self._loop.is_closed():
            return
        changed = set()
        everything = bool(self._listeners.get(""))
        for name in tables or {""}:
            if not everything and not self._listeners.get(name):
                continue
            live = house.tables.get(name)
            now = _state(live) if live is not None else _house_state(house)
            if self._last.get(name) != now:
                self._last[name] = now
                changed.add(name)
        if changed:
            self._loop.call_soon_threadsafe(self._tell, changed)

    def _tell(self, tables: set[str]) -> None:
        listeners = [listener for name in {*tables, ""} for listener in self._listeners.get(name, ())]
        for listener in listeners:
            task = asyncio.create_task(listener())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _ask(self, table: str | None, look: Callable[[House], T]) -> T:
        return await self.runner.look(table, look)


def _listed(live: LiveTable) -> View:
    """A table as the lobby lists it, with the limits of the wager that comes first."""
    first = next(offer for offer in live.setup.offers.values() if offer.placed == "before_deal")
    return {**lobby_view(live), "limits": f"{first.title}: {limits_in_words(first, live.setup)}"}


def sentence(error: BaseException) -> tuple[str, str]:
    """What to tell somebody about an error: a sentence, and the clause behind it if there is one."""
    if isinstance(error, PitbossError | Problem):
        return error.sentence, error.cite
    if isinstance(error, ValidationError):
        return "; ".join(fault["msg"] for fault in error.errors()), ""
    return "something went wrong; nothing was done", ""


def _state(live: LiveTable) -> Any:
    """Everything that can change at a table: what is in its journal, and what is not written down."""
    placed = tuple((seat, tuple(each.wagers.items()), tuple(each.says)) for seat, each in sorted(live.placed.items()))
    clock = live.clock
    return (live.head.number, placed, clock.betting_ends, clock.decision_ends, frozenset(clock.ready), live.status)


def _house_state(house: House) -> Any:
    return (tuple(house.tables), tuple(house.people))


def _must_be_known(house: House, person: Person) -> None:
    """A page that was opened with a token shows and does nothing more once that is worth nothing."""
    if not house.knows(person):
        raise Problem(403, "your token was taken back; sign in again")
