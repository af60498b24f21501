"""How much a client may ask for: requests a second, bytes a request."""

import asyncio
import time
from dataclasses import dataclass
from http import HTTPStatus

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.api.problems import Problem, response_of

MOST_BUCKETS = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """The service's limits; a rate of 0 is none. ``strangers`` is for addresses that show no valid token.

    ``patience`` is how many seconds the head of a request may take to come, and its body; ``send_patience`` how long
    a client may read nothing of what it is sent.
    """

    rate: float = 50.0
    burst: int = 100
    strangers: float = 5.0
    strangers_burst: int = 20
    pages: float = 10.0
    pages_burst: int = 200
    body: int = 64 * 1024
    sockets: int = 20
    connections: int = 500
    patience: float = 10.0
    send_patience: float = 20.0


class Buckets:
    """A bucket of permissions for each name, refilled at a rate.

    >>> buckets = Buckets(rate=1, burst=2)
    >>> [buckets.wait("ann", at=0.0) for _ in range(3)], buckets.wait("bob", at=0.0), buckets.wait("ann", at=1.0)
    ([0.0, 0.0, 1.0], 0.0, 0.0)
    """

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._left: dict[str, tuple[float, float]] = {}

    def wait(self, name: str, at: float | None = None) -> float:
        """Take a permission; how long to wait for one where none is left."""
        if not self._rate:
            return 0.0
        now = time.monotonic() if at is None else at
        left, since = self._left.get(name, (float(self._burst), now))
        left = min(self._burst, left + (now - since) * self._rate)
        if left < 1:
            self._left[name] = (left, now)
            return (1 - left) / self._rate
        if len(self._left) >= MOST_BUCKETS:
            self._forget(now)
        self._left[name] = (left - 1, now)
        return 0.0

    def must_have_left(self, name: str) -> None:
        """Take a permission, or answer with when to come back."""
        if wait := self.wait(name):
            raise too_often(wait)

    def _forget(self, now: float) -> None:
        """Buckets that are full again need not be remembered."""
        full = self._burst / self._rate
        self._left = {name: (left, since) for name, (left, since) in self._left.items() if now - since < full}
        if len(self._left) >= MOST_BUCKETS:
            self._left.clear()


def too_often(wait: float) -> Problem:
    """The answer to somebody who has to wait."""
    seconds = str(max(1, round(wait)))
    return Problem(HTTPStatus.TOO_MANY_REQUESTS, f"too many requests; come back in {seconds} s", Retry_After=seconds)


class BodyLimit:
    """Reads a request's body, whatever its path, before anything is done with it: refused if it is too large or slow.

    So nothing is spooled to a disk, and nobody waits inside for what never comes.
    """

    def __init__(self, app: ASGIApp, most: int, seconds: float) -> None:
        self._app, self._most, self._seconds = app, most, seconds
        self._large = Problem(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request has at most {most} bytes", Connection="close"
        )
        self._slow = Problem(HTTPStatus.REQUEST_TIMEOUT, "the request did not come", Connection="close")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > self._most:
            await response_of(self._large)(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._seconds or None):
                body = await self._read(receive)
        except TimeoutError:
            await response_of(self._slow)(scope, receive, send)
            return
        except _TooLarge:
            await response_of(self._large)(scope, receive, send)
            return
        if body is None:
            return  # they hung up
        first: Message | None = {"type": "http.request", "body": body, "more_body": False}

        async def again() -> Message:
            nonlocal first
            message, first = first, None
            return message or await receive()

        await self._app(scope, again, send)

    async def _read(self, receive: Receive) -> bytes | None:
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            if len(body) > self._most:
                raise _TooLarge
            if not message.get("more_body", False):
                return bytes(body)


class _TooLarge(Exception):
    pass
