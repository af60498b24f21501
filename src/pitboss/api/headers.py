"""Headers that keep other sites from framing an answer or guessing what it is: on every one that the service gives."""

from collections.abc import Awaitable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = ((b"x-frame-options", b"DENY"), (b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"same-origin"))


def on_the_wire(status: bytes, kind: bytes, body: bytes, *more: bytes) -> bytes:
    """A whole answer, after which the connection is closed: where none of an app is to be had.

    >>> on_the_wire(b"400 Bad Request", b"text/plain", b"what?").splitlines()[0]
    b'HTTP/1.1 400 Bad Request'
    """
    lines = (
        b"HTTP/1.1 " + status,
        b"content-type: " + kind,
        b"content-length: %d" % len(body),
        b"connection: close",
        *more,
        *(name + b": " + value for name, value in HEADERS),
        b"",
        body,
    )
    return b"\r\n".join(lines)


class SafeHeaders:
    """Put the headers on whatever an app answers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        def with_headers(message: Message) -> Awaitable[None]:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            return send(message)

        await self.app(scope, receive, with_headers)
