"""Headers that keep other sites from framing an answer or guessing what it is: on every one that the service gives."""

from collections.abc import Awaitable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = ((b"x-frame-options", b"DENY"), (b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"same-origin"))


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
