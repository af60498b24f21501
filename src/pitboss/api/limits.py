"""How much a client may ask for: requests a second, bytes a request."""

import time
from dataclasses import dataclass
from http import HTTPStatus

from fastapi import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.api.problems import Problem, response_of

MOST_BUCKETS = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """The service's limits; a rate of 0 is none. ``strangers`` is for addresses that show no valid token."""

    rate: float = 50.0
    burst: int = 100
    strangers: float = 5.0
    strangers_burst: int = 20
    body: int = 64 * 1024
    sockets: int = 20


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
            seconds = str(max(1, round(wait)))
            raise Problem(
                HTTPStatus.TOO_MANY_REQUESTS, f"too many requests; come back in {seconds} s", Retry_After=seconds
            )

    def _forget(self, now: float) -> None:
        """Buckets that are full again need not be remembered."""
        full = self._burst / self._rate
        self._left = {name: (left, since) for name, (left, since) in self._left.items() if now - since < full}
        if len(self._left) >= MOST_BUCKETS:
            self._left.clear()


class BodyLimit:
    """Refuses a request whose body is larger than any the service knows, as soon as that is clear."""

    def __init__(self, app: ASGIApp, most: int, under: str) -> None:
        self._app, self._most, self._under = app, most, under
        self._sentence = f"a request has at most {most} bytes"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(self._under):
            await self._app(scope, receive, send)
            return
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not length.isdigit() or int(length) > self._most:
            await self._too_large(scope, receive, send)
            return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._most:
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, self._sentence, {"Connection": "close"})
            return message

        await self._app(scope, counted, send)

    async def _too_large(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, self._sentence, Connection="close")
        await response_of(problem)(scope, receive, send)
