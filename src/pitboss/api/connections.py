"""Connections kept within limits below everything else: requests that never come, clients that do not read or flood."""

import asyncio
import http
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol

from pitboss.api.headers import HEADERS, on_the_wire
from pitboss.api.limits import Buckets, Limits

if TYPE_CHECKING:
    from starlette.types import ASGIApp

MOST_HEAD = 64 * 1024
MOST_REQUEST = 1024 * 1024
"""What a request may be on the wire, however small its body is: in chunks of one byte, or with trailers."""
MOST_UNREAD = 1024 * 1024
MOST_AFTER_CLOSE = 64 * 1024
"""What may still come in from somebody who was told to go."""
MOST_QUEUED = 1000
"""Messages of one socket that came in together and wait."""
MOST_PARTS = 1000
KEPT = 20
"""Seconds that a connection without a request is kept: longer than the usual clients keep theirs, which is 5 or 15. One
that sends just when the service closes loses its request."""
PINGS, PINGS_BURST = 2.0, 20
PLAIN = b"text/plain; charset=utf-8"
TOO_MANY = on_the_wire(
    b"503 Service Unavailable", PLAIN, b"too many connections are open from there now", b"retry-after: 10"
)


class ServerConfig(uvicorn.Config):
    """How the service is run: these connections, and an address from a header only where a known proxy sends it."""

    def __init__(self, app: "ASGIApp", limits: Limits, proxies: Sequence[str] = (), **more: Any) -> None:
        super().__init__(
            app,
            http=Http,
            ws=Socket,
            ws_max_size=limits.body,
            ws_per_message_deflate=False,
            log_level="error",  # below that, every bad request is a line
            server_header=False,
            timeout_keep_alive=KEPT,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            **more,
        )
        self.limits, self.proxies = limits, frozenset(proxies)
        self.open: Counter[str] = Counter()
        """Connections by the address they come from."""

    def come(self, address: str) -> bool:
        """Count a connection; False when there are too many from there."""
        self.open[address] += 1
        most = self.limits.connections
        return not most or self.open[address] <= most or address in self.proxies

    def go(self, address: str) -> None:
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]


class _Patience:
    """A time after which a connection is cut, unless something happens before."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    @property
    def runs(self) -> bool:
        return self._timer is not None

    def start(self, seconds: float, then: Any) -> None:
        if self._timer is None and seconds:
            self._timer = self._loop.call_later(seconds, self._end, then)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self, then: Any) -> None:
        self._timer = None
        then()


class Http(HttpToolsProtocol):
    """A connection that speaks HTTP."""

    config: ServerConfig

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self._head, self._unread = _Patience(self.loop), _Patience(self.loop)
        self._between = True
        """No request has begun, or only its head."""
        self._came = 0

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.config.come(self._address):
            self._head.start(self.config.limits.patience, self._too_slow)
        else:
            transport.write(TOO_MANY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head.stop()
        self._unread.stop()
        self.config.go(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._between:
            self._head.start(self.config.limits.patience, self._too_slow)
        self._came += len(data)
        super().data_received(data)
        if self._came > (MOST_HEAD if self._between else MOST_REQUEST):
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        self.transport.write(on_the_wire(b"400 Bad Request", PLAIN, msg.encode()))
        self.transport.close()

    def on_headers_complete(self) -> None:
        self._head.stop()
        self._between = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._between, self._came = True, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._head.stop()
        self._unread.stop()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.start(self.config.limits.send_patience, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread.stop()

    def _too_slow(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._head.start(self.config.limits.patience, self._too_slow)  # the one before is still being answered
        else:
            self.transport.abort()


class _Handshake(ServerProtocol):
    """What becomes of a request for a WebSocket."""

    def reject(self, status: http.HTTPStatus | int, text: str) -> Response:
        response = super().reject(status, text)
        response.headers.update({name.decode(): value.decode() for name, value in HEADERS})
        return response


class Socket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket; it was counted when it came."""

    config: ServerConfig

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        self.conn = _Handshake(max_size=self.config.ws_max_size, logger=self.logger)
        self._unread = _Patience(self.loop)
        self._pings = Buckets(PINGS, PINGS_BURST)
        self._after_close = 0

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.stop()
        self.config.go(self.client[0] if self.client else "")
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._after_close += len(data) if self.close_sent else 0
        if self._after_close > MOST_AFTER_CLOSE or self.transport.get_write_buffer_size() > MOST_UNREAD:
            self._cut()
            return
        super().data_received(data)

    def handle_ping(self) -> None:
        if self._pings.wait(""):
            self._cut()
        elif not self.transport.is_closing():
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) > MOST_PARTS:
            self._cut()
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.transport.is_closing():
            self.frames = []
        elif self.queue.qsize() > MOST_QUEUED or not self._can_be_read():
            self._cut()
        else:
            super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.start(self.config.limits.send_patience, self._cut)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread.stop()

    def _can_be_read(self) -> bool:
        """Text is text; what is not would be logged with everything that led to it."""
        if self.curr_msg_data_type != "text":
            return True
        try:
            b"".join(self.frames).decode()
            return True
        except UnicodeDecodeError:
            return False

    def _cut(self) -> None:
        """Hang up without a word: whatever is said would wait to be read too."""
        self.frames = []
        self.close_sent = True
        self.transport.abort()
