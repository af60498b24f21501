"""What answers before the house does: 503 to everybody, from the moment the port is taken."""

import json
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from selectors import EVENT_READ, DefaultSelector

from pitboss.api.headers import on_the_wire

MOST = 200
"""Clients that are listened to at once; one more and the oldest is sent away."""
PATIENCE = 5.0
"""Seconds in which a client has to say what it wants, and then to hear the answer."""
LONGEST = 64 * 1024
LOOK_EVERY = 0.05
BODY = json.dumps(
    {"type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": "the house is being opened"}
).encode()
ANSWER = on_the_wire(b"503 Service Unavailable", b"application/problem+json", BODY, b"retry-after: 2")


@dataclass(slots=True)
class _Client:
    until: float
    said: bytes = b""
    answered: bool = False


class NotYet:
    """Answers at a listening socket until somebody else does.

    Whoever is to answer afterwards listens at the same socket, and ``stop`` is called once it does: a client comes to
    one or to the other, and none is lost in between.
    """

    def __init__(self, listening: socket.socket) -> None:
        self._listening = listening.dup()
        self._listening.setblocking(False)
        self._stopping, self._let_go = threading.Event(), threading.Event()
        self._clients: dict[socket.socket, _Client] = {}
        self._ears = DefaultSelector()
        self._thread = threading.Thread(target=self._run, name="not yet", daemon=True)

    def __enter__(self) -> "NotYet":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Take no more clients; those who came before are still answered."""
        self._stopping.set()
        self._let_go.wait()

    def _run(self) -> None:
        self._ears.register(self._listening, EVENT_READ)
        while not self._stopping.is_set():
            self._turn()
        self._ears.unregister(self._listening)
        self._listening.close()
        self._let_go.set()
        while self._clients:
            self._turn()
        self._ears.close()

    def _turn(self) -> None:
        for key, _ in self._ears.select(LOOK_EVERY):
            if key.fileobj is self._listening:
                self._welcome()
            elif isinstance(key.fileobj, socket.socket) and key.fileobj in self._clients:
                self._hear(key.fileobj)
        now = time.monotonic()
        for link in [link for link, client in self._clients.items() if client.until < now]:
            self._send_away(link)

    def _welcome(self) -> None:
        try:
            link, _ = self._listening.accept()
        except OSError:
            return  # it has gone again, or the house has taken it
        if len(self._clients) >= MOST:
            self._send_away(next(iter(self._clients)))
        link.setblocking(False)
        self._clients[link] = _Client(time.monotonic() + PATIENCE)
        self._ears.register(link, EVENT_READ)

    def _hear(self, link: socket.socket) -> None:
        client = self._clients[link]
        try:
            said = link.recv(LONGEST)
            if not said:
                self._send_away(link)
            elif not client.answered:
                client.said += said
                if b"\r\n\r\n" in client.said or len(client.said) >= LONGEST:
                    link.send(ANSWER)
                    link.shutdown(socket.SHUT_WR)
                    # What it still sends is read until it hangs up: otherwise the answer might be lost with it.
                    client.answered, client.said = True, b""
        except BlockingIOError:
            return
        except OSError:
            self._send_away(link)

    def _send_away(self, link: socket.socket) -> None:
        del self._clients[link]
        self._ears.unregister(link)
        with suppress(OSError):
            link.close()
