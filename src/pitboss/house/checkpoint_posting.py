"""Checkpoints sent to a URL: line by line from the file they are written to, in order, until each was taken."""

import base64
import http.client
import logging
import os
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO
from urllib.parse import SplitResult, unquote, urlsplit

from pitboss.errors import PitbossError
from pitboss.house.checkpoints import digest_of_line

try:
    import fcntl
except ModuleNotFoundError:
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger("pitboss")
LOOK = 1.0
LONGEST_WAIT = 60.0
PATIENCE = 10.0
"""Seconds for which the other side may be silent."""


class Poster:
    """Sends what a file of checkpoints holds and was not taken yet; how far it came is kept beside the file."""

    def __init__(self, file: Path, url: str) -> None:
        self.file, self._place = file, place_of(url)
        self._url = url
        self._sent = file.with_name(f"{file.name}.sent")
        self._failed = False
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoint post", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Send what is left, if it is taken at once; else the next process that serves the house does."""
        self._stopped.set()
        self._thread.join(2 * PATIENCE)

    def _run(self) -> None:
        wait = LOOK
        while not self._stopped.wait(wait):
            wait = LOOK if self._send() else min(LONGEST_WAIT, 2 * wait)
        self._send()

    def _send(self) -> bool:
        """Send what was not sent; False when it is to be tried again later."""
        try:
            with self._alone() as sent:
                if sent is not None:
                    self._send_from(sent)
        except (OSError, http.client.HTTPException, PitbossError) as error:
            if not self._failed:
                log.error("checkpoints are not taken by %s (they are sent later): %s", self._place.hostname, error)
            self._failed = True
            return False
        if self._failed:
            log.warning("checkpoints are taken by %s again", self._place.hostname)
        self._failed = False
        return True

    def _send_from(self, sent: BinaryIO) -> None:
        at = self._sent_so_far(sent)
        if not self.file.exists():
            return
        with self.file.open("rb") as lines:
            if lines.seek(0, os.SEEK_END) < at:
                at = 0  # another file is there now
            lines.seek(at)
            for line in lines:
                if not line.endswith(b"\n"):
                    return
                self._post(line[:-1])
                at += len(line)
                sent.seek(0)
                sent.truncate()
                sent.write(f"{at} {digest_of_line(self._url)}\n".encode())
                sent.flush()

    def _sent_so_far(self, sent: BinaryIO) -> int:
        sent.seek(0)
        with suppress(ValueError):
            at, url = sent.read().decode(errors="replace").split()
            if url == digest_of_line(self._url):
                return int(at)
        return 0

    @contextmanager
    def _alone(self) -> Iterator[BinaryIO | None]:
        """Of several processes with one file, one sends at a time."""
        with os.fdopen(os.open(self._sent, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as sent:
            if fcntl is not None:
                try:
                    fcntl.flock(sent, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    yield None
                    return
            yield sent

    def _post(self, line: bytes) -> None:
        place, headers = self._place, {"Content-Type": "application/json"}
        headers["Idempotency-Key"] = digest_of_line(line.decode(errors="replace"))
        if place.username is not None:
            words = f"{unquote(place.username)}:{unquote(place.password or '')}"
            headers["Authorization"] = f"Basic {base64.b64encode(words.encode()).decode()}"
        host, port = place.hostname or "", place.port
        link: http.client.HTTPConnection
        if place.scheme == "https":
            link = http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=ssl.create_default_context())
        else:
            link = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        try:
            link.request("POST", f"{place.path or '/'}{'?' if place.query else ''}{place.query}", line, headers)
            answer = link.getresponse()
            if not 200 <= answer.status < 300:
                raise PitbossError(f"it answered {answer.status}")
        finally:
            link.close()


def is_url(text: str) -> bool:
    return text.startswith(("http://", "https://"))


def place_of(url: str) -> SplitResult:
    """A URL that checkpoints can be sent to."""
    try:
        place = urlsplit(url)
        if place.scheme in ("http", "https") and place.hostname and place.port != 0:
            return place
    except ValueError:
        pass
    raise PitbossError("checkpoints go to a file, or to an http:// or https:// address")
