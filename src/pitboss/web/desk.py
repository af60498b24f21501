"""The pages' one way to the house: they look and act through the runner, and are told when something changed."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from secrets import token_hex
from typing import Any, TypeVar

from pydantic import ValidationError
from starlette.requests import HTTPConnection

from pitboss.api.commands import must_be_here, perform
from pitboss.api.faults import first_fault
from pitboss.api.games import elsewhere
from pitboss.api.models import AtTable, Bet
from pitboss.api.problems import Problem, gone
from pitboss.api.queries import Reader
from pitboss.api.service import Service, must_be_there
from pitboss.api.views import View, Viewer, damaged_view, lobby_view, seats_of, table_view
from pitboss.errors import PitbossError, Refused
from pitboss.games.pot.contest import POT
from pitboss.games.pot.poker import CHINESE
from pitboss.games.pot.stakes import Stakes, buy_in
from pitboss.house.house import House
from pitboss.house.live.live_table import LiveTable
from pitboss.house.people import Person
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.store import Store
from pitboss.money import money
from pitboss.rulebook.setup import Setup
from pitboss.web.betting import Chips, closed_places
from pitboss.web.circles import limits_in_words
from pitboss.web.edges import stop as stop_edges
from pitboss.web.sign_in import cookie_of, opened

T = TypeVar("T")
Listener = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Look:
    """A table at one moment, as somebody may see it, and the rules it is dealt by."""

    view: View
    setup: Setup
    closed: Mapping[str, str]
    """Where the seat that is played could lay no chip now, and why."""


class Desk:
    """What the pages know of a running house, for somebody: every look and every act first asks whether they are there.

    A page that was opened with a token, a role or a sign-in that has ended shows and does nothing more. ``demo`` names
    the people who may be picked without a token.
    """

    def __init__(self, service: Service, demo: Mapping[str, tuple[str, str]] | None = None) -> None:
        self.service, self.runner, self.reader = service, service.runner, Reader(service.runner)
        self.demo = dict(demo or {})
        self.pages: dict[str, str] = {}
        """Whose each open page is, by its id."""
        self._listeners: dict[str, set[tuple[Person, Listener]]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._last: dict[str, Any] = {}
        self._stop_watching: Callable[[], None] | None = None
        self._doing: dict[tuple[str, str], asyncio.Future[dict[str, Any]]] = {}
        self._closed: dict[tuple[str, int], tuple[Any, dict[str, str]]] = {}

    # -- who is there --------------------------------------------------------------------------------------------

    async def visitor(self, request: HTTPConnection) -> Person | None:
        """The person who is signed in, by the cookie of a request."""
        person = opened(cookie_of(request), self.cookie_key, self.runner.person)
        return person if person is not None and self.runner.knows(person) else None

    @property
    def cookie_key(self) -> bytes:
        """What seals the cookies of this house."""
        return self.runner.secret.derived("cookies")

    def made_for(self, person: Person, page: str) -> Callable[[], None]:
        """A page was made for somebody, and hears nobody else; returns what says that it is gone."""
        self.pages[page] = person.id

        def gone() -> None:
            self.pages.pop(page, None)

        return gone

    async def person_of(self, token: str) -> Person | None:
        """The person a token stands for."""
        return self.runner.person_of(token)

    async def demo_person(self, id: str) -> Person | None:
        """Somebody who may be picked without a token, in a house that was started for trying out."""
        return self.runner.person(id) if id in self.demo else None

    def names_of(self, people: Iterable[str]) -> dict[str, str]:
        """What people are called, by their ids; those who are there no more are not among them."""
        found = {id: self.runner.person(id) for id in people}
        return {id: person.name for id, person in found.items() if person is not None}

    async def sign_out(self, person: Person) -> None:
        """End the sign-in that somebody came with, here and everywhere; it is written when this returns."""

        def work(house: House, batch: Batch) -> None:
            must_be_there(house, person)
            house.sign_out(batch, person)

        await self.runner.do(None, work)

    # -- looking -------------------------------------------------------------------------------------------------

    async def tables(self, person: Person) -> Sequence[View]:
        """Every table as the lobby lists it."""
        return await self.ask(person, None, lambda house: [_listed(live) for live in house.tables.values()])

    async def damaged(self, person: Person) -> Sequence[View]:
        """Tables that are kept closed because their rows cannot be read."""
        return await self.ask(person, None, damaged_view)

    async def elsewhere(self, person: Person) -> Sequence[View]:
        """Where other processes of the house serve other tables."""
        return await self.ask(person, None, elsewhere)

    async def table(self, person: Person, table: str, seat: int | None = None) -> Look:
        """One table as somebody may see it who plays a seat of it."""
        viewer = Viewer.of(person)

        def look(house: House) -> Look:
            live = house.table(table)
            mine = seats_of(live, viewer)
            at = seat if seat in mine else next(iter(mine), None)
            return Look(table_view(live, viewer, house.names), live.setup, self._closed_places(live, at))

        return await self.ask(person, table, look)

    async def ask(self, person: Person, table: str | None, look: Callable[[House], T]) -> T:
        """Something about the house, changing nothing."""

        def whole(house: House) -> T:
            must_be_there(house, person)
            return look(house)

        return await self.runner.look(table, whole)

    async def read(self, person: Person, query: Callable[[Store], T]) -> T:
        """Read from the database beside the running house, so that no table waits for it."""
        self.must_be_there(person)
        return await self.reader.read(query)

    def must_be_there(self, person: Person) -> None:
        """Refuse somebody whose token, role or sign-in has ended."""
        if not self.runner.knows(person):
            raise gone()

    # -- acting --------------------------------------------------------------------------------------------------

    async def do(self, person: Person, table: str, command: AtTable, key: str = "") -> dict[str, Any]:
        """Do something at a table for somebody, if their role may; it is written when this returns.

        With a key it is done once, however often its button is pressed.
        """
        return await self._once(
            person,
            key,
            f"at {table}",
            command.model_dump(),
            table,
            lambda house, batch: perform(house, batch, person, table, command),
        )

    async def lay(
        self, person: Person, table: str, seat: int, number: int, change: Callable[[Chips], None]
    ) -> dict[str, int]:
        """Lay a seat's chips otherwise for a round; what lay there before.

        They are the seat's wagers at once, or the table refuses them and everything lies as it lay. That is read and
        changed in one go, so that two pages of one player do not undo each other's chips.
        """

        def work(house: House, batch: Batch) -> dict[str, Any]:
            live = must_be_here(house, table)
            if live.going_on or live.rounds + 1 != number or live.clock.betting_is_over:
                raise TooLate(f"too late for round {number}, this did not count")
            chips, before = Chips.at(live, seat), Chips.at(live, seat)
            change(chips)
            if chips != before:
                bet = Bet(seat=seat, wagers=chips.wagers, says=chips.says, round=number)
                perform(house, batch, person, table, bet)
            return before.placed

        return await self._once(person, "", "", None, table, work)

    async def _once(
        self,
        person: Person,
        key: str,
        what: str,
        asked: Any,
        table: str | None,
        act: Callable[[House, Batch], dict[str, Any]],
    ) -> dict[str, Any]:
        """Do something, as often as somebody may; one who asks again while it is being done hears what came of it."""
        mark = (person.id, key)
        if key and mark in self._doing:
            return {**await asyncio.shield(self._doing[mark]), "replayed": True}
        self.service.known.must_have_left(person.id)

        def work(house: House, batch: Batch) -> dict[str, Any]:
            must_be_there(house, person)
            return act(house, batch)

        doing = asyncio.ensure_future(self.service.once(person, key, what, asked, table, work))
        if key:
            self._doing[mark] = doing
            doing.add_done_callback(lambda _: self._doing.pop(mark, None))
        return await asyncio.shield(doing)

    async def in_house(
        self, person: Person, key: str, asked: Any, act: Callable[[House, Batch], dict[str, Any]]
    ) -> dict[str, Any]:
        """Do something that concerns the whole house, once for a key."""
        return await self._once(person, key, "in the house", asked, None, act)

    # -- being told ----------------------------------------------------------------------------------------------

    def listen(self, person: Person, table: str, listener: Listener) -> Callable[[], None]:
        """Have somebody's page told of changes at a table, or with an empty name at any; returns what ends that."""
        self._loop = asyncio.get_running_loop()
        if self._stop_watching is None:
            self._stop_watching = self.runner.after(self._after)
        self._listeners.setdefault(table, set()).add((person, listener))
        return lambda: self._listeners.get(table, set()).discard((person, listener))

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
        listeners = [each for name in {*tables, ""} for each in self._listeners.get(name, ())]
        for person, listener in listeners:
            if not self.runner.knows(person):
                continue
            task = asyncio.create_task(listener())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _closed_places(self, live: LiveTable, seat: int | None) -> Mapping[str, str]:
        """Where a seat could lay no chip now, worked out when something has changed at the table."""
        if seat is None or not live.takes_bets:
            return {}
        now, (then, known) = _state(live), self._closed.get((live.id, seat), (None, {}))
        if now != then:
            known = closed_places(live, seat)
            self._closed[live.id, seat] = (now, known)
        return known


