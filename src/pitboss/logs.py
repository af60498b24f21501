"""What a running house writes to its log: enough to find a fault, and nothing that the house keeps to itself.

An error's own words may quote anything: a row with a seed, a card that lies face down, a token. So an error is logged
by where it came from and what kind it is; its words only where the house itself chose them, or where they speak of the
database server.
"""

import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from types import TracebackType

from pitboss.house.error_text import plainly

HUNG_UP = "ASGI callable returned without completing handshake"
"""Logged for everybody who hangs up while a socket is being opened; a stranger could fill a disk with it."""
LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Discreet(logging.Formatter):
    """Lines without the words of errors that nobody chose."""

    def format(self, record: logging.LogRecord) -> str:
        copy = logging.makeLogRecord(record.__dict__)
        if isinstance(copy.msg, BaseException):
            copy.msg, copy.args = "%s", (copy.msg,)
        if isinstance(copy.args, tuple):
            copy.args = tuple(_told(arg) for arg in copy.args)
        if copy.name == "asyncio" and isinstance(copy.msg, str):
            copy.msg = copy.msg.partition("\n")[0]  # the lines after it show a task with its error
        copy.exc_text = None
        return super().format(copy)

    def formatException(self, ei: object) -> str:
        error = ei[1] if isinstance(ei, tuple) else None
        if not isinstance(error, BaseException):
            return ""
        parts = []
        for each in reversed(list(_chain(error))):
            where = "".join(traceback.format_tb(each.__traceback__))
            parts.append(f"Traceback (most recent call last):\n{where}{type(each).__qualname__}: {_told(each)}")
        return "\n\n".join(parts)


def log_discreetly() -> None:
    """Have everything that this process logs, its last words included, go to standard error in such lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet(LINE))
    handler.addFilter(lambda record: not str(record.msg).startswith(HUNG_UP))
    logging.getLogger().handlers[:] = [handler]
    sys.excepthook = _last_words
    threading.excepthook = lambda told: _last_words(told.exc_type, told.exc_value, told.exc_traceback)


def _last_words(kind: type[BaseException], error: BaseException | None, where: TracebackType | None) -> None:
    if error is not None and not isinstance(error, SystemExit):
        logging.getLogger("pitboss").critical("an error that nobody foresaw", exc_info=(kind, error, where))


def _told(what: object) -> object:
    return plainly(what) if isinstance(what, BaseException) else what


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error, and those it came from."""
    seen: set[int] = set()
    each: BaseException | None = error
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        yield each
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
