"""A table over a WebSocket: a client gets its own view on every change, and may send everything that is done there.

The client sends ``{"do": "bet", "seat": 1, "wagers": {"ante": "10.00"}, "re": 5}``; ``re`` is its own number for the
message and ``key``, if given, makes it act once. It gets ``{"type": "view", "view": {...}}`` whenever something
happened, with ``"answers": [{"re": 5, ...}]`` when that was its own doing, and ``{"type": "problem", "re": 5, ...}``
when it was refused. Without an Authorization header the first message is ``{"token": "..."}``.
"""

import asyncio
from contextlib import suppress
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from pitboss.api.faults import first_fault
from pitboss.api.hub import Onlooker
from pitboss.api.limits import too_often
from pitboss.api.models import AtTable
from pitboss.api.problems import Problem, as_problem, body_of
from pitboss.api.routes import routes
from pitboss.api.service import Service
from pitboss.api.views import Viewer
from pitboss.api.wire import Twice, decode, encode
from pitboss.house.people import Person

router = routes()
Commands: TypeAdapter[AtTable] = TypeAdapter(AtTable)
SIGN_IN_SECONDS = 10
MOST_UNREADABLE = 20
"""Messages in a row that cannot be read."""
UNREADABLE, UNAUTHORIZED, NO_TABLE, ELSEWHERE, TOO_MANY, GOING_DOWN = 4400, 4401, 4404, 4421, 4429, 1012


@router.websocket("/tables/{table}/live")
async def live(websocket: WebSocket, table: str) -> None:
    """Sign in, look, and do things until somebody hangs up."""
    service: Service = websocket.app.state.service
    await websocket.accept()
    try:
        person = await _sign_in(websocket, service)
        view = await service.view(person, table)
    except (Problem, TimeoutError) as error:
        problem = error if isinstance(error, Problem) else Problem(401, "nobody signed in")
        codes = {401: UNAUTHORIZED, 404: NO_TABLE, 421: ELSEWHERE, 429: TOO_MANY}
        code = codes.get(problem.status, 1011)
        await _hang_up(websocket, code, problem.sentence)
        return
    except WebSocketDisconnect:
        return
    assert service.hub is not None
    if len(service.hub.of_person(person.id)) >= service.limits.sockets:
        await _hang_up(websocket, TOO_MANY, f"{person.id} has too many sockets open")
        return
    onlooker = Onlooker(Viewer.of(person), table, view=encode(view))
    onlooker.woken.set()
    service.hub.add(onlooker)
    closed = service.presence.opened(person, onlooker.send_away)
    sender = asyncio.create_task(_send(websocket, onlooker))
    try:
        await _receive(websocket, service, person, onlooker)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        closed()
        service.hub.remove(onlooker)
        sender.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await sender


async def _sign_in(websocket: WebSocket, service: Service) -> Person:
    scheme, _, token = websocket.headers.get("authorization", "").partition(" ")
    address = websocket.client.host if websocket.client is not None else ""
    if scheme.lower() != "bearer":
        with service.signing_in(address):
            message = await asyncio.wait_for(websocket.receive(), SIGN_IN_SECONDS)
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        try:
            sent = decode(message.get("text") or b"")
        except ValueError:
            sent = None
        token = sent.get("token", "") if isinstance(sent, dict) else ""
    return service.person(token if isinstance(token, str) else "", address)


async def _receive(websocket: WebSocket, service: Service, person: Person, onlooker: Onlooker) -> None:
    """Do what is sent, one thing after the other; the next is read once the answer to the last is on its way."""
    unreadable = 0
    while not onlooker.gone:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        wait = service.known.wait(person.id)
        if wait:
            await asyncio.sleep(wait)  # it is not read sooner than one that is in time
        text = message.get("text")
        re: Any = None
        try:
            sent = _read(text if text is not None else message.get("bytes") or b"")
            unreadable = 0
            re, key = sent.pop("re", None), str(sent.pop("key", ""))
            if wait:
                raise too_often(wait)
            await _do(service, person, onlooker, Commands.validate_python(sent), re, key)
        except _Unreadable as error:
            unreadable += 1
            onlooker.say(_refusal(too_often(wait) if wait else error, re))
        except ValidationError as error:
            onlooker.say(_refusal(Problem(422, first_fault(error.errors())), re))
        except Exception as error:
            onlooker.say(_refusal(as_problem(error), re))
        await _flush(websocket, onlooker)
        if unreadable >= MOST_UNREADABLE:
            await _hang_up(websocket, UNREADABLE, "what you send cannot be read")
            return


class _Unreadable(Problem):
    """A message that is no command at all."""


def _refusal(problem: Problem, re: Any) -> dict[str, Any]:
    return {**body_of(problem), "type": "problem", "re": re}


def _read(text: str | bytes) -> dict[str, Any]:
    try:
        sent = decode(text)
    except Twice as error:
        raise _Unreadable(422, error.msg) from error
    except ValueError as error:
        raise _Unreadable(422, f"the message {error}") from error
    if not isinstance(sent, dict):
        raise _Unreadable(422, 'a message is a JSON object like {"do": "ready", "seat": 1}')
    re = sent.get("re")
    if not (re is None or isinstance(re, int | str)) or len(str(re)) > 80 or len(str(sent.get("key", ""))) > 80:
        raise _Unreadable(422, "re and key are short: a number or a few letters")
    return sent


async def _do(service: Service, person: Person, onlooker: Onlooker, command: AtTable, re: Any, key: str) -> None:
    """Do something; the answer goes out with the view that shows it, which the hub sends."""
    onlooker.busy = True
    try:
        answer = await service.at_table(person, onlooker.table, command, key, view=False)
        onlooker.answers.append(answer if re is None else {"re": re, **answer})
    except BaseException:
        onlooker.woken.set()
        raise
    finally:
        onlooker.busy = False


async def _send(websocket: WebSocket, onlooker: Onlooker) -> None:
    """Send what there is to send; a client that does not read is cut off by its connection."""
    try:
        while True:
            await onlooker.woken.wait()
            await _flush(websocket, onlooker)
            if onlooker.gone:
                await _hang_up(websocket, GOING_DOWN, "the house closes, or you were sent away")
                return
    except (RuntimeError, WebSocketDisconnect):
        onlooker.gone = True


async def _flush(websocket: WebSocket, onlooker: Onlooker) -> None:
    for message in onlooker.take():
        await websocket.send_text(message.decode())


async def _hang_up(websocket: WebSocket, code: int, reason: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await websocket.close(code, reason[:100])