class TooLate(Refused):
    """Chips that were still under way when the bets were closed."""


def new_key() -> str:
    """A key for a button or a dialog that is drawn now: however often it is pressed, it acts once."""
    return token_hex(16)


def _listed(live: LiveTable) -> View:
    """A table as the lobby lists it, with the limits of the wager that comes first, or those of its betting."""
    setup = live.setup
    first = next((offer for offer in setup.offers.values() if offer.placed == "before_deal"), None)
    told = "" if first is not None else _betting(setup)
    first = first or next(iter(setup.offers.values()), None)
    if not told and first is not None:
        told = f"{first.title}: {limits_in_words(first, setup)}"
    return {**lobby_view(live), "limits": told}


def _betting(setup: Setup) -> str:
    """What is posted at a table of players who play against each other: the form of betting, its limits or buy-in."""
    if POT not in setup.offers:
        return ""
    if setup.term("form") == CHINESE:
        return f"{money(setup.term('point_value'))} a point"
    stakes, bounds = Stakes.of(setup), buy_in(setup)
    limits = (stakes.lower, stakes.upper) if bounds is None else bounds
    figures = " to ".join(money(figure).removesuffix(".00") for figure in dict.fromkeys(limits) if figure)
    form = stakes.form.replace("_", " ").capitalize()
    return f"{form}, buy-in {figures}" if bounds is not None else f"{form} {figures}".strip()


@contextmanager
def unless_gone() -> Iterator[None]:
    """A page that looks again by itself shows nothing to somebody whose sign-in ended a moment before; it is closed."""
    try:
        yield
    except Problem as problem:
        if problem.status != HTTPStatus.UNAUTHORIZED:
            raise


def sentence(error: BaseException) -> tuple[str, str]:
    """What to tell somebody about an error: a sentence, and the clause behind it if there is one."""
    if isinstance(error, PitbossError | Problem):
        return error.sentence, error.cite
    if isinstance(error, ValidationError):
        return first_fault(error.errors()), ""
    return "something went wrong; nothing was done", ""


def _state(live: LiveTable) -> Any:
    """Everything that can change at a table: what is in its journal, and what is not written down."""
    placed = tuple((seat, tuple(each.wagers.items()), tuple(each.says)) for seat, each in sorted(live.placed.items()))
    clock = live.clock
    clocks = (clock.betting_ends, clock.decision_ends, frozenset(clock.ready))
    return (live.head.number, placed, clocks, live.status, tuple(sorted(live.returned.items())))


def _house_state(house: House) -> Any:
    return (tuple(house.tables), tuple(house.people))
