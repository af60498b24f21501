"""The service behind the routes: who asks, what is done for them, what happens by itself when time is up."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from pitboss.api.commands import answer_for, asks_one_of, give_up, must_be_here, perform, time_is_up
from pitboss.api.hub import Hub
from pitboss.api.idempotency import Once, forget_old
from pitboss.api.key_locks import Turns
from pitboss.api.limits import Buckets, Limits
from pitboss.api.models import AtTable
from pitboss.api.presence import Presence
from pitboss.api.problems import Problem, gone
from pitboss.api.queries import Reader
from pitboss.api.runner import Closed, Runner
from pitboss.api.views import View, Viewer, table_view
from pitboss.api.workshop import Workshop
from pitboss.errors import PitbossError
from pitboss.house.house import House
from pitboss.house.people import Person
from pitboss.house.storage.batch import Batch

T = TypeVar("T")
log = logging.getLogger("pitboss")
TICK = 0.05
PRUNE = 3600.0
MEET, WATCH = 1.5, 0.5


class Service:
    """What every way into the house shares."""

    def __init__(self, runner: Runner, limits: Limits) -> None:
        self.runner, self.limits = runner, limits
        self.known = Buckets(limits.rate, limits.burst)
        self.strangers = Buckets(limits.strangers, limits.strangers_burst)
        self.callers = Buckets(limits.strangers, limits.strangers_burst)
        """Whoever asks whether the house is open, by their address."""
        self.pages = Buckets(limits.pages, limits.pages_burst)
        """Pages that are opened, by the person or the address."""
        self.events = Buckets(limits.rate, 2 * limits.burst)
        """What pages send by their sockets, by the person."""
        self.reader = Reader(runner)
        self.presence = Presence(runner)
        self.workshop = Workshop()
        self.started = time.time()
        self.stand_ins: frozenset[str] = frozenset()
        """People whom nobody plays, in a house for trying out: they are answered for unless somebody came as them."""
        self._ends: dict[str, float] = {}
        self._waiting: set[str] = set()
        """Tables at which one of the stand-ins is asked."""
        self._busy: set[tuple[str, str]] = set()
        self.turns = Turns(runner.url, shared=not runner.share.whole)
        self._turns_taken: set[asyncio.Task[dict[str, Any]]] = set()
        self._unknown: Counter[str] = Counter()
        self._tasks: list[asyncio.Task[None]] = []
        self._stops: list[Callable[[], None]] = []
        self.hub: Hub | None = None
        self.auditing = asyncio.Lock()

    async def start(self) -> None:
        """Begin to keep time and to tell onlookers."""
        self.hub = Hub(asyncio.get_running_loop())
        self._stops = [self.runner.after(self.hub.after), self.runner.after(self._note_ends)]
        works = (self._keep_time(), self._prune(), self._watch_people())
        self._tasks = [asyncio.create_task(work) for work in works]
        if not self.runner.share.whole:
            self._tasks.append(asyncio.create_task(self._meet_people()))
        await self.runner.look(None, lambda house: self._note_ends(house, set(house.tables))())

    async def stop(self) -> None:
        """Stop what happens by itself, and send everybody away; what was begun is finished by the runner."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        for stop in self._stops:
            stop()
        self._tasks, self._stops = [], []
        for onlooker in [] if self.hub is None else self.hub.everybody():
            onlooker.send_away()
        if self._turns_taken:
            await asyncio.wait(self._turns_taken, timeout=10)
        self.turns.close()
        self.reader.close()
        await self.workshop.stop()

    # -- who asks --------------------------------------------------------------------------------------------------

    def person(self, token: str, address: str) -> Person:
        """Whose token that is; guessing is slow, and asking too often is refused."""
        person = self.runner.person_of(token) if token else None
        if person is None:
            self.strangers.must_have_left(address)
            sentence = "this needs a token: Authorization: Bearer ..." if not token else "nobody here has that token"
            raise Problem(401, sentence, WWW_Authenticate="Bearer")
        self.known.must_have_left(person.id)
        return person

    @contextmanager
    def signing_in(self, address: str) -> Iterator[None]:
        """While a socket is open whose client has not said who it is: so many from one address, and no more."""
        if self._unknown[address] >= self.limits.sockets:
            raise Problem(429, "too many sockets are open from there without a token", Retry_After="10")
        self._unknown[address] += 1
        try:
            yield
        finally:
            self._unknown[address] -= 1
            if not self._unknown[address]:
                del self._unknown[address]

    # -- what is done ----------------------------------------------------------------------------------------------

    async def view(self, person: Person | None, table: str) -> View:
        """A table as somebody may see it."""

        def look(house: House) -> View:
            if person is not None:
                must_be_there(house, person)
            return view_of(house, Viewer.of(person), table)

        return await self.runner.look(table, look)

    async def at_table(
        self, person: Person, table: str, command: AtTable, key: str = "", view: bool = True
    ) -> dict[str, Any]:
        """Do something at a table; what it came to, and the table as it now looks to whoever did it."""

        def work(house: House, batch: Batch) -> dict[str, Any]:
            return perform(house, batch, person, table, command)

        asked = command.model_dump() if key else None
        return await self.once(person, key, f"at {table}", asked, table, work, view)

    async def once(
        self,
        person: Person,
        key: str,
        what: str,
        asked: Any,
        table: str | None,
        work: Callable[[House, Batch], dict[str, Any]],
        view: bool = False,
    ) -> dict[str, Any]:
        """Do something once, however often a request with this key comes."""
        once = Once.of(person.id, key, what, asked, self.runner.secret.derived("requests")) if key else None

        def whole(house: House, batch: Batch) -> dict[str, Any]:
            must_be_there(house, person)
            answer = once.answered(house.store) if once is not None else None
            if answer is None:
                batch.asked = once.asked if once is not None else None
                answer = work(house, batch)
                if once is not None:
                    once.note(batch, answer)
            else:
                answer = {**answer, "replayed": True}
            if view and table is not None:
                answer = {**answer, "view": view_of(house, Viewer.of(person), table)}
            return answer

        if once is None:
            return await self.runner.do(table, whole)
        turn = asyncio.create_task(self._in_turn(person.id, key, table, whole))
        self._turns_taken.add(turn)
        turn.add_done_callback(self._turns_taken.discard)
        return await asyncio.shield(turn)  # it is this key's turn until it is written, whoever hangs up

    async def _in_turn(
        self, person: str, key: str, table: str | None, work: Callable[[House, Batch], dict[str, Any]]
    ) -> dict[str, Any]:
        """Do something under a key that nobody else is working on, here or in another process."""
        mark, busy = (person, key), Problem(409, f'a request with the key "{key}" is being worked on', Retry_After="1")
        if mark in self._busy:
            raise busy
        self._busy.add(mark)
        try:
            if not await self.turns.take(person, key):
                raise busy
            try:
                return await self.runner.do(table, work)
            finally:
                await self.turns.give_back(person, key)
        finally:
            self._busy.discard(mark)

    async def in_house(self, person: Person, work: Callable[[House, Batch], T]) -> T:
        """Do something that concerns the whole house; whoever is gone by that has their sockets and pages closed."""

        def whole(house: House, batch: Batch) -> T:
            must_be_there(house, person)
            return work(house, batch)

        done = await self.runner.do(None, whole)
        self.presence.look()
        return done

    # -- time ------------------------------------------------------------------------------------------------------

    def _note_ends(self, house: House, tables: set[str]) -> Callable[[], None]:
        """On the house's thread: when something happens by itself at these tables. It counts once it is written: when
        that fails, the house is as it was before, and so is what is to happen there."""
        now = time.monotonic()
        ends: dict[str, float | None] = {}
        waiting = {table for table in tables if asks_one_of(self.stand_ins, house, table)}
        for table in tables:
            live = house.tables.get(table)
            end = live.clock.next_end if live is not None else None
            if live is not None and end is not None and end <= now and not (live.going_on or live.pace.auto_deal):
                end = None  # no more bets, which everybody was told; the dealer deals
            ends[table] = end
        return lambda: self._take_ends(ends, waiting)

    def _take_ends(self, ends: dict[str, float | None], waiting: set[str]) -> None:
        self._waiting = (self._waiting - ends.keys()) | waiting
        for table, end in ends.items():
            if end is None:
                self._ends.pop(table, None)
            else:
                self._ends[table] = end

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            due = [table for table, end in list(self._ends.items()) if end <= now]
            await asyncio.gather(*(self._up(table) for table in due))
            if self._waiting and (absent := self.stand_ins - self.presence.people):
                waiting, self._waiting = self._waiting, set()
                await asyncio.gather(*(self._stand_in(table, absent) for table in waiting))

    async def _up(self, table: str) -> None:
        """A time limit of a table has passed."""
        self._ends.pop(table, None)
        try:
            await self.runner.do(table, lambda house, batch: time_is_up(house, batch, table))
        except Closed:
            self._ends.setdefault(table, time.monotonic() + 1)  # the database is away: try again
        except Exception as error:
            log.warning("table %s could not go on by itself: %s", table, error, exc_info=_unforeseen(error))
            with suppress(Exception):
                await self.runner.do(table, lambda house, batch: give_up(house, batch, table))

    async def _stand_in(self, table: str, absent: frozenset[str]) -> None:
        """Somebody is asked whom nobody plays."""
        try:
            await self.runner.do(table, lambda house, batch: answer_for(absent, house, batch, table))
        except PitbossError as error:  # the time to decide runs on
            log.warning("table %s could not be answered for: %s", table, error)

    async def _meet_people(self) -> None:
        """Where several processes serve a house, learn of people whom another one added or sent away."""
        while True:
            await asyncio.sleep(MEET)
            with suppress(Exception):  # the database is away: look again later
                await self.runner.look(None, lambda house: house.look_for_people())

    async def _watch_people(self) -> None:
        """However somebody's token, role or sign-in ended, what they have open is closed soon after."""
        while True:
            await asyncio.sleep(WATCH)
            self.presence.look()

    async def _prune(self) -> None:
        """Forget old answers once in a while."""
        while True:
            with suppress(Exception):
                await self.runner.look(None, lambda house: forget_old(house.store))
            await asyncio.sleep(PRUNE)


def _unforeseen(error: Exception) -> Exception | None:
    """The error, if nobody foresaw it: then it is logged whole."""
    return None if isinstance(error, PitbossError) else error


def must_be_there(house: House, person: Person) -> None:
    """Refuse what somebody wants who came with a token, a role or a sign-in that is no more."""
    if not house.knows(person):
        raise gone()


def view_of(house: House, viewer: Viewer, table: str) -> View:
    """A table as somebody may see it; called where the house is."""
    must_be_here(house, table)
    return table_view(house.tables[table], viewer, house.names)
