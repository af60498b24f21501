"""Who looks at which table, and what they are sent: their own view, whenever something was done there."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from pitboss.api.views import Viewer, table_view
from pitboss.api.wire import encode
from pitboss.house.house import House


@dataclass(eq=False, slots=True)
class Onlooker:
    """An open socket: who looks, at what, and what is to be sent. Only the newest view is kept for a slow one."""

    viewer: Viewer
    table: str
    answers: list[dict[str, Any]] = field(default_factory=list)
    """What became of this client's own commands, to go out with the view that shows it."""
    view: bytes = b""
    said: list[bytes] = field(default_factory=list)
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    busy: bool = False
    """A command of this client is being worked on: the view that shows it waits for the answer."""
    gone: bool = False

    def say(self, message: dict[str, Any]) -> None:
        """Send something besides a view."""
        self.said.append(encode(message))
        self.woken.set()

    def send_away(self) -> None:
        self.gone = True
        self.woken.set()

    def take(self) -> list[bytes]:
        """Everything that is to be sent now."""
        self.woken.clear()
        messages, self.said = self.said, []
        view, self.view = self.view, b""
        answers, self.answers = self.answers, []
        if view:
            told = b',"answers":' + encode(answers) if answers else b""
            messages.append(b'{"type":"view"' + told + b',"view":' + view + b"}")
        elif answers:
            messages.append(encode({"type": "answers", "answers": answers}))
        return messages


class Hub:
    """The onlookers of every table. The house's thread makes the views, the event loop sends them."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._at: dict[str, tuple[Onlooker, ...]] = {}  # replaced, never changed: two threads look at it

    def add(self, onlooker: Onlooker) -> None:
        self._at = {**self._at, onlooker.table: (*self._at.get(onlooker.table, ()), onlooker)}

    def remove(self, onlooker: Onlooker) -> None:
        onlooker.gone = True
        left = tuple(other for other in self._at.get(onlooker.table, ()) if other is not onlooker)
        self._at = {**self._at, onlooker.table: left}
        if not left:
            del self._at[onlooker.table]

    def everybody(self) -> Iterable[Onlooker]:
        return [onlooker for each in self._at.values() for onlooker in each]

    def of_person(self, person: str) -> list[Onlooker]:
        return [onlooker for onlooker in self.everybody() if onlooker.viewer.person == person]

    def after(self, house: House, tables: set[str]) -> Callable[[], None] | None:
        """On the house's thread: make the views of everybody who looks at these tables; returns what sends them."""
        made: list[tuple[Onlooker, bytes]] = []
        for table in tables:
            live = house.tables.get(table)
            if live is None:
                continue
            views: dict[Viewer, bytes] = {}
            for onlooker in self._at.get(table, ()):
                if onlooker.viewer not in views:
                    views[onlooker.viewer] = encode(table_view(live, onlooker.viewer, house.names))
                made.append((onlooker, views[onlooker.viewer]))
        return (lambda: self._send(made)) if made else None

    def _send(self, made: list[tuple[Onlooker, bytes]]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._hand_out, made)

    def _hand_out(self, made: list[tuple[Onlooker, bytes]]) -> None:
        for onlooker, view in made:
            onlooker.view = view
            if not onlooker.busy:
                onlooker.woken.set()
