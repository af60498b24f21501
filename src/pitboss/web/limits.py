"""How much the pages may be asked for: pages by address or person, and the socket that keeps an open page alive."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from nicegui import json
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.api.limits import too_often
from pitboss.api.problems import Problem, response_of
from pitboss.api.service import Service
from pitboss.house.people import Person
from pitboss.web.desk import Desk

SOCKET = "/_nicegui_ws"
FREE = ("/api/", "/pages/", "/_nicegui/")
"""Not limited here: the service limits itself, and files cost nothing."""
EVENTS: dict[str, tuple[tuple[str, type | tuple[type, ...]], ...]] = {
    "handshake": (("client_id", str), ("tab_id", str), ("document_id", str)),
    "event": (("client_id", str), ("id", int), ("listener_id", str), ("args", list)),
    "javascript_response": (("client_id", str), ("request_id", str)),
    "ack": (("client_id", str), ("next_message_id", int)),
}
"""What a page may say, and what each must hold."""


class PageLimits:
    """Lets so many pages be opened and so much be sent by them, and takes no socket but those of people's own pages."""

    def __init__(self, app: ASGIApp, desk: Desk, service: Service) -> None:
        self._app, self._desk, self._service = app, desk, service
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(FREE):
            await self._app(scope, receive, send)
            return
        person = await self._desk.visitor(HTTPConnection(scope))
        if scope["path"].startswith(SOCKET):
            await self._socket(person, scope, receive, send)
        elif wait := self._service.pages.wait(_address(scope) if person is None else f"person {person.id}"):
            await _refuse(too_often(wait), scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, person: Person | None, scope: Scope, receive: Receive, send: Send) -> None:
        if person is None:
            wait = self._service.strangers.wait(_address(scope))
            problem = too_often(wait) if wait else Problem(403, "sign in first")
            await _refuse(problem, scope, receive, send)
        elif not _same_site(Headers(scope=scope)):
            await _refuse(Problem(403, "this comes from another site"), scope, receive, send)
        elif scope["type"] != "websocket" or not _opens(scope["query_string"]):
            await _refuse(Problem(400, "pages speak by a WebSocket"), scope, receive, send)
        elif not self._is_theirs(person.id, _asked(scope["query_string"]).get("client_id", [""])[0]):
            await _refuse(Problem(403, "this is somebody else's page"), scope, receive, send)
        elif self._open[person.id] >= self._service.limits.sockets:
            await _refuse(Problem(429, f"{person.id} has too many pages open"), scope, receive, send)
        else:
            self._open[person.id] += 1
            try:
                await self._app(scope, self._heard(person.id, receive, send), send)
            finally:
                self._open[person.id] -= 1
                if not self._open[person.id]:
                    del self._open[person.id]

    def _is_theirs(self, person: str, page: str) -> bool:
        """Whether a page is somebody's own; one that is not there is nobody's, and does nothing."""
        return self._desk.pages.get(page, person) == person

    def _heard(self, person: str, receive: Receive, send: Send) -> Receive:
        """What a page sends, no faster than it may, until it sends what no page does."""

        async def next_message() -> Message:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return message
                if wait := self._service.events.wait(person):
                    await asyncio.sleep(wait)
                text: str = message.get("text") or ""
                page = page_named(text)
                if page is None or not self._is_theirs(person, page):
                    break
                if not text.startswith('42["log"'):  # nobody writes in the house's log
                    return message
            await send({"type": "websocket.close", "code": 1008, "reason": "no page says that"})
            return {"type": "websocket.disconnect", "code": 1008}

        return next_message


def page_named(text: str) -> str | None:
    """The page that an event is for, by the id that it was given when it was made; "" for a sign of life.

    None for what no open page sends, such as an event that does not hold what it must.

    >>> page_named('42["ack",{"client_id":"a","next_message_id":1}]'), page_named("3"), page_named('42["ack",{}]')
    ('a', '', None)
    """
    if text in ("1", "3", "40", "41") or (text.startswith("40{") and isinstance(_json(text[2:]), dict)):
        return ""
    event = _event(text)
    return str(event[1]["client_id"]) if event is not None and _holds_what_it_must(*event) else None


def _holds_what_it_must(name: Any, body: Mapping[str, Any]) -> bool:
    if name == "log":
        return body.get("level") in ("debug", "info", "warning", "error") and isinstance(body.get("client_id"), str)
    if not isinstance(name, str) or name not in EVENTS:
        return False
    if not all(isinstance(body.get(key), kind) for key, kind in EVENTS[name]):
        return False
    return name != "event" or all(arg is None or (isinstance(arg, str) and _is_json(arg)) for arg in body["args"])


def _event(text: str) -> tuple[Any, dict[str, Any]] | None:
    """The name of an event and what it holds."""
    if not text.startswith("42"):
        return None
    start = text.find("[", 2, 16)
    if start < 0 or not (start == 2 or (text[2:start].isascii() and text[2:start].isdecimal())):
        return None
    sent = _json(text[start:])
    if not (isinstance(sent, list) and len(sent) == 2 and isinstance(sent[1], dict)):
        return None
    return sent[0], sent[1]


def _json(text: str) -> Any:
    """What the pages' own reader makes of a text: what that one cannot read must not come before it."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_json(text: str) -> bool:
    return text == "null" or _json(text) is not None


def _opens(query: bytes) -> bool:
    """True for the query with which a page opens its socket."""
    asked = _asked(query)
    if asked.get("EIO") != ["4"] or asked.get("transport") != ["websocket"] or "sid" in asked or "j" in asked:
        return False
    return "implicit_handshake" not in asked or all(asked.get(key) for key in ("client_id", "tab_id", "document_id"))


def _asked(query: bytes) -> dict[str, list[str]]:
    return parse_qs(query.decode("latin-1"))


def _same_site(headers: Headers) -> bool:
    """Browsers say from which site a socket is opened; another site's page may not open one in somebody's name."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return bool(urlsplit(origin).netloc) and urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


def _address(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else ""


async def _refuse(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await response_of(problem)(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": problem.sentence})
